// The modules that a script imports: nki and what hangs below it.
#include <fmt/format.h>

#include "kernels/nki/call.h"
#include "kernels/nki/grid.h"
#include "script/arguments.h"
#include "script/objects.h"

namespace tilewright::kernels::nki {
namespace {

using script::CallArguments;
using script::Interpreter;
using script::Module;
using script::Ref;
using script::Value;

// Names of generation A's nki.language that generation B has no more.
struct Gone {
  std::string_view name, hint;
};
constexpr Gone kGone[] = {
    {"arange", "slices and nl.ds(start, size)"},
    {"mgrid", "slices and nl.ds(start, size)"},
    {"loop_reduce", "a loop with nisa.tensor_tensor"},
    {"all_reduce", "nisa.tensor_partition_reduce"},
    {"atomic_rmw", "nisa.dma_compute"},
    {"static_cast", "an instruction's dst casts"},
    {"spmd_dim", "kernel[2](...)"},
    {"finfo", "numbers"},
};

Ref<Module> enumeration(const std::string& owner,
                        std::initializer_list<std::pair<const char*, int>> members) {
  Ref<Module> module = script::make<Module>(owner);
  for (const auto& [name, value] : members) module->set(name, script::make<Token>(owner, name, value));
  return module;
}

Ref<Module> make_isa(Interpreter&) {
  Ref<Module> isa = script::make<Module>("nki.isa");
  for (const FunctionInfo& info : instructions()) isa->set(info.name, make_callable(info));
  isa->set("engine", enumeration("engine", {{"unknown", 0},
                                            {"tensor", 1},
                                            {"scalar", 2},
                                            {"gpsimd", 3},
                                            {"dma", 4},
                                            {"vector", 5},
                                            {"sync", 6}}));
  // The names of NKI 0.1 and of generation A.
  auto* engines = isa->globals->find("engine")->as<Module>();
  for (const char* name : {"unknown", "tensor", "scalar", "gpsimd", "vector"})
    isa->set(fmt::format("{}_engine", name), *engines->globals->find(name));
  isa->set("reduce_cmd",
           enumeration("reduce_cmd",
                       {{"idle", 0}, {"reset", 1}, {"reduce", 2}, {"reset_reduce", 3}, {"load_reduce", 4}}));
  isa->set("dge_mode", enumeration("dge_mode", {{"unknown", 0}, {"swdge", 1}, {"hwdge", 2}, {"none", 3}}));
  isa->set("oob_mode", enumeration("oob_mode", {{"error", 0}, {"skip", 1}}));
  isa->set("matmul_perf_mode", enumeration("matmul_perf_mode", {{"none", 0}, {"double_row", 1}}));
  isa->set("dma_engine", enumeration("dma_engine", {{"dma", 0}, {"gpsimd_dma", 1}}));
  Ref<Module> versions = enumeration("nc_version", {{"gen2", 2}, {"gen3", 3}, {"gen4", 4}});
  isa->set("nc_version", versions);
  isa->missing = [](Interpreter& host, std::string_view name) -> std::optional<Value> {
    if (name != "constants") return std::nullopt;
    return Value(host.import_module("nki.isa.constants", host.current_span()));
  };
  isa->set("get_nc_version",
           script::make_function("get_nc_version", [versions](Interpreter& interpreter, CallArguments&) {
             return *versions->globals->find(fmt::format("gen{}", target_chip(interpreter).generation));
           }));
  return isa;
}

// nki.isa.constants: the enumerations by themselves.
Ref<Module> make_isa_constants(Interpreter& interpreter) {
  Ref<Module> constants = script::make<Module>("nki.isa.constants");
  Ref<Module> isa = interpreter.import_module("nki.isa", interpreter.current_span());
  for (const char* name :
       {"engine", "reduce_cmd", "dge_mode", "oob_mode", "matmul_perf_mode", "dma_engine", "nc_version"})
    constants->set(name, *isa->globals->find(name));
  return constants;
}

// nki.collectives: groups can be named, nothing is exchanged.
Ref<Module> make_collectives(Interpreter& interpreter) {
  Ref<Module> collectives = script::make<Module>("nki.collectives");
  Ref<script::Class> group = interpreter.make_class("ReplicaGroup", {}, "nki.collectives");
  group->attributes->set(
      "__init__", script::make_function("__init__", [](Interpreter&, CallArguments&) { return Value(); }));
  collectives->set("ReplicaGroup", group);
  for (const char* name :
       {"all_reduce", "all_gather", "all_gather_v", "reduce_scatter", "all_to_all", "all_to_all_v",
        "collective_permute", "collective_permute_implicit", "collective_permute_implicit_reduce",
        "collective_permute_implicit_current_processing_rank_id", "rank_id"}) {
    collectives->set(name, script::make_function(name, [name](Interpreter& host, CallArguments&) -> Value {
                       host.unsupported(fmt::format("nki.collectives.{} is not run yet", name));
                     }));
  }
  return collectives;
}

Value make_range(Interpreter& interpreter, CallArguments& arguments) {
  if (!arguments.keywords.empty() || arguments.positional.empty() || arguments.positional.size() > 3)
    interpreter.raise("TypeError", "a range takes a count, or start, stop and step");
  int64_t bounds[3] = {0, 0, 1};
  size_t count = arguments.positional.size();
  for (size_t i = 0; i < count; ++i)
    bounds[count == 1 ? 1 : i] = interpreter.to_int(arguments.positional[i], "range");
  if (bounds[2] == 0) interpreter.raise("ValueError", "a range's step must not be 0");
  return script::make<script::Range>(bounds[0], bounds[1], bounds[2]);
}

Value dynamic_slice(Interpreter& interpreter, CallArguments& arguments) {
  script::ArgumentReader reader(interpreter, "ds", arguments);
  int64_t start = reader.integer("start"), size = reader.integer("size");
  reader.finish();
  return script::make<DynamicSlice>(start, size);
}

Ref<Module> make_tile_size(Interpreter& interpreter) {
  Ref<Module> sizes = script::make<Module>("nki.language.tile_size");
  auto set = [&](const char* name, int64_t value) { sizes->set(name, Value(value)); };
  int64_t sbuf = target_chip(interpreter).sbuf_bytes_per_partition;
  set("pmax", kPartitions);
  set("psum_fmax", 512);
  set("psum_bank_fmax", 512);
  set("psum_bank_fmax_bytes", kBankBytes);
  set("psum_num_banks", 8);
  set("gemm_stationary_fmax", 128);
  set("gemm_moving_fmax", 512);
  set("bn_stats_fmax", 512);
  set("sbuf_size_bytes", sbuf * kPartitions);
  set("sbuf_fmax_bytes", sbuf);
  set("sbuf_fmax", sbuf / 4);
  set("sbuf_min_align", 1);
  set("psum_min_align", 4);
  set("total_available_sbuf_size", sbuf);
  return sizes;
}

// with nl.no_reorder(): order is the program's here already.
Value no_reorder(Interpreter& interpreter, CallArguments&) {
  Ref<script::Class> cls = interpreter.make_class("no_reorder", {}, "nki.language");
  auto nothing = [](Interpreter&, CallArguments&) { return Value(); };
  cls->attributes->set("__enter__", script::make_function("__enter__", nothing));
  cls->attributes->set("__exit__", script::make_function("__exit__", nothing));
  return script::make<script::Instance>(cls);
}

template <Space... spaces>
Value is_in(Interpreter& interpreter, CallArguments& arguments) {
  auto* token = arguments.positional.empty() ? nullptr : arguments.positional[0].as<Token>();
  if (token == nullptr || token->owner != "buffer")
    interpreter.raise("TypeError", "a buffer of nki.language is asked for");
  return Value(((token->value == static_cast<int64_t>(spaces)) || ...));
}

Ref<Module> make_language(Interpreter& interpreter) {
  Ref<Module> language = script::make<Module>("nki.language");
  for (size_t i = 0; i < op_count(); ++i)
    language->set(spelling(static_cast<Op>(i)), script::make<OpObject>(static_cast<Op>(i)));
  for (const FunctionInfo& info : functions()) language->set(info.name, make_callable(info));
  constexpr ElementType kTypes[] = {
#define TW_ELEMENT(identifier, name, bytes, kind, dtype) ElementType::identifier,
#include "kernels/nki/element_types.def"
#undef TW_ELEMENT
  };
  for (ElementType type : kTypes) language->set(spelling(type), script::make<TypeObject>(type));
  for (auto [name, space] :
       {std::pair("sbuf", Space::Sbuf), std::pair("psum", Space::Psum), std::pair("hbm", Space::PrivateHbm),
        std::pair("private_hbm", Space::PrivateHbm), std::pair("shared_hbm", Space::SharedHbm)}) {
    language->set(name, script::make<Token>("buffer", std::string(name) == "hbm" ? "private_hbm" : name,
                                            static_cast<int64_t>(space)));
  }
  for (const char* name : {"affine_range", "sequential_range", "static_range"})
    language->set(name, script::make_function(name, make_range));
  language->set("ds", script::make_function("ds", dynamic_slice));
  // Still found in migrated kernels, where it says nothing: the first dimension is the partition.
  language->set("par_dim", script::make_function("par_dim", [](Interpreter& host, CallArguments& arguments) {
                  return Value(script::ArgumentReader(host, "par_dim", arguments).integer("size"));
                }));
  language->set("tile_size", make_tile_size(interpreter));
  language->set("bool", script::make<TypeObject>(ElementType::Bool));
  // Annotations and base classes of helper objects.
  for (const char* name : {"dtype", "NKIObject"})
    language->set(name, interpreter.make_class(name, {}, "nki.language"));
  language->set("no_reorder", script::make_function("no_reorder", no_reorder));
  language->set("is_sbuf", script::make_function("is_sbuf", is_in<Space::Sbuf>));
  language->set("is_psum", script::make_function("is_psum", is_in<Space::Psum>));
  language->set("is_hbm", script::make_function("is_hbm", is_in<Space::PrivateHbm, Space::SharedHbm>));
  language->set("is_on_chip", script::make_function("is_on_chip", is_in<Space::Sbuf, Space::Psum>));
  language->missing = [](Interpreter& host, std::string_view name) -> std::optional<Value> {
    for (const Gone& gone : kGone) {
      if (gone.name != name) continue;
      fault(host, DiagnosticKind::UnknownName,
            fmt::format(
                "nki.language has no '{}': it belongs to generation A (neuronxcc.nki.language); here: {}",
                name, gone.hint));
    }
    constexpr std::string_view kLater[] = {"dynamic_range", "rand", "random_seed", "gather_flattened",
                                           "var",           "all",  "dropout"};
    for (std::string_view later : kLater) {
      if (later == name) host.unsupported(fmt::format("nki.language.{} is not run yet", name));
    }
    return std::nullopt;
  };
  return language;
}

template <bool is_generation_a>
Value decorate(Interpreter& interpreter, const Value& target) {
  if (target.as<KernelObject>()) return target;
  auto* function = target.as<script::Function>();
  if (function == nullptr || function->definition == nullptr)
    interpreter.raise("TypeError", "nki.jit decorates functions defined with def");
  auto kernel = script::make<KernelObject>(Ref<script::Function>(function));
  kernel->is_generation_a = is_generation_a;
  return kernel;
}

// @nki.jit and @nki.jit(mode=..., platform_target=...): what the options choose has one form here.
template <bool is_generation_a>
Value jit(Interpreter& interpreter, CallArguments& arguments) {
  if (!arguments.positional.empty()) return decorate<is_generation_a>(interpreter, arguments.positional[0]);
  return script::make_function("jit", [](Interpreter& host, CallArguments& inner) {
    if (inner.positional.size() != 1) host.raise("TypeError", "nki.jit decorates one function");
    return decorate<is_generation_a>(host, inner.positional[0]);
  });
}

Value simulate(Interpreter& interpreter, CallArguments& arguments) {
  if (arguments.positional.empty()) interpreter.raise("TypeError", "nki.simulate() takes a kernel");
  return decorate<false>(interpreter, arguments.positional[0]);
}

// What nki.benchmark and nki.profile give: a kernel whose time is asked for. The time is the timeline's
// estimate.
class TimedKernel final : public script::Object {
 public:
  explicit TimedKernel(Value timed) : kernel(std::move(timed)) {}
  const Value kernel;
  double microseconds = 0;  // of the latest launch
  std::string_view type_name() const override { return "benchmark"; }
  bool is_callable() const override { return true; }
  Value call(Interpreter& interpreter, CallArguments& arguments) override {
    Value result = interpreter.call_value(kernel, std::move(arguments));
    microseconds = context_of(interpreter).session->launches.back().seconds * 1e6;
    return result;
  }
  std::optional<Value> find_attribute(Interpreter& interpreter, std::string_view name) override {
    if (name != "benchmark_result") return interpreter.find_attribute(kernel, name);
    Ref<Module> latency = script::make<Module>("nc_latency"),
                result = script::make<Module>("benchmark_result");
    latency->set(
        "get_latency_percentile",
        script::make_function("get_latency_percentile",
                              [time = microseconds](Interpreter&, CallArguments&) { return Value(time); }));
    result->set("nc_latency", latency);
    return Value(result);
  }
};

template <bool is_generation_a>
Value timed(Interpreter& interpreter, CallArguments& arguments) {
  if (!arguments.positional.empty())
    return script::make<TimedKernel>(decorate<is_generation_a>(interpreter, arguments.positional[0]));
  return script::make_function("benchmark", [](Interpreter& host, CallArguments& inner) {
    if (inner.positional.size() != 1) host.raise("TypeError", "nki.benchmark decorates one function");
    return Value(script::make<TimedKernel>(decorate<is_generation_a>(host, inner.positional[0])));
  });
}

Ref<Module> make_nki(Interpreter& interpreter) {
  Ref<Module> nki = script::make<Module>("nki");
  nki->set("__version__", script::make_string("0.6.0"));
  nki->set("jit", script::make_function("jit", jit<false>));
  nki->set("simulate", script::make_function("simulate", simulate));
  nki->set("benchmark", script::make_function("benchmark", timed<false>));
  nki->set("profile", script::make_function("profile", timed<false>));
  nki->set("NKIObject", interpreter.make_class("NKIObject", {}, "nki"));
  nki->set("dtype", interpreter.make_class("dtype", {}, "nki"));
  // Made when first asked for: importing nki.isa makes nki before it.
  nki->missing = [](Interpreter& host, std::string_view name) -> std::optional<Value> {
    for (std::string_view part : {"isa", "language", "typing", "collectives"}) {
      if (part == name) return Value(host.import_module(fmt::format("nki.{}", name), host.current_span()));
    }
    return std::nullopt;
  };
  return nki;
}

// nki.typing.tensor[shape] describes a parameter and checks nothing; tensor[shape, dtype] stands for an input
// whose values do not matter (nki.benchmark).
Ref<Module> make_typing(Interpreter& interpreter) {
  Ref<Module> typing = script::make<Module>("nki.typing");
  Ref<script::Class> tensor = interpreter.make_class("tensor", {}, "nki.typing");
  tensor->meta = std::make_shared<script::Class::Meta>();
  tensor->meta->get_item = [](Interpreter& host, script::Class& cls, const Value& key) {
    auto* tuple = key.as<script::Tuple>();
    bool is_typed = tuple && tuple->items.size() == 2 && !tuple->items[0].is_int();
    std::optional<ElementType> type = is_typed ? to_element_type(host, tuple->items[1]) : std::nullopt;
    if (!type) return Value(&cls);
    Dims shape;
    for (const Value& extent : host.to_vector(tuple->items[0])) {
      if (shape.is_full()) host.unsupported(fmt::format("tensors of more than {} dimensions", Dims::kMost));
      shape.push_back(host.to_int(extent, "shape"));
      if (shape.back() < 1 || shape.back() > (int64_t{1} << 31))
        host.raise("ValueError", "extents of a shape are positive");
    }
    return Value(script::make<TensorSpec>(shape, *type));
  };
  typing->set("tensor", tensor);
  return typing;
}

// ---- generation A ------------------------------------------------------------------------------
Ref<Module> make_isa_a(Interpreter& interpreter) {
  Ref<Module> isa = script::make<Module>("neuronxcc.nki.isa");
  Ref<Module> newer = interpreter.import_module("nki.isa", interpreter.current_span());
  for (const FunctionInfo& info : generation_a_instructions()) isa->set(info.name, make_callable(info));
  for (const char* name :
       {"unknown_engine", "tensor_engine", "scalar_engine", "gpsimd_engine", "vector_engine", "engine",
        "reduce_cmd", "dge_mode", "oob_mode", "nc_version", "get_nc_version"})
    isa->set(name, *newer->globals->find(name));
  isa->missing = [](Interpreter& host, std::string_view name) -> std::optional<Value> {
    if (find_instruction(name)) host.unsupported(fmt::format("neuronxcc.nki.isa.{} is not run yet", name));
    return std::nullopt;
  };
  return isa;
}

Value partition_dimension(Interpreter& interpreter, CallArguments& arguments) {
  if (arguments.positional.size() != 1) interpreter.raise("TypeError", "nl.par_dim() takes an integer");
  return script::make<PartitionDimension>(interpreter.to_int(arguments.positional[0], "par_dim"));
}

Ref<Module> make_language_a(Interpreter& interpreter) {
  Ref<Module> language = script::make<Module>("neuronxcc.nki.language");
  Ref<Module> newer = interpreter.import_module("nki.language", interpreter.current_span());
  for (auto& [key, value] : newer->globals->entries()) language->globals->set(interpreter, key, value);
  for (size_t i = 0; i < op_count(); ++i) {
    Op op = static_cast<Op>(i);
    language->set(spelling(op), script::make<OpObject>(op, true));
  }
  for (const FunctionInfo& info : generation_a_functions()) language->set(info.name, make_callable(info));
  language->set("arange", script::make_function("arange", make_arange));
  language->set("mgrid", make_mgrid());
  // A grid's extent over cores: nl.spmd_dim(nl.nc(2), 4).
  language->set("nc", script::make_function("nc", [](Interpreter& host, CallArguments& arguments) {
                  return Value(script::ArgumentReader(host, "nc", arguments).integer("count"));
                }));
  language->set("spmd_dim",
                script::make_function("spmd_dim", [](Interpreter& host, CallArguments& arguments) {
                  int64_t extent = 1;
                  for (const Value& one : arguments.positional) extent *= host.to_int(one, "spmd_dim");
                  return Value(extent);
                }));
  language->set("par_dim", script::make_function("par_dim", partition_dimension));
  Ref<Module> numpy = interpreter.import_module("numpy", interpreter.current_span());
  language->set("finfo", *numpy->globals->find("finfo"));
  language->set("fp32", Ref<Module>([] {
                  Ref<Module> limits = script::make<Module>("nki.language.fp32");
                  limits->set("min", Value(-3.4028234663852886e38));
                  return limits;
                }()));
  return language;
}

// nki.simulate_kernel(kernel, *arguments).
Value simulate_kernel(Interpreter& interpreter, CallArguments& arguments) {
  if (arguments.positional.empty())
    interpreter.raise("TypeError", "nki.simulate_kernel() takes a kernel and its arguments");
  Value kernel = decorate<true>(interpreter, arguments.positional[0]);
  CallArguments rest{
      {arguments.positional.begin() + 1, arguments.positional.end()}, arguments.keywords, arguments.span};
  return interpreter.call_value(kernel, std::move(rest));
}

// neuronxcc.nki.compiler: what steers the compiler's passes says nothing here, and allocation by hand places
// nothing: every tensor has memory of its own.
Ref<Module> make_compiler(Interpreter& interpreter) {
  Ref<Module> compiler = script::make<Module>("neuronxcc.nki.compiler");
  Ref<Module> language = interpreter.import_module("neuronxcc.nki.language", interpreter.current_span());
  auto same = [](Interpreter& host, CallArguments& arguments) {
    if (arguments.positional.size() != 1) host.raise("TypeError", "a function is asked for");
    return arguments.positional[0];
  };
  for (const char* name : {"skip_middle_end_transformations", "enable_stack_allocator", "force_auto_alloc"})
    compiler->set(name, script::make_function(name, same));
  compiler->set("no_reorder", *language->globals->find("no_reorder"));
  for (const char* name : {"sbuf", "psum"}) {
    Ref<Module> allocators = script::make<Module>(fmt::format("neuronxcc.nki.compiler.{}", name));
    Value buffer = *language->globals->find(name);
    for (const char* allocator : {"alloc", "mod_alloc", "auto_alloc"})
      allocators->set(allocator, script::make_function(
                                     allocator, [buffer](Interpreter&, CallArguments&) { return buffer; }));
    compiler->set(name, allocators);
  }
  return compiler;
}

// neuronxcc.nki.language.constants: what one of its names is.
Ref<Module> make_constants(Interpreter&) {
  Ref<Module> constants = script::make<Module>("neuronxcc.nki.language.constants");
  constants->set("sizeinbytes",
                 script::make_function("sizeinbytes", [](Interpreter& host, CallArguments& arguments) {
                   std::optional<ElementType> type;
                   if (arguments.positional.size() == 1)
                     type = to_element_type(host, arguments.positional[0]);
                   if (!type) host.raise("TypeError", "sizeinbytes() takes an element type");
                   return Value(static_cast<int64_t>(size_of(*type)));
                 }));
  return constants;
}

Ref<Module> make_nki_a(Interpreter& interpreter) {
  Ref<Module> nki = script::make<Module>("neuronxcc.nki");
  nki->set("tensor",
           interpreter.get_attribute(
               Value(interpreter.import_module("nki.typing", interpreter.current_span())), "tensor"));
  nki->set("jit", script::make_function("jit", jit<true>));
  nki->set("trace", script::make_function("trace", jit<true>));
  nki->set("baremetal", script::make_function("baremetal", jit<true>));
  nki->set("benchmark", script::make_function("benchmark", timed<true>));
  nki->set("profile", script::make_function("profile", timed<true>));
  nki->set("simulate_kernel", script::make_function("simulate_kernel", simulate_kernel));
  nki->missing = [](Interpreter& host, std::string_view name) -> std::optional<Value> {
    for (std::string_view part : {"isa", "language", "typing", "compiler"}) {
      if (part == name)
        return Value(host.import_module(fmt::format("neuronxcc.nki.{}", name), host.current_span()));
    }
    if (name == "kernels" || name == "tools") host.unsupported(fmt::format("neuronxcc.nki.{}", name));
    return std::nullopt;
  };
  return nki;
}

}  // namespace

void install(Interpreter& interpreter, NkiSession& session) {
  auto context = std::make_shared<Context>();
  context->session = &session;
  interpreter.extension("nki.context") = context;
  interpreter.add_module("nki", make_nki);
  interpreter.add_module("nki.isa", make_isa);
  interpreter.add_module("nki.isa.constants", make_isa_constants);
  interpreter.add_module("nki.collectives", make_collectives);
  interpreter.add_module("nki.language", make_language);
  interpreter.add_module("nki.typing", make_typing);
  interpreter.add_module("neuronxcc", [](Interpreter&) { return script::make<Module>("neuronxcc"); });
  interpreter.add_module("neuronxcc.nki", make_nki_a);
  interpreter.add_module("neuronxcc.nki.isa", make_isa_a);
  interpreter.add_module("neuronxcc.nki.language", make_language_a);
  interpreter.add_module("neuronxcc.nki.typing", make_typing);
  interpreter.add_module("neuronxcc.nki.language.constants", make_constants);
  interpreter.add_module("neuronxcc.nki.compiler", make_compiler);
}

}  // namespace tilewright::kernels::nki
