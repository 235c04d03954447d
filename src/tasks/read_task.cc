// Reads a task file's syntax tree: whether it has a task's shape, and where it writes its sizes.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "base/text.h"
#include "python/parser.h"
#include "tasks/task.h"

namespace tilewright::tasks {
namespace {

using namespace python;

// Input distributions that DISTRIBUTIONS may name (docs/judging.md).
constexpr std::array<std::string_view, 6> kDistributions = {"given", "lowered", "negative",
                                                            "small", "shifted", "spread"};

template <class Node>
const Node* as(const Ast& ast, ExprId id) {
  return id ? std::get_if<Node>(&ast[id].data) : nullptr;
}

// The value of an expression of integers alone.
std::optional<int64_t> fold(const Ast& ast, ExprId id) {
  if (const auto* constant = as<ConstantExpr>(ast, id)) {
    if (const auto* integer = std::get_if<int64_t>(&constant->value)) return *integer;
    return std::nullopt;
  }
  const auto* operation = as<BinOp>(ast, id);
  if (operation == nullptr) return std::nullopt;
  std::optional<int64_t> left = fold(ast, operation->left), right = fold(ast, operation->right);
  int64_t result = 0;
  if (!left || !right) return std::nullopt;
  switch (operation->op) {
    case Operator::Add:
      return __builtin_add_overflow(*left, *right, &result) ? std::nullopt : std::optional(result);
    case Operator::Sub:
      return __builtin_sub_overflow(*left, *right, &result) ? std::nullopt : std::optional(result);
    case Operator::Mult:
      return __builtin_mul_overflow(*left, *right, &result) ? std::nullopt : std::optional(result);
    case Operator::FloorDiv:
      return *left >= 0 && *right > 0 ? std::optional(*left / *right) : std::nullopt;
    case Operator::LShift:
      return *left >= 0 && *left < 1024 && *right >= 0 && *right < 40 ? std::optional(*left << *right)
                                                                      : std::nullopt;
    case Operator::Pow: {
      double power = std::pow(static_cast<double>(*left), static_cast<double>(*right));
      return *right >= 0 && std::abs(power) < 1e15 ? std::optional(static_cast<int64_t>(power))
                                                   : std::nullopt;
    }
    default:
      return std::nullopt;
  }
}

class TaskReader {
 public:
  TaskReader(std::shared_ptr<const Ast> tree, std::string name) : ast_(*tree) {
    task_.ast = std::move(tree);
    task_.source = ast_.source;
    task_.name = std::move(name);
  }

  Result<TaskSource> read() {
    for (StmtId id : ast_.body) visit(ast_[id]);
    if (Result<void> checked = check_shape(); !checked) return fail(checked.error());
    keep_read_sites();
    if (Result<void> read = read_extensions(); !read) return fail(read.error());
    return std::move(task_);
  }

 private:
  void visit(const Stmt& statement) {
    if (const auto* definition = std::get_if<ClassDef>(&statement.data)) {
      classes_[ast_.name(definition->name)] = &statement;
    } else if (const auto* function = std::get_if<FunctionDef>(&statement.data)) {
      functions_[ast_.name(function->name)] = &statement;
    } else if (const auto* assign = std::get_if<Assign>(&statement.data)) {
      for (ExprId target : assign->targets) bind(target, assign->value);
    } else if (const auto* annotated = std::get_if<AnnAssign>(&statement.data)) {
      if (annotated->value) bind(annotated->target, annotated->value);
    }
  }

  void bind(ExprId target, ExprId value) {
    if (const auto* name = as<Name>(ast_, target)) {
      const std::string& text = ast_.name(name->name);
      values_[text] = value;
      add_site(text, value);
      const std::vector<ExprId>* elements = elements_of(value);
      for (size_t i = 0; elements != nullptr && i < elements->size(); ++i) {
        add_site(fmt::format("{}[{}]", text, i), (*elements)[i]);
      }
    } else if (const std::vector<ExprId>* targets = elements_of(target)) {
      const std::vector<ExprId>* elements = elements_of(value);
      if (elements == nullptr || elements->size() != targets->size()) return;
      for (size_t i = 0; i < targets->size(); ++i) bind((*targets)[i], (*elements)[i]);
    }
  }

  const std::vector<ExprId>* elements_of(ExprId id) const {
    if (const auto* tuple = as<Tuple>(ast_, id)) return &tuple->elements;
    if (const auto* list = as<List>(ast_, id)) return &list->elements;
    return nullptr;
  }

  // Integers below 2 are flags, dimensions or strides, never sizes. `a = b = 128` writes one site.
  void add_site(std::string name, ExprId value) {
    std::optional<int64_t> number = fold(ast_, value);
    Span span = ast_[value].span;
    std::erase_if(task_.sites, [&](const SizeSite& site) { return site.name == name; });
    for (SizeSite& site : task_.sites) {
      if (site.span == span) {
        aliases_[name] = site.name;
        return;
      }
    }
    if (number && *number >= 2) task_.sites.push_back({std::move(name), *number, span});
  }

  // ---- the shape of a task -------------------------------------------------------------------
  Result<void> check_shape() {
    auto model = classes_.find("Model");
    if (model == classes_.end()) {
      std::vector<std::string_view> names;
      for (const auto& [name, statement] : classes_) names.push_back(name);
      Diagnostic diagnostic{DiagnosticKind::BadTask,
                            "a task needs `class Model(nn.Module)`, and this file defines none",
                            {},
                            {}};
      if (values_.contains("Model") || functions_.contains("Model"))
        diagnostic.message = "`Model` must be a class";
      diagnostic.span = whole_file();
      for (const auto& [name, statement] : classes_) {
        diagnostic.notes.push_back({fmt::format("it defines `class {}`", name), name_span(statement)});
      }
      return fail(std::move(diagnostic));
    }
    const auto& definition = std::get<ClassDef>(model->second->data);
    bool has_forward = false;
    for (StmtId id : definition.body) {
      const auto* method = std::get_if<FunctionDef>(&ast_[id].data);
      has_forward |= method != nullptr && ast_.name(method->name) == "forward";
    }
    if (definition.bases.empty()) {
      return fail(DiagnosticKind::BadTask, "`Model` must derive from `nn.Module`", name_span(model->second));
    }
    // A base other than nn.Module may bring forward along.
    bool derives_from_own = std::any_of(definition.bases.begin(), definition.bases.end(), [&](ExprId base) {
      const auto* name = as<Name>(ast_, base);
      return name != nullptr && classes_.contains(ast_.name(name->name));
    });
    if (!has_forward && !derives_from_own) {
      return fail(DiagnosticKind::BadTask, "`Model` has no method `forward`", name_span(model->second));
    }
    if (Result<void> checked = check_function("get_inputs", true); !checked) return checked;
    return check_function("get_init_inputs", false);
  }

  Result<void> check_function(const std::string& name, bool is_required) {
    auto found = functions_.find(name);
    if (found == functions_.end()) {
      if (auto value = values_.find(name); value != values_.end()) {
        if (as<Lambda>(ast_, value->second)) return {};
        return fail(DiagnosticKind::BadTask, fmt::format("`{}` must be a function", name),
                    ast_[value->second].span);
      }
      if (!is_required) return {};
      std::vector<std::string_view> names;
      for (const auto& [other, statement] : functions_) names.push_back(other);
      return fail(DiagnosticKind::BadTask,
                  fmt::format("a task needs a function `{}`, and this file defines none{}", name,
                              suggestion(name, names)),
                  whole_file());
    }
    const auto& function = std::get<FunctionDef>(found->second->data);
    size_t required = function.arguments.positional_only.size() + function.arguments.positional.size();
    if (required > function.arguments.defaults.size()) {
      return fail(DiagnosticKind::BadTask, fmt::format("`{}` is called without arguments", name),
                  function.name.span);
    }
    bool has_return =
        std::any_of(function.body.begin(), function.body.end(), [&](StmtId id) { return returns(ast_[id]); });
    if (!has_return) {
      return fail(DiagnosticKind::BadTask, fmt::format("`{}` returns nothing; a list is expected", name),
                  name_span(found->second));
    }
    return {};
  }

  bool returns(const Stmt& statement) const {
    auto any = [&](const Body& body) {
      return std::any_of(body.begin(), body.end(), [&](StmtId id) { return returns(ast_[id]); });
    };
    if (std::holds_alternative<Return>(statement.data)) return true;
    if (std::holds_alternative<Raise>(statement.data)) return true;
    if (const auto* branch = std::get_if<If>(&statement.data))
      return any(branch->body) || any(branch->orelse);
    if (const auto* loop = std::get_if<For>(&statement.data)) return any(loop->body) || any(loop->orelse);
    if (const auto* loop = std::get_if<While>(&statement.data)) return any(loop->body) || any(loop->orelse);
    if (const auto* block = std::get_if<With>(&statement.data)) return any(block->body);
    if (const auto* block = std::get_if<Try>(&statement.data))
      return any(block->body) || any(block->finalbody);
    return false;
  }

  Span whole_file() const {
    // The first byte: the file as a whole is meant.
    return ast_.body.empty() ? Span{ast_.source, 0, 0} : Span{ast_.source, 0, 1};
  }
  Span name_span(const Stmt* statement) const {
    if (const auto* definition = std::get_if<ClassDef>(&statement->data); definition && definition->name.span)
      return definition->name.span;
    if (const auto* function = std::get_if<FunctionDef>(&statement->data); function && function->name.span)
      return function->name.span;
    return statement->span;
  }

  // ---- which sizes the input functions read -----------------------------------------------------
  void collect_names(Span within, std::set<std::string>& names) const {
    for (const Expr& expression : ast_.exprs) {
      const auto* name = std::get_if<Name>(&expression.data);
      if (name == nullptr || expression.span.begin < within.begin || expression.span.end > within.end)
        continue;
      names.insert(ast_.name(name->name));
    }
  }

  std::set<std::string> read_by(const std::string& function) const {
    std::set<std::string> names;
    if (auto found = functions_.find(function); found != functions_.end())
      collect_names(found->second->span, names);
    if (auto found = values_.find(function); found != values_.end())
      collect_names(ast_[found->second].span, names);
    // Through other names: scale_shape = (out_features,).
    for (size_t before = 0; before != names.size();) {
      before = names.size();
      for (const std::string& name : std::set<std::string>(names)) {
        if (auto value = values_.find(name); value != values_.end())
          collect_names(ast_[value->second].span, names);
        if (auto alias = aliases_.find(name); alias != aliases_.end()) names.insert(alias->second);
        if (auto helper = functions_.find(name); helper != functions_.end())
          collect_names(helper->second->span, names);
      }
    }
    return names;
  }

  void keep_read_sites() {
    std::set<std::string> inputs = read_by("get_inputs"), init = read_by("get_init_inputs");
    for (SizeSite& site : task_.sites) {
      std::string root = site.name.substr(0, site.name.find('['));
      site.is_read_by_inputs = inputs.contains(root);
      site.is_read_by_init = init.contains(root);
    }
    std::erase_if(task_.sites,
                  [](const SizeSite& site) { return !site.is_read_by_inputs && !site.is_read_by_init; });
    for (const SizeSite& site : task_.sites) task_.written_sizes[site.name] = site.value;
  }

  // ---- SHAPES, DISTRIBUTIONS, TOLERANCE ----------------------------------------------------------
  Result<void> read_extensions() {
    if (auto shapes = values_.find("SHAPES"); shapes != values_.end()) {
      if (Result<void> read = read_shapes(shapes->second); !read) return read;
    }
    if (auto names = values_.find("DISTRIBUTIONS"); names != values_.end()) {
      if (Result<void> read = read_distributions(names->second); !read) return read;
    }
    if (auto value = values_.find("TOLERANCE"); value != values_.end()) {
      const auto* constant = as<ConstantExpr>(ast_, value->second);
      const double* number = constant ? std::get_if<double>(&constant->value) : nullptr;
      if (number == nullptr || !(*number > 0) || *number > 1) {
        return fail(DiagnosticKind::BadTask, "TOLERANCE must be a number between 0 and 1",
                    ast_[value->second].span);
      }
      task_.tolerance = *number;
    }
    return {};
  }

  Result<void> read_shapes(ExprId value) {
    constexpr const char* expected = "SHAPES must be a list of dicts from module-level names to integers";
    const std::vector<ExprId>* elements = elements_of(value);
    if (elements == nullptr) return fail(DiagnosticKind::BadTask, expected, ast_[value].span);
    for (ExprId element : *elements) {
      const auto* entries = as<python::Dict>(ast_, element);
      if (entries == nullptr) return fail(DiagnosticKind::BadTask, expected, ast_[element].span);
      Sizes sizes = task_.written_sizes;
      for (size_t i = 0; i < entries->keys.size(); ++i) {
        const auto* key = as<ConstantExpr>(ast_, entries->keys[i]);
        const auto* text = key ? std::get_if<StringConstant>(&key->value) : nullptr;
        std::optional<int64_t> number = fold(ast_, entries->values[i]);
        if (text == nullptr || !number || *number < 1)
          return fail(DiagnosticKind::BadTask, expected, ast_[entries->values[i]].span);
        auto found = sizes.find(text->utf8);
        if (found == sizes.end()) {
          std::vector<std::string_view> names;
          for (const auto& [name, size] : sizes) names.push_back(name);
          return fail(DiagnosticKind::BadTask,
                      fmt::format("SHAPES names `{}`, which is no size of this task{}", text->utf8,
                                  suggestion(text->utf8, names)),
                      ast_[entries->keys[i]].span);
        }
        found->second = *number;
      }
      task_.shapes.push_back(std::move(sizes));
    }
    return {};
  }

  Result<void> read_distributions(ExprId value) {
    const std::vector<ExprId>* elements = elements_of(value);
    if (elements == nullptr || elements->empty()) {
      return fail(DiagnosticKind::BadTask, "DISTRIBUTIONS must be a list of names", ast_[value].span);
    }
    for (ExprId element : *elements) {
      const auto* constant = as<ConstantExpr>(ast_, element);
      const auto* text = constant ? std::get_if<StringConstant>(&constant->value) : nullptr;
      if (text == nullptr ||
          std::find(kDistributions.begin(), kDistributions.end(), text->utf8) == kDistributions.end()) {
        return fail(DiagnosticKind::BadTask,
                    fmt::format("DISTRIBUTIONS takes {}", fmt::join(kDistributions, ", ")),
                    ast_[element].span);
      }
      task_.distributions.push_back(text->utf8);
    }
    return {};
  }

  TaskSource task_;
  const Ast& ast_;
  std::map<std::string, const Stmt*> classes_, functions_;
  std::map<std::string, ExprId> values_;
  std::map<std::string, std::string> aliases_;  // `height = width = 128`: width -> height
};

}  // namespace

Result<TaskSource> read_task(SourceManager& sources, SourceId source, std::string name) {
  Result<std::shared_ptr<const Ast>> tree = parse(sources, source);
  if (!tree) return fail(tree.error());
  return TaskReader(*tree, std::move(name)).read();
}

}  // namespace tilewright::tasks
