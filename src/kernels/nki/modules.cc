// The modules that a script imports: nki and what hangs below it.
#include <fmt/format.h>

#include "kernels/nki/call.h"
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
    {"par_dim", "the first dimension is the partition"},
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
  isa->set("reduce_cmd",
           enumeration("reduce_cmd",
                       {{"idle", 0}, {"reset", 1}, {"reduce", 2}, {"reset_reduce", 3}, {"load_reduce", 4}}));
  isa->set("dge_mode", enumeration("dge_mode", {{"unknown", 0}, {"swdge", 1}, {"hwdge", 2}, {"none", 3}}));
  isa->set("oob_mode", enumeration("oob_mode", {{"error", 0}, {"skip", 1}}));
  isa->set("matmul_perf_mode", enumeration("matmul_perf_mode", {{"none", 0}, {"double_row", 1}}));
  isa->set("dma_engine", enumeration("dma_engine", {{"dma", 0}, {"gpsimd_dma", 1}}));
  Ref<Module> versions = enumeration("nc_version", {{"gen2", 2}, {"gen3", 3}, {"gen4", 4}});
  isa->set("nc_version", versions);
  isa->set("get_nc_version",
           script::make_function("get_nc_version", [versions](Interpreter& interpreter, CallArguments&) {
             return *versions->globals->find(fmt::format("gen{}", target_chip(interpreter).generation));
           }));
  return isa;
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
  language->set("tile_size", make_tile_size(interpreter));
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
    constexpr std::string_view kLater[] = {"fori_loop",
                                           "while_loop",
                                           "dynamic_range",
                                           "shared_constant",
                                           "shared_identity_matrix",
                                           "rand",
                                           "random_seed",
                                           "gather_flattened",
                                           "var",
                                           "all",
                                           "softmax",
                                           "rms_norm",
                                           "dropout"};
    for (std::string_view later : kLater) {
      if (later == name) host.unsupported(fmt::format("nki.language.{} is not run yet", name));
    }
    return std::nullopt;
  };
  return language;
}

Value decorate(Interpreter& interpreter, const Value& target) {
  if (target.as<KernelObject>()) return target;
  auto* function = target.as<script::Function>();
  if (function == nullptr || function->definition == nullptr)
    interpreter.raise("TypeError", "nki.jit decorates functions defined with def");
  return script::make<KernelObject>(Ref<script::Function>(function));
}

// @nki.jit and @nki.jit(mode=..., platform_target=...): what the options choose has one form here.
Value jit(Interpreter& interpreter, CallArguments& arguments) {
  if (!arguments.positional.empty()) return decorate(interpreter, arguments.positional[0]);
  return script::make_function("jit", [](Interpreter& host, CallArguments& inner) {
    if (inner.positional.size() != 1) host.raise("TypeError", "nki.jit decorates one function");
    return decorate(host, inner.positional[0]);
  });
}

Value simulate(Interpreter& interpreter, CallArguments& arguments) {
  if (arguments.positional.empty()) interpreter.raise("TypeError", "nki.simulate() takes a kernel");
  return decorate(interpreter, arguments.positional[0]);
}

Ref<Module> make_nki(Interpreter& interpreter) {
  Ref<Module> nki = script::make<Module>("nki");
  nki->set("__version__", script::make_string("0.6.0"));
  nki->set("jit", script::make_function("jit", jit));
  nki->set("simulate", script::make_function("simulate", simulate));
  nki->set("NKIObject", interpreter.make_class("NKIObject", {}, "nki"));
  // Made when first asked for: importing nki.isa makes nki before it.
  nki->missing = [](Interpreter& host, std::string_view name) -> std::optional<Value> {
    for (std::string_view part : {"isa", "language", "typing"}) {
      if (part == name) return Value(host.import_module(fmt::format("nki.{}", name), host.current_span()));
    }
    return std::nullopt;
  };
  return nki;
}

// nki.typing.tensor[shape] describes a parameter and checks nothing.
Ref<Module> make_typing(Interpreter& interpreter) {
  Ref<Module> typing = script::make<Module>("nki.typing");
  Ref<script::Class> tensor = interpreter.make_class("tensor", {}, "nki.typing");
  tensor->meta = std::make_shared<script::Class::Meta>();
  tensor->meta->get_item = [](Interpreter&, script::Class& cls, const Value&) { return Value(&cls); };
  typing->set("tensor", tensor);
  return typing;
}

}  // namespace

void install(Interpreter& interpreter, NkiSession& session) {
  auto context = std::make_shared<Context>();
  context->session = &session;
  interpreter.extension("nki.context") = context;
  interpreter.add_module("nki", make_nki);
  interpreter.add_module("nki.isa", make_isa);
  interpreter.add_module("nki.language", make_language);
  interpreter.add_module("nki.typing", make_typing);
}

}  // namespace tilewright::kernels::nki
