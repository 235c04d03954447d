// The row kernels and the fused operations against plain compositions of torch operations.
#include "model/kernels.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/arange.h>
#include <ATen/ops/bmm.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/full.h>
#include <ATen/ops/log_softmax.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/silu.h>
#include <ATen/ops/softmax.h>
#include <ATen/ops/zeros.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

#include "base/random.h"
#include "model/fused_ops.h"

namespace tilewright::model {
namespace {

at::Tensor normal(std::vector<int64_t> shape, uint64_t seed) {
  at::Tensor tensor = at::empty(shape, at::kFloat);
  Random random({seed, 1, 2, 3});
  float* out = tensor.mutable_data_ptr<float>();
  for (int64_t i = 0; i < tensor.numel(); ++i) out[i] = static_cast<float>(random.normal());
  return tensor;
}

double largest_difference(const at::Tensor& a, const at::Tensor& b) {
  return a.sub(b).abs().max().item().toDouble();
}

// A function of one tensor, and the same from torch's own operations: values and gradients.
void expect_same(const at::Tensor& input, const std::function<at::Tensor(const at::Tensor&)>& ours,
                 const std::function<at::Tensor(const at::Tensor&)>& theirs, double tolerance = 2e-5) {
  at::Tensor a = input.clone().set_requires_grad(true), b = input.clone().set_requires_grad(true);
  at::Tensor y = ours(a), z = theirs(b);
  EXPECT_LT(largest_difference(y, z), tolerance);
  at::Tensor weight = normal(std::vector<int64_t>(y.sizes().begin(), y.sizes().end()), 77);
  y.mul(weight).sum().backward();
  z.mul(weight).sum().backward();
  EXPECT_LT(largest_difference(a.grad(), b.grad()), tolerance);
  at::NoGradGuard no_gradients;
  EXPECT_EQ(largest_difference(ours(input), y), 0.0) << "with and without gradients";
}

class Widths : public ::testing::TestWithParam<int64_t> {};

TEST_P(Widths, RmsNorm) {
  int64_t width = GetParam();
  at::Tensor weight = normal({width}, 5);
  expect_same(
      normal({9, width}, 4), [&](const at::Tensor& x) { return rms_norm(x, weight, 1e-5); },
      [&](const at::Tensor& x) { return x.mul(x.pow(2).mean({1}, true).add(1e-5).rsqrt()).mul(weight); });
  at::Tensor x = normal({9, width}, 4);
  expect_same(
      weight, [&](const at::Tensor& w) { return rms_norm(x, w, 1e-5); },
      [&](const at::Tensor& w) { return x.mul(x.pow(2).mean({1}, true).add(1e-5).rsqrt()).mul(w); });
}

TEST_P(Widths, SwiGlu) {
  int64_t width = GetParam();
  expect_same(
      normal({7, 2 * width}, 6), [](const at::Tensor& x) { return swiglu(x); },
      [&](const at::Tensor& x) { return at::silu(x.narrow(1, 0, width)).mul(x.narrow(1, width, width)); });
}

TEST_P(Widths, ScoresOfRows) {
  int64_t vocab = GetParam();
  at::Tensor targets = at::arange(5, at::kInt).remainder(vocab).to(at::kInt);
  for (double temperature : {1.0, 0.7}) {
    auto reference = [&](const at::Tensor& x) { return at::log_softmax(x.div(temperature), 1); };
    expect_same(
        normal({5, vocab}, 8),
        [&](const at::Tensor& x) { return score_rows(x, targets, temperature).log_probability; },
        [&](const at::Tensor& x) {
          return reference(x).gather(1, targets.to(at::kLong).unsqueeze(1)).squeeze(1);
        });
    expect_same(
        normal({5, vocab}, 8),
        [&](const at::Tensor& x) { return score_rows(x, targets, temperature).entropy; },
        [&](const at::Tensor& x) {
          at::Tensor scores = reference(x);
          return scores.exp().mul(scores).sum({1}).neg();
        });
  }
}
INSTANTIATE_TEST_SUITE_P(VectorsAndTails, Widths, ::testing::Values(1, 3, 16, 20, 48, 129));

TEST(FusedOps, RotationTurnsPairsAndBack) {
  at::Tensor table = normal({4, 6}, 9);
  at::Tensor positions = at::arange(4, at::kInt);
  expect_same(
      normal({4, 18}, 10), [&](const at::Tensor& x) { return rotate_heads(x, positions, table, 2); },
      [&](const at::Tensor& x) {
        at::Tensor cosines = table.narrow(1, 0, 3), sines = table.narrow(1, 3, 3);
        std::vector<at::Tensor> parts;
        for (int64_t head = 0; head < 2; ++head) {
          at::Tensor a = x.narrow(1, head * 6, 3), b = x.narrow(1, head * 6 + 3, 3);
          parts.push_back(a.mul(cosines).sub(b.mul(sines)));
          parts.push_back(b.mul(cosines).add(a.mul(sines)));
        }
        parts.push_back(x.narrow(1, 12, 6));
        return at::cat(parts, 1);
      });
}

// Softmax attention of one sequence, heads in a loop.
at::Tensor plain_attention(const at::Tensor& qkv, const std::vector<int32_t>& starts,
                           const HeadShape& shape) {
  std::vector<at::Tensor> rows;
  int64_t dim = shape.head_dim, group = shape.heads / shape.kv_heads;
  for (size_t s = 0; s + 1 < starts.size(); ++s) {
    int64_t length = starts[s + 1] - starts[s];
    if (length == 0) continue;
    at::Tensor part = qkv.narrow(0, starts[s], length);
    at::Tensor hidden = at::full({length, length}, -1e30, at::kFloat).triu(1);
    std::vector<at::Tensor> heads;
    for (int64_t head = 0; head < shape.heads; ++head) {
      at::Tensor q = part.narrow(1, head * dim, dim);
      at::Tensor k = part.narrow(1, (shape.heads + head / group) * dim, dim);
      at::Tensor v = part.narrow(1, (shape.heads + shape.kv_heads + head / group) * dim, dim);
      at::Tensor scores = q.matmul(k.t()).div(std::sqrt(static_cast<double>(dim))).add(hidden);
      heads.push_back(at::softmax(scores, 1).matmul(v));
    }
    rows.push_back(at::cat(heads, 1));
  }
  return at::cat(rows, 0);
}

TEST(FusedOps, PackedAttentionOfRaggedSequences) {
  const std::vector<int32_t> starts = {0, 1, 1, 18, 51, 56};
  for (HeadShape shape : {HeadShape{4, 2, 16}, HeadShape{3, 3, 6}, HeadShape{4, 1, 20}}) {
    expect_same(
        normal({56, (shape.heads + 2 * shape.kv_heads) * shape.head_dim}, 11),
        [&](const at::Tensor& x) { return packed_attention(x, starts, shape); },
        [&](const at::Tensor& x) { return plain_attention(x, starts, shape); });
  }
}

TEST(Kernels, MultiplyHandlesEveryEdge) {
  for (int64_t rows : {1, 4, 7}) {
    for (int64_t columns : {1, 16, 17, 33, 50}) {
      for (int64_t inner : {1, 5, 16}) {
        at::Tensor a = normal({rows, inner}, 1), b = normal({inner, columns}, 2),
                   c = normal({rows, columns}, 3);
        at::Tensor sum = c.add(a.matmul(b));
        kernels::multiply(a.const_data_ptr<float>(), inner, b.const_data_ptr<float>(), columns,
                          c.mutable_data_ptr<float>(), columns, rows, columns, inner, true);
        EXPECT_LT(largest_difference(sum, c), 1e-5) << rows << " x " << columns << " x " << inner;
      }
    }
  }
}

TEST(Kernels, ExponentialIsAccurate) {
  for (float x = -86.0f; x < 87.0f; x += 0.37f) {
    float y = 0;
    float sum = kernels::exp_and_sum(&x, 1.0f, 0.0f, &y, 1);
    EXPECT_NEAR(y / std::exp(static_cast<double>(x)), 1.0, 3e-7) << x;
    EXPECT_EQ(sum, y);
  }
}

}  // namespace
}  // namespace tilewright::model
