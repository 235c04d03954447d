// Launches as text: the summary line, counters for verdicts, the timeline in Chrome's trace-event format.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "kernels/nki/nki.h"

namespace tilewright::kernels::nki {
namespace {

std::string kibibytes(int64_t bytes) { return fmt::format("{:.4g} KiB", static_cast<double>(bytes) / 1024); }

}  // namespace

std::string summary(const LaunchRecord& launch) {
  std::string busy;
  for (size_t e = 0; e < kEngines; ++e) {
    if (launch.instructions[e] == 0) continue;
    double share = launch.seconds > 0 ? 100 * launch.busy_seconds[e] / launch.seconds : 0;
    busy += fmt::format(", {} {:.0f} %", spelling(static_cast<Engine>(e)), share);
  }
  return fmt::format(
             "nki: kernel '{}' on {}: {:.2f} us estimated; busy{}; HBM {:.4g} KiB read, {:.4g} KiB written; "
             "SBUF "
             "{}, PSUM {} a partition",
             launch.kernel, launch.chip, launch.seconds * 1e6, busy.empty() ? " nothing" : busy.substr(1),
             static_cast<double>(launch.hbm_bytes_read) / 1024,
             static_cast<double>(launch.hbm_bytes_written) / 1024, kibibytes(launch.sbuf_peak_bytes),
             kibibytes(launch.psum_peak_bytes)) +
         (launch.spilled_bytes == 0 ? "" : fmt::format("; {} spilled", kibibytes(launch.spilled_bytes)));
}

std::vector<std::string> summaries(const std::vector<LaunchRecord>& launches) {
  std::vector<std::string> lines;
  std::vector<std::string> seen;
  for (const LaunchRecord& first : launches) {
    if (std::find(seen.begin(), seen.end(), first.kernel) != seen.end()) continue;
    seen.push_back(first.kernel);
    const LaunchRecord* longest = &first;
    size_t count = 0;
    for (const LaunchRecord& one : launches) {
      if (one.kernel != first.kernel) continue;
      ++count;
      if (one.seconds > longest->seconds) longest = &one;
    }
    lines.push_back(summary(*longest) +
                    (count > 1 ? fmt::format(" (the longest of {} launches)", count) : ""));
  }
  return lines;
}

WorkCounters counters_of(const LaunchRecord& launch) {
  WorkCounters work;
  work.kernel = launch.kernel;
  work.programs = 1;
  TensorTraffic traffic;
  traffic.tensor = "HBM";
  traffic.bytes_loaded = launch.hbm_bytes_read;
  traffic.bytes_stored = launch.hbm_bytes_written;
  work.tensors.push_back(std::move(traffic));
  return work;
}

std::string_view busiest_engine(const LaunchRecord& launch) {
  auto most = std::max_element(launch.busy_seconds.begin(), launch.busy_seconds.end());
  return spelling(static_cast<Engine>(most - launch.busy_seconds.begin()));
}

std::string chrome_trace(const std::vector<LaunchRecord>& launches, const SourceManager& sources) {
  using nlohmann::json;
  json events = json::array();
  for (size_t process = 0; process < launches.size(); ++process) {
    const LaunchRecord& launch = launches[process];
    events.push_back({{"ph", "M"},
                      {"name", "process_name"},
                      {"pid", process},
                      {"args", {{"name", fmt::format("{} on {}", launch.kernel, launch.chip)}}}});
    for (size_t e = 0; e < kEngines; ++e) {
      if (launch.instructions[e] == 0) continue;
      events.push_back({{"ph", "M"},
                        {"name", "thread_name"},
                        {"pid", process},
                        {"tid", e},
                        {"args", {{"name", spelling(static_cast<Engine>(e))}}}});
    }
    for (const TimelineEntry& entry : launch.timeline) {
      json event = {{"ph", "X"},
                    {"name", entry.instruction},
                    {"pid", process},
                    {"tid", static_cast<int>(entry.engine)},
                    {"ts", entry.start * 1e6},
                    {"dur", entry.seconds * 1e6}};
      if (entry.span) event["args"] = {{"place", sources.describe(entry.span)}};
      events.push_back(std::move(event));
    }
  }
  return json{{"traceEvents", std::move(events)}, {"displayTimeUnit", "ns"}}.dump();
}

}  // namespace tilewright::kernels::nki
