// Verdicts and requests: serialisable values that cross process boundaries (docs/verdict.md has
// the JSON schema). No torch here.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/result.h"
#include "base/work_counters.h"
#include "judge/gpu_record.h"

namespace tilewright::judge {

inline constexpr int kVerdictSchema = 1;

// design.md section 4; spellings in statuses.def.
enum class Status : uint8_t {
#define TW_STATUS(identifier, spelling, exit_code, doc) identifier,
#include "judge/statuses.def"
#undef TW_STATUS
};
std::string_view spelling(Status status);
std::optional<Status> status_from_spelling(std::string_view text);
int exit_code(Status status);  // of `check` and `run`: 0 clean, 1 against the candidate, 3 unsupported

struct TimeEstimate {
  std::string kind;  // "estimated" or "measured"
  std::string chip;
  double microseconds = 0;
  std::string limiter;               // "memory", "compute", "launch", "occupancy"
  double baseline_microseconds = 0;  // 0: none
  std::string baseline;
  double speedup = 0;  // baseline / time, 0: none
};

struct ValueMismatch {
  std::string output;          // "output" or "output[1]"
  std::vector<int64_t> index;  // of the worst element
  double expected = 0, actual = 0;
  double error_in_tolerances = 0;  // 1 is the limit
  uint64_t wrong_elements = 0, elements = 0;
  std::string distribution;  // input distribution under which it happened
  std::string shape_variant;
  std::vector<double> expected_slice, actual_slice;  // along the last dimension around the worst element
};

// What an estimated time was counted from (docs/judging.md).
struct Sampling {
  enum class Basis : uint8_t {
    Whole,    // every program, at the sizes of the first trial, which are the task's or stand for them
    Sampled,  // programs drawn with `key`, at the task's sizes
    Raised,   // the same, or the first trial where they say nothing, raised to what must be done there
  };
  Basis basis = Basis::Whole;
  uint64_t key = 0;  // 0: nothing was drawn
};
std::string_view spelling(Sampling::Basis basis);

struct Verdict {
  Status status = Status::Unsupported;
  std::string summary;  // one line
  std::vector<ResolvedDiagnostic> diagnostics;
  double error_in_tolerances = 0;  // largest over all outputs, also when correct
  std::optional<ValueMismatch> mismatch;
  std::vector<WorkCounters> launches;  // at timed_sizes; a few programs are run and scaled to the grid
  std::map<std::string, int64_t> timed_sizes;  // the task's integers there; empty: those of the first trial
  Sampling sampling;                           // of `launches`
  std::optional<TimeEstimate> time;
  std::optional<GpuRecord> gpu;  // when a GPU was asked for and there is one
  uint64_t fuel = 0;
  int trials_passed = 0, trials = 0;  // (shape, distribution) pairs
};

enum class CandidateLanguage : uint8_t { Triton, Cuda, Nki };

struct JudgeOptions {
  std::string chip = "h100";
  uint64_t seed = 0;             // secret to candidates
  int64_t max_elements = 65536;  // inputs are shrunk until each fits (tasks/shrink.h)
  int shape_variants = 2;
  uint64_t fuel = 2'000'000'000;
  uint64_t memory_bytes = uint64_t{2} << 30;
  bool check_races = true;
  bool estimate_time = true;
  bool allow_host_compute =
      false;  // true: torch compute operations in the candidate's host code are no no_kernel
};

struct Request {
  std::string id;  // echoed
  std::string task_name, task_source;
  std::string candidate_name, candidate_source;
  CandidateLanguage language = CandidateLanguage::Triton;
  JudgeOptions options;
};

std::string to_json(const Verdict& verdict);  // one line
Result<Verdict> verdict_from_json(std::string_view text);
std::string to_json(const Request& request);
Result<Request> request_from_json(std::string_view text);

}  // namespace tilewright::judge
