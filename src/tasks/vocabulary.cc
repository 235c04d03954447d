#include "tasks/vocabulary.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/hash.h"

namespace tilewright::tasks {
namespace {

// The seeds put "x", "input" and the other everyday names of KernelBench's files in the training half.
constexpr uint64_t kNameSplitSeed = 19;
constexpr uint64_t kConstantSplitSeed = 7;

constexpr std::array<std::string_view, 72> kWords = {
    "x",        "y",        "a",        "b",      "inp",      "data",     "tensor",  "values",  "features",
    "hidden",   "states",   "source",   "target", "left",     "right",    "first",   "second",  "query",
    "key",      "scores",   "logits",   "signal", "samples",  "batch",    "rows",    "matrix",  "vector",
    "table",    "weights_", "activity", "image",  "frames",   "tokens",   "embed",   "memory",  "state",
    "current",  "previous", "upper",    "lower",  "alpha_in", "field",    "pixels",  "grid_in", "mass",
    "charge",   "energy",   "density",  "flow",   "price",    "volume",   "reading", "level",   "height",
    "width_in", "counts",   "ratio",    "amount", "returns",  "residual", "branch",  "skip",    "gate_in",
    "content",  "latent",   "code_in",  "z",      "u",        "v",        "w_in",    "p",       "q"};

// Never drawn: words with a meaning in tasks, candidates or kernels.
constexpr std::array<std::string_view, 31> kForbidden = {
    "self", "torch", "nn",   "tl",     "triton", "Model",  "forward", "as",   "in",   "is",   "if",
    "or",   "and",   "not",  "for",    "def",    "del",    "try",     "pass", "from", "with", "math",
    "out",  "mask",  "offs", "output", "return", "lambda", "None",    "True", "False"};

std::string syllable_word(Random& random) {
  constexpr std::string_view consonants = "bcdfghjklmnprstvwz";
  constexpr std::string_view vowels = "aeiou";
  constexpr std::string_view endings = "lmnrstxk";
  std::string word;
  int syllables = static_cast<int>(random.range(2, 3));
  for (int i = 0; i < syllables; ++i) {
    word += consonants[random.below(consonants.size())];
    word += vowels[random.below(vowels.size())];
  }
  if (random.chance(0.4)) word += endings[random.below(endings.size())];
  if (random.chance(0.12)) word += fmt::format("_{}", random.range(0, 9));
  return word;
}

}  // namespace

bool is_held_out_name(std::string_view name) { return hash64(name, kNameSplitSeed) % 4 == 0; }
bool is_held_out_constant(std::string_view decimal) { return hash64(decimal, kConstantSplitSeed) % 4 == 0; }

std::string Vocabulary::argument_name() {
  while (true) {
    std::string name = random_.chance(0.45) ? std::string(random_.pick(kWords)) : syllable_word(random_);
    if (std::find(kForbidden.begin(), kForbidden.end(), name) != kForbidden.end()) continue;
    if (is_held_out_name(name) != is_held_out_ || taken_.contains(name)) continue;
    taken_.insert(name);
    return name;
  }
}

std::string Vocabulary::draw_constant(double low, double high, int most_decimals) {
  while (true) {
    int decimals = static_cast<int>(random_.range(0, most_decimals));
    double scale = std::pow(10.0, decimals);
    int64_t first = static_cast<int64_t>(std::ceil(low * scale)),
            last = static_cast<int64_t>(std::floor(high * scale));
    if (first > last) continue;
    int64_t digits = random_.range(first, last);
    // Zero is no constant, and multiplying or dividing by one is no operation.
    if (digits == 0 || std::llabs(digits) == static_cast<int64_t>(scale)) continue;
    std::string text = fmt::format("{:.{}f}", static_cast<double>(digits) / scale, decimals);
    if (decimals > 1 && text.back() == '0') continue;
    if (is_held_out_constant(text) == is_held_out_) return text;
  }
}

std::string Vocabulary::constant() { return draw_constant(0.1, 9.9, 2); }
std::string Vocabulary::slope() { return draw_constant(0.01, 0.5, 3); }
std::string Vocabulary::moderate() { return draw_constant(0.5, 4.0, 2); }
std::string Vocabulary::low_limit() { return draw_constant(-5.0, -0.1, 2); }
std::string Vocabulary::high_limit() { return draw_constant(0.1, 5.0, 2); }

std::string Vocabulary::epsilon() {
  while (true) {
    std::string text =
        fmt::format("{}e-{}", random_.chance(0.5) ? 1 : random_.range(2, 9), random_.range(3, 6));
    if (is_held_out_constant(text) == is_held_out_) return text;
  }
}

}  // namespace tilewright::tasks
