// A candidate's program in an interpreter of its own, with empty capabilities: loaded once, called once a
// trial.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/budget.h"
#include "judge/oracle.h"
#include "kernels/nki/nki.h"
#include "kernels/triton/triton.h"
#include "library/inline_cuda.h"
#include "library/library.h"
#include "script/interpreter.h"

namespace tilewright::judge {

// What one call of forward gave.
struct CandidateOutputs {
  std::vector<script::Value> tensors;
  std::vector<kernels::memory::TensorView> views;  // of the same tensors
  bool is_single = true;
};

class Candidate {
 public:
  // `chip`: what autotuned kernels are tuned for; null: their first config.
  // `cuda`: makes the room of CUDA extensions; empty: they are unsupported.
  Candidate(const Request& request, std::shared_ptr<const chips::Chip> chip,
            std::function<Result<kernels::cuda::Room*>()> cuda = {});

  // Runs the file's top level as a module of this name.
  Result<void> load(std::string module_name);
  // Finds forward or ModelNew; BadCandidate when there is neither.
  Result<void> find_entry();
  // Makes what is called at this variant (ModelNew with its state) and calls it with fresh copies.
  Result<void> prepare(const Variant& variant);
  Result<CandidateOutputs> call(const Variant& variant, const Trial& trial);

  // A copy of an output's elements.
  Result<library::HostTensor> read(const script::Value& tensor);

  SourceManager& sources() { return sources_; }
  script::Interpreter& interpreter() { return *interpreter_; }
  library::LibrarySession& library() { return library_; }
  kernels::triton::TritonSession& triton() { return triton_; }
  kernels::nki::NkiSession& nki() { return nki_; }
  const kernels::triton::TritonSession& triton() const { return triton_; }
  library::CudaSession& cuda() { return *library_.cuda; }
  uint64_t fuel_used() const { return budget_.fuel_used(); }
  // Of the latest call's tensors: inputs in their order, then parameters and buffers.
  const std::vector<std::shared_ptr<kernels::memory::Region>>& argument_regions() const {
    return argument_regions_;
  }

 private:
  void note_argument(const script::Value& tensor, const library::HostTensor& given);
  void note_arguments(const script::Value& value, const HostValue& given);
  const Request& request_;
  SourceManager sources_;
  Budget budget_;
  library::LibrarySession library_;
  kernels::triton::TritonSession triton_;
  kernels::nki::NkiSession nki_;
  std::unique_ptr<script::Interpreter> interpreter_;
  script::Ref<script::Module> module_;
  script::Value forward_;      // form 1
  script::Value model_class_;  // form 2
  script::Value model_;        // form 2, of the variant prepared last
  std::vector<std::shared_ptr<kernels::memory::Region>> argument_regions_;
};

// The status that a diagnostic of the candidate's run stands for.
Status status_of(DiagnosticKind kind);

}  // namespace tilewright::judge
