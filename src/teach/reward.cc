#include "teach/reward.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace tilewright::teach {
namespace {

constexpr double kParses = 0.05, kRuns = 0.1, kShape = 0.15, kCorrect = 1;

double step_of(judge::Status status) {
  switch (status) {
    case judge::Status::SyntaxError:
    case judge::Status::Exploit:
    case judge::Status::Unsupported:
      return 0;
    case judge::Status::CompileError:
    case judge::Status::LaunchError:
    case judge::Status::NoKernel:
    case judge::Status::Timeout:
    case judge::Status::OutOfMemory:
      return kParses;
    case judge::Status::MemoryFault:
    case judge::Status::UninitialisedRead:
    case judge::Status::Race:
    case judge::Status::BarrierDivergence:
    case judge::Status::Nondeterministic:
    case judge::Status::WrongShape:
    case judge::Status::WrongDtype:
      return kRuns;
    case judge::Status::WrongValues:
      return kShape;
    case judge::Status::Correct:
    case judge::Status::Clean:
      return kCorrect;
  }
  TW_CHECK(false, "no such status");
}

// Of the text's lines, those before the first error's.
double share_before_error(const judge::Verdict& verdict, std::string_view text) {
  auto lines = static_cast<double>(std::count(text.begin(), text.end(), '\n'));
  uint32_t first = 0;
  for (const ResolvedDiagnostic& diagnostic : verdict.diagnostics) {
    if (diagnostic.line != 0 && (first == 0 || diagnostic.line < first)) first = diagnostic.line;
  }
  return first == 0 ? 0 : std::min(1.0, (first - 1) / std::max(lines, 1.0));
}

}  // namespace

tune::Reward reward_of(const judge::Verdict& verdict, double median_microseconds,
                       const RewardOptions& options, std::string_view compiled) {
  tune::Reward reward;
  reward.status = judge::spelling(verdict.status);
  reward.summary = verdict.summary;
  if (verdict.status == judge::Status::Unsupported) return reward;
  double step = step_of(verdict.status);
  if (!compiled.empty() && verdict.status == judge::Status::CompileError) step *= share_before_error(verdict, compiled);
  bool is_correct = verdict.status == judge::Status::Correct;
  double speed = 0;
  if (is_correct && verdict.time && verdict.time->microseconds > 0 && median_microseconds > 0) {
    double gain = std::log(median_microseconds / verdict.time->microseconds);
    double resolved = std::max(0.0, std::abs(gain) - std::log(kResolution));
    double full = std::log(options.speed_range) - std::log(kResolution);
    speed = options.speed_weight * std::copysign(std::min(1.0, resolved / full), gain);
  }
  reward.value = step + speed;
  reward.parts = {{"parses", step >= kParses ? 1.0 : 0.0},
                  {"runs", step >= kRuns ? 1.0 : 0.0},
                  {"shape", step >= kShape ? 1.0 : 0.0},
                  {"correct", is_correct ? 1.0 : 0.0},
                  {"speed", speed}};
  return reward;
}

}  // namespace tilewright::teach
