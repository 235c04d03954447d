#include "stack/cuda_text.h"

#include <algorithm>
#include <cctype>

#include "base/check.h"

namespace tilewright::stack {
namespace {

constexpr CudaSpelling kSpellings[] = {
#define TW_CUDA(primitive, form, text, integer_text, binding) \
  {CudaForm::form, text, integer_text, CudaBinding::binding},
#include "stack/cuda_primitives.def"
#undef TW_CUDA
};
constexpr Primitive kOrder[] = {
#define TW_CUDA(primitive, form, text, integer_text, binding) Primitive::primitive,
#include "stack/cuda_primitives.def"
#undef TW_CUDA
};
constexpr bool is_in_order() {
  for (size_t i = 0; i < std::size(kOrder); ++i) {
    if (static_cast<size_t>(kOrder[i]) != i) return false;
  }
  return std::size(kOrder) == static_cast<size_t>(Primitive::ToFloat) + 1;
}
static_assert(is_in_order(), "cuda_primitives.def has the rows of primitives.def, in their order");

// C++ keywords, and macros and types that wrappers use: no names for parameters.
constexpr std::string_view kReserved[] = {"alignas",     "alignof",      "and",
                                          "asm",         "assert",       "auto",
                                          "bitand",      "bitor",        "bool",
                                          "break",       "case",         "catch",
                                          "char",        "class",        "compl",
                                          "concept",     "const",        "const_cast",
                                          "consteval",   "constexpr",    "constinit",
                                          "continue",    "decltype",     "default",
                                          "delete",      "dim3",         "do",
                                          "double",      "dynamic_cast", "else",
                                          "enum",        "explicit",     "export",
                                          "extern",      "false",        "float",
                                          "for",         "friend",       "goto",
                                          "if",          "inline",       "int",
                                          "linux",       "long",         "mutable",
                                          "namespace",   "new",          "noexcept",
                                          "not",         "nullptr",      "operator",
                                          "or",          "private",      "protected",
                                          "public",      "register",     "reinterpret_cast",
                                          "requires",    "return",       "short",
                                          "signed",      "sizeof",       "static",
                                          "static_cast", "struct",       "switch",
                                          "template",    "this",         "throw",
                                          "true",        "try",          "typedef",
                                          "typeid",      "typename",     "union",
                                          "unix",        "unsigned",     "using",
                                          "virtual",     "void",         "volatile",
                                          "wchar_t",     "while",        "xor"};

bool is_reserved(std::string_view name) {
  return std::find(std::begin(kReserved), std::end(kReserved), name) != std::end(kReserved);
}

bool starts_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

size_t name_end(std::string_view text, size_t at) {
  while (at < text.size() && (starts_name(text[at]) || is_digit(text[at]))) ++at;
  return at;
}
// Of a number with point and exponent, "1e-05" or "0.5".
size_t number_end(std::string_view text, size_t at) {
  while (at < text.size()) {
    bool is_sign = (text[at] == '-' || text[at] == '+') && text[at - 1] == 'e';
    if (!is_digit(text[at]) && text[at] != '.' && text[at] != 'e' && !is_sign) break;
    ++at;
  }
  return at;
}

bool has_true_division(std::string_view text) { return text.find(" / ") != text.npos; }

}  // namespace

const CudaSpelling& cuda_spelling(Primitive primitive) { return kSpellings[static_cast<size_t>(primitive)]; }

CudaType computed_as(DType dtype) {
  if (is_float(dtype)) return CudaType::Float;
  if (dtype == DType::Bool) return CudaType::Bool;
  return size_of(dtype) == 8 ? CudaType::Long : CudaType::Int;
}

std::string_view spelling(CudaType type) {
  switch (type) {
    case CudaType::Bool:
      return "bool";
    case CudaType::Int:
      return "int";
    case CudaType::Long:
      return "int64_t";
    case CudaType::Float:
      return "float";
  }
  return "";
}

std::string_view stored_type(DType dtype) {
  switch (dtype) {
    case DType::Float32:
      return "float";
    case DType::Float64:
      return "double";
    case DType::Float16:
      return "at::Half";
    case DType::BFloat16:
      return "at::BFloat16";
    case DType::Int64:
      return "int64_t";
    case DType::Int32:
      return "int";
    case DType::Int16:
      return "int16_t";
    case DType::Int8:
      return "int8_t";
    case DType::UInt8:
      return "uint8_t";
    case DType::Bool:
      return "bool";
    default:
      return "";
  }
}

std::string_view options_constant(DType dtype) {
  switch (dtype) {
    case DType::Float32:
      return "torch::kFloat32";
    case DType::Float64:
      return "torch::kFloat64";
    case DType::Float16:
      return "torch::kFloat16";
    case DType::BFloat16:
      return "torch::kBFloat16";
    case DType::Int64:
      return "torch::kInt64";
    case DType::Int32:
      return "torch::kInt32";
    case DType::Int16:
      return "torch::kInt16";
    case DType::Int8:
      return "torch::kInt8";
    case DType::UInt8:
      return "torch::kUInt8";
    case DType::Bool:
      return "torch::kBool";
    default:
      return "";
  }
}

bool is_float_text(std::string_view text) {
  if (text.starts_with("float(")) return true;
  bool has_name = false, has_point = false;
  for (size_t at = 0; at < text.size();) {
    if (starts_name(text[at])) {
      has_name = true;
      at = name_end(text, at);
    } else if (is_digit(text[at])) {
      size_t end = number_end(text, at);
      has_point |= text.substr(at, end - at).find_first_of(".e") != text.npos;
      at = end;
    } else {
      ++at;
    }
  }
  return has_point || (!has_name && has_true_division(text));
}

std::string kernel_text(std::string_view python) {
  if (python == "float(\"inf\")") return "INFINITY";
  if (python == "float(\"-inf\")") return "-INFINITY";
  if (python == "float(\"nan\")") return "NAN";
  std::string text;
  bool divides = has_true_division(python);
  for (size_t at = 0; at < python.size();) {
    size_t end = at + 1;
    if (starts_name(python[at])) {
      end = name_end(python, at);
      text += python.substr(at, end - at);
    } else if (is_digit(python[at])) {
      end = number_end(python, at);
      std::string_view number = python.substr(at, end - at);
      text += number;
      bool is_real = number.find_first_of(".e") != number.npos;
      text += is_real ? "f" : divides ? ".0f" : "";
    } else if (python.substr(at, 2) == "//") {
      text += '/';
      end = at + 2;
    } else {
      text += python[at];
    }
    at = end;
  }
  return text;
}

std::string host_text(std::string_view python) {
  std::string text;
  constexpr std::string_view kShape = ".shape[";
  for (size_t at = 0; at < python.size();) {
    if (python.substr(at, kShape.size()) == kShape) {
      size_t close = python.find(']', at);
      TW_CHECK(close != python.npos, "a subscript without end: {}", python);
      text += ".size(";
      text += python.substr(at + kShape.size(), close - at - kShape.size());
      text += ')';
      at = close + 1;
    } else if (starts_name(python[at])) {
      size_t end = name_end(python, at);
      std::string_view name = python.substr(at, end - at);
      text += name;
      if (is_reserved(name)) text += '_';
      at = end;
    } else if (python.substr(at, 2) == "//") {
      text += '/';
      at += 2;
    } else {
      text += python[at++];
    }
  }
  return text;
}

}  // namespace tilewright::stack
