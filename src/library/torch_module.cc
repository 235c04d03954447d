#include "library/torch_module.h"

#include <ATen/core/Tensor.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/native/TypeProperties.h>
#include <c10/core/Layout.h>
#include <c10/core/MemoryFormat.h>
#include <c10/core/ScalarType.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "library/autocast.h"
#include "library/call_operator.h"
#include "library/factory.h"
#include "library/generator.h"
#include "library/gradient.h"
#include "library/known_names.h"
#include "library/legacy_tensors.h"
#include "library/prelude.h"
#include "library/tensor_object.h"
#include "script/exceptions.h"
#include "script/known_names.h"

namespace tilewright::library {
namespace {

using script::CallArguments;
using script::Interpreter;
using script::Module;
using script::Ref;
using script::Value;

TensorObject& tensor_argument(Interpreter& interpreter, std::string_view function, CallArguments& arguments) {
  if (auto given = arguments.take_keyword("input"))
    arguments.positional.insert(arguments.positional.begin(), *given);
  auto* tensor = arguments.positional.empty() ? nullptr : arguments.positional[0].as<TensorObject>();
  if (tensor == nullptr) {
    interpreter.raise("TypeError",
                      std::string(function) + "(): argument 'input' (position 1) must be Tensor");
  }
  return *tensor;
}

int8_t dtype_argument(Interpreter& interpreter, const Value& value) {
  auto* dtype = value.as<DTypeObject>();
  if (dtype == nullptr) interpreter.raise("TypeError", "invalid dtype object: only torch.dtype is accepted");
  return dtype->scalar_type;
}

using Function = Value (*)(Interpreter&, CallArguments&);

struct NamedFunction {
  const char* name;
  Function body;
};

Value set_default_dtype(Interpreter& interpreter, CallArguments& arguments) {
  if (arguments.positional.empty())
    interpreter.raise("TypeError", "set_default_dtype() missing 1 required argument: 'd'");
  context_of(interpreter).default_dtype = dtype_argument(interpreter, arguments.positional[0]);
  return {};
}

Value set_default_device(Interpreter& interpreter, CallArguments& arguments) {
  if (arguments.positional.empty())
    interpreter.raise("TypeError", "set_default_device() missing 1 required argument");
  const Value& device = arguments.positional[0];
  context_of(interpreter).default_device = device.is_none() ? Device{} : to_device(interpreter, device);
  return {};
}

Value promote_types(Interpreter& interpreter, CallArguments& arguments) {
  if (arguments.positional.size() != 2)
    interpreter.raise("TypeError", "promote_types() takes 2 positional arguments");
  auto left = static_cast<c10::ScalarType>(dtype_argument(interpreter, arguments.positional[0]));
  auto right = static_cast<c10::ScalarType>(dtype_argument(interpreter, arguments.positional[1]));
  return dtype_object(interpreter, static_cast<int8_t>(c10::promoteTypes(left, right)));
}

Value result_type(Interpreter& interpreter, CallArguments& arguments) {
  at::native::ResultTypeState state = {};
  for (const Value& value : arguments.positional) {
    if (auto* tensor = value.as<TensorObject>()) {
      state = at::native::update_result_type_state(tensor->tensor(), state);
    } else {
      auto kind = value.is_float()  ? static_cast<c10::ScalarType>(context_of(interpreter).default_dtype)
                  : value.is_bool() ? c10::ScalarType::Bool
                                    : c10::ScalarType::Long;
      bool is_first = state.wrappedResult == c10::ScalarType::Undefined;
      state.wrappedResult = is_first ? kind : c10::promoteTypes(state.wrappedResult, kind);
    }
  }
  return dtype_object(interpreter, static_cast<int8_t>(at::native::result_type(state)));
}

Value set_grad_mode(Interpreter& interpreter, CallArguments& arguments) {
  Context& context = context_of(interpreter);
  bool before = context.is_grad_enabled;
  context.is_grad_enabled = arguments.positional.empty() || interpreter.truthy(arguments.positional[0]);
  return Value(before);
}

// torch.finfo and torch.iinfo: the limits of a dtype, as a dict that the library's Python wraps.
Value limits(Interpreter& interpreter, CallArguments& arguments) {
  auto type = static_cast<c10::ScalarType>(dtype_argument(interpreter, arguments.positional.at(0)));
  auto dict = script::make<script::Dict>();
  auto floats = [&](double largest, double epsilon, double tiny, int bits) {
    dict->set("max", Value(largest));
    dict->set("min", Value(-largest));
    dict->set("eps", Value(epsilon));
    dict->set("tiny", Value(tiny));
    dict->set("smallest_normal", Value(tiny));
    dict->set("resolution", Value(std::pow(10.0, std::ceil(std::log10(epsilon)))));
    dict->set("bits", Value(bits));
  };
  auto integers = [&](int64_t smallest, int64_t largest, int bits) {
    dict->set("min", Value(smallest));
    dict->set("max", Value(largest));
    dict->set("bits", Value(bits));
  };
  switch (type) {
    case c10::ScalarType::Double:
      floats(std::numeric_limits<double>::max(), std::numeric_limits<double>::epsilon(),
             std::numeric_limits<double>::min(), 64);
      break;
    case c10::ScalarType::Float:
      floats(std::numeric_limits<float>::max(), std::numeric_limits<float>::epsilon(),
             std::numeric_limits<float>::min(), 32);
      break;
    case c10::ScalarType::Half:
      floats(65504, 0x1p-10, 0x1p-14, 16);
      break;
    case c10::ScalarType::BFloat16:
      floats(0x1.fep127, 0x1p-7, 0x1p-126, 16);
      break;
    case c10::ScalarType::Float8_e4m3fn:
      floats(448, 0x1p-3, 0x1p-6, 8);
      break;
    case c10::ScalarType::Float8_e5m2:
      floats(57344, 0x1p-2, 0x1p-14, 8);
      break;
    case c10::ScalarType::Byte:
      integers(0, 255, 8);
      break;
    case c10::ScalarType::Char:
      integers(-128, 127, 8);
      break;
    case c10::ScalarType::Short:
      integers(-32768, 32767, 16);
      break;
    case c10::ScalarType::Int:
      integers(INT32_MIN, INT32_MAX, 32);
      break;
    case c10::ScalarType::Long:
      integers(INT64_MIN, INT64_MAX, 64);
      break;
    default:
      interpreter.raise("TypeError", "finfo() and iinfo() have no limits of this dtype");
  }
  dict->set("dtype", script::make_string(std::string(interpreter.str(arguments.positional[0])).substr(6)));
  return dict;
}

Value device_figures(Interpreter& interpreter, CallArguments&) {
  const DeviceFigures& figures = context_of(interpreter).session.options.device;
  auto dict = script::make<script::Dict>();
  dict->set("name", script::make_string(figures.name));
  auto add = [&](const char* name, int64_t value) { dict->set(name, Value(value)); };
  add("major", figures.major);
  add("minor", figures.minor);
  add("total_memory", figures.memory_bytes);
  add("multi_processor_count", figures.multiprocessors);
  add("warp_size", 32);
  add("max_threads_per_multi_processor", figures.threads_per_multiprocessor);
  add("max_threads_per_block", figures.threads_per_block);
  add("regs_per_multiprocessor", figures.registers_per_multiprocessor);
  add("shared_memory_per_block", 49152);
  add("shared_memory_per_block_optin", figures.shared_bytes_per_multiprocessor - 1024);
  add("shared_memory_per_multiprocessor", figures.shared_bytes_per_multiprocessor);
  add("L2_cache_size", figures.l2_bytes);
  return dict;
}

constexpr NamedFunction kFunctions[] = {
    {"is_tensor",
     [](Interpreter&, CallArguments& arguments) {
       return Value(!arguments.positional.empty() && arguments.positional[0].as<TensorObject>() != nullptr);
     }},
    {"numel",
     [](Interpreter& in, CallArguments& arguments) {
       return Value(tensor_argument(in, "numel", arguments).tensor().numel());
     }},
    {"is_floating_point",
     [](Interpreter& in, CallArguments& arguments) {
       return Value(
           c10::isFloatingType(tensor_argument(in, "is_floating_point", arguments).tensor().scalar_type()));
     }},
    {"is_complex",
     [](Interpreter& in, CallArguments& arguments) {
       return Value(c10::isComplexType(tensor_argument(in, "is_complex", arguments).tensor().scalar_type()));
     }},
    {"set_default_dtype", set_default_dtype},
    {"get_default_dtype",
     [](Interpreter& in, CallArguments&) { return dtype_object(in, context_of(in).default_dtype); }},
    {"set_default_device", set_default_device},
    {"get_default_device",
     [](Interpreter& in, CallArguments&) {
       return Value(script::make<DeviceObject>(context_of(in).default_device));
     }},
    {"promote_types", promote_types},
    {"result_type", result_type},
    {"is_grad_enabled",
     [](Interpreter& in, CallArguments&) { return Value(context_of(in).is_grad_enabled); }},
    {"get_num_threads", [](Interpreter&, CallArguments&) { return Value(1); }},
    {"set_num_threads", [](Interpreter&, CallArguments&) { return Value(); }},
    {"set_printoptions", [](Interpreter&, CallArguments&) { return Value(); }},
    {"use_deterministic_algorithms", [](Interpreter&, CallArguments&) { return Value(); }},
    {"set_float32_matmul_precision", [](Interpreter&, CallArguments&) { return Value(); }},
    {"get_float32_matmul_precision",
     [](Interpreter&, CallArguments&) { return script::make_string("highest"); }},
};

// All elements of the memory that a tensor looks into, in a row; None while a recording follows views.
Value whole_storage(Interpreter& interpreter, CallArguments& arguments) {
  TensorObject& self = *arguments.positional.at(0).as<TensorObject>();
  Context& context = context_of(interpreter);
  if (context.recorder != nullptr) return {};
  const at::Tensor data = self.tensor().detach();
  const auto count = static_cast<int64_t>(data.storage().nbytes() / data.element_size());
  return wrap_tensor(context, data.as_strided({count}, {1}, 0).detach(), {&self}, self.device);
}

// Tensors that look into the same memory have the same number.
Value storage_number(Interpreter&, CallArguments& arguments) {
  const at::Tensor& tensor = arguments.positional.at(0).as<TensorObject>()->tensor();
  return Value(static_cast<int64_t>(reinterpret_cast<intptr_t>(tensor.storage().unsafeGetStorageImpl())));
}

// What scripts hung on the tensor: a dictionary.
Value attributes_of(Interpreter&, CallArguments& arguments) {
  TensorObject& self = *arguments.positional.at(0).as<TensorObject>();
  if (!self.attributes) self.attributes = script::make<script::Dict>();
  return self.attributes;
}

// What the library's Python needs and programs do not see under torch.
constexpr NamedFunction kInternalFunctions[] = {
    {"set_grad_mode", set_grad_mode},
    {"autocast", autocast_of_script},
    {"set_autocast", set_autocast_of_script},
    {"limits", limits},
    {"refuse_backward",
     [](Interpreter& in, CallArguments&) -> Value {
       in.unsupported("gradients of host operations are not computed here");
     }},
    // Of an attribute that torch.nn.Module is known to have: an AttributeError that is our shortcoming.
    {"missing_member",
     [](Interpreter& in, CallArguments& arguments) -> Value {
       const std::string* name = arguments.positional.empty() ? nullptr : script::as_string(arguments.positional[0]);
       if (name != nullptr && is_name_of_package("torch.nn.modules.module.Module", *name)) {
         script::throw_exception(script::make_shortcoming(in, "AttributeError", "torch.nn.Module." + *name + " is not supported"));
       }
       return {};
     }},
    // Of an operator that libtorch has and torch_ops.def does not.
    {"missing_operator",
     [](Interpreter& in, CallArguments& arguments) -> Value {
       std::string name = "aten::" + in.str(arguments.positional.at(0));
       const std::vector<c10::OperatorName> known = c10::Dispatcher::singleton().getAllOpNames();
       if (std::none_of(known.begin(), known.end(), [&](const auto& one) { return one.name == name; })) return {};
       script::throw_exception(script::make_shortcoming(in, "AttributeError", "torch.ops." + name.replace(4, 2, ".") + " is not supported"));
     }},
    {"device_figures", device_figures},
    {"whole_storage", whole_storage},
    {"storage_number", storage_number},
    {"attributes_of", attributes_of},
    {"cuda_is_available",
     [](Interpreter& in, CallArguments&) { return Value(context_of(in).session.options.cuda_is_available); }},
};

void add_functions(Module& module, std::span<const NamedFunction> functions) {
  for (const NamedFunction& function : functions) {
    module.set(function.name, script::make_function(function.name, function.body));
  }
}

void add_constants(Interpreter& interpreter, Module& torch) {
  torch.set("inf", Value(std::numeric_limits<double>::infinity()));
  torch.set("nan", Value(std::numeric_limits<double>::quiet_NaN()));
  torch.set("pi", Value(M_PI));
  torch.set("e", Value(M_E));
  torch.set("newaxis", Value());
  torch.set("__version__", script::make_string("2.11.0"));
  auto add_enum = [&](EnumObject::Type type, int64_t value, const char* name) {
    torch.set(name, Value(script::make<EnumObject>(type, value, name)));
  };
  auto format = [](c10::MemoryFormat value) { return static_cast<int64_t>(value); };
  add_enum(EnumObject::Type::MemoryFormat, format(c10::MemoryFormat::Contiguous), "contiguous_format");
  add_enum(EnumObject::Type::MemoryFormat, format(c10::MemoryFormat::Preserve), "preserve_format");
  add_enum(EnumObject::Type::MemoryFormat, format(c10::MemoryFormat::ChannelsLast), "channels_last");
  add_enum(EnumObject::Type::MemoryFormat, format(c10::MemoryFormat::ChannelsLast3d), "channels_last_3d");
  auto layout = [](c10::Layout value) { return static_cast<int64_t>(value); };
  add_enum(EnumObject::Type::Layout, layout(c10::Layout::Strided), "strided");
  add_enum(EnumObject::Type::Layout, layout(c10::Layout::Sparse), "sparse_coo");
  add_enum(EnumObject::Type::Layout, layout(c10::Layout::SparseCsr), "sparse_csr");
  add_enum(EnumObject::Type::Layout, layout(c10::Layout::SparseCsc), "sparse_csc");
  add_enum(EnumObject::Type::Layout, layout(c10::Layout::SparseBsr), "sparse_bsr");
  add_enum(EnumObject::Type::Layout, layout(c10::Layout::SparseBsc), "sparse_bsc");
  torch.set("memory_format", interpreter.type_of(*torch.globals->find("contiguous_format")));
  torch.set("layout", interpreter.type_of(*torch.globals->find("strided")));
}

// Where a module finds the names it does not bind itself.
struct Lookup {
  std::vector<std::string> submodules;
  std::vector<std::string> prelude;    // prefixes of the files' module names
  std::string reach;                   // letters of torch_ops.def
  std::string operator_prefix;         // torch.linalg.norm is linalg_norm
  std::vector<std::string> operators;  // the only operators, when not empty
};

std::optional<Value> look_up(Interpreter& interpreter, const std::string& module, const Lookup& lookup,
                             std::string_view name) {
  if (std::find(lookup.submodules.begin(), lookup.submodules.end(), name) != lookup.submodules.end()) {
    return Value(interpreter.import_module(module + "." + std::string(name), interpreter.current_span()));
  }
  // Names with an underscore are the library's own, but for those that programs call.
  static constexpr std::string_view kCalled[] = {"_check",       "_check_is_size", "_check_value", "_check_index",
                                                 "_check_type",  "_assert",        "_disable_dynamo"};
  bool is_public = !name.starts_with("_") || std::find(std::begin(kCalled), std::end(kCalled), name) != std::end(kCalled);
  if (auto found = find_in_prelude(interpreter, lookup.prelude, name); found && is_public) return found;
  if (lookup.reach.empty()) return std::nullopt;
  bool is_listed = lookup.operators.empty() || std::find(lookup.operators.begin(), lookup.operators.end(),
                                                         name) != lookup.operators.end();
  if (!is_listed) return std::nullopt;
  const OperatorEntry* entry = find_operator(lookup.operator_prefix + std::string(name), lookup.reach);
  return entry == nullptr ? std::nullopt : std::optional<Value>(make_operator_function(*entry));
}

Ref<Module> make_module(std::string name, Lookup lookup) {
  auto module = script::make<Module>(name);
  module->missing = [name = std::move(name), lookup = std::move(lookup)](Interpreter& interpreter,
                                                                         std::string_view attribute) {
    return look_up(interpreter, name, lookup, attribute);
  };
  module->is_frozen = true;
  return module;
}

// torch.nn.functional's functions that are ATen operators with PyTorch's own argument lists.
const std::vector<std::string>& functional_operators() {
  static const std::vector<std::string> names = {"conv1d",
                                                 "conv2d",
                                                 "conv3d",
                                                 "conv_transpose1d",
                                                 "conv_transpose2d",
                                                 "conv_transpose3d",
                                                 "avg_pool1d",
                                                 "avg_pool2d",
                                                 "avg_pool3d",
                                                 "adaptive_avg_pool1d",
                                                 "gelu",
                                                 "softplus",
                                                 "softshrink",
                                                 "hardshrink",
                                                 "prelu",
                                                 "linear",
                                                 "bilinear",
                                                 "pairwise_distance",
                                                 "pdist",
                                                 "cosine_similarity",
                                                 "one_hot",
                                                 "pixel_shuffle",
                                                 "pixel_unshuffle",
                                                 "channel_shuffle",
                                                 "native_channel_shuffle",
                                                 "relu_",
                                                 "elu_",
                                                 "hardtanh_",
                                                 "leaky_relu_",
                                                 "rrelu_",
                                                 "selu_",
                                                 "celu_",
                                                 "threshold_",
                                                 "scaled_dot_product_attention"};
  return names;
}

Ref<Module> make_torch(Interpreter& interpreter) {
  auto torch = make_module("torch", {{"nn",       "cuda",        "autograd", "backends", "testing", "linalg",
                                      "special",  "fft",         "jit",      "library",  "version", "compiler",
                                      "amp",      "types",       "ops",      "optim",    "utils",   "distributed",
                                      "profiler", "accelerator", "xpu",      "mps",      "_dynamo", "_C", "return_types"},
                                     {"torch._functions"},
                                     "F",
                                     "",
                                     {}});
  install_dtypes(interpreter, *torch);
  install_factories(interpreter, *torch);
  install_random(interpreter, *torch);
  add_functions(*torch, kFunctions);
  add_constants(interpreter, *torch);
  return torch;
}

// For the prelude: what is known and not built ends the run as unsupported.
Value unsupported(Interpreter& interpreter, CallArguments& arguments) {
  std::string what = arguments.positional.empty() ? "this" : interpreter.str(arguments.positional[0]);
  interpreter.abort(DiagnosticKind::Unsupported, what, context_of(interpreter).user_span());
}

// What kernels written by TorchInductor find under torch._C.
void add_inductor_names(Module& internal) {
  internal.set("_cuda_getCurrentRawStream",
               script::make_function("_cuda_getCurrentRawStream",
                                     [](Interpreter&, CallArguments&) { return Value(0); }));
  auto empty = [](const char* device) {
    return script::make_function("_empty_strided", [device](Interpreter& in, CallArguments& arguments) {
      arguments.positional.resize(3);
      return call_operator(in, "empty_strided", {arguments.positional[0], arguments.positional[1]},
                           {{"dtype", arguments.positional[2]}, {"device", script::make_string(device)}});
    });
  };
  auto guards = script::make<Module>("torch._C._dynamo.guards");
  guards->set("_empty_strided_cuda", empty("cuda"));
  guards->set("_empty_strided_cpu", empty("cpu"));
  auto dynamo = script::make<Module>("torch._C._dynamo");
  dynamo->set("guards", guards);
  internal.set("_dynamo", dynamo);
  internal.set("unsupported", script::make_function("unsupported", unsupported));
}

Ref<Module> make_nn(Interpreter& interpreter, std::string name) {
  auto nn = make_module(std::move(name),
                        {{"functional", "init", "modules", "parameter", "utils", "grad"}, {"torch.nn.modules."}, "", "", {}});
  nn->set("Parameter", context_of(interpreter).parameter_class);
  nn->set("Buffer", context_of(interpreter).buffer_class);
  return nn;
}

void add_module(Interpreter& interpreter, std::string name, Lookup lookup) {
  interpreter.add_module(
      name, [name, lookup = std::move(lookup)](Interpreter&) { return make_module(name, lookup); });
}

}  // namespace

void add_torch_modules(Interpreter& interpreter) {
  interpreter.add_module("torch", make_torch);
  interpreter.add_module("torch.nn", [](Interpreter& in) {
    in.import_module("torch", in.current_span());
    return make_nn(in, "torch.nn");
  });
  interpreter.add_module("torch.nn.parameter",
                         [](Interpreter& in) { return make_nn(in, "torch.nn.parameter"); });
  interpreter.add_module("torch._C", [](Interpreter& in) {
    auto module = script::make<Module>("torch._C");
    add_functions(*module, kInternalFunctions);
    module->set("_ModuleBase", make_module_base(in));
    auto legacy = script::make<Module>("torch.cuda");
    install_legacy_tensors(in, *legacy, true);
    module->set("legacy_cuda", legacy);
    add_inductor_names(*module);
    install_gradients(*module);
    // Operators that torch.nn.functional wraps and that are no public functions.
    module->missing = [](Interpreter&, std::string_view name) -> std::optional<Value> {
      const OperatorEntry* entry = find_operator(name, "FMNLSTI");
      return entry == nullptr ? std::nullopt : std::optional<Value>(make_operator_function(*entry));
    };
    module->is_frozen = true;
    return module;
  });
  add_module(interpreter, "torch.nn.modules", {{}, {"torch.nn.modules."}, "", "", {}});
  add_module(interpreter, "torch.nn._functional", {});
  add_module(interpreter, "torch.nn.functional",
             {{}, {"torch.nn._functional."}, "FN", "", functional_operators()});
  add_module(interpreter, "torch.linalg", {{}, {"torch._linalg"}, "L", "linalg_", {}});
  add_module(interpreter, "torch.special", {{}, {}, "S", "special_", {}});
  add_module(interpreter, "torch.fft", {{}, {}, "T", "fft_", {}});
  add_prelude_modules(interpreter);
}

}  // namespace tilewright::library
