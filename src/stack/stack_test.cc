#include "stack/stack.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <set>
#include <sstream>

#include "graph/op_table.h"
#include "graph/parse_text.h"
#include "python/parser.h"
#include "stack/axes.h"
#include "stack/decompose.h"
#include "stack/decomposer.h"
#include "stack/primitive.h"

namespace tilewright::stack {
namespace {

namespace fs = std::filesystem;

graph::Graph read(std::string_view text) {
  auto graph = graph::parse_text(text);
  EXPECT_TRUE(graph.has_value()) << (graph ? "" : graph.error().message);
  return graph.value_or(graph::Graph{});
}

std::string slurp(const fs::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string source_of(const graph::Graph& graph, const Style& style = {}, Target target = Target::Triton) {
  auto layers = compile(graph, style, target);
  EXPECT_TRUE(layers.has_value()) << (layers ? "" : layers.error().message);
  return layers ? layers->candidate.source : "";
}

std::vector<fs::path> golden_graphs() {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(fs::path(TILEWRIGHT_SOURCE_DIR) / "tests/golden/stack")) {
    if (entry.path().extension() == ".graph") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

// Each name.graph has name.py and name.cu: the sources of its first styles. UPDATE_GOLDEN=1 rewrites them.
void expect_recorded(Target target, size_t most_styles, std::string_view comment) {
  std::vector<fs::path> paths = golden_graphs();
  ASSERT_GE(paths.size(), 15u);
  for (const fs::path& path : paths) {
    graph::Graph graph = read(slurp(path));
    std::vector<Style> styles = styles_for(graph, target);
    ASSERT_FALSE(styles.empty()) << path;
    std::string actual;
    for (size_t i = 0; i < std::min(styles.size(), most_styles); ++i) {
      auto layers = compile(graph, styles[i], target);
      ASSERT_TRUE(layers.has_value()) << path << ": " << layers.error().message;
      actual += fmt::format("{} ---- style {}: {}\n{}", comment, i, layers->candidate.description,
                            layers->candidate.source);
    }
    fs::path expected = fs::path(path).replace_extension(info(target).ending);
    if (std::getenv("UPDATE_GOLDEN") != nullptr) std::ofstream(expected) << actual;
    EXPECT_EQ(actual, slurp(expected)) << path;
  }
}

TEST(StackGolden, SourcesAreAsRecorded) { expect_recorded(Target::Triton, 2, "#"); }
TEST(StackGolden, CudaSourcesAreAsRecorded) { expect_recorded(Target::Cuda, 4, "//"); }

TEST(StackGolden, EveryStyleParses) {
  for (const fs::path& path : golden_graphs()) {
    graph::Graph graph = read(slurp(path));
    for (Style style : styles_for(graph)) {
      for (int naming = 0; naming < 3; ++naming) {
        style.naming = naming;
        style.one_line = naming == 1;
        std::string source = source_of(graph, style);
        SourceManager sources;
        SourceId id = sources.add(path.string(), source);
        auto tree = python::parse(sources, id);
        EXPECT_TRUE(tree.has_value()) << render(tree.error(), sources) << source;
      }
    }
  }
}

TEST(Stack, LayersAreAllPrinted) {
  auto layers = compile(read("input x: float32[4, 8]\n%0: float32[4, 8] = aten::softmax.int(self=x, dim=1, "
                             "dtype=None)\nreturn %0\n"),
                        {});
  ASSERT_TRUE(layers.has_value());
  EXPECT_NE(layers->graph.find("aten::softmax.int"), std::string::npos);
  EXPECT_NE(layers->decomposed.find("max over"), std::string::npos);
  EXPECT_NE(layers->fused.find("group 0: row"), std::string::npos);
  EXPECT_NE(layers->tile.find("reduce max"), std::string::npos);
}

TEST(StackCuda, NumbersAreFloats) {
  std::string source = source_of(
      read("input table: float32[4, 8]\n%0: float32[4, 8] = aten::mul.Tensor(self=table, other=0.37)\n"
           "%1: float32[4, 8] = aten::add.Tensor(self=%0, other=3, alpha=1)\n"
           "%2: float32[4, 8] = aten::div.Tensor(self=%1, other=1e-05)\nreturn %2\n"),
      {}, Target::Cuda);
  EXPECT_NE(source.find("float v0 = x0 * 0.37f;\n"), std::string::npos) << source;
  EXPECT_NE(source.find("v1 = v0 + 3;\n"), std::string::npos) << source;
  EXPECT_NE(source.find("v2 = v1 / 1e-05f;\n"), std::string::npos) << source;
  EXPECT_NE(source.find("torch::Tensor forward(torch::Tensor x0) {\n"), std::string::npos) << source;
}

TEST(StackCuda, ArgumentsAreNamedByPosition) {
  graph::Graph graph = read(
      "input float: float32[4, 8]\ninput unread: float32[3]\ninput dim3: float32[4, 8]\n%0: float32[4, 8] = "
      "aten::add.Tensor(self=float, other=dim3, alpha=1)\nreturn %0\n");
  std::string source = source_of(graph, {}, Target::Cuda);
  EXPECT_NE(source.find("forward(torch::Tensor x0, torch::Tensor, torch::Tensor x2)"), std::string::npos) << source;
  EXPECT_NE(source.find("torch::empty_like(x0);"), std::string::npos) << source;
  EXPECT_NE(source.find("float v0 = x0 + x2;"), std::string::npos) << source;
}

TEST(StackCuda, RefusesWhatOneThreadCannotExpress) {
  graph::Graph graph = read(
      "input x: float32[4, 8]\n%0: float32[4, 8] = aten::cumsum(self=x, dim=1, dtype=None)\nreturn %0\n");
  for (Gather gather : {Gather::Warp, Gather::Tree, Gather::Shuffle}) {
    Style style;
    style.gather = gather;
    auto layers = compile(graph, style, Target::Cuda);
    ASSERT_FALSE(layers.has_value());
    EXPECT_EQ(layers.error().kind, DiagnosticKind::Unsupported);
  }
  for (const Style& style : styles_for(graph, Target::Cuda)) EXPECT_EQ(style.gather, Gather::None);
}

TEST(Stack, UnsupportedIsNamed) {
  auto layers =
      compile(read("input x: float32[1, 1, 8]\nparameter w: float32[1, 1, 3]\n%0: float32[1, 1, 6] = "
                   "aten::conv1d(input=x, weight=w)\nreturn %0\n"),
              {});
  ASSERT_FALSE(layers.has_value());
  EXPECT_EQ(layers.error().kind, DiagnosticKind::Unsupported);
  EXPECT_NE(layers.error().message.find("aten::conv1d"), std::string::npos);
  EXPECT_TRUE(
      styles_for(read("input x: float32[4]\n%0: float32[4] = aten::fft(self=x)\nreturn %0\n")).empty());
}

TEST(Stack, ConstantsStayAsTheAuthorWroteThem) {
  std::string source = source_of(
      read("input table: float32[4, 8]\n%0: float32[4, 8] = aten::mul.Tensor(self=table, other=0.37)\n"
           "%1: float32[4, 8] = aten::add.Tensor(self=%0, other=3, alpha=1)\n"
           "%2: float32[4, 8] = aten::div.Tensor(self=%1, other=1e-05)\nreturn %2\n"));
  EXPECT_NE(source.find("v0 = x0 * 0.37\n"), std::string::npos) << source;
  EXPECT_NE(source.find("v1 = v0 + 3\n"), std::string::npos);
  EXPECT_NE(source.find("v2 = v1 / 1e-05\n"), std::string::npos);
  EXPECT_NE(source.find("def forward(table):"), std::string::npos);
}

TEST(Stack, SignatureHoldsAllOfForwardAndState) {
  graph::Graph graph = read(
      "input x: float32[3, 8]\nscalar s\nparameter bn.weight: float32[8]\n%0: float32[3, 8] = "
      "aten::mul.Tensor(self=x, other=bn.weight)\nreturn %0\n");
  graph.argument_names = {"s", "x"};
  graph.state_names = {"bn.weight", "bn.bias", "fc.weight", "bn.num_batches_tracked"};
  EXPECT_NE(source_of(graph).find("def forward(s, x, weight, bias, fc_weight, num_batches_tracked):"),
            std::string::npos)
      << source_of(graph);
}

TEST(Stack, SizesDoNotHideArguments) {
  std::string source = source_of(read(
      "input K: float32[4, 8]\ninput n: float32[8, 5]\n%0: float32[4, 5] = aten::matmul(self=K, other=n)\n"
      "%1: float32[4] = aten::sum.dim_IntList(self=%0, dim=[1], keepdim=False, dtype=None)\nreturn %1\n"));
  EXPECT_EQ(source.find(" K = "), std::string::npos) << source;
  EXPECT_EQ(source.find(" n = "), std::string::npos) << source;
}

// A graph without a rule for a listed operation, or a rule that no list names, is a forgotten step.
TEST(Stack, EveryKnownOperationHasARuleAndTheOtherWayRound) {
  std::set<std::string_view> ruled;
  for (auto list : {pointwise_rules(), reduction_rules(), normalisation_rules(), loss_rules(),
                    contraction_rules(), layout_rules()}) {
    for (const Rule& rule : list) {
      EXPECT_TRUE(ruled.insert(rule.name).second) << rule.name;
      EXPECT_NE(graph::find_operation(rule.name), nullptr) << rule.name << " is not in graph/ops.def";
    }
  }
  for (const graph::OpInfo& info : graph::known_operations()) {
    EXPECT_TRUE(ruled.contains(info.name)) << info.name << " has no rule";
  }
}

TEST(Axes, UnifyingSplitsTheLargerFactor) {
  AxisTable axes;
  AxisId whole = axes.add(12, "x.shape[0]", 0);
  AxisId outer = axes.add(3, "y.shape[0]", 1);
  AxisId inner = axes.add(4, "y.shape[1]", 1);
  ASSERT_TRUE(axes.unify({whole}, {outer, inner}));
  AxisList parts = axes.resolve({whole});
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts, axes.resolve({outer, inner}));
  EXPECT_EQ(axes.size(parts[1]), 4);
  AxisId odd = axes.add(5, "z.shape[0]", 2);
  EXPECT_FALSE(axes.unify({odd}, {outer}));
}

TEST(Primitive, KnowsWhatPaddingBecomes) {
  std::optional<double> unknown;
  double infinity = std::numeric_limits<double>::infinity();
  auto on = [](Primitive primitive, std::vector<std::optional<double>> operands) {
    return evaluate(primitive, operands);
  };
  EXPECT_EQ(on(Primitive::Sub, {-infinity, unknown}), -infinity);
  EXPECT_EQ(on(Primitive::Exp, {-infinity}), 0.0);
  EXPECT_EQ(on(Primitive::Mul, {0.0, unknown}), 0.0);
  EXPECT_EQ(on(Primitive::Mul, {0.0, infinity}), std::nullopt);  // NaN: languages differ
  EXPECT_EQ(on(Primitive::Sub, {0.0, unknown}), std::nullopt);
  EXPECT_EQ(on(Primitive::Where, {unknown, 2.0, 2.0}), 2.0);
}

}  // namespace
}  // namespace tilewright::stack
