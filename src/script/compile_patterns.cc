// match statements. The subject stays on the stack until a case is chosen; a pattern consumes its own
// copy and jumps to `fail` with the stack as it was before that copy.
#include <algorithm>

#include "script/compiler.h"

namespace tilewright::script {

using namespace python;

// Names are bound as soon as their part of the pattern matches, which CPython's own rules leave open
// for patterns that fail later.
void Compiler::capture(const std::optional<Identifier>& name, Captures& captures) {
  if (!name) return emit(Opcode::Pop);
  captures.names.push_back(unit_.symbols.symbol(*code_.scope, name->name));
  variable(Access::Store, name->name);
}

void Compiler::visit(const Stmt&, const Match& s) {
  expr(s.subject);
  int depth = depth_;
  Label end;
  for (const MatchCase& item : s.cases) {
    Label next;
    next.depth = depth;
    Captures captures;
    emit(Opcode::Copy, 1);
    pattern(item.pattern, next, captures);
    if (item.guard) jump_if(item.guard, false, next);
    emit(Opcode::Pop);
    body(item.body);
    jump(Opcode::Jump, end);
    bind(next);
    depth_ = depth;
  }
  emit(Opcode::Pop);
  end.depth = depth - 1;
  bind(end);
}

void Compiler::pattern(PatternId id, Label& fail, Captures& captures) {
  const Pattern& node = ast_[id];
  PlaceScope place(*this, node.span);
  if (const auto* value = std::get_if<MatchValue>(&node.data)) {
    expr(value->value);
    emit(Opcode::Compare, static_cast<uint32_t>(CompareOperator::Eq));
    jump(Opcode::JumpIfFalse, fail);
  } else if (const auto* singleton = std::get_if<MatchSingleton>(&node.data)) {
    load_constant(*constant_value(singleton->value));
    emit(Opcode::Is, 0);
    jump(Opcode::JumpIfFalse, fail);
  } else if (const auto* sequence = std::get_if<python::MatchSequence>(&node.data)) {
    sequence_pattern(*sequence, fail, captures);
  } else if (const auto* mapping = std::get_if<MatchMapping>(&node.data)) {
    mapping_pattern(*mapping, fail, captures);
  } else if (const auto* cls = std::get_if<MatchClass>(&node.data)) {
    class_pattern(*cls, fail, captures);
  } else if (const auto* star = std::get_if<MatchStar>(&node.data)) {
    capture(star->name, captures);
  } else if (const auto* as = std::get_if<MatchAs>(&node.data)) {
    if (as->pattern) {
      Label inner;
      Label matched;
      emit(Opcode::Copy, 1);
      inner.depth = depth_ - 1;
      pattern(as->pattern, inner, captures);
      jump(Opcode::Jump, matched);
      bind(inner);
      emit(Opcode::Pop);
      jump(Opcode::Jump, fail);
      bind(matched);
    }
    capture(as->name, captures);
  } else if (const auto* either = std::get_if<MatchOr>(&node.data)) {
    or_pattern(*either, fail, captures);
  }
}

void Compiler::or_pattern(const MatchOr& p, Label& fail, Captures& captures) {
  int depth = depth_;  // with the subject's copy
  Label matched;
  for (PatternId alternative : p.patterns) {
    Label next;
    next.depth = depth;
    emit(Opcode::Copy, 1);
    pattern(alternative, next, captures);
    jump(Opcode::Jump, matched);
    bind(next);
    depth_ = depth;
  }
  emit(Opcode::Pop);
  jump(Opcode::Jump, fail);
  matched.depth = depth;
  bind(matched);
  emit(Opcode::Pop);
}

void Compiler::sequence_pattern(const MatchSequence& p, Label& fail, Captures& captures) {
  int depth = depth_;
  Label mismatch, matched;
  mismatch.depth = depth;
  auto star = std::find_if(p.patterns.begin(), p.patterns.end(), [&](PatternId id) {
    return std::holds_alternative<MatchStar>(ast_[id].data);
  });
  emit(Opcode::MatchSequence);
  jump(Opcode::JumpIfFalse, mismatch);
  bool has_star = star != p.patterns.end();
  emit(Opcode::MatchLength, static_cast<uint32_t>(p.patterns.size() - (has_star ? 1 : 0)), has_star);
  jump(Opcode::JumpIfFalse, mismatch);
  if (has_star) {
    emit(Opcode::UnpackStarred, static_cast<uint32_t>(star - p.patterns.begin()),
         static_cast<uint32_t>(p.patterns.end() - star - 1));
  } else {
    emit(Opcode::UnpackSequence, static_cast<uint32_t>(p.patterns.size()));
  }
  for (size_t i = 0; i < p.patterns.size(); ++i) {
    int rest = depth - 1 + static_cast<int>(p.patterns.size() - i - 1);  // what lies below this element
    depth_ = rest + 1;
    Label inner, next;
    inner.depth = rest;
    pattern(p.patterns[i], inner, captures);
    jump(Opcode::Jump, next);
    bind(inner);
    depth_ = rest;
    for (size_t j = i + 1; j < p.patterns.size(); ++j) emit(Opcode::Pop);
    jump(Opcode::Jump, fail);
    next.depth = rest;
    bind(next);
    depth_ = rest;
  }
  jump(Opcode::Jump, matched);
  bind(mismatch);
  depth_ = depth;
  emit(Opcode::Pop);
  jump(Opcode::Jump, fail);
  matched.depth = depth - 1;
  bind(matched);
  depth_ = depth - 1;
}

void Compiler::mapping_pattern(const MatchMapping& p, Label& fail, Captures& captures) {
  int depth = depth_;
  Label mismatch, no_keys, matched;
  mismatch.depth = depth;
  no_keys.depth = depth + 2;
  emit(Opcode::MatchMapping);
  jump(Opcode::JumpIfFalse, mismatch);
  for (ExprId key : p.keys) expr(key);
  emit(Opcode::BuildTuple, static_cast<uint32_t>(p.keys.size()));
  emit(Opcode::MatchKeys, 0, p.rest.has_value());  // subject, keys -> subject, keys, values or None
  Label has_values;
  jump(Opcode::JumpIfNotNone, has_values);
  // No match: subject, keys.
  depth_ = depth + 1;
  emit(Opcode::Pop);
  jump(Opcode::Jump, mismatch);
  has_values.depth = depth + 2;
  bind(has_values);
  depth_ = depth + 2;
  // subject, keys, values (the last one the rest, if wanted)
  auto count = static_cast<uint32_t>(p.keys.size() + (p.rest ? 1 : 0));
  emit(Opcode::RotateThree);  // values, subject, keys
  emit(Opcode::Pop);
  emit(Opcode::Pop);
  emit(Opcode::UnpackSequence, count);
  for (size_t i = 0; i < p.keys.size(); ++i) {
    int rest = depth - 1 + static_cast<int>(count - i - 1);
    depth_ = rest + 1;
    Label inner, next;
    inner.depth = rest;
    pattern(p.patterns[i], inner, captures);
    jump(Opcode::Jump, next);
    bind(inner);
    depth_ = rest;
    for (size_t j = i + 1; j < count; ++j) emit(Opcode::Pop);
    jump(Opcode::Jump, fail);
    next.depth = rest;
    bind(next);
    depth_ = rest;
  }
  if (p.rest) capture(p.rest, captures);
  jump(Opcode::Jump, matched);
  bind(mismatch);
  depth_ = depth;
  emit(Opcode::Pop);
  jump(Opcode::Jump, fail);
  matched.depth = depth - 1;
  bind(matched);
  depth_ = depth - 1;
}

void Compiler::class_pattern(const MatchClass& p, Label& fail, Captures& captures) {
  int depth = depth_;
  Label has_values, matched;
  expr(p.cls);
  std::vector<Value> names;
  for (const Identifier& name : p.keyword_attributes) names.push_back(unit_.intern(ast_.name(name)));
  load_constant(make_tuple(std::move(names)));
  auto count = static_cast<uint32_t>(p.patterns.size() + p.keyword_patterns.size());
  // subject, class, names -> values or None
  emit(Opcode::MatchClass, static_cast<uint32_t>(p.patterns.size()));
  adjust(-1);
  jump(Opcode::JumpIfNotNone, has_values);
  depth_ = depth - 1;
  jump(Opcode::Jump, fail);
  has_values.depth = depth;
  bind(has_values);
  depth_ = depth;
  emit(Opcode::UnpackSequence, count);
  std::vector<PatternId> all = p.patterns;
  all.insert(all.end(), p.keyword_patterns.begin(), p.keyword_patterns.end());
  for (size_t i = 0; i < all.size(); ++i) {
    int rest = depth - 1 + static_cast<int>(count - i - 1);
    depth_ = rest + 1;
    Label inner, next;
    inner.depth = rest;
    pattern(all[i], inner, captures);
    jump(Opcode::Jump, next);
    bind(inner);
    depth_ = rest;
    for (size_t j = i + 1; j < all.size(); ++j) emit(Opcode::Pop);
    jump(Opcode::Jump, fail);
    next.depth = rest;
    bind(next);
    depth_ = rest;
  }
  depth_ = depth - 1;
}

}  // namespace tilewright::script
