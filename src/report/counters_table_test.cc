#include "report/counters_table.h"

#include <gtest/gtest.h>

namespace tilewright::report {
namespace {

TEST(CountersTableTest, SaysWhatWasCounted) {
  WorkCounters work;
  work.kernel = "k";
  work.grid = {16, 2, 1};
  work.programs = 32;
  work.registers = 40;
  work.shared_bytes = 4096;
  work.tensors = {{"x_ptr", 4000, 0, 250, 0, 4000}};
  work.operations = {{DType::Float32, 1024, 1'000'000}};
  work.dots = {{DType::Float32, 64, 32, 16, 7, DotPrecision::Ieee}, {DType::Float16, 16, 16, 16, 1}};
  work.atomics = 100;
  work.atomic_conflicts = 96;
  work.max_atomics_on_address = 77;
  EXPECT_EQ(
      counters_table({work, work}),
      "launches 1 to 2: k, grid (16, 2, 1)\n"
      "  32 programs of 4 warps; about 40 registers a thread, 4,096 bytes of shared memory\n"
      "  tensor      bytes read       sectors    used   bytes written       sectors    used  distinct bytes\n"
      "  x_ptr            4,000           250    50 %               0             0       -           4,000\n"
      "  float32    1,024 operations, 1,000,000 special functions\n"
      "  7 products of 64 x 32 x 16 in float32 as ieee\n"
      "  1 products of 16 x 16 x 16 in float16\n"
      "  100 atomics, 96 on addresses in use already, at most 77 on one\n");
}

}  // namespace
}  // namespace tilewright::report
