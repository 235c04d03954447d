// Generators: a frame on the heap that is left at a yield and entered again.
#include <fmt/format.h>

#include "script/exceptions.h"
#include "script/implementation.h"
#include "script/objects.h"

namespace tilewright::script {

Generator::Generator(Code& code) : Object(kTag) {
  frame.code = &code;
  size_t bytes = frame.storage_size() * sizeof(Value);
  storage_ = std::make_unique_for_overwrite<std::byte[]>(bytes);
  account(bytes + sizeof(Generator));
  frame.start(reinterpret_cast<Value*>(storage_.get()));
}

Generator::~Generator() { frame.clear(); }

std::optional<Value> Generator::run(Interpreter& interpreter, const Value* exception) {
  auto& implementation = interpreter.implementation();
  Ref<Generator> alive(this);
  DepthGuard guard(interpreter);
  state = State::Running;
  Outcome outcome;
  try {
    outcome = implementation.run(frame, exception);
  } catch (...) {
    state = State::Finished;
    throw;
  }
  if (outcome == Outcome::Yielded) {
    state = State::Suspended;
    return std::exchange(implementation.result, Value());
  }
  state = State::Finished;
  frame.clear();
  if (outcome == Outcome::Returned) {
    result = std::exchange(implementation.result, Value());
    return std::nullopt;
  }
  PythonError error = std::exchange(implementation.pending, {});
  if (is_exception_of(interpreter, error, "StopIteration")) {
    Value replacement = make_exception(interpreter, "RuntimeError", "generator raised StopIteration");
    auto* object = as_exception(replacement);
    object->cause = object->context = error.exception;
    object->suppress_context = true;
    throw PythonError{replacement, error.traceback};
  }
  throw error;
}

std::optional<Value> Generator::resume(Interpreter& interpreter, Value sent) {
  switch (state) {
    case State::Running: interpreter.raise("ValueError", "generator already executing");
    case State::Finished: return std::nullopt;
    case State::Created:
      if (!sent.is_none()) {
        interpreter.raise("TypeError", "can't send non-None value to a just-started generator");
      }
      break;
    case State::Suspended: new (frame.top++) Value(std::move(sent)); break;
  }
  return run(interpreter, nullptr);
}

std::optional<Value> Generator::raise_inside(Interpreter& interpreter, Value exception) {
  if (state == State::Running) interpreter.raise("ValueError", "generator already executing");
  if (state == State::Created || state == State::Finished) {
    state = State::Finished;
    frame.clear();
    throw_exception(std::move(exception));
  }
  const Instruction& instruction = frame.code->instructions[frame.pc];
  if (instruction.op == Opcode::YieldFrom) {  // the inner iterator gets it first
    Value inner = frame.top[-1];
    if (auto* generator = inner.as<Generator>()) {
      std::optional<Value> item;
      Value raised = exception;
      bool has_raised = false;
      state = State::Running;
      try {
        item = generator->raise_inside(interpreter, exception);
      } catch (PythonError& error) {
        raised = error.exception;
        has_raised = true;
      } catch (...) {
        state = State::Finished;
        throw;
      }
      state = State::Suspended;
      if (item) return item;
      if (!has_raised) {  // it returned: its value is that of the yield from
        *(frame.top - 1) = generator->result;
        ++frame.pc;
        return run(interpreter, nullptr);
      }
      return run(interpreter, &raised);
    }
  } else {
    --frame.pc;  // the yield that it is suspended at
    std::optional<Value> item = run(interpreter, &exception);
    return item;
  }
  return run(interpreter, &exception);
}

void Generator::close(Interpreter& interpreter) {
  if (state == State::Created || state == State::Finished) {
    state = State::Finished;
    frame.clear();
    return;
  }
  bool has_yielded = false;
  try {
    has_yielded = raise_inside(interpreter, make_exception(interpreter, "GeneratorExit", "")).has_value();
  } catch (PythonError& error) {
    if (!is_exception_of(interpreter, error, "GeneratorExit") && !is_exception_of(interpreter, error, "StopIteration")) {
      throw;
    }
  }
  if (has_yielded) interpreter.raise("RuntimeError", "generator ignored GeneratorExit");
}

namespace {

class GeneratorIterator final : public Iterator {
 public:
  explicit GeneratorIterator(Generator* generator) : generator_(generator) {}
  std::optional<Value> next(Interpreter& interpreter) override { return generator_->resume(interpreter, {}); }

 private:
  Ref<Generator> generator_;
};

[[noreturn]] void raise_stop(Interpreter& interpreter, const Value& result) {
  Value stop = make_exception(interpreter, "StopIteration", "");
  as_exception(stop)->args.clear();
  if (!result.is_none()) as_exception(stop)->args.push_back(result);
  throw_exception(stop);
}

}  // namespace

std::unique_ptr<Iterator> Generator::iterate(Interpreter&) { return std::make_unique<GeneratorIterator>(this); }
std::string Generator::repr(Interpreter&) {
  return fmt::format("<generator object {} at 0x{:x}>", name, reinterpret_cast<uintptr_t>(this));
}

std::optional<Value> Generator::find_attribute(Interpreter& interpreter, std::string_view attribute) {
  Ref<Generator> self(this);
  auto finish = [self](Interpreter& i, std::optional<Value> item) {
    if (!item) raise_stop(i, self->result);
    return *item;
  };
  if (attribute == "send") {
    return Value(make_function("send", [self, finish](Interpreter& i, CallArguments& arguments) {
      if (arguments.positional.size() != 1) i.raise("TypeError", "send() takes exactly one argument");
      return finish(i, self->resume(i, arguments.positional[0]));
    }));
  }
  if (attribute == "__next__") {
    return Value(make_function("__next__", [self, finish](Interpreter& i, CallArguments&) {
      return finish(i, self->resume(i, {}));
    }));
  }
  if (attribute == "throw") {
    return Value(make_function("throw", [self, finish](Interpreter& i, CallArguments& arguments) {
      if (arguments.positional.empty()) i.raise("TypeError", "throw expected at least 1 argument, got 0");
      Value raised = arguments.positional[0];
      if (arguments.positional.size() > 1 && !arguments.positional[1].is_none() && raised.as<Class>() != nullptr) {
        raised = as_exception(arguments.positional[1]) != nullptr
                     ? arguments.positional[1]
                     : i.call_value(raised, {{arguments.positional[1]}, {}, {}});
      }
      return finish(i, self->raise_inside(i, instantiate_exception(i, raised)));
    }));
  }
  if (attribute == "close") {
    return Value(make_function("close", [self](Interpreter& i, CallArguments&) {
      self->close(i);
      return Value();
    }));
  }
  if (attribute == "__name__" || attribute == "__qualname__") {
    return make_string(attribute == "__name__" ? frame.code->name : name);
  }
  if (attribute == "gi_running") return Value(state == State::Running);
  return builtin_attribute(interpreter, Value(this), attribute);
}

}  // namespace tilewright::script
