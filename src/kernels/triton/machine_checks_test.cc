// Lanes that disagree, stores that change nothing, hints by value, masked lanes as warnings, two orders.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/triton/test_support.h"

namespace tilewright::kernels::triton::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::SizeIs;

std::string indented(const std::string& body) {
  return "@triton.jit\ndef kernel(x_ptr, i_ptr, out_ptr, n):\n" + body;
}

// A kernel of x_ptr (floats 0, 1, ...), i_ptr (int32) and out_ptr, each of 64 elements.
std::string run(const std::string& body, std::vector<double> indices = {}, int64_t n = 64, int programs = 1,
                TritonOptions options = {}) {
  Runner runner(indented(body) + "\ndef main(x, i, out, n):\n    kernel[(" + std::to_string(programs) +
                    ",)](x, i, out, n)\n",
                options);
  std::vector<double> numbers(64);
  for (size_t k = 0; k < 64; ++k) numbers[k] = static_cast<double>(k);
  TensorRef x = tensor(numbers), i = tensor(numbers, DType::Int32), out = zeros({64});
  for (size_t k = 0; k < indices.size(); ++k) i->set(k, indices[k]);
  return runner.run(x, i, out, n);
}

TEST(LanesTest, DifferentValuesInOnePlace) {
  const std::string kScatter =
      "    at = tl.arange(0, 8)\n    tl.store(out_ptr + tl.load(i_ptr + at), tl.load(x_ptr + at))\n";
  EXPECT_EQ(run(kScatter, {7, 6, 5, 4, 3, 2, 1, 0}), "");
  EXPECT_THAT(
      run(kScatter, {7, 6, 5, 4, 3, 2, 6, 0}),
      AllOf(HasSubstr("lanes 1 and 6 of one store write 1 and 6 to 'out_ptr' index 6"), HasSubstr("[race]")));
  // The same value; a lane that is off.
  EXPECT_EQ(run("    at = tl.arange(0, 8)\n    tl.store(out_ptr + tl.load(i_ptr + at), 3.0)\n", {1, 1, 1, 1}),
            "");
  EXPECT_EQ(run("    at = tl.arange(0, 8)\n"
                "    tl.store(out_ptr + tl.load(i_ptr + at), tl.load(x_ptr + at), mask=at != 1)\n",
                {7, 6, 5, 4, 3, 2, 6, 0}),
            "");
}

TEST(LanesTest, AffineAddresses) {
  const std::string kHead =
      "    r = tl.arange(0, 4)[:, None]\n    c = tl.arange(0, 8)[None, :]\n"
      "    x = tl.load(x_ptr + r * 8 + c)\n";
  EXPECT_EQ(run(kHead + "    tl.store(out_ptr + r * 8 + c, x)\n"), "");
  EXPECT_EQ(run(kHead + "    tl.store(out_ptr + c * 4 + r, x)\n"), "");
  EXPECT_THAT(run(kHead + "    tl.store(out_ptr + r * 7 + c, x)\n"), HasSubstr("lanes 7 and 8 of one store"));
  EXPECT_THAT(run(kHead + "    tl.store(out_ptr + r + 0 * c, x)\n"), HasSubstr("lanes 0 and 1 of one store"));
  EXPECT_EQ(run(kHead + "    tl.store(out_ptr + r * 7 + c, x, mask=c < 7)\n"), "");
}

TEST(SilentStoreTest, TheSameBytesAreNoRace) {
  EXPECT_EQ(run("    tl.store(out_ptr + tl.arange(0, 8), 1.0)\n", {}, 64, 5), "");
  EXPECT_THAT(
      run("    tl.store(out_ptr + tl.arange(0, 8), tl.program_id(0).to(tl.float32))\n", {}, 64, 5),
      HasSubstr("race: 'out_ptr' index 0 is written by program (1, 0, 0) and written by program (0, 0, 0)"));
  // Programs 0 and 1 agree; 2 does not.
  EXPECT_THAT(run("    tl.store(out_ptr + 3, (tl.program_id(0) // 2).to(tl.float32))\n", {}, 64, 3),
              HasSubstr("program (2, 0, 0)"));
}

TEST(SilentStoreTest, LoadsByOthersAreOne) {
  const std::string kHead = "    pid = tl.program_id(0)\n";
  EXPECT_THAT(
      run(kHead + "    if pid == 0:\n        tl.store(out_ptr + 5, tl.load(out_ptr + 6))\n"
                  "    else:\n        tl.store(out_ptr + 6, 0.0)\n",
          {}, 64, 2),
      HasSubstr("race: 'out_ptr' index 6 is written by program (1, 0, 0) and read by program (0, 0, 0)"));
  // What was loaded from there may be put back, but not while another program changes it.
  const std::string kPutsBack =
      "    x = tl.load(out_ptr + tl.arange(0, 8))\n"
      "    tl.store(out_ptr + tl.arange(0, 8), tl.where(tl.arange(0, 8) == pid, n + 0.0, x))\n";
  EXPECT_EQ(run(kHead + kPutsBack, {}, 0, 4), "");
  EXPECT_THAT(
      run(kHead + kPutsBack, {}, 7, 2),
      HasSubstr("race: 'out_ptr' index 0 is read by program (1, 0, 0) and written by program (0, 0, 0)"));
}

TEST(HintTest, MultipleOf) {
  const std::string kLoad = "    tl.store(out_ptr + tl.arange(0, 16), tl.load(x_ptr + at))\n";
  EXPECT_EQ(run("    at = tl.multiple_of(n + tl.arange(0, 16), 16)\n" + kLoad, {}, 32), "");
  EXPECT_THAT(run("    at = tl.multiple_of(n + tl.arange(0, 16), 16)\n" + kLoad, {}, 33),
              AllOf(HasSubstr("tl.multiple_of says 16, but lane 0 is 33, and it is used as an address"),
                    HasSubstr("[wrong-hint]")));
  // A smaller true alignment still allows what a compiler would do: four floats at once.
  EXPECT_EQ(run("    at = tl.multiple_of(n + tl.arange(0, 16), 16)\n" + kLoad, {}, 36), "");
  // Never an address.
  EXPECT_EQ(run("    at = tl.multiple_of(n + tl.arange(0, 16), 16)\n"
                "    tl.store(out_ptr + tl.arange(0, 16), at.to(tl.float32))\n",
                {}, 33),
            "");
  EXPECT_THAT(
      run("    s = tl.multiple_of(n, 8)\n    r = tl.arange(0, 4)[:, None]\n    c = tl.arange(0, 4)[None, :]\n"
          "    tl.store(out_ptr + r * 4 + c, tl.load(x_ptr + r * s + c))\n",
          {}, 5),
      HasSubstr("tl.multiple_of says 8, but the value is 5"));
  EXPECT_THAT(run("    at = tl.multiple_of(tl.arange(0, 16), (16, 1))\n" + kLoad),
              HasSubstr("one value an axis"));
}

TEST(HintTest, HoldsAgainInALaterTurn) {
  EXPECT_EQ(run("    for k in range(0, 64, 8):\n        j = k\n        j = tl.multiple_of(j, 8)\n"
                "        tl.store(out_ptr + j + tl.arange(0, 8), 1.0)\n"),
            "");
}

TEST(HintTest, MaxContiguous) {
  const std::string kLoad = "    tl.store(out_ptr + tl.arange(0, 64), tl.load(x_ptr + at))\n";
  EXPECT_EQ(run("    at = tl.max_contiguous(tl.arange(0, 64) % n, 64)\n" + kLoad, {}, 64), "");
  EXPECT_THAT(
      run("    at = tl.max_contiguous(tl.arange(0, 64) % n, 64)\n" + kLoad, {}, 50),
      HasSubstr("tl.max_contiguous says 64, but lane 50 is 0 after 49, and it is used as an address"));
  EXPECT_EQ(run("    at = tl.max_contiguous(tl.arange(0, 64) % n, 64)\n" + kLoad, {}, 48),
            "");  // between vectors
  EXPECT_EQ(run("    at = tl.max_contiguous(tl.arange(0, 64) % n, 2)\n" + kLoad, {}, 50), "");
  EXPECT_EQ(run("    at = tl.max_contiguous(tl.arange(0, 64) % n, 64)\n"
                "    tl.store(out_ptr + tl.arange(0, 64), tl.load(x_ptr + at, mask=tl.arange(0, 64) < 50, "
                "other=0.0))\n",
                {}, 50),
            "");
  EXPECT_THAT(run("    at = tl.max_constancy(tl.arange(0, 64) // 3, 4)\n" + kLoad), "");
}

TEST(HintTest, Assume) {
  EXPECT_EQ(run("    tl.assume(n % 16 == 0)\n    tl.store(out_ptr, 1.0)\n", {}, 48), "");
  EXPECT_THAT(
      run("    tl.assume(n % 16 == 0)\n    tl.store(out_ptr, 1.0)\n", {}, 50),
      AllOf(HasSubstr("the assumption does not hold in program (0, 0, 0)"), HasSubstr("[wrong-hint]")));
}

TEST(MaskedLanesTest, ZeroWithAWarning) {
  const char* kSource = R"(
@triton.jit
def kernel(x_ptr, out_ptr):
    pid = tl.program_id(0)
    at = tl.arange(0, 64)
    x = tl.load(x_ptr + at, mask=at < 40 - pid)
    tl.store(out_ptr + pid * 64 + at, x + 1)

def main(x, out):
    kernel[(6,)](x, out)
    kernel[(6,)](x, out)
)";
  for (int threads : {1, 3}) {
    TritonOptions options;
    options.masked_lanes_are_zero = true;
    options.threads = threads;
    options.split_above = 0;
    Runner runner(kSource, options);
    TensorRef x = tensor(std::vector<double>(64, 2.0)), out = zeros({384});
    EXPECT_EQ(runner.run(x, out), "");
    EXPECT_EQ(out->get(39), 3);
    EXPECT_EQ(out->get(40), 1);
    ASSERT_THAT(runner.interpreter->diagnostics(), SizeIs(1));
    std::string text = render(runner.interpreter->diagnostics()[0], runner.sources);
    EXPECT_THAT(text, AllOf(HasSubstr("warning: a lane that this load masks off"),
                            HasSubstr("[masked-lanes]"), HasSubstr("program (0, 0, 0)")));
    Runner strict(kSource);
    EXPECT_THAT(strict.run(x, out), HasSubstr("[uninitialised-read]"));
  }
}

TEST(OrdersTest, PlacesByAtomicDependOnTheOrder) {
  TritonOptions options;
  options.compares_orders = true;
  const std::string kSlots =
      "    pid = tl.program_id(0)\n    place = tl.atomic_add(i_ptr, 1)\n"
      "    tl.store(out_ptr + place, pid.to(tl.float32))\n";
  EXPECT_EQ(run(kSlots, {0}, 64, 4), "");
  EXPECT_THAT(
      run(kSlots, {0}, 64, 4, options),
      AllOf(
          HasSubstr("the result depends on the order in which programs run: 'out_ptr' index 0 is 0 with the "
                    "first program first and 3 with the last one first"),
          HasSubstr("[nondeterministic]")));
  EXPECT_EQ(run("    tl.atomic_add(out_ptr, 1.0 / (tl.program_id(0) + 1))\n", {}, 64, 50, options), "");
  EXPECT_EQ(run("    tl.atomic_max(i_ptr, tl.program_id(0))\n", {}, 64, 50, options), "");
}

TEST(OrdersTest, MemoryStaysThatOfTheFirstRun) {
  TritonOptions options;
  options.compares_orders = true;
  options.keeps_origins = true;
  Runner runner(
      "@triton.jit\ndef kernel(x_ptr):\n    p = x_ptr + tl.program_id(0)\n    tl.store(p, tl.load(p) * 2)\n"
      "def main(x):\n    kernel[(4,)](x)\n",
      options);
  TensorRef x = tensor({1, 2, 3, 4});
  EXPECT_EQ(runner.run(x), "");
  EXPECT_EQ(x->get(3), 8);
  EXPECT_EQ(x->region->work.count(0, 16), 16u);
  EXPECT_THAT(runner.session.launches, SizeIs(1));
}

TEST(OverflowTest, EveryWidthOnTheWayToAnAddress) {
  EXPECT_THAT(
      run("    k = tl.load(i_ptr).to(tl.int64)\n    tl.store(out_ptr + k * (n * 4611686018427387904), 1.0)\n",
          {3}, 1),
      HasSubstr("int64 arithmetic wraps here"));
  EXPECT_THAT(run("    k = tl.load(i_ptr).to(tl.uint32)\n    tl.store(out_ptr + k * k, 1.0)\n", {65536}),
              HasSubstr("uint32 arithmetic wraps here"));
  EXPECT_THAT(run("    k = tl.load(i_ptr).to(tl.int16)\n    tl.store(out_ptr + k * k, 1.0)\n", {256}),
              HasSubstr("int16 arithmetic wraps here"));
  EXPECT_THAT(run("    k = tl.load(i_ptr).to(tl.int64)\n    tl.store(out_ptr + (k * n).to(tl.int32), 1.0)\n",
                  {65536}, 65536),
              HasSubstr("a wider integer does not fit int32 here"));
  EXPECT_EQ(run("    k = tl.load(i_ptr).to(tl.uint32)\n    tl.store(out_ptr + ((k - 9) + 9), 1.0)\n", {4}),
            "");
  EXPECT_EQ(run("    k = tl.load(i_ptr).to(tl.uint32)\n    h = k * 2654435761\n    tl.store(out_ptr + (h >> "
                "26), 1.0)\n",
                {4}),
            "");
}

}  // namespace
}  // namespace tilewright::kernels::triton::testing
