#include "judge/outputs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace tilewright::judge {
namespace {

constexpr size_t kSliceElements = 8;

std::string value_text(double value) { return fmt::format("{:.6g}", value); }

std::string count_text(size_t count, bool is_single) {
  if (is_single) return "one tensor";
  return fmt::format("a tuple or list of {} tensor{}", count, count == 1 ? "" : "s");
}

}  // namespace

uint64_t bytes_of_view(const kernels::memory::TensorView& view) {
  uint64_t bytes = size_of(view.dtype);
  for (int64_t size : view.shape) bytes *= static_cast<uint64_t>(size);
  return bytes;
}

std::string shape_text(const std::vector<int64_t>& shape) {
  return fmt::format("({})", fmt::join(shape, ", "));
}

std::string output_name(size_t index, size_t count) {
  return count == 1 ? "output" : fmt::format("output[{}]", index);
}

std::string sizes_text(const tasks::Sizes& sizes) {
  std::vector<std::string> texts;
  for (const auto& [name, size] : sizes) texts.push_back(fmt::format("{} = {}", name, size));
  return fmt::format("at the task's sizes, {}", fmt::join(texts, ", "));
}

std::optional<Diagnostic> wrong_form(const Trial& trial, const std::vector<OutputForm>& outputs, bool is_single,
                                     bool expects_single) {
  size_t expected = trial.outputs.size();
  if (outputs.size() != expected || is_single != expects_single) {
    std::string got = outputs.empty() ? "no tensor" : count_text(outputs.size(), is_single);
    return Diagnostic{
        DiagnosticKind::WrongShape,
        fmt::format("forward returned {}, expected {}", got, count_text(expected, expects_single)),
        {},
        {}};
  }
  for (size_t i = 0; i < expected; ++i) {
    const ExpectedOutput& output = trial.outputs[i];
    if (outputs[i].shape != output.shape) {
      return Diagnostic{DiagnosticKind::WrongShape,
                        fmt::format("{} has shape {}, expected {}", output_name(i, expected),
                                    shape_text(outputs[i].shape), shape_text(output.shape)),
                        {},
                        {}};
    }
    if (outputs[i].dtype != output.dtype) {
      return Diagnostic{DiagnosticKind::WrongDtype,
                        fmt::format("{} has dtype torch.{}, expected torch.{}", output_name(i, expected),
                                    torch_name(outputs[i].dtype), torch_name(output.dtype)),
                        {},
                        {}};
    }
  }
  return std::nullopt;
}

Mismatch describe_mismatch(const Variant& variant, const Trial& trial, size_t index,
                           const OutputComparison& comparison, const library::HostTensor& actual) {
  const ExpectedOutput& expected = trial.outputs[index];
  auto expected_at = [&](size_t i) {
    return is_float(expected.dtype) ? expected.values[i] : static_cast<double>(expected.integers[i]);
  };
  ValueMismatch mismatch;
  mismatch.output = output_name(index, trial.outputs.size());
  mismatch.index = unravel(comparison.worst, expected.shape);
  mismatch.expected = expected_at(comparison.worst);
  mismatch.actual = element(actual, comparison.worst);
  mismatch.error_in_tolerances = comparison.error_in_tolerances;
  mismatch.wrong_elements = comparison.wrong_elements;
  mismatch.elements = expected.elements();
  mismatch.distribution = trial.distribution;
  mismatch.shape_variant = variant.name;
  // Along the last dimension, the worst element in the middle.
  size_t row =
      expected.shape.empty() ? 1 : static_cast<size_t>(std::max<int64_t>(1, expected.shape.back()));
  size_t start = comparison.worst / row * row, place = comparison.worst - start;
  size_t first = start + (place > kSliceElements / 2 ? place - kSliceElements / 2 : 0);
  for (size_t i = first; i < std::min(first + kSliceElements, start + row); ++i) {
    mismatch.expected_slice.push_back(expected_at(i));
    mismatch.actual_slice.push_back(element(actual, i));
  }
  Diagnostic diagnostic{
      DiagnosticKind::WrongValues,
      fmt::format(
          "{}[{}] is {}, expected {}: {} of {} elements are outside the tolerance ({} inputs, shape {})",
          mismatch.output, fmt::join(mismatch.index, ", "), value_text(mismatch.actual),
          value_text(mismatch.expected), mismatch.wrong_elements, mismatch.elements, trial.distribution,
          shape_text(expected.shape)),
      {},
      {}};
  return {std::move(mismatch), std::move(diagnostic)};
}

}  // namespace tilewright::judge
