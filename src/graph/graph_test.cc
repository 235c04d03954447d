#include "graph/graph.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "graph/functionalise.h"
#include "graph/number_text.h"
#include "graph/op_table.h"
#include "graph/parse_text.h"

namespace tilewright::graph {
namespace {

constexpr std::string_view kSoftmax =
    "input x: float32[16, 64:s0]\n"
    "scalar s\n"
    "parameter ln.weight: float32[64]\n"
    "constant c0: float32[] = [2.0]\n"
    "%0: float32[16, 64:s0] = aten::mul.Tensor(self=x, other=c0)\n"
    "%1: float32[16, 64:s0] = aten::softmax.int(self=%0, dim=-1, dtype=None)\n"
    "%2: float32[64:s0, 16] strides=[1, 64] = aten::transpose.int(self=%1, dim0=0, dim1=1)\n"
    "%3: float32[16, 64:s0] = aten::clamp(self=%1, min=-0.5, max=None)\n"
    "%4: float32[16, 128] = aten::cat(tensors=[%1, %3], dim=1)\n"
    "return %2, %4\n";

Graph read(std::string_view text) {
  auto graph = parse_text(text);
  EXPECT_TRUE(graph.has_value()) << (graph ? "" : graph.error().message);
  return graph.value_or(Graph{});
}

TEST(GraphText, PrintsWhatItReads) {
  Graph graph = read(kSoftmax);
  EXPECT_EQ(print(graph), kSoftmax);
  EXPECT_TRUE(verify(graph).has_value());
}

TEST(GraphText, NamesTheLineOfAMistake) {
  auto graph = parse_text("input x: float32[4]\n%0: float32[4] = aten::relu(self=y)\nreturn %0\n");
  ASSERT_FALSE(graph.has_value());
  EXPECT_EQ(graph.error().message, "graph text, line 2: 'y' is not defined");
  EXPECT_FALSE(parse_text("input x: float31[4]\n").has_value());
  EXPECT_FALSE(parse_text("input x: float32[4\n").has_value());
  EXPECT_FALSE(parse_text("input x: float32[4]\ninput x: float32[4]\n").has_value());
}

TEST(GraphVerify, FindsBrokenGraphs) {
  Graph graph = read(kSoftmax);
  Graph reordered = graph;
  std::swap(reordered.nodes[0], reordered.nodes[1]);
  EXPECT_FALSE(verify(reordered).has_value());
  Graph no_output = graph;
  no_output.outputs.clear();
  EXPECT_FALSE(verify(no_output).has_value());
  Graph wrong_rank = graph;
  wrong_rank[graph.nodes[0].results[0]].type.shape.pop_back();
  EXPECT_FALSE(verify(wrong_rank).has_value());
}

TEST(Composition, IgnoresSizesConstantsAndNames) {
  std::string base = composition_hash(read(
      "input x: float32[4, 8]\n%0: float32[4, 8] = aten::mul.Scalar(self=x, other=0.5)\n"
      "%1: float32[4] = aten::sum.dim_IntList(self=%0, dim=[1], keepdim=False, dtype=None)\nreturn %1\n"));
  EXPECT_EQ(base.size(), 32u);
  EXPECT_EQ(base,
            composition_hash(
                read("input table: float32[9, 3]\n%7: float32[9, 3] = aten::mul.Tensor(self=table, other=3)\n"
                     "%9: float32[9] = aten::sum.dim_IntList(self=%7, dim=[-1], keepdim=False, "
                     "dtype=None)\nreturn %9\n")));
  // keepdim is structure, and so is the order of operations.
  EXPECT_NE(base, composition_hash(
                      read("input x: float32[4, 8]\n%0: float32[4, 8] = aten::mul.Scalar(self=x, other=0.5)\n"
                           "%1: float32[4, 1] = aten::sum.dim_IntList(self=%0, dim=[1], keepdim=True, "
                           "dtype=None)\nreturn %1\n")));
  EXPECT_NE(
      base,
      composition_hash(read(
          "input x: float32[4, 8]\n%0: float32[4] = aten::sum.dim_IntList(self=x, dim=[1], keepdim=False, "
          "dtype=None)\n%1: float32[4] = aten::mul.Scalar(self=%0, other=0.5)\nreturn %1\n")));
}

TEST(Composition, IgnoresDeadOperationsAndRecordingOrder) {
  EXPECT_EQ(
      composition_hash(read("input x: float32[4]\n%0: float32[4] = aten::exp(self=x)\n"
                            "%1: float32[4] = aten::sin(self=x)\n%2: float32[4] = aten::add.Tensor(self=%0, "
                            "other=%1, alpha=1)\nreturn %2\n")),
      composition_hash(read("input x: float32[4]\n%1: float32[4] = aten::sin(self=x)\n"
                            "%0: float32[4] = aten::exp(self=x)\n%5: float32[4] = aten::cos(self=x)\n"
                            "%2: float32[4] = aten::add.Tensor(self=%0, other=%1, alpha=1)\nreturn %2\n")));
}

TEST(Unify, DimensionsThatDifferBecomeSymbols) {
  auto at = [](int64_t rows, int64_t columns) {
    return read(fmt::format(
        "input x: float32[{0}, {1}, 3]\n%0: float32[{0}] = aten::sum.dim_IntList(self=x, dim=[1, 2], "
        "keepdim=False, dtype=None)\nreturn %0\n",
        rows, columns));
  };
  auto unified = unify({at(4, 8), at(5, 10)});
  ASSERT_TRUE(unified.has_value());
  EXPECT_NE(print(*unified).find("input x: float32[4:s0, 8:s1, 3]"), std::string::npos) << print(*unified);
  EXPECT_NE(print(*unified).find("%0: float32[4:s0]"), std::string::npos);
  Graph other = read(
      "input x: float32[5, 10, 3]\n%0: float32[5] = aten::mean.dim(self=x, dim=[1, 2], keepdim=False, "
      "dtype=None)\nreturn %0\n");
  EXPECT_FALSE(unify({at(4, 8), other}).has_value());
}

TEST(Functionalise, LaterUsesReadTheWrittenValue) {
  Graph graph =
      functionalise(read("input x: float32[4]\n%0: float32[4] = aten::exp(self=x)\n"
                         "%1: float32[4] = aten::relu_(self=%0)\n%2: float32[4] = aten::sin(self=%0)\n"
                         "return %0, %2\n"));
  EXPECT_EQ(graph[graph.outputs[0]].name, "%1");
  EXPECT_NE(print(graph).find("aten::sin(self=%1)"), std::string::npos);
}

TEST(OpTable, FindsByDispatcherName) {
  ASSERT_NE(find_operation("aten::softmax.int"), nullptr);
  EXPECT_EQ(find_operation("aten::add_.Tensor")->name, "add");
  EXPECT_EQ(find_operation("aten::_softmax")->op_class, OpClass::Normalisation);
  EXPECT_EQ(find_operation("aten::fft_fft"), nullptr);
  for (const OpInfo& info : known_operations()) EXPECT_EQ(find_operation(info.name), &info) << info.name;
}

TEST(NumberText, IsPythonsRepr) {
  EXPECT_EQ(python_repr(0.37), "0.37");
  EXPECT_EQ(python_repr(2.0), "2.0");
  EXPECT_EQ(python_repr(1e-5), "1e-05");
  EXPECT_EQ(python_repr(0.0001), "0.0001");
  EXPECT_EQ(python_repr(1e16), "1e+16");
  EXPECT_EQ(python_repr(123456789012345.0), "123456789012345.0");
  EXPECT_EQ(python_repr(-1.0 / 0.0), "-inf");
}

}  // namespace
}  // namespace tilewright::graph
