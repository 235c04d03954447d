#include "kernels/triton/survey.h"

#include <algorithm>
#include <array>

#include "kernels/triton/code.h"
#include "kernels/triton/compiler.h"
#include "kernels/triton/launch.h"
#include "kernels/triton/survey_uses.h"

namespace tilewright::kernels::triton {
namespace {

using script::Interpreter;
using script::Value;

// What a guess leaves open.
struct Guess {
  bool flag;
  int64_t block;
  DType floating, index;
  int helper_rank = 0;  // of what a function that kernels call is given
};

bool contains_any(std::string_view text, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return text.find(part) != std::string_view::npos; });
}

std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
  return result;
}

Value constexpr_guess(const std::string& name, const Uses& uses, const Guess& guess) {
  for (const auto& [key, text] : uses.texts) {
    if (key == name) return script::make_string(text);
  }
  auto numbers = uses.numbers.find(name);
  if (numbers != uses.numbers.end() && numbers->second.size() > 1) return Value(*numbers->second.begin());
  std::string lower = lower_case(name);
  if (contains_any(lower, {"dtype", "out_type", "acc_type", "_ty"}))
    return script::make<DTypeObject>(guess.floating);
  if (contains_any(lower, {"precision"})) return script::make_string("ieee");
  bool is_flag = uses.conditions.contains(name) || lower.starts_with("is_") || lower.starts_with("has_") ||
                 lower.starts_with("use_") || lower.starts_with("allow_") || lower.starts_with("even_") ||
                 contains_any(lower, {"causal", "enable"});
  if (is_flag) return Value(guess.flag);
  if (contains_any(lower, {"eps"})) return Value(1e-5);
  if (contains_any(lower, {"scale", "alpha", "softcap"})) return Value(0.5);
  if (contains_any(lower, {"stages", "split", "num_warps", "group", "unroll"})) return Value(int64_t{2});
  return Value(guess.block);
}

DType pointee_guess(const std::string& name, const Guess& guess) {
  bool is_index = contains_any(
      lower_case(name), {"idx",    "index",   "indices", "ind_",     "ids",    "loc",   "len",  "table",
                         "cu_seq", "offsets", "slot",    "start",    "target", "label", "lock", "count",
                         "req_to", "expert",  "lut",     "position", "seed",   "num_",  "token"});
  return is_index ? guess.index : guess.floating;
}

ArgumentSpec descriptor_spec(size_t rank, DType dtype, int64_t block) {
  ArgumentSpec spec;
  spec.kind = ArgumentSpec::Kind::Descriptor;
  spec.extents.assign(rank, block);
  // Beyond a matrix blocks have one element a dimension.
  for (size_t i = 0; i + 2 < rank; ++i) spec.extents[i] = 1;
  spec.items.resize(1 + 2 * rank);
  spec.items[0].type = BlockType{dtype, true, false, {}};
  for (size_t i = 0; i < rank; ++i) spec.items[1 + rank + i].type.dtype = DType::Int64;
  spec.items.back().kind = ArgumentSpec::Kind::Constant;
  spec.items.back().constant = Value(int64_t{1});
  return spec;
}

ArgumentSpec argument_guess(JitFunction& function, size_t index, const Uses& uses, const Guess& guess,
                            const std::vector<std::pair<std::string, Value>>& configured) {
  const JitFunction::Parameter& parameter = function.parameters[index];
  ArgumentSpec spec;
  auto constant = [&](Value value) {
    spec.kind = ArgumentSpec::Kind::Constant;
    spec.constant = std::move(value);
    return spec;
  };
  auto typed = [&](DType dtype, bool is_pointer) {
    spec.type = BlockType{dtype, is_pointer, false, {}};
    return spec;
  };
  for (const auto& [name, value] : configured) {
    if (name == parameter.name) return constant(unwrap_constexpr(value));
  }
  std::optional<Value> fallback = function.default_of(index);
  bool has_default = fallback && !fallback->is_none();
  if (parameter.is_constexpr)
    return constant(has_default ? unwrap_constexpr(*fallback) : constexpr_guess(parameter.name, uses, guess));
  std::string lower = lower_case(parameter.name);
  if (auto descriptor = uses.descriptors.find(parameter.name); descriptor != uses.descriptors.end())
    return descriptor_spec(descriptor->second, guess.floating, guess.block);
  bool is_stride = contains_any(lower, {"stride"});
  bool is_pointer =
      uses.pointers.contains(parameter.name) || (!is_stride && contains_any(lower, {"ptr", "pointer"}));
  if (is_pointer) return typed(pointee_guess(parameter.name, guess), true);
  if (fallback && fallback->is_none()) return constant(*fallback);
  if (guess.helper_rank > 0 && !has_default) {
    typed(guess.floating, false);
    spec.type.shape.assign(static_cast<size_t>(guess.helper_rank), guess.block);
    return spec;
  }
  bool is_real =
      !is_stride &&
      ((has_default && fallback->is_float()) || lower == "p" ||
       contains_any(lower, {"eps", "scale", "alpha", "beta", "gamma", "lr", "dropout", "soft", "temperature",
                            "prob", "value", "decay", "momentum", "theta", "factor", "slope", "limit"}));
  return typed(is_real ? DType::Float32 : DType::Int32, false);
}

using Specs = std::vector<ArgumentSpec>;

// What compiling with some arguments came to.
struct Attempt {
  std::optional<Diagnostic> failure;  // empty: it became a program
  uint32_t furthest = 0;              // place of the statement reached last
};

Attempt try_arguments(Interpreter& interpreter, JitFunction& function, bool is_helper, const Specs& specs) {
  constexpr uint64_t kFuelAGuess = 50'000'000;
  // The run may have used its own up.
  interpreter.budget() =
      Budget({.fuel = kFuelAGuess, .memory_bytes = interpreter.budget().limits().memory_bytes});
  Attempt attempt;
  auto compile = [&]() -> Value {
    Compiler compiler(interpreter, launch_context(interpreter).session->options);
    try {
      Result<std::unique_ptr<Code>> code =
          lower(is_helper ? compiler.compile_helper(function, specs) : compiler.compile(function, specs));
      if (!code) attempt.failure = code.error();
    } catch (CompileError& error) {
      attempt.failure = std::move(error.diagnostic);
    }
    attempt.furthest = compiler.furthest();
    return Value();
  };
  Result<Value> result = interpreter.guard(compile);
  if (!result) attempt.failure = result.error();
  return attempt;
}

// Other things that one parameter could be.
Specs alternatives(const JitFunction::Parameter& parameter, const Uses& uses, const ArgumentSpec& present) {
  Specs result;
  auto constant = [&](Value value) {
    result.emplace_back();
    result.back().kind = ArgumentSpec::Kind::Constant;
    result.back().constant = std::move(value);
  };
  auto typed = [&](DType dtype, bool is_pointer, Shape shape = {}) {
    result.emplace_back();
    result.back().type = BlockType{dtype, is_pointer, false, std::move(shape)};
  };
  auto type = [&](DType dtype) { constant(script::make<DTypeObject>(dtype)); };
  if (present.kind == ArgumentSpec::Kind::Descriptor) {
    for (DType dtype : {DType::Float16, DType::Float32, DType::UInt8, DType::Float8E5M2})
      for (int64_t block : {32, 64, 128})
        result.push_back(descriptor_spec(present.extents.size(), dtype, block));
    result.push_back(descriptor_spec(2, DType::Float16, 32));
    result.back().extents[0] = 1;
    return result;
  }
  if (!parameter.is_constexpr) {
    for (DType dtype : {DType::Float32, DType::Int32, DType::Float16, DType::Int64, DType::UInt8, DType::Int8,
                        DType::BFloat16, DType::Bool})
      typed(dtype, true);
    for (DType dtype : {DType::Int32, DType::Float32, DType::Int64, DType::Bool}) typed(dtype, false);
    constant(Value(int64_t{1}));
    constant(Value());
    if (uses.is_helper) {
      for (DType dtype :
           {DType::Float32, DType::Int32, DType::Bool, DType::Float16, DType::UInt32, DType::UInt8}) {
        typed(dtype, false, {32});
        typed(dtype, false, {32, 32});
      }
      typed(DType::Float32, false, {32, 1});
      typed(DType::Float32, false, {1, 32});
      typed(DType::Float32, true, {32});
      typed(DType::Float32, true, {32, 32});
    }
  }
  for (bool flag : {true, false}) constant(Value(flag));
  for (int64_t number : {16, 32, 64, 1, 2, 4, 128, 8, 0, 3, 256}) constant(Value(number));
  constant(Value(0.5));
  constant(Value());
  for (DType dtype :
       {DType::Float32, DType::Float16, DType::Int32, DType::BFloat16, DType::Int64, DType::Int8})
    type(dtype);
  for (const auto& [name, text] : uses.texts) {
    if (name == parameter.name) constant(script::make_string(text));
  }
  return result;
}

// Changes one parameter after another where compiling failed, and keeps what comes further.
Attempt search(Interpreter& interpreter, JitFunction& function, const Uses& uses, Specs specs, Attempt best) {
  constexpr int kMostAttempts = 600;
  int attempts = 0;
  bool is_better = true;
  while (is_better && best.failure) {
    is_better = false;
    for (size_t i : order_by_dependence(function, best.furthest)) {
      for (ArgumentSpec& candidate : alternatives(function.parameters[i], uses, specs[i])) {
        if (++attempts > kMostAttempts) return best;
        std::swap(specs[i], candidate);
        Attempt attempt = try_arguments(interpreter, function, uses.is_helper, specs);
        is_better = !attempt.failure || attempt.furthest > best.furthest;
        if (is_better) {
          best = std::move(attempt);
          break;
        }
        std::swap(specs[i], candidate);
      }
      if (is_better) break;
    }
  }
  return best;
}

void guess_arguments(Interpreter& interpreter, JitFunction& function,
                     const std::vector<std::pair<std::string, Value>>& configured, SurveyedKernel& kernel) {
  Uses uses = find_uses(function.ast(), function.function->span);
  constexpr std::array kGuesses = {
      Guess{false, 32, DType::Float32, DType::Int32},    Guess{true, 32, DType::Float32, DType::Int32},
      Guess{false, 32, DType::Float16, DType::Int64},    Guess{true, 32, DType::Float16, DType::Int64},
      Guess{false, 16, DType::Float32, DType::Int32},    Guess{false, 128, DType::Float16, DType::Int32},
      Guess{true, 64, DType::Float32, DType::Int64},     Guess{false, 32, DType::Int32, DType::Int32},
      Guess{false, 32, DType::Int8, DType::Int32},       Guess{false, 2, DType::Float32, DType::Int32},
      Guess{false, 32, DType::Float32, DType::Int32, 1}, Guess{false, 32, DType::Float32, DType::Int32, 2},
      Guess{false, 32, DType::Int32, DType::Int32, 1}};
  Attempt best;
  Specs best_specs;
  auto take = [&](const Attempt& attempt) {
    auto is_ours = [](const Diagnostic& reason) { return reason.kind == DiagnosticKind::Unsupported; };
    kernel.is_lowered = !attempt.failure;
    if (kernel.is_lowered) {
      kernel.reason.reset();
    } else if (!kernel.reason || (is_ours(*attempt.failure) && !is_ours(*kernel.reason))) {
      kernel.reason = attempt.failure;
    }
  };
  for (const Guess& guess : kGuesses) {
    if (guess.helper_rank > 0 && !uses.is_helper) continue;
    Specs specs;
    for (size_t i = 0; i < function.parameters.size(); ++i)
      specs.push_back(argument_guess(function, i, uses, guess, configured));
    if (function.has_variadic) {
      specs.emplace_back();
      specs.back().kind = ArgumentSpec::Kind::Tuple;
    }
    Attempt attempt = try_arguments(interpreter, function, uses.is_helper, specs);
    take(attempt);
    if (kernel.is_lowered) return;
    if (best_specs.empty() || attempt.furthest > best.furthest) {
      best = std::move(attempt);
      best_specs = std::move(specs);
    }
  }
  Attempt found = search(interpreter, function, uses, std::move(best_specs), std::move(best));
  if (!found.failure) take(found);
}

}  // namespace

bool is_jit_decorator(const python::Ast& ast, python::ExprId id) {
  const python::Expr* node = &ast[id];
  if (const auto* call = std::get_if<python::Call>(&node->data)) node = &ast[call->function];
  if (const auto* attribute = std::get_if<python::Attribute>(&node->data)) {
    const auto* module = std::get_if<python::Name>(&ast[attribute->value].data);
    return ast.name(attribute->attribute) == "jit" && module && ast.name(module->name) == "triton";
  }
  const auto* name = std::get_if<python::Name>(&node->data);
  return name && ast.name(name->name) == "jit";
}

bool has_jit_decorator(const python::Ast& ast, const python::FunctionDef& function) {
  return std::any_of(function.decorators.begin(), function.decorators.end(),
                     [&](python::ExprId id) { return is_jit_decorator(ast, id); });
}

std::vector<const python::Stmt*> find_jit_functions(const python::Ast& ast) {
  std::vector<const python::Stmt*> found;
  for (const python::Stmt& node : ast.stmts) {
    const auto* function = std::get_if<python::FunctionDef>(&node.data);
    if (function && has_jit_decorator(ast, *function)) found.push_back(&node);
  }
  return found;
}

std::vector<SurveyedKernel> survey_kernels(Interpreter& interpreter) {
  LaunchContext& context = launch_context(interpreter);
  std::vector<Value> listed = context.listed;
  std::vector<bool> was_launched;
  for (const Value& value : listed)
    was_launched.push_back(value.as<JitFunction>() && value.as<JitFunction>()->is_lowered);
  std::vector<SurveyedKernel> kernels;
  std::vector<JitFunction*> functions;
  for (size_t i = 0; i < listed.size(); ++i) {
    auto* function = listed[i].as<JitFunction>();
    if (!function || function->is_constexpr_function) continue;
    SurveyedKernel kernel{
        function->function->name, function->function->span, was_launched[i], !was_launched[i], {}};
    std::vector<std::pair<std::string, Value>> configured;
    for (const Value& value : listed) {
      auto* tuned = value.as<TunedKernel>();
      if (tuned && innermost_function(value) == function && !tuned->configs.empty())
        configured = tuned->configs[0]->kwargs;
    }
    if (!kernel.is_lowered) guess_arguments(interpreter, *function, configured, kernel);
    kernels.push_back(std::move(kernel));
    functions.push_back(function);
  }
  // Helpers whose parameters are blocks are known from their callers alone.
  for (size_t i = 0; i < kernels.size(); ++i) {
    if (!kernels[i].is_lowered && functions[i]->is_lowered) {
      kernels[i].is_lowered = true;
      kernels[i].reason.reset();
    }
  }
  return kernels;
}

}  // namespace tilewright::kernels::triton
