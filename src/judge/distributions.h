// Input distributions and random parameters: what a trial feeds to the reference and the candidate. Each is a
// change of the task's own inputs, so that shapes, dtypes and integer ranges stay valid (docs/judging.md).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/random.h"
#include "library/library.h"

namespace tilewright::judge {

enum class Distribution : uint8_t {
  Given,     // get_inputs() as written
  Lowered,   // 3 * x - 10: all negative, masked lanes that count as zero
  Negative,  // -x
  Small,     // x * 0.01
  Shifted,   // x + 100: cancellation in variances
  Spread,    // x * 10^u, u uniform in [-2, 2]: overflow in exponentials that are not shifted
};
inline constexpr std::array kAllDistributions = {Distribution::Given,    Distribution::Lowered,
                                                 Distribution::Negative, Distribution::Small,
                                                 Distribution::Shifted,  Distribution::Spread};
std::string_view spelling(Distribution distribution);
std::optional<Distribution> distribution_from_spelling(std::string_view text);

// Changes floating elements in place; integers, booleans and tensors of at most two distinct values (labels,
// masks, signs) stay as given.
void apply(Distribution distribution, library::HostTensor& tensor, Random& random);

// Identity-like parameters and buffers (all elements equal: ones, zeros) become random near their value, so
// that leaving a scale or a bias out shows; a positive value stays positive (variances). Others are random
// already.
void randomise_state(library::HostTensor& tensor, Random& random);

}  // namespace tilewright::judge
