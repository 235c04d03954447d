// Rules for views: with named axes most of them only rearrange a term's dimensions.
#include <algorithm>

#include "graph/op_table.h"
#include "stack/decomposer.h"

namespace tilewright::stack {
namespace {

using Node = graph::Node;
using Terms = std::vector<Term>;

Terms transpose(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  bool has_names = d.has(node, "dim0");
  int first = Decomposer::normalise_dim(d.integer(node, has_names ? "dim0" : "axis0", 0), x.rank());
  int second = Decomposer::normalise_dim(d.integer(node, has_names ? "dim1" : "axis1", 1), x.rank());
  std::swap(x.dims[first], x.dims[second]);
  return {x};
}
Terms reverse_dims(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  std::reverse(x.dims.begin(), x.dims.end());
  return {x};
}
Terms last_two_swapped(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  std::swap(x.dims[x.rank() - 1], x.dims[x.rank() - 2]);
  return {x};
}
Terms permute(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  Term view = x;
  std::vector<int64_t> order = d.integers(node, "dims");
  for (int i = 0; i < x.rank(); ++i) view.dims[i] = x.dims[Decomposer::normalise_dim(order[i], x.rank())];
  return {view};
}
Terms movedim(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  std::vector<int64_t> from = d.integers(node, "source");
  std::vector<int64_t> to = d.integers(node, "destination");
  if (from.size() != 1) throw UnsupportedOperation{"several dimensions at once"};
  AxisList moved = x.dims[Decomposer::normalise_dim(from[0], x.rank())];
  int target = Decomposer::normalise_dim(to[0], x.rank());
  x.dims.erase(x.dims.begin() + Decomposer::normalise_dim(from[0], x.rank()));
  x.dims.insert(x.dims.begin() + target, moved);
  return {x};
}
Terms unsqueeze(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  int dim = Decomposer::normalise_dim(d.integer(node, "dim", 0), x.rank() + 1);
  x.dims.insert(x.dims.begin() + dim, AxisList{});
  return {x};
}
Terms squeeze(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  std::vector<int> over = d.dimensions(node, x);
  Term view = x;
  view.dims.clear();
  for (int dim = 0; dim < x.rank(); ++dim) {
    bool is_named = std::find(over.begin(), over.end(), dim) != over.end();
    if (!is_named || !x.dims[dim].empty()) view.dims.push_back(x.dims[dim]);
  }
  return {view};
}
Terms reshape(Decomposer& d, const Node& node) {
  return {d.reshape(d.tensor(node, "self"), d.result_type(node).shape)};
}
Terms expand(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  const std::vector<graph::Dimension>& shape = d.result_type(node).shape;
  int shift = static_cast<int>(shape.size()) - x.rank();
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    int own = static_cast<int>(dim) - shift;
    bool is_repeated = (own < 0 || x.dims[own].empty()) && shape[dim].size != 1;
    if (is_repeated && !d.has(node, "other")) throw UnsupportedOperation{"a dimension repeated by a number"};
  }
  if (d.has(node, "other")) {
    Term other = d.tensor(node, "other");
    Term view = x;
    view.dims.insert(view.dims.begin(), shift, AxisList{});
    for (int dim = 0; dim < view.rank(); ++dim) {
      if (view.dims[dim].empty()) view.dims[dim] = other.dims[dim];
    }
    return {view};
  }
  x.dims.insert(x.dims.begin(), shift, AxisList{});
  return {x};
}

// Tensors of one shape stay as they are; others keep their own dimensions, aligned to the right.
Terms broadcast_tensors(Decomposer& d, const Node& node) {
  Terms terms = d.tensors(node, "tensors");
  for (size_t i = 0; i < terms.size(); ++i) {
    if (terms[i].rank() != terms[0].rank()) throw UnsupportedOperation{"operands of different ranks"};
    for (int dim = 0; dim < terms[i].rank(); ++dim) {
      if (terms[i].dims[dim].empty() != terms[0].dims[dim].empty()) {
        throw UnsupportedOperation{"operands of different shapes"};
      }
    }
  }
  return terms;
}

// ---- layouts that a scan absorbs ---------------------------------------------------------

Terms flip(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  std::vector<int64_t> dims = d.integers(node, "dims");
  if (dims.size() != 1 || x.is_number()) throw UnsupportedOperation{"a flip of several dimensions"};
  int dim = Decomposer::normalise_dim(dims[0], x.rank());
  if (x.shape == Term::Shape::Flipped && x.shape_dim == dim) {
    x.shape = Term::Shape::Plain;
  } else if (x.shape == Term::Shape::Plain) {
    x.shape = Term::Shape::Flipped;
    x.shape_dim = dim;
  } else {
    throw UnsupportedOperation{"two different flips"};
  }
  return {x};
}

// A range: without the last element, as an exclusive scan has it; other ranges only lend their shape.
Terms range(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  int dim = Decomposer::normalise_dim(d.integer(node, "dim", 0), x.rank());
  int64_t whole = d.axes().product(d.axes().resolve(x.dims[dim]));
  int64_t length = d.result_type(node).shape[dim].size;
  if (length == whole) return {x};
  bool from_start = d.integer(node, "start", 0) == 0 && d.integer(node, "step", 1) == 1;
  if (x.shape != Term::Shape::Plain) throw UnsupportedOperation{"a range of a range"};
  x.shape = from_start && length == whole - 1 ? Term::Shape::WithoutLast : Term::Shape::Part;
  x.shape_dim = dim;
  if (x.shape == Term::Shape::Part) x.dims[dim] = {};
  return {x};
}
Terms select(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  x.dims.erase(x.dims.begin() + Decomposer::normalise_dim(d.integer(node, "dim", 0), x.rank()));
  x.shape = Term::Shape::Part;
  return {x};
}

template <int kValue>
Terms filled_like(Decomposer& d, const Node& node) {
  Term x = d.tensor(node, "self");
  Term filled = Decomposer::number(kValue);
  filled.dims = x.dims;
  return {filled};
}
Terms full_like(Decomposer& d, const Node& node) {
  Term filled = d.tensor(node, "fill_value");
  filled.dims = d.tensor(node, "self").dims;
  return {filled};
}
template <int kValue>
Terms filled(Decomposer& d, const Node& node) {
  Term filled = Decomposer::number(kValue);
  filled.dims.resize(d.result_type(node).shape.size());
  return {filled};
}
Terms full(Decomposer& d, const Node& node) {
  Term filled = d.tensor(node, "fill_value");
  filled.dims.resize(d.result_type(node).shape.size());
  return {filled};
}
Terms scalar_tensor(Decomposer& d, const Node& node) { return {d.tensor(node, "s")}; }

// zeros of length 1 before a scan without its last element: the exclusive scan.
Terms cat(Decomposer& d, const Node& node) {
  std::vector<Term> parts = d.tensors(node, "tensors");
  if (parts.size() != 2 || !parts[0].is_number() || parts[0].literal()->number != 0 ||
      parts[1].shape != Term::Shape::WithoutLast || parts[1].is_number()) {
    throw UnsupportedOperation{"joined tensors other than an exclusive scan"};
  }
  int dim = Decomposer::normalise_dim(d.integer(node, "dim", 0), parts[1].rank());
  if (dim != parts[1].shape_dim || !d.make_exclusive(parts[1])) {
    throw UnsupportedOperation{"joined tensors other than an exclusive scan"};
  }
  parts[1].shape = Term::Shape::Plain;
  return {parts[1]};
}

constexpr Rule kRules[] = {
    {"transpose", transpose},
    {"swapaxes", transpose},
    {"t", reverse_dims},
    {"numpy_T", reverse_dims},
    {"mT", last_two_swapped},
    {"permute", permute},
    {"movedim", movedim},
    {"unsqueeze", unsqueeze},
    {"squeeze", squeeze},
    {"view", reshape},
    {"_unsafe_view", reshape},
    {"view_as", reshape},
    {"reshape", reshape},
    {"flatten", reshape},
    {"unflatten", reshape},
    {"expand", expand},
    {"expand_as", expand},
    {"broadcast_to", expand},
    {"broadcast_tensors", broadcast_tensors},
    {"flip", flip},
    {"narrow", range},
    {"slice", range},
    {"select", select},
    {"cat", cat},
    {"zeros_like", filled_like<0>},
    {"ones_like", filled_like<1>},
    {"full_like", full_like},
    {"zeros", filled<0>},
    {"ones", filled<1>},
    {"full", full},
    {"scalar_tensor", scalar_tensor},
};

}  // namespace

std::span<const Rule> layout_rules() { return kRules; }

}  // namespace tilewright::stack
