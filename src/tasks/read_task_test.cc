#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tasks/generator.h"
#include "tasks/task.h"
#include "tasks/vocabulary.h"

namespace tilewright::tasks {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

constexpr const char* kModel = R"(import torch
import torch.nn as nn

class Model(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.dim = dim

    def forward(self, x):
        return x

)";

struct Read {
  SourceManager sources;
  Result<TaskSource> task = fail(DiagnosticKind::BadTask, "");
};

std::unique_ptr<Read> read(std::string text) {
  auto result = std::make_unique<Read>();
  SourceId source = result->sources.add("task.py", std::move(text));
  result->task = read_task(result->sources, source, "task");
  return result;
}

TEST(ReadTask, SizesAreTheIntegersThatInputsRead) {
  auto result = read(std::string(kModel) + R"(
batch = 64
unused = 99
height = width = 128
D, H = 16, 32
M = 1024 * 2
input_shape = (32768,)
scale_shape = (H, 1)
dim = 1
eps = 1e-5

def get_inputs():
    return [torch.rand(batch, height, width, D, *input_shape), torch.rand(M)]

def get_init_inputs():
    return [scale_shape, dim]
)");
  ASSERT_TRUE(result->task.has_value()) << result->task.error().message;
  EXPECT_THAT(result->task->written_sizes,
              ElementsAre(Pair("D", 16), Pair("H", 32), Pair("M", 2048), Pair("batch", 64),
                          Pair("height", 128), Pair("input_shape[0]", 32768)));
  for (const SizeSite& site : result->task->sites) {
    EXPECT_EQ(site.is_read_by_init, site.name == "H");
    EXPECT_EQ(site.is_read_by_inputs, site.name != "H");
    if (site.name == "M") {
      EXPECT_EQ(result->sources.text(site.span), "1024 * 2");
    }
  }
}

TEST(ReadTask, ExtensionsAreRead) {
  auto result = read(std::string(kModel) + R"(
n = 64
SHAPES = [{"n": 32}, {"n": 48}]
DISTRIBUTIONS = ["given", "small"]
TOLERANCE = 1e-3

def get_inputs():
    return [torch.rand(n)]
)");
  ASSERT_TRUE(result->task.has_value()) << result->task.error().message;
  ASSERT_EQ(result->task->shapes.size(), 2u);
  EXPECT_EQ(result->task->shapes[1].at("n"), 48);
  EXPECT_THAT(result->task->distributions, ElementsAre("given", "small"));
  EXPECT_DOUBLE_EQ(result->task->tolerance, 1e-3);
}

struct Mistake {
  const char* text;
  const char* message;
  const char* place;
};

class Mistakes : public testing::TestWithParam<Mistake> {};

TEST_P(Mistakes, AreNamedWithTheirPlace) {
  auto result = read(GetParam().text);
  ASSERT_FALSE(result->task.has_value());
  EXPECT_THAT(result->task.error().message, HasSubstr(GetParam().message));
  EXPECT_EQ(result->sources.describe(result->task.error().span), GetParam().place);
}

INSTANTIATE_TEST_SUITE_P(
    ReadTask, Mistakes,
    testing::Values(
        Mistake{"x = 1\n", "a task needs `class Model(nn.Module)`", "task.py:1:1"},
        Mistake{"class model(nn.Module):\n    pass\n", "this file defines none", "task.py:1:1"},
        Mistake{"def Model():\n    return 1\n", "`Model` must be a class", "task.py:1:1"},
        Mistake{"class Model:\n    def forward(self, x):\n        return x\n",
                "`Model` must derive from `nn.Module`", "task.py:1:7"},
        Mistake{"class Model(nn.Module):\n    x = 1\n", "`Model` has no method `forward`", "task.py:1:7"},
        Mistake{"class Model(nn.Module):\n    def forward(self, x):\n        return x\n\ndef get_input():\n  "
                "  return []\n",
                "defines none: did you mean 'get_input'?", "task.py:1:1"},
        Mistake{"class Model(nn.Module):\n    def forward(self, x):\n        return x\n\nget_inputs = [1]\n",
                "`get_inputs` must be a function", "task.py:5:14"},
        Mistake{"class Model(nn.Module):\n    def forward(self, x):\n        return x\n\ndef "
                "get_inputs(n):\n    return [n]\n",
                "called without arguments", "task.py:5:5"},
        Mistake{"class Model(nn.Module):\n    def forward(self, x):\n        return x\n\ndef get_inputs():\n "
                "   x = 1\n",
                "returns nothing", "task.py:5:5"},
        Mistake{"class Model(nn.Module):\n    def forward(self, x):\n        return x\n\ndef get_inputs():\n "
                "   return [1]\n\nSHAPES = [{'n': 3}]\n",
                "no size of this task", "task.py:8:12"},
        Mistake{"class Model(nn.Module):\n    def forward(self, x):\n        return x\n\ndef get_inputs():\n "
                "   return [1]\n\nTOLERANCE = 2\n",
                "between 0 and 1", "task.py:8:13"},
        Mistake{"class Model(nn.Module):\n    def forward(self, x):\n        return x\n\ndef get_inputs():\n "
                "   return [1]\n\nDISTRIBUTIONS = ['odd']\n",
                "takes given, lowered", "task.py:8:18"},
        Mistake{"class Model(nn.Module)\n    pass\n", "expected ':'", "task.py:1:23"}));

TEST(ReadTask, GeneratedTasksHaveSizes) {
  for (uint64_t index = 0; index < 500; ++index) {
    GeneratedTask generated = generate({.seed = 2}, index);
    auto result = read(generated.source);
    ASSERT_TRUE(result->task.has_value()) << generated.source << result->task.error().message;
    EXPECT_FALSE(result->task->sites.empty()) << generated.source;
  }
}

// The two vocabularies share no argument name and no number that belongs to one task's program.
TEST(ReadTask, HeldOutTasksUseOnlyHeldOutNames) {
  for (bool is_held_out : {false, true}) {
    for (uint64_t index = 0; index < 500; ++index) {
      GeneratedTask generated = generate({.seed = 2, .use_held_out_vocabulary = is_held_out}, index);
      auto result = read(generated.source);
      ASSERT_TRUE(result->task.has_value());
      const python::Ast& ast = *result->task->ast;
      for (const python::Stmt& statement : ast.stmts) {
        const auto* function = std::get_if<python::FunctionDef>(&statement.data);
        if (function == nullptr || ast.name(function->name) != "forward") continue;
        for (size_t i = 1; i < function->arguments.positional.size(); ++i) {
          EXPECT_EQ(is_held_out_name(ast.name(function->arguments.positional[i].name)), is_held_out);
        }
      }
    }
  }
}

}  // namespace
}  // namespace tilewright::tasks
