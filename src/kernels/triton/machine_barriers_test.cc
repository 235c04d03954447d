// Lanes of one program that meet in memory.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/triton/test_support.h"

namespace tilewright::kernels::triton::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::string run(const std::string& body, int block, const std::string& launch = "",
                TritonOptions options = {}) {
  Runner runner(
      "@triton.jit\ndef kernel(x_ptr, i_ptr, out_ptr, BLOCK: tl.constexpr):\n    at = tl.arange(0, BLOCK)\n" +
          body + "\ndef main(x, i, out):\n    kernel[(2,)](x, i, out, BLOCK=" + std::to_string(block) +
          launch + ")\n",
      options);
  return runner.run(zeros({4096}), zeros({4096}, DType::Int32), zeros({4096}));
}

const std::string kReverse =
    "    own = x_ptr + tl.program_id(0) * BLOCK\n    x = tl.load(own + at)\n    tl.store(own + BLOCK - 1 - "
    "at, x)\n";

TEST(BarriersTest, LoadsThatAStoreOvertakes) {
  EXPECT_THAT(run(kReverse, 1024),
              AllOf(HasSubstr("race: 'x_ptr' index 1023 is loaded by lane 1023 and stored by lane 0"),
                    HasSubstr("it is loaded here"), HasSubstr("[race]")));
  EXPECT_THAT(run(kReverse, 64), HasSubstr("[race]"));
  EXPECT_EQ(run(kReverse, 32), "");  // one warp
  EXPECT_EQ(run(kReverse, 1024, ", num_warps=1"), "");
  TritonOptions options;
  options.checks_barriers = false;
  EXPECT_EQ(run(kReverse, 1024, "", options), "");
}

TEST(BarriersTest, OnlyWhatEveryLayoutBreaks) {
  // Halves change places: with one element a thread, lanes 0 and 128 share a warp.
  const std::string kHalves = "    y = x_ptr + (at + BLOCK // 2) % BLOCK + tl.program_id(0) * BLOCK\n";
  EXPECT_EQ(
      run(kHalves + "    x = tl.load(x_ptr + tl.program_id(0) * BLOCK + at)\n    tl.store(y, x)\n", 256), "");
  // The same lanes; other bytes; another tensor.
  EXPECT_EQ(run("    p = x_ptr + tl.program_id(0) * BLOCK + at\n    tl.store(p, tl.load(p) + 1)\n    "
                "tl.store(p, tl.load(p) + 1)\n",
                1024),
            "");
  EXPECT_EQ(
      run("    p = x_ptr + 2 * (tl.program_id(0) * BLOCK + at)\n    tl.store(p, tl.load(p + 1))\n", 1024),
      "");
  EXPECT_EQ(run("    p = tl.program_id(0) * BLOCK\n    tl.store(out_ptr + p + BLOCK - 1 - at, tl.load(x_ptr "
                "+ p + at))\n",
                1024),
            "");
}

TEST(BarriersTest, WhatSynchronises) {
  const std::string kStore =
      "    own = x_ptr + tl.program_id(0) * BLOCK\n    tl.store(own + at, at.to(tl.float32))\n";
  const std::string kLoad =
      "    tl.store(out_ptr + tl.program_id(0) * BLOCK + at, tl.load(own + at - 1, mask=at > 0, "
      "other=0.0))\n";
  EXPECT_THAT(run(kStore + kLoad, 512), HasSubstr("is stored by lane"));
  EXPECT_EQ(run(kStore + "    tl.debug_barrier()\n" + kLoad, 512), "");
  EXPECT_EQ(
      run(kStore + "    s = tl.sum(at, axis=0)\n    tl.store(out_ptr + 4000 + tl.program_id(0), s)\n" + kLoad,
          512),
      "");
  // The end of a loop's turn.
  EXPECT_EQ(run("    own = x_ptr + tl.program_id(0) * BLOCK\n    for i in range(2):\n        if i == 1:\n"
                "            tl.store(own + BLOCK - 1 - at, 1.0)\n        if i == 0:\n"
                "            tl.store(out_ptr + tl.program_id(0) * BLOCK + at, tl.load(own + at))\n",
                512),
            "");
}

TEST(BarriersTest, MaskedLanesAndOtherSizes) {
  // Lanes that are off meet nobody.
  EXPECT_EQ(
      run("    own = x_ptr + tl.program_id(0) * BLOCK\n    x = tl.load(own + at, mask=at < 256, other=0.0)\n"
          "    tl.store(own + 256 + at, x, mask=at < 256)\n",
          512),
      "");
  EXPECT_THAT(
      run("    own = x_ptr + tl.program_id(0) * BLOCK\n    x = tl.load(own + at, mask=at < 256, other=0.0)\n"
          "    tl.store(own + 255 - at, x, mask=at < 256)\n",
          512),
      HasSubstr("[race]"));
}

}  // namespace
}  // namespace tilewright::kernels::triton::testing
