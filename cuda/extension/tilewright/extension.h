// Functions that a compiled extension offers: PYBIND11_MODULE, TORCH_LIBRARY and, for candidates, one line that whoever compiles
// the file appends. Each becomes a TwFunction (extension_abi.h) whose invoke converts arguments, calls, and converts results.
#pragma once

#include "tensor.h"

namespace tilewright {

struct Parameter {
  std::string name;
  bool has_default = false;
  TwValue value = {};  // the default
  std::string text;    // of a default that is text
};

// What invoke needs beside the C++ function.
struct Registration {
  TwFunction function = {};
  std::string name, doc;
  std::vector<Parameter> parameters;
  // Converts, calls and converts; throws.
  void (*call)(const Registration& self, const TwValue* const* arguments, TwValue* result) = nullptr;
  size_t arity = 0;
  void (*target)() = nullptr;         // a function, or
  std::shared_ptr<void> callable;     // an object with operator()
};
void add_registration(Registration* registration);

// Arguments by value; a message names argument `index`.
[[noreturn]] void wrong_argument(size_t index, const char* expected, const TwValue& value);
at::Tensor tensor_argument(const TwValue& value, size_t index);
int64_t integer_argument(const TwValue& value, size_t index);
double floating_argument(const TwValue& value, size_t index);
bool bool_argument(const TwValue& value, size_t index);
void put_tensor(TwValue* to, const at::Tensor& tensor);
TwValue* put_items(TwValue* to, TwKind kind, size_t count);
void put_text(TwValue* to, const std::string& text);

template <class T, class = void>
struct Convert {
  static_assert(!std::is_same_v<T, T>, "an argument or result of this type is not supported");
};
template <>
struct Convert<at::Tensor> {
  static at::Tensor get(const TwValue& value, size_t index) { return tensor_argument(value, index); }
  static void put(TwValue* to, const at::Tensor& value) { put_tensor(to, value); }
};
template <class T>
struct Convert<T, std::enable_if_t<std::is_integral_v<T> && !std::is_same_v<T, bool>>> {
  static T get(const TwValue& value, size_t index) { return static_cast<T>(integer_argument(value, index)); }
  static void put(TwValue* to, T value) { to->kind = TwInteger, to->integer = static_cast<int64_t>(value); }
};
template <>
struct Convert<bool> {
  static bool get(const TwValue& value, size_t index) { return bool_argument(value, index); }
  static void put(TwValue* to, bool value) { to->kind = TwBool, to->integer = value; }
};
template <class T>
struct Convert<T, std::enable_if_t<std::is_floating_point_v<T>>> {
  static T get(const TwValue& value, size_t index) { return static_cast<T>(floating_argument(value, index)); }
  static void put(TwValue* to, T value) { to->kind = TwFloating, to->floating = static_cast<double>(value); }
};
template <>
struct Convert<std::string> {
  static std::string get(const TwValue& value, size_t index) {
    if (value.kind != TwText) wrong_argument(index, "str", value);
    return std::string(value.text, value.count);
  }
  static void put(TwValue* to, const std::string& value) { put_text(to, value); }
};
template <>
struct Convert<c10::Scalar> {
  static c10::Scalar get(const TwValue& value, size_t index) {
    if (value.kind == TwFloating) return value.floating;
    if (value.kind == TwBool) return value.integer != 0;
    return integer_argument(value, index);
  }
};
// An element type, as its number.
template <>
struct Convert<c10::ScalarType> {
  static c10::ScalarType get(const TwValue& value, size_t index) {
    return static_cast<c10::ScalarType>(integer_argument(value, index));
  }
};
template <class T>
struct Convert<std::optional<T>> {
  static std::optional<T> get(const TwValue& value, size_t index) {
    if (value.kind == TwNone) return std::nullopt;
    return Convert<T>::get(value, index);
  }
  static void put(TwValue* to, const std::optional<T>& value) {
    if (value) Convert<T>::put(to, *value);
  }
};
template <class T>
struct Convert<std::vector<T>> {
  static std::vector<T> get(const TwValue& value, size_t index) {
    if (value.kind != TwList && value.kind != TwTuple) wrong_argument(index, "a list", value);
    std::vector<T> result;
    for (uint64_t i = 0; i < value.count; ++i) result.push_back(Convert<T>::get(value.items[i], index));
    return result;
  }
  static void put(TwValue* to, const std::vector<T>& values) {
    TwValue* items = put_items(to, TwList, values.size());
    for (size_t i = 0; i < values.size(); ++i) Convert<T>::put(items + i, values[i]);
  }
};
template <class T, size_t N>
struct Convert<std::array<T, N>> {
  static std::array<T, N> get(const TwValue& value, size_t index) {
    if ((value.kind != TwList && value.kind != TwTuple) || value.count != N) wrong_argument(index, "a list of its length", value);
    std::array<T, N> result;
    for (size_t i = 0; i < N; ++i) result[i] = Convert<T>::get(value.items[i], index);
    return result;
  }
  static void put(TwValue* to, const std::array<T, N>& values) {
    TwValue* items = put_items(to, TwList, N);
    for (size_t i = 0; i < N; ++i) Convert<T>::put(items + i, values[i]);
  }
};
template <class... T>
struct Convert<std::tuple<T...>> {
  static void put(TwValue* to, const std::tuple<T...>& values) {
    TwValue* items = put_items(to, TwTuple, sizeof...(T));
    std::apply([&](const T&... each) { (Convert<T>::put(items++, each), ...); }, values);
  }
};
template <class A, class B>
struct Convert<std::pair<A, B>> {
  static void put(TwValue* to, const std::pair<A, B>& values) {
    TwValue* items = put_items(to, TwTuple, 2);
    Convert<A>::put(items, values.first);
    Convert<B>::put(items + 1, values.second);
  }
};

// What an argument lives in while the function runs: references to vectors are given as array references.
template <class T>
struct Held {
  using type = std::remove_cv_t<std::remove_reference_t<T>>;
};
template <class T>
struct Held<c10::ArrayRef<T>> {
  using type = std::vector<T>;
};
template <class T>
struct Held<const c10::ArrayRef<T>&> : Held<c10::ArrayRef<T>> {};
template <>
struct Held<const char*> {
  using type = std::string;
};
template <>
struct Held<std::string_view> {
  using type = std::string;
};
template <class T, class Value>
decltype(auto) as_argument(Value& value) {
  if constexpr (std::is_same_v<T, const char*>)
    return value.c_str();
  else if constexpr (std::is_lvalue_reference_v<T>)
    return static_cast<Value&>(value);
  else if constexpr (std::is_same_v<std::remove_cv_t<std::remove_reference_t<T>>, Value>)
    return std::move(value);
  else
    return static_cast<Value&>(value);
}

template <class Callable, class Result, class... Arguments, size_t... Index>
void call_with(const Callable& callable, const TwValue* const* arguments, TwValue* result, std::index_sequence<Index...>) {
  std::tuple<typename Held<Arguments>::type...> held{Convert<typename Held<Arguments>::type>::get(*arguments[Index], Index)...};
  (void)held;
  if constexpr (std::is_void_v<Result>)
    callable(as_argument<Arguments>(std::get<Index>(held))...);
  else
    Convert<std::remove_cv_t<std::remove_reference_t<Result>>>::put(result, callable(as_argument<Arguments>(std::get<Index>(held))...));
}

template <class Result, class... Arguments>
Registration* registration_of(Result (*function)(Arguments...)) {
  Registration* registration = new Registration;
  registration->arity = sizeof...(Arguments);
  registration->target = reinterpret_cast<void (*)()>(function);
  registration->call = [](const Registration& self, const TwValue* const* arguments, TwValue* result) {
    auto target = reinterpret_cast<Result (*)(Arguments...)>(self.target);
    call_with<decltype(target), Result, Arguments...>(target, arguments, result, std::index_sequence_for<Arguments...>());
  };
  return registration;
}
template <class Callable, class Result, class... Arguments>
Registration* registration_of_object(Callable callable, Result (Callable::*)(Arguments...) const) {
  Registration* registration = new Registration;
  registration->arity = sizeof...(Arguments);
  registration->callable = std::make_shared<Callable>(std::move(callable));
  registration->call = [](const Registration& self, const TwValue* const* arguments, TwValue* result) {
    const Callable& target = *static_cast<const Callable*>(self.callable.get());
    call_with<Callable, Result, Arguments...>(target, arguments, result, std::index_sequence_for<Arguments...>());
  };
  return registration;
}
template <class Callable, class = decltype(&Callable::operator())>
Registration* registration_of(Callable callable) {
  return registration_of_object(std::move(callable), &Callable::operator());
}

struct RegisterFunction {
  template <class Function>
  RegisterFunction(const char* name, Function function) {
    Registration* registration = registration_of(function);
    registration->name = name;
    add_registration(registration);
  }
};

}  // namespace tilewright

namespace pybind11 {

struct none {};
// A parameter's name: py::arg("x"), with a default: py::arg("x") = 1.
struct arg_v {
  ::tilewright::Parameter parameter;
};
struct arg {
  explicit arg(const char* name) : name(name) {}
  arg noconvert(bool = true) const { return *this; }
  arg none(bool = true) const { return *this; }
  template <class T>
  arg_v operator=(const T& value) const {
    arg_v result;
    result.parameter.name = name;
    result.parameter.has_default = true;
    if constexpr (std::is_same_v<T, std::nullopt_t> || std::is_same_v<T, std::nullptr_t> || std::is_same_v<T, ::pybind11::none>)
      result.parameter.value.kind = TwNone;
    else if constexpr (std::is_convertible_v<T, std::string>)
      result.parameter.text = value, result.parameter.value.kind = TwText;
    else
      ::tilewright::Convert<T>::put(&result.parameter.value, value);
    return result;
  }
  const char* name;
};
namespace literals {
inline arg operator""_a(const char* name, size_t) { return arg(name); }
}  // namespace literals
template <class T>
struct call_guard {};
struct gil_scoped_release {};
struct kw_only {};

class module_ {
 public:
  module_& doc() { return *this; }
  module_& operator=(const char*) { return *this; }
  template <class Function, class... Extra>
  module_& def(const char* name, Function&& function, const Extra&... extra) {
    ::tilewright::Registration* registration = ::tilewright::registration_of(std::forward<Function>(function));
    registration->name = name;
    (add(*registration, extra), ...);
    ::tilewright::add_registration(registration);
    return *this;
  }
  // Constants of the module are not visible to callers.
  template <class T>
  module_& attr(const T&) {
    return *this;
  }

 private:
  static void add(::tilewright::Registration& registration, const char* doc) { registration.doc = doc; }
  static void add(::tilewright::Registration& registration, const arg& argument) {
    registration.parameters.push_back({argument.name, false, {}, {}});
  }
  static void add(::tilewright::Registration& registration, const arg_v& argument) {
    registration.parameters.push_back(argument.parameter);
  }
  template <class T>
  static void add(::tilewright::Registration&, const call_guard<T>&) {}
  static void add(::tilewright::Registration&, kw_only) {}
};
using module = module_;

}  // namespace pybind11
namespace py = pybind11;

namespace torch {

// TORCH_LIBRARY(name, m): m.impl("f", f) registers; m.def("f(Tensor x) -> Tensor") only names.
class Library {
 public:
  template <class Function>
  Library& def(const char* schema, Function&& function) {
    return impl(std::string(schema).substr(0, std::string(schema).find('(')).c_str(), std::forward<Function>(function));
  }
  Library& def(const char*) { return *this; }
  template <class Function>
  Library& impl(const char* name, Function&& function) {
    ::tilewright::Registration* registration = ::tilewright::registration_of(std::forward<Function>(function));
    registration->name = name;
    ::tilewright::add_registration(registration);
    return *this;
  }
  template <class Function>
  Library& impl(const char* name, c10::DeviceType, Function&& function) {
    return impl(name, std::forward<Function>(function));
  }
};

}  // namespace torch

#ifndef TORCH_EXTENSION_NAME
#define TORCH_EXTENSION_NAME extension
#endif
#define TW_MODULE_NAME_2(prefix, name) prefix##name
#define TW_MODULE_NAME(prefix, name) TW_MODULE_NAME_2(prefix, name)
#define PYBIND11_MODULE(name, variable)                                                                   \
  static void TW_MODULE_NAME(tilewright_module_, name)(::pybind11::module_ & variable);                   \
  [[maybe_unused]] static const int TW_MODULE_NAME(tilewright_module_made_, name) = [] {                  \
    ::pybind11::module_ made;                                                                             \
    TW_MODULE_NAME(tilewright_module_, name)(made);                                                       \
    return 0;                                                                                             \
  }();                                                                                                    \
  static void TW_MODULE_NAME(tilewright_module_, name)([[maybe_unused]] ::pybind11::module_ & variable)
#define TW_LIBRARY(unique, variable)                                                                      \
  static void TW_MODULE_NAME(tilewright_library_, unique)(::torch::Library & variable);                   \
  [[maybe_unused]] static const int TW_MODULE_NAME(tilewright_library_made_, unique) = [] {               \
    ::torch::Library made;                                                                                \
    TW_MODULE_NAME(tilewright_library_, unique)(made);                                                    \
    return 0;                                                                                             \
  }();                                                                                                    \
  static void TW_MODULE_NAME(tilewright_library_, unique)([[maybe_unused]] ::torch::Library & variable)
#define TORCH_LIBRARY(name, variable) TW_LIBRARY(__COUNTER__, variable)
#define TORCH_LIBRARY_IMPL(name, device, variable) TW_LIBRARY(__COUNTER__, variable)
#define TORCH_LIBRARY_FRAGMENT(name, variable) TW_LIBRARY(__COUNTER__, variable)

#ifndef TILEWRIGHT_TENSOR_LIBRARY
#include "extension_functions.h"
#endif
