// Which element a value comes from that means nothing, and which one it reaches.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/triton/test_support.h"

namespace tilewright::kernels::triton::testing {
namespace {

using ::testing::HasSubstr;

// x_ptr: 256 floats of which one was never written; out_ptr: 256 floats.
std::string run(const std::string& body, size_t unwritten) {
  Runner runner("@triton.jit\ndef kernel(x_ptr, i_ptr, out_ptr):\n" + body +
                "\ndef main(x, i, out):\n    kernel[(1,)](x, i, out)\n");
  TensorRef x = empty({256}), i = zeros({256}, DType::Int32);
  x->region->initialised.set(0, unwritten * 4);
  x->region->initialised.set(unwritten * 4 + 4, 1024);
  for (size_t k = 0; k < 256; ++k) i->set(k, static_cast<double>(255 - k));
  return runner.run(x, i, zeros({256}));
}

::testing::Matcher<std::string> names(int from, int to) {
  return HasSubstr("uninitialised memory, 'x_ptr' index " + std::to_string(from) +
                   ", is stored to 'out_ptr' index " + std::to_string(to) + " in program (0, 0, 0)");
}

const char kTile[] =
    "    r = tl.arange(0, 16)\n    at = r[:, None] * 16 + r[None, :]\n    x = tl.load(x_ptr + at)\n";

TEST(OriginsTest, ElementByElement) {
  EXPECT_THAT(run(std::string(kTile) + "    tl.store(out_ptr + at, tl.exp(x * 2.0 + 1.0))\n", 77),
              names(77, 77));
}

TEST(OriginsTest, ShapesChange) {
  EXPECT_THAT(run(std::string(kTile) + "    tl.store(out_ptr + at, tl.trans(x))\n", 16 * 3 + 9),
              names(57, 9 * 16 + 3));
  EXPECT_THAT(
      run(std::string(kTile) + "    tl.store(out_ptr + tl.arange(0, 256), tl.reshape(tl.trans(x), [256]))\n",
          57),
      names(57, 147));
  EXPECT_THAT(run("    r = tl.arange(0, 16)\n    x = tl.load(x_ptr + r * 16)\n"
                  "    tl.store(out_ptr + r[:, None] * 16 + r[None, :], tl.zeros([16, 16], tl.float32) + "
                  "x[None, :])\n",
                  80),
              names(80, 5));
}

TEST(OriginsTest, Reductions) {
  EXPECT_THAT(run(std::string(kTile) + "    tl.store(out_ptr + r, tl.sum(x, axis=1))\n", 16 * 3 + 9),
              names(57, 3));
  EXPECT_THAT(run(std::string(kTile) + "    tl.store(out_ptr + r, tl.max(x, axis=0))\n", 16 * 3 + 9),
              names(57, 9));
  EXPECT_THAT(run(std::string(kTile) + "    tl.store(out_ptr + r, tl.argmax(x, axis=1))\n", 57),
              names(57, 3));
  EXPECT_THAT(run(std::string(kTile) + "    tl.store(out_ptr + at, tl.cumsum(x, axis=1))\n", 57),
              names(57, 57));
  EXPECT_THAT(run(std::string(kTile) + "    tl.store(out_ptr, tl.sum(x))\n", 57), names(57, 0));
}

TEST(OriginsTest, Products) {
  EXPECT_THAT(
      run(std::string(kTile) +
              "    w = tl.full([16, 16], 1.0, tl.float32)\n    tl.store(out_ptr + at, tl.dot(x, w))\n",
          57),
      names(57, 48));
  EXPECT_THAT(
      run(std::string(kTile) +
              "    w = tl.full([16, 16], 1.0, tl.float32)\n    tl.store(out_ptr + at, tl.dot(w, x))\n",
          57),
      names(57, 9));
}

TEST(OriginsTest, GatheredAddresses) {
  EXPECT_THAT(run("    at = tl.arange(0, 256)\n    x = tl.load(x_ptr + tl.load(i_ptr + at))\n    "
                  "tl.store(out_ptr + at, -x)\n",
                  200),
              names(200, 55));
}

TEST(OriginsTest, RoundALoop) {
  EXPECT_THAT(
      run("    r = tl.arange(0, 16)\n    total = tl.zeros([16], tl.float32)\n    for i in range(16):\n"
          "        total += tl.load(x_ptr + i * 16 + r)\n    tl.store(out_ptr + r, total)\n",
          15 * 16 + 4),
      names(244, 4));
}

}  // namespace
}  // namespace tilewright::kernels::triton::testing
