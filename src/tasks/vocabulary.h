// Names and numbers of generated tasks, split in two disjoint sets by a hash of the text: what the
// held-out half draws, the training half never does, so copying can be told from remembering.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "base/random.h"

namespace tilewright::tasks {

// True for texts of the held-out half (about a quarter of all texts).
bool is_held_out_name(std::string_view name);
bool is_held_out_constant(std::string_view decimal);

// Draws from one of the two halves.
class Vocabulary {
 public:
  Vocabulary(Random& random, bool is_held_out) : random_(random), is_held_out_(is_held_out) {}

  // An identifier that was not drawn before: a word people use for tensors, or one made of syllables.
  std::string argument_name();
  // Decimal texts; see operations.def for the ranges.
  std::string constant();    // 0.1 .. 9.9
  std::string slope();       // 0.01 .. 0.5
  std::string moderate();    // 0.5 .. 4
  std::string low_limit();   // -5 .. -0.1
  std::string high_limit();  // 0.1 .. 5
  std::string epsilon();     // 1e-6 .. 1e-2
  // Marks a name as taken.
  void reserve(std::string name) { taken_.insert(std::move(name)); }

 private:
  std::string draw_constant(double low, double high, int most_decimals);

  Random& random_;
  bool is_held_out_;
  std::set<std::string, std::less<>> taken_;
};

}  // namespace tilewright::tasks
