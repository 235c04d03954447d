#include "model/pre_tokenizer.h"

#include <utility>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <fmt/format.h>
#include <pcre2.h>

#include <nlohmann/json.hpp>

#include "model/json_reader.h"

namespace tilewright::model {
namespace {

using Json = nlohmann::json;

// GPT-2's expression, which ByteLevel applies when use_regex is set (openai/gpt-2 encoder.py).
constexpr const char* kByteLevelExpression =
    R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";

// Backtracking steps before a search gives up: real tokenizers need a few thousand at most.
constexpr uint32_t kMatchLimit = 10'000'000;

}  // namespace

struct Pattern::Code {
  pcre2_code* code = nullptr;
  ~Code() { pcre2_code_free(code); }
};

Pattern::Pattern(std::unique_ptr<Code> code) : code_(std::move(code)) {}
Pattern::~Pattern() = default;
Pattern::Pattern(Pattern&&) noexcept = default;
Pattern& Pattern::operator=(Pattern&&) noexcept = default;

Result<Pattern> Pattern::compile(std::string_view expression, std::string_view name) {
  int error = 0;
  PCRE2_SIZE offset = 0;
  auto code = std::make_unique<Code>();
  code->code = pcre2_compile(reinterpret_cast<PCRE2_SPTR>(expression.data()), expression.size(),
                             PCRE2_UTF | PCRE2_UCP | PCRE2_MATCH_INVALID_UTF, &error, &offset, nullptr);
  if (code->code == nullptr) {
    PCRE2_UCHAR message[256] = {};
    pcre2_get_error_message(error, message, sizeof message);
    return fail(DiagnosticKind::BadFormat, fmt::format("{}: bad regular expression at character {}: {}", name,
                                                       offset, reinterpret_cast<const char*>(message)));
  }
  // Without JIT support matching still works, only slower.
  pcre2_jit_compile(code->code, PCRE2_JIT_COMPLETE);
  return Pattern(std::move(code));
}

void Pattern::for_each_match(std::string_view text, const std::function<void(size_t, size_t)>& use) const {
  std::unique_ptr<pcre2_match_data, void (*)(pcre2_match_data*)> data(
      pcre2_match_data_create_from_pattern(code_->code, nullptr), pcre2_match_data_free);
  std::unique_ptr<pcre2_match_context, void (*)(pcre2_match_context*)> context(
      pcre2_match_context_create(nullptr), pcre2_match_context_free);
  pcre2_set_match_limit(context.get(), kMatchLimit);
  size_t start = 0;
  while (start <= text.size()) {
    int count = pcre2_match(code_->code, reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), start, 0,
                            data.get(), context.get());
    if (count < 0) return;
    const PCRE2_SIZE* ends = pcre2_get_ovector_pointer(data.get());
    // \K in a look-ahead can put the start after the end; such a match is of no use.
    if (ends[0] < ends[1] && ends[0] >= start) use(ends[0], ends[1]);
    if (ends[1] > start) {
      start = ends[1];
    } else {
      // An empty match: go on one character later.
      ++start;
      while (start < text.size() && (static_cast<unsigned char>(text[start]) & 0xc0) == 0x80) ++start;
    }
  }
}

Result<PreTokenizer> PreTokenizer::from_json(const Json& json, std::string_view name) {
  PreTokenizer result;
  if (json.is_null()) return result;
  if (auto added = result.add(json, name, 0); !added) return tl::unexpected(added.error());
  return result;
}

Result<void> PreTokenizer::add(const Json& json, std::string_view name, int depth) {
  JsonReader reader(name);
  if (!json.is_object() || depth > 8) return reader.wrong("pre_tokenizer", "an object");
  auto type = reader.text(json, "type");
  if (!type) return tl::unexpected(type.error());
  auto add_pattern = [&](std::string_view expression, Step step) -> Result<void> {
    auto pattern = Pattern::compile(expression, name);
    if (!pattern) return tl::unexpected(pattern.error());
    step.pattern = std::make_shared<const Pattern>(std::move(*pattern));
    steps_.push_back(std::move(step));
    return {};
  };
  if (*type == "Sequence") {
    Json list = json.value("pretokenizers", Json());
    if (!list.is_array()) return reader.wrong("pretokenizers", "a list");
    for (const Json& item : list) {
      if (auto added = add(item, name, depth + 1); !added) return added;
    }
    return {};
  }
  if (*type == "ByteLevel") {
    auto prefix = reader.boolean(json, "add_prefix_space", true);
    auto regex = reader.boolean(json, "use_regex", true);
    if (!prefix) return tl::unexpected(prefix.error());
    if (!regex) return tl::unexpected(regex.error());
    if (*prefix) steps_.push_back(Step{nullptr, SplitBehavior::Isolated, false, true});
    return *regex ? add_pattern(kByteLevelExpression, {}) : Result<void>();
  }
  if (*type == "Digits") {
    auto individual = reader.boolean(json, "individual_digits", false);
    if (!individual) return tl::unexpected(individual.error());
    return add_pattern(*individual ? "\\p{N}" : "\\p{N}+", {});
  }
  if (*type != "Split") {
    return fail(DiagnosticKind::BadFormat,
                fmt::format("{}: pre-tokenizer '{}' is not known here", name, *type));
  }
  Json pattern = json.value("pattern", Json());
  if (!pattern.is_object()) return reader.wrong("pattern", "an object");
  std::string expression;
  if (auto regex = pattern.find("Regex"); regex != pattern.end() && regex->is_string()) {
    expression = regex->get<std::string>();
  } else if (auto literal = pattern.find("String"); literal != pattern.end() && literal->is_string()) {
    for (char c : literal->get<std::string>()) {
      if (std::string_view("\\^$.|?*+()[]{}").find(c) != std::string_view::npos) expression += '\\';
      expression += c;
    }
  } else {
    return reader.wrong("pattern", "a Regex or a String");
  }
  Step step;
  auto behavior = reader.text(json, "behavior");
  if (!behavior) return tl::unexpected(behavior.error());
  constexpr std::pair<const char*, SplitBehavior> kBehaviors[] = {
      {"Isolated", SplitBehavior::Isolated},
      {"Removed", SplitBehavior::Removed},
      {"MergedWithPrevious", SplitBehavior::MergedWithPrevious},
      {"MergedWithNext", SplitBehavior::MergedWithNext},
      {"Contiguous", SplitBehavior::Contiguous}};
  bool known = false;
  for (auto [spelling, value] : kBehaviors) {
    if (*behavior == spelling) step.behavior = value, known = true;
  }
  if (!known) return reader.wrong("behavior", "one of Isolated, Removed, MergedWith..., Contiguous");
  auto inverted = reader.boolean(json, "invert", false);
  if (!inverted) return tl::unexpected(inverted.error());
  step.is_inverted = *inverted;
  return add_pattern(expression, std::move(step));
}

namespace {

struct Piece {
  std::string_view text;
  bool is_match = false;
};

// Matches and what lies between them, in order.
std::vector<Piece> pieces_of(const Pattern& pattern, std::string_view text) {
  std::vector<Piece> pieces;
  size_t end = 0;
  pattern.for_each_match(text, [&](size_t begin, size_t match_end) {
    if (begin > end) pieces.push_back({text.substr(end, begin - end), false});
    pieces.push_back({text.substr(begin, match_end - begin), true});
    end = match_end;
  });
  if (end < text.size()) pieces.push_back({text.substr(end), false});
  return pieces;
}

// Neighbours are parts of one buffer, so joining them is widening a view.
void join(std::string_view& left, std::string_view right) {
  left = std::string_view(left.data(), left.size() + right.size());
}

std::vector<std::string_view> arrange(const std::vector<Piece>& pieces, SplitBehavior behavior) {
  std::vector<std::string_view> result;
  bool join_next = false;
  bool previous_match = false;
  for (const Piece& piece : pieces) {
    bool joins = false;
    switch (behavior) {
      case SplitBehavior::Isolated:
        break;
      case SplitBehavior::Removed:
        if (piece.is_match) continue;
        break;
      case SplitBehavior::MergedWithPrevious:
        joins = piece.is_match && !previous_match;
        break;
      case SplitBehavior::MergedWithNext:
        joins = join_next && !piece.is_match;
        break;
      case SplitBehavior::Contiguous:
        joins = piece.is_match == previous_match;
        break;
    }
    if (joins && !result.empty()) {
      join(result.back(), piece.text);
    } else {
      result.push_back(piece.text);
    }
    join_next = piece.is_match;
    previous_match = piece.is_match;
  }
  return result;
}

}  // namespace

std::vector<std::string> PreTokenizer::split(std::string_view text) const {
  std::vector<std::string> pieces;
  if (!text.empty()) pieces.emplace_back(text);
  for (const Step& step : steps_) {
    if (step.adds_prefix_space) {
      if (!pieces.empty() && pieces.front().front() != ' ') pieces.front().insert(0, 1, ' ');
      continue;
    }
    std::vector<std::string> next;
    for (const std::string& piece : pieces) {
      std::vector<Piece> parts = pieces_of(*step.pattern, piece);
      if (step.is_inverted) {
        for (Piece& part : parts) part.is_match = !part.is_match;
      }
      for (std::string_view part : arrange(parts, step.behavior)) next.emplace_back(part);
    }
    pieces = std::move(next);
  }
  return pieces;
}

}  // namespace tilewright::model
