// Rows gathered and scattered through tensor descriptors: on chips that can, and refused on those that cannot.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "chips/chip.h"
#include "kernels/triton/test_support.h"

namespace tilewright::kernels::triton {
namespace {

using namespace testing;
using ::testing::HasSubstr;

const char* const kRows = R"(
@triton.jit
def kernel(x_ptr, rows_ptr, out_ptr, back_ptr, M, N, B: tl.constexpr, W: tl.constexpr):
    x = tl.make_tensor_descriptor(x_ptr, [M, N], [N, 1], [1, W])
    back = tl.make_tensor_descriptor(back_ptr, [M, N], [N, 1], [1, W])
    rows = tl.load(rows_ptr + tl.arange(0, B))
    tile = x.gather(rows, 4)
    tl.store(out_ptr + tl.arange(0, B)[:, None] * W + tl.arange(0, W)[None, :], tile)
    back.scatter(tile, rows, 4)

def main(x, rows, out, back):
    triton.set_allocator(lambda size, alignment, stream: out)
    kernel[(1,)](x, rows, out, back, 10, 16, B=8, W=8)
)";

TEST(DescriptorRows, OutsideRowsAreZeroAndNotWritten) {
  auto chip = std::make_shared<chips::Chip>();
  chip->compute_capability = 10.0;
  TritonOptions options;
  options.autotune_chip = chip;
  Runner runner(kRows, options);
  std::vector<double> values(160);
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i + 1);
  const std::vector<double> picked = {3, 9, 0, 10, 7, -1, 5, 1};
  TensorRef x = tensor(values, DType::Float32, {10, 16}), rows = tensor(picked, DType::Int32);
  TensorRef out = empty({8, 8}), back = zeros({10, 16});
  ASSERT_EQ(runner.run(x, rows, out, back), "");
  std::vector<double> expected(160);
  for (size_t i = 0; i < picked.size(); ++i) {
    bool is_inside = picked[i] >= 0 && picked[i] < 10;
    for (size_t j = 0; j < 8; ++j) {
      double value = is_inside ? picked[i] * 16 + 4 + static_cast<double>(j) + 1 : 0;
      EXPECT_EQ(out->get(i * 8 + j), value);
      if (is_inside) expected[static_cast<size_t>(picked[i]) * 16 + 4 + j] = value;
    }
  }
  for (size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(back->get(i), expected[i]);
}

TEST(DescriptorRows, ChipsBelowCapabilityTenRefuseThem) {
  Runner runner(kRows);
  EXPECT_THAT(runner.run(zeros({10, 16}), zeros({8}, DType::Int32), empty({8, 8}), zeros({10, 16})),
              HasSubstr("gather of a tensor descriptor needs a GPU of compute capability 10.0; h100 has 9.0"));
}

}  // namespace
}  // namespace tilewright::kernels::triton
