// Triton on the CPU. install() adds the modules triton, triton.language (and their submodules) to
// an interpreter; a launch `kernel[grid](...)` in the script then specialises the jit function on
// its arguments, compiles it to a block program (cached), runs it over the grid with every access
// checked, and appends what it counted to the session.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/work_counters.h"
#include "script/interpreter.h"

namespace tilewright::chips {
struct Chip;
}
namespace tilewright::kernels::memory {
class Rehearsal;
class TraceRecorder;
}

namespace tilewright::kernels::triton {

struct TritonOptions {
  std::string api_version = "3.6";  // names that this version lacks get a note saying which has them
  bool check_races = true;
  bool check_uninitialised = true;
  // What a load masks off without `other` is undefined by the language and 0 on GPUs. False: where it reaches
  // memory, an address or a branch, that is a fault. True: it is 0 and a warning.
  bool masked_lanes_are_zero = false;
  // Whether lanes of one program that meet in memory without a barrier, in different warps whatever the
  // layout, are a fault (race).
  bool checks_barriers = true;
  bool count_work = true;
  // Runs programs in reverse order instead of forward (judge: two orders must agree).
  bool reverse_order = false;
  // Programs that may wait for each other take turns where they meet: at atomics that change memory and at the ends of waiting
  // loops. 0: they do not; 1: at all of those; more: at some of those, another choice for each number.
  uint64_t alternation = 0;
  // Every launch of several programs runs again in reverse order, and where programs may wait for each other in some
  // alternations; memory must come out the same.
  bool compares_orders = false;
  // Parameters whose tensors may then hold their elements in another order.
  std::vector<std::string> unordered;
  // A store beside the view that an argument is, inside of the memory behind it, is a fault.
  bool views_are_bounds = false;
  // At most this many programs of a launch run, spread evenly over the grid, and what they counted is scaled
  // up; 0: all. For estimates at sizes too large to execute; outputs are then incomplete.
  uint64_t sample_programs = 0;
  // Not 0: the programs that run are drawn with it, and more of them run where their work is unequal.
  uint64_t sample_key = 0;
  // Autotuned kernels take the config that this chip would run fastest; null: the first that compiles.
  std::shared_ptr<const chips::Chip> autotune_chip;
  // Turns of one while loop, as often as it is entered, after which it is taken not to end (machine_loops.cc).
  uint64_t loop_turns = 100'000'000;
  int max_faults = 8;  // faults reported a launch
  bool prints = true;  // what tl.device_print gives
  // Threads that share the programs of a launch whose work, in elements of block values, is `split_above`
  // or more. Values, counters and faults are those of one thread; launches with atomics or prints, or without
  // race checks, use one.
  int threads = 1;
  uint64_t split_above = uint64_t{1} << 18;
  // Refuses tensors labelled "cpu", as a launch on a GPU would (judge).
  bool requires_device_memory = false;
  bool keeps_origins = false;  // notes in regions which bytes kernels stored (judge)
  bool lists_kernels = false;  // keeps every jit function for survey_kernels()
  DotPrecision dot_precision = DotPrecision::Tf32;  // of fp32 products that name none: the backend's default
  bool only_compiles = false;  // launches end before they run
};

// What happened in one run. Faults are diagnostics of kinds OutOfBounds, UninitialisedRead, Race, ...;
// the first fault of a launch ends that launch and aborts the script with it.
struct TritonSession {
  TritonOptions options;
  std::vector<WorkCounters> launches;
  std::vector<Diagnostic> faults;
  std::vector<std::string> autotuned;  // a line a choice: kernel, config, estimate
  memory::TraceRecorder* trace = nullptr;  // not owned; set: launches that count are recorded, on one thread
  memory::Rehearsal* rehearsal = nullptr;  // not owned; set: notes what launches find, or stands in for it
};

// The session is owned by the caller and must outlive the interpreter.
void install(script::Interpreter& interpreter, TritonSession& session);

}  // namespace tilewright::kernels::triton
