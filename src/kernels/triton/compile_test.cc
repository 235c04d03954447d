// What the front end refuses, and how it says so.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/triton/test_support.h"

namespace tilewright::kernels::triton::testing {
namespace {

using ::testing::HasSubstr;

// Runs a kernel whose body is `body`, with x of 64 floats, n = 50 and BLOCK = 64.
std::string diagnose(const std::string& body, const std::string& before = "") {
  std::string source =
      before + "\n@triton.jit\ndef kernel(x_ptr, n, BLOCK: tl.constexpr):\n    i = tl.arange(0, BLOCK)\n";
  size_t start = 0;
  while (start < body.size()) {
    size_t end = std::min(body.find('\n', start), body.size());
    source += "    " + body.substr(start, end - start) + "\n";
    start = end + 1;
  }
  source += "\ndef main(x):\n    kernel[(1,)](x, 50, BLOCK=64)\n";
  BudgetLimits limits;
  limits.fuel = 50'000'000;
  Runner runner(source, {}, limits);
  return runner.run(zeros({64}));
}

struct Case {
  const char* name;
  const char* body;
  const char* message;
  const char* kind;
};

class RefusalTest : public ::testing::TestWithParam<Case> {};

TEST_P(RefusalTest, IsExplained) {
  std::string message = diagnose(GetParam().body);
  EXPECT_THAT(message, HasSubstr(GetParam().message));
  EXPECT_THAT(message, HasSubstr(std::string("[") + GetParam().kind + "]"));
}

INSTANTIATE_TEST_SUITE_P(
    All, RefusalTest,
    ::testing::Values(
        Case{"arange_of_run_time_value", "j = tl.arange(0, n)", "must be a constant int", "kernel-constexpr"},
        Case{"arange_not_power_of_two", "j = tl.arange(0, 48)", "must be a power of 2, not 48",
             "kernel-shape"},
        Case{"block_condition", "if i < n:\n    x = 1", "it must be a scalar", "kernel-shape"},
        Case{"carried_type", "s = 0\nfor k in range(4):\n    s += 1.5",
             "'s' has initial type int32 but is re-assigned to fp32", "loop-carried-type"},
        Case{"carried_shape", "s = 0.0\nfor k in range(4):\n    s += tl.load(x_ptr + i)",
             "re-assigned to <[64], fp32>", "loop-carried-type"},
        Case{"shapes", "y = i[:, None] + tl.arange(0, 32)[:, None]",
             "cannot make shapes [64, 1] and [32, 1] compatible", "kernel-shape"},
        Case{"power", "x = tl.load(x_ptr + i)\ny = x ** 2", "** does not exist", "kernel-syntax"},
        Case{"store_to_element", "x = tl.load(x_ptr + i)\nx[0] = 1.0", "assigning to elements",
             "kernel-syntax"},
        Case{"index_element", "x = tl.load(x_ptr + i)\ny = x[0]", "only with None and full slices",
             "kernel-syntax"},
        Case{"break_in_loop", "for k in range(4):\n    break", "break is not supported", "kernel-syntax"},
        Case{"chained", "y = 0 < i < n", "chained comparison", "kernel-syntax"},
        Case{"exp_of_int", "y = tl.exp(i)", "expects fp32 or fp64 but got int32", "kernel-type"},
        Case{"mean", "y = tl.mean(i, axis=0)", "has no attribute 'mean'", "unknown-name"},
        Case{"method", "y = i.sqrtt()", "has no method 'sqrtt'", "unknown-name"},
        Case{"keyword", "y = tl.sum(i, axiss=0)", "unexpected keyword argument 'axiss': did you mean 'axis'?",
             "kernel-type"},
        Case{"other_without_mask", "y = tl.load(x_ptr + i, other=0.0)", "other cannot be given without mask",
             "kernel-type"},
        Case{"load_of_number", "y = tl.load(i)", "needs a pointer", "kernel-type"},
        Case{"dot_shapes",
             "a = tl.zeros((16, 32), tl.float32)\nb = tl.zeros((16, 32), tl.float32)\nc = tl.dot(a, b)",
             "the second index of the first (32)", "kernel-shape"},
        Case{"dot_types",
             "a = tl.zeros((16, 16), tl.float16)\nb = tl.zeros((16, 16), tl.float32)\nc = tl.dot(a, b)",
             "the same dtype, not fp16 and fp32", "kernel-type"},
        Case{"pointer_sum", "y = x_ptr + x_ptr", "cannot add pointers", "kernel-type"},
        Case{"branch_types", "if n > 3:\n    y = 1\nelse:\n    y = 1.0\nz = y", "mismatched type for 'y'",
             "kernel-type"},
        Case{"undefined", "y = ii + 1", "name 'ii' is not defined: did you mean 'i'?", "unknown-name"},
        Case{"static_assert", "tl.static_assert(BLOCK == 3, \"three\")", "three", "static-assert"},
        Case{"return_value", "return i", "cannot return a value", "kernel-syntax"},
        Case{"return_in_loop", "for k in range(n):\n    return", "return inside a loop", "kernel-syntax"},
        Case{"endless", "k = 0\nwhile k < 1:\n    k = k * 1", "", "fuel-exhausted"},
        Case{"too_large", "y = tl.zeros((2097152,), tl.float32)", "has more than 1048576 elements",
             "kernel-shape"},
        Case{"floor_division", "y = tl.load(x_ptr + i) // 2", "// needs integers", "kernel-type"},
        Case{"far_pointer", "y = tl.load(x_ptr + 4611686018427387904)", "far outside every tensor",
             "out-of-bounds"},
        Case{"negative", "y = tl.load(x_ptr + i - 1)", "index -1 (valid: 0..63)", "out-of-bounds"},
        Case{"far_store", "tl.store(x_ptr + i.to(tl.int64) * 1000000000, 1.0)", "out of bounds", "out-of-bounds"}),
    [](const auto& instance) { return instance.param.name; });

TEST(FrontEndTest, GlobalsMustBeConstexpr) {
  EXPECT_THAT(diagnose("y = i + SIZE", "SIZE = 3"), HasSubstr("global variable 'SIZE'"));
  EXPECT_EQ(diagnose("y = i + SIZE", "SIZE = tl.constexpr(3)"), "");
}

TEST(FrontEndTest, PlainFunctionsCannotBeCalled) {
  EXPECT_THAT(diagnose("y = helper(i)", "def helper(x):\n    return x"),
              HasSubstr("decorate it with @triton.jit"));
  EXPECT_EQ(diagnose("y = helper(i)", "@triton.jit\ndef helper(x):\n    return x"), "");
}

TEST(FrontEndTest, RecursionEnds) {
  EXPECT_THAT(diagnose("y = helper(i)", "@triton.jit\ndef helper(x):\n    return helper(x)"),
              HasSubstr("more than 64 deep"));
}

TEST(FrontEndTest, DeadBranchesAreNotCompiled) {
  EXPECT_EQ(diagnose("if BLOCK == 64:\n    y = i\nelse:\n    y = tl.nothing(i)\nz = y + 1"), "");
}

TEST(LaunchArgumentsTest, MissingAndUnknown) {
  std::string source =
      "@triton.jit\ndef kernel(x_ptr, n, BLOCK: tl.constexpr):\n    pass\n\ndef main(x):\n    ";
  EXPECT_THAT(Runner(source + "kernel[(1,)](x)\n").run(zeros({4})),
              HasSubstr("kernel() missing 2 required arguments: 'n' and 'BLOCK'"));
  EXPECT_THAT(Runner(source + "kernel[(1,)](x, 1, BLOK=2)\n").run(zeros({4})),
              HasSubstr("unexpected keyword argument 'BLOK': did you mean 'BLOCK'?"));
  EXPECT_THAT(Runner(source + "kernel[(1, 70000)](x, 1, BLOCK=2)\n").run(zeros({4})),
              HasSubstr("the limit is 65535"));
  EXPECT_THAT(Runner(source + "kernel[(1,)](x, 1, BLOCK=2, num_warps=3)\n").run(zeros({4})),
              HasSubstr("num_warps must be a power of 2"));
  EXPECT_THAT(Runner(source + "kernel[(2.5,)](x, 1, BLOCK=2)\n").run(zeros({4})),
              HasSubstr("grid extents must be ints, not float"));
  EXPECT_EQ(Runner(source + "kernel[(0,)](x, 1, BLOCK=2)\n").run(zeros({4})), "");
}

TEST(LaunchCacheTest, EqualTypesAreCompiledOnce) {
  Runner runner(
      "@triton.jit\ndef kernel(x_ptr, n, BLOCK: tl.constexpr):\n    tl.store(x_ptr, n)\n\n"
      "def main(x):\n    for n in range(2, 50):\n        kernel[(1,)](x, n, BLOCK=2)\n");
  TensorRef x = zeros({4});
  EXPECT_EQ(runner.run(x), "");
  EXPECT_EQ(x->get(0), 49);
  EXPECT_EQ(runner.session.launches.size(), 48u);
}

}  // namespace
}  // namespace tilewright::kernels::triton::testing
