// One launch: the chip it runs on, what it allocated, when its instructions would run.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "kernels/nki/nki.h"
#include "kernels/nki/objects.h"

namespace tilewright::kernels::nki {

// What a call of generation A returned and nothing has used yet: it runs when something does, straight into
// the place that an assignment names.
struct Pending {
  script::Ref<TensorObject> tile;
  bool keeps_type = false;  // writes nothing but the tile's own type
  std::function<void(const View& dst, bool accumulates)> run;
};

struct Launch {
  Launch(script::Interpreter& host, const chips::NeuronChip& target) : interpreter(host), chip(target) {}
  script::Interpreter& interpreter;
  const chips::NeuronChip& chip;
  std::string kernel;
  Span span;                           // of the call
  std::vector<int64_t> grid, program;  // empty: one program
  bool is_generation_a = false;
  std::optional<Pending> pending;
  // Runs what is pending.
  void settle();
  Timeline timeline;
  LaunchRecord record;
  std::vector<std::shared_ptr<Liveness>> allocations;
  uint64_t instructions = 0;
  uint64_t random_seed = 0, random_draws = 0;  // of isa_random.cc
  // Arrays of the host that are constants of the kernel: their memory is read until the launch ends.
  std::vector<script::Value> constants;
  // Shared HBM in the order of allocation: the programs of a launch get the same tensors.
  std::vector<View> shared;
  size_t shared_used = 0;
};

// Per interpreter.
struct Context {
  NkiSession* session = nullptr;
  std::map<std::string, chips::NeuronChip, std::less<>> chips;
  std::unique_ptr<Launch> launch;  // null: host code runs
  std::unordered_map<const script::Object*, Op> numpy_ops;
  bool knows_numpy = false;
};
Context& context_of(script::Interpreter& interpreter);

// The launch that runs; raises where host code calls what works only inside a kernel.
Launch& current_launch(script::Interpreter& interpreter, std::string_view function);
const chips::NeuronChip& chip_named(script::Interpreter& interpreter, const std::string& name);
// The chip that a launch made now would run on: nki's own environment variable, else the session's.
const chips::NeuronChip& target_chip(script::Interpreter& interpreter);

// A tensor of unset elements. Faults where it is larger than the memory or has too many partitions.
// `blocks`: dimensions in front of the partition that count blocks of partitions.
View allocate(Launch& launch, Space space, const Dims& shape, ElementType type, std::string name, Span span,
              size_t blocks = 0);

// Runs a kernel's function on host values: torch tensors, numpy arrays, plain values. Returns its results as
// the host's.
script::Value run_kernel(script::Interpreter& interpreter, const KernelObject& kernel,
                         script::CallArguments arguments);

// Ends the launch with a fault at the present place.
[[noreturn]] void fault(script::Interpreter& interpreter, DiagnosticKind kind, std::string message,
                        std::vector<Note> notes = {});
Note allocated_here(const View& view);
std::string_view instruction_name(uint16_t row);  // of instructions.def

}  // namespace tilewright::kernels::nki
