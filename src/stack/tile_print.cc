// The tile program as text: functional notation, no language's spelling.
#include <fmt/format.h>

#include "stack/tile.h"

namespace tilewright::stack {
namespace {

std::string text(const Expr& expr) {
  std::string arguments;
  for (const Expr& argument : expr.arguments) arguments += (arguments.empty() ? "" : ", ") + text(argument);
  switch (expr.kind) {
    case Expr::Kind::Text:
      return expr.text;
    case Expr::Kind::Apply:
      return fmt::format("{}({})", info(expr.primitive).name, arguments);
    case Expr::Kind::Reduce:
      return fmt::format("reduce {}({})", spelling(expr.reduce), arguments);
    case Expr::Kind::Scan:
      return fmt::format("scan {}{}({})", spelling(expr.reduce), expr.is_reverse ? " reverse" : "",
                         arguments);
    case Expr::Kind::Dot:
      return fmt::format("dot({})", arguments);
    case Expr::Kind::Fill:
      return fmt::format("fill [{}] {}", expr.text, arguments);
    case Expr::Kind::Load: {
      std::string where = expr.index.empty() ? "" : "[" + expr.index + "]";
      if (expr.mask.empty()) return fmt::format("load {}{}", expr.text, where);
      return fmt::format("load {}{} if {} else {}", expr.text, where, expr.mask, expr.other);
    }
  }
  return "";
}

void add(const std::vector<Statement>& body, const std::string& indent, std::string& out) {
  for (const Statement& statement : body) {
    switch (statement.kind) {
      case Statement::Kind::Assign:
        out += fmt::format("{}{} = {}\n", indent, statement.target, text(statement.value));
        break;
      case Statement::Kind::Store: {
        std::string where = statement.index.empty() ? "" : "[" + statement.index + "]";
        std::string mask = statement.mask.empty() ? "" : " if " + statement.mask;
        out += fmt::format("{}store {}{} = {}{}\n", indent, statement.target, where, text(statement.value),
                           mask);
        break;
      }
      case Statement::Kind::AtomicAdd:
        out += fmt::format("{}atomic add {} += {}\n", indent, statement.target, text(statement.value));
        break;
      case Statement::Kind::Loop:
        if (statement.counts_down) {
          out += fmt::format("{}for {} from {} - 1 down to 0\n", indent, statement.target, statement.limit);
        } else {
          out += fmt::format("{}for {} from {} to {} by {}\n", indent, statement.target, statement.start,
                             statement.limit, statement.step);
        }
        add(statement.body, indent + "  ", out);
        break;
      case Statement::Kind::If:
        out +=
            fmt::format("{}if {}{}\n", indent, text(statement.value), statement.body.empty() ? ": done" : "");
        add(statement.body, indent + "  ", out);
        break;
      case Statement::Kind::Tile:
        out += fmt::format("{}shared {}{}\n", indent, statement.target, statement.index);
        break;
      case Statement::Kind::Barrier:
        out += indent + "barrier\n";
        break;
    }
  }
}

}  // namespace

std::string print(const TileProgram& program) {
  std::string out;
  for (const TileProgram::Launch& launch : program.launches) {
    const Kernel& kernel = launch.kernel;
    for (const Allocation& allocation : launch.allocations) {
      out += fmt::format("allocate {} = {}\n", allocation.name, python_text(allocation));
    }
    out += fmt::format("{}: {}\n", kernel.name, kernel.description);
    out += fmt::format("  grid {}\n", fmt::join(kernel.grid, " x "));
    for (const KernelArgument& pointer : kernel.pointers)
      out += fmt::format("  {} = {}\n", pointer.name, pointer.host);
    for (const KernelArgument& size : kernel.sizes) out += fmt::format("  {} = {}\n", size.name, size.host);
    for (const KernelArgument& constant : kernel.constants) {
      out += fmt::format("  constant {} = {}\n", constant.name, constant.host);
    }
    add(kernel.body, "  ", out);
  }
  return out;
}

}  // namespace tilewright::stack
