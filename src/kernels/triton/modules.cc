// The modules that a script imports: triton, triton.language and what hangs below them.
#include <fmt/format.h>

#include <algorithm>

#include "kernels/triton/builtins.h"
#include "kernels/triton/derived_functions.h"
#include "kernels/triton/host_modules.h"
#include "kernels/triton/launch.h"
#include "kernels/triton/triton.h"

namespace tilewright::kernels::triton {

using script::CallArguments;
using script::Interpreter;
using script::Module;
using script::Ref;
using script::Value;

namespace {

Ref<Module> make_module(const std::string& name) { return script::make<Module>(name); }

void add_builtins(Module& module, char where) {
  std::span<const BuiltinInfo> all = builtins();
  for (size_t i = 0; i < all.size(); ++i) {
    if (all[i].where.find(where) == std::string_view::npos) continue;
    module.set(all[i].name, script::make<BuiltinObject>(std::string(all[i].name), static_cast<int>(i)));
  }
}

Ref<Module> make_libdevice(const std::string& name) {
  Ref<Module> module = make_module(name);
  add_builtins(*module, 'd');
  module->missing = find_derived_libdevice;
  return module;
}

Ref<Module> make_language(Interpreter& interpreter) {
  Ref<Module> language = make_module("triton.language");
  add_builtins(*language, 'l');
  constexpr DType kTypes[] = {
#define TW_DTYPE(identifier, torch_name, triton_name, numpy_name, bytes, class) DType::identifier,
#include "base/dtypes.def"
#undef TW_DTYPE
  };
  for (DType dtype : kTypes) language->set(triton_name(dtype), script::make<DTypeObject>(dtype));
  language->set("pi32_t", script::make<DTypeObject>(DType::Int32, true));
  Ref<Module> propagate = make_module("triton.language.PropagateNan");
  propagate->set("NONE", script::make_string("PropagateNan.NONE"));
  propagate->set("ALL", script::make_string("PropagateNan.ALL"));
  language->set("PropagateNan", propagate);
  language->set("TRITON_MAX_TENSOR_NUMEL", Value(kMaxBlockElements));
  for (const char* name : {"constexpr", "tensor", "dtype", "void", "tuple", "const", "pointer_type", "block_type",
                           "slice", "tensor_descriptor", "tensor_descriptor_type", "tuple_type", "constexpr_type"}) {
    language->set(name, language_class(interpreter, name));
  }
  Ref<Module> math = make_module("triton.language.math");
  add_builtins(*math, 'm');
  language->set("math", math);
  Ref<Module> extra = make_module("triton.language.extra"), cuda = make_module("triton.language.extra.cuda");
  extra->set("libdevice", make_libdevice("triton.language.extra.libdevice"));
  cuda->set("libdevice", make_libdevice("triton.language.extra.cuda.libdevice"));
  add_builtins(*cuda, 'c');
  extra->set("cuda", cuda);
  language->set("extra", extra);
  Ref<Module> random = make_module("triton.language.random");
  for (const char* name :
       {"rand", "randn", "randint", "rand4x", "randn4x", "randint4x", "philox", "uint_to_uniform_float"}) {
    random->set(name, script::make<BuiltinObject>(name, find_builtin(name)));
  }
  language->set("random", random);
  auto derived = [](std::string name, std::initializer_list<std::string_view> names) {
    Ref<Module> module = make_module(name);
    std::vector<std::string_view> known(names);
    module->missing = [known](Interpreter& host, std::string_view wanted) -> std::optional<Value> {
      if (std::find(known.begin(), known.end(), wanted) == known.end()) return std::nullopt;
      return find_derived_language(host, wanted);
    };
    return module;
  };
  extra->set("cpu", derived("triton.language.extra.cpu", {"vnni_decode"}));
  language->set("target_info", derived("triton.language.target_info",
                                       {"current_target", "is_cuda", "is_hip", "is_hip_cdna3", "is_hip_cdna4",
                                        "is_xpu", "cuda_capability_geq"}));
  language->missing = [](Interpreter& host, std::string_view name) -> std::optional<Value> {
    if (name != "bitonic_merge") return std::nullopt;
    return find_derived_language(host, name);
  };
  for (const char* part : {"core", "standard"}) {
    Ref<Module> module = derived(std::string("triton.language.") + part,
                                 {"get_int_dtype", "_log2", "_is_power_of_two", "bitonic_merge"});
    for (auto& [key, value] : language->globals->entries()) module->globals->set(interpreter, key, value);
    module->set("CONSTEXPR_0", script::make<ConstexprObject>(Value(0)));
    language->set(part, module);
  }
  return language;
}

// ---- decorators ------------------------------------------------------------------------------------
Value listed(Interpreter& interpreter, Value kernel) {
  LaunchContext& context = launch_context(interpreter);
  if (context.session->options.lists_kernels) context.listed.push_back(kernel);
  return kernel;
}

Value jit_function(Interpreter& interpreter, const Value& target, CallArguments& options,
                   bool is_constexpr_function) {
  auto* function = target.as<script::Function>();
  if (target.as<JitFunction>()) return target;
  if (!function || !function->definition)
    interpreter.raise("TypeError", "triton.jit decorates functions defined with def", options.span);
  Ref<JitFunction> jit = script::make<JitFunction>(Ref<script::Function>(function));
  jit->is_constexpr_function = is_constexpr_function;
  for (auto& [key, value] : options.keywords) {
    const bool is_for_alignment = key == "do_not_specialize_on_alignment";
    if ((key != "do_not_specialize" && !is_for_alignment) || value.is_none()) continue;
    for (const Value& item : interpreter.to_vector(value)) {
      const std::string* name = script::as_string(item);
      for (size_t i = 0; i < jit->parameters.size(); ++i) {
        bool is_named = name ? jit->parameters[i].name == *name
                             : item.is_int() && static_cast<size_t>(item.integer()) == i;
        if (is_named) jit->parameters[i].is_alignment_known = false;
        if (is_named && !is_for_alignment) jit->parameters[i].is_specialised = false;
      }
    }
  }
  return listed(interpreter, jit);
}

template <bool is_constexpr_function>
Value jit(Interpreter& interpreter, CallArguments& arguments) {
  if (!arguments.positional.empty())
    return jit_function(interpreter, arguments.positional[0], arguments, is_constexpr_function);
  auto options = std::make_shared<CallArguments>(std::move(arguments));
  return script::make_function("jit", [options](Interpreter& host, CallArguments& inner) {
    if (inner.positional.size() != 1)
      host.raise("TypeError", "triton.jit decorates one function", inner.span);
    return jit_function(host, inner.positional[0], *options, is_constexpr_function);
  });
}

bool is_kernel(const Value& value) { return innermost_function(value) != nullptr; }

Value autotune(Interpreter& interpreter, CallArguments& arguments) {
  Value configs = arguments.take_keyword("configs").value_or(
      arguments.positional.empty() ? Value() : arguments.positional[0]);
  auto list = std::make_shared<std::vector<Ref<ConfigObject>>>();
  for (const Value& item : interpreter.to_vector(configs)) {
    auto* config = item.as<ConfigObject>();
    if (!config)
      interpreter.raise("TypeError", "autotune configs must be triton.Config objects", arguments.span);
    list->emplace_back(config);
  }
  if (list->empty()) list->push_back(script::make<ConfigObject>());
  auto names = [&](std::string_view keyword, size_t position) {
    std::vector<std::string> result;
    Value given = arguments.take_keyword(keyword).value_or(
        position < arguments.positional.size() ? arguments.positional[position] : Value());
    if (given.is_none()) return result;
    for (const Value& item : interpreter.to_vector(given)) result.push_back(interpreter.str(item));
    return result;
  };
  std::vector<std::string> key = names("key", 1), reset = names("reset_to_zero", 3),
                           restore = names("restore_value", 4);
  Value prune = arguments.take_keyword("prune_configs_by").value_or(Value()), early_prune;
  if (auto* dict = prune.as<script::Dict>()) early_prune = dict->find("early_config_prune").value_or(Value());
  return script::make_function("autotune", [=](Interpreter& host, CallArguments& inner) -> Value {
    if (inner.positional.size() != 1 || !is_kernel(inner.positional[0]))
      host.raise("TypeError", "triton.autotune decorates a @triton.jit function", inner.span);
    Ref<TunedKernel> tuned = script::make<TunedKernel>();
    tuned->inner = inner.positional[0];
    tuned->configs = *list;
    tuned->key = key;
    tuned->reset_to_zero = reset;
    tuned->restore_value = restore;
    tuned->early_prune = early_prune;
    return listed(host, tuned);
  });
}

Value heuristics(Interpreter& interpreter, CallArguments& arguments) {
  Value values = arguments.take_keyword("values").value_or(
      arguments.positional.empty() ? Value() : arguments.positional[0]);
  auto* dict = values.as<script::Dict>();
  if (!dict) interpreter.raise("TypeError", "triton.heuristics takes a dict of functions", arguments.span);
  auto list = std::make_shared<std::vector<std::pair<std::string, Value>>>();
  for (auto& [key, value] : dict->entries()) list->emplace_back(interpreter.str(key), value);
  return script::make_function("heuristics", [list](Interpreter& host, CallArguments& inner) -> Value {
    if (inner.positional.size() != 1 || !is_kernel(inner.positional[0]))
      host.raise("TypeError", "triton.heuristics decorates a @triton.jit function", inner.span);
    Ref<TunedKernel> tuned = script::make<TunedKernel>();
    tuned->inner = inner.positional[0];
    tuned->heuristics = *list;
    return tuned;
  });
}

Value config(Interpreter& interpreter, CallArguments& arguments) {
  Ref<ConfigObject> result = script::make<ConfigObject>();
  Value kwargs = arguments.take_keyword("kwargs").value_or(
      arguments.positional.empty() ? Value() : arguments.positional[0]);
  if (auto* dict = kwargs.as<script::Dict>()) {
    for (auto& [key, value] : dict->entries()) result->kwargs.emplace_back(interpreter.str(key), value);
  } else if (!kwargs.is_none()) {
    interpreter.raise("TypeError", "triton.Config takes a dict of meta-parameters", arguments.span);
  }
  auto take = [&](std::string_view name, size_t position, int& target) {
    std::optional<Value> value = arguments.take_keyword(name);
    if (!value && arguments.positional.size() > position) value = arguments.positional[position];
    if (value && !value->is_none()) target = static_cast<int>(interpreter.to_int(*value, name));
  };
  take("num_warps", 1, result->options.num_warps);
  take("num_stages", 2, result->options.num_stages);
  take("num_ctas", 3, result->options.num_ctas);
  result->pre_hook = arguments.take_keyword("pre_hook").value_or(Value());
  return result;
}

Value cdiv(Interpreter& interpreter, CallArguments& arguments) {
  if (arguments.positional.size() + arguments.keywords.size() != 2)
    interpreter.raise("TypeError", "cdiv() takes 2 arguments", arguments.span);
  Value x =
      arguments.take_keyword("x").value_or(arguments.positional.empty() ? Value() : arguments.positional[0]);
  Value y = arguments.take_keyword("y").value_or(arguments.positional.empty() ? Value()
                                                                              : arguments.positional.back());
  x = unwrap_constexpr(x);
  y = unwrap_constexpr(y);
  Value sum =
      interpreter.binary(script::Binary::Sub, interpreter.binary(script::Binary::Add, x, y), Value(1));
  return interpreter.binary(script::Binary::FloorDiv, sum, y);
}

Value next_power_of_2(Interpreter& interpreter, CallArguments& arguments) {
  if (arguments.positional.size() != 1)
    interpreter.raise("TypeError", "next_power_of_2() takes 1 argument", arguments.span);
  int64_t n = interpreter.to_int(unwrap_constexpr(arguments.positional[0]), "n");
  if (n > (int64_t{1} << 62))
    interpreter.raise("OverflowError", "next_power_of_2() of a number beyond 2**62", arguments.span);
  int64_t power = n < 1 ? 0 : 1;  // triton gives 0 for 0
  while (power != 0 && power < n) power *= 2;
  return Value(power);
}

Value set_allocator(Interpreter& interpreter, CallArguments& arguments) {
  std::optional<Value> named = arguments.take_keyword("allocator");
  if (arguments.positional.size() + (named ? 1 : 0) != 1)
    interpreter.raise("TypeError", "set_allocator() takes 1 argument: a function of size, alignment and stream");
  launch_context(interpreter).allocator = named ? *named : arguments.positional[0];
  return Value();
}

// triton.reinterpret(tensor, dtype): the same bytes.
Value reinterpret(Interpreter& interpreter, CallArguments& arguments) {
  if (arguments.positional.size() != 2)
    interpreter.raise("TypeError", "reinterpret() takes a tensor and a dtype", arguments.span);
  auto dtype = host_dtype(interpreter, arguments.positional[1]);
  if (!dtype) interpreter.raise("TypeError", "reinterpret() takes a dtype", arguments.span);
  Value torch_dtype =
      interpreter.get_attribute(interpreter.import_module("torch", arguments.span), torch_name(*dtype));
  return interpreter.call_value(interpreter.get_attribute(arguments.positional[0], "view"),
                                CallArguments{{torch_dtype}, {}, arguments.span});
}

}  // namespace

Value make_autotune() { return script::make_function("autotune", autotune); }

namespace {

Ref<Module> make_triton(Interpreter& interpreter) {
  Ref<Module> module = make_module("triton");
  module->set("__version__", script::make_string("3.6.0"));
  module->set("language", make_language(interpreter));
  module->set("jit", script::make_function("jit", jit<false>));
  module->set("constexpr_function", script::make_function("constexpr_function", jit<true>));
  module->set("autotune", make_autotune());
  module->set("heuristics", script::make_function("heuristics", heuristics));
  Ref<script::Class> config_class = host_class(interpreter, HostClass::Config);
  config_class->construct = [](Interpreter& host, script::Class&, CallArguments& arguments) {
    return config(host, arguments);
  };
  module->set("Config", config_class);
  module->set("cdiv", script::make_function("cdiv", cdiv));
  module->set("next_power_of_2", script::make_function("next_power_of_2", next_power_of_2));
  module->set("set_allocator", script::make_function("set_allocator", set_allocator));
  module->set("reinterpret", script::make_function("reinterpret", reinterpret));
  module->set("JITFunction", host_class(interpreter, HostClass::JitFunction));
  module->missing = [](Interpreter& interpreter, std::string_view name) -> std::optional<Value> {
    struct Hint {
      std::string_view name, text;
    };
    constexpr Hint kHints[] = {{"next_power_of_two", "triton.next_power_of_2"},
                               {"empty", "torch.empty"},
                               {"empty_like", "torch.empty_like"},
                               {"zeros", "torch.zeros"},
                               {"run", "kernel[grid](...)"},
                               {"kernel", "@triton.jit"},
                               {"ceil_div", "triton.cdiv"},
                               {"program_id", "tl.program_id"}};
    if (name.starts_with("_")) return std::nullopt;
    if (auto found = find_host_module(interpreter, "triton", name)) return found;
    for (const char* source : {"triton.runtime", "triton.errors"}) {
      Ref<Module> holder = interpreter.import_module(source, interpreter.current_span());
      if (auto value = holder->globals->find(name); value) return value;
    }
    for (const Hint& hint : kHints) {
      if (hint.name == name) {
        interpreter.raise("AttributeError",
                          fmt::format("module 'triton' has no attribute '{}'; use {}", name, hint.text));
      }
    }
    return std::nullopt;
  };
  return module;
}

}  // namespace

void install(Interpreter& interpreter, TritonSession& session) {
  auto context = std::make_shared<LaunchContext>();
  context->session = &session;
  context->only_compiles = session.options.only_compiles;
  std::shared_ptr<void>& measured = interpreter.extension(memory::kMeasurementKey);
  if (!measured) measured = std::make_shared<memory::Measurement>();
  context->measurement = std::static_pointer_cast<memory::Measurement>(measured);
  std::shared_ptr<void>& devices = interpreter.extension(memory::kDeviceUseKey);
  if (!devices) devices = std::make_shared<memory::DeviceUse>();
  context->devices = std::static_pointer_cast<memory::DeviceUse>(devices);
  interpreter.extension("triton.launch") = context;
  interpreter.add_module("triton", make_triton);
  add_host_modules(interpreter);
}

}  // namespace tilewright::kernels::triton
