// C++ source -> tokens, as far as the rewriter needs to know them: comments and white space are skipped, the
// lines of preprocessor directives are told apart from the program's.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace tilewright::kernels::cuda {

enum class TokenKind : uint8_t { Identifier, Number, String, Character, Punctuation };

struct Token {
  TokenKind kind = TokenKind::Punctuation;
  uint32_t begin = 0, end = 0;  // bytes of the source
};

struct Lexed {
  std::vector<Token> program;
  // One entry a directive: its tokens after '#', continuation lines included.
  std::vector<std::vector<Token>> directives;
};

// Never fails: bytes that are no token become punctuation, an unterminated literal or comment ends with the
// text.
// "<<<" and ">>>" are single characters here ("<" "<" "<"): only the context tells.
Lexed lex(std::string_view source);

}  // namespace tilewright::kernels::cuda
