#include "python/parser.h"

#include <gtest/gtest.h>

#include "python/dump.h"

namespace tilewright::python {
namespace {

std::string outline(std::string text) {
  SourceManager sources;
  auto source = sources.add("test.py", std::move(text));
  auto tree = parse(sources, source);
  return tree ? dump_outline(**tree, sources) : render(tree.error(), sources);
}

TEST(Parser, ReadsAssignmentWithPlaces) {
  EXPECT_EQ(outline("x = a + 1\n"),
            "Module\n"
            "  body: Assign  @1:0-1:9\n"
            "    targets: Name id=x ctx=Store  @1:0-1:1\n"
            "    value: BinOp op=Add  @1:4-1:9\n"
            "      left: Name id=a ctx=Load  @1:4-1:5\n"
            "      right: Constant value=\"1\"  @1:8-1:9\n");
}

TEST(Parser, ParenthesesWidenTheOuterNodeOnly) {
  EXPECT_EQ(outline("(a) * b"),
            "Module\n"
            "  body: Expr  @1:0-1:7\n"
            "    value: BinOp op=Mult  @1:0-1:7\n"
            "      left: Name id=a ctx=Load  @1:1-1:2\n"
            "      right: Name id=b ctx=Load  @1:6-1:7\n");
}

TEST(Parser, NamesTheMistake) {
  EXPECT_EQ(outline("f(a b)\n"),
            "test.py:1:3: error: invalid syntax. Perhaps you forgot a comma? [syntax-error]\n"
            "  f(a b)\n"
            "    ^~~\n");
}

TEST(Parser, DeepInputIsRefusedNotOverflown) {
  for (const char* unit : {"(", "-", "not ", "lambda: ", "[", "{1: ", "f(", "a if b else "}) {
    std::string text;
    for (int i = 0; i < 100000; ++i) text += unit;
    EXPECT_NE(outline(text).find("error:"), std::string::npos) << unit;
  }
  std::string sum = "1";
  for (int i = 0; i < 100000; ++i) sum += "+1";
  EXPECT_NE(outline(sum).find("nested too deeply"), std::string::npos);
}

}  // namespace
}  // namespace tilewright::python
