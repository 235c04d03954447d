// Launches of which a few programs run: which ones, and that totals stand for the grid's.
#include <gtest/gtest.h>

#include <set>

#include "kernels/triton/test_support.h"

namespace tilewright::kernels::triton::testing {
namespace {

constexpr size_t kPrograms = 1000;

// The programs that ran, of a kernel that does `work` turns in each.
std::set<size_t> programs_run(uint64_t key, const std::string& turns, WorkCounters* work = nullptr) {
  Runner runner(R"(
@triton.jit
def kernel(x_ptr, out_ptr):
    pid = tl.program_id(0)
    for i in range()" +
                turns + R"():
        tl.store(out_ptr + pid, tl.load(x_ptr + pid) + i)

def main(x, out):
    kernel[(1000,)](x, out)
)");
  runner.session.options.sample_programs = 3;
  runner.session.options.sample_key = key;
  TensorRef out = tensor(std::vector<double>(kPrograms, 0.0));
  EXPECT_EQ(runner.run(tensor(std::vector<double>(kPrograms, 1.0)), out), "");
  std::set<size_t> ran;
  for (size_t i = 0; i < kPrograms; ++i) {
    if (out->get(i) != 0) ran.insert(i);
  }
  if (work != nullptr && !runner.session.launches.empty()) *work = runner.session.launches[0];
  return ran;
}

TEST(SampledProgramsTest, AreDrawnFromEachPartOfTheGrid) {
  std::set<std::set<size_t>> draws;
  for (uint64_t key = 1; key <= 20; ++key) {
    std::set<size_t> ran = programs_run(key, "1");
    ASSERT_EQ(ran.size(), 3u);
    size_t part = 0;
    for (size_t program : ran) {
      EXPECT_GE(program, kPrograms * part / 3);
      EXPECT_LT(program, kPrograms * (part + 1) / 3);
      ++part;
    }
    EXPECT_EQ(programs_run(key, "1"), ran) << "the same key, the same programs";
    draws.insert(ran);
  }
  EXPECT_EQ(draws.size(), 20u);
  EXPECT_EQ(programs_run(0, "1"), (std::set<size_t>{0, 499, 999})) << "no key: evenly spaced";
}

TEST(SampledProgramsTest, MoreRunWhereTheirWorkIsUnequal) {
  WorkCounters work;
  EXPECT_GT(programs_run(5, "1 + pid // 100", &work).size(), 12u);
  // 1 + pid // 100 turns are 5.5 a program.
  double bytes = static_cast<double>(work.bytes_loaded());
  EXPECT_GT(bytes, 0.7 * 4 * 5500);
  EXPECT_LT(bytes, 1.3 * 4 * 5500);
  programs_run(5, "4", &work);
  EXPECT_NEAR(static_cast<double>(work.bytes_loaded()), 4 * 4000, 8);
}

}  // namespace
}  // namespace tilewright::kernels::triton::testing
