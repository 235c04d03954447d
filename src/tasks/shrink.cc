// Sizes at which a task is small enough to judge, and a second size that shares no pattern with the first.
// Both are found by running the task: whether a size works is not to be guessed from the text.
#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>

#include "base/random.h"
#include "tasks/task_runs.h"

namespace tilewright::tasks {
namespace {

// Integers up to this are kernel sizes, strides, numbers of dimensions and the like.
constexpr int64_t kSmallest = 4;

int64_t largest_divisor_up_to(int64_t value, int64_t limit) {
  constexpr int64_t kMostTried = 1 << 20;  // an integer beyond 2^40 is no size of anything
  int64_t best = 1;
  for (int64_t divisor = 1; divisor <= std::min(limit, kMostTried) && divisor <= value / divisor; ++divisor) {
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

// Whether forward runs at these sizes.
Result<void> try_forward(TaskRuns& runs, const Sizes& sizes) {
  return runs.at(sizes, {}, [](LoadedTask& loaded) -> Result<void> {
    Result<std::vector<script::Value>> inputs = loaded.make_inputs(1);
    if (!inputs) return fail(inputs.error());
    if (Result<script::Value> result = loaded.run(*inputs); !result) return fail(result.error());
    return {};
  });
}

bool is_too_large(const Diagnostic& diagnostic) {
  return diagnostic.kind == DiagnosticKind::MemoryBudget || diagnostic.kind == DiagnosticKind::FuelExhausted;
}

// The task's sizes under every cap from the smallest to one that cuts nothing, each set once.
std::vector<Sizes> ladder_of(const TaskSource& task) {
  int64_t largest = 0;
  for (const SizeSite& site : task.sites) largest = std::max(largest, site.value);
  std::vector<Sizes> ladder;
  for (int64_t cap = kSmallest;; cap *= 2) {
    Sizes sizes = capped(task, cap);
    if (ladder.empty() || sizes != ladder.back()) ladder.push_back(std::move(sizes));
    if (cap >= largest || cap > std::numeric_limits<int64_t>::max() / 2) return ladder;
  }
}

// How many steps of the ladder fit, found with few runs: one step multiplies elements by at most 2^rank, so
// what is too large by more than one step is never built. Empty: some step fails, or none fits.
std::optional<size_t> climb(TaskRuns& runs, const std::vector<Sizes>& ladder, int64_t max_elements) {
  constexpr size_t kStart = 2;  // smaller sizes say little, and some tasks refuse them
  size_t at = std::min(kStart, ladder.size() - 1);
  std::optional<size_t> fitting;
  while (true) {
    const Result<TaskRuns::Extent>& extent = runs.extent(ladder[at]);
    if (!extent) return std::nullopt;
    if (extent->elements > max_elements) return fitting;
    fitting = at + 1;
    if (at + 1 == ladder.size()) return fitting;
    size_t step = 1;
    int64_t room = max_elements / std::max<int64_t>(1, extent->elements);
    int rank = std::max(1, extent->rank);  // 0: no tensor but scalars
    while (static_cast<int>(step + 1) * rank < 62 &&
           (int64_t{1} << (static_cast<int>(step + 1) * rank)) <= room) {
      ++step;
    }
    at = std::min(at + step, ladder.size() - 1);
  }
}

// The steps that fit, one after the other from the smallest: for tasks that refuse some of them.
std::vector<Sizes> walk(TaskRuns& runs, const std::vector<Sizes>& ladder, int64_t max_elements,
                        std::optional<Diagnostic>& first_failure) {
  std::vector<Sizes> fitting;
  for (const Sizes& sizes : ladder) {
    const Result<TaskRuns::Extent>& extent = runs.extent(sizes);
    if (!extent) {
      if (!first_failure) first_failure = extent.error();
      if (is_too_large(extent.error())) break;  // larger sizes only need more
      continue;
    }
    if (extent->elements > max_elements && !fitting.empty()) break;
    fitting.push_back(sizes);
    if (extent->elements > max_elements) break;
  }
  return fitting;
}

}  // namespace

Result<Sizes> shrink(TaskRuns& runs, const TaskOptions& options) {
  const TaskSource& task = runs.task();
  if (options.max_elements == 0 || task.sites.empty()) return task.written_sizes;
  std::vector<Sizes> ladder = ladder_of(task);
  std::vector<Sizes> fitting;
  std::optional<Diagnostic> first_failure;
  if (std::optional<size_t> steps = climb(runs, ladder, options.max_elements))
    fitting.assign(ladder.begin(), ladder.begin() + static_cast<int64_t>(*steps));
  else
    fitting = walk(runs, ladder, options.max_elements, first_failure);
  // The largest of them at which forward runs too: few tasks refuse a size that their inputs accept.
  for (auto sizes = fitting.rbegin(); sizes != fitting.rend(); ++sizes) {
    if (options.shapes_only) return *sizes;
    Result<void> ran = try_forward(runs, *sizes);
    if (ran) return *sizes;
    if (!first_failure) first_failure = ran.error();
  }
  std::optional<Sizes> best;
  Sizes previous;
  for (int64_t divisor = 256; divisor >= 2; divisor /= 2) {
    Sizes sizes = divided(task, divisor);
    if (sizes == previous) continue;
    previous = sizes;
    const Result<TaskRuns::Extent>& extent = runs.extent(sizes);
    if (!extent) continue;
    if (extent->elements > options.max_elements && best) break;
    if (!options.shapes_only && !try_forward(runs, sizes)) continue;
    best = std::move(sizes);
    if (extent->elements > options.max_elements) break;
  }
  if (best) return *best;
  // No cut size runs: a mistake in the task shows at its written sizes too, with its own message.
  return fail(first_failure ? *first_failure
                            : Diagnostic{DiagnosticKind::BadTask, "the task runs at no size", {}, {}});
}

Result<Sizes> shrink(SourceManager& sources, const TaskSource& task, const TaskOptions& options) {
  TaskRuns runs(sources, task, options.limits);
  return shrink(runs, options);
}

Result<Sizes> vary(SourceManager& sources, const TaskSource& task, const Sizes& sizes,
                   const TaskOptions& options, uint64_t seed) {
  TaskRuns runs(sources, task, options.limits);
  return vary(runs, sizes, options, seed);
}

Result<Sizes> vary(TaskRuns& runs, const Sizes& sizes, const TaskOptions& options, uint64_t seed) {
  const TaskSource& task = runs.task();
  Random random({seed, 0x76617279, 0, 0});
  // Some more elements are fine for a second size; the limit stays in force for tasks near memory's end.
  auto works = [&](const Sizes& candidate) {
    const Result<TaskRuns::Extent>& extent = runs.extent(candidate);
    if (!extent || (options.max_elements != 0 && extent->elements > 4 * options.max_elements)) return false;
    return options.shapes_only || try_forward(runs, candidate).has_value();
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
  // A number that the constructor takes and no tensor's shape shows (a count of groups) stays: it is part of
  // the computation, and a candidate could not see it change.
  auto is_hidden = [&](const SizeSite& site) {
    if (site.is_read_by_inputs || !site.is_read_by_init) return false;
    const Result<TaskRuns::Extent> base = runs.extent(sizes);
    int64_t size = sizes.at(site.name);
    for (int64_t next : {2 * size, size / 2, size + 1, size - 1}) {
      if (!base || next < 1 || next == size) continue;
      Sizes candidate = sizes;
      candidate[site.name] = next;
      const Result<TaskRuns::Extent>& extent = runs.extent(candidate);
      if (extent) return extent->shapes == base->shapes;
    }
    return false;
  };
  std::set<std::string> hidden;
  for (const SizeSite& site : task.sites) {
    if (is_hidden(site)) hidden.insert(site.name);
  }
  Sizes all = sizes;
  for (const SizeSite& site : task.sites) {
    if (sizes.at(site.name) > kSmallest && !hidden.contains(site.name)) all[site.name] = another(site);
  }
  if (all != sizes && works(all)) return all;
  // One at a time: whatever the task takes another value for.
  Sizes result = sizes;
  std::set<int64_t> tried;
  for (const SizeSite& site : task.sites) {
    int64_t size = sizes.at(site.name);
    if (hidden.contains(site.name)) continue;
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
