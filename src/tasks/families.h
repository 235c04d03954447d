// The builders of families.def: each writes one task into a ProgramWriter and returns forward's results.
#pragma once

#include <string>
#include <vector>

#include "tasks/program_writer.h"

namespace tilewright::tasks {

#define TW_FAMILY(builder, spelling, doc) std::vector<Expression> builder(ProgramWriter& writer);
#include "tasks/families.def"
#undef TW_FAMILY

inline constexpr unsigned kArithmetic = 1u << static_cast<unsigned>(OperationGroup::Arithmetic);
inline constexpr unsigned kSmooth = 1u << static_cast<unsigned>(OperationGroup::Smooth);
inline constexpr unsigned kActivation = 1u << static_cast<unsigned>(OperationGroup::Activation);
inline constexpr unsigned kAllGroups = kArithmetic | kSmooth | kActivation;

// A tensor's sizes by name, outermost first.
struct Shape {
  std::vector<std::string> names;
  std::vector<int64_t> values;
  size_t rank() const { return names.size(); }
};

// Two to four dimensions of at most `most_elements` elements in all, the last at least 32 and at most
// `widest`.
Shape draw_shape(ProgramWriter& writer, size_t least_rank, size_t most_rank,
                 int64_t most_elements = int64_t{1} << 22, int64_t widest = 8192);
// A size in [low, high]: a power of two, a multiple of eight, or any number.
int64_t draw_size(Random& random, int64_t low, int64_t high);
// The dimension as a task writes it: -1 or its positive number.
std::string spell_dimension(Random& random, size_t dimension, size_t rank);

}  // namespace tilewright::tasks
