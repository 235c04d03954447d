#include "library/call_operator.h"

#include <ATen/core/LegacyTypeDispatch.h>
#include <ATen/core/Tensor.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_like.h>
#include <ATen/ops/zeros.h>
#include <c10/core/DefaultDtype.h>
#include <c10/core/GradMode.h>
#include <c10/util/Exception.h>

#include <algorithm>

#include "base/check.h"
#include "library/autocast.h"
#include "library/convert.h"
#include "library/measured_operations.h"
#include "library/operation_noise.h"
#include "library/memory_limit.h"
#include "library/recorder.h"
#include "library/tensor_object.h"
#include "library/unwritten.h"
#include "kernels/triton/objects.h"
#include "library/widen.h"

namespace tilewright::library {
namespace {

using script::CallArguments;
using script::Interpreter;
using script::Value;

// NumPy's spellings that PyTorch accepts beside its own.
std::string_view torch_spelling(std::string_view keyword) {
  if (keyword == "axis") return "dim";
  if (keyword == "keepdims") return "keepdim";
  if (keyword == "input" || keyword == "x" || keyword == "a") return "self";
  if (keyword == "x2") return "other";
  return keyword;
}

int find_parameter(const Overload& overload, std::string_view keyword) {
  auto find = [&](std::string_view name) {
    for (size_t i = 0; i < overload.parameters.size(); ++i) {
      if (overload.parameters[i].name == name) return static_cast<int>(i);
    }
    return -1;
  };
  int exact = find(keyword);
  return exact >= 0 ? exact : find(torch_spelling(keyword));
}

bool may_gather(const Parameter& parameter) {
  return (parameter.kind == ParameterKind::IntList && parameter.fixed_size == 0) ||
         parameter.kind == ParameterKind::TensorList;
}

// x.view(2, 3): the last positional parameter takes the remaining arguments as one list.
std::optional<Value> gather(const Overload& overload, const std::vector<Value>& positional, size_t index) {
  if (index + 1 != overload.positional_count || !may_gather(overload.parameters[index])) return std::nullopt;
  bool is_ints = overload.parameters[index].kind == ParameterKind::IntList;
  for (size_t i = index; i < positional.size(); ++i) {
    const Value& value = positional[i];
    auto* tensor = value.as<TensorObject>();
    bool fits =
        is_ints ? value.is_int() || (tensor != nullptr && tensor->tensor().dim() == 0) : tensor != nullptr;
    if (!fits) return std::nullopt;
  }
  return script::make_tuple({positional.begin() + static_cast<ptrdiff_t>(index), positional.end()});
}

// avg_pool2d(x, 2, stride=None): PyTorch's bindings take None for a list's default.
bool takes_default(const Parameter& parameter, const Value& value) {
  return value.is_none() && parameter.kind == ParameterKind::IntList && !parameter.is_optional &&
         parameter.has_default;
}

// Fills the call's slots; the cost of the promotions, or nullopt when the overload does not fit.
std::optional<int> match(Interpreter& interpreter, MatchedCall& call, const std::vector<Value>& positional,
                         const std::vector<std::pair<std::string, Value>>& keywords) {
  const Overload& overload = *call.overload;
  call.slots.assign(overload.parameters.size(), std::nullopt);
  int cost = 0;
  for (size_t i = 0; i < positional.size(); ++i) {
    if (i >= overload.positional_count) return std::nullopt;
    const Parameter& parameter = overload.parameters[i];
    bool is_sequence = sequence_items(positional[i]) != nullptr;
    if (!is_sequence) {
      if (auto gathered = gather(overload, positional, i)) {
        call.slots[i] = std::move(*gathered);
        break;
      }
    }
    if (takes_default(parameter, positional[i])) continue;
    auto fitted = fit(interpreter, *call.entry, parameter, positional[i]);
    if (!fitted) return std::nullopt;
    cost += *fitted;
    call.slots[i] = positional[i];
  }
  for (const auto& [keyword, value] : keywords) {
    int index = find_parameter(overload, keyword);
    if (index < 0 || call.slots[static_cast<size_t>(index)]) return std::nullopt;
    if (takes_default(overload.parameters[static_cast<size_t>(index)], value)) continue;
    auto fitted = fit(interpreter, *call.entry, overload.parameters[static_cast<size_t>(index)], value);
    if (!fitted) return std::nullopt;
    cost += *fitted;
    call.slots[static_cast<size_t>(index)] = value;
  }
  for (size_t i = 0; i < overload.parameters.size(); ++i) {
    const Parameter& parameter = overload.parameters[i];
    if (!call.slots[i] && !parameter.has_default) return std::nullopt;
  }
  return cost;
}

std::string signature(const OperatorEntry& entry, const Overload& overload) {
  std::string text = entry.name + "(";
  bool is_keyword_only = false;
  for (size_t i = 0; i < overload.parameters.size(); ++i) {
    const Parameter& parameter = overload.parameters[i];
    if (i > 0) text += ", ";
    if (parameter.is_keyword_only && !is_keyword_only) {
      text += "*, ";
      is_keyword_only = true;
    }
    text += parameter.name == "self" ? "input" : parameter.name;
    if (parameter.has_default) text += "=...";
  }
  return text + ")";
}

[[noreturn]] void raise_mismatch(Interpreter& interpreter, const OperatorEntry& entry,
                                 const std::vector<Value>& positional,
                                 const std::vector<std::pair<std::string, Value>>& keywords) {
  std::string given;
  for (const Value& value : positional) given += (given.empty() ? "" : ", ") + interpreter.type_name(value);
  for (const auto& [keyword, value] : keywords) {
    given += (given.empty() ? "" : ", ") + keyword + "=" + interpreter.type_name(value);
  }
  std::string message = entry.name + "() received an invalid combination of arguments - got (" + given +
                        "), but expected one of:";
  for (const auto& overload : entry.overloads) {
    if (!overload->has_out || entry.overloads.front()->has_out)
      message += " " + signature(entry, *overload) + ";";
  }
  message.back() = '.';
  interpreter.raise("TypeError", std::move(message));
}

MatchedCall find_match(Interpreter& interpreter, const OperatorEntry& entry,
                       const std::vector<Value>& positional,
                       const std::vector<std::pair<std::string, Value>>& keywords) {
  MatchedCall best;
  int best_cost = 0;
  for (const auto& overload : entry.overloads) {
    MatchedCall candidate{&entry, overload.get(), {}, {}};
    auto cost = match(interpreter, candidate, positional, keywords);
    if (!cost || (best.overload != nullptr && *cost >= best_cost)) continue;
    best = std::move(candidate);
    best_cost = *cost;
    if (best_cost == 0) break;
  }
  if (best.overload == nullptr) raise_mismatch(interpreter, entry, positional, keywords);
  for (size_t i = 0; i < best.slots.size(); ++i) {
    if (best.slots[i]) collect_tensors(best.overload->parameters[i], *best.slots[i], best.tensors);
  }
  return best;
}

// What a call says about its results beyond the schema: keywords that are labels here.
struct ResultOptions {
  std::optional<Device> device;
  bool requires_grad = false, is_pinned = false;
};

bool has_parameter(const OperatorEntry& entry, std::string_view name) {
  return std::any_of(entry.overloads.begin(), entry.overloads.end(), [&](const auto& overload) {
    return std::any_of(overload->parameters.begin(), overload->parameters.end(),
                       [&](const Parameter& parameter) { return parameter.name == name; });
  });
}

ResultOptions take_options(Interpreter& interpreter, const OperatorEntry& entry, CallArguments& arguments) {
  ResultOptions options;
  if (arguments.keywords.empty() || !has_parameter(entry, "device")) return options;
  if (auto device = arguments.take_keyword("device"); device && !device->is_none()) {
    options.device = to_device(interpreter, *device);
    if (options.device->is_accelerator() && options.device->index < 0) options.device->index = 0;
  }
  if (auto flag = arguments.take_keyword("requires_grad")) options.requires_grad = interpreter.truthy(*flag);
  if (auto flag = arguments.take_keyword("pin_memory"); flag && !flag->is_none())
    options.is_pinned = interpreter.truthy(*flag);
  return options;
}

void check_devices(Interpreter& interpreter, const MatchedCall& call) {
  if (call.entry->mixes_devices) return;
  const TensorObject* on_cuda = nullptr;
  const TensorObject* on_cpu = nullptr;
  for (const TensorObject* tensor : call.tensors) {
    if (tensor->tensor().dim() == 0) continue;
    (tensor->device.is_accelerator() ? on_cuda : on_cpu) = tensor;
  }
  if (on_cuda != nullptr && on_cpu != nullptr) {
    interpreter.raise(
        "RuntimeError",
        "Expected all tensors to be on the same device, but found at least two devices, " +
            on_cuda->device.text() + " and cpu! (in " +
            call.entry->name + ")");
  }
}

Device result_device(const Context& context, const MatchedCall& call, const ResultOptions& options) {
  if (options.device) return *options.device;
  if (call.tensors.empty()) return context.default_device;
  for (const TensorObject* tensor : call.tensors) {
    if (tensor->tensor().dim() > 0) return tensor->device;
  }
  for (const TensorObject* tensor : call.tensors) {
    if (tensor->device.is_accelerator()) return tensor->device;
  }
  return call.tensors.front()->device;
}

template <class Visit>
void for_each_written(const MatchedCall& call, Visit visit) {
  if (!call.overload->writes) return;
  for (size_t i = 0; i < call.slots.size(); ++i) {
    if (!call.overload->parameters[i].is_written || !call.slots[i]) continue;
    std::vector<TensorObject*> tensors;
    collect_tensors(call.overload->parameters[i], *call.slots[i], tensors);
    for (TensorObject* tensor : tensors) visit(*tensor);
  }
}

void check_writes(Context& context, const MatchedCall& call) {
  for_each_written(call, [&](TensorObject& tensor) {
    const kernels::memory::Region& region = *tensor.storage->region;
    if (!region.is_read_only) return;
    std::string what = region.name.empty() ? "a read-only tensor" : "'" + region.name + "'";
    context.interpreter.abort(
        DiagnosticKind::InputMutated,
        call.entry->name + "() writes into " + what + ", which must stay as it was given",
        context.user_span());
  });
}

// Stands in for drawing random values (LibraryOptions::leaves_random_unset); false: another operator.
bool leave_unset(const MatchedCall& call, std::vector<c10::IValue>& stack) {
  const std::string& name = call.entry->name;
  const std::string& overload = call.overload->overload_name;
  at::Tensor made;
  if (name == "normal_" || name == "uniform_") {
    made = stack[0].toTensor();
  } else if (name == "rand_like" || name == "randn_like") {
    made = at::empty_like(stack[0].toTensor());
  } else if ((name == "rand" || name == "randn") && overload.empty()) {
    c10::optional<at::ScalarType> dtype = stack[1].toOptional<at::ScalarType>();
    made = at::empty(stack[0].toIntVector(), dtype.value_or(c10::get_default_dtype_as_scalartype()));
  } else if (name == "randint" && (overload.empty() || overload == "low")) {
    size_t size = overload.empty() ? 1 : 2;
    made = at::zeros(stack[size].toIntVector(), stack[size + 1].toOptional<at::ScalarType>().value_or(at::kLong));
  } else {
    return false;
  }
  stack.assign(1, c10::IValue(std::move(made)));
  return true;
}

// Initial values that the library's own Python writes into parameters (torch.nn.init, reset_parameters).
bool initialises_parameters(const Context& context, const MatchedCall& call) {
  if (!context.session.options.computes_gradients || !context.is_prelude(context.interpreter.current_span()))
    return false;
  bool found = false;
  for_each_written(call, [&](TensorObject& object) {
    const at::Tensor& tensor = object.tensor();
    found |= tensor.requires_grad() && (tensor.is_view() ? tensor._base().is_leaf() : tensor.is_leaf());
  });
  return found;
}

void run_with_noise(Context& context, const MatchedCall& call, std::vector<c10::IValue>& stack) {
  int64_t elements = most_elements(stack);
  shake_operands(context, call, stack);
  call.overload->handle->callBoxed(&stack);
  shake_results(context, call, elements, stack);
}

std::vector<c10::IValue> run(Context& context, const MatchedCall& call) {
  std::vector<c10::IValue> stack;
  stack.reserve(call.slots.size());
  const auto& schema = call.overload->handle->schema().arguments();
  for (size_t i = 0; i < call.slots.size(); ++i) {
    if (call.slots[i]) {
      stack.push_back(to_argument(context.interpreter, call.overload->parameters[i], *call.slots[i]));
    } else {
      stack.push_back(*schema[i].default_value());
    }
  }
  auto wanted = c10::scalarTypeToTypeMeta(static_cast<c10::ScalarType>(context.default_dtype));
  if (c10::get_default_dtype() != wanted) c10::set_default_dtype(wanted);
  translate_errors(context.interpreter, [&] {
    std::optional<at::AutoDispatchBelowADInplaceOrView> without_tape;
    if (!context.session.options.computes_gradients) without_tape.emplace();
    std::optional<at::NoGradGuard> without_gradient;
    if (initialises_parameters(context, call)) without_gradient.emplace();
    if (context.session.options.leaves_random_unset && leave_unset(call, stack)) return;
    WidenedOperation wide(call, stack, context.session.options.computes_gradients);
    if (context.noise_seed != 0) return run_with_noise(context, call, stack);
    call.overload->handle->callBoxed(&stack);
    wide.narrow(stack);
  });
  return stack;
}

class ResultWrapper {
 public:
  ResultWrapper(Context& context, const MatchedCall& call, const ResultOptions& options)
      : context_(context), call_(call), options_(options), device_(result_device(context, call, options)) {}

  Value wrap(const c10::IValue& result) {
    if (result.isTensor()) return tensor(result.toTensor());
    if (result.isTensorList()) {
      std::vector<Value> items;
      for (const at::Tensor& item : result.toTensorVector()) items.push_back(tensor(item));
      return script::make_tuple(std::move(items));
    }
    if (result.isInt()) return result.toInt();
    if (result.isDouble()) return result.toDouble();
    if (result.isBool()) return result.toBool();
    if (result.isNone()) return {};
    if (result.isIntList()) {
      std::vector<Value> items;
      for (int64_t item : result.toIntVector()) items.push_back(item);
      return script::make_list(std::move(items));
    }
    context_.interpreter.unsupported("the result of " + call_.entry->name + "()");
  }

 private:
  Value tensor(const at::Tensor& result) {
    if (!result.defined()) return {};
    for (TensorObject* input : call_.tensors) {
      if (input->tensor().is_same(result)) return Value(input);
    }
    auto object = wrap_tensor(context_, result, call_.tensors, device_);
    if (call_.entry->makes_unwritten && !leave_unwritten(context_, *object)) track_initialised(context_, *object);
    if (options_.requires_grad) require_gradient(*object);
    object->storage->is_pinned |= options_.is_pinned;
    return object;
  }

  void require_gradient(TensorObject& tensor) {
    translate_errors(context_.interpreter, [&] { tensor.set_requires_grad(context_, true); });
  }

  Context& context_;
  const MatchedCall& call_;
  const ResultOptions& options_;
  Device device_;
};

Value wrap_results(Context& context, const MatchedCall& call, const ResultOptions& options,
                   const std::vector<c10::IValue>& results) {
  ResultWrapper wrapper(context, call, options);
  if (results.empty()) return {};
  if (results.size() == 1) return wrapper.wrap(results[0]);
  std::vector<Value> values;
  for (const c10::IValue& result : results) values.push_back(wrapper.wrap(result));
  const auto& names = call.overload->result_names;
  if (!names.empty() && !names[0].empty()) {
    return Value(
        script::make<NamedResults>("torch.return_types." + call.entry->name, names, std::move(values)));
  }
  return script::make_tuple(std::move(values));
}

bool holds_tensor(const Value& value) {
  const std::vector<Value>* items = sequence_items(value);
  if (items == nullptr) return value.as<TensorObject>() != nullptr;
  return std::any_of(items->begin(), items->end(),
                     [](const Value& item) { return item.as<TensorObject>() != nullptr; });
}

// Operators that copy the one element that fills, or only look at the shape of a tensor.
bool fills(const MatchedCall& call) {
  std::string_view name = call.entry->name;
  return name == "fill" || name == "fill_" || name == "full" || name == "full_like" || name == "new_full" ||
         name == "scalar_tensor" || name == "fill_diagonal_";
}

// Sizes are read by the host, which counts them as such.
bool takes_shape(const MatchedCall& call, const Parameter& parameter) {
  std::string_view name = call.entry->name;
  bool is_size = parameter.kind == ParameterKind::Int || parameter.kind == ParameterKind::IntList;
  return parameter.is_written || is_size || (parameter.name == "self" && (name.ends_with("_like") || name.starts_with("new_")));
}

// linspace(x[0], x[1], 3), bernoulli(x): what creates a tensor computes where elements of others say how.
bool creates_from_tensors(const MatchedCall& call) {
  if (call.entry->work != OpWork::Create || fills(call)) return false;
  for (size_t i = 0; i < call.slots.size(); ++i) {
    const Parameter& parameter = call.overload->parameters[i];
    if (call.slots[i] && holds_tensor(*call.slots[i]) && !takes_shape(call, parameter)) return true;
  }
  return false;
}

// conj() marks a complex tensor; whatever copies it then negates.
bool conjugates(const MatchedCall& call) {
  if (call.entry->work != OpWork::Layout) return false;
  std::string_view name = call.entry->name;
  bool marks = name == "conj" || name == "adjoint";
  return std::any_of(call.tensors.begin(), call.tensors.end(), [&](const TensorObject* object) {
    const at::Tensor& tensor = object->tensor();
    return tensor.is_conj() || tensor.is_neg() || (marks && tensor.is_complex());
  });
}

void count_host_operation(Context& context, const MatchedCall& call) {
  LibrarySession& session = context.session;
  bool computes = call.entry->work == OpWork::Compute || creates_from_tensors(call) || conjugates(call);
  if (!computes || !session.options.record_host_operations) return;
  ++session.host_compute_count;
  if (session.host_operations.size() < 64) {
    session.host_operations.push_back({call.overload->full_name, OpWork::Compute, context.user_span()});
  }
}

int64_t elements_of(const MatchedCall& call, const Value& result) {
  int64_t elements = 0;
  for (const TensorObject* tensor : call.tensors) elements += tensor->tensor().numel();
  if (auto* tensor = result.as<TensorObject>()) elements += tensor->tensor().numel();
  return elements;
}

// zeros(n), x.fill_(0.0): one value everywhere, which is no host's result.
bool fills_with_constant(const MatchedCall& call) {
  static constexpr std::string_view kNames[] = {"zeros", "ones", "full", "zero_", "fill_", "zeros_like", "ones_like",
                                                "full_like", "new_zeros", "new_ones", "new_full"};
  if (std::find(std::begin(kNames), std::end(kNames), call.entry->name) == std::end(kNames)) return false;
  for (size_t i = 0; i < call.slots.size(); ++i) {
    if (call.slots[i] && holds_tensor(*call.slots[i]) && !takes_shape(call, call.overload->parameters[i])) return false;
  }
  return true;
}

// Of the tensors that a layout operation copies: all are kernels' work (and not constants alone).
struct SourceWork {
  bool is_work = false;
  bool is_stored = false;
};

SourceWork work_of_sources(const MatchedCall& call) {
  if (call.entry->work != OpWork::Layout) return {};
  SourceWork sources;
  bool are_all = true;
  for (size_t i = 0; i < call.slots.size(); ++i) {
    const Parameter& parameter = call.overload->parameters[i];
    if (!call.slots[i] || parameter.is_written || parameter.name == "other") continue;
    std::vector<TensorObject*> tensors;
    collect_tensors(parameter, *call.slots[i], tensors);
    for (TensorObject* tensor : tensors) {
      const kernels::memory::Region& region = *tensor->storage->region;
      bool is_filled = region.kernel_bytes > 0 && region.kernel_bytes >= region.bytes;
      sources.is_stored |= is_filled || region.work.is_stored;
      are_all &= is_filled || worked_bytes(*tensor) == tensor->tensor().nbytes();
      sources.is_work = true;
    }
  }
  sources.is_work &= are_all;
  return sources;
}

// Whose work the elements are follows them through layout operations (KernelWork of kernels/memory/region.h); what the
// host writes itself, but for constants, is no kernel's.
void pass_on_kernel_work(const MatchedCall& call, const Value& result) {
  std::vector<TensorObject*> written;
  for_each_written(call, [&](TensorObject& tensor) { written.push_back(&tensor); });
  auto* made = result.as<TensorObject>();
  bool is_new =
      made != nullptr && std::none_of(call.tensors.begin(), call.tensors.end(),
                                      [&](TensorObject* input) { return input->storage == made->storage; });
  if (is_new) written.push_back(made);
  if (written.empty()) return;
  SourceWork sources = work_of_sources(call);
  bool is_work = sources.is_work || fills_with_constant(call);
  for (TensorObject* tensor : written) {
    kernels::memory::Region& region = *tensor->storage->region;
    region.kernel_bytes = 0;
    mark_worked(*tensor, is_work);
    region.work.is_stored |= sources.is_work && sources.is_stored;
  }
}

Value invoke(Interpreter& interpreter, const MatchedCall& call, const ResultOptions& options) {
  Context& context = context_of(interpreter);
  check_devices(interpreter, call);
  UnwrittenElements unwritten(context, call);
  unwritten.check();
  check_writes(context, call);
  if (context.recorder != nullptr) context.recorder->before(call);
  std::optional<std::vector<c10::IValue>> left_out = results_left_out(context, call);
  std::vector<c10::IValue> results = left_out ? std::move(*left_out) : run(context, call);
  Value result = wrap_results(context, call, options, results);
  follow_values(context, call, result, left_out.has_value());
  for_each_written(call, [](TensorObject& tensor) { mark_written(tensor); });
  unwritten.pass_on(result);
  pass_on_kernel_work(call, result);
  if (call.overload->is_view) {
    auto* tensor = result.as<TensorObject>();
    bool is_copy = tensor != nullptr && std::any_of(call.tensors.begin(), call.tensors.end(), [&](TensorObject* input) {
      return tensor->storage != input->storage;
    });
    if (is_copy) unwritten.follow_copy(result);
  } else {
    bool is_touched = !left_out && !(call.entry->makes_unwritten && context.measurement->leaves_out_any());
    spend_elements(interpreter, is_touched ? elements_of(call, result) : 0);
  }
  count_host_operation(context, call);
  if (context.recorder != nullptr) context.recorder->after(call, result);
  return result;
}

// tl.constexpr is an int where PyTorch asks for one, by its __index__.
void unwrap_constants(CallArguments& arguments) {
  auto unwrap = [](Value& value) {
    auto* constant = value.is_object() ? value.as<kernels::triton::ConstexprObject>() : nullptr;
    if (constant != nullptr && constant->value.is_int()) value = Value(constant->value);
  };
  for (Value& value : arguments.positional) unwrap(value);
  for (auto& [name, value] : arguments.keywords) unwrap(value);
}

class OperatorFunction final : public script::Object {
 public:
  OperatorFunction(const OperatorEntry& entry, Value self, bool is_method)
      : entry_(entry), self_(std::move(self)), is_method_(is_method) {}
  std::string_view type_name() const override { return "builtin_function_or_method"; }
  bool is_callable() const override { return true; }
  Value call(Interpreter& interpreter, CallArguments& arguments) override {
    return call_operator(interpreter, entry_, arguments, is_method_ ? &self_ : nullptr);
  }
  std::optional<Value> find_attribute(Interpreter&, std::string_view name) override {
    if (name == "__name__" || name == "__qualname__") return script::make_string(entry_.name);
    if (name == "__doc__") return Value();
    return std::nullopt;
  }
  std::string repr(Interpreter&) override { return "<built-in method " + entry_.name + ">"; }

 private:
  const OperatorEntry& entry_;
  Value self_;
  bool is_method_;
};

}  // namespace

void translate_errors(Interpreter& interpreter, const std::function<void()>& body) {
  auto first_line = [](std::string text) {
    if (size_t end = text.find('\n'); end != std::string::npos) text.resize(end);
    return text;
  };
  std::string kind, message;
  Context& context = context_of(interpreter);
  try {
    MemoryLimit limit(*context.account);
    c10::AutoGradMode mode(context.session.options.computes_gradients && context.is_grad_enabled);
    body();
    return;
  } catch (const MemoryRefused& refused) {
    kind = "memory";
    message = refused.what();
  } catch (const c10::IndexError& error) {
    kind = "IndexError", message = first_line(error.what_without_backtrace());
  } catch (const c10::ValueError& error) {
    kind = "ValueError", message = first_line(error.what_without_backtrace());
  } catch (const c10::TypeError& error) {
    kind = "TypeError", message = first_line(error.what_without_backtrace());
  } catch (const c10::NotImplementedError& error) {
    kind = "NotImplementedError", message = first_line(error.what_without_backtrace());
  } catch (const c10::Error& error) {
    kind = "RuntimeError", message = first_line(error.what_without_backtrace());
  } catch (const std::exception& error) {
    kind = "RuntimeError", message = first_line(error.what());
  }
  if (kind == "memory") interpreter.abort(DiagnosticKind::MemoryBudget, std::move(message));
  interpreter.raise(kind, std::move(message));
}

void spend_elements(Interpreter& interpreter, int64_t elements) {
  interpreter.spend(16 + static_cast<uint64_t>(elements) / 8);
}

Value call_operator(Interpreter& interpreter, const OperatorEntry& entry, CallArguments& arguments,
                    const Value* self) {
  ResultOptions options = take_options(interpreter, entry, arguments);
  if (self != nullptr) arguments.positional.insert(arguments.positional.begin(), *self);
  unwrap_constants(arguments);
  autocast_arguments(interpreter, entry, arguments);
  MatchedCall call = find_match(interpreter, entry, arguments.positional, arguments.keywords);
  return invoke(interpreter, call, options);
}

Value call_operator(Interpreter& interpreter, std::string_view name, std::vector<Value> positional,
                    std::vector<std::pair<std::string, Value>> keywords) {
  const OperatorEntry* entry = find_operator(name, "FMNLSTI");
  TW_CHECK(entry != nullptr, "operator {} is not in torch_ops.def", name);
  CallArguments arguments{std::move(positional), std::move(keywords), interpreter.current_span()};
  return call_operator(interpreter, *entry, arguments);
}

Value make_operator_function(const OperatorEntry& entry) {
  return Value(script::make<OperatorFunction>(entry, Value(), false));
}

Value make_operator_method(const OperatorEntry& entry, const Value& self) {
  return Value(script::make<OperatorFunction>(entry, self, true));
}

}  // namespace tilewright::library
