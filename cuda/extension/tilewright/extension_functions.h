// Definitions of extension.h: inline, or once in an object of their own (tensor_library.cc).
#pragma once

#include "extension.h"
#include "tensor_functions.h"

namespace tilewright {

inline TwFunction* g_first_function = nullptr;

TW_DEFINITION void wrong_argument(size_t index, const char* expected, const TwValue& value) {
  const char* kinds[] = {"None", "bool", "int", "float", "str", "a tensor", "a list", "a tuple"};
  throw c10::TypeError("argument " + std::to_string(index + 1) + " must be " + expected + ", not " + kinds[value.kind]);
}
TW_DEFINITION at::Tensor tensor_argument(const TwValue& value, size_t index) {
  if (value.kind == TwNone) return {};
  if (value.kind != TwTensor) wrong_argument(index, "a tensor", value);
  const TwTensorView& view = value.tensor;
  at::TensorShape shape;
  shape.dimensions = view.dimensions;
  for (int i = 0; i < view.dimensions; ++i) shape.sizes[i] = view.sizes[i], shape.strides[i] = view.strides[i];
  at::TensorStorage* storage = new at::TensorStorage;
  storage->data = view.storage;
  storage->bytes = view.storage_bytes;
  storage->device = view.is_cuda != 0 ? c10::Device(c10::kCUDA, 0) : c10::Device(c10::kCPU);
  storage->is_owned = false;
  c10::ScalarType type = static_cast<c10::ScalarType>(view.dtype);
  int64_t offset = view.storage == nullptr ? 0
                                           : (static_cast<char*>(view.data) - static_cast<char*>(view.storage)) /
                                                 static_cast<int64_t>(c10::elementSize(type));
  return at::detail::make_tensor(storage, type, shape, offset);
}
TW_DEFINITION int64_t integer_argument(const TwValue& value, size_t index) {
  if (value.kind != TwInteger && value.kind != TwBool) wrong_argument(index, "an int", value);
  return value.integer;
}
TW_DEFINITION double floating_argument(const TwValue& value, size_t index) {
  if (value.kind == TwFloating) return value.floating;
  if (value.kind != TwInteger && value.kind != TwBool) wrong_argument(index, "a float", value);
  return static_cast<double>(value.integer);
}
TW_DEFINITION bool bool_argument(const TwValue& value, size_t index) {
  if (value.kind != TwInteger && value.kind != TwBool) wrong_argument(index, "a bool", value);
  return value.integer != 0;
}
TW_DEFINITION void put_tensor(TwValue* to, const at::Tensor& tensor) {
  if (!tensor.defined()) return;
  to->kind = TwTensor;
  to->tensor = view_of(tensor);
  to->owner = new at::Tensor(tensor);
}
TW_DEFINITION TwValue* put_items(TwValue* to, TwKind kind, size_t count) {
  to->kind = kind;
  to->count = count;
  to->items = new TwValue[count]();
  return to->items;
}
TW_DEFINITION void put_text(TwValue* to, const std::string& text) {
  char* copy = new char[text.size() + 1]();
  memcpy(copy, text.data(), text.size());
  to->kind = TwText;
  to->text = copy;
  to->count = text.size();
}

inline void release_result(TwValue* value) {
  if (value->kind == TwTensor) delete static_cast<at::Tensor*>(value->owner);
  if (value->kind == TwText) delete[] value->text;
  if (value->kind == TwList || value->kind == TwTuple) {
    for (uint64_t i = 0; i < value->count; ++i) release_result(value->items + i);
    delete[] value->items;
  }
  *value = {};
}

// Arguments by position, then by keyword, then defaults.
inline std::vector<const TwValue*> bound(const Registration& self, const TwValue* arguments, const char* const* names,
                                         size_t count) {
  std::vector<const TwValue*> slots(self.arity, nullptr);
  auto fail = [&](const std::string& what) { throw c10::TypeError(self.name + "(): " + what); };
  size_t positional = 0;
  for (size_t i = 0; i < count; ++i) {
    size_t slot = positional;
    if (names != nullptr && names[i] != nullptr) {
      for (slot = 0; slot < self.parameters.size() && self.parameters[slot].name != names[i]; ++slot) {
      }
      if (slot >= self.parameters.size()) fail("unexpected keyword argument '" + std::string(names[i]) + "'");
      if (slot < self.arity && slots[slot] != nullptr) fail("multiple values for argument '" + std::string(names[i]) + "'");
    } else {
      ++positional;
    }
    if (slot >= self.arity)
      fail("takes " + std::to_string(self.arity) + " arguments but " + std::to_string(count) + " were given");
    slots[slot] = arguments + i;
  }
  for (size_t slot = 0; slot < self.arity; ++slot) {
    if (slots[slot] != nullptr) continue;
    if (slot < self.parameters.size() && self.parameters[slot].has_default)
      slots[slot] = &self.parameters[slot].value;
    else
      fail("takes " + std::to_string(self.arity) + " arguments but " + std::to_string(count) + " were given");
  }
  return slots;
}

inline void invoke_registration(const TwFunction* function, const TwValue* arguments, const char* const* names, size_t count,
                                TwValue* result, TwOutcome* outcome) {
  *result = {};
  *outcome = {};
  auto failed = [&](const char* message, const char* file, unsigned line) {
    outcome->has_failed = 1;
    outcome->line = line;
    snprintf(outcome->message, sizeof outcome->message, "%s", message);
    snprintf(outcome->file, sizeof outcome->file, "%s", file);
  };
  try {
    const Registration& self = *static_cast<const Registration*>(function->target);
    std::vector<const TwValue*> slots = bound(self, arguments, names, count);
    self.call(self, slots.data(), result);
  } catch (const c10::Error& error) {
    failed(error.what(), error.file(), error.line());
  } catch (const std::exception& error) {
    failed(error.what(), "", 0);
  } catch (...) {
    failed("an exception that is no std::exception", "", 0);
  }
}

TW_DEFINITION void add_registration(Registration* registration) {
  registration->function.name = registration->name.c_str();
  registration->function.doc = registration->doc.c_str();
  registration->function.invoke = invoke_registration;
  registration->function.release = release_result;
  registration->function.target = registration;
  for (Parameter& parameter : registration->parameters) {
    parameter.value.text = parameter.text.c_str();
    if (parameter.value.kind == TwText) parameter.value.count = parameter.text.size();
  }
  registration->function.next = g_first_function;
  g_first_function = &registration->function;
}

}  // namespace tilewright

extern "C" TW_DEFINITION __attribute__((visibility("default"), used)) const TwFunction* tilewright_first_function() {
  return ::tilewright::g_first_function;
}
