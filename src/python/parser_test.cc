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

TEST(Parser, SpansAreBytesOfTheSource) {
  SourceManager sources;
  auto source = sources.add("test.py", "\xef\xbb\xbf# \xc3\xa9\r\nx = \xe5\x90\x8d.y\r\n");
  auto tree = parse(sources, source);
  ASSERT_TRUE(tree);
  const Assign& assign = std::get<Assign>((**tree)[(*tree)->body[0]].data);
  EXPECT_EQ(sources.text((**tree)[assign.value].span), "\xe5\x90\x8d.y");
  EXPECT_EQ(sources.text((**tree)[assign.targets[0]].span), "x");
}

TEST(Parser, NamesAreNormalised) {
  SourceManager sources;
  auto tree = parse(sources, sources.add("test.py", "\xef\xac\x81 = fi"));  // the ligature
  ASSERT_TRUE(tree);
  EXPECT_EQ((*tree)->names, std::vector<std::string>{"fi"});
}

TEST(Parser, FormattedStringsKeepTrueInnerSpans) {
  SourceManager sources;
  auto tree = parse(sources, sources.add("test.py", "f'{a!r:>{width}} { b}'"));
  ASSERT_TRUE(tree);
  std::vector<std::string> names;
  for (const Expr& expression : (*tree)->exprs) {
    if (std::holds_alternative<Name>(expression.data)) names.emplace_back(sources.text(expression.span));
  }
  EXPECT_EQ(names, (std::vector<std::string>{"a", "width", "b"}));
}

TEST(Parser, BadBytesHaveAPlace) {
  EXPECT_TRUE(outline("x = 1\ny = '\xff'\n")
                  .starts_with("test.py:2:6: error: Non-UTF-8 code starting with '\\xff' ["));
  std::string with_null = "x = 1\n";
  with_null += '\0';
  EXPECT_TRUE(outline(with_null).starts_with("test.py:2:1: error: source code cannot contain null bytes ["));
}

TEST(Parser, LimitsAreOptions) {
  SourceManager sources;
  auto source = sources.add("test.py", "x = ((((1))))");
  EXPECT_TRUE(parse(sources, source, {.max_nesting = 4}));
  EXPECT_FALSE(parse(sources, source, {.max_nesting = 3}));
  auto sum = sources.add("sum.py", "1 + 2 + 3 + 4");
  EXPECT_TRUE(parse(sources, sum, {.max_depth = 12}));
  EXPECT_FALSE(parse(sources, sum, {.max_depth = 3}));
}

TEST(Parser, LongElifChainsDoNotRecurse) {
  std::string text = "if a: pass\n";
  for (int i = 0; i < 900; ++i) text += "elif a: pass\n";
  EXPECT_EQ(outline(text).find("error"), std::string::npos);
  for (int i = 0; i < 200; ++i) text += "elif a: pass\n";
  EXPECT_NE(outline(text).find("nested too deeply"), std::string::npos);
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
