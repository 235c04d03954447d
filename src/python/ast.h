// The syntax tree: CPython 3.11's abstract grammar (Parser/Python.asdl), same node and field
// names in our spelling. Nodes live in the vectors of one Ast and are named by ids; a tree is
// immutable after parse(). Every node has the span CPython reports as
// lineno/col_offset .. end_lineno/end_col_offset (ours are byte offsets into the source).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/ids.h"
#include "base/source.h"

namespace tilewright::python {

struct ExprTag;
struct StmtTag;
struct PatternTag;
using ExprId = Id<ExprTag>;
using StmtId = Id<StmtTag>;
using PatternId = Id<PatternTag>;

// Identifiers are interned per Ast (NFKC-normalised as CPython does); Ast::name(id) is the text.
struct NameTag;
using NameId = Id<NameTag>;

struct Identifier {
  NameId name;
  Span span;  // empty where CPython gives no position of its own
};

enum class ExprContext : uint8_t { Load, Store, Del };
enum class BoolOperator : uint8_t { And, Or };
enum class Operator : uint8_t {
  Add,
  Sub,
  Mult,
  MatMult,
  Div,
  Mod,
  Pow,
  LShift,
  RShift,
  BitOr,
  BitXor,
  BitAnd,
  FloorDiv
};
enum class UnaryOperator : uint8_t { Invert, Not, UAdd, USub };
enum class CompareOperator : uint8_t { Eq, NotEq, Lt, LtE, Gt, GtE, Is, IsNot, In, NotIn };

// ---- constants -------------------------------------------------------------------------
struct NoneConstant {};
struct EllipsisConstant {};
struct BigInteger {
  std::string decimal;
};  // does not fit int64
struct StringConstant {
  std::string utf8;
  bool is_unicode_prefixed = false;
};  // lone surrogates as WTF-8
struct BytesConstant {
  std::string bytes;
};
struct ImaginaryConstant {
  double imaginary;
};
using Constant = std::variant<NoneConstant, bool, int64_t, BigInteger, double, ImaginaryConstant,
                              StringConstant, BytesConstant, EllipsisConstant>;

// ---- helpers that are no nodes of their own ---------------------------------------------
struct Argument {  // `arg` in the ASDL
  Identifier name;
  ExprId annotation;  // may be none
  Span span;
};

struct Arguments {  // `arguments`
  std::vector<Argument> positional_only;
  std::vector<Argument> positional;
  std::optional<Argument> var_positional;  // *args
  std::vector<Argument> keyword_only;
  std::vector<ExprId> keyword_defaults;  // one a keyword_only entry, none where it has no default
  std::optional<Argument> var_keyword;   // **kwargs
  std::vector<ExprId> defaults;          // of the last positional_only + positional
};

struct Keyword {  // `keyword`; a missing name is **value
  std::optional<Identifier> name;
  ExprId value;
  Span span;
};

struct Comprehension {
  ExprId target;
  ExprId iterable;
  std::vector<ExprId> conditions;
  bool is_async = false;
};

struct Alias {
  Identifier name;  // dotted text as one name: "os.path"; "*" for a star import
  std::optional<Identifier> as_name;
  Span span;
};

struct WithItem {
  ExprId context;
  ExprId target;  // may be none
};

struct ExceptHandler {
  ExprId type;  // none: bare except
  std::optional<Identifier> name;
  std::vector<StmtId> body;
  Span span;
};

struct MatchCase {
  PatternId pattern;
  ExprId guard;  // may be none
  std::vector<StmtId> body;
};

// ---- expressions -----------------------------------------------------------------------
struct BoolOp {
  BoolOperator op;
  std::vector<ExprId> values;
};
struct NamedExpr {
  ExprId target, value;
};
struct BinOp {
  ExprId left;
  Operator op;
  ExprId right;
};
struct UnaryOp {
  UnaryOperator op;
  ExprId operand;
};
struct Lambda {
  Arguments arguments;
  ExprId body;
};
struct IfExp {
  ExprId test, body, orelse;
};
struct Dict {
  std::vector<ExprId> keys, values;
};  // a none key: **value
struct Set {
  std::vector<ExprId> elements;
};
struct ListComp {
  ExprId element;
  std::vector<Comprehension> generators;
};
struct SetComp {
  ExprId element;
  std::vector<Comprehension> generators;
};
struct DictComp {
  ExprId key, value;
  std::vector<Comprehension> generators;
};
struct GeneratorExp {
  ExprId element;
  std::vector<Comprehension> generators;
};
struct Await {
  ExprId value;
};
struct Yield {
  ExprId value;
};  // value may be none
struct YieldFrom {
  ExprId value;
};
struct Compare {
  ExprId left;
  std::vector<CompareOperator> ops;
  std::vector<ExprId> comparators;
};
struct Call {
  ExprId function;
  std::vector<ExprId> arguments;
  std::vector<Keyword> keywords;
};
struct FormattedValue {
  ExprId value;
  int conversion;
  ExprId format_spec;
};  // conversion -1, 's', 'r', 'a'; spec may be none
struct JoinedStr {
  std::vector<ExprId> values;
};
struct ConstantExpr {
  Constant value;
};  // `Constant`
struct Attribute {
  ExprId value;
  Identifier attribute;
  ExprContext context;
};
struct Subscript {
  ExprId value, slice;
  ExprContext context;
};
struct Starred {
  ExprId value;
  ExprContext context;
};
struct Name {
  NameId name;
  ExprContext context;
};
struct List {
  std::vector<ExprId> elements;
  ExprContext context;
};
struct Tuple {
  std::vector<ExprId> elements;
  ExprContext context;
};
struct Slice {
  ExprId lower, upper, step;
};  // each may be none

using ExprData =
    std::variant<BoolOp, NamedExpr, BinOp, UnaryOp, Lambda, IfExp, Dict, Set, ListComp, SetComp, DictComp,
                 GeneratorExp, Await, Yield, YieldFrom, Compare, Call, FormattedValue, JoinedStr,
                 ConstantExpr, Attribute, Subscript, Starred, Name, List, Tuple, Slice>;

struct Expr {
  Span span;
  ExprData data;
};

// ---- patterns (match statement) -----------------------------------------------------------
struct MatchValue {
  ExprId value;
};
struct MatchSingleton {
  Constant value;
};
struct MatchSequence {
  std::vector<PatternId> patterns;
};
struct MatchMapping {
  std::vector<ExprId> keys;
  std::vector<PatternId> patterns;
  std::optional<Identifier> rest;
};
struct MatchClass {
  ExprId cls;
  std::vector<PatternId> patterns;
  std::vector<Identifier> keyword_attributes;
  std::vector<PatternId> keyword_patterns;
};
struct MatchStar {
  std::optional<Identifier> name;
};
struct MatchAs {
  PatternId pattern;
  std::optional<Identifier> name;
};  // pattern may be none
struct MatchOr {
  std::vector<PatternId> patterns;
};

using PatternData = std::variant<MatchValue, MatchSingleton, MatchSequence, MatchMapping, MatchClass,
                                 MatchStar, MatchAs, MatchOr>;

struct Pattern {
  Span span;
  PatternData data;
};

// ---- statements --------------------------------------------------------------------------
using Body = std::vector<StmtId>;

struct FunctionDef {
  Identifier name;
  Arguments arguments;
  Body body;
  std::vector<ExprId> decorators;
  ExprId returns;  // may be none
  bool is_async = false;
};
struct ClassDef {
  Identifier name;
  std::vector<ExprId> bases;
  std::vector<Keyword> keywords;
  Body body;
  std::vector<ExprId> decorators;
};
struct Return {
  ExprId value;
};  // may be none
struct Delete {
  std::vector<ExprId> targets;
};
struct Assign {
  std::vector<ExprId> targets;
  ExprId value;
};
struct AugAssign {
  ExprId target;
  Operator op;
  ExprId value;
};
struct AnnAssign {
  ExprId target, annotation, value;
  bool is_simple;
};  // value may be none
struct For {
  ExprId target, iterable;
  Body body, orelse;
  bool is_async = false;
};
struct While {
  ExprId test;
  Body body, orelse;
};
struct If {
  ExprId test;
  Body body, orelse;
};
struct With {
  std::vector<WithItem> items;
  Body body;
  bool is_async = false;
};
struct Match {
  ExprId subject;
  std::vector<MatchCase> cases;
};
struct Raise {
  ExprId exception, cause;
};  // each may be none
struct Try {
  Body body;
  std::vector<ExceptHandler> handlers;
  Body orelse, finalbody;
  bool is_star = false;
};
struct Assert {
  ExprId test, message;
};  // message may be none
struct Import {
  std::vector<Alias> names;
};
struct ImportFrom {
  std::optional<Identifier> module;
  std::vector<Alias> names;
  int level;
};
struct Global {
  std::vector<Identifier> names;
};
struct Nonlocal {
  std::vector<Identifier> names;
};
struct ExprStmt {
  ExprId value;
};  // `Expr` in the ASDL
struct Pass {};
struct Break {};
struct Continue {};

using StmtData = std::variant<FunctionDef, ClassDef, Return, Delete, Assign, AugAssign, AnnAssign, For, While,
                              If, With, Match, Raise, Try, Assert, Import, ImportFrom, Global, Nonlocal,
                              ExprStmt, Pass, Break, Continue>;

struct Stmt {
  Span span;
  StmtData data;
};

struct Ast {
  SourceId source;
  Body body;  // of the module

  std::vector<Expr> exprs;
  std::vector<Stmt> stmts;
  std::vector<Pattern> patterns;
  std::vector<std::string> names;

  const Expr& operator[](ExprId id) const { return exprs[id.index]; }
  const Stmt& operator[](StmtId id) const { return stmts[id.index]; }
  const Pattern& operator[](PatternId id) const { return patterns[id.index]; }
  const std::string& name(NameId id) const { return names[id.index]; }
  const std::string& name(const Identifier& identifier) const { return names[identifier.name.index]; }
};

}  // namespace tilewright::python
