// Which config an autotuned kernel takes, and what trying it leaves behind.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/triton/test_support.h"

namespace tilewright::kernels::triton::testing {
namespace {

std::string accumulate(const std::string& option) {
  std::string source = R"(
@triton.autotune(configs=[triton.Config({"BLOCK": 24}), triton.Config({"BLOCK": 16})], key=["n"] OPTION)
@triton.jit
def kernel(x_ptr, total_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_add(total_ptr, tl.sum(tl.load(x_ptr + at, mask=at < n, other=0.0), axis=0))

def main(x, total):
    for _ in range(2):
        kernel[lambda meta: (triton.cdiv(64, meta["BLOCK"]),)](x, total, 64)
    print(kernel.best_config.kwargs["BLOCK"])
)";
  return source.replace(source.find(" OPTION"), 7, option);
}

TEST(AutotuneTest, ResetsOnceAndPassesOverConfigsThatDoNotCompile) {
  Runner runner(accumulate(", reset_to_zero=[\"total_ptr\"]"));
  TensorRef total = tensor({7});
  EXPECT_EQ(runner.run(tensor(std::vector<double>(64, 1.0)), total), "");
  EXPECT_EQ(total->get(0), 128);  // zeroed before the first launch, as the autotuner does after timing
  EXPECT_EQ(runner.output, "16\n");
  EXPECT_EQ(runner.session.launches.size(), 2u);  // trials are not launches
  EXPECT_TRUE(runner.session.faults.empty());
}

TEST(AutotuneTest, AccumulatingWithoutResetIsAFault) {
  Runner runner(accumulate(""));
  std::string message = runner.run(tensor(std::vector<double>(64, 1.0)), tensor({0}));
  EXPECT_THAT(message, ::testing::HasSubstr(
                           "each run changes 'total_ptr' further: index 0 is 64 after one run and 128"));
  EXPECT_THAT(message, ::testing::HasSubstr("restore_value=['total_ptr']"));
}

}  // namespace
}  // namespace tilewright::kernels::triton::testing
