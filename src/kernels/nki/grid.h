// Generation A's index grids: affine integers over a few dimensions (nl.arange(128)[:, None] + 512 * i),
// their comparisons (masks), and what else its kernels hand around: nl.par_dim, nl.mgrid, the result of
// nl.loop_reduce.
#pragma once

#include <optional>
#include <vector>

#include "kernels/nki/objects.h"

namespace tilewright::kernels::nki {

// Shapes broadcast as NumPy's do; nullopt: they do not fit.
std::optional<Dims> broadcast_shapes(const Dims& a, const Dims& b);

class GridObject final : public script::Object {
 public:
  explicit GridObject(Affine what) : value(std::move(what)) {}
  const Affine value;
  std::string_view type_name() const override { return "index"; }
  std::optional<script::Value> find_attribute(script::Interpreter&, std::string_view) override;
  script::Value get_item(script::Interpreter&, const script::Value& key) override;
  std::optional<script::Value> binary(script::Interpreter&, script::Binary, const script::Value&,
                                      bool) override;
  std::optional<script::Value> unary(script::Interpreter&, script::Unary) override;
  std::optional<script::Value> compare(script::Interpreter&, script::Comparison,
                                       const script::Value&) override;
  std::string repr(script::Interpreter&) override;
};

// All of its conditions hold: each compares an affine value with 0.
class MaskObject final : public script::Object {
 public:
  struct Condition {
    Affine value;
    script::Comparison comparison;
  };
  std::vector<Condition> conditions;
  std::string_view type_name() const override { return "mask"; }
  std::optional<script::Value> binary(script::Interpreter&, script::Binary, const script::Value&,
                                      bool) override;
  std::string repr(script::Interpreter&) override { return "<mask>"; }
  bool at(const Dims& index) const;
};

// nl.par_dim(128) in a shape.
class PartitionDimension final : public script::Object {
 public:
  explicit PartitionDimension(int64_t extent) : size(extent) {}
  const int64_t size;
  std::string_view type_name() const override { return "par_dim"; }
  std::string repr(script::Interpreter&) override;
};

// nl.mgrid[0:128, 0:512]: a tuple of grids with the names p, x, y, z, w.
class GridTuple final : public script::Tuple {
 public:
  using Tuple::Tuple;
  std::optional<script::Value> find_attribute(script::Interpreter&, std::string_view) override;
};

// nl.loop_reduce(tile, op, loop_indices): what an assignment adds to its target, or begins it with.
class LoopReduction final : public script::Object {
 public:
  LoopReduction(script::Value reduced, Op with, bool begins)
      : tile(std::move(reduced)), op(with), is_first(begins) {}
  const script::Value tile;
  const Op op;
  const bool is_first;
  std::string_view type_name() const override { return "loop_reduce"; }
};

script::Value make_arange(script::Interpreter& interpreter, script::CallArguments& arguments);
script::Value make_mgrid();

// A view through grids, integers and slices; out of bounds it says so in `outside`.
bool has_grid(const script::Value& key);
View indexed_by_grids(script::Interpreter& interpreter, const View& view, const script::Value& key);

// The part of `shape` where the mask holds, as first and past-the-last index of each dimension; nullopt where
// it is no box.
struct IndexBox {
  Dims begin, end;
  bool is_empty() const;
  bool covers(const Dims& shape) const;
};
std::optional<IndexBox> box_of(const MaskObject& mask, const Dims& shape);
// Of the view's dimensions those that have the shape's extent are cut to the box.
View cropped(const View& view, const IndexBox& box, const Dims& shape);

}  // namespace tilewright::kernels::nki
