// CUDA extensions from a process that may start no programs itself: `tilewright _cuda-room` compiles, keeps a warm runner and
// explains faults; this is its client. Started before the process shuts itself in.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/subprocess.h"
#include "kernels/cuda/extension.h"

namespace tilewright::kernels::cuda {

class Room {
 public:
  // `executable`: tilewright; empty: beside the running program.
  static Result<std::unique_ptr<Room>> start(const std::filesystem::path& executable = {});
  Result<Extension> compile(const ExtensionSource& source);
  Result<Extension> compile_with_zeros(const Extension& extension);
  // One result for each plan.
  Result<std::vector<CallRun>> run(const Extension& extension, const std::vector<Call>& calls,
                                   const std::vector<RunPlan>& plans, const RunSettings& settings);

 private:
  explicit Room(Subprocess process) : process_(std::move(process)) {}
  Result<std::string> ask(const std::string& message);
  Result<Extension> take_extension(const Result<std::string>& answer, SourceTexts texts);

  Subprocess process_;
};

// The other end: answers requests from `input` until it ends.
int serve_room(int input, int output);

}  // namespace tilewright::kernels::cuda
