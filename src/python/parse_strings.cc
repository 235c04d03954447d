// String literals: implicit concatenation and formatted strings, whose rules are those of CPython 3.11
// (before PEP 701): no backslash and no comment between the braces, and the outer quote ends the string.
#include <fmt/format.h>

#include "python/literals.h"
#include "python/parser_implementation.h"

namespace tilewright::python {

// Reads the string tokens that stand side by side and builds their one node.
class StringReader {
 public:
  StringReader(Parser& parser, size_t first, size_t last) : parser_(parser), first_(first), last_(last) {}

  ExprId read() {
    Parts parts;
    bool is_formatted = false;
    for (size_t i = first_; i <= last_; ++i) {
      token_ = &parser_.tokens_[i];
      StringPrefix prefix = read_prefix(parser_.text(*token_));
      at_ = token_->begin + prefix.content_begin;
      end_ = token_->begin + prefix.content_end;
      is_raw_ = prefix.is_raw;
      if (prefix.is_formatted) {
        is_formatted = true;
        read_parts(parts, 0);
      } else {
        append_literal(parts, at_, end_);
      }
    }
    if (!is_formatted) return parser_.add_at(whole(), constant(std::move(parts.literal), whole()));
    if (!parts.literal.empty()) flush(parts, whole());
    parser_.grow();
    return parser_.add_at(whole(), JoinedStr{std::move(parts.values)});
  }

 private:
  struct Parts {
    std::string literal;  // gathered, no node yet
    std::vector<ExprId> values;
  };

  Span whole() const { return parser_.span(parser_.tokens_[first_].begin, parser_.tokens_[last_].end); }
  char peek(uint32_t at) const { return at < end_ ? parser_.builder_.text[at] : '\0'; }

  // CPython marks a piece by the first letter of the token at which its place begins.
  ConstantExpr constant(std::string text, Span place) const {
    bool is_unicode = parser_.builder_.text[place.begin] == 'u';
    return ConstantExpr{StringConstant{std::move(text), is_unicode}};
  }

  void flush(Parts& parts, Span place) {
    if (parts.literal.empty()) return;
    parts.values.push_back(parser_.add_at(place, constant(std::move(parts.literal), place)));
    parts.literal.clear();
  }

  [[noreturn]] void fail(std::string_view message, uint32_t begin, uint32_t end) const {
    parser_.fail(fmt::format("f-string: {}", message), parser_.span(begin, end));
  }
  [[noreturn]] void fail_end() const { fail("expecting '}'", end_, end_ + 1); }

  void append_literal(Parts& parts, uint32_t begin, uint32_t end) const {
    std::string_view content = parser_.builder_.text.substr(begin, end - begin);
    if (auto error = append_text(parts.literal, content, is_raw_)) {
      parser_.fail(std::move(error->message),
                   parser_.span(begin + error->at, begin + error->at + error->length));
    }
  }

  // Literal text and expressions up to the end of the string, or of the format specification (`level` 1)
  // they stand in.
  void read_parts(Parts& parts, int level) {
    while (true) {
      if (read_literal(parts, level)) continue;
      if (at_ >= end_ || peek(at_) == '}') break;
      ExprId value = read_expression(parts, level);
      flush(parts, whole());
      parts.values.push_back(value);
    }
    if (level != 0 && peek(at_) != '}') fail_end();
  }

  // True after a doubled brace: more literal text may follow.
  bool read_literal(Parts& parts, int level) {
    uint32_t begin = at_;
    uint32_t at = at_;
    while (at < end_) {
      char c = peek(at++);
      if (!is_raw_ && c == '\\' && at < end_) {
        c = peek(at++);
        if (c == 'N') {
          // A named character's braces are no expression's.
          if (at < end_ && peek(at++) == '{') {
            while (at < end_ && peek(at++) != '}') {
            }
          }
          continue;
        }
      }
      if (c != '{' && c != '}') continue;
      if (level == 0 && at < end_ && peek(at) == c) {
        append_literal(parts, begin, at);
        at_ = at + 1;
        return true;
      }
      if (level == 0 && c == '}') fail("single '}' is not allowed", at - 1, at);
      --at;
      break;
    }
    append_literal(parts, begin, at);
    at_ = at;
    return false;
  }

  // From the opening brace to after the closing one.
  ExprId read_expression(Parts& parts, int level) {
    if (level >= 2) fail("expressions nested too deeply", at_, at_ + 1);
    uint32_t brace = at_++;
    uint32_t begin = at_;
    find_expression_end();
    if (at_ >= end_) fail_end();
    FormattedValue node{compile(brace, begin, at_), -1, ExprId()};
    bool shows_itself = peek(at_) == '=';
    if (shows_itself) {
      ++at_;
      while (is_space(peek(at_))) ++at_;
      if (at_ >= end_) fail_end();
      append_text(parts.literal, parser_.builder_.text.substr(begin, at_ - begin), true);
    }
    if (peek(at_) == '!') read_conversion(node);
    if (at_ >= end_) fail_end();
    if (peek(at_) == ':') {
      if (++at_ >= end_) fail_end();
      node.format_spec = read_specification(level + 1);
    }
    if (peek(at_) != '}') fail_end();
    ++at_;
    if (shows_itself && !node.format_spec && node.conversion == -1) node.conversion = 'r';
    parser_.grow();
    return parser_.add_at(whole(), node);
  }

  void read_conversion(FormattedValue& node) {
    if (++at_ >= end_) fail_end();
    char c = peek(at_++);
    if (c != 's' && c != 'r' && c != 'a') {
      fail("invalid conversion character: expected 's', 'r', or 'a'", at_ - 1, at_);
    }
    node.conversion = c;
  }

  ExprId read_specification(int level) {
    Parts parts;
    read_parts(parts, level);
    flush(parts, parser_.span(*token_));
    parser_.grow();
    return parser_.add_at(parser_.span(*token_), JoinedStr{std::move(parts.values)});
  }

  static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

  // Moves at_ to the '!', ':', '=' or '}' that ends the expression, minding brackets and strings.
  void find_expression_end() {
    std::vector<char> open;
    char quote = 0;
    bool is_triple = false;
    uint32_t quote_begin = 0;
    for (; at_ < end_; ++at_) {
      char c = peek(at_);
      if (c == '\\') fail_backslash();
      bool is_tripled = (c == '"' || c == '\'') && at_ + 2 < end_ && peek(at_ + 1) == c && peek(at_ + 2) == c;
      if (quote != 0) {
        if (c != quote || (is_triple && !is_tripled)) continue;
        if (is_triple) at_ += 2;
        quote = 0;
      } else if (c == '"' || c == '\'') {
        quote = c;
        quote_begin = at_;
        is_triple = is_tripled;
        if (is_triple) at_ += 2;
      } else if (c == '[' || c == '{' || c == '(') {
        if (static_cast<int>(open.size()) >= parser_.builder_.options.max_nesting) {
          fail("too many nested parenthesis", at_, at_ + 1);
        }
        open.push_back(c);
      } else if (c == '#') {
        parser_.fail("f-string expression part cannot include '#'", parser_.span(at_, at_ + 1));
      } else if (open.empty() && ends_expression(c)) {
        break;
      } else if (c == ']' || c == '}' || c == ')') {
        check_close(open, c);
      }
    }
    if (quote != 0) fail("unterminated string", quote_begin, quote_begin + 1);
    if (!open.empty()) fail(fmt::format("unmatched '{}'", open.back()), at_, at_ + 1);
  }

  [[noreturn]] void fail_backslash() const {
    parser_.fail("f-string expression part cannot include a backslash", parser_.span(at_, at_ + 1));
  }

  void check_close(std::vector<char>& open, char c) const {
    if (open.empty()) fail(fmt::format("unmatched '{}'", c), at_, at_ + 1);
    char opening = open.back();
    open.pop_back();
    if ((opening == '(' && c == ')') || (opening == '[' && c == ']') || (opening == '{' && c == '}')) return;
    fail(fmt::format("closing parenthesis '{}' does not match opening parenthesis '{}'", c, opening), at_,
         at_ + 1);
  }

  // Outside brackets. Comparison operators of two characters do not end it; at_ goes on to the second.
  bool ends_expression(char c) {
    if (c != '!' && c != ':' && c != '}' && c != '=' && c != '>' && c != '<') return false;
    if (c != ':' && c != '}' && at_ + 1 < end_ && peek(at_ + 1) == '=') {
      ++at_;
      return false;
    }
    return c != '>' && c != '<';
  }

  ExprId compile(uint32_t brace, uint32_t begin, uint32_t end) {
    std::string_view text = parser_.builder_.text.substr(begin, end - begin);
    if (text.find_first_not_of(" \t\n\r\f") == std::string_view::npos) {
      if (peek(end) == '}') fail("empty expression not allowed", brace, end + 1);
      fail(fmt::format("expression required before '{}'", peek(end)), end, end + 1);
    }
    LexOptions options{.begin = begin,
                       .end = end,
                       .in_brackets = true,
                       .max_brackets = parser_.builder_.options.max_nesting - 1};
    TokenStream stream = lex(parser_.builder_.text, options);
    Parser inner(parser_.builder_, stream);
    return inner.formatted_expression(place_of_brace(brace));
  }

  // Where CPython 3.11 lets a tuple or generator between braces begin: at the brace, but at the start of its
  // line (of the string, on the string's first line) when nothing but blanks follows the brace there.
  uint32_t place_of_brace(uint32_t brace) const {
    std::string_view text = parser_.builder_.text;
    size_t next = text.find_first_not_of(" \t\f", brace + 1);
    if (text[next] != '\n' && text[next] != '\r') return brace;
    size_t line_end = text.substr(token_->begin, brace - token_->begin).find_last_of("\r\n");
    return line_end == std::string_view::npos ? token_->begin
                                              : token_->begin + static_cast<uint32_t>(line_end) + 1;
  }

  Parser& parser_;
  size_t first_, last_;  // tokens
  const Token* token_ = nullptr;
  uint32_t at_ = 0, end_ = 0;  // of the text of token_
  bool is_raw_ = false;
};

ExprId Parser::strings() {
  size_t first = at_;
  bool has_bytes = false, has_text = false, has_format = false;
  for (; at(TokenKind::String); advance()) {
    StringPrefix prefix = read_prefix(text(token()));
    has_bytes |= prefix.is_bytes;
    has_text |= !prefix.is_bytes;
    has_format |= prefix.is_formatted;
  }
  size_t last = at_ - 1;
  if (has_bytes && has_text)
    fail("cannot mix bytes and nonbytes literals", span(tokens_[first].begin, previous_end_));
  if (has_bytes) return bytes(first, last);
  HeightScope height(builder_);
  builder_.height = 1;
  return StringReader(*this, first, last).read();
}

ExprId Parser::bytes(size_t first, size_t last) {
  BytesConstant value;
  for (size_t i = first; i <= last; ++i) {
    const Token& piece = tokens_[i];
    StringPrefix prefix = read_prefix(text(piece));
    uint32_t begin = piece.begin + prefix.content_begin;
    std::string_view content = builder_.text.substr(begin, prefix.content_end - prefix.content_begin);
    if (auto error = append_bytes(value.bytes, content, prefix.is_raw)) {
      fail(std::move(error->message), span(begin + error->at, begin + error->at + error->length));
    }
  }
  return add(tokens_[first].begin, ConstantExpr{std::move(value)});
}

}  // namespace tilewright::python
