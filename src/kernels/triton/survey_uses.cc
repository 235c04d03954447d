#include "kernels/triton/survey_uses.h"

#include <algorithm>

namespace tilewright::kernels::triton {
namespace {

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
    const auto* object = std::get_if<python::Name>(&ast_[method->value].data);
    if (object && !call.arguments.empty() && (name == "load" || name == "store" || name == "gather")) {
      const auto* offsets = std::get_if<python::List>(&ast_[call.arguments[0]].data);
      const auto* tuple = std::get_if<python::Tuple>(&ast_[call.arguments[0]].data);
      size_t rank = offsets            ? offsets->elements.size()
                    : tuple            ? tuple->elements.size()
                    : name == "gather" ? 2
                                       : 0;
      if (rank > 0) uses_.descriptors[ast_.name(object->name)] = rank;
    }
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
    const auto* number = constant ? std::get_if<int64_t>(&constant->value) : nullptr;
    if (name && number && comparison.ops[0] == python::CompareOperator::Eq)
      uses_.numbers[ast_.name(name->name)].insert(*number);
  }

  const python::Ast& ast_;
  Span within_;
  Uses uses_;
};

// Names in the statements of a function, for what a failure has to do with its parameters.
class Dependence {
 public:
  explicit Dependence(const JitFunction& function) : ast_(function.ast()), within_(function.function->span) {}

  // Parameters that the statement at `place` reads, directly or through what was assigned from them, come
  // first.
  std::vector<size_t> order(const std::vector<JitFunction::Parameter>& parameters, uint32_t place) const {
    std::set<std::string> wanted = names_at(place);
    std::vector<std::set<std::string>> rounds{wanted};
    for (int round = 0; round < 6; ++round) {
      std::set<std::string> more;
      for (const python::Stmt& node : ast_.stmts) {
        if (node.span.begin < within_.begin || node.span.end > within_.end) continue;
        const auto* assign = std::get_if<python::Assign>(&node.data);
        const auto* annotated = std::get_if<python::AnnAssign>(&node.data);
        const auto* changed = std::get_if<python::AugAssign>(&node.data);
        if (!assign && !annotated && !changed) continue;
        std::set<std::string> targets = names_in(ast_[assign      ? assign->targets[0]
                                                      : annotated ? annotated->target
                                                                  : changed->target]
                                                     .span);
        bool is_wanted =
            std::any_of(targets.begin(), targets.end(), [&](const auto& t) { return wanted.contains(t); });
        if (is_wanted) more.merge(names_in(node.span));
      }
      wanted.insert(more.begin(), more.end());
      rounds.push_back(wanted);
    }
    std::vector<size_t> result;
    rounds.emplace_back();
    for (const std::set<std::string>& names : rounds) {
      bool is_last = &names == &rounds.back();
      for (size_t i = 0; i < parameters.size(); ++i) {
        bool is_new = std::find(result.begin(), result.end(), i) == result.end();
        if (is_new && (is_last || names.contains(parameters[i].name))) result.push_back(i);
      }
    }
    return result;
  }

 private:
  // Of the smallest statement that begins at `place`, without the bodies inside it.
  std::set<std::string> names_at(uint32_t place) const {
    std::set<std::string> names;
    for (const python::Stmt& node : ast_.stmts) {
      if (node.span.begin != place) continue;
      if (const auto* branch = std::get_if<python::If>(&node.data)) {
        names.merge(names_in(ast_[branch->test].span));
      } else if (const auto* loop = std::get_if<python::For>(&node.data)) {
        names.merge(names_in(ast_[loop->iterable].span));
      } else if (const auto* loop = std::get_if<python::While>(&node.data)) {
        names.merge(names_in(ast_[loop->test].span));
      } else {
        names.merge(names_in(node.span));
      }
    }
    return names;
  }

  std::set<std::string> names_in(Span span) const {
    std::set<std::string> names;
    for (const python::Expr& node : ast_.exprs) {
      const auto* name = std::get_if<python::Name>(&node.data);
      if (name && node.span.begin >= span.begin && node.span.end <= span.end)
        names.insert(ast_.name(name->name));
    }
    return names;
  }

  const python::Ast& ast_;
  Span within_;
};

}  // namespace

Uses find_uses(const python::Ast& ast, Span function) { return UseFinder(ast, function).find(); }

std::vector<size_t> order_by_dependence(const JitFunction& function, uint32_t place) {
  return Dependence(function).order(function.parameters, place);
}

}  // namespace tilewright::kernels::triton
