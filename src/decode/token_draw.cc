#include "decode/token_draw.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "model/kernels.h"

namespace tilewright::decode {
namespace {

namespace kernels = model::kernels;

// Clears the probabilities (unnormalised) of all but the allowed tokens: the top_k largest, then the smallest
// set of those whose mass reaches top_p. Of equal ones the lower ids stay. Returns the mass left.
float restrict_to_top(std::vector<float>& mass, float total, const DrawOptions& options) {
  std::vector<int32_t> order(mass.size());
  std::iota(order.begin(), order.end(), 0);
  size_t kept = mass.size();
  if (options.top_k > 0) kept = std::min(kept, static_cast<size_t>(options.top_k));
  auto before = [&](int32_t a, int32_t b) {
    float left = mass[static_cast<size_t>(a)], right = mass[static_cast<size_t>(b)];
    return left != right ? left > right : a < b;
  };
  if (options.top_p < 1.0) {
    std::sort(order.begin(), order.end(), before);
    double wanted = options.top_p * static_cast<double>(total);
    if (kept < mass.size()) {
      wanted = 0;
      for (size_t i = 0; i < kept; ++i) wanted += static_cast<double>(mass[static_cast<size_t>(order[i])]);
      wanted *= options.top_p;
    }
    double sum = 0;
    size_t nucleus = 0;
    while (nucleus < kept && (nucleus == 0 || sum < wanted))
      sum += static_cast<double>(mass[static_cast<size_t>(order[nucleus++])]);
    kept = nucleus;
  } else if (kept < mass.size()) {
    std::nth_element(order.begin(), order.begin() + static_cast<int64_t>(kept), order.end(), before);
  }
  for (size_t i = kept; i < order.size(); ++i) mass[static_cast<size_t>(order[i])] = 0.0f;
  double sum = 0;
  for (float value : mass) sum += static_cast<double>(value);
  return static_cast<float>(sum);
}

}  // namespace

Draw draw_token(std::span<const float> logits, const DrawOptions& options, double uniform,
                std::vector<float>& scratch) {
  int64_t size = static_cast<int64_t>(logits.size());
  scratch.resize(logits.size());
  bool is_greedy = options.temperature <= 0;
  float inverse = is_greedy ? 1.0f : static_cast<float>(1.0 / options.temperature);
  float most = kernels::largest(logits.data(), size);
  float total = kernels::exp_and_sum(logits.data(), inverse, most * inverse, scratch.data(), size);
  if (is_greedy) {
    auto best = std::find(logits.begin(), logits.end(), most) - logits.begin();
    return {static_cast<int32_t>(best), -std::log(total)};
  }
  if (options.top_k > 0 || options.top_p < 1.0) total = restrict_to_top(scratch, total, options);
  double wanted = uniform * static_cast<double>(total);
  double sum = 0;
  int32_t token = -1;
  for (int64_t i = 0; i < size; ++i) {
    float mass = scratch[static_cast<size_t>(i)];
    if (mass <= 0) continue;
    token = static_cast<int32_t>(i);
    sum += static_cast<double>(mass);
    if (sum > wanted) break;
  }
  if (token < 0)
    return {static_cast<int32_t>(std::find(logits.begin(), logits.end(), most) - logits.begin()), 0.0f};
  return {token, std::log(scratch[static_cast<size_t>(token)] / total)};
}

}  // namespace tilewright::decode
