// NKI for the evaluator: install() registers `nki` and the packages below it (generation B: nki 0.2 to 0.7).
// A kernel runs eagerly in program order, each instruction checked against the limits of the chip, and what
// it would take on the device is estimated from a timeline of the engines.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/work_counters.h"
#include "chips/neuron_chip.h"
#include "kernels/nki/timeline.h"
#include "script/interpreter.h"

namespace tilewright::kernels::nki {

// An instruction on the timeline; seconds from the launch's start.
struct TimelineEntry {
  Engine engine = Engine::Tensor;
  std::string_view instruction;  // of the table: lives for ever
  double start = 0, seconds = 0;
  Span span;
};

// One launch of a kernel; times are estimates.
struct LaunchRecord {
  std::string kernel, chip;
  double seconds = 0;
  std::array<double, kEngines> busy_seconds{};  // by Engine
  std::array<uint64_t, kEngines> instructions{};
  uint64_t hbm_bytes_read = 0, hbm_bytes_written = 0;
  int64_t spilled_bytes = 0;  // generation A: of tiles that do not fit SBUF, to HBM and back
  int64_t sbuf_peak_bytes = 0,
          psum_peak_bytes = 0;             // of one partition, live at the same time in program order
  std::vector<std::string> critical_path;  // "DMA dma_copy 41 %", the largest shares first
  std::vector<TimelineEntry> timeline;     // with keeps_timeline; of the core that takes longest
};
// What the launch did in the schema of all kernel languages: bytes of HBM.
WorkCounters counters_of(const LaunchRecord& launch);
std::string_view busiest_engine(const LaunchRecord& launch);
// The timelines in Chrome's trace-event format (JSON; opens in Perfetto): a process for each launch, a thread
// for each engine, microseconds.
std::string chrome_trace(const std::vector<LaunchRecord>& launches, const SourceManager& sources);
// "nki: kernel 'softmax' on trn2: 12.3 us estimated; Vector 63 % busy, DMA 80 %; SBUF 24 KiB a partition"
std::string summary(const LaunchRecord& launch);
// A line for each kernel: of the launch that takes longest, with the number of launches where there are
// several.
std::vector<std::string> summaries(const std::vector<LaunchRecord>& launches);

struct NkiOptions {
  // The chip where neither the script nor the environment names one.
  std::string chip = "trn2";
  bool keeps_timeline = false;
};

// The caller's; must outlive the interpreter.
struct NkiSession {
  NkiOptions options;
  std::vector<LaunchRecord> launches;
  std::vector<Diagnostic> faults;
};

void install(script::Interpreter& interpreter, NkiSession& session);

// Every instruction of nki.isa as a Markdown table: name, cores, engines, what it does, whether it runs here.
std::string instruction_table();

}  // namespace tilewright::kernels::nki
