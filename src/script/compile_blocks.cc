// try, with, and leaving blocks early: the cleanup is compiled once per way out, so that the normal
// path costs nothing (as CPython does since 3.8).
#include <algorithm>

#include "script/compiler.h"

namespace tilewright::script {

using namespace python;

void Compiler::open_range(Block& block, Label& handler, int depth) {
  block.handler = &handler;
  block.range_begin = here();
  block.range_depth = depth;
}

void Compiler::close_range(Block& block) {
  if (block.handler == nullptr || block.range_begin == here()) return;
  if (block.handler->depth < 0) block.handler->depth = block.range_depth + 1;
  block.handler->ranges.push_back(code_.ranges.size());
  code_.ranges.push_back({block.range_begin, here(), 0, static_cast<uint32_t>(block.range_depth)});
}

void Compiler::forget_exception_name(const Identifier& name) {
  load_constant({});
  variable(Access::Store, name.name);
  variable(Access::Delete, name.name);
}

void Compiler::unwind(const Block& block, bool has_value) {
  auto under_value = [&] {
    if (has_value) emit(Opcode::Swap, 2);
  };
  switch (block.kind) {
    case Block::Kind::ForLoop:
    case Block::Kind::Value:
      under_value();
      emit(Opcode::Pop);
      break;
    case Block::Kind::HandlerBody:
      under_value();
      emit(Opcode::PopHandled);
      if (block.name) forget_exception_name(*block.name);
      break;
    case Block::Kind::FinallyHandler:
      under_value();
      emit(Opcode::Pop);
      under_value();
      emit(Opcode::PopHandled);
      break;
    case Block::Kind::With:
      under_value();
      emit(Opcode::ExitContext);
      break;
    case Block::Kind::Finally:
      if (has_value) blocks_.push_back({.kind = Block::Kind::Value});
      body(*block.finally_body);
      if (has_value) blocks_.pop_back();
      break;
    case Block::Kind::WhileLoop:
    case Block::Kind::Try:
    case Block::Kind::Handlers: break;
  }
}

// Compiles what leaving the blocks above `kept_blocks` takes; the caller then jumps or returns and the
// blocks go on being protected after that.
void Compiler::unwind_to(size_t kept_blocks, bool has_value) {
  std::vector<Block> left(blocks_.begin() + static_cast<std::ptrdiff_t>(kept_blocks), blocks_.end());
  while (blocks_.size() > kept_blocks) {
    Block block = blocks_.back();
    close_range(block);
    blocks_.pop_back();
    unwind(block, has_value);
  }
  blocks_.insert(blocks_.end(), left.begin(), left.end());
}

void Compiler::visit(const Stmt&, const Return& s) {
  if (s.value) expr(s.value);
  else load_constant({});
  int depth = depth_;
  unwind_to(0, true);
  emit(Opcode::Return);
  for (Block& block : blocks_) block.range_begin = here();
  depth_ = depth - 1;
}

void Compiler::visit(const Stmt& node, const Break&) {
  int depth = depth_;
  for (size_t i = blocks_.size(); i-- > 0;) {
    Block block = blocks_[i];
    if (block.loop_end == nullptr) continue;
    unwind_to(i + 1, false);
    if (block.kind == Block::Kind::ForLoop) emit(Opcode::Pop);
    jump(Opcode::Jump, *block.loop_end);
    for (size_t j = i; j < blocks_.size(); ++j) blocks_[j].range_begin = here();
    depth_ = depth;
    return;
  }
  PlaceScope place(*this, node.span);
  unsupported("'break' outside loop");
}

void Compiler::visit(const Stmt& node, const Continue&) {
  int depth = depth_;
  for (size_t i = blocks_.size(); i-- > 0;) {
    Block block = blocks_[i];
    if (block.loop_end == nullptr) continue;
    unwind_to(i + 1, false);
    jump(Opcode::Jump, *block.loop_start);
    for (size_t j = i; j < blocks_.size(); ++j) blocks_[j].range_begin = here();
    depth_ = depth;
    return;
  }
  PlaceScope place(*this, node.span);
  unsupported("'continue' not properly in loop");
}

void Compiler::visit(const Stmt& node, const Try& s) {
  PlaceScope place(*this, node.span);
  if (s.is_star) return unsupported("except*");
  if (!s.finalbody.empty()) return compile_try_finally(s);
  compile_try_except(s);
}

void Compiler::compile_try_finally(const Try& s) {
  int depth = depth_;
  Label handler, cleanup, end;
  blocks_.push_back({.kind = Block::Kind::Finally, .finally_body = &s.finalbody});
  open_range(blocks_.back(), handler, depth);
  if (s.handlers.empty()) body(s.body);
  else compile_try_except(s);
  close_range(blocks_.back());
  blocks_.pop_back();
  body(s.finalbody);
  jump(Opcode::Jump, end);

  handler.depth = depth + 1;
  bind(handler);
  emit(Opcode::PushHandled);
  blocks_.push_back({.kind = Block::Kind::FinallyHandler});
  open_range(blocks_.back(), cleanup, depth + 1);
  body(s.finalbody);
  close_range(blocks_.back());
  blocks_.pop_back();
  emit(Opcode::Reraise);
  cleanup.depth = depth + 2;
  bind(cleanup);
  emit(Opcode::Reraise);
  end.depth = depth;
  bind(end);
}

void Compiler::compile_try_except(const Try& s) {
  int depth = depth_;
  Label handlers, cleanup, end;
  blocks_.push_back({.kind = Block::Kind::Try});
  open_range(blocks_.back(), handlers, depth);
  body(s.body);
  close_range(blocks_.back());
  blocks_.pop_back();
  body(s.orelse);
  jump(Opcode::Jump, end);

  handlers.depth = depth + 1;
  bind(handlers);
  emit(Opcode::PushHandled);
  blocks_.push_back({.kind = Block::Kind::Handlers});
  open_range(blocks_.back(), cleanup, depth + 1);
  for (const ExceptHandler& item : s.handlers) {
    PlaceScope place(*this, item.span);
    Label next, name_cleanup;
    if (item.type) {
      expr(item.type);
      emit(Opcode::MatchException);
      jump(Opcode::JumpIfFalse, next);
    }
    if (item.name) variable(Access::Store, item.name->name);
    else emit(Opcode::Pop);
    blocks_.push_back({.kind = Block::Kind::HandlerBody, .name = item.name});
    if (item.name) open_range(blocks_.back(), name_cleanup, depth + 1);
    body(item.body);
    close_range(blocks_.back());
    blocks_.pop_back();
    emit(Opcode::PopHandled);
    if (item.name) forget_exception_name(*item.name);
    jump(Opcode::Jump, end);
    if (item.name) {
      name_cleanup.depth = depth + 2;
      bind(name_cleanup);
      forget_exception_name(*item.name);
      emit(Opcode::Reraise);
    }
    next.depth = depth + 2;
    bind(next);
  }
  close_range(blocks_.back());
  blocks_.pop_back();
  emit(Opcode::Reraise);
  cleanup.depth = depth + 2;
  bind(cleanup);
  emit(Opcode::Reraise);
  end.depth = depth;
  bind(end);
}

void Compiler::visit(const Stmt& node, const With& s) {
  PlaceScope place(*this, node.span);
  if (s.is_async) return unsupported("async with");
  compile_with(node, s, 0);
}

void Compiler::compile_with(const Stmt& node, const With& s, size_t item) {
  int depth = depth_;
  Label handler, cleanup, suppress, end;
  {
    PlaceScope place(*this, ast_[s.items[item].context].span);
    expr(s.items[item].context);
    emit(Opcode::EnterContext);
  }
  blocks_.push_back({.kind = Block::Kind::With});
  open_range(blocks_.back(), handler, depth + 1);
  if (s.items[item].target) store(s.items[item].target);
  else emit(Opcode::Pop);
  if (item + 1 < s.items.size()) compile_with(node, s, item + 1);
  else body(s.body);
  close_range(blocks_.back());
  blocks_.pop_back();
  emit(Opcode::ExitContext);
  jump(Opcode::Jump, end);

  handler.depth = depth + 2;
  bind(handler);  // exit function, exception
  emit(Opcode::PushHandled);
  Block guard{.kind = Block::Kind::Handlers};
  open_range(guard, cleanup, depth + 2);
  emit(Opcode::ExitContextRaised);
  close_range(guard);
  jump(Opcode::JumpIfTrue, suppress);
  emit(Opcode::Reraise);
  cleanup.depth = depth + 3;
  bind(cleanup);
  emit(Opcode::Reraise);
  suppress.depth = depth + 3;
  bind(suppress);
  emit(Opcode::Pop);
  emit(Opcode::PopHandled);
  emit(Opcode::Pop);
  end.depth = depth;
  bind(end);
}

}  // namespace tilewright::script
