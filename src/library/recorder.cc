#include "library/recorder.h"

#include <ATen/core/Tensor.h>
#include <ATen/core/dispatch/Dispatcher.h>

#include <algorithm>
#include <atomic>

#include "graph/operands.h"
#include "library/convert.h"
#include "library/tensor_object.h"

namespace tilewright::library {
namespace {

using graph::ValueId;
using script::Value;

constexpr int64_t kConstantElements = 64;  // graph.h: larger constants are no part of a graph

graph::TensorType type_of(const at::Tensor& tensor) {
  graph::TensorType type;
  type.dtype = to_dtype(static_cast<int8_t>(tensor.scalar_type())).value_or(DType::Float32);
  for (int64_t size : tensor.sizes()) type.shape.push_back({size, -1});
  type.strides = tensor.strides().vec();
  return type;
}

void collect(const Value& value, std::vector<TensorObject*>& tensors) {
  if (auto* tensor = value.as<TensorObject>()) {
    tensors.push_back(tensor);
  } else if (const auto* items = sequence_items(value)) {
    for (const Value& item : *items) collect(item, tensors);
  } else if (auto* dict = value.as<script::Dict>()) {
    for (const auto& [key, item] : dict->entries()) collect(item, tensors);
  }
}

std::vector<int64_t> sizes_of(const graph::TensorType& type) {
  std::vector<int64_t> sizes;
  for (const graph::Dimension& dimension : type.shape) sizes.push_back(dimension.size);
  return sizes;
}

bool is_same_type(const at::Tensor& left, const at::Tensor& right) {
  return left.scalar_type() == right.scalar_type() && left.sizes() == right.sizes();
}

// "aten::add_.Tensor" -> "aten::add.Tensor"; empty when the dispatcher has no such operator.
std::string functional_name(const MatchedCall& call) {
  if (call.overload->has_out) {
    const Overload* functional = without_out(*call.entry, *call.overload);
    return functional == nullptr ? "" : functional->full_name;
  }
  std::string base = "aten::" + call.entry->name.substr(0, call.entry->name.size() - 1);
  if (base == "aten::normal") base = "aten::normal_functional";
  const std::string& overload = call.overload->overload_name;
  if (!c10::Dispatcher::singleton().findSchema({base, overload})) return "";
  return overload.empty() ? base : base + "." + overload;
}

struct ArgumentMaker {
  const Parameter& parameter;
  const c10::IValue& value;
  graph::Argument operator()() const {
    if (value.isInt()) {
      if (parameter.kind == ParameterKind::DType) {
        if (auto dtype = to_dtype(static_cast<int8_t>(value.toInt()))) return *dtype;
      }
      return value.toInt();
    }
    if (value.isDouble()) return value.toDouble();
    if (value.isBool()) return value.toBool();
    if (value.isString()) return std::string(value.toStringRef());
    if (value.isIntList()) return value.toIntVector();
    if (value.isDoubleList()) return value.toDoubleVector();
    if (value.isBoolList()) {
      std::vector<bool> flags;
      for (bool flag : value.toBoolList()) flags.push_back(flag);
      return flags;
    }
    if (value.isList()) {
      std::vector<double> numbers;
      for (const c10::IValue& item : value.toListRef()) {
        if (item.isScalar()) numbers.push_back(item.toScalar().toDouble());
      }
      return numbers;
    }
    return graph::NoneArgument{};
  }
};

const graph::Argument* find_argument(const ViewStep& step, std::string_view name) {
  for (const graph::NamedArgument& argument : step.arguments) {
    if (argument.name == name) return &argument.value;
  }
  return nullptr;
}

int64_t int_argument(const ViewStep& step, std::string_view name) {
  const graph::Argument* argument = find_argument(step, name);
  const auto* number = argument == nullptr ? nullptr : std::get_if<int64_t>(argument);
  return number == nullptr ? 0 : *number;
}

}  // namespace

Recorder::Recorder(Context& context, const RecordingInputs& inputs)
    : context_(context), state_(inputs.state) {
  static std::atomic<uint64_t> next_serial{1};
  serial_ = next_serial++;
  state_values_.resize(state_.size());
  for (const auto& [name, value] : inputs.inputs) {
    auto* tensor = value.as<TensorObject>();
    if (tensor == nullptr) {
      graph_.scalar_inputs.push_back(name);
      continue;
    }
    graph::Value input;
    input.source = graph::ValueSource::Input;
    input.name = name;
    input.type = type_of(tensor->tensor());
    ValueId id = add_value(std::move(input));
    graph_.inputs.push_back(id);
    bind_fresh(*tensor, id);
  }
  context_.recorder = this;
}

Recorder::~Recorder() { context_.recorder = nullptr; }

ValueId Recorder::add_value(graph::Value value) {
  ValueId id(graph_.values.size());
  if (value.name.empty()) value.name = "%" + std::to_string(id.index);
  graph_.values.push_back(std::move(value));
  return id;
}

ValueId Recorder::add_state(TensorObject& tensor) {
  for (size_t i = 0; i < state_.size(); ++i) {
    auto* entry = state_[i].tensor.as<TensorObject>();
    if (entry == nullptr || (entry != &tensor && entry->storage != tensor.storage)) continue;
    if (!is_same_type(entry->tensor(), tensor.tensor())) continue;
    graph::Value value;
    value.source = state_[i].is_parameter ? graph::ValueSource::Parameter : graph::ValueSource::Buffer;
    value.name = state_[i].key;
    value.type = type_of(tensor.tensor());
    state_values_[i] = add_value(std::move(value));
    return state_values_[i];
  }
  return ValueId();
}

ValueId Recorder::add_constant(TensorObject& tensor) {
  graph::Value value;
  value.source = graph::ValueSource::Constant;
  value.type = type_of(tensor.tensor());
  if (tensor.tensor().numel() > kConstantElements) {
    fail_later("forward uses a tensor of " + std::to_string(tensor.tensor().numel()) +
               " elements that is no input, parameter or buffer");
  } else {
    at::Tensor dense = tensor.tensor().contiguous();
    const auto* data = static_cast<const std::byte*>(dense.const_data_ptr());
    for (int64_t i = 0; i < dense.numel(); ++i) {
      value.constant.push_back(
          load_as_double(value.type.dtype, data + i * static_cast<int64_t>(dense.element_size())));
    }
  }
  return add_value(std::move(value));
}

void Recorder::fail_later(std::string message) {
  if (!failure_)
    failure_ = Diagnostic{DiagnosticKind::Unsupported, std::move(message), context_.user_span(), {}};
}

std::vector<ValueId> Recorder::add_node(std::string op, std::vector<graph::NamedArgument> arguments,
                                        std::vector<graph::TensorType> types) {
  graph::Node node;
  node.op = std::move(op);
  node.arguments = std::move(arguments);
  node.span = context_.user_span();
  for (graph::TensorType& type : types) {
    graph::Value value;
    value.type = std::move(type);
    value.node = static_cast<uint32_t>(graph_.nodes.size());
    node.results.push_back(add_value(std::move(value)));
  }
  graph_.nodes.push_back(std::move(node));
  return graph_.nodes.back().results;
}

void Recorder::bind_fresh(TensorObject& tensor, ValueId value) {
  tensor.recording = serial_;
  tensor.value = value;
  tensor.version = 0;
  tensor.view.reset();
  tensor.storage->recording = serial_;
  tensor.storage->base_value = value;
  tensor.storage->version = 0;
}

void Recorder::bind_view(TensorObject& view, const TensorObject& source, std::shared_ptr<const ViewStep> step,
                         ValueId value) {
  view.recording = serial_;
  view.value = value;
  view.version = source.version;
  view.view = std::move(step);
}

ValueId Recorder::value_of(TensorObject& tensor) {
  if (tensor.recording != serial_) {
    ValueId value = add_state(tensor);
    bind_fresh(tensor, value ? value : add_constant(tensor));
    return tensor.value;
  }
  if (tensor.version != tensor.storage->version) {
    tensor.value = derive(tensor.view.get(), tensor.storage->base_value);
    tensor.version = tensor.storage->version;
  }
  return tensor.value;
}

ValueId Recorder::derive(const ViewStep* step, ValueId base) {
  if (step == nullptr) return base;
  ValueId parent = derive(step->parent.get(), base);
  std::vector<graph::NamedArgument> arguments = step->arguments;
  arguments[0].value = parent;
  return add_node(step->op, std::move(arguments), step->types)[step->result];
}

ValueId Recorder::write_through(const ViewStep& step, ValueId base, ValueId child) {
  ValueId parent = derive(step.parent.get(), base);
  ValueId changed = scatter(step, parent, child);
  return step.parent ? write_through(*step.parent, base, changed) : changed;
}

void Recorder::write(TensorObject& tensor, ValueId value) {
  StorageRecord& storage = *tensor.storage;
  storage.base_value = tensor.view ? write_through(*tensor.view, storage.base_value, value) : value;
  ++storage.version;
  tensor.value = value;
  tensor.version = storage.version;
}

// The parent with `child` in place of the view that `step` takes of it.
ValueId Recorder::scatter(const ViewStep& step, ValueId parent, ValueId child) {
  using Arguments = std::vector<graph::NamedArgument>;
  auto node = [&](std::string op, Arguments arguments) {
    return add_node(std::move(op), std::move(arguments), {step.parent_type})[0];
  };
  auto inserted = [&](std::string op) {
    Arguments arguments = step.arguments;
    arguments[0].value = parent;
    arguments.insert(arguments.begin() + 1, {"src", child});
    return node(std::move(op), std::move(arguments));
  };
  auto undone_by_itself = [&] {
    Arguments arguments = step.arguments;
    arguments[0].value = child;
    return node(step.op, std::move(arguments));
  };
  std::string_view op = step.op;
  if (op == "aten::select.int") return inserted("aten::select_scatter");
  if (op == "aten::slice.Tensor") return inserted("aten::slice_scatter");
  if (op == "aten::diagonal") return inserted("aten::diagonal_scatter");
  if (op == "aten::as_strided") return inserted("aten::as_strided_scatter");
  if (op == "aten::narrow") {
    int64_t start = int_argument(step, "start");
    return node("aten::slice_scatter", {{"self", parent},
                                        {"src", child},
                                        {"dim", int_argument(step, "dim")},
                                        {"start", start},
                                        {"end", start + int_argument(step, "length")},
                                        {"step", int64_t{1}}});
  }
  if (op == "aten::t" || op == "aten::transpose.int") return undone_by_itself();
  if (op == "aten::permute") {
    const auto* dims = std::get_if<std::vector<int64_t>>(find_argument(step, "dims"));
    auto count = static_cast<int64_t>(dims->size());
    std::vector<int64_t> inverse(dims->size());
    for (int64_t i = 0; i < count; ++i)
      inverse[static_cast<size_t>(((*dims)[static_cast<size_t>(i)] + count) % count)] = i;
    return node("aten::permute", {{"self", child}, {"dims", inverse}});
  }
  static constexpr std::string_view kReshapes[] = {"aten::view",      "aten::reshape",    "aten::flatten",
                                                   "aten::unflatten", "aten::squeeze",    "aten::unsqueeze",
                                                   "aten::view_as",   "aten::reshape_as", "aten::ravel"};
  for (std::string_view name : kReshapes) {
    if (op.substr(0, op.find('.')) == name) {
      return node("aten::reshape", {{"self", child}, {"shape", sizes_of(step.parent_type)}});
    }
  }
  fail_later("a write into the result of " + step.op + " cannot be recorded");
  return parent;
}

graph::Argument Recorder::default_argument(const MatchedCall& call, size_t index) {
  const auto& argument = call.overload->handle->schema().arguments()[index];
  return ArgumentMaker{call.overload->parameters[index], *argument.default_value()}();
}

graph::Argument Recorder::argument_of(const MatchedCall& call, size_t index) {
  if (!call.slots[index]) return default_argument(call, index);
  const Parameter& parameter = call.overload->parameters[index];
  const Value& value = *call.slots[index];
  if (value.is_none() || parameter.kind == ParameterKind::Device ||
      parameter.kind == ParameterKind::Generator) {
    return graph::NoneArgument{};
  }
  auto* tensor = value.as<TensorObject>();
  if (parameter.kind == ParameterKind::Tensor && tensor != nullptr) return value_of(*tensor);
  if (parameter.kind == ParameterKind::Tensor) {
    if (value.is_float()) return value.floating();
    return value.is_bool() ? graph::Argument(value.boolean()) : graph::Argument(value.integer());
  }
  if (parameter.kind == ParameterKind::TensorList || parameter.kind == ParameterKind::OptionalTensorList) {
    std::vector<ValueId> ids;
    for (const Value& item : *sequence_items(value)) {
      auto* element = item.as<TensorObject>();
      ids.push_back(element == nullptr ? ValueId() : value_of(*element));
    }
    return ids;
  }
  return ArgumentMaker{parameter, to_argument(context_.interpreter, parameter, value)}();
}

void Recorder::before(const MatchedCall& call) {
  pending_.clear();
  for (size_t i = 0; i < call.slots.size(); ++i) {
    const Parameter& parameter = call.overload->parameters[i];
    if (parameter.is_out) continue;
    pending_.push_back({parameter.name, argument_of(call, i)});
  }
}

void Recorder::after_write(const MatchedCall& call) {
  std::vector<TensorObject*> written;
  for (size_t i = 0; i < call.slots.size(); ++i) {
    if (call.overload->parameters[i].is_written && call.slots[i]) {
      collect_tensors(call.overload->parameters[i], *call.slots[i], written);
    }
  }
  if (call.entry->name == "copy_" && call.tensors.size() == 2 &&
      is_same_type(call.tensors[0]->tensor(), call.tensors[1]->tensor())) {
    write(*written[0], std::get<ValueId>(pending_[1].value));
    return;
  }
  std::string op = functional_name(call);
  if (op.empty()) {
    fail_later(call.overload->full_name + " writes its operand and has no functional form");
    return;
  }
  std::vector<graph::TensorType> types;
  for (TensorObject* tensor : written) types.push_back(type_of(tensor->tensor()));
  std::vector<ValueId> values = add_node(std::move(op), std::move(pending_), std::move(types));
  for (size_t i = 0; i < written.size(); ++i) {
    value_of(*written[i]);
    write(*written[i], values[i]);
  }
}

void Recorder::after_view(const MatchedCall& call, const std::vector<TensorObject*>& results) {
  TensorObject& source = *call.tensors[0];
  std::vector<graph::TensorType> types;
  for (TensorObject* tensor : results) types.push_back(type_of(tensor->tensor()));
  std::vector<graph::NamedArgument> arguments = pending_;
  std::vector<ValueId> values = add_node(call.overload->full_name, std::move(pending_), types);
  for (size_t i = 0; i < results.size(); ++i) {
    if (results[i]->storage != source.storage) {
      bind_fresh(*results[i], values[i]);
      continue;
    }
    auto step = std::make_shared<ViewStep>(
        ViewStep{source.view, call.overload->full_name, arguments, types, i, type_of(source.tensor())});
    bind_view(*results[i], source, std::move(step), values[i]);
  }
}

void Recorder::after(const MatchedCall& call, const Value& result) {
  if (call.overload->writes) {
    after_write(call);
    return;
  }
  std::vector<TensorObject*> results;
  collect(result, results);
  if (results.empty()) return;  // a Python number: the program's own business
  bool is_input = false;
  for (TensorObject* input : call.tensors) is_input |= results.size() == 1 && results[0] == input;
  if (is_input) return;  // x.contiguous() of a contiguous x
  if (call.overload->is_view && !call.tensors.empty()) {
    after_view(call, results);
    return;
  }
  std::vector<graph::TensorType> types;
  for (TensorObject* tensor : results) types.push_back(type_of(tensor->tensor()));
  std::vector<ValueId> values = add_node(call.overload->full_name, std::move(pending_), std::move(types));
  for (size_t i = 0; i < results.size(); ++i) bind_fresh(*results[i], values[i]);
}

void Recorder::alias(TensorObject& copy, TensorObject& source) {
  ValueId value = value_of(source);
  if (copy.storage != source.storage) {
    bind_fresh(copy, value);
  } else {
    bind_view(copy, source, source.view, value);
  }
}

// Drops what no output needs (counters of normalisation layers, views that were never read).
void Recorder::drop_unused() {
  std::vector<bool> is_needed(graph_.values.size(), false);
  for (ValueId id : graph_.outputs) is_needed[id.index] = true;
  std::vector<graph::Node> kept;
  for (size_t i = graph_.nodes.size(); i-- > 0;) {
    graph::Node& node = graph_.nodes[i];
    bool is_used = std::any_of(node.results.begin(), node.results.end(),
                               [&](ValueId id) { return is_needed[id.index]; });
    if (!is_used) continue;
    for (ValueId id : node.results) is_needed[id.index] = true;
    for (ValueId id : graph::operands(node)) {
      if (id) is_needed[id.index] = true;
    }
    kept.push_back(std::move(node));
  }
  std::reverse(kept.begin(), kept.end());
  for (ValueId id : graph_.inputs) is_needed[id.index] = true;
  std::vector<ValueId> renamed(graph_.values.size());
  std::vector<graph::Value> values;
  for (size_t i = 0; i < graph_.values.size(); ++i) {
    if (!is_needed[i]) continue;
    renamed[i] = ValueId(values.size());
    values.push_back(std::move(graph_.values[i]));
    if (values.back().name.starts_with("%")) values.back().name = "%" + std::to_string(renamed[i].index);
  }
  auto rename = [&](std::vector<ValueId>& ids) {
    for (ValueId& id : ids) id = id ? renamed[id.index] : id;
  };
  for (size_t i = 0; i < kept.size(); ++i) {
    rename(kept[i].results);
    for (ValueId id : kept[i].results) values[id.index].node = static_cast<uint32_t>(i);
    for (graph::NamedArgument& argument : kept[i].arguments) {
      if (auto* id = std::get_if<ValueId>(&argument.value)) *id = renamed[id->index];
      if (auto* list = std::get_if<std::vector<ValueId>>(&argument.value)) rename(*list);
    }
  }
  std::erase_if(state_values_, [&](ValueId id) { return !id || !renamed[id.index]; });
  rename(state_values_);
  rename(graph_.inputs);
  rename(graph_.outputs);
  graph_.nodes = std::move(kept);
  graph_.values = std::move(values);
}

Result<graph::Graph> Recorder::finish(const Value& result) {
  std::vector<TensorObject*> outputs;
  collect(result, outputs);
  for (TensorObject* tensor : outputs) graph_.outputs.push_back(value_of(*tensor));
  drop_unused();
  graph_.parameters = state_values_;
  if (failure_) return fail(*failure_);
  if (auto verified = graph::verify(graph_); !verified) return fail(verified.error());
  return std::move(graph_);
}

}  // namespace tilewright::library
