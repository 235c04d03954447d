#include "tasks/lint.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tilewright::tasks {
namespace {

using library::HostTensor;

// Outputs that differ by less than this share of their scale count as equal.
constexpr double kSame = 1e-6;
constexpr double kNegligible = 1e-4;

std::vector<double> values_of(const script::Value& result) {
  std::vector<double> values;
  if (library::is_tensor(result)) {
    HostTensor tensor = library::to_host(result);
    size_t step = size_of(tensor.dtype);
    for (size_t at = 0; at < tensor.data.size(); at += step)
      values.push_back(load_as_double(tensor.dtype, tensor.data.data() + at));
    return values;
  }
  auto visit = [&](const std::vector<script::Value>& items) {
    for (const script::Value& item : items) {
      std::vector<double> more = values_of(item);
      values.insert(values.end(), more.begin(), more.end());
    }
  };
  if (const auto* list = result.as<script::List>()) visit(list->items);
  if (const auto* tuple = result.as<script::Tuple>()) visit(tuple->items);
  return values;
}

double scale_of(const std::vector<double>& values) {
  double most = 0;
  for (double value : values) {
    if (std::isfinite(value)) most = std::max(most, std::abs(value));
  }
  return most;
}

bool are_same(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size()) return false;
  double limit = kSame * std::max(scale_of(a), scale_of(b));
  for (size_t i = 0; i < a.size(); ++i) {
    bool is_same = a[i] == b[i] || std::abs(a[i] - b[i]) <= limit || (std::isnan(a[i]) && std::isnan(b[i]));
    if (!is_same) return false;
  }
  return true;
}

class Linter {
 public:
  Linter(SourceManager& sources, const TaskSource& task, const Sizes& sizes, const TaskOptions& options)
      : sources_(sources), task_(task), sizes_(sizes), options_(options) {}

  Result<std::vector<LintFinding>> run() {
    Result<LoadedTask> loaded = load(sources_, task_, sizes_, options_, 1);
    if (!loaded) return fail(loaded.error());
    Result<std::vector<script::Value>> first = loaded->make_inputs(1), other = loaded->make_inputs(2);
    if (!first) return fail(first.error());
    if (!other) return fail(other.error());
    Result<std::vector<double>> base = outputs(*loaded, *first), changed = outputs(*loaded, *other);
    if (!base) return fail(base.error());
    if (!changed) return fail(changed.error());
    check_values(*base, *changed);
    for (size_t i = 0; i < first->size(); ++i) {
      if (Result<void> checked = check_input(*loaded, *first, *other, *base, i); !checked)
        return fail(checked.error());
    }
    return std::move(findings_);
  }

 private:
  Result<std::vector<double>> outputs(LoadedTask& task, const std::vector<script::Value>& inputs) {
    std::vector<double> values;
    // In-place operations of forward must not reach the next run's inputs.
    Result<script::Value> result = task.interpreter->guard([&] {
      std::vector<script::Value> copies;
      for (const script::Value& input : inputs) {
        copies.push_back(library::is_tensor(input) ? library::clone_tensor(*task.interpreter, input) : input);
      }
      library::manual_seed(*task.interpreter, 1);
      values = values_of(task.interpreter->call_value(task.model, {std::move(copies), {}, {}}));
      return script::Value();
    });
    if (!result) return fail(result.error());
    return values;
  }

  void check_values(const std::vector<double>& base, const std::vector<double>& changed) {
    double scale = scale_of(base);
    bool is_constant = are_same(base, changed) &&
                       are_same(base, std::vector<double>(base.size(), base.empty() ? 0 : base[0]));
    if (is_constant)
      add(LintFinding::Kind::ConstantOutput,
          fmt::format("the output is {} whatever the inputs", base.empty() ? 0 : base[0]));
    if (!is_constant && scale < kNegligible) {
      add(LintFinding::Kind::NegligibleOutput,
          fmt::format("no output exceeds {:.2g}: zeros pass an absolute tolerance of {}", scale,
                      kNegligible));
    }
    auto is_bad = [](double value) { return !std::isfinite(value); };
    if (auto bad = std::count_if(base.begin(), base.end(), is_bad); bad > 0) {
      add(LintFinding::Kind::NonFiniteOutput,
          fmt::format("{} of {} outputs are infinite or NaN", bad, base.size()));
    }
  }

  Result<void> check_input(LoadedTask& task, const std::vector<script::Value>& first,
                           const std::vector<script::Value>& other, const std::vector<double>& base,
                           size_t index) {
    if (!library::is_tensor(first[index])) return {};
    std::vector<script::Value> mixed = first;
    mixed[index] = other[index];
    Result<std::vector<double>> values = outputs(task, mixed);
    if (!values) return fail(values.error());
    std::string name =
        index < task.forward_names.size() ? task.forward_names[index] : fmt::format("input {}", index);
    if (are_same(base, *values))
      add(LintFinding::Kind::UnusedInput, fmt::format("the output does not depend on `{}`", name));
    return {};
  }

  void add(LintFinding::Kind kind, std::string message) { findings_.push_back({kind, std::move(message)}); }

  SourceManager& sources_;
  const TaskSource& task_;
  const Sizes& sizes_;
  const TaskOptions& options_;
  std::vector<LintFinding> findings_;
};

}  // namespace

Result<std::vector<LintFinding>> lint(SourceManager& sources, const TaskSource& task, const Sizes& sizes,
                                      const TaskOptions& options) {
  return Linter(sources, task, sizes, options).run();
}

}  // namespace tilewright::tasks
