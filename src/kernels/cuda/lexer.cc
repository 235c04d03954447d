#include "kernels/cuda/lexer.h"

#include <string>

namespace tilewright::kernels::cuda {
namespace {

bool is_word(char c) {
  auto byte = static_cast<unsigned char>(c);
  return c == '_' || c == '$' || (byte >= '0' && byte <= '9') || ((byte | 32) >= 'a' && (byte | 32) <= 'z') ||
         byte >= 0x80;
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f'; }

class Lexer {
 public:
  explicit Lexer(std::string_view source) : text_(source) {}

  Lexed run() {
    bool is_line_start = true;
    while (skip_space(is_line_start)) {
      if (text_[at_] == '#' && is_line_start) {
        ++at_;
        read_directive();
        is_line_start = true;
        continue;
      }
      lexed_.program.push_back(read_token());
      is_line_start = false;
    }
    return std::move(lexed_);
  }

 private:
  char peek(size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  // A backslash that joins two lines.
  size_t splice() const {
    if (peek() != '\\') return 0;
    if (peek(1) == '\n') return 2;
    return peek(1) == '\r' && peek(2) == '\n' ? 3 : 0;
  }

  void skip_comment() {
    if (peek(1) == '/') {
      while (at_ < text_.size() && text_[at_] != '\n') {
        size_t joined = splice();
        at_ += joined > 0 ? joined : 1;
      }
    } else {
      size_t end = text_.find("*/", at_ + 2);
      at_ = end == std::string_view::npos ? text_.size() : end + 2;
    }
  }

  // To the next token; false at the end. Sets is_line_start when a line end was passed.
  bool skip_space(bool& is_line_start) {
    while (at_ < text_.size()) {
      if (text_[at_] == '\n') is_line_start = true;
      if (is_space(text_[at_])) {
        ++at_;
      } else if (size_t joined = splice()) {
        at_ += joined;
      } else if (text_[at_] == '/' && (peek(1) == '/' || peek(1) == '*')) {
        skip_comment();
      } else {
        return true;
      }
    }
    return false;
  }

  void read_directive() {
    lexed_.directives.emplace_back();
    while (at_ < text_.size() && text_[at_] != '\n') {
      if (size_t joined = splice()) {
        at_ += joined;
      } else if (is_space(text_[at_])) {
        ++at_;
      } else if (text_[at_] == '/' && (peek(1) == '/' || peek(1) == '*')) {
        skip_comment();
      } else {
        lexed_.directives.back().push_back(read_token());
      }
    }
  }

  Token read_token() {
    auto begin = static_cast<uint32_t>(at_);
    char c = text_[at_];
    if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
      read_number();
      return {TokenKind::Number, begin, static_cast<uint32_t>(at_)};
    }
    if (is_word(c)) {
      while (at_ < text_.size() && is_word(text_[at_])) ++at_;
      std::string_view word = text_.substr(begin, at_ - begin);
      if (peek() == '"' && is_prefix(word)) {
        read_string(word.back() == 'R');
        return {TokenKind::String, begin, static_cast<uint32_t>(at_)};
      }
      return {TokenKind::Identifier, begin, static_cast<uint32_t>(at_)};
    }
    if (c == '"') {
      read_string(false);
      return {TokenKind::String, begin, static_cast<uint32_t>(at_)};
    }
    if (c == '\'') {
      read_quoted('\'');
      return {TokenKind::Character, begin, static_cast<uint32_t>(at_)};
    }
    at_ += (c == ':' && peek(1) == ':') || (c == '-' && peek(1) == '>') ? 2 : 1;
    return {TokenKind::Punctuation, begin, static_cast<uint32_t>(at_)};
  }

  void read_number() {
    while (at_ < text_.size()) {
      char c = text_[at_];
      bool is_exponent_sign =
          (c == '+' || c == '-') && at_ > 0 && ((text_[at_ - 1] | 32) == 'e' || (text_[at_ - 1] | 32) == 'p');
      bool is_separator = c == '\'' && is_word(peek(1));
      if (!is_word(c) && c != '.' && !is_exponent_sign && !is_separator) return;
      ++at_;
    }
  }

  static bool is_prefix(std::string_view word) {
    return word == "R" || word == "L" || word == "u" || word == "U" || word == "u8" || word == "LR" ||
           word == "uR" || word == "UR" || word == "u8R";
  }

  void read_quoted(char quote) {
    ++at_;
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n')
      at_ += text_[at_] == '\\' && at_ + 1 < text_.size() ? 2 : 1;
    if (at_ < text_.size() && text_[at_] == quote) ++at_;
    if (at_ > text_.size()) at_ = text_.size();
  }

  void read_string(bool is_raw) {
    if (!is_raw) return read_quoted('"');
    size_t open = text_.find('(', at_ + 1);
    if (open == std::string_view::npos || open - at_ > 17) return read_quoted('"');
    std::string closing = ")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"";
    size_t end = text_.find(closing, open + 1);
    at_ = end == std::string_view::npos ? text_.size() : end + closing.size();
  }

  std::string_view text_;
  size_t at_ = 0;
  Lexed lexed_;
};

}  // namespace

Lexed lex(std::string_view source) { return Lexer(source).run(); }

}  // namespace tilewright::kernels::cuda
