// The table of triton.language functions and the binding of call arguments to signatures.
#include "kernels/triton/builtins.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>

#include "base/text.h"
#include "kernels/triton/hints.h"

namespace tilewright::kernels::triton {
namespace {

constexpr BuiltinInfo kBuiltins[] = {
#define TW_TL(name, where, method, since, signature, ...) \
  {#name, where, method, since, signature, Builtins::__VA_ARGS__},
#include "kernels/triton/builtins.def"
#undef TW_TL
};

struct Signature {
  struct Parameter {
    std::string name;
    bool is_optional = false, is_rest = false;
  };
  std::vector<Parameter> parameters;
};

const Signature& signature_of(int builtin) {
  static const std::vector<Signature> kSignatures = [] {
    std::vector<Signature> all;
    for (const BuiltinInfo& info : kBuiltins) {
      Signature signature;
      std::string_view text = info.signature;
      while (!text.empty()) {
        size_t end = std::min(text.find(' '), text.size());
        std::string_view word = text.substr(0, end);
        Signature::Parameter parameter;
        if (word.front() == '*') {
          parameter.is_rest = true;
          word.remove_prefix(1);
        } else if (word.back() == '?') {
          parameter.is_optional = true;
          word.remove_suffix(1);
        }
        parameter.name = word;
        signature.parameters.push_back(std::move(parameter));
        text.remove_prefix(std::min(end + 1, text.size()));
      }
      all.push_back(std::move(signature));
    }
    return all;
  }();
  return kSignatures[static_cast<size_t>(builtin)];
}

const std::unordered_map<std::string_view, int>& index() {
  static const std::unordered_map<std::string_view, int> kIndex = [] {
    std::unordered_map<std::string_view, int> map;
    for (size_t i = 0; i < std::size(kBuiltins); ++i) map.emplace(kBuiltins[i].name, static_cast<int>(i));
    return map;
  }();
  return kIndex;
}

}  // namespace

std::span<const BuiltinInfo> builtins() { return kBuiltins; }

int find_builtin(std::string_view name) {
  auto found = index().find(name);
  return found == index().end() ? -1 : found->second;
}

int find_method(std::string_view name) {
  int builtin = find_builtin(name);
  return builtin >= 0 && kBuiltins[builtin].is_method ? builtin : -1;
}

// What Triton 3.6 finds beside a kernel's own names (code_generator.py, builtin_namespace).
bool is_python_builtin(std::string_view name) {
  constexpr std::string_view kNames[] = {"print", "len",   "min",        "max",     "float",  "int",
                                         "list",  "range", "isinstance", "hasattr", "getattr"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

std::optional<DType> host_dtype(script::Interpreter& interpreter, const script::Value& value) {
  if (auto* dtype = value.as<DTypeObject>())
    return dtype->is_pointer ? std::nullopt : std::optional(dtype->dtype);
  if (!value.is_object()) return std::nullopt;
  std::string text;
  if (const std::string* name = script::as_string(value)) {
    text = *name;
  } else if (interpreter.type_name(value).ends_with("dtype")) {
    text = interpreter.repr(value);
  }
  if (text.starts_with("torch.")) text.erase(0, 6);
  if (text.starts_with("*")) return std::nullopt;
  if (auto dtype = dtype_from_triton_name(text)) return dtype;
  return dtype_from_torch_name(text);
}

FrontValue Compiler::call_builtin(int builtin, Arguments arguments, Span span) {
  const BuiltinInfo& info = kBuiltins[builtin];
  const Signature& signature = signature_of(builtin);
  size_t count = signature.parameters.size();
  BuiltinCall call;
  call.span = span;
  call.name = info.name;
  call.arguments.resize(count);
  size_t next = 0;
  for (Fv& value : arguments.positional) {
    if (next == count) {
      type_error(fmt::format("{}() takes at most {} arguments", info.name, count), span);
    }
    if (signature.parameters[next].is_rest) {
      call.rest.push_back(std::move(value));
    } else {
      call.arguments[next++] = std::move(value);
    }
  }
  for (auto& [key, value] : arguments.keywords) {
    size_t position = 0;
    while (position < count && signature.parameters[position].name != key) ++position;
    if (key == "_builder" || key == "_semantic" || key == "_generator") continue;
    if (position == count) {
      std::vector<std::string_view> names;
      for (const auto& parameter : signature.parameters) names.push_back(parameter.name);
      error(DiagnosticKind::KernelType,
            fmt::format("{}() got an unexpected keyword argument '{}'{}", info.name, key,
                        suggestion(key, names)),
            span, hint_for_keyword(info.name, key, info.signature));
    }
    if (signature.parameters[position].is_rest) {
      call.rest = sequence(value, span);
    } else if (!call.arguments[position].is_missing()) {
      type_error(fmt::format("{}() got multiple values for argument '{}'", info.name, key), span);
    } else {
      call.arguments[position] = std::move(value);
    }
  }
  for (size_t i = 0; i < count; ++i) {
    if (call.arguments[i].is_missing() && !signature.parameters[i].is_optional &&
        !signature.parameters[i].is_rest) {
      type_error(fmt::format("{}() missing required argument '{}'", info.name, signature.parameters[i].name),
                 span);
    }
  }
  return info.handler(*this, call);
}

}  // namespace tilewright::kernels::triton
