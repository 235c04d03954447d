// The fields of every node in the order of CPython's Python.asdl: what a printer of trees needs to
// know about them, once.
#pragma once

#include "python/ast.h"

namespace tilewright::python {

// Calls visit(name, member) for each field; `kind_name` is the node's name in the ASDL.
#define TW_NODE(type, asdl_name, ...)                                                      \
  inline const char* kind_name(const type&) { return asdl_name; }                          \
  template <class Visit>                                                                   \
  void for_each_field([[maybe_unused]] const type& node, [[maybe_unused]] Visit&& visit) { \
    __VA_ARGS__                                                                            \
  }
#define F(member, asdl_field) visit(asdl_field, node.member);

TW_NODE(BoolOp, "BoolOp", F(op, "op") F(values, "values"))
TW_NODE(NamedExpr, "NamedExpr", F(target, "target") F(value, "value"))
TW_NODE(BinOp, "BinOp", F(left, "left") F(op, "op") F(right, "right"))
TW_NODE(UnaryOp, "UnaryOp", F(op, "op") F(operand, "operand"))
TW_NODE(Lambda, "Lambda", F(arguments, "args") F(body, "body"))
TW_NODE(IfExp, "IfExp", F(test, "test") F(body, "body") F(orelse, "orelse"))
TW_NODE(Dict, "Dict", F(keys, "keys") F(values, "values"))
TW_NODE(Set, "Set", F(elements, "elts"))
TW_NODE(ListComp, "ListComp", F(element, "elt") F(generators, "generators"))
TW_NODE(SetComp, "SetComp", F(element, "elt") F(generators, "generators"))
TW_NODE(DictComp, "DictComp", F(key, "key") F(value, "value") F(generators, "generators"))
TW_NODE(GeneratorExp, "GeneratorExp", F(element, "elt") F(generators, "generators"))
TW_NODE(Await, "Await", F(value, "value"))
TW_NODE(Yield, "Yield", F(value, "value"))
TW_NODE(YieldFrom, "YieldFrom", F(value, "value"))
TW_NODE(Compare, "Compare", F(left, "left") F(ops, "ops") F(comparators, "comparators"))
TW_NODE(Call, "Call", F(function, "func") F(arguments, "args") F(keywords, "keywords"))
TW_NODE(FormattedValue, "FormattedValue",
        F(value, "value") F(conversion, "conversion") F(format_spec, "format_spec"))
TW_NODE(JoinedStr, "JoinedStr", F(values, "values"))
TW_NODE(ConstantExpr, "Constant", F(value, "value"))
TW_NODE(Attribute, "Attribute", F(value, "value") F(attribute, "attr") F(context, "ctx"))
TW_NODE(Subscript, "Subscript", F(value, "value") F(slice, "slice") F(context, "ctx"))
TW_NODE(Starred, "Starred", F(value, "value") F(context, "ctx"))
TW_NODE(Name, "Name", F(name, "id") F(context, "ctx"))
TW_NODE(List, "List", F(elements, "elts") F(context, "ctx"))
TW_NODE(Tuple, "Tuple", F(elements, "elts") F(context, "ctx"))
TW_NODE(Slice, "Slice", F(lower, "lower") F(upper, "upper") F(step, "step"))

TW_NODE(MatchValue, "MatchValue", F(value, "value"))
TW_NODE(MatchSingleton, "MatchSingleton", F(value, "value"))
TW_NODE(MatchSequence, "MatchSequence", F(patterns, "patterns"))
TW_NODE(MatchMapping, "MatchMapping", F(keys, "keys") F(patterns, "patterns") F(rest, "rest"))
TW_NODE(MatchClass, "MatchClass",
        F(cls, "cls") F(patterns, "patterns") F(keyword_attributes, "kwd_attrs")
            F(keyword_patterns, "kwd_patterns"))
TW_NODE(MatchStar, "MatchStar", F(name, "name"))
TW_NODE(MatchAs, "MatchAs", F(pattern, "pattern") F(name, "name"))
TW_NODE(MatchOr, "MatchOr", F(patterns, "patterns"))

inline const char* kind_name(const FunctionDef& node) {
  return node.is_async ? "AsyncFunctionDef" : "FunctionDef";
}
template <class Visit>
void for_each_field(const FunctionDef& node, Visit&& visit) {
  F(name, "name") F(arguments, "args") F(body, "body") F(decorators, "decorator_list") F(returns, "returns")
}
inline const char* kind_name(const For& node) { return node.is_async ? "AsyncFor" : "For"; }
template <class Visit>
void for_each_field(const For& node, Visit&& visit) {
  F(target, "target") F(iterable, "iter") F(body, "body") F(orelse, "orelse")
}
inline const char* kind_name(const With& node) { return node.is_async ? "AsyncWith" : "With"; }
template <class Visit>
void for_each_field(const With& node, Visit&& visit) {
  F(items, "items") F(body, "body")
}
inline const char* kind_name(const Try& node) { return node.is_star ? "TryStar" : "Try"; }
template <class Visit>
void for_each_field(const Try& node, Visit&& visit){
    F(body, "body") F(handlers, "handlers") F(orelse, "orelse")
        F(finalbody, "finalbody")} TW_NODE(ClassDef, "ClassDef",
                                           F(name, "name") F(bases, "bases") F(keywords, "keywords")
                                               F(body, "body") F(decorators, "decorator_list"))
    TW_NODE(Return, "Return", F(value, "value")) TW_NODE(Delete, "Delete", F(targets, "targets"))
        TW_NODE(Assign, "Assign", F(targets, "targets") F(value, "value"))
            TW_NODE(AugAssign, "AugAssign", F(target, "target") F(op, "op") F(value, "value"))
                TW_NODE(AnnAssign, "AnnAssign",
                        F(target, "target") F(annotation, "annotation") F(value, "value")
                            F(is_simple, "simple")) TW_NODE(While, "While",
                                                            F(test, "test") F(body, "body")
                                                                F(orelse, "orelse"))
                    TW_NODE(If, "If", F(test, "test") F(body, "body") F(orelse, "orelse"))
                        TW_NODE(Match, "Match", F(subject, "subject") F(cases, "cases"))
                            TW_NODE(Raise, "Raise", F(exception, "exc") F(cause, "cause"))
                                TW_NODE(Assert, "Assert",
                                        F(test, "test")
                                            F(message, "msg")) TW_NODE(Import, "Import", F(names, "names"))
                                    TW_NODE(ImportFrom, "ImportFrom",
                                            F(module, "module") F(names, "names")
                                                F(level, "level")) TW_NODE(Global, "Global",
                                                                           F(names, "names"))
                                        TW_NODE(Nonlocal, "Nonlocal", F(names, "names")) TW_NODE(
                                            ExprStmt, "Expr", F(value, "value")) TW_NODE(Pass, "Pass", )
                                            TW_NODE(Break, "Break", ) TW_NODE(Continue, "Continue", )

                                                TW_NODE(Arguments, "arguments",
                                                        F(positional_only, "posonlyargs")
                                                            F(positional, "args") F(var_positional, "vararg")
                                                                F(keyword_only, "kwonlyargs")
                                                                    F(keyword_defaults, "kw_defaults")
                                                                        F(var_keyword, "kwarg")
                                                                            F(defaults, "defaults"))
                                                    TW_NODE(Argument, "arg",
                                                            F(name, "arg") F(annotation, "annotation"))
                                                        TW_NODE(Keyword, "keyword",
                                                                F(name, "arg") F(value, "value"))
                                                            TW_NODE(Comprehension, "comprehension",
                                                                    F(target, "target") F(iterable, "iter")
                                                                        F(conditions, "ifs")
                                                                            F(is_async, "is_async"))
                                                                TW_NODE(Alias, "alias",
                                                                        F(name, "name") F(as_name, "asname"))
                                                                    TW_NODE(WithItem, "withitem",
                                                                            F(context, "context_expr")
                                                                                F(target, "optional_vars"))
                                                                        TW_NODE(ExceptHandler,
                                                                                "ExceptHandler",
                                                                                F(type, "type")
                                                                                    F(name, "name")
                                                                                        F(body, "body"))
                                                                            TW_NODE(MatchCase, "match_case",
                                                                                    F(pattern, "pattern")
                                                                                        F(guard, "guard")
                                                                                            F(body, "body"))
#undef F
#undef TW_NODE

    // The operators' names in the ASDL.
    inline const char* kind_name(BoolOperator op) {
  return op == BoolOperator::And ? "And" : "Or";
}
inline const char* kind_name(ExprContext context) {
  return context == ExprContext::Load ? "Load" : context == ExprContext::Store ? "Store" : "Del";
}
inline const char* kind_name(Operator op) {
  constexpr const char* kNames[] = {"Add",    "Sub",    "Mult",  "MatMult", "Div",    "Mod",     "Pow",
                                    "LShift", "RShift", "BitOr", "BitXor",  "BitAnd", "FloorDiv"};
  return kNames[static_cast<size_t>(op)];
}
inline const char* kind_name(UnaryOperator op) {
  constexpr const char* kNames[] = {"Invert", "Not", "UAdd", "USub"};
  return kNames[static_cast<size_t>(op)];
}
inline const char* kind_name(CompareOperator op) {
  constexpr const char* kNames[] = {"Eq", "NotEq", "Lt", "LtE", "Gt", "GtE", "Is", "IsNot", "In", "NotIn"};
  return kNames[static_cast<size_t>(op)];
}

}  // namespace tilewright::python
