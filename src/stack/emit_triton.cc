#include "stack/emit_triton.h"

#include <fmt/format.h>

#include <set>

#include "base/check.h"

namespace tilewright::stack {
namespace {

struct Written {
  std::string text;
  Precedence precedence;
};

Written write(const Expr& expr);

std::string call(std::string_view function, const Expr& expr) {
  std::string arguments;
  for (const Expr& argument : expr.arguments)
    arguments += (arguments.empty() ? "" : ", ") + write(argument).text;
  return fmt::format("{}({})", function, arguments);
}

// Parenthesised where it binds less tightly than its place needs.
std::string at_least(const Expr& expr, Precedence needed) {
  Written written = write(expr);
  return written.precedence < needed ? "(" + written.text + ")" : written.text;
}

Written apply(const Expr& expr) {
  const PrimitiveInfo& row = info(expr.primitive);
  switch (row.form) {
    case PrimitiveForm::Plain:
      return write(expr.arguments[0]);
    case PrimitiveForm::Call:
      return {call(row.triton, expr), Precedence::Atom};
    case PrimitiveForm::Postfix:
      return {at_least(expr.arguments[0], Precedence::Atom) + std::string(row.triton), Precedence::Atom};
    case PrimitiveForm::Prefix:
      return {std::string(row.triton) + at_least(expr.arguments[0], Precedence::Atom), Precedence::Unary};
    case PrimitiveForm::Infix: {
      // Comparisons do not chain in kernels; the others associate to the left, and so does rounding.
      Precedence right = static_cast<Precedence>(static_cast<int>(row.precedence) + 1);
      Precedence left = row.precedence == Precedence::Compare ? right : row.precedence;
      return {fmt::format("{} {} {}", at_least(expr.arguments[0], left), row.triton,
                          at_least(expr.arguments[1], right)),
              row.precedence};
    }
  }
  return {};
}

std::string reduction(const Expr& expr) {
  std::string operand = write(expr.arguments[0]).text;
  std::string keep = expr.keeps_axis ? ", keep_dims=True" : "";
  if (expr.reduce == ReduceKind::Product) {
    return fmt::format("tl.reduce({}, {}, multiply{})", operand, expr.axis, keep);
  }
  std::string axis = expr.axis == kEveryAxis ? "" : fmt::format(", axis={}", expr.axis);
  return fmt::format("tl.{}({}{}{})", spelling(expr.reduce), operand, axis, keep);
}

std::string scan(const Expr& expr) {
  if (expr.reduce == ReduceKind::Max || expr.reduce == ReduceKind::Min) {
    return fmt::format("tl.associative_scan({}, {}, {}{})", write(expr.arguments[0]).text, expr.axis,
                       expr.reduce == ReduceKind::Max ? "larger" : "smaller",
                       expr.is_reverse ? ", reverse=True" : "");
  }
  std::string_view function = expr.reduce == ReduceKind::Sum ? "tl.cumsum" : "tl.cumprod";
  return fmt::format("{}({}, axis={}{})", function, write(expr.arguments[0]).text, expr.axis,
                     expr.is_reverse ? ", reverse=True" : "");
}

std::string address(const std::string& pointer, const std::string& index) {
  return index.empty() ? pointer : pointer + " + " + index;
}

std::string load(const Expr& expr) {
  std::string mask = expr.mask.empty() ? "" : ", mask=" + expr.mask;
  if (!expr.other.empty()) mask += ", other=" + expr.other;
  return fmt::format("tl.load({}{})", address(expr.text, expr.index), mask);
}

std::string fill(const Expr& expr) {
  std::string shape = "[" + expr.text + "]";
  std::string value = write(expr.arguments[0]).text;
  if (value == "0.0") return fmt::format("tl.zeros({}, dtype=tl.float32)", shape);
  return fmt::format("tl.full({}, {}, dtype=tl.float32)", shape, value);
}

Written write(const Expr& expr) {
  switch (expr.kind) {
    case Expr::Kind::Text:
      return {expr.text, expr.precedence};
    case Expr::Kind::Apply:
      return apply(expr);
    case Expr::Kind::Reduce:
      return {reduction(expr), Precedence::Atom};
    case Expr::Kind::Scan:
      return {scan(expr), Precedence::Atom};
    case Expr::Kind::Load:
      return {load(expr), Precedence::Atom};
    case Expr::Kind::Fill:
      return {fill(expr), Precedence::Atom};
    case Expr::Kind::Dot:
      // fp32 operands are multiplied as fp32, as torch does by default; the hardware's default would be tf32.
      return {fmt::format("tl.dot({}, {}, input_precision=\"ieee\")", write(expr.arguments[0]).text,
                          write(expr.arguments[1]).text),
              Precedence::Atom};
  }
  return {};
}

// target = target + value is written target += value.
std::string assignment(const Statement& statement) {
  const Expr& value = statement.value;
  if (statement.is_update && value.kind == Expr::Kind::Apply && value.arguments.size() == 2 &&
      value.arguments[0].kind == Expr::Kind::Text && value.arguments[0].text == statement.target) {
    if (value.primitive == Primitive::Add) {
      return fmt::format("{} += {}", statement.target, write(value.arguments[1]).text);
    }
    if (value.primitive == Primitive::Mul) {
      return fmt::format("{} *= {}", statement.target, write(value.arguments[1]).text);
    }
  }
  return fmt::format("{} = {}", statement.target, write(value).text);
}

void add_body(const std::vector<Statement>& body, const std::string& indent, std::string& out) {
  for (const Statement& statement : body) {
    switch (statement.kind) {
      case Statement::Kind::Assign:
        out += indent + assignment(statement) + "\n";
        break;
      case Statement::Kind::Store: {
        std::string mask = statement.mask.empty() ? "" : ", mask=" + statement.mask;
        out += fmt::format("{}tl.store({}, {}{})\n", indent, address(statement.target, statement.index),
                           write(statement.value).text, mask);
        break;
      }
      case Statement::Kind::AtomicAdd:
        out +=
            fmt::format("{}tl.atomic_add({}, {})\n", indent, statement.target, write(statement.value).text);
        break;
      case Statement::Kind::Loop:
        out += fmt::format("{}for {} in range(0, {}, {}):\n", indent, statement.target, statement.limit,
                           statement.step);
        add_body(statement.body, indent + "    ", out);
        break;
      case Statement::Kind::If:
      case Statement::Kind::Tile:
      case Statement::Kind::Barrier:
        TW_CHECK(false, "a statement of one thread in a kernel of blocks");
    }
  }
}

std::string kernel_text(const Kernel& kernel) {
  std::string parameters;
  auto add = [&](const std::string& name) { parameters += (parameters.empty() ? "" : ", ") + name; };
  for (const KernelArgument& pointer : kernel.pointers) add(pointer.name);
  for (const KernelArgument& size : kernel.sizes) add(size.name);
  for (const KernelArgument& constant : kernel.constants) add(constant.name + ": tl.constexpr");
  std::string text = fmt::format("@triton.jit\ndef {}({}):\n", kernel.name, parameters);
  add_body(kernel.body, "    ", text);
  return text;
}

std::string launch_text(const Kernel& kernel) {
  std::string grid;
  for (const std::string& extent : kernel.grid) grid += (grid.empty() ? "" : ", ") + extent;
  if (kernel.grid.size() == 1) grid += ",";
  std::string arguments;
  auto add = [&](const std::string& text) { arguments += (arguments.empty() ? "" : ", ") + text; };
  for (const KernelArgument& pointer : kernel.pointers) add(pointer.host);
  for (const KernelArgument& size : kernel.sizes) add(size.name);
  for (const KernelArgument& constant : kernel.constants) add(constant.name + "=" + constant.host);
  if (kernel.num_warps != 4) add(fmt::format("num_warps={}", kernel.num_warps));
  return fmt::format("    {}[({})]({})\n", kernel.name, grid, arguments);
}

// Sizes that the launch needs and the wrapper does not hold yet: one line, but for what is computed from n.
std::string sizes_text(const Kernel& kernel, std::set<std::string>& known) {
  std::string names, values, later;
  for (const KernelArgument& size : kernel.sizes) {
    if (!known.insert(size.name + "=" + size.host).second) continue;
    if (size.host.find(".numel() // ") != std::string::npos) {
      later += fmt::format("    {} = {}\n", size.name, size.host);
      continue;
    }
    names += (names.empty() ? "" : ", ") + size.name;
    values += (values.empty() ? "" : ", ") + size.host;
  }
  return (names.empty() ? "" : fmt::format("    {} = {}\n", names, values)) + later;
}

template <class Test>
bool any_expr(const Expr& expr, Test test) {
  if (test(expr)) return true;
  for (const Expr& argument : expr.arguments) {
    if (any_expr(argument, test)) return true;
  }
  return false;
}

template <class Test>
bool any_expr(const std::vector<Statement>& body, Test test) {
  for (const Statement& statement : body) {
    if (any_expr(statement.value, test) || any_expr(statement.body, test)) return true;
  }
  return false;
}

template <class Test>
bool any_expr(const TileProgram& program, Test test) {
  for (const TileProgram::Launch& launch : program.launches) {
    if (any_expr(launch.kernel.body, test)) return true;
  }
  return false;
}

bool is_product(const Expr& expr) {
  return expr.kind == Expr::Kind::Reduce && expr.reduce == ReduceKind::Product;
}
template <ReduceKind kKind>
bool is_scan(const Expr& expr) {
  return expr.kind == Expr::Kind::Scan && expr.reduce == kKind;
}
bool is_libdevice(const Expr& expr) {
  return expr.kind == Expr::Kind::Apply && info(expr.primitive).triton.starts_with("libdevice.");
}

}  // namespace

std::string emit_triton(const TileProgram& program) {
  std::string text = "import torch\nimport triton\nimport triton.language as tl\n";
  if (any_expr(program, is_libdevice)) text += "from triton.language.extra import libdevice\n";
  text += "\n\n";
  if (any_expr(program, is_product)) text += "@triton.jit\ndef multiply(a, b):\n    return a * b\n\n\n";
  if (any_expr(program, is_scan<ReduceKind::Max>))
    text += "@triton.jit\ndef larger(a, b):\n    return tl.maximum(a, b)\n\n\n";
  if (any_expr(program, is_scan<ReduceKind::Min>))
    text += "@triton.jit\ndef smaller(a, b):\n    return tl.minimum(a, b)\n\n\n";
  for (const TileProgram::Launch& launch : program.launches) text += kernel_text(launch.kernel) + "\n\n";
  text += fmt::format("def forward({}):\n", fmt::join(program.arguments, ", "));
  for (const std::string& name : program.contiguous_inputs)
    text += fmt::format("    {0} = {0}.contiguous()\n", name);
  std::set<std::string> known;
  for (const TileProgram::Launch& launch : program.launches) {
    for (const Allocation& allocation : launch.allocations) {
      text += fmt::format("    {} = {}\n", allocation.name, python_text(allocation));
    }
    text += sizes_text(launch.kernel, known) + launch_text(launch.kernel);
  }
  return text + fmt::format("    return {}\n", fmt::join(program.results, ", "));
}

}  // namespace tilewright::stack
