// Accuracy of the vector functions against double, and conversions against the scalar ones of base.
#include "kernels/triton/vector_kernels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

namespace tilewright::kernels::triton {
namespace {

// Largest error in units in the last place of the correctly rounded result.
double largest_error(Op op, double low, double high, const std::function<double(double)>& exact) {
  constexpr size_t kCount = 200000;
  std::vector<float> x(kCount), y(kCount);
  for (size_t i = 0; i < kCount; ++i)
    x[i] = static_cast<float>(low + (high - low) * static_cast<double>(i) / (kCount - 1));
  unary_kernel(op, Reg::F32)(y.data(), x.data(), kCount);
  double worst = 0;
  for (size_t i = 0; i < kCount; ++i) {
    double expected = exact(static_cast<double>(x[i]));
    float rounded = static_cast<float>(expected);
    double unit = static_cast<double>(std::nextafter(std::fabs(rounded), INFINITY) - std::fabs(rounded));
    worst = std::max(worst, std::fabs(static_cast<double>(y[i]) - expected) / unit);
  }
  return worst;
}

TEST(VectorKernelsTest, FunctionsAreAccurate) {
  EXPECT_LT(largest_error(Op::Exp, -87, 88, [](double v) { return std::exp(v); }), 1.5);
  EXPECT_LT(largest_error(Op::Exp2, -126, 127, [](double v) { return std::exp2(v); }), 1.5);
  EXPECT_LT(largest_error(Op::Log, 1e-30, 4, [](double v) { return std::log(v); }), 1.5);
  EXPECT_LT(largest_error(Op::Log2, 0.01, 100, [](double v) { return std::log2(v); }), 2.5);
  EXPECT_LT(largest_error(Op::Tanh, -10, 10, [](double v) { return std::tanh(v); }), 2.0);
  EXPECT_LT(largest_error(Op::Erf, -5, 5, [](double v) { return std::erf(v); }), 2.0);
  EXPECT_LT(largest_error(Op::Log1p, -0.5, 10, [](double v) { return std::log1p(v); }), 2.5);
  EXPECT_LT(largest_error(Op::Rsqrt, 0.001, 100, [](double v) { return 1 / std::sqrt(v); }), 1.5);
  EXPECT_LT(largest_error(Op::Sin, -3, 3, [](double v) { return std::sin(v); }), 2.0);
  EXPECT_LT(largest_error(Op::Cos, -1.5, 1.5, [](double v) { return std::cos(v); }), 2.0);
}

TEST(VectorKernelsTest, SpecialValues) {
  auto one = [](Op op, float x) {
    float y;
    unary_kernel(op, Reg::F32)(&y, &x, 1);
    return y;
  };
  EXPECT_EQ(one(Op::Exp, 1000), INFINITY);
  EXPECT_EQ(one(Op::Exp, -INFINITY), 0);
  EXPECT_TRUE(std::isnan(one(Op::Exp, NAN)));
  EXPECT_EQ(one(Op::Log, 0), -INFINITY);
  EXPECT_EQ(one(Op::Log, INFINITY), INFINITY);
  EXPECT_TRUE(std::isnan(one(Op::Log, -1)));
  EXPECT_EQ(one(Op::Tanh, 100), 1);
  EXPECT_EQ(one(Op::Tanh, -INFINITY), -1);
  EXPECT_EQ(one(Op::Erf, INFINITY), 1);
  EXPECT_NEAR(one(Op::Sin, 1e6f), std::sin(1e6), 1e-6);
}

TEST(VectorKernelsTest, MinAndMaxIgnoreNan) {
  float x[2] = {NAN, 1}, y[2] = {2, NAN}, out[2];
  binary_kernels(Op::Max, Reg::F32, false).vv(out, x, y, 2);
  EXPECT_EQ(out[0], 2);
  EXPECT_EQ(out[1], 1);
  binary_kernels(Op::MaxNan, Reg::F32, false).vv(out, x, y, 2);
  EXPECT_TRUE(std::isnan(out[0]) && std::isnan(out[1]));
}

TEST(VectorKernelsTest, RoundingMatchesTheScalarConversions) {
  for (DType dtype : {DType::Float16, DType::BFloat16}) {
    std::vector<float> values;
    for (uint32_t i = 0; i < 100000; ++i) {
      uint32_t bits = i * 42949u;
      float value;
      __builtin_memcpy(&value, &bits, 4);
      values.push_back(value);
    }
    std::vector<float> rounded = values;
    round_kernel(dtype)(rounded.data(), rounded.size());
    for (size_t i = 0; i < values.size(); ++i) {
      float expected = dtype == DType::Float16 ? half_to_float(float_to_half(values[i]))
                                               : bfloat16_to_float(float_to_bfloat16(values[i]));
      if (std::isnan(expected)) {
        ASSERT_TRUE(std::isnan(rounded[i]));
      } else {
        ASSERT_EQ(rounded[i], expected) << values[i];
      }
    }
  }
}

TEST(VectorKernelsTest, IntegerDotOfEverySizeWraps) {
  for (size_t m : {1u, 5u, 16u}) {
    for (size_t n : {1u, 16u, 33u, 64u}) {
      size_t k = 7;
      std::vector<int32_t> a(m * k), b(k * n), c(m * n, 1);
      for (size_t i = 0; i < a.size(); ++i) a[i] = static_cast<int32_t>(i * 2654435761u);
      for (size_t i = 0; i < b.size(); ++i) b[i] = static_cast<int32_t>(i * 40503u) - 7;
      dot_i32(a.data(), b.data(), c.data(), m, n, k);
      for (size_t i = 0; i < m; ++i) {
        for (size_t j = 0; j < n; ++j) {
          uint32_t expected = 1;
          for (size_t p = 0; p < k; ++p)
            expected += static_cast<uint32_t>(a[i * k + p]) * static_cast<uint32_t>(b[p * n + j]);
          ASSERT_EQ(static_cast<uint32_t>(c[i * n + j]), expected);
        }
      }
    }
  }
}

enum class Filling { Random, Least, Greatest };

struct Bytes {
  std::vector<int32_t> extended;
  std::vector<uint8_t> narrow;

  Bytes(size_t count, bool is_unsigned, Filling filling, uint32_t seed) : extended(count), narrow(count) {
    int32_t least = is_unsigned ? 0 : -128;
    for (size_t i = 0; i < count; ++i) {
      seed = seed * 1664525u + 1013904223u;
      int32_t random = static_cast<int32_t>(seed >> 24);
      int32_t step = filling == Filling::Random ? random : filling == Filling::Least ? 0 : 255;
      extended[i] = least + step;
      narrow[i] = static_cast<uint8_t>(extended[i]);
    }
  }
  ByteOperand operand(bool is_unsigned, bool is_extended) const {
    return {is_extended ? static_cast<const void*>(extended.data()) : narrow.data(), is_unsigned, is_extended};
  }
};

void expect_exact_product(ByteMethod method, size_t m, size_t n, size_t k) {
  ByteBuffers buffers;
  for (int kind = 0; kind < 16; ++kind) {
    bool is_a_unsigned = kind & 1, is_b_unsigned = kind & 2, is_a_extended = kind & 4, is_b_extended = kind & 8;
    for (Filling left : {Filling::Random, Filling::Least, Filling::Greatest}) {
      for (Filling right : {Filling::Random, Filling::Least, Filling::Greatest}) {
        Bytes a(m * k, is_a_unsigned, left, 1), b(k * n, is_b_unsigned, right, 2);
        std::vector<int32_t> c(m * n, INT32_MAX), expected(m * n);
        for (size_t i = 0; i < m; ++i) {
          for (size_t j = 0; j < n; ++j) {
            int64_t sum = INT32_MAX;
            for (size_t p = 0; p < k; ++p) sum += a.extended[i * k + p] * b.extended[p * n + j];
            expected[i * n + j] = static_cast<int32_t>(sum);
          }
        }
        dot_bytes(method, a.operand(is_a_unsigned, is_a_extended), b.operand(is_b_unsigned, is_b_extended), c.data(),
                  m, n, k, buffers);
        ASSERT_EQ(c, expected) << "method " << static_cast<int>(method) << ", " << m << "x" << n << "x" << k
                               << ", kind " << kind;
      }
    }
  }
}

TEST(VectorKernelsTest, DotOfBytesIsExactByEveryMethod) {
  int supported = 0;
  for (ByteMethod method : {ByteMethod::Plain, ByteMethod::Pairs, ByteMethod::NarrowQuads, ByteMethod::EncodedQuads,
                            ByteMethod::WideQuads}) {
    if (!is_supported(method)) continue;
    ++supported;
    for (size_t m : {1u, 7u, 16u}) {
      for (size_t n : {1u, 16u, 33u, 64u}) {
        for (size_t k : {1u, 7u, 32u}) expect_exact_product(method, m, n, k);
      }
    }
  }
  EXPECT_GE(supported, 2);  // the plain loops and AVX2's, which every processor of this program has
}

TEST(VectorKernelsTest, DotOfEverySize) {
  for (size_t m : {1u, 5u, 16u}) {
    for (size_t n : {1u, 16u, 33u}) {
      size_t k = 7;
      std::vector<float> a(m * k), b(k * n), c(m * n, 1.0f);
      for (size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(i % 5);
      for (size_t i = 0; i < b.size(); ++i) b[i] = static_cast<float>(i % 3);
      dot_f32(a.data(), b.data(), c.data(), m, n, k);
      for (size_t i = 0; i < m; ++i) {
        for (size_t j = 0; j < n; ++j) {
          float expected = 1;
          for (size_t p = 0; p < k; ++p) expected += a[i * k + p] * b[p * n + j];
          ASSERT_EQ(c[i * n + j], expected);
        }
      }
    }
  }
}

}  // namespace
}  // namespace tilewright::kernels::triton
