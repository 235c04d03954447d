#include "python/unparse.h"

#include <gtest/gtest.h>

#include "python/parser.h"

namespace tilewright::python {
namespace {

std::string rewritten(std::string text, const UnparseOptions& options = {}) {
  SourceManager sources;
  auto tree = parse(sources, sources.add("test.py", std::move(text)));
  return tree ? unparse(**tree, options) : render(tree.error(), sources);
}

TEST(Unparse, DropsDocstringsAndAnnotations) {
  UnparseOptions options{.keep_docstrings = false, .keep_annotations = false};
  EXPECT_EQ(rewritten("\"\"\"Module.\"\"\"\n"
                      "class Model(nn.Module):\n"
                      "    'Doc.'\n"
                      "    size: int\n"
                      "    def forward(self, x: torch.Tensor, n: int = 3) -> torch.Tensor:\n"
                      "        'Doc.'\n"
                      "        y: torch.Tensor = x * n  # remark\n"
                      "        return y\n"
                      "    def empty(self) -> None:\n"
                      "        'Doc.'\n",
                      options),
            "class Model(nn.Module):\n"
            "    def forward(self, x, n=3):\n"
            "        y = x * n\n"
            "        return y\n"
            "\n"
            "    def empty(self):\n"
            "        pass\n");
}

TEST(Unparse, UsesFewParentheses) {
  EXPECT_EQ(rewritten("x = ((a + b)) + (c * d) - (e - f)\n"), "x = a + b + c * d - (e - f)\n");
  EXPECT_EQ(rewritten("x = (-a) ** (-b), (not a) in b, not (a in b)\n"),
            "x = (-a) ** -b, (not a) in b, not a in b\n");
  EXPECT_EQ(rewritten("f((x for x in y)); (1).real; (a := 1)\n"), "f(x for x in y)\n(1).real\n(a := 1)\n");
}

TEST(Unparse, WritesOneExpressionOrStatement) {
  SourceManager sources;
  auto tree = parse(sources, sources.add("test.py", "if a:\n  x = (1,\n       2)\n"));
  ASSERT_TRUE(tree);
  const If& branch = std::get<If>((**tree)[(*tree)->body[0]].data);
  EXPECT_EQ(unparse(**tree, branch.body[0]), "x = 1, 2\n");
  EXPECT_EQ(unparse(**tree, std::get<Assign>((**tree)[branch.body[0]].data).value), "(1, 2)");
}

TEST(Unparse, FindsQuotesForNestedStrings) {
  EXPECT_EQ(rewritten("f\"{a['b']} {f'{c}'}\"\n"), "f'{a[\"b\"]} {f\"{c}\"}'\n");
  EXPECT_EQ(rewritten("f'''{\"it's\"}'''\n"), "f'''{\"it's\"}'''\n");
}

TEST(Unparse, NumbersReadBack) {
  EXPECT_EQ(rewritten("x = 1e400, 1., .5e-7, 1_000, 0x10, 1e16, 2J\n"),
            "x = 1e309, 1.0, 5e-08, 1000, 16, 1e+16, 2.0j\n");
  std::string large = "0x" + std::string(5000, 'f');
  EXPECT_EQ(rewritten(large), large + "\n");
}

}  // namespace
}  // namespace tilewright::python
