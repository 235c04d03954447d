// What a real GPU said about a candidate, beside the verdict of the CPU's run. No torch here.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/result.h"

namespace tilewright::judge {

// Times of repetitions, each with a cold L2 cache, by the device's own events. Microseconds.
struct MeasuredTime {
  int repetitions = 0;
  double median = 0, low = 0, high = 0;  // low and high: the 10th and the 90th percentile
  int clock_megahertz = 0;               // of the multiprocessors, right after; 0: unknown
};

// One of compute-sanitizer's tools.
struct SanitizerTool {
  std::string tool;
  uint64_t count = 0;                        // as the tool counts: each thread's error is one
  std::vector<ResolvedDiagnostic> findings;  // one for each place
  std::string failure;                       // why it could not work; empty: it could
};

struct GpuRecord {
  std::string device, driver;
  std::string builder;               // "nvcc" or "nvrtc"
  bool agrees = false;               // with the oracle (check) or with what the CPU's run printed (run)
  int trials_passed = 0;             // of check
  double error_in_tolerances = 0;    // of check: the largest, 1 is the limit
  int exit_code = 0;                 // of run
  std::string output;                // of run: what the program printed there
  std::vector<ResolvedDiagnostic> faults;  // of compiling, running and comparing
  std::optional<MeasuredTime> time, baseline_time;
  std::string baseline;  // "torch 2.11.0, eager"; empty: none
  std::vector<SanitizerTool> sanitizer;
};

nlohmann::json gpu_record_to_json(const GpuRecord& record);
Result<GpuRecord> gpu_record_from_json(const nlohmann::json& value);

}  // namespace tilewright::judge
