// Making program values while operations are taken apart: numbers, primitives, reductions, scans,
// contractions.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "graph/number_text.h"
#include "stack/decomposer.h"

namespace tilewright::stack {
namespace {

bool needs_float(Primitive primitive) {
  switch (primitive) {
    case Primitive::Div:
    case Primitive::Exp:
    case Primitive::Exp2:
    case Primitive::Log:
    case Primitive::Log2:
    case Primitive::Sqrt:
    case Primitive::Rsqrt:
    case Primitive::Sin:
    case Primitive::Cos:
    case Primitive::Floor:
    case Primitive::Ceil:
    case Primitive::Erf:
    case Primitive::Sigmoid:
      return true;
    default:
      return false;
  }
}

bool gives_bool(Primitive primitive) {
  return is_comparison(primitive) || primitive == Primitive::And || primitive == Primitive::Or;
}

}  // namespace

Term Decomposer::number(double value) {
  Term term;
  Literal literal;
  literal.number = value;
  literal.text = std::isfinite(value) ? graph::python_repr(value)
                                      : fmt::format("float(\"{}\")", graph::python_repr(value));
  term.operand = std::move(literal);
  return term;
}

Term Decomposer::integer_number(int64_t value) {
  Term term;
  Literal literal;
  literal.number = static_cast<double>(value);
  literal.text = std::to_string(value);
  term.operand = std::move(literal);
  term.dtype = DType::Int64;
  return term;
}

Term Decomposer::count(const AxisList& list, int offset) {
  if (list.empty()) return integer_number(1 + offset);
  Term term;
  Literal literal;
  literal.number = static_cast<double>(program_.axes.product(list) + offset);
  literal.extent = list;
  literal.offset = offset;
  term.operand = std::move(literal);
  term.dtype = DType::Int64;
  return term;
}

Term Decomposer::add_value(ProgramValue value) {
  value.origin = origin_;
  Term term;
  term.dims = value.dims;
  term.dtype = value.dtype;
  term.operand = ProgramValueId(program_.values.size());
  program_.values.push_back(std::move(value));
  return term;
}

void Decomposer::unify(const AxisList& a, const AxisList& b) {
  if (!program_.axes.unify(a, b)) throw UnsupportedOperation{"dimensions that do not fit together"};
}

std::vector<AxisList> Decomposer::broadcast(const std::vector<Term>& terms) {
  size_t rank = 0;
  for (const Term& term : terms) rank = std::max(rank, term.dims.size());
  std::vector<AxisList> dims(rank);
  for (const Term& term : terms) {
    size_t shift = rank - term.dims.size();
    for (size_t d = 0; d < term.dims.size(); ++d) {
      const AxisList& list = term.dims[d];
      if (list.empty()) continue;
      AxisList& target = dims[d + shift];
      if (target.empty()) {
        target = list;
      } else {
        unify(target, list);
      }
    }
  }
  return dims;
}

Term Decomposer::to_float(Term term) {
  if (term.is_number() || is_float(term.dtype)) return term;
  return apply(Primitive::ToFloat, {std::move(term)});
}

Term Decomposer::apply(Primitive primitive, std::vector<Term> terms) {
  bool any_float = false;
  bool all_numbers = true;
  for (const Term& term : terms) {
    if (term.shape != Term::Shape::Plain) throw UnsupportedOperation{"a flipped or cut view outside a scan"};
    all_numbers &= term.is_number() && !term.literal()->is_extent();
  }
  size_t first_value = primitive == Primitive::Where ? 1 : 0;
  for (size_t i = first_value; i < terms.size(); ++i) any_float |= is_float(terms[i].dtype);
  if (all_numbers) {
    std::vector<std::optional<double>> values;
    for (const Term& term : terms) values.push_back(term.literal()->number);
    Term result = number(evaluate(primitive, values).value());
    // "0.5 * 3.3" stays as it is: the author's number remains to be seen.
    if (info(primitive).form == PrimitiveForm::Infix && !is_comparison(primitive)) {
      std::get<Literal>(result.operand).text =
          fmt::format("{} {} {}", terms[0].literal()->text, info(primitive).triton, terms[1].literal()->text);
    }
    return result;
  }
  if (primitive != Primitive::ToFloat && (any_float || needs_float(primitive))) {
    for (size_t i = first_value; i < terms.size(); ++i) terms[i] = to_float(std::move(terms[i]));
    any_float = true;
  }
  ProgramValue value;
  value.kind = ValueKind::Pointwise;
  value.primitive = primitive;
  value.dims = broadcast(terms);
  value.dtype = gives_bool(primitive)                          ? DType::Bool
                : any_float || primitive == Primitive::ToFloat ? DType::Float32
                                                               : terms[first_value].dtype;
  if (!any_float && !gives_bool(primitive) && primitive != Primitive::ToFloat) {
    // Integers: the widest operand that is a tensor; booleans in arithmetic count as int64.
    for (const Term& term : terms) {
      if (!term.is_number() && size_of(term.dtype) > size_of(value.dtype)) value.dtype = term.dtype;
    }
  }
  for (Term& term : terms) value.operands.push_back(std::move(term.operand));
  return add_value(std::move(value));
}

Term Decomposer::reduce(ReduceKind kind, const Term& term, const std::vector<int>& over, bool keep,
                        std::string hint) {
  if (term.is_number()) throw UnsupportedOperation{"a reduction of a constant"};
  if (term.shape != Term::Shape::Plain) throw UnsupportedOperation{"a flipped or cut view outside a scan"};
  if (kind != ReduceKind::Sum && !is_float(term.dtype)) throw UnsupportedOperation{"a reduction of integers"};
  bool is_index = kind == ReduceKind::ArgMax || kind == ReduceKind::ArgMin;
  ProgramValue value;
  value.kind = ValueKind::Reduce;
  value.reduce = kind;
  value.operands = {term.operand};
  value.dtype = is_index || !is_float(term.dtype) ? DType::Int64 : DType::Float32;
  value.name = std::move(hint);
  for (int d = 0; d < term.rank(); ++d) {
    if (std::find(over.begin(), over.end(), d) == over.end()) {
      value.dims.push_back(term.dims[d]);
    } else {
      value.axes.insert(value.axes.end(), term.dims[d].begin(), term.dims[d].end());
      if (keep) value.dims.push_back({});
    }
  }
  if (value.axes.empty()) {
    if (is_index) throw UnsupportedOperation{"the index of a reduction over a dimension of size 1"};
    Term view = term;
    view.dims = value.dims;
    return view;
  }
  return add_value(std::move(value));
}

Term Decomposer::mean(const Term& term, const std::vector<int>& over, bool keep) {
  AxisList all;
  for (int d : over) all.insert(all.end(), term.dims[d].begin(), term.dims[d].end());
  Term total = reduce(ReduceKind::Sum, to_float(term), over, keep, "s");
  return all.empty() ? total : div(total, count(all));
}

Term Decomposer::scan(ReduceKind kind, const Term& term, int dim) {
  if (term.is_number()) throw UnsupportedOperation{"a scan of a constant"};
  if (!is_float(term.dtype)) throw UnsupportedOperation{"a scan of integers"};
  if (term.dims[dim].empty()) return term;
  if (term.shape != Term::Shape::Plain && term.shape_dim != dim) {
    throw UnsupportedOperation{"a flip along another dimension than the scan's"};
  }
  if (term.shape == Term::Shape::Part) throw UnsupportedOperation{"a scan of a part"};
  ProgramValue value;
  value.kind = ValueKind::Scan;
  value.reduce = kind;
  value.operands = {term.operand};
  value.dims = term.dims;
  value.axes = term.dims[dim];
  value.is_reverse = term.shape == Term::Shape::Flipped;
  Term result = add_value(std::move(value));
  result.shape = term.shape;
  result.shape_dim = term.shape_dim;
  return result;
}

bool Decomposer::make_exclusive(const Term& term) {
  ProgramValue& value = program_[std::get<ProgramValueId>(term.operand)];
  if (value.kind != ValueKind::Scan) return false;
  value.is_exclusive = true;
  return true;
}

Term Decomposer::contract(const Term& a, const Term& b, std::vector<AxisList> dims, const AxisList& over) {
  if (a.is_number() || b.is_number()) throw UnsupportedOperation{"a product with a constant matrix"};
  if (!is_float(a.dtype) || !is_float(b.dtype)) throw UnsupportedOperation{"a matrix product of integers"};
  if (a.shape != Term::Shape::Plain || b.shape != Term::Shape::Plain) {
    throw UnsupportedOperation{"a flipped or cut view outside a scan"};
  }
  AxisList in_a = program_.storage(a.dims);
  AxisList in_b = program_.storage(b.dims);
  AxisList summed = program_.axes.resolve(over);
  auto contains = [](const AxisList& list, AxisId axis) {
    return std::find(list.begin(), list.end(), axis) != list.end();
  };
  bool a_has_own = std::any_of(in_a.begin(), in_a.end(), [&](AxisId axis) { return !contains(in_b, axis); });
  bool b_has_own = std::any_of(in_b.begin(), in_b.end(), [&](AxisId axis) { return !contains(in_a, axis); });
  ProgramValue value;
  value.dtype = DType::Float32;
  value.operands = {a.operand, b.operand};
  if (a_has_own && b_has_own && !summed.empty()) {
    value.kind = ValueKind::Contract;
    value.dims = std::move(dims);
    value.axes = over;
    return add_value(std::move(value));
  }
  // A matrix by a vector is a row reduction of a product.
  value.primitive = Primitive::Mul;
  value.dims = dims;
  value.dims.push_back(over);
  Term product = add_value(std::move(value));
  return summed.empty() ? Term{product.operand, dims, DType::Float32}
                        : reduce(ReduceKind::Sum, product, {product.rank() - 1}, false, "s");
}

Term Decomposer::index(const AxisList& list, std::vector<AxisList> dims) {
  ProgramValue value;
  value.kind = ValueKind::Index;
  value.axes = list;
  value.dims = std::move(dims);
  value.dtype = DType::Int32;
  return add_value(std::move(value));
}

Term Decomposer::reshape(const Term& term, const std::vector<graph::Dimension>& shape) {
  Term view = term;
  view.dims.assign(shape.size(), {});
  AxisList rest = program_.storage(term.dims);
  for (size_t d = shape.size(); d-- > 0;) {
    int64_t needed = shape[d].size;
    while (needed > 1) {
      if (rest.empty()) throw UnsupportedOperation{"a reshape that does not fit"};
      AxisId last = rest.back();
      int64_t size = program_.axes.size(last);
      if (size > needed) {
        // The outer factor is taken as a constant unless only the inner one can be.
        bool inner_is_constant = is_constant_size(shape[d]) && d > 0 && !is_constant_size(shape[d - 1]);
        std::string constant = std::to_string(inner_is_constant ? needed : size / needed);
        if (!program_.axes.split(last, needed, inner_is_constant ? constant : "",
                                 inner_is_constant ? "" : constant)) {
          throw UnsupportedOperation{"a reshape that cuts across dimensions"};
        }
        rest = program_.axes.resolve(rest);
        continue;
      }
      if (needed % size != 0) throw UnsupportedOperation{"a reshape that cuts across dimensions"};
      view.dims[d].insert(view.dims[d].begin(), last);
      rest.pop_back();
      needed /= size;
    }
    // A dimension of size 1 in this recording that is none in general keeps its axis.
    if (shape[d].size == 1 && shape[d].symbol >= 0 && !rest.empty() && program_.axes.size(rest.back()) == 1) {
      view.dims[d] = {rest.back()};
      rest.pop_back();
    }
  }
  return view;
}

}  // namespace tilewright::stack
