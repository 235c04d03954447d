#include "teach/prompt.h"

#include <gtest/gtest.h>

#include "graph/parse_text.h"

namespace tilewright::teach {
namespace {

TEST(Prompt, IsTheRecordedProgram) {
  auto graph = graph::parse_text(
      "input x: float32[4:s0, 8:s1]\nparameter norm.weight: float32[8:s1]\n"
      "%0: float32[4:s0, 8:s1] = aten::mul.Tensor(self=x, other=0.37)\n"
      "%1: float32[4:s0, 8:s1] = aten::mul.Tensor(self=%0, other=norm.weight)\nreturn %1\n");
  ASSERT_TRUE(graph.has_value());
  EXPECT_EQ(make_prompt(*graph, language_of(stack::Target::Triton)),
            "def forward(x, weight):\n    x0: f32[A, B] = x\n    x1: f32[B] = weight\n    v0 = x0 * 0.37\n   "
            " v1 = v0 * x1\n    return v1\n");
  EXPECT_EQ(make_prompt(*graph, language_of(stack::Target::Cuda)),
            "# cuda\n" + make_prompt(*graph, language_of(stack::Target::Triton)));
}

}  // namespace
}  // namespace tilewright::teach
