// Drawing one token from a row of logits.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tilewright::decode {

struct DrawOptions {
  double temperature = 1.0;  // 0: the most probable
  int32_t top_k = 0;
  double top_p = 1.0;
};

struct Draw {
  int32_t token = 0;
  float log_probability = 0;  // under the distribution it was drawn from
};

// uniform in [0, 1) picks by the inverse of the distribution's sum over tokens in order. `scratch` is reused
// between calls.
Draw draw_token(std::span<const float> logits, const DrawOptions& options, double uniform,
                std::vector<float>& scratch);

}  // namespace tilewright::decode
