// Counters of whole launches against values computed by hand.
#include <gtest/gtest.h>

#include "kernels/triton/test_support.h"

namespace tilewright::kernels::triton::testing {
namespace {

std::vector<double> ones(size_t count) { return std::vector<double>(count, 1.0); }

WorkCounters work_of(Runner& runner) {
  EXPECT_EQ(runner.session.launches.size(), 1u);
  return runner.session.launches.empty() ? WorkCounters{} : runner.session.launches[0];
}

TEST(CountersTest, MaskedTailOfContiguousBlocks) {
  Runner runner(R"(
@triton.jit
def kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    tl.store(out_ptr + offsets, tl.exp(tl.load(x_ptr + offsets, mask=mask)) * 2.0, mask=mask)

def main(x, out):
    kernel[(triton.cdiv(1000, 64),)](x, out, 1000, BLOCK=64)
)");
  ASSERT_EQ(runner.run(tensor(ones(1000)), empty({1000})), "");
  WorkCounters work = work_of(runner);
  EXPECT_EQ(work.programs, 16u);
  EXPECT_EQ(work.tensors[0].bytes_loaded, 4000u);
  EXPECT_EQ(work.tensors[0].sectors_loaded, 15u * 8 + 5);  // the last 40 elements are 160 bytes
  EXPECT_EQ(work.tensors[0].bytes_stored, 0u);
  EXPECT_EQ(work.tensors[1].sectors_stored, 125u);
  EXPECT_EQ(work.tensors[1].unique_bytes, 4000u);
  // Lanes that are off compute too.
  EXPECT_EQ(work.special_operations, 1024u);
  EXPECT_EQ(work.float_operations, 1024u);
  for (const OperationWork& each : work.operations) {
    if (each.dtype != DType::Float32) continue;
    EXPECT_EQ(each.arithmetic, 1024u);
    EXPECT_EQ(each.special, 1024u);
  }
}

uint64_t sectors_of_stride(int stride, DType dtype, int64_t lanes = 256) {
  Runner runner(R"(
@triton.jit
def kernel(x_ptr, out_ptr, stride, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(out_ptr + offsets, tl.load(x_ptr + offsets * stride))

def main(x, out, stride, block):
    kernel[(1,)](x, out, stride, BLOCK=block)
)");
  size_t elements = static_cast<size_t>(stride * lanes);
  EXPECT_EQ(runner.run(tensor(ones(elements), dtype), empty({lanes}, dtype), stride, lanes), "");
  EXPECT_EQ(work_of(runner).tensors[0].bytes_loaded, static_cast<uint64_t>(lanes) * size_of(dtype));
  return work_of(runner).tensors[0].sectors_loaded;
}

TEST(CountersTest, StridedLoadsMoveWholeSectors) {
  EXPECT_EQ(sectors_of_stride(1, DType::Float32), 32u);
  EXPECT_EQ(sectors_of_stride(2, DType::Float32), 64u);
  EXPECT_EQ(sectors_of_stride(3, DType::Float32), 96u);  // 12 bytes a step: every sector is touched
  EXPECT_EQ(sectors_of_stride(8, DType::Float32), 256u);
  EXPECT_EQ(sectors_of_stride(100, DType::Float32), 256u);
  EXPECT_EQ(sectors_of_stride(2, DType::Float16), 32u);
  EXPECT_EQ(sectors_of_stride(4, DType::Float64), 256u);
}

TEST(CountersTest, RowsThatRepeatAreFetchedOnce) {
  Runner runner(R"(
@triton.jit
def kernel(x_ptr, out_ptr):
    rows = tl.arange(0, 16)[:, None]
    columns = tl.arange(0, 64)[None, :]
    x = tl.load(x_ptr + columns + rows * 0)
    tl.store(out_ptr + rows * 64 + columns, x)

def main(x, out):
    kernel[(1,)](x, out)
)");
  ASSERT_EQ(runner.run(tensor(ones(64)), empty({16, 64})), "");
  WorkCounters work = work_of(runner);
  EXPECT_EQ(work.tensors[0].bytes_loaded, 16u * 64 * 4);
  EXPECT_EQ(work.tensors[0].sectors_loaded, 8u);
  EXPECT_EQ(work.tensors[0].unique_bytes, 256u);
  EXPECT_EQ(work.tensors[1].sectors_stored, 128u);
}

TEST(CountersTest, GatheredLanesShareSectorsInAnyOrder) {
  Runner runner(R"(
@triton.jit
def kernel(index_ptr, x_ptr, out_ptr):
    lanes = tl.arange(0, 8)
    tl.store(out_ptr + lanes, tl.load(x_ptr + tl.load(index_ptr + lanes)))

def main(index, x, out):
    kernel[(1,)](index, x, out)
)");
  // Elements 0 to 7 are one sector, 40 to 47 another, 63 a third.
  TensorRef index = tensor({44, 3, 0, 47, 63, 7, 40, 3}, DType::Int32);
  ASSERT_EQ(runner.run(index, tensor(ones(64)), empty({8})), "");
  EXPECT_EQ(work_of(runner).tensors[1].sectors_loaded, 3u);
}

TEST(CountersTest, AtomicsAndTheirConflicts) {
  Runner runner(R"(
@triton.jit
def kernel(x_ptr, count_ptr, n):
    lanes = tl.program_id(0) * 64 + tl.arange(0, 64)
    mask = lanes < n
    bins = tl.load(x_ptr + lanes, mask=mask, other=0)
    tl.atomic_add(count_ptr + bins, 1, mask=mask)

def main(x, count):
    kernel[(2,)](x, count, 100)
)");
  std::vector<double> bins(100);
  for (size_t i = 0; i < 100; ++i) bins[i] = i < 70 ? 0 : static_cast<double>(i % 4);
  ASSERT_EQ(runner.run(tensor(bins, DType::Int32), zeros({4}, DType::Int32)), "");
  WorkCounters work = work_of(runner);
  EXPECT_EQ(work.atomics, 100u);
  EXPECT_EQ(work.atomic_conflicts, 96u);        // four addresses
  EXPECT_EQ(work.max_atomics_on_address, 77u);  // 70 and 72, 76, ... 96
}

TEST(CountersTest, ProductsReductionsAndResources) {
  Runner runner(R"(
@triton.jit
def kernel(a_ptr, b_ptr, out_ptr, K, M: tl.constexpr, N: tl.constexpr, BK: tl.constexpr):
    rows = tl.arange(0, M)
    columns = tl.arange(0, N)
    inner = tl.arange(0, BK)
    acc = tl.zeros((M, N), dtype=tl.float32)
    for k in range(0, K, BK):
        a = tl.load(a_ptr + rows[:, None] * K + k + inner[None, :])
        b = tl.load(b_ptr + (k + inner)[:, None] * N + columns[None, :])
        acc += tl.dot(a, b)
    tl.store(out_ptr + rows, tl.sum(acc, axis=1))

def main(a, b, out):
    kernel[(1,)](a, b, out, 128, M=128, N=256, BK=64, num_warps=8, num_stages=3)
)");
  TensorRef a = tensor(ones(128 * 128), DType::Float16), b = tensor(ones(128 * 256), DType::Float16);
  ASSERT_EQ(runner.run(a, b, empty({128})), "");
  WorkCounters work = work_of(runner);
  ASSERT_EQ(work.dots.size(), 1u);
  EXPECT_EQ(work.dots[0].dtype, DType::Float16);
  EXPECT_EQ(work.dots[0].m, 128);
  EXPECT_EQ(work.dots[0].n, 256);
  EXPECT_EQ(work.dots[0].k, 64);
  EXPECT_EQ(work.dots[0].count, 2u);
  EXPECT_EQ(work.reductions, 128u * 256);
  EXPECT_EQ(work.loop_iterations, 2u);
  // Three stages of a 128 x 64 and a 64 x 256 tile of two bytes an element (147456 bytes), and what
  // eight warps combine of 128 sums.
  EXPECT_EQ(work.shared_bytes, 147456u + 128 * 4 * 8);
  // 128 accumulators of each of 256 threads and half a sum, rounded up.
  EXPECT_EQ(work.registers, 24u + 128 + 1);
}

TEST(CountersTest, PrecisionOfProducts) {
  for (const char* name : {"ieee", "tf32", "tf32x3", "bf16x6"}) {
    Runner runner(R"(
@triton.jit
def kernel(a_ptr, out_ptr, P: tl.constexpr):
    lanes = tl.arange(0, 16)
    places = lanes[:, None] * 16 + lanes[None, :]
    a = tl.load(a_ptr + places)
    tl.store(out_ptr + places, tl.dot(a, a, input_precision=P))

def main(a, out):
    kernel[(1,)](a, out, P=")" +
                  std::string(name) + "\")\n");
    ASSERT_EQ(runner.run(tensor(ones(256)), empty({256})), "");
    EXPECT_EQ(spelling(work_of(runner).dots.at(0).precision), name);
  }
}

}  // namespace
}  // namespace tilewright::kernels::triton::testing
