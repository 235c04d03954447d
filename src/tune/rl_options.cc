#include <fmt/format.h>

#include <limits>

#include "base/text.h"
#include "tune/objective.h"
#include "tune/rl.h"

namespace tilewright::tune {
namespace {

Result<void> one_of(std::string_view option, std::string_view value,
                    const std::vector<std::string_view>& choices) {
  for (std::string_view choice : choices) {
    if (choice == value) return {};
  }
  std::string list;
  for (std::string_view choice : choices) list += fmt::format("{}{}", list.empty() ? "" : ", ", choice);
  return fail(DiagnosticKind::BadOption, fmt::format("{}: there is no '{}'{}; choose from {}", option, value,
                                                     suggestion(value, choices), list));
}

}  // namespace

Result<void> validate(const RlOptions& options) {
  for (auto checked : {one_of("algorithm", options.algorithm, algorithm_names()),
                       one_of("schedule", options.schedule, {"constant", "linear", "cosine"}),
                       one_of("truncated", options.truncated, {"mask", "keep", "shape"}),
                       one_of("kl-estimator", options.kl_estimator, {"k1", "k2", "k3"})}) {
    if (!checked) return checked;
  }
  struct Bound {
    const char* name;
    double value, least;
  };
  for (Bound bound : {Bound{"steps", double(options.steps), 0},
                      {"completions", double(options.completions), 1},
                      {"max-new-tokens", double(options.max_new_tokens), 1},
                      {"updates", double(options.updates), 1},
                      {"mini-batches", double(options.mini_batches), 1},
                      {"micro-batch-tokens", double(options.micro_batch_tokens), 1},
                      {"overlong-tokens", double(options.overlong_tokens), 1},
                      {"temperature", options.temperature, 1e-3},
                      {"learning-rate", options.learning_rate, 0},
                      {"kl-coefficient", options.kl_coefficient, 0}}) {
    if (!(bound.value >= bound.least)) {
      return fail(DiagnosticKind::BadOption,
                  fmt::format("{} is {}, but must be at least {}", bound.name, bound.value, bound.least));
    }
  }
  return {};
}

double RlStep::metric(std::string_view name) const {
  for (const auto& [key, value] : metrics) {
    if (key == name) return value;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace tilewright::tune
