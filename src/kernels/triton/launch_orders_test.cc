// What running a launch in both orders costs: memory is kept only where the launch may change it.
#include <gtest/gtest.h>

#include "kernels/triton/launch.h"
#include "kernels/triton/test_support.h"

namespace tilewright::kernels::triton::testing {
namespace {

uint64_t bytes_kept(int64_t programs, int64_t launches) {
  TritonOptions options;
  options.compares_orders = true;
  Runner runner(R"(
@triton.jit
def kernel(x_ptr, out_ptr, i):
    i += tl.program_id(0)
    tl.store(out_ptr + i, tl.load(x_ptr + i))

def main(x, out, programs, launches):
    for i in range(launches):
        kernel[(programs,)](x, out, i)
)",
                options);
  EXPECT_EQ(runner.run(tensor(std::vector<double>(5000, 1.0)), empty({2000}), programs, launches), "");
  return launch_context(*runner.interpreter).bytes_kept;
}

TEST(LaunchOrdersTest, OneProgramHasOneOrder) { EXPECT_EQ(bytes_kept(1, 1000), 0u); }

TEST(LaunchOrdersTest, WhatIsOnlyReadIsNotKept) { EXPECT_EQ(bytes_kept(2, 3), 3u * 2000 * 4); }

TEST(LaunchOrdersTest, ADependenceOnTheOrderIsStillFound) {
  TritonOptions options;
  options.compares_orders = true;
  options.check_races = false;
  Runner runner(R"(
@triton.jit
def kernel(out_ptr):
    tl.store(out_ptr, tl.program_id(0))

def main(out):
    kernel[(4,)](out)
)",
                options);
  EXPECT_NE(runner.run(empty({1})).find("depends on the order"), std::string::npos);
}

}  // namespace
}  // namespace tilewright::kernels::triton::testing
