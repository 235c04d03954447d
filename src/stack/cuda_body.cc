#include "stack/cuda_body.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"

namespace tilewright::stack {
namespace {

constexpr const char* kStep = "    ";

CudaType wider(CudaType a, CudaType b) { return std::max(a, b); }

// Python's order of binding in texts that the tile program holds.
CudaBinding binding_of(Precedence precedence) {
  switch (precedence) {
    case Precedence::Compare:
      return CudaBinding::Relation;
    case Precedence::Or:
      return CudaBinding::Or;
    case Precedence::And:
      return CudaBinding::And;
    case Precedence::Sum:
      return CudaBinding::Sum;
    case Precedence::Product:
      return CudaBinding::Product;
    case Precedence::Unary:
      return CudaBinding::Unary;
    case Precedence::Atom:
      return CudaBinding::Atom;
  }
  return CudaBinding::Atom;
}

bool is_name(std::string_view text) {
  return !text.empty() && text.find_first_not_of(
                              "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") == text.npos;
}

std::string combined(ReduceKind reduce, CudaType type, const std::string& left, const std::string& right) {
  std::string_view larger = type == CudaType::Float ? "fmaxf" : "max";
  std::string_view smaller = type == CudaType::Float ? "fminf" : "min";
  switch (reduce) {
    case ReduceKind::Product:
      return fmt::format("{} *= {}", left, right);
    case ReduceKind::Max:
      return fmt::format("{0} = {2}({0}, {1})", left, right, larger);
    case ReduceKind::Min:
      return fmt::format("{0} = {2}({0}, {1})", left, right, smaller);
    default:
      return fmt::format("{} += {}", left, right);
  }
}

}  // namespace

std::string helper_name(ReduceKind reduce) { return fmt::format("block_{}", spelling(reduce)); }

std::string helper_text(const CudaHelper& helper, int threads) {
  std::string_view type = spelling(helper.type);
  std::string name = helper_name(helper.reduce);
  if (helper.gather == Gather::Tree) {
    return fmt::format(
        "__device__ {0} {1}({0} value) {{\n"
        "    __shared__ {0} part[{2}];\n"
        "    int t = threadIdx.x;\n"
        "    part[t] = value;\n"
        "    __syncthreads();\n"
        "    for (int s = blockDim.x / 2; s > 0; s /= 2) {{\n"
        "        if (t < s) {3};\n"
        "        __syncthreads();\n"
        "    }}\n"
        "    value = part[0];\n"
        "    __syncthreads();\n"
        "    return value;\n"
        "}}\n",
        type, name, threads, combined(helper.reduce, helper.type, "part[t]", "part[t + s]"));
  }
  std::string start = helper.type == CudaType::Float
                          ? kernel_text(fmt::format("{:.1f}", neutral(helper.reduce)))
                          : fmt::format("{}", static_cast<int>(neutral(helper.reduce)));
  if (helper.reduce == ReduceKind::Max) start = "-INFINITY";
  if (helper.reduce == ReduceKind::Min) start = "INFINITY";
  return fmt::format(
      "__device__ {0} {1}({0} value) {{\n"
      "    __shared__ {0} part[32];\n"
      "    for (int o = 16; o > 0; o /= 2) {2};\n"
      "    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = value;\n"
      "    __syncthreads();\n"
      "    value = {3};\n"
      "    for (int w = 0; w < blockDim.x / 32; ++w) {4};\n"
      "    __syncthreads();\n"
      "    return value;\n"
      "}}\n",
      type, name, combined(helper.reduce, helper.type, "value", "__shfl_xor_sync(0xffffffff, value, o)"),
      start, combined(helper.reduce, helper.type, "value", "part[w]"));
}

CudaBody::CudaBody(const Kernel& kernel) : kernel_(kernel) {
  scopes_.emplace_back();
  for (const KernelArgument& pointer : kernel.pointers) pointers_[pointer.name] = pointer.dtype;
  for (const KernelArgument& size : kernel.sizes) scopes_[0][size.name] = CudaType::Int;
}

std::string CudaBody::text() {
  add(kernel_.body, kStep);
  return std::move(out_);
}

bool CudaBody::is_declared(const std::string& variable) const {
  return std::any_of(scopes_.begin(), scopes_.end(),
                     [&](const auto& scope) { return scope.contains(variable); });
}

CudaType CudaBody::type_of(const std::string& variable) const {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    if (auto found = scope->find(variable); found != scope->end()) return found->second;
  }
  return CudaType::Int;
}

// ---- expressions -------------------------------------------------------------------------

CudaBody::Written CudaBody::write_text(const Expr& expr) {
  if (is_declared(expr.text)) return {expr.text, CudaBinding::Atom, type_of(expr.text)};
  // An element of a shared tile.
  bool is_element = tiles_.contains(expr.text.substr(0, expr.text.find('[')));
  CudaType type = is_element || is_float_text(expr.text) ? CudaType::Float : CudaType::Int;
  std::string text = kernel_text(expr.text);
  CudaBinding binding = binding_of(expr.precedence);
  if (text.starts_with('-')) binding = std::min(binding, CudaBinding::Unary);
  return {std::move(text), binding, type};
}

std::string CudaBody::at_least(const Expr& expr, CudaBinding needed) {
  Written written = write(expr);
  return written.binding < needed ? "(" + written.text + ")" : written.text;
}

// Python's division: of integers too it gives a fraction.
CudaBody::Written CudaBody::divide(const Expr& expr) {
  Written left = write(expr.arguments[0]);
  Written right = write(expr.arguments[1]);
  std::string text = left.binding < CudaBinding::Product ? "(" + left.text + ")" : left.text;
  if (left.type != CudaType::Float && right.type != CudaType::Float) {
    bool is_number = !text.empty() && text.find_first_not_of("0123456789") == text.npos;
    text = is_number ? text + ".0f"
                     : "(float)" + (left.binding < CudaBinding::Unary ? "(" + left.text + ")" : text);
  }
  std::string divisor = right.binding <= CudaBinding::Product ? "(" + right.text + ")" : right.text;
  return {fmt::format("{} / {}", text, divisor), CudaBinding::Product, CudaType::Float};
}

CudaBody::Written CudaBody::write_apply(const Expr& expr) {
  const CudaSpelling& row = cuda_spelling(expr.primitive);
  auto after = [](CudaBinding binding) { return static_cast<CudaBinding>(static_cast<int>(binding) + 1); };
  if (expr.primitive == Primitive::Div) return divide(expr);
  CudaType type = CudaType::Bool;
  std::vector<Written> operands;
  for (const Expr& argument : expr.arguments) {
    operands.push_back(write(argument));
    bool counts = row.form != CudaForm::Choice || operands.size() > 1;
    if (counts) type = wider(type, operands.back().type);
  }
  bool is_truth = row.binding <= CudaBinding::Relation && row.form == CudaForm::Infix;
  switch (row.form) {
    case CudaForm::Plain:
      return operands[0];
    case CudaForm::Cast: {
      // What is stored narrow has a type of its own, which ?: does not mix with float.
      const Expr& operand = expr.arguments[0];
      bool is_narrow = operand.kind == Expr::Kind::Load && size_of(pointers_.at(operand.text)) < 4;
      if (operands[0].type == CudaType::Float && !is_narrow) return operands[0];
      return {std::string(row.text) + at_least(expr.arguments[0], CudaBinding::Unary), row.binding,
              CudaType::Float};
    }
    case CudaForm::Prefix:
      return {std::string(row.text) + at_least(expr.arguments[0], CudaBinding::Atom), row.binding, type};
    case CudaForm::Choice:
      return {fmt::format("{} ? {} : {}", at_least(expr.arguments[0], CudaBinding::Or),
                          at_least(expr.arguments[1], CudaBinding::Or),
                          at_least(expr.arguments[2], CudaBinding::Or)),
              row.binding, type};
    case CudaForm::Around: {
      std::string text(row.text);
      text.replace(text.find('@'), 1, at_least(expr.arguments[0], CudaBinding::Atom));
      return {std::move(text), row.binding, CudaType::Float};
    }
    case CudaForm::Call: {
      bool is_integer = !row.integer_text.empty() && type != CudaType::Float;
      std::string arguments;
      for (const Written& operand : operands) arguments += (arguments.empty() ? "" : ", ") + operand.text;
      return {fmt::format("{}({})", is_integer ? row.integer_text : row.text, arguments), CudaBinding::Atom,
              is_integer ? type : CudaType::Float};
    }
    case CudaForm::Infix:
      // The others associate to the left, and so does rounding.
      CudaBinding left = is_truth && row.binding >= CudaBinding::Equality ? after(row.binding) : row.binding;
      if (type == CudaType::Bool && !is_truth) type = CudaType::Int;
      return {fmt::format("{} {} {}", at_least(expr.arguments[0], left), row.text,
                          at_least(expr.arguments[1], after(row.binding))),
              row.binding, is_truth ? CudaType::Bool : type};
  }
  return {};
}

CudaBody::Written CudaBody::write(const Expr& expr) {
  switch (expr.kind) {
    case Expr::Kind::Text:
      return write_text(expr);
    case Expr::Kind::Apply:
      return write_apply(expr);
    case Expr::Kind::Load: {
      std::string index = expr.index.empty() ? "0" : kernel_text(expr.index);
      return {fmt::format("{}[{}]", expr.text, index), CudaBinding::Atom,
              computed_as(pointers_.at(expr.text))};
    }
    case Expr::Kind::Reduce: {
      Written operand = write(expr.arguments[0]);
      helpers_.insert({expr.reduce, kernel_.gather, operand.type});
      return {fmt::format("{}({})", helper_name(expr.reduce), operand.text), CudaBinding::Atom, operand.type};
    }
    case Expr::Kind::Scan:
    case Expr::Kind::Dot:
    case Expr::Kind::Fill:
      break;
  }
  TW_CHECK(false, "an expression of blocks in a kernel of threads");
}

// ---- statements --------------------------------------------------------------------------

// A warp's parts: every lane ends with the whole.
bool CudaBody::add_gathering(const Statement& statement, const std::string& indent) {
  const Expr& value = statement.value;
  if (value.kind != Expr::Kind::Reduce || kernel_.gather != Gather::Warp) return false;
  const std::string& target = statement.target;
  out_ += indent + "for (int o = 16; o > 0; o /= 2)";
  if (value.arguments.size() == 1) {
    out_ += fmt::format(" {};\n", combined(value.reduce, type_of(target), target,
                                           fmt::format("__shfl_xor_sync(0xffffffff, {}, o)", target)));
    return true;
  }
  const std::string& best = value.arguments[1].text;
  std::string_view better = value.reduce == ReduceKind::ArgMax ? ">" : "<";
  out_ += fmt::format(
      " {{\n"
      "{0}    float other = __shfl_xor_sync(0xffffffff, {1}, o);\n"
      "{0}    int place = __shfl_xor_sync(0xffffffff, {2}, o);\n"
      "{0}    if (other {3} {1} || (other == {1} && place < {2})) {{\n"
      "{0}        {1} = other;\n"
      "{0}        {2} = place;\n"
      "{0}    }}\n"
      "{0}}}\n",
      indent, best, target, better);
  return true;
}

void CudaBody::add_assignment(const Statement& statement, const std::string& indent) {
  if (add_gathering(statement, indent)) return;
  const Expr& value = statement.value;
  const std::string& target = statement.target;
  bool is_new = is_name(target) && !is_declared(target);
  bool adds_to_itself = statement.is_update && value.kind == Expr::Kind::Apply &&
                        value.arguments.size() == 2 && value.arguments[0].kind == Expr::Kind::Text &&
                        value.arguments[0].text == target;
  if (adds_to_itself && (value.primitive == Primitive::Add || value.primitive == Primitive::Mul)) {
    out_ += fmt::format("{}{} {}= {};\n", indent, target, value.primitive == Primitive::Add ? '+' : '*',
                        write(value.arguments[1]).text);
    return;
  }
  // What a float variable is given needs no cast.
  const Expr* given = &value;
  bool is_cast = value.kind == Expr::Kind::Apply && value.primitive == Primitive::ToFloat;
  if (is_cast && is_new) given = &value.arguments[0];
  Written written = write(*given);
  if (!is_new) {
    out_ += fmt::format("{}{} = {};\n", indent, target, written.text);
    return;
  }
  CudaType type = statement.type ? computed_as(*statement.type) : is_cast ? CudaType::Float : written.type;
  scopes_.back()[target] = type;
  out_ += fmt::format("{}{} {} = {};\n", indent, spelling(type), target, written.text);
}

void CudaBody::add_store(const Statement& statement, const std::string& indent) {
  std::string value = write(statement.value).text;
  std::string index = statement.index.empty() ? "" : kernel_text(statement.index);
  if (statement.kind == Statement::Kind::AtomicAdd) {
    std::string place = index.empty() ? statement.target : statement.target + " + " + index;
    out_ += fmt::format("{}atomicAdd({}, {});\n", indent, place, value);
    return;
  }
  out_ += fmt::format("{}{}[{}] = {};\n", indent, statement.target, index.empty() ? "0" : index, value);
}

// A body of one line needs no braces.
void CudaBody::add_block(const std::string& head, const std::vector<Statement>& body,
                         const std::string& indent) {
  scopes_.emplace_back();
  bool is_short = body.size() == 1 &&
                  (body[0].kind == Statement::Kind::Store || body[0].kind == Statement::Kind::AtomicAdd ||
                   (body[0].kind == Statement::Kind::Assign &&
                    (is_declared(body[0].target) || !is_name(body[0].target))));
  out_ += indent + head;
  if (is_short) {
    out_ += ' ';
    add(body, "");
  } else {
    out_ += " {\n";
    add(body, indent + kStep);
    out_ += indent + "}\n";
  }
  scopes_.pop_back();
}

void CudaBody::add_loop(const Statement& statement, const std::string& indent) {
  const std::string& variable = statement.target;
  scopes_.emplace_back();
  scopes_.back()[variable] = CudaType::Int;
  std::string head =
      statement.counts_down
          ? fmt::format("for (int {0} = {1} - 1; {0} >= 0; --{0})", variable, statement.limit)
          : fmt::format(
                "for (int {0} = {1}; {0} < {2}; {3})", variable, statement.start, statement.limit,
                statement.step == "1" ? "++" + variable : fmt::format("{} += {}", variable, statement.step));
  add_block(head, statement.body, indent);
  scopes_.pop_back();
}

void CudaBody::add(const std::vector<Statement>& body, const std::string& indent) {
  for (const Statement& statement : body) {
    switch (statement.kind) {
      case Statement::Kind::Assign:
        add_assignment(statement, indent);
        break;
      case Statement::Kind::Store:
      case Statement::Kind::AtomicAdd:
        add_store(statement, indent);
        break;
      case Statement::Kind::Loop:
        add_loop(statement, indent);
        break;
      case Statement::Kind::If: {
        std::string condition = fmt::format("if ({})", write(statement.value).text);
        if (statement.body.empty())
          out_ += fmt::format("{}{} return;\n", indent, condition);
        else
          add_block(condition, statement.body, indent);
        break;
      }
      case Statement::Kind::Tile:
        out_ += fmt::format("{}__shared__ float {}{};\n", indent, statement.target, statement.index);
        tiles_.insert(statement.target);
        break;
      case Statement::Kind::Barrier:
        out_ += indent + "__syncthreads();\n";
        break;
    }
  }
}

}  // namespace tilewright::stack
