// asm statements: the text and the operands are taken apart here, ptx_text.cc makes C++ of them.
#include <fmt/format.h>

#include "kernels/cuda/ptx_text.h"
#include "kernels/cuda/rewriting.h"

namespace tilewright::kernels::cuda {

size_t Rewriting::rewrite_assembly(size_t at) {
  size_t open = at + 1;
  while (is(open, "volatile") || is(open, "__volatile__") || is(open, "__volatile") || is(open, "inline"))
    ++open;
  if (!is(open, "(")) return at;
  size_t close = closing(open);
  if (close >= size()) return at;
  std::string assembly;
  size_t i = open + 1;
  for (; i < close && tokens_[i].kind == TokenKind::String; ++i) assembly += unquoted(text(i));
  std::vector<AssemblyOperand> operands;
  // Sections between colons: outputs, inputs, clobbers; "::" is an empty section.
  int section = 0;
  bool is_plain = true;
  while (i < close && is_plain) {
    if (is(i, ":")) {
      ++section, ++i;
    } else if (is(i, "::")) {
      section += 2, ++i;
    } else if (is(i, ",")) {
      ++i;
    } else if (section >= 3) {
      is_plain = tokens_[i].kind == TokenKind::String;
      ++i;
    } else {
      AssemblyOperand operand;
      operand.is_output = section == 1;
      if (is(i, "[")) {
        operand.name = text(i + 1);
        i = closing(i) + 1;
      }
      is_plain = i < close && tokens_[i].kind == TokenKind::String && is(i + 1, "(");
      if (!is_plain) break;
      operand.constraint = unquoted(text(i));
      size_t end = closing(i + 1);
      operand.expression = joined(i + 2, end);
      operands.push_back(std::move(operand));
      i = end + 1;
    }
  }
  std::string translated = is_plain ? translate_ptx(assembly, operands) : std::string();
  if (translated.empty()) {
    // An error only where the compiler comes to it: not in branches of #if that are for other machines.
    std::string shown;
    for (char c : assembly) shown += c == '"' || c == '\\' || static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    replace(at, close + 1,
            fmt::format("[] {{ static_assert(false, \"inline assembly that is no PTX as Tilewright knows it: {}\"); }}()",
                        shown));
    return close;
  }
  replace(at, close + 1, translated);
  return close;
}

}  // namespace tilewright::kernels::cuda
