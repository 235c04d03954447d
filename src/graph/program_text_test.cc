#include "graph/program_text.h"

#include <gtest/gtest.h>

#include "graph/parse_text.h"
#include "graph/signature.h"

namespace tilewright::graph {
namespace {

std::string text_of(std::string_view text) {
  auto graph = parse_text(text);
  EXPECT_TRUE(graph.has_value()) << (graph ? "" : graph.error().message);
  return graph ? program_text(*graph) : "";
}

TEST(ProgramText, CountsDimensionsFromTheFrontButTheLast) {
  EXPECT_EQ(
      text_of("input x: float32[4:s3, 8, 16:s1]\n"
              "%0: float32[4:s3, 8, 1] = aten::sum.dim_IntList(self=x, dim=[2], keepdim=True, dtype=None)\n"
              "%1: float32[4:s3, 16:s1] = aten::amax(self=x, dim=[-2], keepdim=False)\n"
              "%2: float32[] = aten::mean(self=%0, dtype=None)\nreturn %2, %1\n"),
      "def forward(x):\n    x0: f32[A, 8, B] = x\n    v0 = sum(x0, dim=-1, keepdim=True)\n    v1 = amax(x0, "
      "dim=1)\n"
      "    v2 = mean(v0)\n    return v2, v1\n");
}

TEST(ProgramText, LeavesOutWhatSaysNothing) {
  EXPECT_EQ(text_of("input x: float32[4:s0]\ninput v0: float32[4:s0]\n"
                    "%0: float32[4:s0] = aten::softplus(self=x, beta=3.5, threshold=20.0)\n"
                    "%1: float32[4:s0] = aten::exp(self=x)\n"
                    "%2: float32[4:s0] = aten::contiguous(self=%0, memory_format=0)\n"
                    "%3: float32[4:s0] = aten::add.Tensor(self=%2, other=v0, alpha=1)\n"
                    "%4: float32[4:s0] = aten::add.Tensor(self=%3, other=v0, alpha=0.5)\n"
                    "%5: float32[4:s0] = aten::rsub.Scalar(self=%4, other=2, alpha=1)\n"
                    "%6: float32[] = aten::mse_loss(self=%5, target=x, reduction=2)\nreturn %6\n"),
            "def forward(x, v0):\n    x0: f32[A] = x\n    x1: f32[A] = v0\n    v1 = softplus(x0, beta=3.5)\n "
            "   v2 = v1 + x1\n"
            "    v3 = add(v2, x1, alpha=0.5)\n    v4 = 2 - v3\n    v5 = mse_loss(v4, x0, reduction='sum')\n"
            "    return v5\n");
}

TEST(ProgramText, NamesResultsThatAreRead) {
  EXPECT_EQ(text_of("input x: float32[4:s0, 8:s1]\nparameter ln.weight: float32[8:s1]\n"
                    "%0: float32[4:s0, 1], %1: int64[4:s0, 1] = aten::max.dim(self=x, dim=-1, keepdim=True)\n"
                    "%2: float32[4:s0, 8:s1] = aten::layer_norm(input=x, normalized_shape=[8], "
                    "weight=ln.weight, bias=None, eps=1e-05, cudnn_enable=True)\n"
                    "%3: float32[4:s0, 8:s1] = aten::sub.Tensor(self=%2, other=%0, alpha=1)\nreturn %3\n"),
            "def forward(x, weight):\n    x0: f32[A, B] = x\n    x1: f32[B] = weight\n    v0, _ = max(x0, "
            "dim=-1, keepdim=True)\n"
            "    v1 = layer_norm(x0, normalized_shape=[B], weight=x1, eps=1e-05)\n    v2 = v1 - v0\n"
            "    return v2\n");
}

TEST(Signature, HoldsAllOfForwardAndState) {
  auto graph = parse_text(
      "input x: float32[3, 8]\nscalar s\nparameter bn.weight: float32[8]\n%0: float32[3, 8] = "
      "aten::mul.Tensor(self=x, other=bn.weight)\nreturn %0\n");
  ASSERT_TRUE(graph.has_value());
  graph->argument_names = {"s", "x"};
  graph->state_names = {"bn.weight", "bn.bias", "fc.weight"};
  EXPECT_EQ(signature(*graph).arguments, (std::vector<std::string>{"s", "x", "weight", "bias", "fc_weight"}));
}

}  // namespace
}  // namespace tilewright::graph
