// Programs that follow each other take what moves evenly from the one before: values, counters and faults are
// those of programs that compute everything.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/triton/test_support.h"

namespace tilewright::kernels::triton::testing {
namespace {

using ::testing::HasSubstr;

TEST(ProgramsInARow, EveryAxisOfTheGridAndBothOrders) {
  for (bool is_reversed : {false, true}) {
    TritonOptions options;
    options.reverse_order = is_reversed;
    Runner runner(R"(
@triton.jit
def kernel(out_ptr, stride):
    x, y, z = tl.program_id(0), tl.program_id(1), tl.program_id(2)
    row = x + tl.num_programs(0) * (y + tl.num_programs(1) * z)
    lanes = tl.arange(0, 4)
    places = out_ptr + row.to(tl.int64) * stride + lanes
    tl.store(places, x * 1000 + y * 100 + z * 10 + lanes)

def main(out):
    kernel[(7, 3, 2)](out, 4)
)",
                  options);
    TensorRef out = empty({42, 4}, DType::Int32);
    ASSERT_EQ(runner.run(out), "");
    for (int row = 0; row < 42; ++row) {
      int expected = row % 7 * 1000 + row / 7 % 3 * 100 + row / 21 * 10;
      for (int lane = 0; lane < 4; ++lane)
        ASSERT_EQ(out->get(static_cast<size_t>(row * 4 + lane)), expected + lane) << row;
    }
  }
}

TEST(ProgramsInARow, ProductsOfTheIndexWithItselfAreComputed) {
  Runner runner(R"(
@triton.jit
def kernel(out_ptr):
    pid = tl.program_id(0)
    tl.store(out_ptr + pid, pid * pid - (pid % 3) * pid // 2)

def main(out):
    kernel[(30,)](out)
)");
  TensorRef out = empty({30}, DType::Int32);
  ASSERT_EQ(runner.run(out), "");
  for (int pid = 0; pid < 30; ++pid)
    ASSERT_EQ(out->get(static_cast<size_t>(pid)), pid * pid - pid % 3 * pid / 2);
}

TEST(ProgramsInARow, NarrowIndicesWrapWhereTheyWould) {
  Runner runner(R"(
@triton.jit
def kernel(out_ptr):
    pid = tl.program_id(0)
    tl.store(out_ptr + pid, (pid.to(tl.int8) * 30).to(tl.int32))

def main(out):
    kernel[(10,)](out)
)");
  TensorRef out = empty({10}, DType::Int32);
  ASSERT_EQ(runner.run(out), "");
  for (int pid = 0; pid < 10; ++pid)
    ASSERT_EQ(out->get(static_cast<size_t>(pid)), static_cast<int8_t>(pid * 30)) << pid;
}

TEST(ProgramsInARow, AnAddressThatWrapsIsFoundInItsProgram) {
  Runner runner(R"(
@triton.jit
def kernel(x_ptr, out_ptr, stride):
    pid = tl.program_id(0)
    x = tl.load(x_ptr + pid * stride, mask=pid > 3, other=0)
    tl.store(out_ptr + pid, x)

def main(x, out):
    kernel[(8,)](x, out, 536870912)
)");
  std::string message = runner.run(zeros({8}, DType::Int32), empty({8}, DType::Int32));
  EXPECT_THAT(message, HasSubstr("int32 arithmetic wraps here"));
  EXPECT_THAT(message, HasSubstr("in program (4, 0, 0)"));
}

TEST(ProgramsInARow, TheFirstProgramOutOfBoundsIsNamed) {
  Runner runner(R"(
@triton.jit
def kernel(x_ptr, out_ptr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + offsets, tl.load(x_ptr + offsets))

def main(x, out):
    kernel[(20,)](x, out, BLOCK=16)
)");
  EXPECT_THAT(runner.run(zeros({200}), empty({320})),
              HasSubstr("load out of bounds: 'x_ptr' index 200 (valid: 0..199) in program (12, 0, 0)"));
}

WorkCounters work_of(int64_t programs) {
  Runner runner(R"(
@triton.jit
def kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    tl.store(out_ptr + offsets, tl.load(x_ptr + offsets, mask=mask) * 2, mask=mask)

def main(x, out, programs):
    kernel[(programs,)](x, out, programs * 16, BLOCK=16)
)");
  EXPECT_EQ(runner.run(zeros({programs * 16}), empty({programs * 16}), programs), "");
  return runner.session.launches.at(0);
}

TEST(ProgramsInARow, CountersAreThoseOfPrograms) {
  WorkCounters one = work_of(1), many = work_of(40);
  EXPECT_EQ(many.integer_operations, 40 * one.integer_operations);
  EXPECT_EQ(many.float_operations, 40 * one.float_operations);
  EXPECT_EQ(many.tensors[0].sectors_loaded, 40 * one.tensors[0].sectors_loaded);
  EXPECT_EQ(many.max_program_bytes, one.max_program_bytes);
}

}  // namespace
}  // namespace tilewright::kernels::triton::testing
