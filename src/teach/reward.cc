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

}  // namespace

tune::Reward reward_of(const judge::Verdict& verdict, double median_microseconds,
                       const RewardOptions& options) {
  tune::Reward reward;
  reward.status = judge::spelling(verdict.status);
  reward.summary = verdict.summary;
  if (verdict.status == judge::Status::Unsupported) return reward;
  double step = step_of(verdict.status);
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
