#include "model/fixed_vocabulary.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace tilewright::model {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

constexpr size_t kLongNumber = 6;
constexpr size_t kShortDecimal = 3;  // 0.0, 1.0, 0.5
constexpr size_t kLongestPunctuation = 4;
// A context is closed when at most this many numbers follow it, each in at least this share of its places.
constexpr size_t kMostNumbersOfContext = 12;
constexpr double kLeastShareOfNumber = 0.01;

// Identifiers, numbers (0.5, 1e-05), line breaks and runs of anything else.
std::vector<std::string_view> atoms_of(std::string_view text) {
  std::vector<std::string_view> atoms;
  size_t i = 0;
  auto digits = [&](size_t from) {
    while (from < text.size() && is_digit(text[from])) ++from;
    return from;
  };
  while (i < text.size()) {
    size_t end = i + 1;
    if (is_letter(text[i])) {
      while (end < text.size() && (is_letter(text[end]) || is_digit(text[end]))) ++end;
    } else if (is_digit(text[i])) {
      end = digits(i);
      if (end + 1 < text.size() && text[end] == '.' && is_digit(text[end + 1])) end = digits(end + 1);
      if (end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
        size_t exponent = end + 1;
        if (exponent < text.size() && (text[exponent] == '-' || text[exponent] == '+')) ++exponent;
        if (exponent < text.size() && is_digit(text[exponent])) end = digits(exponent);
      }
    } else if (text[i] != '\n') {
      while (end < text.size() && !is_letter(text[end]) && !is_digit(text[end]) && text[end] != '\n') ++end;
    }
    atoms.push_back(text.substr(i, end - i));
    i = end;
  }
  return atoms;
}

struct Counts {
  std::unordered_map<std::string, int64_t> documents;                        // words and long numbers
  std::map<std::string, std::unordered_map<std::string, int64_t>> contexts;  // "word punctuation" -> numbers
};

Counts count(const std::vector<std::string>& texts) {
  Counts counts;
  for (const std::string& text : texts) {
    std::unordered_set<std::string_view> seen;
    std::vector<std::string_view> atoms = atoms_of(text);
    for (size_t i = 0; i < atoms.size(); ++i) {
      std::string_view atom = atoms[i];
      bool is_number = is_digit(atom[0]) && (atom.size() >= kLongNumber || atom.size() == kShortDecimal);
      if (is_letter(atom[0]) || is_number) {
        if (seen.insert(atom).second) ++counts.documents[std::string(atom)];
      }
      if (i < 2 || !is_digit(atom[0]) || !is_letter(atoms[i - 2][0])) continue;
      if (atoms[i - 1][0] == '\n' || atoms[i - 1].size() > kLongestPunctuation || is_digit(atoms[i - 1][0]))
        continue;
      ++counts.contexts[std::string(atoms[i - 2]) + std::string(atoms[i - 1])][std::string(atom)];
    }
  }
  return counts;
}

bool is_closed(const std::unordered_map<std::string, int64_t>& numbers, int64_t places) {
  if (numbers.size() > kMostNumbersOfContext) return false;
  return std::all_of(numbers.begin(), numbers.end(), [&](const auto& entry) {
    return static_cast<double>(entry.second) >= kLeastShareOfNumber * static_cast<double>(places);
  });
}

// Words as a tree of characters: an alternation of hundreds of words would be tried one by one.
struct Node {
  std::map<char, std::unique_ptr<Node>> next;
  bool ends = false;
};

void append_escaped(std::string& expression, char c) {
  if (std::string_view("\\^$.|?*+()[]{}").find(c) != std::string_view::npos) expression += '\\';
  expression += c;
}

std::string expression_of(const Node& node) {
  if (node.next.empty()) return "";
  std::string body;
  for (const auto& [c, child] : node.next) {
    if (!body.empty()) body += '|';
    append_escaped(body, c);
    body += expression_of(*child);
  }
  if (node.next.size() > 1 || node.ends) body = "(?:" + body + ")";
  // Greedy: the longest that fits is tried first.
  return node.ends ? body + "?" : body;
}

}  // namespace

std::set<std::string> find_fixed_vocabulary(const std::vector<std::string>& texts,
                                            const FixedVocabularyOptions& options) {
  Counts counts = count(texts);
  double least = std::max(static_cast<double>(options.documents),
                          options.word_share * static_cast<double>(texts.size()));
  double common = std::max(least, options.common_share * static_cast<double>(texts.size()));
  std::set<std::string> copied(options.copied_words.begin(), options.copied_words.end());
  std::set<std::string> fixed;
  for (const auto& [word, documents] : counts.documents) {
    bool must_be_common = copied.contains(word) || (is_digit(word[0]) && word.size() < kLongNumber);
    if (static_cast<double>(documents) >= (must_be_common ? common : least)) fixed.insert(word);
  }
  std::set<std::string> phrases;
  for (const auto& [context, numbers] : counts.contexts) {
    size_t word_end = 0;
    while (word_end < context.size() && (is_letter(context[word_end]) || is_digit(context[word_end])))
      ++word_end;
    if (!fixed.contains(context.substr(0, word_end))) continue;
    int64_t places = 0;
    for (const auto& [number, times] : numbers) places += times;
    if (static_cast<double>(places) < least || !is_closed(numbers, places)) continue;
    for (const auto& [number, times] : numbers) phrases.insert(context + number);
  }
  fixed.merge(phrases);
  return fixed;
}

std::string copyable_expression(const std::set<std::string>& fixed) {
  std::string run = "[^A-Za-z0-9_\\n]";
  if (!fixed.empty()) {
    Node root;
    for (const std::string& word : fixed) {
      Node* node = &root;
      for (char c : word) {
        auto& child = node->next[c];
        if (!child) child = std::make_unique<Node>();
        node = child.get();
      }
      node->ends = true;
    }
    root.ends = false;
    // A fixed word begins and ends where identifiers do, and is not the start of a longer number.
    run = "(?<![A-Za-z0-9_])(?:" + expression_of(root) + ")(?![A-Za-z0-9_]|\\.[0-9])|" + run;
  }
  return "\\n*(?:" + run + ")+|\\n+|[A-Za-z_]+|[0-9]";
}

bool is_cut_name(std::string_view piece, const std::set<std::string>& fixed) {
  return !piece.empty() && std::all_of(piece.begin(), piece.end(), is_letter) &&
         !fixed.contains(std::string(piece));
}

}  // namespace tilewright::model
