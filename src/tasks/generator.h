// The seeded generator of tasks: families of small programs in KernelBench's shape, varied in
// operations, constants, argument names and sizes, and a split by composition.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tilewright::tasks {

struct GeneratedTask {
  std::string name;                   // "elementwise_000123"
  std::string family;                 // a row of families.def
  std::string source;                 // the task file
  bool has_unseen_constants = false;  // numbers and argument names drawn from the held-out vocabulary
};

struct GeneratorOptions {
  uint64_t seed = 0;
  // Draw constants and argument names from the held-out vocabulary, which the training one never uses.
  bool use_held_out_vocabulary = false;
};

// Deterministic in (options, index): the index-th task, families in rotation.
GeneratedTask generate(const GeneratorOptions& options, uint64_t index);
std::vector<std::string_view> families();

}  // namespace tilewright::tasks
