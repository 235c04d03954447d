// tl.dot of fp32 operands: which digits each input_precision keeps.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "kernels/triton/test_support.h"

namespace tilewright::kernels::triton::testing {
namespace {

// The product of two constant 16x16 blocks: 16 times what one product of `a` and `b` gives.
double product(const std::string& precision, double a, double b) {
  std::string source = R"(
@triton.jit
def product_kernel(a_ptr, b_ptr, c_ptr):
    i = tl.arange(0, 16)
    at = i[:, None] * 16 + i[None, :]
    a = tl.load(a_ptr + at)
    b = tl.load(b_ptr + at)
    tl.store(c_ptr + at, tl.dot(a, b PRECISION))

def main(a, b, c):
    product_kernel[(1,)](a, b, c)
)";
  source.replace(source.find(" PRECISION"), 10, precision);
  Runner runner(source);
  TensorRef x = tensor(std::vector<double>(256, a)), y = tensor(std::vector<double>(256, b)),
            out = empty({256});
  EXPECT_EQ(runner.run(x, y, out), "");
  return out->get(0) / 16;
}

TEST(DotPrecisionTest, Tf32IsTheDefaultAndTruncatesToTenBits) {
  double last = std::ldexp(1, -10), below = 0.75 * last;  // below: what 10 bits after the point cannot hold
  for (const char* precision : {"", ", input_precision=\"tf32\"", ", allow_tf32=True"}) {
    EXPECT_EQ(product(precision, 1 + last, 1), 1 + last) << precision;
    EXPECT_EQ(product(precision, 1 + last + below, 1), 1 + last) << precision;
    EXPECT_EQ(product(precision, 1, -1 - below), -1) << precision;
  }
}

TEST(DotPrecisionTest, IeeeKeepsAllDigits) {
  double x = 1 + std::ldexp(1, -20);
  EXPECT_EQ(product(", input_precision=\"ieee\"", x, 1), x);
  EXPECT_EQ(product(", allow_tf32=False", x, 1), x);
}

TEST(DotPrecisionTest, PartsAddDigits) {
  double x = 1 + std::ldexp(1, -12) + std::ldexp(1, -19), y = 1 + std::ldexp(1, -13);
  EXPECT_GT(std::fabs(product("", x, y) - x * y), 1e-4);
  EXPECT_LT(std::fabs(product(", input_precision=\"tf32x3\"", x, y) - x * y), 3e-7);
  EXPECT_LT(std::fabs(product(", input_precision=\"bf16x3\"", x, y) - x * y), 3e-5);
  EXPECT_LT(std::fabs(product(", input_precision=\"bf16x6\"", x, y) - x * y), 3e-7);
}

TEST(DotPrecisionTest, InfinityIsNotSplit) {
  for (const char* precision : {"tf32", "tf32x3", "ieee"}) {
    EXPECT_EQ(product(", input_precision=\"" + std::string(precision) + "\"", HUGE_VAL, 1), HUGE_VAL)
        << precision;
  }
}

TEST(DotPrecisionTest, UnknownNameIsRefused) {
  Runner runner(R"(
@triton.jit
def kernel(a_ptr):
    x = tl.zeros((16, 16), tl.float32)
    tl.store(a_ptr, tl.sum(tl.dot(x, x, input_precision="tf16")))

def main(a):
    kernel[(1,)](a)
)");
  EXPECT_THAT(
      runner.run(empty({1})),
      ::testing::HasSubstr("input_precision must be tf32, tf32x3, ieee, bf16x3 or bf16x6, not 'tf16'"));
}

}  // namespace
}  // namespace tilewright::kernels::triton::testing
