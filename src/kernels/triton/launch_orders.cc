// A launch again in other orders of its programs: what it leaves must be the same.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "kernels/memory/saved_regions.h"
#include "kernels/triton/launch.h"
#include "kernels/triton/place_names.h"
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

// Whether a region's elements are the earlier ones in another order.
bool is_permuted(DType dtype, const std::byte* one, const std::byte* other, size_t count) {
  auto sorted = [&](const std::byte* values) {
    std::vector<uint64_t> words(count);
    const size_t size = size_of(dtype);
    for (size_t i = 0; i < count; ++i) std::memcpy(&words[i], values + i * size, size);
    std::sort(words.begin(), words.end());
    return words;
  };
  return sorted(one) == sorted(other);
}

// Another order in which programs may run, and how it is told.
struct Schedule {
  uint64_t alternation = 0;
  std::string_view message, note;
};
constexpr std::string_view kTurnsMessage = "where programs take turns at their atomics",
                           kTurnsNote = "when programs take turns at their atomics";
constexpr Schedule kSchedules[] = {{0, "with the last one first", "when the last program runs first"},
                                   {1, kTurnsMessage, kTurnsNote},
                                   {2, kTurnsMessage, kTurnsNote},
                                   {3, kTurnsMessage, kTurnsNote},
                                   {4, kTurnsMessage, kTurnsNote}};
// A run that has used up more than this share of its fuel is not made longer by alternations.
constexpr uint64_t kShareOfFuel = 4;

std::optional<Diagnostic> compare(const PointerTarget& target, const memory::SavedRegions& first,
                                  const Schedule& schedule, bool may_be_permuted, Span span) {
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
      bool is_order = is_permuted(target.dtype, first.values(region) + begin, region.base + begin,
                                  (region.bytes - begin) / size);
      if (is_order && may_be_permuted) return std::nullopt;
      int64_t index = (static_cast<int64_t>(at) - target.view_offset) / static_cast<int64_t>(size);
      std::string message = fmt::format(
          "the result depends on the order in which programs run: '{}' {} is {:.6g} with the first program "
          "first "
          "and {:.6g} {}",
          target.name, index_name(target, index), one, other, schedule.message);
      Diagnostic difference{DiagnosticKind::Nondeterministic, std::move(message), span, {}};
      difference.notes.push_back(
          {"a GPU runs programs in any order; places handed out by an atomic, and the last of several "
           "stores, differ "
           "from run to run",
           {}});
      if (is_order) {
        difference.notes.push_back({fmt::format("'{}' holds the same elements in another order; where that "
                                                "is meant: run --orders --unordered {}",
                                                target.name, target.name),
                                    {}});
      }
      return difference;
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
  for (const PointerTarget& target : launch.targets) {
    if (before.knows(*target.region)) after.add(target.region);
  }
  std::optional<Diagnostic> fault, difference;  // a fault says more: it has its lines
  for (const Schedule& schedule : kSchedules) {
    const Budget& budget = interpreter.budget();
    bool has_fuel = budget.fuel_used() < budget.limits().fuel / kShareOfFuel;
    if (fault || (schedule.alternation > 0 && (!code.has_spin || !has_fuel))) continue;
    before.restore();
    TritonOptions changed = options;
    changed.reverse_order = options.reverse_order != (schedule.alternation == 0);
    changed.alternation = schedule.alternation;
    changed.count_work = false;
    changed.prints = false;
    try {
      Machine machine(code, changed, interpreter);
      WorkCounters work;
      machine.run(launch, shadows, work);
      for (const PointerTarget& target : launch.targets) {
        bool may_be_permuted = std::find(options.unordered.begin(), options.unordered.end(), target.name) !=
                               options.unordered.end();
        if (!difference && after.knows(*target.region))
          difference = compare(target, after, schedule, may_be_permuted, span);
      }
    } catch (Fault& thrown) {
      fault = std::move(thrown.diagnostic);
      fault->notes.push_back({std::string(schedule.note), {}});
    }
  }
  after.restore();
  return fault ? fault : difference;
}

}  // namespace tilewright::kernels::triton
