#include "python/parser.h"

#include <fmt/format.h>

#include <cstring>

#include "python/identifiers.h"
#include "python/parser_implementation.h"

namespace tilewright::python {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

// The offset of the first byte that is no UTF-8, or the size.
size_t valid_utf8_length(std::string_view text) {
  size_t at = 0;
  while (at < text.size()) {
    uint64_t eight = 0;
    if (at + 8 <= text.size()) {
      std::memcpy(&eight, text.data() + at, 8);
      if ((eight & 0x8080808080808080u) == 0) {
        at += 8;
        continue;
      }
    }
    if (static_cast<unsigned char>(text[at]) < 0x80) {
      ++at;
      continue;
    }
    CodePoint point = decode_code_point(text, at);
    if (point.length == 1) return at;
    at += point.length;
  }
  return at;
}

std::optional<Diagnostic> check_bytes(std::string_view text, SourceId source) {
  auto at = [&](size_t offset) {
    return Span{source, static_cast<uint32_t>(offset), static_cast<uint32_t>(offset) + 1};
  };
  if (text.size() >= UINT32_MAX / 2)
    return Diagnostic{DiagnosticKind::SyntaxError, "the file is too large", {}, {}};
  if (size_t null = text.find('\0'); null != std::string_view::npos) {
    return Diagnostic{DiagnosticKind::SyntaxError, "source code cannot contain null bytes", at(null), {}};
  }
  size_t valid = valid_utf8_length(text);
  if (valid == text.size()) return std::nullopt;
  return Diagnostic{
      DiagnosticKind::SyntaxError,
      fmt::format("Non-UTF-8 code starting with '\\x{:02x}'", static_cast<unsigned char>(text[valid])),
      at(valid),
      {}}
      .with_note(
          "a source in another encoding must declare it in its first two lines, for example # coding: "
          "latin-1");
}

}  // namespace

NameId Parser::intern(const Token& name) {
  std::string_view spelled = text(name);
  for (char c : spelled) {
    if (static_cast<unsigned char>(c) >= 0x80) return builder_.names.intern(normalize_identifier(spelled));
  }
  return builder_.names.intern(spelled);
}

bool Parser::at_soft_keyword(std::string_view keyword) const {
  return at(TokenKind::Name) && text(token()) == keyword;
}

Result<std::shared_ptr<const Ast>> parse(const SourceManager& sources, SourceId source,
                                         ParseOptions options) {
  std::string_view text = sources.file(source).text();
  if (auto diagnostic = check_bytes(text, source)) return fail(std::move(*diagnostic));
  uint32_t begin = text.starts_with(kByteOrderMark) ? static_cast<uint32_t>(kByteOrderMark.size()) : 0;
  TokenStream stream = lex(text, LexOptions{.begin = begin,
                                            .end = static_cast<uint32_t>(text.size()),
                                            .max_brackets = options.max_nesting});
  auto ast = std::make_shared<Ast>();
  ast->source = source;
  ast->exprs.reserve(stream.tokens.size() / 2);
  TreeBuilder builder(*ast, text, options);
  try {
    Body body = Parser(builder, stream).file();
    ast->body = std::move(body);
  } catch (SyntaxFailure& failure) {
    return fail(std::move(failure.diagnostic));
  }
  return ast;
}

}  // namespace tilewright::python
