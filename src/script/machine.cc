// The stack machine: one function runs the instructions of a frame. Python exceptions travel as C++
// exceptions between native functions and as Outcome::Raised between frames.
#include <stdexcept>

#include <fmt/format.h>

#include "base/check.h"
#include "script/bytes.h"
#include "script/exceptions.h"
#include "script/implementation.h"
#include "script/machine_steps.h"
#include "script/names.h"
#include "script/objects.h"
#include "script/set.h"
#include "script/unbound_names.h"

namespace tilewright::script {

namespace {

void push(Frame& frame, Value value) { new (frame.top++) Value(std::move(value)); }
Value pop(Frame& frame) {
  Value* at = --frame.top;
  Value value(std::move(*at));
  return value;
}
Value& peek(Frame& frame, uint32_t depth = 1) { return frame.top[-static_cast<std::ptrdiff_t>(depth)]; }
void drop(Frame& frame, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) pop(frame);
}

Cell& cell(Frame& frame, uint32_t slot) { return *static_cast<Cell*>(frame.slots[slot].object()); }

// Common cases of arithmetic on inline numbers; unbound: take the slow path.
inline Value fast_binary(Binary op, const Value& a, const Value& b) {
  if (a.is_int() && b.is_int()) {
    int64_t result;
    switch (op) {
      case Binary::Add:
        if (!__builtin_add_overflow(a.integer(), b.integer(), &result)) return result;
        break;
      case Binary::Sub:
        if (!__builtin_sub_overflow(a.integer(), b.integer(), &result)) return result;
        break;
      case Binary::Mult:
        if (!__builtin_mul_overflow(a.integer(), b.integer(), &result)) return result;
        break;
      case Binary::BitAnd: return a.integer() & b.integer();
      case Binary::BitOr: return a.integer() | b.integer();
      case Binary::BitXor: return a.integer() ^ b.integer();
      case Binary::FloorDiv:
        if (b.integer() > 0) {
          int64_t quotient = a.integer() / b.integer();
          return quotient - (a.integer() % b.integer() < 0 ? 1 : 0);
        }
        break;
      case Binary::Mod:
        if (b.integer() > 0) {
          int64_t rest = a.integer() % b.integer();
          return rest < 0 ? rest + b.integer() : rest;
        }
        break;
      default: break;
    }
  } else if (a.is_float() && b.is_float()) {
    switch (op) {
      case Binary::Add: return a.floating() + b.floating();
      case Binary::Sub: return a.floating() - b.floating();
      case Binary::Mult: return a.floating() * b.floating();
      default: break;
    }
  }
  return Value::unbound();
}

inline Value fast_compare(Comparison op, const Value& a, const Value& b) {
  if (!a.is_int() || !b.is_int()) return Value::unbound();
  switch (op) {
    case Comparison::Eq: return a.integer() == b.integer();
    case Comparison::NotEq: return a.integer() != b.integer();
    case Comparison::Lt: return a.integer() < b.integer();
    case Comparison::LtE: return a.integer() <= b.integer();
    case Comparison::Gt: return a.integer() > b.integer();
    case Comparison::GtE: return a.integer() >= b.integer();
  }
  return Value::unbound();
}

inline bool fast_truthy(Interpreter& interpreter, const Value& value) {
  switch (value.kind()) {
    case Value::Kind::None: return false;
    case Value::Kind::Bool:
    case Value::Kind::Int: return value.integer() != 0;
    default: return interpreter.truthy(value);
  }
}

}  // namespace

void Frame::clear() {
  if (slots == nullptr) return;
  while (top > stack()) (--top)->~Value();
  for (size_t i = code->slot_names.size(); i-- > 0;) slots[i].~Value();
  slots = nullptr;
}

void Frame::start(Value* storage) {
  slots = storage;
  for (size_t i = 0; i < code->slot_names.size(); ++i) new (slots + i) Value(Value::unbound());
  top = stack();
  pc = 0;
}

// Arguments are in their slots; those that inner functions use move into cells.
void Frame::make_cells() {
  for (uint32_t slot : code->cell_slots) {
    Ref<Cell> made = make<Cell>();
    made->value = std::move(slots[slot]);
    slots[slot] = made;
  }
}

Span Frame::place() const {
  if (unit == nullptr || pc >= code->places.size()) return {};
  return {unit->ast->source, code->places[pc].first, code->places[pc].second};
}

Value* ValueArena::allocate(size_t count) {
  size_t bytes = count * sizeof(Value);
  if (chunks_.empty() || chunks_.back().capacity - chunks_.back().used < bytes) {
    size_t capacity = std::max<size_t>(bytes, size_t{1} << 16);
    chunks_.push_back({std::make_unique_for_overwrite<std::byte[]>(capacity), 0, capacity});
  }
  Chunk& chunk = chunks_.back();
  auto* memory = reinterpret_cast<Value*>(chunk.memory.get() + chunk.used);
  chunk.used += bytes;
  return memory;
}

void ValueArena::release(size_t count) {
  Chunk& chunk = chunks_.back();
  chunk.used -= count * sizeof(Value);
  if (chunk.used == 0 && chunks_.size() > 1) chunks_.pop_back();
}

// Takes implementation.pending to a handler of this frame; false: there is none.
bool Interpreter::Implementation::handle(Frame& frame) {
  auto* exception = as_exception(pending.exception);
  bool is_first = pending.traceback.empty();
  if (exception != nullptr && is_first && !is_reraised && !handled.is_none() &&
      !handled.is_identical(pending.exception) && exception->context.is_none()) {
    exception->context = handled;
  }
  if (!is_reraised || is_first) pending.traceback.push_back(frame.place());
  is_reraised = false;
  for (const ExceptionRange& range : frame.code->ranges) {
    if (frame.pc < range.begin || frame.pc >= range.end) continue;
    if (exception != nullptr) exception->traceback = pending.traceback;
    while (frame.top > frame.stack() + range.depth) (--frame.top)->~Value();
    push(frame, std::move(pending.exception));
    pending = {};
    frame.pc = range.handler;
    return true;
  }
  return false;
}

Outcome Interpreter::Implementation::run(Frame& frame, const Value* raise_first) {
  frame.previous = this->frame;
  this->frame = &frame;
  Value outer_handled = handled;
  struct Restore {
    Implementation& self;
    Frame* previous;
    Value handled;
    ~Restore() {
      self.frame = previous;
      self.handled = std::move(handled);
    }
  } restore{*this, frame.previous, std::move(outer_handled)};
  while (true) {
    Outcome outcome;
    try {
      outcome = loop(frame, raise_first);
    } catch (PythonError& error) {
      pending = std::move(error);
      outcome = Outcome::Raised;
    } catch (const std::out_of_range&) {
      // A native function read an argument that was not given (arguments.positional.at(i)).
      pending = {make_exception(owner, "TypeError", "missing required argument"), {}};
      outcome = Outcome::Raised;
    }
    raise_first = nullptr;
    if (outcome != Outcome::Raised || !handle(frame)) return outcome;
  }
}

Value Interpreter::Implementation::run_to_end(Frame& frame) {
  if (run(frame, nullptr) == Outcome::Raised) throw std::exchange(pending, {});
  return std::exchange(result, Value());
}

Outcome Interpreter::Implementation::loop(Frame& f, const Value* raise_first) {
  Interpreter& interpreter = owner;
  const Code& code = *f.code;
  const Instruction* instructions = code.instructions.data();
  if (raise_first != nullptr) {
    pending = {*raise_first, {}};
    if (auto* exception = as_exception(*raise_first)) pending.traceback = exception->traceback;
    return Outcome::Raised;
  }
  uint32_t steps = 0;
  auto set_place = [&] {
    interpreter.current_span_.source = f.unit->ast->source;
    interpreter.current_span_.begin = code.places[f.pc].first;
    interpreter.current_span_.end = code.places[f.pc].second;
  };
  auto flush = [&] {
    interpreter.spend(steps);
    steps = 0;
  };
  for (;; ++f.pc) {
  next_without_advance:
    const Instruction instruction = instructions[f.pc];
    const uint32_t a = instruction.a;
    ++steps;
    switch (instruction.op) {
      case Opcode::LoadConstant: push(f, code.constants[a]); break;
      case Opcode::LoadFast: {
        const Value& value = f.slots[a];
        if (value.is_unbound()) raise_unbound(interpreter, f, a);
        push(f, value);
        break;
      }
      case Opcode::StoreFast: f.slots[a] = pop(f); break;
      case Opcode::DeleteFast:
        if (f.slots[a].is_unbound()) raise_unbound(interpreter, f, a);
        f.slots[a] = Value::unbound();
        break;
      case Opcode::LoadCell: {
        const Value& value = cell(f, a).value;
        if (value.is_unbound()) raise_unbound(interpreter, f, a);
        push(f, value);
        break;
      }
      case Opcode::StoreCell: cell(f, a).value = pop(f); break;
      case Opcode::DeleteCell:
        if (cell(f, a).value.is_unbound()) raise_unbound(interpreter, f, a);
        cell(f, a).value = Value::unbound();
        break;
      case Opcode::LoadClassCell: {
        if (const Value* value = f.names->look_up(code.names[instruction.b]->hashed_name())) {
          push(f, *value);
          break;
        }
        const Value& value = cell(f, a).value;
        if (value.is_unbound()) raise_unbound(interpreter, f, a);
        push(f, value);
        break;
      }
      case Opcode::LoadName: {
        const String& name = *code.names[a];
        if (const Value* value = f.names->look_up(name.hashed_name())) {
          push(f, *value);
          break;
        }
        [[fallthrough]];
      }
      case Opcode::LoadGlobal: {
        HashedName name = code.names[a]->hashed_name();
        const Value* value = f.module->globals->look_up(name);
        if (value == nullptr) value = builtin(name);
        if (value == nullptr) raise_not_defined(interpreter, f, std::string(name.text));
        push(f, *value);
        break;
      }
      case Opcode::StoreName: f.names->set(code.names[a], pop(f)); break;
      case Opcode::DeleteName:
        if (!f.names->erase(code.names[a]->text)) {
          raise_not_defined(interpreter, f, code.names[a]->text);
        }
        break;
      case Opcode::StoreGlobal: f.module->globals->set(code.names[a], pop(f)); break;
      case Opcode::DeleteGlobal:
        if (!f.module->globals->erase(code.names[a]->text)) {
          raise_not_defined(interpreter, f, code.names[a]->text);
        }
        break;
      case Opcode::Pop: pop(f); break;
      case Opcode::Copy: push(f, Value(peek(f, a))); break;
      case Opcode::Swap: std::swap(peek(f, 1), peek(f, a)); break;
      case Opcode::RotateThree: {
        Value top = std::move(peek(f, 1));
        peek(f, 1) = std::move(peek(f, 2));
        peek(f, 2) = std::move(peek(f, 3));
        peek(f, 3) = std::move(top);
        break;
      }
      case Opcode::Not: {
        bool value = fast_truthy(interpreter, peek(f));
        peek(f) = Value(!value);
        break;
      }
      case Opcode::Unary: {
        set_place();
        Value operand = pop(f);
        push(f, interpreter.unary(static_cast<Unary>(a), operand));
        break;
      }
      case Opcode::Binary: {
        auto op = static_cast<Binary>(a);
        Value fast = fast_binary(op, peek(f, 2), peek(f, 1));
        if (!fast.is_unbound()) {
          --f.top;
          peek(f) = std::move(fast);
          break;
        }
        set_place();
        Value right = pop(f), left = pop(f);
        push(f, interpreter.binary(op, left, right));
        break;
      }
      case Opcode::InPlace: {
        auto op = static_cast<Binary>(a);
        Value fast = fast_binary(op, peek(f, 2), peek(f, 1));
        if (!fast.is_unbound()) {
          --f.top;
          peek(f) = std::move(fast);
          break;
        }
        set_place();
        Value right = pop(f), left = pop(f);
        push(f, interpreter.in_place(op, left, right));
        break;
      }
      case Opcode::Compare: {
        auto op = static_cast<Comparison>(a);
        Value fast = fast_compare(op, peek(f, 2), peek(f, 1));
        if (!fast.is_unbound()) {
          --f.top;
          peek(f) = std::move(fast);
          break;
        }
        set_place();
        Value right = pop(f), left = pop(f);
        push(f, interpreter.compare(op, left, right));
        break;
      }
      case Opcode::Is: {
        Value right = pop(f), left = pop(f);
        push(f, Value(left.is_identical(right) == (a == 0)));
        break;
      }
      case Opcode::Contains: {
        set_place();
        Value container = pop(f), item = pop(f);
        push(f, Value(interpreter.contains(container, item) == (a == 0)));
        break;
      }
      case Opcode::Jump:
        if (a <= f.pc) flush();
        f.pc = a;
        goto next_without_advance;
      case Opcode::JumpIfFalse:
      case Opcode::JumpIfTrue: {
        set_place();
        Value test = pop(f);
        if (fast_truthy(interpreter, test) == (instruction.op == Opcode::JumpIfTrue)) {
          if (a <= f.pc) flush();
          f.pc = a;
          goto next_without_advance;
        }
        break;
      }
      case Opcode::JumpIfFalseOrPop:
      case Opcode::JumpIfTrueOrPop:
        set_place();
        if (fast_truthy(interpreter, peek(f)) == (instruction.op == Opcode::JumpIfTrueOrPop)) {
          f.pc = a;
          goto next_without_advance;
        }
        pop(f);
        break;
      case Opcode::JumpIfNotNone:
        if (!peek(f).is_none()) {
          f.pc = a;
          goto next_without_advance;
        }
        pop(f);
        break;
      case Opcode::LoadAttribute: {
        set_place();
        Value object = pop(f);
        push(f, interpreter.get_attribute(object, code.names[a]->text));
        break;
      }
      case Opcode::StoreAttribute: {
        set_place();
        Value object = pop(f), value = pop(f);
        interpreter.set_attribute(object, code.names[a]->text, std::move(value));
        break;
      }
      case Opcode::DeleteAttribute: {
        set_place();
        Value object = pop(f);
        interpreter.delete_attribute(object, code.names[a]->text);
        break;
      }
      case Opcode::LoadItem: {
        const Value& container = peek(f, 2);
        const Value& key = peek(f, 1);
        if (key.is_int() && container.is_object() && container.object()->tag() == TypeTag::List) {
          auto& items = static_cast<List*>(container.object())->items;
          int64_t index = key.integer() < 0 ? key.integer() + static_cast<int64_t>(items.size()) : key.integer();
          if (index >= 0 && index < static_cast<int64_t>(items.size())) {
            Value item = items[static_cast<size_t>(index)];
            --f.top;
            peek(f) = std::move(item);
            break;
          }
        }
        set_place();
        Value index = pop(f), from = pop(f);
        push(f, interpreter.get_item(from, index));
        break;
      }
      case Opcode::StoreItem: {
        set_place();
        Value key = pop(f), container = pop(f), value = pop(f);
        interpreter.set_item(container, key, std::move(value));
        break;
      }
      case Opcode::DeleteItem: {
        set_place();
        Value key = pop(f), container = pop(f);
        interpreter.delete_item(container, key);
        break;
      }
      case Opcode::BuildSlice: {
        Ref<SliceObject> slice = make<SliceObject>();
        slice->step = pop(f);
        slice->stop = pop(f);
        slice->start = pop(f);
        push(f, slice);
        break;
      }
      case Opcode::BuildTuple:
      case Opcode::BuildList: {
        std::vector<Value> items(a);
        for (uint32_t i = a; i-- > 0;) items[i] = pop(f);
        push(f, instruction.op == Opcode::BuildList ? make_list(std::move(items)) : make_tuple(std::move(items)));
        break;
      }
      case Opcode::BuildSet: push(f, make<Set>()); break;
      case Opcode::BuildDict: {
        set_place();
        Ref<Dict> dict = make<Dict>();
        for (uint32_t i = 0; i < a; ++i) {
          uint32_t at = 2 * (a - i);
          dict->set(interpreter, peek(f, at), peek(f, at - 1));
        }
        drop(f, 2 * a);
        push(f, dict);
        break;
      }
      case Opcode::BuildString: {
        std::string text;
        for (uint32_t i = a; i > 0; --i) text += static_cast<String*>(peek(f, i).object())->text;
        interpreter.check_memory(static_cast<int64_t>(text.size()));
        drop(f, a);
        push(f, make_string(std::move(text)));
        break;
      }
      case Opcode::ListAppend: {
        Value item = pop(f);
        append(interpreter, *static_cast<List*>(peek(f, a).object()), std::move(item));
        break;
      }
      case Opcode::SetAdd: {
        set_place();
        Value item = pop(f);
        static_cast<Set*>(peek(f, a).object())->add(interpreter, item);
        break;
      }
      case Opcode::DictAdd: {
        set_place();
        Value value = pop(f), key = pop(f);
        static_cast<Dict*>(peek(f, a).object())->set(interpreter, key, std::move(value));
        break;
      }
      case Opcode::ListExtend: {
        set_place();
        Value iterable = pop(f);
        extend_starred(interpreter, *static_cast<List*>(peek(f).object()), iterable,
                       instruction.b != 0 ? &peek(f, 2) : nullptr);
        break;
      }
      case Opcode::SetUpdate: {
        set_place();
        Value iterable = pop(f);
        auto& set = *static_cast<Set*>(peek(f).object());
        if (auto* other = iterable.as<Set>(); other != nullptr && instruction.b == 0) {
          set.merge(interpreter, *other);
          break;
        }
        interpreter.for_each(iterable, [&](Value item) {
          set.add(interpreter, item);
          return true;
        });
        break;
      }
      case Opcode::DictUpdate:
      case Opcode::DictMerge: {
        set_place();
        Value mapping = pop(f);
        merge_mapping(interpreter, *static_cast<Dict*>(peek(f).object()), mapping,
                      instruction.op == Opcode::DictMerge, instruction.b != 0 ? &peek(f, 3) : nullptr);
        break;
      }
      case Opcode::ListToTuple: {
        Value list = pop(f);
        push(f, make_tuple(std::move(static_cast<List*>(list.object())->items)));
        break;
      }
      case Opcode::UnpackSequence: {
        set_place();
        Value sequence = pop(f);
        unpack(interpreter, f, sequence, a);
        break;
      }
      case Opcode::UnpackStarred: {
        set_place();
        Value sequence = pop(f);
        unpack_starred(interpreter, f, sequence, a, instruction.b);
        break;
      }
      case Opcode::GetIterator: {
        set_place();
        Value iterable = pop(f);
        push(f, iterator_of(interpreter, iterable));
        break;
      }
      case Opcode::ForNext: {
        std::optional<Value> item;
        Object* iterator = peek(f).object();
        if (iterator->tag() == TypeTag::Iterator) {
          item = static_cast<IteratorObject*>(iterator)->iterator->next(interpreter);
        } else {
          set_place();
          Value kept = peek(f);
          item = next_of(interpreter, kept);
        }
        if (item) {
          push(f, std::move(*item));
          break;
        }
        pop(f);
        f.pc = a;
        goto next_without_advance;
      }
      case Opcode::LoadMethod: {
        set_place();
        Value object = pop(f);
        load_method(interpreter, f, object, *code.names[a]);
        break;
      }
      case Opcode::Call: {
        set_place();
        flush();
        uint32_t count = a;
        const Tuple* names = instruction.b == 0 ? nullptr
                                                : static_cast<Tuple*>(code.constants[instruction.b - 1].object());
        Value callable = peek(f, count + 1);
        Value returned = call_on_stack(callable, nullptr, f.top - count, count, names);
        drop(f, count + 1);
        push(f, std::move(returned));
        break;
      }
      case Opcode::CallMethod: {
        set_place();
        flush();
        uint32_t count = a;
        const Tuple* names = instruction.b == 0 ? nullptr
                                                : static_cast<Tuple*>(code.constants[instruction.b - 1].object());
        Value callable = peek(f, count + 2);
        Value self = peek(f, count + 1);
        Value returned = call_on_stack(callable, self.is_unbound() ? nullptr : &self, f.top - count, count, names);
        drop(f, count + 2);
        push(f, std::move(returned));
        break;
      }
      case Opcode::CallSpread: {
        set_place();
        flush();
        Value keywords = instruction.b != 0 ? pop(f) : Value();
        Value list = pop(f), callable = pop(f);
        push(f, call_spread(interpreter, callable, static_cast<List&>(*list.object()), keywords.as<Dict>()));
        break;
      }
      case Opcode::MakeFunction: make_function_object(interpreter, f, *code.children[a], instruction.b); break;
      case Opcode::RunComprehension: {
        set_place();
        flush();
        Value iterator = pop(f);
        push(f, run_comprehension(interpreter, f, *code.children[a], std::move(iterator)));
        break;
      }
      case Opcode::BuildClass: {
        set_place();
        flush();
        Value keywords = pop(f), bases = pop(f);
        push(f, build_class(f, *code.children[a], bases, keywords));
        break;
      }
      case Opcode::Return:
        result = pop(f);
        flush();
        return Outcome::Returned;
      case Opcode::Yield:
        result = pop(f);
        ++f.pc;
        flush();
        return Outcome::Yielded;
      case Opcode::YieldFrom: {  // iterator, value to send
        set_place();
        Value sent = pop(f);
        Value iterator = peek(f);
        Value returned;
        std::optional<Value> item = send_to(interpreter, iterator, std::move(sent), returned);
        flush();
        if (item) {
          result = std::move(*item);  // the same instruction goes on when resumed with a new value
          return Outcome::Yielded;
        }
        pop(f);
        push(f, std::move(returned));
        break;
      }
      case Opcode::Raise: {
        set_place();
        if (a == 0) {
          if (handled.is_none()) interpreter.raise("RuntimeError", "No active exception to reraise");
          pending = {handled, as_exception(handled)->traceback};
          is_reraised = false;
          return Outcome::Raised;
        }
        Value cause = a == 2 ? pop(f) : Value::unbound();
        Value raised = pop(f);
        if (interpreter.capabilities().skips_failures && is_assertion(raised)) break;
        pending = prepare_raise(interpreter, raised, cause);
        return Outcome::Raised;
      }
      case Opcode::PushHandled: {
        Value exception = pop(f);
        push(f, handled);
        push(f, exception);
        handled = std::move(exception);
        break;
      }
      case Opcode::PopHandled: handled = pop(f); break;
      case Opcode::Reraise: {
        // Both stay on the stack: a range around this place may count on what lies below the exception.
        Value exception = peek(f, 1);
        handled = peek(f, 2);
        auto* object = as_exception(exception);
        pending = {exception, object == nullptr ? std::vector<Span>{} : object->traceback};
        is_reraised = true;
        return Outcome::Raised;
      }
      case Opcode::MatchException: {
        set_place();
        Value type = pop(f);
        push(f, Value(matches_exception(interpreter, peek(f), type)));
        break;
      }
      case Opcode::EnterContext: {
        set_place();
        flush();
        Value manager = pop(f);
        enter_context(interpreter, f, manager);
        break;
      }
      case Opcode::ExitContext: {
        set_place();
        Value exit = pop(f);
        interpreter.call_value(exit, {{Value(), Value(), Value()}, {}, interpreter.current_span_});
        break;
      }
      case Opcode::ExitContextRaised: {  // exit, handled before, exception -> + result
        set_place();
        Value exit = peek(f, 3), exception = peek(f, 1);
        Value type(interpreter.type_of(exception));
        push(f, interpreter.call_value(exit, {{type, exception, Value()}, {}, interpreter.current_span_}));
        break;
      }
      case Opcode::Import:
        set_place();
        push(f, import_path(code.names[a]->text, instruction.b != 0, f));
        break;
      case Opcode::ImportFrom: {
        set_place();
        push(f, import_from(peek(f), code.names[a]->text));
        break;
      }
      case Opcode::ImportStar: {
        set_place();
        Value module = pop(f);
        import_star(module, f);
        break;
      }
      case Opcode::FormatValue: {
        set_place();
        Value spec = instruction.b != 0 ? pop(f) : Value();
        Value value = pop(f);
        push(f, format_value(interpreter, value, static_cast<int>(a) - 1, spec));
        break;
      }
      case Opcode::LoadAssertionError: push(f, interpreter.builtin_class("AssertionError")); break;
      case Opcode::Annotate: annotate(f, *code.names[a], pop(f)); break;
      case Opcode::MatchSequence: push(f, Value(is_matchable_sequence(peek(f)))); break;
      case Opcode::MatchLength: {
        int64_t size = interpreter.length(peek(f));
        push(f, Value(instruction.b != 0 ? size >= static_cast<int64_t>(a) : size == static_cast<int64_t>(a)));
        break;
      }
      case Opcode::MatchMapping: push(f, Value(is_matchable_mapping(peek(f)))); break;
      case Opcode::MatchKeys:
        set_place();
        push(f, match_keys(interpreter, peek(f, 2), peek(f, 1), instruction.b != 0));
        break;
      case Opcode::MatchClass: {
        set_place();
        Value names = pop(f), cls = pop(f), subject = pop(f);
        push(f, match_class(interpreter, subject, cls, a, static_cast<Tuple&>(*names.object())));
        break;
      }
      case Opcode::Unsupported:
        set_place();
        raise_unsupported(interpreter, static_cast<String*>(code.constants[a].object())->text);
    }
  }
}

}  // namespace tilewright::script
