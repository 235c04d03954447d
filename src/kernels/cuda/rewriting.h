// The parts of the rewriter (rewriter.cc, rewrite_variables.cc, rewrite_assembly.cc) and what they share.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "kernels/cuda/lexer.h"
#include "kernels/cuda/rewriter.h"

namespace tilewright::kernels::cuda {

enum class Scope : uint8_t { Namespace, Class, Body };

// One run of tokens that belong together: the program, or one directive.
class Rewriting {
 public:
  using IncludeNames = std::map<std::string, std::string, std::less<>>;
  Rewriting(std::string_view source, SourceId id, const IncludeNames& includes, Rewritten& result)
      : source_(source), id_(id), includes_(includes), result_(result) {}

  void run(const std::vector<Token>& tokens, bool is_directive);

 private:
  // Tokens
  std::string_view text(size_t index) const {
    return index < tokens_.size()
               ? source_.substr(tokens_[index].begin, tokens_[index].end - tokens_[index].begin)
               : std::string_view();
  }
  bool is(size_t index, std::string_view word) const { return text(index) == word; }
  bool is_identifier(size_t index) const {
    return index < tokens_.size() && tokens_[index].kind == TokenKind::Identifier;
  }
  bool are_adjacent(size_t index) const { return tokens_[index].end == tokens_[index + 1].begin; }
  bool is_launch_open(size_t index) const;
  bool is_launch_close(size_t index) const;
  size_t size() const { return tokens_.size(); }
  // The index of the bracket that closes the one at `open`; size() if there is none.
  size_t closing(size_t open) const;
  // The index of the bracket that opens the one at `close`; `none` if there is none.
  size_t opening(size_t close) const;
  // Past template arguments that begin at `open` ("<"); `open` if they do not end.
  size_t past_angles(size_t open) const;
  size_t angles_opening(size_t close) const;
  std::string joined(size_t begin, size_t end) const;
  // The line ends between two bytes, so that numbers stay (with their backslashes in a macro).
  std::string line_ends(uint32_t begin, uint32_t end) const;
  static constexpr size_t none = static_cast<size_t>(-1);

  // Edits
  void insert(uint32_t at, std::string text) { result_.edits.push_back({at, at, std::move(text)}); }
  void replace(size_t begin, size_t end, std::string text);
  void refuse(DiagnosticKind kind, size_t begin, size_t end, std::string message);

  // Constructs; each returns the index to go on at.
  size_t rewrite_kernel(size_t at);
  void rewrite_launch(size_t open);
  void strip_cast(size_t at);
  void rewrite_erasure(size_t at);
  size_t rewrite_shared(size_t at);
  void rewrite_device_variable(size_t at);
  size_t rewrite_assembly(size_t at);
  void rewrite_for(size_t at);
  void rewrite_while(size_t at);

  void name_parameters(size_t open, size_t close, std::string& out) const;
  void note_brace(size_t at);
  Scope scope() const {
    return scopes_.empty() ? (is_directive_ ? Scope::Body : Scope::Namespace) : scopes_.back();
  }
  size_t statement_begin(size_t at) const;
  struct Declarator {
    size_t name = 0, end = 0;
  };
  // Splits [begin, end) into its declarators; false where it does not look like a declaration.
  bool find_declarators(size_t begin, size_t end, std::vector<Declarator>& out) const;

  std::string_view source_;
  SourceId id_;
  const IncludeNames& includes_;
  Rewritten& result_;
  std::vector<Token> tokens_;
  bool is_directive_ = false;
  std::vector<Scope> scopes_;
  std::unordered_set<std::string> kernel_macros_;  // macros that stand for __global__
  int shared_count_ = 0;
};

}  // namespace tilewright::kernels::cuda
