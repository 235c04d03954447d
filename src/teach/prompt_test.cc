#include "teach/prompt.h"

#include <gtest/gtest.h>

#include "python/parser.h"

namespace tilewright::teach {
namespace {

std::string prompt_of(std::string text) {
  SourceManager sources;
  SourceId id = sources.add("task.py", std::move(text));
  auto tree = python::parse(sources, id);
  EXPECT_TRUE(tree.has_value());
  return tree ? make_prompt(**tree) : "";
}

TEST(Prompt, KeepsTheComputationAndNothingElse) {
  EXPECT_EQ(prompt_of("import torch\n\n# a comment\nclass Model(nn.Module):\n    '''Text.'''\n"
                      "    def __init__(self):\n        super(Model, self).__init__()\n\n"
                      "    def forward(self, x: torch.Tensor) -> torch.Tensor:\n        \"\"\"Text.\"\"\"\n"
                      "        return torch.relu( x*0.37 )  # why\n\nN = 4\ndef get_inputs():\n    return "
                      "[torch.rand(N)]\n"
                      "def get_init_inputs():\n    return []\n"),
            "class Model(nn.Module):\n    def forward(self, x):\n        return torch.relu(x * 0.37)\n");
}

TEST(Prompt, ShowsConstructionWithNumbersInPlaceOfNames) {
  std::string prompt = prompt_of(
      "class Model(nn.Module):\n    def __init__(self, dim, eps=1e-05):\n        super().__init__()\n"
      "        self.dim = dim\n    def forward(self, x):\n        return x.sum(dim=self.dim) * SCALE + N\n"
      "SCALE = 2.5\nreduce_dim = 1\nN = 3\ndef get_init_inputs():\n    return [reduce_dim, 0.001]\n");
  EXPECT_NE(prompt.find("self.dim = dim\n"), std::string::npos) << prompt;
  EXPECT_NE(prompt.find("x.sum(dim=self.dim) * 2.5 + 3\n"), std::string::npos) << prompt;
  EXPECT_TRUE(prompt.ends_with("Model(1, 0.001)\n")) << prompt;
}

TEST(Prompt, BringsHelpersAlongAndKeepsLocalNames) {
  std::string prompt = prompt_of(
      "N = 3\ndef unused(x):\n    return x\ndef inner(x):\n    return x * N\ndef helper(x):\n    return "
      "inner(x)\n"
      "class Model(nn.Module):\n    def forward(self, x, N):\n        return helper(x) + N\n");
  EXPECT_NE(prompt.find("def inner(x):"), std::string::npos) << prompt;
  EXPECT_LT(prompt.find("def inner"), prompt.find("def helper"));
  EXPECT_EQ(prompt.find("unused"), std::string::npos);
  EXPECT_NE(prompt.find("helper(x) + N\n"), std::string::npos) << prompt;
}

TEST(Prompt, IsEmptyWithoutAModel) { EXPECT_EQ(prompt_of("x = 1\n"), ""); }

}  // namespace
}  // namespace tilewright::teach
