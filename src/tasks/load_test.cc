// Loading, shrinking, varying, capturing and linting tasks by running them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tasks/generator.h"
#include "tasks/lint.h"
#include "tasks/task.h"

namespace tilewright::tasks {
namespace {

using testing::HasSubstr;

std::string task_text(const std::string& body, const std::string& sizes, const std::string& inputs,
                      const std::string& init = "") {
  return "import torch\nimport torch.nn as nn\n\n\nclass Model(nn.Module):\n" + body + "\n\n" + sizes +
         "\n\ndef get_inputs():\n    return [" + inputs + "]\n\n\ndef get_init_inputs():\n    return [" +
         init + "]\n";
}

const std::string kLinear = task_text(
    "    def __init__(self, inner, outer):\n        super().__init__()\n        self.fc = nn.Linear(inner, "
    "outer)\n\n"
    "    def forward(self, x):\n        return torch.relu(self.fc(x))\n",
    "rows = 8192\ninner = 4096\nouter = 1000\n", "torch.rand(rows, inner)", "inner, outer");

class TaskTest : public testing::Test {
 protected:
  TaskSource source(const std::string& text) {
    Result<TaskSource> task = read_task(sources_, sources_.add("task.py", text), "task");
    EXPECT_TRUE(task.has_value()) << (task ? "" : task.error().message);
    return task.value_or(TaskSource{});
  }
  std::string say(const Diagnostic& diagnostic) { return render(diagnostic, sources_); }

  SourceManager sources_;
  TaskOptions options_;
};

TEST_F(TaskTest, ShrinksUntilInputsAndParametersFit) {
  TaskSource task = source(kLinear);
  for (int64_t most : {int64_t{1024}, int64_t{16384}, int64_t{65536}}) {
    options_.max_elements = most;
    Result<Sizes> sizes = shrink(sources_, task, options_);
    ASSERT_TRUE(sizes.has_value()) << say(sizes.error());
    EXPECT_LE(sizes->at("rows") * sizes->at("inner"), most);
    EXPECT_LE(sizes->at("outer") * sizes->at("inner"), most);
    EXPECT_GE(sizes->at("rows") * sizes->at("inner"), most / 8);
    EXPECT_EQ(4096 % sizes->at("inner"), 0);
  }
}

TEST_F(TaskTest, SmallTasksKeepTheirSizes) {
  TaskSource task =
      source(task_text("    def forward(self, x):\n        return x * 2\n", "n = 100\n", "torch.rand(n)"));
  EXPECT_EQ(*shrink(sources_, task, options_), task.written_sizes);
}

TEST_F(TaskTest, SizesAtTheEdges) {
  auto text = [](const std::string& size) {
    return task_text("    def forward(self, x):\n        return x * 2\n", "n = " + size + "\n",
                     "torch.rand(n)");
  };
  TaskSource one = source(text("1"));
  EXPECT_EQ(*shrink(sources_, one, options_), one.written_sizes);
  Result<Sizes> largest = shrink(sources_, source(text("9223372036854775807")), options_);
  ASSERT_TRUE(largest) << say(largest.error());
  EXPECT_LE(largest->at("n"), options_.max_elements);
}

TEST_F(TaskTest, WithoutTensorsNothingIsTooLarge) {
  TaskSource task = source(
      task_text("    def forward(self, x):\n        return torch.ones(3) * x\n", "n = 65536\n", "float(n)"));
  Result<Sizes> sizes = shrink(sources_, task, options_);
  ASSERT_TRUE(sizes) << say(sizes.error());
  EXPECT_EQ(*sizes, task.written_sizes);
}

TEST_F(TaskTest, DivisibilityIsKept) {
  TaskSource task =
      source(task_text("    def __init__(self, groups, channels):\n        super().__init__()\n        "
                       "self.norm = nn.GroupNorm(groups, channels)\n\n"
                       "    def forward(self, x):\n        return self.norm(x)\n",
                       "batch = 112\nchannels = 96\ngroups = 12\nwidth = 512\n",
                       "torch.rand(batch, channels, width)", "groups, channels"));
  options_.max_elements = 4096;
  Result<Sizes> sizes = shrink(sources_, task, options_);
  ASSERT_TRUE(sizes.has_value()) << say(sizes.error());
  EXPECT_EQ(sizes->at("channels") % sizes->at("groups"), 0);
}

TEST_F(TaskTest, AnotherSizeSharesNoPattern) {
  TaskSource task = source(kLinear);
  Result<Sizes> first = shrink(sources_, task, options_);
  ASSERT_TRUE(first.has_value());
  for (uint64_t seed = 0; seed < 5; ++seed) {
    Result<Sizes> other = vary(sources_, task, *first, options_, seed);
    ASSERT_TRUE(other.has_value());
    for (const auto& [name, size] : *other) {
      EXPECT_NE(size, first->at(name)) << name;
      EXPECT_NE(size % first->at(name), 0) << name;
    }
  }
}

TEST_F(TaskTest, ASizeThatMayNotChangeStays) {
  TaskSource task = source(task_text("    def forward(self, x):\n        return x.view(-1, 7, 16).sum(1)\n",
                                     "rows = 70\ncolumns = 16\n", "torch.rand(rows, columns)"));
  Result<Sizes> other = vary(sources_, task, task.written_sizes, options_, 3);
  ASSERT_TRUE(other.has_value());
  EXPECT_NE(*other, task.written_sizes);
  EXPECT_TRUE(load(sources_, task, *other, options_, 1).has_value());
}

TEST_F(TaskTest, ANumberThatNoShapeShowsStays) {
  TaskSource task =
      source(task_text("    def __init__(self, channels, groups):\n        super().__init__()\n"
                       "        self.norm = nn.GroupNorm(groups, channels)\n\n"
                       "    def forward(self, x):\n        return self.norm(x)\n",
                       "rows = 6\nchannels = 48\ngroups = 8\nwidth = 20\n",
                       "torch.rand(rows, channels, width)", "channels, groups"));
  Result<Sizes> sizes = shrink(sources_, task, options_);
  ASSERT_TRUE(sizes.has_value()) << say(sizes.error());
  Result<Sizes> other = vary(sources_, task, *sizes, options_, 1);
  ASSERT_TRUE(other.has_value()) << say(other.error());
  EXPECT_EQ(other->at("groups"), sizes->at("groups"));
  EXPECT_NE(other->at("width"), sizes->at("width"));
  // A linear layer's width shows in its weight.
  TaskSource linear = source(kLinear);
  options_.max_elements = 4096;
  sizes = shrink(sources_, linear, options_);
  ASSERT_TRUE(sizes.has_value());
  other = vary(sources_, linear, *sizes, options_, 1);
  ASSERT_TRUE(other.has_value());
  EXPECT_NE(other->at("outer"), sizes->at("outer"));
}

TEST_F(TaskTest, InputsFollowTheirSeedAndTheSizesInForce) {
  TaskSource task = source(kLinear);
  Result<LoadedTask> loaded = load(sources_, task, {{"rows", 3}, {"inner", 5}, {"outer", 2}}, options_, 1);
  ASSERT_TRUE(loaded.has_value()) << say(loaded.error());
  EXPECT_THAT(loaded->forward_names, testing::ElementsAre("x"));
  library::HostTensor a = library::to_host(loaded->make_inputs(7)->at(0)),
                      b = library::to_host(loaded->make_inputs(7)->at(0)),
                      c = library::to_host(loaded->make_inputs(8)->at(0));
  EXPECT_EQ(a.shape, (std::vector<int64_t>{3, 5}));
  EXPECT_EQ(a.data, b.data);
  EXPECT_NE(a.data, c.data);
  Result<script::Value> result = loaded->run(*loaded->make_inputs(7));
  ASSERT_TRUE(result.has_value()) << say(result.error());
  EXPECT_EQ(library::to_host(*result).shape, (std::vector<int64_t>{3, 2}));
}

TEST_F(TaskTest, MistakesWhileRunningHaveTheirPlaceInTheFile) {
  TaskSource task = source(
      task_text("    def forward(self, x):\n        return x.reluu()\n", "n = 4096000\n", "torch.rand(n)"));
  Result<Sizes> sizes = shrink(sources_, task, options_);
  ASSERT_FALSE(sizes.has_value());
  EXPECT_THAT(say(sizes.error()), HasSubstr("task.py:7:16"));
  EXPECT_THAT(say(sizes.error()), HasSubstr("return x.reluu()"));
}

TEST_F(TaskTest, InputFunctionsMustReturnLists) {
  TaskSource task = source(
      "import torch\nimport torch.nn as nn\nclass Model(nn.Module):\n    def forward(self, x):\n        "
      "return x\n"
      "def get_inputs():\n    return torch.rand(3)\n");
  Result<LoadedTask> loaded = load(sources_, task, {}, options_, 1);
  ASSERT_TRUE(loaded.has_value());
  Result<std::vector<script::Value>> inputs = loaded->make_inputs(1);
  ASSERT_FALSE(inputs.has_value());
  EXPECT_THAT(say(inputs.error()), HasSubstr("`get_inputs` returned Tensor"));
  TaskSource init = source(
      "import torch\nimport torch.nn as nn\nclass Model(nn.Module):\n    def forward(self, x):\n        "
      "return x\n"
      "def get_inputs():\n    return [torch.rand(3)]\ndef get_init_inputs():\n    return 3\n");
  Result<LoadedTask> other = load(sources_, init, {}, options_, 1);
  ASSERT_FALSE(other.has_value());
  EXPECT_THAT(say(other.error()), HasSubstr("`get_init_inputs` returned int"));
}

TEST_F(TaskTest, CapturedGraphsAreGeneralInTheirSizes) {
  TaskSource task = source(kLinear);
  options_.max_elements = 4096;
  Result<Sizes> sizes = shrink(sources_, task, options_);
  Result<graph::Graph> graph = capture(sources_, task, *sizes, options_);
  ASSERT_TRUE(graph.has_value()) << say(graph.error());
  EXPECT_EQ(graph->inputs.size(), 1u);
  EXPECT_EQ(graph->parameters.size(), 2u);
  for (const graph::Dimension& dimension : (*graph)[graph->inputs[0]].type.shape)
    EXPECT_GE(dimension.symbol, 0);
}

TEST_F(TaskTest, EveryFamilyLoadsShrinksAndIsCaptured) {
  options_.max_elements = 4096;
  for (uint64_t index = 0; index < 60; ++index) {
    GeneratedTask generated = generate({.seed = 21}, index);
    TaskSource task = source(generated.source);
    Result<Sizes> sizes = shrink(sources_, task, options_);
    ASSERT_TRUE(sizes.has_value()) << generated.source << say(sizes.error());
    Result<graph::Graph> graph = capture(sources_, task, *sizes, options_);
    ASSERT_TRUE(graph.has_value()) << generated.source << say(graph.error());
    EXPECT_FALSE(graph->nodes.empty());
  }
}

std::vector<LintFinding::Kind> kinds_of(const Result<std::vector<LintFinding>>& findings) {
  std::vector<LintFinding::Kind> kinds;
  for (const LintFinding& finding : *findings) kinds.push_back(finding.kind);
  return kinds;
}

TEST_F(TaskTest, LintFindsWhatCannotBeJudged) {
  using Kind = LintFinding::Kind;
  auto found = [&](const std::string& expression, const std::string& inputs) {
    TaskSource task = source(
        task_text("    def forward(self, x, y):\n        return " + expression + "\n", "n = 64\n", inputs));
    return kinds_of(lint(sources_, task, task.written_sizes, options_));
  };
  const std::string two = "torch.rand(n, n), torch.rand(n)";
  EXPECT_THAT(found("x + y", two), testing::IsEmpty());
  EXPECT_THAT(found("x * 2", two), testing::ElementsAre(Kind::UnusedInput));
  EXPECT_THAT(found("torch.clamp(x + y, min=5)", two), testing::Contains(Kind::ConstantOutput));
  EXPECT_THAT(found("(x + y) * 1e-6", two), testing::ElementsAre(Kind::NegligibleOutput));
  EXPECT_THAT(found("torch.log(x - y - 2)", two), testing::Contains(Kind::NonFiniteOutput));
}

}  // namespace
}  // namespace tilewright::tasks
