// Registers of the sequencers: numbers that the device knows while it runs.
#include <fmt/format.h>

#include "kernels/nki/isa_support.h"

namespace tilewright::kernels::nki {
namespace {

using script::CallArguments;
using script::Interpreter;

RegisterObject& register_of(const Call& call, std::string_view name) {
  auto* object = call[name].as<RegisterObject>();
  call.require(object != nullptr, fmt::format("'{}' must be a register", name));
  return *object;
}

// A tensor of one element.
View one_element(const Call& call, std::string_view name, const View& view) {
  call.require(view.elements() == 1 && size_of(view.type) <= 4,
               fmt::format("'{}' must hold one element", name), {name});
  return view;
}

}  // namespace

std::optional<Value> RegisterObject::find_attribute(Interpreter&, std::string_view name) {
  if (name != "__index__") return std::nullopt;
  Value now(value);
  return Value(script::make_function("__index__", [now](Interpreter&, CallArguments&) { return now; }));
}

std::string RegisterObject::repr(Interpreter&) { return fmt::format("register({})", value); }

Value isa_register_alloc(Call& call) {
  auto made = script::make<RegisterObject>();
  if (call["x"].as<TensorObject>() != nullptr) {
    View view = one_element(call, "x", call.readable("x"));
    read_integers(flat_row_of(view), 0, &made->value);
  } else if (call.has("x")) {
    made->value = call.integer("x");
  }
  return made;
}

Value isa_register_move(Call& call) {
  register_of(call, "dst").value = call.integer("src");
  return call.done();
}

Value isa_register_load(Call& call) {
  RegisterObject& target = register_of(call, "dst");
  View view = one_element(call, "src", call.readable("src"));
  int64_t value = 0;
  read_integers(flat_row_of(view), 0, &value);
  target.value = value;
  call.issue_transfer(0, {&view}, {});
  return call.done();
}

Value isa_register_store(Call& call) {
  View view = one_element(call, "dst", call.writable("dst"));
  int64_t value = call.integer("src");
  write_integers(flat_row_of(view), 0, &value);
  call.issue_transfer(0, {}, {&view});
  return call.done();
}

// body(i) for a register that counts from lower to upper.
Value language_fori_loop(Call& call) {
  int64_t lower = call.integer("lower"), upper = call.integer("upper"), step = call.integer("step");
  call.require(step != 0, "'step' must not be 0");
  for (int64_t i = lower; step > 0 ? i < upper : i > upper; i += step) {
    auto counter = script::make<RegisterObject>();
    counter->value = i;
    call.interpreter.spend(1);
    Value returned = call.interpreter.call_value(call["body_fun"], CallArguments{{Value(counter)}, {}, {}});
    call.require(returned.is_none(), "the body of a loop returns None: state stays in tensors");
  }
  return {};
}

// body(register) while the register is not 0; it returns the next one.
Value language_while_loop(Call& call) {
  Value condition = call["init"];
  while (call.interpreter.to_int(condition, "init") != 0) {
    call.interpreter.spend(1);
    condition = call.interpreter.call_value(call["body_fun"], CallArguments{{condition}, {}, {}});
  }
  return {};
}

}  // namespace tilewright::kernels::nki
