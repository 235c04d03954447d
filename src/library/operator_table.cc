#include "library/operator_table.h"

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/jit_type.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <unordered_map>

namespace tilewright::library {
namespace {

struct Row {
  std::string_view name;
  OpWork work;
  std::string_view reach;
};

constexpr Row kRows[] = {
#define TW_TORCH_OP(name, work, reach) {#name, OpWork::work, reach},
#include "library/torch_ops.def"
#undef TW_TORCH_OP
};

const std::unordered_map<std::string_view, const Row*>& rows() {
  static const auto* table = [] {
    auto* made = new std::unordered_map<std::string_view, const Row*>;
    for (const Row& row : kRows) made->emplace(row.name, &row);
    return made;
  }();
  return *table;
}

// Overload names by operator name, of the whole dispatcher.
const std::unordered_map<std::string, std::vector<std::string>>& overload_names() {
  static const auto* table = [] {
    auto* made = new std::unordered_map<std::string, std::vector<std::string>>;
    for (const c10::OperatorName& name : c10::Dispatcher::singleton().getAllOpNames()) {
      if (name.name.starts_with("aten::")) (*made)[name.name.substr(6)].push_back(name.overload_name);
    }
    return made;
  }();
  return *table;
}

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

ParameterKind list_kind(const c10::Type& element) {
  switch (element.kind()) {
    case c10::TypeKind::TensorType:
      return ParameterKind::TensorList;
    case c10::TypeKind::IntType:
    case c10::TypeKind::SymIntType:
      return ParameterKind::IntList;
    case c10::TypeKind::FloatType:
      return ParameterKind::FloatList;
    case c10::TypeKind::BoolType:
      return ParameterKind::BoolList;
    case c10::TypeKind::NumberType:
      return ParameterKind::ScalarList;
    case c10::TypeKind::OptionalType:
      return element.containedType(0)->kind() == c10::TypeKind::TensorType ? ParameterKind::OptionalTensorList
                                                                           : ParameterKind::Other;
    default:
      return ParameterKind::Other;
  }
}

ParameterKind kind_of(const c10::Type& type) {
  switch (type.kind()) {
    case c10::TypeKind::TensorType:
      return ParameterKind::Tensor;
    case c10::TypeKind::ListType:
      return list_kind(*type.containedType(0));
    case c10::TypeKind::IntType:
    case c10::TypeKind::SymIntType:
      return ParameterKind::Int;
    case c10::TypeKind::FloatType:
      return ParameterKind::Float;
    case c10::TypeKind::BoolType:
      return ParameterKind::Bool;
    case c10::TypeKind::NumberType:
      return ParameterKind::Scalar;
    case c10::TypeKind::StringType:
      return ParameterKind::String;
    case c10::TypeKind::ScalarTypeType:
      return ParameterKind::DType;
    case c10::TypeKind::LayoutType:
      return ParameterKind::Layout;
    case c10::TypeKind::MemoryFormatType:
      return ParameterKind::MemoryFormat;
    case c10::TypeKind::DeviceObjType:
      return ParameterKind::Device;
    case c10::TypeKind::GeneratorType:
      return ParameterKind::Generator;
    default:
      return ParameterKind::Other;
  }
}

Parameter describe(const c10::Argument& argument) {
  Parameter parameter;
  parameter.name = argument.name();
  c10::TypePtr type = argument.real_type();
  if (type->kind() == c10::TypeKind::OptionalType) {
    parameter.is_optional = true;
    type = type->containedType(0);
  }
  parameter.kind = kind_of(*type);
  parameter.has_default = argument.default_value().has_value();
  parameter.is_keyword_only = argument.kwarg_only();
  parameter.is_out = argument.is_out();
  parameter.fixed_size = argument.N().value_or(0);
  if (const c10::AliasInfo* alias = argument.alias_info()) {
    parameter.is_written = alias->isWrite();
    parameter.is_aliased = !alias->isWrite();
  }
  return parameter;
}

// Operators whose written argument's old elements play no part in the result.
bool overwrites_self(std::string_view name) {
  return is_one_of(name, {"copy_", "fill_", "zero_", "normal_", "uniform_", "random_", "exponential_",
                          "cauchy_", "geometric_", "log_normal_", "bernoulli_"});
}

std::unique_ptr<Overload> make_overload(std::string_view name, const c10::OperatorHandle& handle) {
  const c10::FunctionSchema& schema = handle.schema();
  auto overload = std::make_unique<Overload>();
  overload->overload_name = schema.overload_name();
  overload->full_name = schema.name() + (schema.overload_name().empty() ? "" : "." + schema.overload_name());
  overload->handle = new c10::OperatorHandle(handle);
  bool returns_alias = false;
  for (const c10::Argument& result : schema.returns()) {
    overload->result_names.push_back(result.name());
    returns_alias |= result.alias_info() != nullptr && !result.alias_info()->isWrite();
  }
  for (const c10::Argument& argument : schema.arguments()) {
    Parameter parameter = describe(argument);
    overload->writes |= parameter.is_written;
    overload->has_out |= parameter.is_out;
    if (!parameter.is_keyword_only) ++overload->positional_count;
    overload->parameters.push_back(std::move(parameter));
  }
  overload->is_view = returns_alias && !overload->writes;
  overload->overwrites = overload->has_out || overwrites_self(name);
  return overload;
}

// Named-tensor overloads ("dimname") and storages are out of reach.
bool is_reachable(const Overload& overload) {
  if (overload.overload_name.find("imname") != std::string::npos) return false;
  if (overload.overload_name.find("names") != std::string::npos) return false;
  return std::all_of(overload.parameters.begin(), overload.parameters.end(), [](const Parameter& parameter) {
    return parameter.kind != ParameterKind::Other || (parameter.has_default || parameter.is_optional);
  });
}

std::unique_ptr<OperatorEntry> make_entry(std::string_view name, const Row& row) {
  auto entry = std::make_unique<OperatorEntry>();
  entry->name = name;
  entry->work = row.work;
  entry->reach = row.reach;
  entry->accepts_numbers_as_tensors =
      is_one_of(row.name, {"add", "sub", "mul", "div", "true_divide", "floor_divide", "remainder", "fmod",
                           "multiply", "subtract", "divide", "pow", "xlogy", "float_power"});
  entry->makes_unwritten = is_one_of(
      name, {"empty", "empty_like", "empty_strided", "empty_permuted", "new_empty", "new_empty_strided"});
  entry->mixes_devices =
      is_one_of(name, {"copy_", "index", "index_put_", "index_put", "new_empty", "empty_like"});
  auto found = overload_names().find(std::string(name));
  if (found == overload_names().end()) return nullptr;
  for (const std::string& overload_name : found->second) {
    auto handle = c10::Dispatcher::singleton().findSchema({"aten::" + std::string(name), overload_name});
    if (!handle) continue;
    auto overload = make_overload(name, *handle);
    if (is_reachable(*overload)) entry->overloads.push_back(std::move(overload));
  }
  // The dispatcher lists overloads in no order: the fewest parameters first makes the choice between
  // equally good matches deterministic.
  std::sort(entry->overloads.begin(), entry->overloads.end(), [](const auto& left, const auto& right) {
    auto key = [](const Overload& overload) {
      size_t keyword_only = overload.parameters.size() - overload.positional_count;
      return std::make_tuple(overload.has_out, overload.parameters.size(), keyword_only,
                             overload.overload_name);
    };
    return key(*left) < key(*right);
  });
  return entry->overloads.empty() ? nullptr : std::move(entry);
}

const Row* find_row(std::string_view name) {
  if (auto found = rows().find(name); found != rows().end()) return found->second;
  if (name.size() > 1 && name.back() == '_') {
    if (auto found = rows().find(name.substr(0, name.size() - 1)); found != rows().end())
      return found->second;
  }
  return nullptr;
}

}  // namespace

const OperatorEntry* find_operator(std::string_view name, std::string_view reach) {
  const Row* row = find_row(name);
  if (row == nullptr || row->reach.find_first_of(reach) == std::string_view::npos) return nullptr;
  static std::mutex mutex;
  static auto* entries = new std::map<std::string, std::unique_ptr<OperatorEntry>, std::less<>>;
  std::lock_guard lock(mutex);
  auto found = entries->find(name);
  if (found == entries->end()) found = entries->emplace(std::string(name), make_entry(name, *row)).first;
  return found->second.get();
}

std::vector<std::string> operator_names(char reach) {
  std::vector<std::string> names;
  for (const Row& row : kRows) {
    if (row.reach.find(reach) != std::string_view::npos) names.emplace_back(row.name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

const Overload* without_out(const OperatorEntry& entry, const Overload& overload) {
  auto inputs = [](const Overload& candidate) {
    std::vector<ParameterKind> kinds;
    for (const Parameter& parameter : candidate.parameters) {
      bool is_option = parameter.kind == ParameterKind::DType || parameter.kind == ParameterKind::Layout ||
                       parameter.kind == ParameterKind::Device || parameter.name == "pin_memory";
      if (!parameter.is_out && !is_option) kinds.push_back(parameter.kind);
    }
    return kinds;
  };
  for (const auto& candidate : entry.overloads) {
    if (!candidate->has_out && inputs(*candidate) == inputs(overload)) return candidate.get();
  }
  return nullptr;
}

}  // namespace tilewright::library
