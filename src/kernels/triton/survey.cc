#include "kernels/triton/survey.h"

#include <algorithm>
#include <array>
#include <set>

#include "kernels/triton/code.h"
#include "kernels/triton/compiler.h"
#include "kernels/triton/launch.h"

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

// What the body says about names: which hold addresses, which are conditions, which are compared with a text.
struct Uses {
  std::set<std::string> pointers, conditions;
  bool is_helper = false;  // returns a value
  std::vector<std::pair<std::string, std::string>> texts;
};

class UseFinder {
 public:
  UseFinder(const python::Ast& ast, Span within) : ast_(ast), within_(within) {}

  Uses find() {
    for (const python::Expr& node : ast_.exprs) {
      if (!is_inside(node.span)) continue;
      if (const auto* call = std::get_if<python::Call>(&node.data)) visit_call(*call);
      if (const auto* choice = std::get_if<python::IfExp>(&node.data)) visit_condition(choice->test);
      if (const auto* comparison = std::get_if<python::Compare>(&node.data)) visit_comparison(*comparison);
      if (const auto* attribute = std::get_if<python::Attribute>(&node.data)) {
        if (ast_.name(attribute->attribute) != "element_ty") continue;
        const auto* inner = std::get_if<python::Attribute>(&ast_[attribute->value].data);
        if (inner) add_address(inner->value);
      }
    }
    // Addresses assigned before they are used: p = base + offset.
    for (int round = 0; round < 4; ++round) {
      for (const python::Stmt& node : ast_.stmts) {
        if (!is_inside(node.span)) continue;
        if (const auto* result = std::get_if<python::Return>(&node.data))
          uses_.is_helper |= bool(result->value);
        if (const auto* branch = std::get_if<python::If>(&node.data)) visit_condition(branch->test);
        const auto* assign = std::get_if<python::Assign>(&node.data);
        if (!assign || assign->targets.size() != 1) continue;
        const auto* target = std::get_if<python::Name>(&ast_[assign->targets[0]].data);
        if (target && uses_.pointers.contains(ast_.name(target->name))) add_address(assign->value);
      }
    }
    return std::move(uses_);
  }

 private:
  bool is_inside(Span span) const { return span.begin >= within_.begin && span.end <= within_.end; }

  // The leftmost term of a sum, through tl.where, casts and choices.
  void add_address(python::ExprId id) {
    const python::Expr& node = ast_[id];
    if (const auto* name = std::get_if<python::Name>(&node.data))
      uses_.pointers.insert(ast_.name(name->name));
    if (const auto* sum = std::get_if<python::BinOp>(&node.data)) {
      if (sum->op == python::Operator::Add || sum->op == python::Operator::Sub) add_address(sum->left);
    }
    if (const auto* choice = std::get_if<python::IfExp>(&node.data)) {
      add_address(choice->body);
      add_address(choice->orelse);
    }
    const auto* call = std::get_if<python::Call>(&node.data);
    const auto* method = call ? std::get_if<python::Attribute>(&ast_[call->function].data) : nullptr;
    if (method && ast_.name(method->attribute) == "to") add_address(method->value);
    if (method && ast_.name(method->attribute) == "multiple_of" && !call->arguments.empty())
      add_address(call->arguments[0]);
  }

  void visit_call(const python::Call& call) {
    const auto* method = std::get_if<python::Attribute>(&ast_[call.function].data);
    if (!method) return;
    std::string_view name = ast_.name(method->attribute);
    bool is_access = name == "load" || name == "store" || name.starts_with("atomic_") ||
                     name == "make_block_ptr" || name == "make_tensor_descriptor";
    if (!is_access) return;
    if (!call.arguments.empty()) add_address(call.arguments[0]);
    for (const python::Keyword& keyword : call.keywords) {
      if (!keyword.name) continue;
      std::string_view key = ast_.name(*keyword.name);
      if (key == "pointer" || key == "base") add_address(keyword.value);
    }
  }

  void visit_condition(python::ExprId id) {
    const python::Expr& node = ast_[id];
    if (const auto* name = std::get_if<python::Name>(&node.data))
      uses_.conditions.insert(ast_.name(name->name));
    if (const auto* inverted = std::get_if<python::UnaryOp>(&node.data)) visit_condition(inverted->operand);
    if (const auto* both = std::get_if<python::BoolOp>(&node.data)) {
      for (python::ExprId value : both->values) visit_condition(value);
    }
  }

  void visit_comparison(const python::Compare& comparison) {
    const auto* name = std::get_if<python::Name>(&ast_[comparison.left].data);
    const auto* constant = std::get_if<python::ConstantExpr>(&ast_[comparison.comparators[0]].data);
    const auto* text = constant ? std::get_if<python::StringConstant>(&constant->value) : nullptr;
    if (name && text) uses_.texts.emplace_back(ast_.name(name->name), text->utf8);
  }

  const python::Ast& ast_;
  Span within_;
  Uses uses_;
};

Value constexpr_guess(const std::string& name, const Uses& uses, const Guess& guess) {
  for (const auto& [key, text] : uses.texts) {
    if (key == name) return script::make_string(text);
  }
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
  bool is_pointer = uses.pointers.contains(parameter.name) || contains_any(lower, {"ptr", "pointer"});
  if (is_pointer) return typed(pointee_guess(parameter.name, guess), true);
  if (fallback && fallback->is_none()) return constant(*fallback);
  if (guess.helper_rank > 0 && !has_default) {
    typed(guess.floating, false);
    spec.type.shape.assign(static_cast<size_t>(guess.helper_rank), guess.block);
    return spec;
  }
  bool is_real =
      (has_default && fallback->is_float()) ||
      contains_any(lower, {"eps", "scale", "alpha", "beta", "gamma", "lr", "dropout", "soft", "temperature",
                           "prob", "value", "decay", "momentum", "theta", "factor", "slope", "limit"}) ||
      lower == "p";
  return typed(is_real ? DType::Float32 : DType::Int32, false);
}

// Empty: it became a program.
std::optional<Diagnostic> try_guess(Interpreter& interpreter, JitFunction& function, const Uses& uses,
                                    const Guess& guess,
                                    const std::vector<std::pair<std::string, Value>>& configured) {
  std::optional<Diagnostic> failure;
  auto compile = [&]() -> Value {
    std::vector<ArgumentSpec> specs;
    for (size_t i = 0; i < function.parameters.size(); ++i)
      specs.push_back(argument_guess(function, i, uses, guess, configured));
    if (function.has_variadic) {
      specs.emplace_back();
      specs.back().kind = ArgumentSpec::Kind::Tuple;
    }
    try {
      Compiler compiler(interpreter, launch_context(interpreter).session->options);
      Result<std::unique_ptr<Code>> code = lower(uses.is_helper ? compiler.compile_helper(function, specs)
                                                                : compiler.compile(function, specs));
      if (!code) failure = code.error();
    } catch (CompileError& error) {
      failure = std::move(error.diagnostic);
    }
    return Value();
  };
  Result<Value> result = interpreter.guard(compile);
  if (!result) failure = result.error();
  return failure;
}

void guess_arguments(Interpreter& interpreter, JitFunction& function,
                     const std::vector<std::pair<std::string, Value>>& configured, SurveyedKernel& kernel) {
  Uses uses = UseFinder(function.ast(), function.function->span).find();
  constexpr std::array kGuesses = {
      Guess{false, 32, DType::Float32, DType::Int32},    Guess{true, 32, DType::Float32, DType::Int32},
      Guess{false, 32, DType::Float16, DType::Int64},    Guess{true, 32, DType::Float16, DType::Int64},
      Guess{false, 16, DType::Float32, DType::Int32},    Guess{false, 128, DType::Float16, DType::Int32},
      Guess{true, 64, DType::Float32, DType::Int64},     Guess{false, 32, DType::Int32, DType::Int32},
      Guess{false, 32, DType::Int8, DType::Int32},       Guess{false, 2, DType::Float32, DType::Int32},
      Guess{false, 32, DType::Float32, DType::Int32, 1}, Guess{false, 32, DType::Float32, DType::Int32, 2},
      Guess{false, 32, DType::Int32, DType::Int32, 1}};
  constexpr uint64_t kFuelAGuess = 50'000'000;
  for (const Guess& guess : kGuesses) {
    if (guess.helper_rank > 0 && !uses.is_helper) continue;
    // The run may have used its own up.
    interpreter.budget() =
        Budget({.fuel = kFuelAGuess, .memory_bytes = interpreter.budget().limits().memory_bytes});
    std::optional<Diagnostic> failure = try_guess(interpreter, function, uses, guess, configured);
    if (!failure) {
      kernel.is_lowered = true;
      kernel.reason.reset();
      return;
    }
    auto is_ours = [](const Diagnostic& reason) { return reason.kind == DiagnosticKind::Unsupported; };
    if (!kernel.reason || (is_ours(*failure) && !is_ours(*kernel.reason))) kernel.reason = std::move(failure);
  }
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
