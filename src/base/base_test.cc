// Sources, diagnostics, dtypes, random numbers, options and files.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <filesystem>

#include "base/diagnostic.h"
#include "base/dtype.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/options.h"
#include "base/random.h"
#include "base/recipe.h"
#include "base/text.h"

namespace tilewright {
namespace {

TEST(Source, LinesAndColumnsCountCodePoints) {
  SourceFile file("a.py", "ab\r\nc\xc3\xa9 d\n");
  EXPECT_EQ(file.line_count(), 3u);
  EXPECT_EQ(file.line(1), "ab");
  EXPECT_EQ(file.line(2), "c\xc3\xa9 d");
  LineColumn place = file.line_column(8);  // the 'd'
  EXPECT_EQ(place.line, 2u);
  EXPECT_EQ(place.column, 4u);
}

TEST(Source, NestedSourceKeepsTheOuterPlace) {
  SourceManager sources;
  SourceId outer = sources.add("outer.py", "code = \"x\\ny\"\n");
  // The string's value "x<newline>y": 'x' at byte 8, the escape at 9..11, 'y' at 11.
  SourceId inner = sources.add(
      "<string>", "x\ny", {{0, {outer, 8, 9}, true}, {1, {outer, 9, 11}, false}, {2, {outer, 11, 12}, true}});
  EXPECT_EQ(sources.describe({inner, 2, 3}), "outer.py:1:12");
  EXPECT_EQ(sources.origin({inner, 1, 2}).begin, 9u);
}

TEST(Diagnostic, RendersCaretAndNotes) {
  SourceManager sources;
  SourceId id = sources.add("k.py", "x = \xe6\x97\xa5 + foo\n");
  Diagnostic diagnostic{DiagnosticKind::UnknownName, "no name 'foo'", {id, 10, 13}, {}};
  diagnostic.notes.push_back({"did you mean 'for'?", {}});
  EXPECT_EQ(render(diagnostic, sources),
            "k.py:1:9: error: no name 'foo' [unknown-name]\n"
            "  x = \xe6\x97\xa5 + foo\n"
            "           ^~~\n"
            "note: did you mean 'for'?\n");
}

TEST(Diagnostic, LongLinesAreCutAroundTheMark) {
  auto lines_of = [](const std::string& line, uint32_t begin, uint32_t end) {
    SourceManager sources;
    SourceId id = sources.add("k.py", line + "\n");
    std::string text = render({DiagnosticKind::UnknownName, "m", {id, begin, end}, {}}, sources);
    std::vector<std::string> lines;
    for (size_t at = text.find('\n') + 1; at < text.size(); at = text.find('\n', at) + 1)
      lines.push_back(text.substr(at, text.find('\n', at) - at));
    return lines;
  };
  auto marked = [](const std::vector<std::string>& lines) {  // the cut line holds one sign of three bytes in front
    size_t at = lines[1].find('^');
    bool is_cut = lines[0].starts_with("  …");
    return lines[0].substr(at + (is_cut ? 2 : 0), lines[1].size() - at);
  };
  std::string whole(150, 'x');
  EXPECT_EQ(lines_of(whole, 149, 150)[0], "  " + whole);
  std::string long_line = std::string(5000, 'a') + "bad" + std::string(5000, 'c');
  std::vector<std::string> middle = lines_of(long_line, 5000, 5003);
  EXPECT_LE(middle[0].size(), 2u + 160 + 4);
  EXPECT_TRUE(middle[0].ends_with("…"));
  EXPECT_EQ(marked(middle), "bad");
  std::vector<std::string> start = lines_of("bad" + long_line, 0, 3);
  EXPECT_EQ(marked(start), "bad");
  EXPECT_FALSE(start[0].starts_with("  …"));
  std::vector<std::string> end = lines_of(long_line + "bad", 10003, 10006);
  EXPECT_EQ(marked(end), "bad");
  EXPECT_FALSE(end[0].ends_with("…"));
  EXPECT_LE(lines_of(long_line, 0, 10003)[1].size(), 2u + 160);
}

TEST(Diagnostic, WhatSteersATerminalIsEscaped) {
  SourceManager sources;
  SourceId id = sources.add("k\x1b[2J.py", "x = '\x1b]0;t\x07\xff' + foo\n");
  Diagnostic diagnostic{DiagnosticKind::UnknownName, "no\r name '\xe2\x80\xae'\nsecond line", {id, 16, 19}, {}};
  EXPECT_EQ(render(diagnostic, sources),
            "k\\x1b[2J.py:1:17: error: no\\x0d name '\\u202e'\nsecond line [unknown-name]\n"
            "  x = '\\x1b]0;t\\x07\\xff' + foo\n"
            "                           ^~~\n");
}

TEST(DType, HalfAndBfloatRoundToNearestEven) {
  EXPECT_EQ(float_to_half(1.0f + 0x1.0p-11f), 0x3c00);  // a tie goes to even
  EXPECT_EQ(float_to_half(1.0f + 3 * 0x1.0p-11f), 0x3c02);
  EXPECT_EQ(float_to_half(65520.0f), 0x7c00);  // rounds to infinity
  EXPECT_EQ(float_to_bfloat16(1.0f + 0x1.0p-8f), 0x3f80);
  EXPECT_EQ(float_to_bfloat16(1.0f + 3 * 0x1.0p-8f), 0x3f82);
  EXPECT_TRUE(std::isnan(bfloat16_to_float(float_to_bfloat16(NAN))));
}

TEST(DType, Float8RoundTripsEveryCodeAndRoundsTies) {
  for (DType dtype : {DType::Float8E4M3FN, DType::Float8E5M2, DType::Float8E4M3FNUZ, DType::Float8E5M2FNUZ}) {
    for (int code = 0; code < 256; ++code) {
      float value = float8_to_float(dtype, static_cast<uint8_t>(code));
      if (std::isnan(value)) continue;
      EXPECT_EQ(float_to_float8(dtype, value), code) << torch_name(dtype) << " " << value;
    }
  }
  EXPECT_EQ(float8_to_float(DType::Float8E4M3FN, float_to_float8(DType::Float8E4M3FN, 17.0f)), 16.0f);  // tie
  EXPECT_EQ(float8_to_float(DType::Float8E4M3FN, float_to_float8(DType::Float8E4M3FN, 19.0f)), 20.0f);  // tie
  EXPECT_EQ(float8_to_float(DType::Float8E4M3FN, 0x7e), 448.0f);
  EXPECT_TRUE(std::isnan(float8_to_float(DType::Float8E4M3FN, float_to_float8(DType::Float8E4M3FN, 1e6f))));
  EXPECT_TRUE(std::isinf(float8_to_float(DType::Float8E5M2, float_to_float8(DType::Float8E5M2, 1e6f))));
}

TEST(DType, NamesOfEveryVocabularyResolve) {
  EXPECT_EQ(dtype_from_torch_name("half"), DType::Float16);
  EXPECT_EQ(dtype_from_triton_name("int1"), DType::Bool);
  EXPECT_FALSE(dtype_from_torch_name("float7"));
}

TEST(Random, PhiloxKnownAnswers) {  // Random123's kat_vectors
  std::array<uint32_t, 4> zero = philox4x32({0, 0, 0, 0}, {0, 0});
  EXPECT_EQ(zero, (std::array<uint32_t, 4>{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  std::array<uint32_t, 4> pi =
      philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0});
  EXPECT_EQ(pi, (std::array<uint32_t, 4>{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Random, StreamsDependOnEveryPartOfTheKey) {
  uint64_t first = Random({1, 2, 3, 4}).next_u64();
  EXPECT_EQ(first, Random({1, 2, 3, 4}).next_u64());
  EXPECT_NE(first, Random({2, 2, 3, 4}).next_u64());
  EXPECT_NE(first, Random({1, 3, 3, 4}).next_u64());
  EXPECT_NE(first, Random({1, 2, 4, 4}).next_u64());
  EXPECT_NE(first, Random({1, 2, 3, 5}).next_u64());
  EXPECT_NE(Random({1, 3, 2, 4}).next_u64(), Random({1, 2, 3, 4}).next_u64());
}

TEST(Random, BelowIsUniform) {
  Random random({7, 0, 0, 0});
  int counts[6] = {};
  for (int i = 0; i < 60000; ++i) ++counts[random.below(6)];
  for (int count : counts) EXPECT_NEAR(count, 10000, 400);
}

TEST(Hash, KnownSha256) {
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Text, SuggestsTheNearestName) {
  std::vector<std::string_view> names = {"teach", "check", "compile"};
  EXPECT_EQ(nearest_name("tecah", names), "teach");
  EXPECT_EQ(nearest_name("zzzzz", names), "");
}

struct SampleOptions {
  uint64_t seed = 1;
  double rate = 3e-3;
  bool is_fast = false;
  std::string name = "a \"b\"";
  std::vector<std::string> tags = {"x"};
  template <class Visit>
  void fields(Visit&& visit) {
    visit("seed", seed, "random seed");
    visit("rate", rate, "learning rate");
    visit("fast", is_fast, "be fast");
    visit("name", name, "a name");
    visit("tags", tags, "tags");
  }
};

TEST(Options, TextIsARecipeThatParsesBack) {
  SampleOptions options;
  options.rate = 1.0;
  std::string text = to_text(option_fields(options));
  SourceManager sources;
  SourceId id = sources.add("recipe.toml", text);
  SampleOptions read{.seed = 9, .rate = 9, .is_fast = true, .name = "z", .tags = {}};
  auto applied = apply_recipe(sources, id, option_fields(read));
  ASSERT_TRUE(applied) << applied.error().message;
  EXPECT_EQ(to_text(option_fields(read)), text);
  EXPECT_EQ(configuration_hash(option_fields(read)), configuration_hash(option_fields(options)));
}

TEST(Options, RecipeMistakesHavePlaces) {
  auto mistake = [](const char* text) {
    SourceManager sources;
    SourceId id = sources.add("r.toml", text);
    SampleOptions options;
    auto applied = apply_recipe(sources, id, option_fields(options));
    return applied ? std::string("accepted") : render(applied.error(), sources);
  };
  EXPECT_EQ(
      mistake("sede = 3\n"),
      "r.toml:1:1: error: 'sede' is no option: did you mean 'seed'? [bad-option]\n  sede = 3\n  ^~~~\n");
  EXPECT_EQ(
      mistake("seed = -3\n"),
      "r.toml:1:8: error: 'seed' takes a whole number, 0 or more [bad-option]\n  seed = -3\n         ^~\n");
  EXPECT_EQ(mistake("rate = 1\n"), "accepted");  // whole numbers are numbers
  EXPECT_NE(mistake("seed = \n").find("r.toml:1:"), std::string::npos);
}

TEST(File, ReplacesAtomicallyAndReportsErrors) {
  std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "tilewright_file_test";
  std::filesystem::create_directories(folder);
  ASSERT_TRUE(write_file_atomically(folder / "a", "one"));
  ASSERT_TRUE(append_to_file(folder / "a", " two"));
  EXPECT_EQ(*read_file(folder / "a"), "one two");
  EXPECT_EQ(read_file(folder / "none").error().kind, DiagnosticKind::FileNotFound);
  EXPECT_EQ(read_file(folder).error().kind, DiagnosticKind::FileUnreadable);
  EXPECT_EQ(write_file_atomically(folder / "no" / "b", "x").error().kind, DiagnosticKind::FileUnwritable);
  EXPECT_EQ(append_to_file("/dev/full", "x").error().kind, DiagnosticKind::FileUnwritable);
  std::filesystem::remove_all(folder);
}

TEST(Text, PartsBetweenSeparators) {
  EXPECT_EQ(split("a,bc", ','), (std::vector<std::string>{"a", "bc"}));
  EXPECT_EQ(split("a::b:", ':'), (std::vector<std::string>{"a", "", "b"}));
  EXPECT_TRUE(split("", ',').empty());
}

}  // namespace
}  // namespace tilewright
