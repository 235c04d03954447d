// Outputs of a candidate against those of the reference: number, shape, type, values. The same for every language.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "judge/oracle.h"
#include "judge/verdict.h"

namespace tilewright::judge {

struct OutputForm {
  DType dtype = DType::Float32;
  std::vector<int64_t> shape;
};

// Of all elements.
uint64_t bytes_of_view(const kernels::memory::TensorView& view);

std::string shape_text(const std::vector<int64_t>& shape);
// "output", or "output[1]" of several.
std::string output_name(size_t index, size_t count);

// "at the task's sizes, batch_size = 64, dim = 65536": where a verdict was made that is no trial's.
std::string sizes_text(const tasks::Sizes& sizes);

// What is wrong with the number, shape or type of the outputs; empty: nothing.
std::optional<Diagnostic> wrong_form(const Trial& trial, const std::vector<OutputForm>& outputs, bool is_single,
                                     bool expects_single);

// The elements of output `index` that are outside the tolerance, for the verdict and as a diagnostic.
struct Mismatch {
  ValueMismatch values;
  Diagnostic diagnostic;
};
Mismatch describe_mismatch(const Variant& variant, const Trial& trial, size_t index,
                           const OutputComparison& comparison, const library::HostTensor& actual);

}  // namespace tilewright::judge
