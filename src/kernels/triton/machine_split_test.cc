// Launches on several threads give what one thread gives: values, counters, fuel, and the first fault in
// program order.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/triton/test_support.h"

namespace tilewright::kernels::triton::testing {
namespace {

using ::testing::HasSubstr;

constexpr int64_t kSize = 64 * 257 - 5;

TritonOptions with_threads(int threads) {
  TritonOptions options;
  options.threads = threads;
  options.split_above = 0;
  return options;
}

TensorRef counting(int64_t size) {
  std::vector<double> values(static_cast<size_t>(size));
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i);
  return tensor(std::move(values));
}

void expect_same_work(const WorkCounters& a, const WorkCounters& b) {
  EXPECT_EQ(a.programs, b.programs);
  EXPECT_EQ(a.float_operations, b.float_operations);
  EXPECT_EQ(a.integer_operations, b.integer_operations);
  EXPECT_EQ(a.loop_iterations, b.loop_iterations);
  EXPECT_EQ(a.max_program_bytes, b.max_program_bytes);
  EXPECT_EQ(a.max_program_loads, b.max_program_loads);
  ASSERT_EQ(a.tensors.size(), b.tensors.size());
  for (size_t i = 0; i < a.tensors.size(); ++i) {
    EXPECT_EQ(a.tensors[i].bytes_loaded, b.tensors[i].bytes_loaded);
    EXPECT_EQ(a.tensors[i].bytes_stored, b.tensors[i].bytes_stored);
    EXPECT_EQ(a.tensors[i].sectors_loaded, b.tensors[i].sectors_loaded);
    EXPECT_EQ(a.tensors[i].sectors_stored, b.tensors[i].sectors_stored);
    EXPECT_EQ(a.tensors[i].unique_bytes, b.tensors[i].unique_bytes);
  }
}

// Runs on one thread and on three; messages and counters must be the same, and memory where nothing failed.
// Returns the message.
std::string same_on_threads(const std::string& source, std::vector<TensorRef> (*make)(),
                            BudgetLimits limits = {}) {
  std::string messages[2];
  std::vector<std::byte> values[2];
  std::vector<WorkCounters> work[2];
  uint64_t fuel[2], initialised[2] = {0, 0};
  size_t faults[2];
  for (int i = 0; i < 2; ++i) {
    Runner runner(source, with_threads(i == 0 ? 1 : 3), limits);
    std::vector<TensorRef> tensors = make();
    messages[i] = tensors.size() == 2 ? runner.run(tensors[0], tensors[1])
                                      : runner.run(tensors[0], tensors[1], tensors[2]);
    for (const TensorRef& t : tensors) {
      values[i].insert(values[i].end(), t->storage.begin(), t->storage.end());
      if (t->region->tracks_initialised())
        initialised[i] += t->region->initialised.first_clear(0, t->region->bytes);
    }
    work[i] = runner.session.launches;
    fuel[i] = runner.budget.fuel_used();
    faults[i] = runner.session.faults.size();
  }
  EXPECT_EQ(messages[0], messages[1]);
  EXPECT_TRUE(!messages[0].empty() || values[0] == values[1]);
  EXPECT_EQ(initialised[0], initialised[1]);
  EXPECT_EQ(fuel[0], fuel[1]);
  EXPECT_EQ(faults[0], faults[1]);
  EXPECT_EQ(work[0].size(), work[1].size());
  for (size_t i = 0; i < std::min(work[0].size(), work[1].size()); ++i)
    expect_same_work(work[0][i], work[1][i]);
  return messages[1];
}

std::vector<TensorRef> two() { return {counting(kSize), empty({kSize})}; }
std::vector<TensorRef> three() { return {counting(kSize), counting(kSize), empty({kSize})}; }

std::string kernel(const std::string& body) {
  return R"(
@triton.jit
def kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    offsets = pid * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
)" + body +
         R"(
def main(x, out):
    n = x.shape[0]
    kernel[(triton.cdiv(n, 64),)](x, out, n, BLOCK=64)
)";
}

TEST(SplitTest, ElementwiseWithSharedInput) {
  std::string source = kernel(R"(
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0)
    first = tl.load(x_ptr + tl.arange(0, BLOCK))
    tl.store(out_ptr + offsets, x * 2 + tl.sum(first), mask=mask)
)");
  EXPECT_EQ(same_on_threads(source, two), "");
}

TEST(SplitTest, NeighboursInOneLine) {
  // Programs interleave element by element: every line is shared by threads.
  std::string source = kernel(R"(
    spread = tl.arange(0, BLOCK) * tl.num_programs(0) + pid
    tl.store(out_ptr + spread, tl.load(x_ptr + spread, mask=spread < n, other=0.0), mask=spread < n)
)");
  EXPECT_EQ(same_on_threads(source, two), "");
}

TEST(SplitTest, InPlace) {
  std::string source = kernel(R"(
    x = tl.load(x_ptr + offsets, mask=mask)
    tl.store(x_ptr + offsets, x + 1, mask=mask)
)");
  EXPECT_EQ(same_on_threads(source, two), "");
}

TEST(SplitTest, AtomicsKeepTheirOrder) {
  std::string source = kernel(R"(
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0)
    tl.atomic_add(x_ptr, tl.sum(x * 1.1))
)");
  EXPECT_THAT(same_on_threads(source, two), HasSubstr("[race]"));
  source = R"(
@triton.jit
def kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n, other=0.0)
    tl.atomic_add(y_ptr, tl.sum(x * 1.1))

def main(x, y, out):
    n = x.shape[0]
    kernel[(triton.cdiv(n, 64),)](x, y, n, BLOCK=64)
)";
  EXPECT_EQ(same_on_threads(source, three), "");
}

TEST(SplitTest, FirstFaultInProgramOrder) {
  std::string source = kernel(R"(
    far = tl.where(pid >= 100, n, 0)
    tl.store(out_ptr + offsets, tl.load(x_ptr + offsets + far, mask=mask), mask=mask)
)");
  std::string message = same_on_threads(source, [] {
    return std::vector<TensorRef>{counting(kSize), zeros({kSize})};
  });
  EXPECT_THAT(message, HasSubstr("program (100, 0, 0)"));
}

TEST(SplitTest, RaceBetweenFarPrograms) {
  std::string source = kernel(R"(
    tl.store(out_ptr + offsets % (n // 2), tl.load(x_ptr + offsets, mask=mask), mask=mask)
)");
  std::string message = same_on_threads(source, [] {
    return std::vector<TensorRef>{counting(kSize), zeros({kSize})};
  });
  EXPECT_THAT(message, HasSubstr("race: 'out_ptr' index 0 is written by program (128"));
}

// The last program adds to what the first reads: the values that decide the fault are put back.
TEST(SplitTest, ValuesThatDecideAreRestored) {
  std::string source = kernel(R"(
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0)
    tl.store(x_ptr + offsets, x + 1000000.0, mask=mask)
    where = tl.where(pid == 200, x.to(tl.int32) - 12000, offsets)
    tl.store(out_ptr + where, x, mask=mask)
)");
  std::string message = same_on_threads(source, two);
  EXPECT_THAT(message, HasSubstr("race: 'out_ptr' index 800 is written by program (200"));
}

TEST(SplitTest, ReadOfWhatALaterProgramWrites) {
  std::string source = kernel(R"(
    tl.store(out_ptr + offsets, tl.load(x_ptr + offsets, mask=mask), mask=mask)
    other = (offsets + 64) % n
    y = tl.load(out_ptr + other, mask=mask)
    tl.store(x_ptr + offsets, y, mask=mask)
)");
  EXPECT_THAT(same_on_threads(source, two), HasSubstr("uninitialised memory"));
}

TEST(SplitTest, FuelEndsAnEndlessProgram) {
  std::string source = kernel(R"(
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0)
    while tl.sum(x) >= 0:
        x += 1
    tl.store(out_ptr + offsets, x, mask=mask)
)");
  EXPECT_THAT(same_on_threads(source, two, {.fuel = 3'000'000}), HasSubstr("fuel"));
}

}  // namespace
}  // namespace tilewright::kernels::triton::testing
