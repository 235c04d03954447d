// Faults of arithmetic: reported where the result is used, never where it is masked off or meant.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "kernels/triton/test_support.h"

namespace tilewright::kernels::triton::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

// A kernel of x_ptr, i_ptr, out_ptr and n over blocks of 16.
std::string run(const std::string& body, TensorRef x, TensorRef i, TensorRef out, int64_t n = 16) {
  Runner runner("@triton.jit\ndef kernel(x_ptr, i_ptr, out_ptr, n):\n    at = tl.arange(0, 16)\n" + body +
                "\ndef main(x, i, out, n):\n    kernel[(1,)](x, i, out, n)\n");
  return runner.run(x, i, out, n);
}
std::string run(const std::string& body, double last_float = 0, double last_integer = 1, int64_t n = 16) {
  TensorRef x = tensor(std::vector<double>(16, 1.0)), out = zeros({16});
  TensorRef i = tensor(std::vector<double>(16, 1.0), DType::Int32);
  x->set(15, last_float);
  i->set(15, last_integer);
  return run(body, x, i, out, n);
}

TEST(MachineFaultsTest, WrappedOffsetOfLoadedIndices) {
  const char* kBody =
      "    index = tl.load(i_ptr + at)\n"
      "    tl.store(out_ptr + at, tl.load(x_ptr + index * 65536 % 16 * 0 + index * 65536))\n";
  EXPECT_THAT(run(kBody, 0, 65536), AllOf(HasSubstr("int32 arithmetic wraps here"),
                                          HasSubstr("used as an address"), HasSubstr("[integer-overflow]"),
                                          HasSubstr("program (0, 0, 0)"), HasSubstr("index * 65536")));
}

TEST(MachineFaultsTest, WrappedOffsetOfScalars) {
  EXPECT_THAT(run("    tl.store(out_ptr + at + n * 65536, 0.0)\n", 0, 1, 65536),
              AllOf(HasSubstr("[integer-overflow]"), HasSubstr("n * 65536")));
  EXPECT_THAT(
      run("    for k in range(0, 3):\n        tl.store(out_ptr + at + k * n * 2, 0.0)\n", 0, 1, 1 << 29),
      Not(HasSubstr("[integer-overflow]")));  // out of bounds before it wraps
}

TEST(MachineFaultsTest, WrappingIsNoFaultWhereItIsMeant) {
  // A hash; a stored value; a lane that is off; 64 bits.
  EXPECT_EQ(run("    h = (tl.load(i_ptr + at) * 1103515245 + 12345) * 1103515245\n"
                "    tl.store(out_ptr + at, tl.load(x_ptr + (h & 15)))\n"),
            "");
  EXPECT_EQ(
      run("    h = tl.load(i_ptr + at) * 65536\n    tl.store(out_ptr + at, h.to(tl.float32))\n", 0, 65536),
      "");
  EXPECT_EQ(run("    index = tl.load(i_ptr + at)\n"
                "    x = tl.load(x_ptr + index * 65536, mask=index < 0, other=0.0)\n"
                "    tl.store(out_ptr + at, x)\n",
                0, 65536),
            "");
  EXPECT_EQ(run("    index = tl.load(i_ptr + at).to(tl.int64)\n"
                "    tl.store(out_ptr + at, tl.load(x_ptr + index * 65536 * 65536 * 0))\n",
                0, 65536),
            "");
}

TEST(MachineFaultsTest, FloatOutOfRange) {
  const char* kBody =
      "    x = tl.load(x_ptr + at)\n    tl.store(out_ptr + at, x.to(tl.int8).to(tl.float32))\n";
  for (double bad : {128.0, -129.0, 1e30, std::nan("")}) {
    EXPECT_THAT(run(kBody, bad),
                AllOf(HasSubstr("a float that int8 cannot hold"), HasSubstr("stored to 'out_ptr' index"),
                      HasSubstr("[float-to-int]"), HasSubstr("x.to(tl.int8)")))
        << bad;
  }
  for (double good : {127.9, -128.9, 0.0}) EXPECT_EQ(run(kBody, good), "") << good;
  const char* kWide =
      "    x = tl.load(x_ptr + at)\n    tl.store(out_ptr + at, x.to(tl.int32).to(tl.float32))\n";
  EXPECT_EQ(run(kWide, -2147483648.0), "");
  EXPECT_THAT(run(kWide, 2147483648.0), HasSubstr("[float-to-int]"));
  EXPECT_EQ(run("    x = tl.load(x_ptr + at)\n    y = x.to(tl.int8).to(tl.float32)\n"
                "    tl.store(out_ptr + at, tl.where(x < 100, y, 100.0))\n",
                1e9),
            "");
}

TEST(MachineFaultsTest, DivisionByZero) {
  for (const char* op : {"//", "%"}) {
    std::string body = std::string("    d = tl.load(i_ptr + at)\n    tl.store(out_ptr + at, (100 ") + op +
                       " d).to(tl.float32)";
    EXPECT_THAT(run(body + ")\n", 0, 0),
                AllOf(HasSubstr("an integer is divided by zero, and the result is stored"),
                      HasSubstr("[division-by-zero]")));
    EXPECT_EQ(run(body + ", mask=d != 0)\n", 0, 0), "");
    EXPECT_EQ(run(body + ")\n", 0, 3), "");
  }
  EXPECT_THAT(run("    tl.store(out_ptr + at, (at // n).to(tl.float32))\n", 0, 1, 0),
              HasSubstr("[division-by-zero]"));
  EXPECT_EQ(run("    x = tl.load(x_ptr + at)\n    tl.store(out_ptr + at, 1.0 / x)\n", 0),
            "");  // floats: infinity
}

TEST(MachineFaultsTest, DeviceAssert) {
  const char* kBody =
      "    x = tl.load(x_ptr + at)\n    tl.device_assert(x > 0, \"x is positive\")\n"
      "    tl.store(out_ptr + at, x)\n";
  EXPECT_EQ(run(kBody, 1), "");
  EXPECT_THAT(run(kBody, -1), AllOf(HasSubstr("assertion failed: x is positive in program (0, 0, 0)"),
                                    HasSubstr("[device-assert]"), HasSubstr("lane 15 of the block's 16")));
  EXPECT_EQ(run("    x = tl.load(x_ptr + at)\n    tl.device_assert(x > 0, \"x\", mask=at < 15)\n", -1), "");
  EXPECT_THAT(run("    assert n < 16\n"), HasSubstr("[device-assert]"));
  EXPECT_EQ(run("    assert n < 17\n"), "");
}

TEST(MachineFaultsTest, MisalignedAccess) {
  const char* kBody =
      "    bytes = x_ptr.to(tl.pointer_type(tl.int8), bitcast=True)\n"
      "    odd = (bytes + n).to(tl.pointer_type(tl.float32), bitcast=True)\n"
      "    tl.store(out_ptr + at, tl.load(odd + at, mask=at < 8, other=0.0))\n";
  EXPECT_THAT(run(kBody, 0, 1, 6),
              AllOf(HasSubstr("misaligned load: 'x_ptr' index 1 at byte 6, where elements of 4 bytes"),
                    HasSubstr("[misaligned]")));
  EXPECT_EQ(run(kBody, 0, 1, 8), "");
}

}  // namespace
}  // namespace tilewright::kernels::triton::testing
