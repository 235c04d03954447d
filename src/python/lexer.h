// Python source text -> tokens, by the rules of CPython 3.11's tokenizer: indentation, joined
// lines, string prefixes, numbers. Comments and blank lines leave no token.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace tilewright::python {

enum class TokenKind : uint8_t {
#define TW_TOKEN(identifier, spelling) identifier,
#define TW_OPERATOR(identifier, spelling) identifier,
#define TW_KEYWORD(identifier, spelling) Keyword##identifier,
#include "python/tokens.def"
#undef TW_TOKEN
#undef TW_OPERATOR
#undef TW_KEYWORD
};

std::string_view spelling(TokenKind kind);
bool is_keyword(TokenKind kind);
// The keyword a name spells, or Name.
TokenKind keyword_kind(std::string_view name);

struct Token {
  TokenKind kind = TokenKind::EndMarker;
  uint16_t bracket_depth = 0;   // brackets open after this token
  uint32_t begin = 0, end = 0;  // bytes of the source
  uint32_t match = 0;           // of an opening bracket: index of the token that closes it; 0: none does
};

// What stopped the lexer.
struct LexError {
  DiagnosticKind kind = DiagnosticKind::SyntaxError;
  std::string message;
  uint32_t begin = 0, end = 0;
  // A fault of the text itself (an unterminated string) is reported even where the parser finds
  // another mistake earlier, as CPython does; an unclosed bracket only if it was opened on an earlier line.
  bool overrides_parser = false;
  bool is_unclosed_bracket = false;
  // Another place that matters, if any: the bracket that a wrong one should close.
  std::string note;
  uint32_t note_begin = 0, note_end = 0;
};

struct LexOptions {
  // Bytes [begin, end) of the text are read.
  uint32_t begin = 0, end = 0;
  // The text stands in brackets (an f-string's expression): no newlines, no indentation.
  bool in_brackets = false;
  int max_brackets = 200;
  int max_indents = 100;
};

struct TokenStream {
  std::vector<Token> tokens;  // always ends in EndMarker, or in Error when `error` is set
  std::optional<LexError> error;
};

// `text` must be valid UTF-8 without null bytes.
TokenStream lex(std::string_view text, const LexOptions& options);

}  // namespace tilewright::python
