// A launch a second time, with the last program first: what it leaves must be the same.
#include <fmt/format.h>

#include <cmath>

#include "kernels/memory/saved_regions.h"
#include "kernels/triton/launch.h"
#include "kernels/triton/registers.h"
#include "kernels/triton/vector_kernels.h"

namespace tilewright::kernels::triton {
namespace {

// Sums that atomics make round differently in another order; that is no dependence on it.
double allowed_difference(DType dtype) {
  if (!is_float(dtype)) return 0;
  switch (size_of(dtype)) {
    case 8:
      return 1e-9;
    case 4:
      return 1e-4;
    default:
      return dtype == DType::Float16 ? 0.03 : 0.25;
  }
}

// Root mean square of what is finite.
double scale_of(DType dtype, const std::byte* values, size_t count) {
  double sum = 0, n = 0;
  for (size_t i = 0; i < count; ++i) {
    double value = load_as_double(dtype, values + i * size_of(dtype));
    if (!std::isfinite(value)) continue;
    sum += value * value;
    n += 1;
  }
  return n > 0 ? std::sqrt(sum / n) : 0;
}

std::optional<Diagnostic> compare(const PointerTarget& target, const memory::SavedRegions& first, Span span) {
  const memory::Region& region = *target.region;
  size_t size = size_of(target.dtype), begin = static_cast<size_t>(target.view_offset) % size;
  double allowed = allowed_difference(target.dtype), scale = -1;
  for (size_t byte = first.first_difference(region, begin); byte < region.bytes;) {
    size_t at = byte - (byte - begin) % size;
    if (at + size > region.bytes) break;
    double one = load_as_double(target.dtype, first.values(region) + at);
    double other = load_as_double(target.dtype, region.base + at);
    if (allowed > 0 && scale < 0)
      scale = scale_of(target.dtype, first.values(region) + begin, (region.bytes - begin) / size);
    bool is_same =
        (std::isnan(one) && std::isnan(other)) || one == other ||
        std::abs(one - other) <= allowed * std::max({std::abs(one), std::abs(other), std::max(scale, 0.0)});
    if (!is_same) {
      int64_t index = (static_cast<int64_t>(at) - target.view_offset) / static_cast<int64_t>(size);
      std::string message = fmt::format(
          "the result depends on the order in which programs run: '{}' index {} is {:.6g} with the first program first "
          "and {:.6g} with the last one first",
          target.name, index, one, other);
      return Diagnostic{DiagnosticKind::Nondeterministic, std::move(message), span, {}}.with_note(
          "a GPU runs programs in any order; places handed out by an atomic, and the last of several stores, differ "
          "from run to run");
    }
    byte = first.first_difference(region, at + size);
  }
  return std::nullopt;
}

}  // namespace

std::optional<Diagnostic> compare_orders(const Code& code, const TritonOptions& options,
                                         script::Interpreter& interpreter, Launch launch,
                                         const memory::SavedRegions& before, ShadowPool& shadows, Span span) {
  memory::SavedRegions after;
  for (const PointerTarget& target : launch.targets) after.add(target.region);
  before.restore();
  TritonOptions reversed = options;
  reversed.reverse_order = !options.reverse_order;
  reversed.count_work = false;
  reversed.prints = false;
  std::optional<Diagnostic> result;
  try {
    Machine machine(code, reversed, interpreter);
    WorkCounters work;
    machine.run(launch, shadows, work);
    for (const PointerTarget& target : launch.targets) {
      if (!result && after.knows(*target.region)) result = compare(target, after, span);
    }
  } catch (Fault& fault) {
    result = std::move(fault.diagnostic);
    result = std::move(*result).with_note("when the last program runs first");
  }
  after.restore();
  return result;
}

}  // namespace tilewright::kernels::triton
