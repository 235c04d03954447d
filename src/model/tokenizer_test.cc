#include "model/tokenizer.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "base/random.h"
#include "model/byte_level.h"
#include "model/fixed_vocabulary.h"
#include "model/tokenizer_training.h"

namespace tilewright::model {
namespace {

// Small kernels that differ in a name and a constant.
std::vector<std::string> corpus() {
  std::vector<std::string> texts;
  Random random({7, 0, 0, 0});
  for (int i = 0; i < 200; ++i) {
    std::string name;
    for (uint64_t k = 0, n = 2 + random.below(3); k < n; ++k) {
      name += "bcdfgklmnprstv"[random.below(14)];
      name += "aeiou"[random.below(5)];
    }
    std::string number = fmt::format("{}.{}", random.below(30), random.below(1000));
    texts.push_back(fmt::format("def forward(self, {0}):\n    return torch.relu({0} * {1})\n", name, number));
    texts.push_back(
        fmt::format("    v = tl.load(x_ptr + offs, mask=mask)\n    v = tl.maximum(v * {1}, 0.0)\n"
                    "    m = tl.max(v, axis=0) * 0.7071067811865476\n    return launch({0})\n",
                    name, number));
  }
  return texts;
}

Tokenizer trained() {
  auto tokenizer = train_tokenizer(corpus(), {.vocab_size = 600, .copied_words = {}});
  EXPECT_TRUE(tokenizer) << (tokenizer ? "" : tokenizer.error().message);
  return std::move(*tokenizer);
}

std::vector<std::string> pieces(const Tokenizer& tokenizer, std::string_view text) {
  std::vector<std::string> result;
  for (int32_t id : tokenizer.encode(text)) result.push_back(tokenizer.decode(std::vector<int32_t>{id}));
  return result;
}

TEST(Tokenizer, RoundTripOfAnyBytes) {
  Tokenizer tokenizer = trained();
  Random random({1, 0, 0, 0});
  for (int round = 0; round < 500; ++round) {
    std::string text;
    for (uint64_t i = 0, n = random.below(60); i < n; ++i) {
      if (random.chance(0.3)) {
        text += static_cast<char>(random.next_u32());  // often not UTF-8
      } else if (random.chance(0.3)) {
        text += std::vector<std::string>{
            "é", "漢字", "🙂", "  ", "\n", "\t", "v = tl.load(", "0.5", "_x9"}[random.below(9)];
      } else {
        text += static_cast<char>(32 + random.below(95));
      }
    }
    EXPECT_EQ(tokenizer.decode(tokenizer.encode(text), true), text);
  }
}

TEST(Tokenizer, BoilerplateIsShortAndConstantsAreCopyable) {
  Tokenizer tokenizer = trained();
  EXPECT_LE(tokenizer.encode("    v = tl.load(x_ptr + offs, mask=mask)\n").size(), 2u);
  // A number and a name that training never held, wherever they stand, are the same tokens.
  std::vector<int32_t> number = tokenizer.encode("417.93"), name = tokenizer.encode("zuvopexa");
  EXPECT_EQ(number.size(), 6u);
  for (std::string text : {"    v = tl.maximum(v * {}, 0.0)\n", "torch.relu({})", "x={}+1", "({}"}) {
    for (auto [value, ids] :
         {std::pair<std::string, std::vector<int32_t>*>{"417.93", &number}, {"zuvopexa", &name}}) {
      std::string filled = text;
      filled.replace(filled.find("{}"), 2, value);
      std::vector<int32_t> all = tokenizer.encode(filled);
      EXPECT_NE(std::search(all.begin(), all.end(), ids->begin(), ids->end()), all.end()) << filled;
    }
  }
}

TEST(Tokenizer, ClosedContextsJoinTheirLine) {
  std::set<std::string> fixed = find_fixed_vocabulary(corpus(), {});
  EXPECT_TRUE(fixed.contains("axis=0"));
  EXPECT_TRUE(fixed.contains("0.7071067811865476"));
  EXPECT_TRUE(fixed.contains("maximum"));
  for (const std::string& word : fixed) EXPECT_EQ(word.find("v * "), std::string::npos) << word;
  EXPECT_FALSE(find_fixed_vocabulary(corpus(), {.copied_words = {"offs"}, .common_share = 1.1}).contains("offs"));
  std::vector<std::string> cut = pieces(trained(), "tl.max(v, axis=03)");
  EXPECT_EQ(cut[cut.size() - 3] + cut[cut.size() - 2], "03") << "a longer number is not the fixed one";
}

TEST(Tokenizer, TrainingIsDeterministicAndSavesItself) {
  Tokenizer first = trained(), second = trained();
  EXPECT_EQ(first.to_json(), second.to_json());
  auto loaded = Tokenizer::from_json(first.to_json(), "t");
  ASSERT_TRUE(loaded);
  std::string text = corpus()[3] + corpus()[4];
  EXPECT_EQ(loaded->encode(text), first.encode(text));
  EXPECT_EQ(loaded->eos(), 0);
  EXPECT_EQ(loaded->pad(), 1);
  EXPECT_LE(loaded->vocab_size(), 600);
}

TEST(Tokenizer, TrainingRefusesNonsense) {
  EXPECT_FALSE(train_tokenizer({}, {}));
  EXPECT_FALSE(train_tokenizer({"a"}, {.vocab_size = 10}));
  EXPECT_TRUE(train_tokenizer({"", "\n"}, {}));
}

// Bytes as the whole vocabulary, and what a test adds.
nlohmann::json minimal() {
  nlohmann::json vocabulary = nlohmann::json::object();
  for (int b = 0; b < 256; ++b) vocabulary[bytes_to_characters(std::string(1, static_cast<char>(b)))] = b;
  vocabulary["ab"] = 256;
  vocabulary["abc"] = 257;
  vocabulary["bc"] = 258;
  return {{"model", {{"type", "BPE"}, {"vocab", vocabulary}, {"merges", {"b c", "a b"}}}},
          {"pre_tokenizer", {{"type", "ByteLevel"}, {"add_prefix_space", false}, {"use_regex", true}}},
          {"added_tokens",
           {{{"id", 300}, {"content", "<|im_end|>"}, {"special", true}},
            {{"id", 301}, {"content", "<|im|>"}, {"special", false}, {"rstrip", true}}}}};
}

Tokenizer load(const nlohmann::json& json) {
  auto tokenizer = Tokenizer::from_json(json.dump(), "t");
  EXPECT_TRUE(tokenizer) << (tokenizer ? "" : tokenizer.error().message);
  return std::move(*tokenizer);
}

TEST(Tokenizer, MergesByRankInBothSpellings) {
  nlohmann::json json = minimal();
  EXPECT_EQ(load(json).encode("abc"), (std::vector<int32_t>{'a', 258}));
  json["model"]["merges"] = nlohmann::json::array({{"b", "c"}, {"a", "b"}});
  EXPECT_EQ(load(json).encode("abab"), (std::vector<int32_t>{256, 256}));
  json["model"]["ignore_merges"] = true;
  EXPECT_EQ(load(json).encode("abc"), (std::vector<int32_t>{257}));
}

TEST(Tokenizer, AddedTokensAreFoundInText) {
  Tokenizer tokenizer = load(minimal());
  EXPECT_EQ(tokenizer.encode("x<|im_end|><|im|>  y"), (std::vector<int32_t>{'x', 300, 301, 'y'}));
  EXPECT_EQ(tokenizer.decode(std::vector<int32_t>{'x', 300, 301, 999, -4}), "x<|im|>");
  EXPECT_EQ(tokenizer.decode(std::vector<int32_t>{300}, true), "<|im_end|>");
  EXPECT_EQ(tokenizer.vocab_size(), 302);
  ASSERT_TRUE(tokenizer.apply_config(R"({"eos_token": {"content": "<|im_end|>"}})", "c"));
  EXPECT_EQ(tokenizer.eos(), 300);
  EXPECT_EQ(tokenizer.pad(), -1);
}

TEST(Tokenizer, PublicPreTokenizersSplitAsTheyShould) {
  nlohmann::json json = minimal();
  auto words = [&](std::string_view text) { return load(json).encode(text).size(); };
  (void)words;
  json["pre_tokenizer"] = {{"type", "Sequence"},
                           {"pretokenizers",
                            {{{"type", "Digits"}, {"individual_digits", true}},
                             {{"type", "ByteLevel"}, {"add_prefix_space", true}}}}};
  EXPECT_EQ(load(json).encode("a").size(), 2u) << "a space is put before";
  json["pre_tokenizer"] = {{"type", "Split"}, {"pattern", {{"String", "b"}}}, {"behavior", "Removed"}};
  EXPECT_EQ(load(json).encode("abc"), (std::vector<int32_t>{'a', 'c'}));
  json["pre_tokenizer"] = {
      {"type", "Split"}, {"pattern", {{"Regex", "b"}}}, {"behavior", "MergedWithPrevious"}};
  EXPECT_EQ(load(json).encode("abc"), (std::vector<int32_t>{256, 'c'}));
  json["pre_tokenizer"]["behavior"] = "MergedWithNext";
  EXPECT_EQ(load(json).encode("abc"), (std::vector<int32_t>{'a', 258}));
  json["pre_tokenizer"]["invert"] = true;
  json["pre_tokenizer"]["behavior"] = "Isolated";
  EXPECT_EQ(load(json).encode("abc"), (std::vector<int32_t>{'a', 'b', 'c'}));
  json["pre_tokenizer"] = nullptr;
  EXPECT_EQ(load(json).encode("abc"), (std::vector<int32_t>{'a', 258}));
}

TEST(Tokenizer, NormalizesWhereAsked) {
  nlohmann::json json = minimal();
  json["normalizer"] = {{"type", "NFC"}};
  EXPECT_EQ(load(json).decode(load(json).encode("e\xcc\x81")), "\xc3\xa9");
}

TEST(Tokenizer, BrokenFilesAreRefusedByName) {
  struct Case {
    const char* path;
    nlohmann::json value;
    const char* message;
  };
  const Case cases[] = {
      {"/model/type", "WordPiece", "is not BPE"},
      {"/model/merges", 3, "merges is not a list"},
      {"/model/merges/0", "b", "merge 0"},
      {"/model/merges/0", "b c d", "merge 0"},
      {"/model/merges/0", "b z", "not in the vocabulary"},
      {"/model/vocab", nullptr, "vocab"},
      {"/model/vocab/ab", -1, "has the id"},
      {"/model/vocab/ab", 5, "two tokens"},
      {"/model/vocab/ab", 4000000000u, "has the id"},
      {"/model/byte_fallback", true, "byte_fallback"},
      {"/pre_tokenizer/type", "Metaspace", "Metaspace"},
      {"/pre_tokenizer",
       {{"type", "Split"}, {"pattern", {{"Regex", "(a"}}}, {"behavior", "Isolated"}},
       "regular expression"},
      {"/pre_tokenizer",
       {{"type", "Split"}, {"pattern", {{"Regex", "a"}}}, {"behavior", "Sometimes"}},
       "behavior"},
      {"/normalizer", {{"type", "Lowercase"}}, "Lowercase"},
      {"/added_tokens/0/id", "x", "'id'"},
  };
  for (const Case& each : cases) {
    nlohmann::json json = minimal();
    json[nlohmann::json::json_pointer(each.path)] = each.value;
    auto tokenizer = Tokenizer::from_json(json.dump(), "tok.json");
    ASSERT_FALSE(tokenizer) << each.path << " " << each.value;
    EXPECT_NE(tokenizer.error().message.find(each.message), std::string::npos) << tokenizer.error().message;
    EXPECT_EQ(tokenizer.error().message.rfind("tok.json", 0), 0u) << tokenizer.error().message;
  }
  EXPECT_FALSE(Tokenizer::from_json("", "t"));
  EXPECT_FALSE(Tokenizer::from_json("[]", "t"));
  std::string good = minimal().dump();
  Random random({3, 0, 0, 0});
  for (int round = 0; round < 300; ++round) {
    std::string bytes = good;
    for (int i = 0; i < 4; ++i) bytes[random.below(bytes.size())] = static_cast<char>(random.next_u32());
    auto tokenizer = Tokenizer::from_json(bytes, "t");
    if (tokenizer) tokenizer->encode("abc <|im|>");
  }
}

TEST(Tokenizer, RunawayExpressionsGiveUp) {
  nlohmann::json json = minimal();
  json["pre_tokenizer"] = {{"type", "Split"}, {"pattern", {{"Regex", "(a+)+$"}}}, {"behavior", "Isolated"}};
  std::string text(40, 'a');
  text += 'b';
  EXPECT_EQ(load(json).decode(load(json).encode(text)), text);
}

}  // namespace
}  // namespace tilewright::model
