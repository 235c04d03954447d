// Sizes at which a task is small enough to judge, and a second size that shares no pattern with the first.
// Both are found by running the task: whether a size works is not to be guessed from the text.
#include <algorithm>
#include <numeric>
#include <set>

#include "base/random.h"
#include "tasks/task.h"

namespace tilewright::tasks {
namespace {

// Integers up to this are kernel sizes, strides, numbers of dimensions and the like.
constexpr int64_t kSmallest = 4;

int64_t largest_divisor_up_to(int64_t value, int64_t limit) {
  int64_t best = 1;
  for (int64_t divisor = 1; divisor * divisor <= value && divisor <= limit; ++divisor) {
    if (value % divisor != 0) continue;
    best = std::max(best, divisor);
    if (value / divisor <= limit) best = std::max(best, value / divisor);
  }
  return best;
}

// A size cut to `cap`: the largest of its divisors that fits, so that what divided it mostly still does; a
// size without a divisor near the cap (a prime) becomes an odd number just below it.
int64_t cut(int64_t value, int64_t cap) {
  if (value <= cap) return value;
  int64_t divisor = largest_divisor_up_to(value, cap);
  if (divisor * 4 >= cap) return divisor;
  return cap % 2 == 0 ? cap - 1 : cap;
}

// Of two sizes where one divided the other, as written, the cut ones do so too.
void restore_divisibility(const TaskSource& task, int64_t cap, Sizes& sizes) {
  for (int round = 0; round < 3; ++round) {
    for (const SizeSite& small : task.sites) {
      for (const SizeSite& large : task.sites) {
        if (small.value >= large.value || large.value % small.value != 0) continue;
        int64_t unit = sizes[small.name];
        int64_t& whole = sizes[large.name];
        if (unit > 0 && whole % unit != 0) whole = std::max(unit, std::min(cap, whole) / unit * unit);
      }
    }
  }
}

Sizes capped(const TaskSource& task, int64_t cap) {
  Sizes sizes;
  for (const SizeSite& site : task.sites) sizes[site.name] = cut(site.value, cap);
  restore_divisibility(task, cap, sizes);
  return sizes;
}

// All sizes divided alike: for tasks whose sizes are tied by ratios (a width that must equal a channel
// count).
Sizes divided(const TaskSource& task, int64_t divisor) {
  Sizes sizes;
  for (const SizeSite& site : task.sites) {
    bool is_divisible = site.value % divisor == 0 && site.value / divisor >= 2;
    sizes[site.name] = site.value > kSmallest && is_divisible ? site.value / divisor : site.value;
  }
  return sizes;
}

int64_t elements_of(const script::Value& value) {
  if (library::is_tensor(value)) {
    int64_t elements = 1;
    for (int64_t size : library::tensor_view(value).shape) elements *= size;
    return elements;
  }
  int64_t most = 0;
  auto visit = [&](const std::vector<script::Value>& items) {
    for (const script::Value& item : items) most = std::max(most, elements_of(item));
  };
  if (const auto* list = value.as<script::List>()) visit(list->items);
  if (const auto* tuple = value.as<script::Tuple>()) visit(tuple->items);
  return most;
}

// The elements of the task's largest input or parameter at these sizes; forward runs unless shapes_only.
Result<int64_t> try_sizes(SourceManager& sources, const TaskSource& task, const Sizes& sizes,
                          const TaskOptions& options) {
  Result<LoadedTask> loaded = load(sources, task, sizes, options, 1);
  if (!loaded) return fail(loaded.error());
  Result<std::vector<script::Value>> inputs = loaded->make_inputs(1);
  if (!inputs) return fail(inputs.error());
  int64_t most = 0;
  Result<script::Value> state = loaded->interpreter->guard([&] {
    for (const script::Value& input : *inputs) most = std::max(most, elements_of(input));
    for (const library::StateEntry& entry : library::state_dict(*loaded->interpreter, loaded->model)) {
      most = std::max(most, elements_of(entry.tensor));
    }
    return script::Value();
  });
  if (!state) return fail(state.error());
  if (options.shapes_only) return most;
  if (Result<script::Value> result = loaded->run(*inputs); !result) return fail(result.error());
  return most;
}

}  // namespace

Result<Sizes> shrink(SourceManager& sources, const TaskSource& task, const TaskOptions& options) {
  if (options.max_elements == 0 || task.sites.empty()) return task.written_sizes;
  int64_t largest = 0;
  for (const SizeSite& site : task.sites) largest = std::max(largest, site.value);
  // From small to large: what does not fit is never built. Doubling the cap multiplies elements by at most
  // 2^rank, so the first size beyond the limit is still small.
  std::vector<Sizes> fitting;
  std::optional<Diagnostic> first_failure;
  TaskOptions measuring = options;
  measuring.shapes_only = true;
  Sizes previous;
  for (int64_t cap = kSmallest; cap < 2 * largest; cap *= 2) {
    Sizes sizes = capped(task, cap);
    if (sizes == previous) continue;
    previous = sizes;
    Result<int64_t> elements = try_sizes(sources, task, sizes, measuring);
    if (!elements) {
      if (!first_failure) first_failure = elements.error();
      // Memory or fuel used up: larger sizes only need more.
      bool is_too_large = elements.error().kind == DiagnosticKind::MemoryBudget ||
                          elements.error().kind == DiagnosticKind::FuelExhausted;
      if (is_too_large) break;
      continue;
    }
    if (*elements > options.max_elements && !fitting.empty()) break;
    fitting.push_back(std::move(sizes));
    if (*elements > options.max_elements) break;
  }
  // The largest of them at which forward runs too: few tasks refuse a size that their inputs accept.
  for (auto sizes = fitting.rbegin(); sizes != fitting.rend(); ++sizes) {
    if (options.shapes_only) return *sizes;
    Result<int64_t> elements = try_sizes(sources, task, *sizes, options);
    if (elements) return *sizes;
    if (!first_failure) first_failure = elements.error();
  }
  std::optional<Sizes> best;
  for (int64_t divisor = 256; divisor >= 2; divisor /= 2) {
    Sizes sizes = divided(task, divisor);
    if (sizes == previous) continue;
    previous = sizes;
    Result<int64_t> elements = try_sizes(sources, task, sizes, options);
    if (!elements) continue;
    if (*elements > options.max_elements && best) break;
    best = std::move(sizes);
    if (*elements > options.max_elements) break;
  }
  if (best) return *best;
  // No cut size runs: a mistake in the task shows at its written sizes too, with its own message.
  return fail(first_failure ? *first_failure
                            : Diagnostic{DiagnosticKind::BadTask, "the task runs at no size", {}, {}});
}

Result<Sizes> vary(SourceManager& sources, const TaskSource& task, const Sizes& sizes,
                   const TaskOptions& options, uint64_t seed) {
  Random random({seed, 0x76617279, 0, 0});
  // Twice the elements are fine for a second size; the limit stays in force for tasks near memory's end.
  TaskOptions loose = options;
  auto works = [&](const Sizes& candidate) {
    Result<int64_t> elements = try_sizes(sources, task, candidate, loose);
    return elements.has_value() && (options.max_elements == 0 || *elements <= 4 * options.max_elements);
  };
  // Sizes written equal stay equal, since they often must; others part, also where cutting made them equal.
  // The step is odd, so a power of two becomes none.
  std::map<int64_t, int64_t> changed;  // by the value as written
  auto another = [&](const SizeSite& site) {
    int64_t size = sizes.at(site.name);
    auto [entry, is_new] = changed.emplace(site.value, 0);
    for (int tries = 0; is_new && tries < 16; ++tries) {
      auto spread = static_cast<uint64_t>(std::clamp<int64_t>(size / 12, 2, 10));
      int64_t step = 1 + 2 * static_cast<int64_t>(random.below(spread));
      int64_t next = random.chance(0.5) && size - step >= 3 ? size - step : size + step;
      bool is_taken = std::any_of(changed.begin(), changed.end(),
                                  [&](const auto& other) { return other.second == next; });
      entry->second = next;
      if (!is_taken) break;
    }
    return entry->second;
  };
  Sizes all = sizes;
  for (const SizeSite& site : task.sites) {
    if (sizes.at(site.name) > kSmallest) all[site.name] = another(site);
  }
  if (all != sizes && works(all)) return all;
  // One at a time: whatever the task takes another value for.
  Sizes result = sizes;
  std::set<int64_t> tried;
  for (const SizeSite& site : task.sites) {
    int64_t size = sizes.at(site.name);
    if (size < 2 || !tried.insert(site.value).second) continue;
    for (int64_t next : {another(site), 2 * size, size / 2, size - 1}) {
      if (next < 1 || next == size) continue;
      Sizes candidate = result;
      for (const SizeSite& same : task.sites) {
        if (same.value == site.value) candidate[same.name] = next;
      }
      if (works(candidate)) {
        result = candidate;
        break;
      }
      // Equal numbers need not belong together.
      candidate = result;
      candidate[site.name] = next;
      if (works(candidate)) {
        result = candidate;
        break;
      }
    }
  }
  return result;
}

}  // namespace tilewright::tasks
