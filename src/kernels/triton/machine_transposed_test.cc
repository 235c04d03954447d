// Blocks that lie transposed in memory load as lane by lane: values, counters and faults.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/triton/test_support.h"

namespace tilewright::kernels::triton::testing {
namespace {

using ::testing::HasSubstr;

// Copies the transpose of a [64, 32] matrix whose rows are `stride` elements apart.
std::string kernel(const std::string& pointers, const std::string& mask = "") {
  return R"(
@triton.jit
def kernel(x_ptr, out_ptr, stride):
    rows = tl.arange(0, 64)
    columns = tl.arange(0, 32)
    x = tl.load()" +
         pointers + mask + R"()
    tl.store(out_ptr + columns[:, None] * 64 + rows[None, :], x)

def main(x, out):
    kernel[(1,)](x, out, 32)
)";
}
const char kPointers[] = "x_ptr + rows[None, :] * stride + columns[:, None]";

TensorRef counting(DType dtype = DType::Float32, std::vector<int64_t> shape = {64, 32}) {
  std::vector<double> values(64 * 32);
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i % 113);
  return tensor(values, dtype, std::move(shape));
}

void expect_transposed(DType dtype, const std::string& source) {
  Runner runner(source);
  TensorRef x = counting(dtype), out = empty({32, 64}, dtype);
  EXPECT_EQ(runner.run(x, out), "");
  for (size_t row = 0; row < 64; ++row)
    for (size_t column = 0; column < 32; ++column)
      ASSERT_EQ(out->get(column * 64 + row), x->get(row * 32 + column)) << row << " " << column;
  const TensorTraffic& traffic = runner.session.launches.at(0).tensors.at(0);
  EXPECT_EQ(traffic.bytes_loaded, 64u * 32u * size_of(dtype));
  EXPECT_EQ(traffic.sectors_loaded, 64u * 32u * size_of(dtype) / 32);  // all of each sector is wanted
  EXPECT_EQ(traffic.unique_bytes, 64u * 32u * size_of(dtype));
}

TEST(TransposedLoadTest, ValuesAndCounters) {
  for (DType dtype : {DType::Float32, DType::BFloat16, DType::Float64, DType::Int8, DType::Int64}) {
    SCOPED_TRACE(triton_name(dtype));
    expect_transposed(dtype, kernel(kPointers));
    expect_transposed(dtype,
                      kernel(kPointers, ", mask=(rows < 64)[None, :] & (columns < 32)[:, None], other=0"));
  }
}

TEST(TransposedLoadTest, FirstLaneOutOfBounds) {
  Runner runner(kernel("x_ptr + 1 + rows[None, :] * stride + columns[:, None]"));
  std::string message = runner.run(counting(), empty({32, 64}));
  EXPECT_THAT(message, HasSubstr("out of bounds: 'x_ptr' index 2048 [64, 0] (valid: 0..2047)"));
  EXPECT_THAT(message, HasSubstr("lane 2047 of the block's 2048"));
}

TEST(TransposedLoadTest, UninitialisedLanes) {
  Runner runner(kernel(kPointers));
  TensorRef x = empty({64, 32});
  x->region->initialised.set(0, 8000);
  EXPECT_THAT(
      runner.run(x, empty({32, 64})),
      HasSubstr(
          "uninitialised memory, 'x_ptr' index 2016 [63, 0], is stored to 'out_ptr' index 63 [0, 63] in program (0, 0, 0)"));
}

}  // namespace
}  // namespace tilewright::kernels::triton::testing
