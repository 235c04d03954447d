// Whole kernels through the interpreter: values, counters, faults.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "kernels/triton/test_support.h"

namespace tilewright::kernels::triton::testing {
namespace {

using ::testing::HasSubstr;

const char kAdd[] = R"(
@triton.jit
def add_kernel(x_ptr, y_ptr, out_ptr, n, BLOCK: tl.constexpr):
    pid = tl.program_id(axis=0)
    offsets = pid * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    y = tl.load(y_ptr + offsets, mask=mask)
    tl.store(out_ptr + offsets, x + y, mask=mask)

def main(x, y, out):
    n = x.shape[0]
    add_kernel[(triton.cdiv(n, 64),)](x, y, out, n, BLOCK=64)
)";

std::vector<double> ramp(size_t n, double scale = 0.25, double offset = -3) {
  std::vector<double> values(n);
  for (size_t i = 0; i < n; ++i) values[i] = static_cast<double>(i % 97) * scale + offset;
  return values;
}

TEST(LaunchTest, VectorAdd) {
  Runner runner(kAdd);
  TensorRef x = tensor(ramp(1000)), y = tensor(ramp(1000, 0.5)), out = empty({1000});
  EXPECT_EQ(runner.run(x, y, out), "");
  for (size_t i = 0; i < 1000; ++i) ASSERT_EQ(out->get(i), x->get(i) + y->get(i)) << i;
  ASSERT_EQ(runner.session.launches.size(), 1u);
  const WorkCounters& work = runner.session.launches[0];
  EXPECT_EQ(work.programs, 16u);
  EXPECT_EQ(work.bytes_loaded(), 8000u);
  EXPECT_EQ(work.bytes_stored(), 4000u);
  EXPECT_EQ(work.tensors[2].tensor, "out_ptr");
  EXPECT_EQ(work.tensors[2].unique_bytes, 4000u);
  EXPECT_EQ(work.max_block_elements, 64u);
}

TEST(LaunchTest, AddWithoutMaskIsOutOfBounds) {
  std::string source = kAdd;
  source.replace(source.find("y_ptr + offsets, mask=mask"), 26, "y_ptr + offsets");
  Runner runner(source);
  std::string message = runner.run(tensor(ramp(100)), tensor(ramp(100)), empty({100}));
  EXPECT_THAT(message, HasSubstr("out of bounds: 'y_ptr' index 100 (valid: 0..99) in program (1, 0, 0)"));
  EXPECT_THAT(message, HasSubstr("[out-of-bounds]"));
  EXPECT_THAT(message, HasSubstr("tl.load(y_ptr + offsets)"));
  EXPECT_EQ(runner.session.faults.size(), 1u);
}

TEST(LaunchTest, SoftmaxRow) {
  Runner runner(R"(
@triton.jit
def softmax_kernel(x_ptr, out_ptr, stride, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    cols = tl.arange(0, BLOCK)
    mask = cols < n_cols
    x = tl.load(x_ptr + row * stride + cols, mask=mask, other=-float("inf"))
    x = x - tl.max(x, axis=0)
    e = tl.exp(x)
    tl.store(out_ptr + row * stride + cols, e / tl.sum(e, axis=0), mask=mask)

def main(x, out):
    m, n = x.shape
    softmax_kernel[(m,)](x, out, n, n, BLOCK=triton.next_power_of_2(n))
)");
  TensorRef x = tensor(ramp(5 * 37), DType::Float32, {5, 37}), out = empty({5, 37});
  ASSERT_EQ(runner.run(x, out), "");
  for (size_t r = 0; r < 5; ++r) {
    double largest = -1e30, total = 0;
    for (size_t c = 0; c < 37; ++c) largest = std::max(largest, x->get(r * 37 + c));
    for (size_t c = 0; c < 37; ++c) total += std::exp(x->get(r * 37 + c) - largest);
    for (size_t c = 0; c < 37; ++c)
      EXPECT_NEAR(out->get(r * 37 + c), std::exp(x->get(r * 37 + c) - largest) / total, 1e-6);
  }
}

TEST(LaunchTest, MatmulWithLoopAndMasks) {
  Runner runner(R"(
@triton.jit
def matmul(a_ptr, b_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    pid_m = tl.program_id(0)
    pid_n = tl.program_id(1)
    rm = pid_m * BM + tl.arange(0, BM)
    rn = pid_n * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    a_ptrs = a_ptr + rm[:, None] * K + rk[None, :]
    b_ptrs = b_ptr + rk[:, None] * N + rn[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, tl.cdiv(K, BK)):
        a = tl.load(a_ptrs, mask=(rm[:, None] < M) & (rk[None, :] < K - k * BK), other=0.0)
        b = tl.load(b_ptrs, mask=(rk[:, None] < K - k * BK) & (rn[None, :] < N), other=0.0)
        acc += tl.dot(a, b, input_precision="ieee")
        a_ptrs += BK
        b_ptrs += BK * N
    tl.store(c_ptr + rm[:, None] * N + rn[None, :], acc, mask=(rm[:, None] < M) & (rn[None, :] < N))

def main(a, b, c):
    m, k = a.shape
    k, n = b.shape
    grid = lambda meta: (triton.cdiv(m, meta["BM"]), triton.cdiv(n, meta["BN"]))
    matmul[grid](a, b, c, m, n, k, BM=16, BN=32, BK=16)
)");
  size_t m = 37, n = 45, k = 50;
  TensorRef a = tensor(ramp(m * k, 0.03), DType::Float32, {37, 50}),
            b = tensor(ramp(k * n, 0.02, -1), DType::Float32, {50, 45}), c = empty({37, 45});
  ASSERT_EQ(runner.run(a, b, c), "");
  for (size_t i = 0; i < m; ++i) {
    for (size_t j = 0; j < n; ++j) {
      double expected = 0;
      for (size_t p = 0; p < k; ++p) expected += a->get(i * k + p) * b->get(p * n + j);
      ASSERT_NEAR(c->get(i * n + j), expected, 1e-3) << i << " " << j;
    }
  }
  ASSERT_EQ(runner.session.launches[0].dots.size(), 1u);
  EXPECT_EQ(runner.session.launches[0].dots[0].count, 3u * 2 * 4);
}

TEST(LaunchTest, UnmaskedLanesOfAMaskedLoadMustNotReachTheResult) {
  Runner runner(R"(
@triton.jit
def kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n)
    tl.store(out_ptr, tl.sum(x, axis=0))

def main(x, out):
    kernel[(1,)](x, out, x.shape[0], BLOCK=32)
)");
  std::string message = runner.run(tensor(ramp(20)), empty({1}));
  EXPECT_THAT(message, HasSubstr("[uninitialised-read]"));
  EXPECT_THAT(message, HasSubstr("masks off, 'x_ptr' index 20, has no value"));
  EXPECT_THAT(message, HasSubstr("stored to 'out_ptr' index 0 in program (0, 0, 0)"));
  EXPECT_EQ(runner.run(tensor(ramp(32)), empty({1})), "");
}

TEST(LaunchTest, UninitialisedMemory) {
  Runner runner(kAdd);
  std::string message = runner.run(tensor(ramp(100)), empty({100}), empty({100}));
  EXPECT_THAT(
      message,
      HasSubstr(
          "uninitialised memory, 'y_ptr' index 0, is stored to 'out_ptr' index 0 in program (0, 0, 0)"));
}

TEST(LaunchTest, RacesBetweenPrograms) {
  Runner runner(R"(
@triton.jit
def kernel(out_ptr):
    tl.store(out_ptr, tl.program_id(0) + 1.0)

def main(out):
    kernel[(2,)](out)
)");
  std::string message = runner.run(zeros({1}));
  EXPECT_THAT(
      message,
      HasSubstr("race: 'out_ptr' index 0 is written by program (1, 0, 0) and written by program (0, 0, 0)"));
}

TEST(LaunchTest, AtomicAddDoesNotRace) {
  Runner runner(R"(
@triton.jit
def kernel(out_ptr):
    tl.atomic_add(out_ptr, 1.0)

def main(out):
    kernel[(50,)](out)
)");
  TensorRef out = zeros({1});
  EXPECT_EQ(runner.run(out), "");
  EXPECT_EQ(out->get(0), 50);
}

TEST(LaunchTest, SpinLockFinishesAndOrders) {
  Runner runner(R"(
@triton.jit
def kernel(lock_ptr, out_ptr, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    while tl.atomic_cas(lock_ptr, 0, 1) == 1:
        pass
    x = tl.load(out_ptr + i)
    tl.store(out_ptr + i, x + 1)
    tl.debug_barrier()
    tl.atomic_xchg(lock_ptr, 0)

@triton.jit
def wait_for_later(flag_ptr, out_ptr):
    pid = tl.program_id(0)
    n = tl.num_programs(0)
    if pid == n - 1:
        tl.store(out_ptr, 7)
        tl.atomic_xchg(flag_ptr, 1)
    else:
        while tl.atomic_add(flag_ptr, 0) == 0:
            pass

@triton.jit
def wait_forever(flag_ptr):
    while tl.atomic_add(flag_ptr, 0) == 0:
        pass

def main(lock, out, flag):
    kernel[(20,)](lock, out, BLOCK=16)
    wait_for_later[(5,)](flag, lock)
    wait_forever[(3,)](out)
)");
  TensorRef lock = zeros({1}, DType::Int32), out = zeros({16}, DType::Int32), flag = zeros({1}, DType::Int32);
  out->set(0, 0);
  std::string message = runner.run(lock, out, flag);
  for (size_t i = 1; i < 16; ++i) EXPECT_EQ(out->get(i), 20);
  EXPECT_EQ(lock->get(0), 7);
  EXPECT_EQ(message, "");  // out[0] is 20: nobody waits
  TensorRef fresh = zeros({16}, DType::Int32);
  Runner again(R"(
@triton.jit
def wait_forever(flag_ptr):
    while tl.atomic_add(flag_ptr, 0) == 0:
        pass

def main(flag):
    wait_forever[(3,)](flag)
)");
  EXPECT_THAT(again.run(fresh), HasSubstr("[deadlock]"));
}

TEST(LaunchTest, InventedNamesAreExplained) {
  Runner runner(R"(
@triton.jit
def kernel(x_ptr, BLOCK: tl.constexpr):
    x = tl.load(x_ptr + tl.arange(0, BLOCK))
    tl.store(x_ptr + tl.arange(0, BLOCK), tl.tanh(x))

def main(x):
    kernel[(1,)](x, BLOCK=16)
)");
  std::string message = runner.run(tensor(ramp(16)));
  EXPECT_THAT(message, HasSubstr("tl has no attribute 'tanh'"));
  EXPECT_THAT(message, HasSubstr("tl.extra.libdevice.tanh"));
  EXPECT_THAT(message, HasSubstr("[unknown-name]"));
}

}  // namespace
}  // namespace tilewright::kernels::triton::testing
