#include "python/lexer.h"

#include <fmt/format.h>

#include <array>

#include "base/check.h"
#include "python/identifiers.h"

namespace tilewright::python {
namespace {

constexpr std::string_view kSpellings[] = {
#define TW_TOKEN(identifier, spelling) spelling,
#define TW_OPERATOR(identifier, spelling) spelling,
#define TW_KEYWORD(identifier, spelling) spelling,
#include "python/tokens.def"
#undef TW_TOKEN
#undef TW_OPERATOR
#undef TW_KEYWORD
};
constexpr size_t kKindCount = sizeof(kSpellings) / sizeof(kSpellings[0]);

constexpr bool is_letter(unsigned char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool is_digit(unsigned char c) { return c >= '0' && c <= '9'; }

constexpr uint8_t kIdentifierStart = 1, kIdentifierPart = 2, kDigit = 4, kHexDigit = 8;
constexpr auto kClasses = [] {
  std::array<uint8_t, 256> classes{};
  for (int c = 0; c < 256; ++c) {
    auto byte = static_cast<unsigned char>(c);
    bool start = is_letter(byte) || c == '_' || c >= 0x80;
    bool hex = is_digit(byte) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    classes[c] =
        static_cast<uint8_t>((start ? kIdentifierStart | kIdentifierPart : 0) |
                             (is_digit(byte) ? kDigit | kIdentifierPart : 0) | (hex ? kHexDigit : 0));
  }
  return classes;
}();
constexpr bool has_class(char c, uint8_t wanted) {
  return (kClasses[static_cast<unsigned char>(c)] & wanted) != 0;
}

// Keywords by first letter and length, at most four to a slot.
struct KeywordTable {
  std::array<std::array<TokenKind, 4>, 26 * 9> slots{};

  static size_t slot(std::string_view name) {
    return static_cast<size_t>((name[0] | 0x20) - 'a') * 9 + name.size();
  }
  KeywordTable() {
    for (size_t i = static_cast<size_t>(TokenKind::KeywordFalse); i < kKindCount; ++i) {
      auto& entries = slots[slot(kSpellings[i])];
      size_t used = 0;
      while (entries[used] != TokenKind::EndMarker) ++used;
      entries[used] = static_cast<TokenKind>(i);
    }
  }
};

class Lexer {
 public:
  Lexer(std::string_view text, const LexOptions& options)
      : text_(text), at_(options.begin), end_(options.end), options_(options) {
    stream_.tokens.reserve((end_ - at_) / 4 + 8);
  }

  TokenStream run() {
    bool at_line_start = !options_.in_brackets;
    while (!stream_.error) {
      if (at_line_start) {
        at_line_start = false;
        if (!read_indentation()) continue;
      }
      if (!skip_blanks()) break;
      char c = peek();
      if (c == '\n' || c == '\r') {
        at_line_start = read_newline();
      } else {
        read_token(c);
      }
    }
    if (!stream_.error) finish();
    if (stream_.error) add(TokenKind::Error, stream_.error->begin, stream_.error->end);
    return std::move(stream_);
  }

 private:
  char peek(uint32_t ahead = 0) const { return at_ + ahead < end_ ? text_[at_ + ahead] : '\0'; }
  bool at_end() const { return at_ >= end_; }

  Token& add(TokenKind kind, uint32_t begin, uint32_t end) {
    return stream_.tokens.emplace_back(
        Token{kind, static_cast<uint16_t>(open_brackets_.size()), begin, end, 0});
  }

  void fail(std::string message, uint32_t begin, uint32_t end,
            DiagnosticKind kind = DiagnosticKind::SyntaxError, bool overrides_parser = true) {
    if (!stream_.error)
      stream_.error = LexError{kind, std::move(message), begin, end, overrides_parser, false, {}, 0, 0};
  }

  uint32_t line_end(uint32_t from) const {
    while (from < end_ && text_[from] != '\n' && text_[from] != '\r') ++from;
    return from;
  }

  // Counted only for a message.
  uint32_t line_of(uint32_t offset) const {
    uint32_t line = 1;
    for (uint32_t i = 0; i < offset; ++i) {
      line += text_[i] == '\n' || (text_[i] == '\r' && (i + 1 >= text_.size() || text_[i + 1] != '\n'));
    }
    return line;
  }

  // Past one line end at at_ (\n, \r\n or \r).
  void step_over_line_end() {
    if (peek() == '\r' && peek(1) == '\n') ++at_;
    ++at_;
  }

  void skip_comment() {
    if (peek() == '#') at_ = line_end(at_);
  }

  // Blanks, comments and joined lines before the next token; false at the end of the text.
  bool skip_blanks() {
    while (true) {
      char c = peek();
      if (c == ' ' || c == '\t' || c == '\f') {
        ++at_;
      } else if (c == '#') {
        skip_comment();
      } else if (c == '\\') {
        if (!join_line()) return false;
      } else {
        return !at_end();
      }
    }
  }

  // A backslash at the end of a line.
  bool join_line() {
    uint32_t begin = at_++;
    if (at_end()) {
      fail("unexpected end of file after a line continuation", begin, begin + 1);
      return false;
    }
    if (peek() != '\n' && peek() != '\r') {
      fail("unexpected character after line continuation character", begin, at_ + 1);
      return false;
    }
    step_over_line_end();
    if (at_end()) {
      fail("unexpected EOF while parsing", begin, begin + 1);
      return false;
    }
    return true;
  }

  bool read_newline() {
    uint32_t begin = at_;
    step_over_line_end();
    if (!open_brackets_.empty() || options_.in_brackets) return false;
    // A line of comments and blanks alone was passed over by read_indentation.
    add(TokenKind::Newline, begin, at_);
    return true;
  }

  // Measures the indentation of the next line that holds a token and emits Indent or Dedent.
  // Columns advance to multiples of 8 at a tab; the second measure counts a tab as one, and the
  // two must order lines alike. False when something ended the text.
  bool read_indentation() {
    while (true) {
      uint32_t column = 0, narrow_column = 0, joined_column = 0, joined_narrow = 0;
      while (true) {
        char c = peek();
        if (c == ' ') {
          ++column, ++narrow_column;
        } else if (c == '\t') {
          column = (column / 8 + 1) * 8, ++narrow_column;
        } else if (c == '\f') {
          column = narrow_column = 0;
        } else if (c == '\\') {
          // The column before the first backslash counts for the joined line.
          if (joined_column == 0) joined_column = column, joined_narrow = narrow_column;
          if (!join_line()) return false;
          continue;
        } else {
          break;
        }
        ++at_;
      }
      skip_comment();
      if (at_end()) return true;
      if (peek() == '\n' || peek() == '\r') {
        step_over_line_end();
        continue;
      }
      if (joined_column != 0) column = joined_column, narrow_column = joined_narrow;
      return change_indentation(column, narrow_column);
    }
  }

  bool change_indentation(uint32_t column, uint32_t narrow_column) {
    Indentation& current = indents_.back();
    if (column == current.column) {
      if (narrow_column != current.narrow_column) return fail_tabs();
      return true;
    }
    if (column > current.column) {
      if (static_cast<int>(indents_.size()) >= options_.max_indents) {
        fail("too many levels of indentation", at_, at_ + 1, DiagnosticKind::IndentationError);
        return false;
      }
      if (narrow_column <= current.narrow_column) return fail_tabs();
      indents_.push_back({column, narrow_column});
      add(TokenKind::Indent, at_, at_);
      return true;
    }
    while (indents_.size() > 1 && column < indents_.back().column) {
      indents_.pop_back();
      add(TokenKind::Dedent, at_, at_);
    }
    if (column != indents_.back().column) {
      fail("unindent does not match any outer indentation level", at_, line_end(at_),
           DiagnosticKind::IndentationError, false);
      return false;
    }
    if (narrow_column != indents_.back().narrow_column) return fail_tabs();
    return true;
  }

  bool fail_tabs() {
    fail("inconsistent use of tabs and spaces in indentation", at_, line_end(at_),
         DiagnosticKind::IndentationError, false);
    return false;
  }

  void read_token(char c) {
    if (has_class(c, kIdentifierStart)) return read_name_or_string();
    if (has_class(c, kDigit) || (c == '.' && has_class(peek(1), kDigit))) return read_number();
    if (c == '"' || c == '\'') return read_string(at_);
    read_operator(c);
  }

  void read_name_or_string() {
    uint32_t begin = at_;
    if (uint32_t prefix = string_prefix_length(); prefix != 0) {
      at_ += prefix;
      return read_string(begin);
    }
    bool is_ascii = true;
    while (at_ < end_ && has_class(text_[at_], kIdentifierPart)) {
      is_ascii &= static_cast<unsigned char>(text_[at_]) < 0x80;
      ++at_;
    }
    std::string_view name = text_.substr(begin, at_ - begin);
    if (!is_ascii) {
      if (auto bad = find_non_identifier(name)) return fail_character(begin + static_cast<uint32_t>(*bad));
    }
    add(is_ascii ? keyword_kind(name) : TokenKind::Name, begin, at_);
  }

  // Letters before a quote that make it a bytes, raw, unicode or formatted string; 0: a name starts here.
  uint32_t string_prefix_length() const {
    bool b = false, r = false, u = false, f = false;
    for (uint32_t length = 0; length < 3; ++length) {
      char c = peek(length);
      if (c == '"' || c == '\'') return length;
      char lower = static_cast<char>(c | 0x20);
      if (lower == 'b' && !b && !u && !f) {
        b = true;
      } else if (lower == 'u' && !b && !u && !r && !f) {
        u = true;
      } else if (lower == 'r' && !r && !u) {
        r = true;
      } else if (lower == 'f' && !f && !b && !u) {
        f = true;
      } else {
        return 0;
      }
    }
    return 0;
  }

  // at_ is at the opening quote, `begin` at the prefix.
  void read_string(uint32_t begin) {
    char quote = peek();
    uint32_t quotes_begin = at_;
    bool is_triple = peek(1) == quote && peek(2) == quote;
    at_ += is_triple ? 3 : 1;
    while (at_ < end_) {
      char c = text_[at_];
      if (c == quote) {
        if (!is_triple) {
          ++at_;
          add(TokenKind::String, begin, at_);
          return;
        }
        if (peek(1) == quote && peek(2) == quote) {
          at_ += 3;
          add(TokenKind::String, begin, at_);
          return;
        }
      } else if (c == '\\') {
        ++at_;
        if (peek() == '\r' && peek(1) == '\n') ++at_;
      } else if ((c == '\n' || c == '\r') && !is_triple) {
        break;
      }
      ++at_;
    }
    if (is_triple) {
      fail(fmt::format("unterminated triple-quoted string literal (detected at line {})", line_of(end_ - 1)),
           quotes_begin, quotes_begin + 3);
    } else {
      fail(fmt::format("unterminated string literal (detected at line {})", line_of(quotes_begin)),
           quotes_begin, line_end(quotes_begin));
    }
  }

  // Digits of one base with single underscores between them; false after a report.
  bool read_digits(uint8_t wanted, char highest, std::string_view kind) {
    while (true) {
      while (has_class(peek(), wanted) && (highest == 0 || peek() <= highest)) ++at_;
      if (peek() != '_') return true;
      ++at_;
      if (!has_class(peek(), wanted) || (highest != 0 && peek() > highest)) {
        if (highest != 0 && has_class(peek(), kDigit)) {
          fail(fmt::format("invalid digit '{}' in {} literal", peek(), kind), at_, at_ + 1);
        } else {
          fail(fmt::format("invalid {} literal", kind), at_ - 1, at_);
        }
        return false;
      }
    }
  }

  void read_number() {
    uint32_t begin = at_;
    char second = static_cast<char>(peek(1) | 0x20);
    if (peek() == '0' && (second == 'x' || second == 'o' || second == 'b')) {
      read_prefixed_number(begin, second);
    } else {
      read_decimal_number(begin);
    }
  }

  void read_prefixed_number(uint32_t begin, char base) {
    std::string_view kind = base == 'x' ? "hexadecimal" : base == 'o' ? "octal" : "binary";
    uint8_t wanted = base == 'x' ? kHexDigit : kDigit;
    char highest = base == 'x' ? '\0' : base == 'o' ? '7' : '1';
    at_ += 2;
    if (peek() == '_') ++at_;
    if (!has_class(peek(), wanted) || (highest != 0 && peek() > highest)) {
      if (has_class(peek(), kDigit)) return fail_digit(kind);
      return fail(fmt::format("invalid {} literal", kind), at_ - 1, at_);
    }
    if (!read_digits(wanted, highest, kind)) return;
    if (has_class(peek(), kDigit)) return fail_digit(kind);
    if (check_number_end(kind)) add(TokenKind::Number, begin, at_);
  }

  void fail_digit(std::string_view kind) {
    fail(fmt::format("invalid digit '{}' in {} literal", peek(), kind), at_, at_ + 1);
  }

  void read_decimal_number(uint32_t begin) {
    bool is_integer = true;
    if (peek() != '.' && !read_digits(kDigit, 0, "decimal")) return;
    uint32_t integer_end = at_;
    if (peek() == '.') {
      ++at_;
      is_integer = false;
      if (has_class(peek(), kDigit) && !read_digits(kDigit, 0, "decimal")) return;
    }
    if ((peek() | 0x20) == 'e') {
      uint32_t sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
      if (has_class(peek(1 + sign), kDigit)) {
        at_ += 1 + sign;
        is_integer = false;
        if (!read_digits(kDigit, 0, "decimal")) return;
      } else if (sign != 0) {
        return fail("invalid decimal literal", at_, at_ + 1);
      }
    }
    if ((peek() | 0x20) == 'j') {
      ++at_;
      if (check_number_end("imaginary")) add(TokenKind::Number, begin, at_);
      return;
    }
    if (is_integer && text_[begin] == '0') {
      for (uint32_t i = begin; i < integer_end; ++i) {
        if (text_[i] != '0' && text_[i] != '_') {
          return fail(
              "leading zeros in decimal integer literals are not permitted; "
              "use an 0o prefix for octal integers",
              begin, integer_end);
        }
      }
    }
    if (check_number_end("decimal")) add(TokenKind::Number, begin, at_);
  }

  // A keyword may follow a number without a blank ("1if x else y"); another name may not.
  bool check_number_end(std::string_view kind) {
    if (!has_class(peek(), kIdentifierPart)) return true;
    for (std::string_view keyword : {"and", "else", "for", "if", "in", "is", "or", "not"}) {
      if (text_.substr(at_, std::min<size_t>(keyword.size(), end_ - at_)) == keyword) return true;
    }
    fail(fmt::format("invalid {} literal", kind), at_ - 1, at_);
    return false;
  }

  void fail_character(uint32_t at) {
    CodePoint point = decode_code_point(text_, at);
    std::string_view bytes = text_.substr(at, point.length);
    if (is_printable(point.value)) {
      fail(fmt::format("invalid character '{}' (U+{:04X})", bytes, point.value), at, at + point.length);
    } else {
      fail(fmt::format("invalid non-printable character U+{:04X}", point.value), at, at + point.length);
    }
  }

  void read_operator(char c);
  void open(TokenKind kind);
  void close(TokenKind kind);
  void finish();

  void take(TokenKind kind, uint32_t length) {
    add(kind, at_, at_ + length);
    at_ += length;
  }

  struct Indentation {
    uint32_t column = 0, narrow_column = 0;
  };

  std::string_view text_;
  uint32_t at_, end_;
  const LexOptions& options_;
  TokenStream stream_;
  std::vector<Indentation> indents_{Indentation{}};
  std::vector<uint32_t> open_brackets_;  // indexes of tokens
};

void Lexer::read_operator(char c) {
  char next = peek(1), after = peek(2);
  auto either = [&](TokenKind plain, TokenKind with_equal) {
    next == '=' ? take(with_equal, 2) : take(plain, 1);
  };
  auto doubled = [&](TokenKind plain, TokenKind with_equal, TokenKind twice, TokenKind twice_equal) {
    if (next == c) {
      after == '=' ? take(twice_equal, 3) : take(twice, 2);
    } else {
      either(plain, with_equal);
    }
  };
  using enum TokenKind;
  switch (c) {
    case '(':
      return open(LeftParenthesis);
    case '[':
      return open(LeftBracket);
    case '{':
      return open(LeftBrace);
    case ')':
      return close(RightParenthesis);
    case ']':
      return close(RightBracket);
    case '}':
      return close(RightBrace);
    case ':':
      return either(Colon, ColonEqual);
    case ',':
      return take(Comma, 1);
    case ';':
      return take(Semicolon, 1);
    case '.':
      return next == '.' && after == '.' ? take(Ellipsis, 3) : take(Dot, 1);
    case '=':
      return either(Equal, EqualEqual);
    case '!':
      return either(Unknown, NotEqual);
    case '+':
      return either(Plus, PlusEqual);
    case '-':
      return next == '>' ? take(Arrow, 2) : either(Minus, MinusEqual);
    case '%':
      return either(Percent, PercentEqual);
    case '@':
      return either(At, AtEqual);
    case '|':
      return either(Pipe, PipeEqual);
    case '^':
      return either(Caret, CaretEqual);
    case '&':
      return either(Ampersand, AmpersandEqual);
    case '~':
      return take(Tilde, 1);
    case '*':
      return doubled(Star, StarEqual, DoubleStar, DoubleStarEqual);
    case '/':
      return doubled(Slash, SlashEqual, DoubleSlash, DoubleSlashEqual);
    case '<':
      return next == '>' ? take(LessGreater, 2) : doubled(Less, LessEqual, LeftShift, LeftShiftEqual);
    case '>':
      return doubled(Greater, GreaterEqual, RightShift, RightShiftEqual);
    case '$':
    case '?':
    case '`':
      return take(Unknown, 1);
    default:
      return fail_character(at_);
  }
}

void Lexer::open(TokenKind kind) {
  if (static_cast<int>(open_brackets_.size()) >= options_.max_brackets) {
    return fail("too many nested parentheses", at_, at_ + 1);
  }
  open_brackets_.push_back(static_cast<uint32_t>(stream_.tokens.size()));
  take(kind, 1);
}

void Lexer::close(TokenKind kind) {
  char closing = peek();
  if (open_brackets_.empty()) return fail(fmt::format("unmatched '{}'", closing), at_, at_ + 1);
  Token& opening = stream_.tokens[open_brackets_.back()];
  // Each closing kind follows its opening kind in tokens.def.
  if (static_cast<int>(opening.kind) + 1 != static_cast<int>(kind)) {
    uint32_t line = line_of(opening.begin);
    std::string place = line == line_of(at_) ? "" : fmt::format(" on line {}", line);
    fail(fmt::format("closing parenthesis '{}' does not match opening parenthesis '{}'{}", closing,
                     spelling(opening.kind), place),
         at_, at_ + 1);
    stream_.error->note = fmt::format("'{}' was opened here", spelling(opening.kind));
    stream_.error->note_begin = opening.begin;
    stream_.error->note_end = opening.end;
    return;
  }
  opening.match = static_cast<uint32_t>(stream_.tokens.size());
  open_brackets_.pop_back();
  take(kind, 1);
}

void Lexer::finish() {
  if (!open_brackets_.empty()) {
    const Token& opening = stream_.tokens[open_brackets_.back()];
    fail(fmt::format("'{}' was never closed", spelling(opening.kind)), opening.begin, opening.end);
    stream_.error->overrides_parser = false;
    stream_.error->is_unclosed_bracket = true;
    return;
  }
  if (!options_.in_brackets) {
    // A last line without a line end still ends.
    if (!stream_.tokens.empty() && stream_.tokens.back().kind != TokenKind::Newline &&
        stream_.tokens.back().kind != TokenKind::Dedent) {
      add(TokenKind::Newline, end_, end_);
    }
    for (; indents_.size() > 1; indents_.pop_back()) add(TokenKind::Dedent, end_, end_);
  }
  // Inside an f-string the byte after the text is the brace, or what ends the expression, and closes it.
  add(TokenKind::EndMarker, end_, options_.in_brackets ? end_ + 1 : end_);
}

}  // namespace

std::string_view spelling(TokenKind kind) { return kSpellings[static_cast<size_t>(kind)]; }
bool is_keyword(TokenKind kind) { return kind >= TokenKind::KeywordFalse; }

TokenKind keyword_kind(std::string_view name) {
  static const KeywordTable table;
  if (name.empty() || name.size() > 8 || !is_letter(static_cast<unsigned char>(name[0])))
    return TokenKind::Name;
  for (TokenKind kind : table.slots[KeywordTable::slot(name)]) {
    if (kind == TokenKind::EndMarker) break;
    if (spelling(kind) == name) return kind;
  }
  return TokenKind::Name;
}

TokenStream lex(std::string_view text, const LexOptions& options) { return Lexer(text, options).run(); }

}  // namespace tilewright::python
