#include "kernels/nki/grid.h"

#include <fmt/format.h>

#include "base/check.h"
#include "kernels/nki/call.h"
#include "script/objects.h"

namespace tilewright::kernels::nki {
namespace {

using script::Binary;
using script::CallArguments;
using script::Comparison;
using script::Interpreter;
using script::Value;

std::optional<Affine> to_affine(const Value& value) {
  if (auto* grid = value.as<GridObject>()) return grid->value;
  if (value.is_int() || value.is_bool()) return Affine{value.integer(), {}, {}};
  // Numbers of numpy are instances of classes derived from int.
  if (auto* instance = value.as<script::Instance>();
      instance && instance->native_part() && instance->native_part()->is_int())
    return Affine{instance->native_part()->integer(), {}, {}};
  return std::nullopt;
}

std::optional<Affine> sum(const Affine& a, const Affine& b, int64_t sign) {
  std::optional<Dims> shape = broadcast_shapes(a.shape, b.shape);
  if (!shape) return std::nullopt;
  Affine x = widened(a, shape->size()), y = widened(b, shape->size());
  Affine result{x.offset + sign * y.offset, *shape, {}};
  for (size_t d = 0; d < shape->size(); ++d)
    result.steps.push_back((x.shape[d] == 1 ? 0 : x.steps[d]) + sign * (y.shape[d] == 1 ? 0 : y.steps[d]));
  return result;
}

Value make_grid(Affine value) { return script::make<GridObject>(std::move(value)); }

bool holds(Comparison comparison, int64_t value) {
  switch (comparison) {
    case Comparison::Eq:
      return value == 0;
    case Comparison::NotEq:
      return value != 0;
    case Comparison::Lt:
      return value < 0;
    case Comparison::LtE:
      return value <= 0;
    case Comparison::Gt:
      return value > 0;
    case Comparison::GtE:
      return value >= 0;
  }
  return false;
}

}  // namespace

Affine widened(const Affine& value, size_t rank) {
  Affine wide{value.offset, {}, {}};
  for (size_t d = value.shape.size(); d < rank; ++d) {
    wide.shape.push_back(1);
    wide.steps.push_back(0);
  }
  for (size_t d = 0; d < value.shape.size(); ++d) {
    wide.shape.push_back(value.shape[d]);
    wide.steps.push_back(value.steps[d]);
  }
  return wide;
}

int64_t Affine::at(const Dims& index) const {
  int64_t value = offset;
  TW_CHECK(index.size() >= shape.size(), "an index of {} dimensions for {}", index.size(), shape.size());
  size_t lead = index.size() - shape.size();
  for (size_t d = 0; d < shape.size(); ++d) value += shape[d] == 1 ? 0 : steps[d] * index[lead + d];
  return value;
}

int64_t Affine::least() const {
  int64_t value = offset;
  for (size_t d = 0; d < shape.size(); ++d) value += std::min<int64_t>(0, steps[d] * (shape[d] - 1));
  return value;
}

int64_t Affine::largest() const {
  int64_t value = offset;
  for (size_t d = 0; d < shape.size(); ++d) value += std::max<int64_t>(0, steps[d] * (shape[d] - 1));
  return value;
}

std::optional<Dims> broadcast_shapes(const Dims& a, const Dims& b) {
  size_t rank = std::max(a.size(), b.size());
  Dims result;
  for (size_t d = 0; d < rank; ++d) {
    int64_t x = d + a.size() < rank ? 1 : a[d + a.size() - rank],
            y = d + b.size() < rank ? 1 : b[d + b.size() - rank];
    if (x != y && x != 1 && y != 1) return std::nullopt;
    result.push_back(std::max(x, y));
  }
  return result;
}

std::optional<Value> GridObject::find_attribute(Interpreter&, std::string_view name) {
  if (name == "shape") return script::make_tuple(std::vector<Value>(value.shape.begin(), value.shape.end()));
  if (name == "ndim") return Value(static_cast<int64_t>(value.shape.size()));
  return std::nullopt;
}

Value GridObject::get_item(Interpreter& interpreter, const Value& key) {
  std::vector<Value> keys;
  if (auto* tuple = key.as<script::Tuple>()) {
    keys = tuple->items;
  } else {
    keys.push_back(key);
  }
  Affine result{value.offset, {}, {}};
  size_t d = 0;
  auto keep = [&](int64_t size, int64_t step) {
    if (result.shape.is_full())
      interpreter.unsupported(fmt::format("indices of more than {} dimensions", Dims::kMost));
    result.shape.push_back(size);
    result.steps.push_back(step);
  };
  for (const Value& one : keys) {
    if (one.is_none()) {
      keep(1, 0);
      continue;
    }
    auto* slice = one.as<script::SliceObject>();
    if (slice == nullptr || d >= value.shape.size())
      interpreter.raise("IndexError", "an index grid takes slices and None between brackets");
    auto [start, stop, step] = slice->indices(interpreter, value.shape[d]);
    int64_t size = step > 0 ? (stop - start + step - 1) / step : (start - stop - step - 1) / -step;
    result.offset += start * value.steps[d];
    keep(std::max<int64_t>(size, 0), value.steps[d] * step);
    ++d;
  }
  for (; d < value.shape.size(); ++d) keep(value.shape[d], value.steps[d]);
  return make_grid(result);
}

std::optional<Value> GridObject::binary(Interpreter& interpreter, Binary op, const Value& other,
                                        bool is_reflected) {
  std::optional<Affine> right = to_affine(other);
  if (!right) return std::nullopt;
  if (op == Binary::Add || op == Binary::Sub) {
    std::optional<Affine> result = is_reflected ? sum(*right, value, op == Binary::Add ? 1 : -1)
                                                : sum(value, *right, op == Binary::Add ? 1 : -1);
    if (!result) interpreter.raise("ValueError", "index grids of different shapes");
    return make_grid(*result);
  }
  if (op == Binary::Mult && right->shape.empty()) {
    Affine result = value;
    result.offset *= right->offset;
    for (int64_t& step : result.steps) step *= right->offset;
    return make_grid(result);
  }
  fault(interpreter, DiagnosticKind::KernelSyntax,
        "an index must be affine: sums of index grids, integers, and grids times integers");
}

std::optional<Value> GridObject::unary(Interpreter&, script::Unary op) {
  if (op == script::Unary::UAdd) return Value(this);
  if (op != script::Unary::USub) return std::nullopt;
  Affine result{-value.offset, value.shape, value.steps};
  for (int64_t& step : result.steps) step = -step;
  return make_grid(result);
}

std::optional<Value> GridObject::compare(Interpreter& interpreter, Comparison op, const Value& other) {
  std::optional<Affine> right = to_affine(other);
  if (!right) return std::nullopt;
  std::optional<Affine> difference = sum(value, *right, -1);
  if (!difference) interpreter.raise("ValueError", "index grids of different shapes");
  auto mask = script::make<MaskObject>();
  mask->conditions.push_back({*difference, op});
  return Value(mask);
}

std::string GridObject::repr(Interpreter&) {
  return fmt::format("<index of shape {}>", describe(value.shape));
}

std::optional<Value> MaskObject::binary(Interpreter&, Binary op, const Value& other, bool) {
  if (op != Binary::BitAnd) return std::nullopt;
  if (other.is_bool()) {
    if (other.boolean()) return Value(this);
    auto never = script::make<MaskObject>();
    never->conditions.push_back({Affine{1, {}, {}}, Comparison::Eq});
    return Value(never);
  }
  auto* right = other.as<MaskObject>();
  if (right == nullptr) return std::nullopt;
  auto both = script::make<MaskObject>();
  both->conditions = conditions;
  both->conditions.insert(both->conditions.end(), right->conditions.begin(), right->conditions.end());
  return Value(both);
}

bool MaskObject::at(const Dims& index) const {
  for (const Condition& condition : conditions) {
    if (!holds(condition.comparison, condition.value.at(index))) return false;
  }
  return true;
}

std::string PartitionDimension::repr(Interpreter&) { return fmt::format("par_dim({})", size); }

std::optional<Value> GridTuple::find_attribute(Interpreter& interpreter, std::string_view name) {
  constexpr std::string_view kNames = "pxyzw";
  size_t at = name.size() == 1 ? kNames.find(name[0]) : std::string_view::npos;
  if (at < items.size()) return items[at];
  return Tuple::find_attribute(interpreter, name);
}

Value make_arange(Interpreter& interpreter, CallArguments& arguments) {
  if (arguments.positional.empty() || arguments.positional.size() > 3)
    interpreter.raise("TypeError", "nl.arange() takes 1 to 3 integers");
  int64_t bounds[3] = {0, 0, 1};
  size_t count = arguments.positional.size();
  for (size_t i = 0; i < count; ++i)
    bounds[count == 1 ? 1 : i] = interpreter.to_int(arguments.positional[i], "arange");
  if (bounds[2] <= 0 || bounds[1] < bounds[0]) interpreter.raise("ValueError", "nl.arange() counts upwards");
  return make_grid({bounds[0], {(bounds[1] - bounds[0] + bounds[2] - 1) / bounds[2]}, {bounds[2]}});
}

namespace {

class MgridObject final : public script::Object {
 public:
  std::string_view type_name() const override { return "mgrid"; }
  Value get_item(Interpreter& interpreter, const Value& key) override {
    std::vector<Value> keys;
    if (auto* tuple = key.as<script::Tuple>()) {
      keys = tuple->items;
    } else {
      keys.push_back(key);
    }
    std::vector<Value> grids;
    for (size_t i = 0; i < keys.size(); ++i) {
      auto* slice = keys[i].as<script::SliceObject>();
      if (slice == nullptr || keys.size() > Dims::kMost)
        interpreter.raise("IndexError", "nl.mgrid takes slices");
      int64_t start = slice->start.is_none() ? 0 : interpreter.to_int(slice->start, "start");
      int64_t stop = interpreter.to_int(slice->stop, "stop"),
              step = slice->step.is_none() ? 1 : interpreter.to_int(slice->step, "step");
      if (step <= 0 || stop < start) interpreter.raise("ValueError", "nl.mgrid counts upwards");
      Affine grid{start, {}, {}};
      for (size_t d = 0; d < keys.size(); ++d) {
        grid.shape.push_back(d == i ? (stop - start + step - 1) / step : 1);
        grid.steps.push_back(d == i ? step : 0);
      }
      grids.push_back(make_grid(grid));
    }
    return script::make<GridTuple>(std::move(grids));
  }
};

}  // namespace

Value make_mgrid() { return script::make<MgridObject>(); }

bool has_grid(const Value& key) {
  if (key.as<GridObject>()) return true;
  auto* tuple = key.as<script::Tuple>();
  return tuple && std::any_of(tuple->items.begin(), tuple->items.end(),
                              [](const Value& one) { return one.as<GridObject>() != nullptr; });
}

View indexed_by_grids(Interpreter& interpreter, const View& view, const Value& key) {
  std::vector<Value> keys;
  if (auto* tuple = key.as<script::Tuple>()) {
    keys = tuple->items;
  } else {
    keys.push_back(key);
  }
  if (keys.size() > view.shape.size())
    interpreter.raise("IndexError",
                      fmt::format("{} indices for a tensor of shape {}", keys.size(), describe(view.shape)));
  Affine place{view.offset, {}, {}};
  View result = view;
  result.outside = nullptr;
  auto outside = std::make_shared<Outside>();
  std::vector<size_t> sliced;
  for (size_t d = 0; d < view.shape.size(); ++d) {
    bool is_slice = d >= keys.size() || keys[d].as<script::SliceObject>();
    std::optional<Affine> index = is_slice ? std::nullopt : to_affine(keys[d]);
    if (is_slice) {
      sliced.push_back(d);
      continue;
    }
    if (!index && keys[d].as<TensorObject>())
      interpreter.unsupported("index grids beside a tensor of indices");
    if (!index)
      interpreter.raise("TypeError", fmt::format("index {} must be an integer or an index grid", d));
    if (index->shape.empty() && index->offset < 0) index->offset += view.shape[d];
    if (index->least() < 0 || index->largest() >= view.shape[d]) {
      outside->message =
          fmt::format("index {} of dimension {}, which has {} elements",
                      index->least() < 0 ? index->least() : index->largest(), d, view.shape[d]);
    }
    outside->keys.push_back({*index, view.shape[d], d});
    for (int64_t& step : index->steps) step *= view.strides[d];
    index->offset *= view.strides[d];
    std::optional<Affine> next = sum(place, *index, 1);
    if (!next) interpreter.raise("IndexError", "index grids of shapes that do not broadcast");
    place = *next;
  }
  if (!outside->message.empty()) result.outside = std::move(outside);
  result.shape = place.shape;
  result.strides = place.steps;
  result.offset = place.offset;
  result.block_dimensions = 0;
  // Slices beside grids keep their dimensions behind those of the grids.
  for (size_t d : sliced) {
    int64_t start = 0, size = view.shape[d], step = 1;
    if (d < keys.size()) {
      auto [first, stop, stride] = keys[d].as<script::SliceObject>()->indices(interpreter, view.shape[d]);
      start = first;
      step = stride;
      size = std::max<int64_t>(
          0, stride > 0 ? (stop - first + stride - 1) / stride : (first - stop - stride - 1) / -stride);
    }
    result.offset += start * view.strides[d];
    if (result.shape.is_full())
      interpreter.unsupported(fmt::format("tensors of more than {} dimensions", Dims::kMost));
    result.shape.push_back(size);
    result.strides.push_back(view.strides[d] * step);
  }
  while (view.is_on_chip() && result.shape.size() < 2) {
    result.shape.push_back(1);
    result.strides.push_back(1);
  }
  return result;
}

bool IndexBox::is_empty() const {
  for (size_t d = 0; d < begin.size(); ++d) {
    if (begin[d] >= end[d]) return true;
  }
  return false;
}

bool IndexBox::covers(const Dims& shape) const {
  for (size_t d = 0; d < shape.size(); ++d) {
    if (begin[d] != 0 || end[d] != shape[d]) return false;
  }
  return true;
}

namespace {

// Where each condition orders one dimension alone, it cuts that dimension; nullopt: one does not.
std::optional<IndexBox> box_of_simple(const MaskObject& mask, const Dims& shape) {
  IndexBox box;
  for (int64_t extent : shape) {
    box.begin.push_back(0);
    box.end.push_back(extent);
  }
  for (const MaskObject::Condition& condition : mask.conditions) {
    if (condition.comparison == Comparison::Eq || condition.comparison == Comparison::NotEq)
      return std::nullopt;
    const Affine& value = condition.value;
    if (value.shape.size() > shape.size()) return std::nullopt;
    std::optional<size_t> only;
    for (size_t d = 0; d < value.shape.size(); ++d) {
      if (value.shape[d] == 1 || value.steps[d] == 0) continue;
      if (only) return std::nullopt;
      only = d;
    }
    size_t d = only ? *only + shape.size() - value.shape.size() : 0;
    int64_t step = only ? value.steps[*only] : 0;
    auto is_in = [&](int64_t i) { return holds(condition.comparison, value.offset + i * step); };
    while (box.begin[d] < box.end[d] && !is_in(box.begin[d])) ++box.begin[d];
    while (box.begin[d] < box.end[d] && !is_in(box.end[d] - 1)) --box.end[d];
  }
  if (box.is_empty()) box.begin = box.end = Dims(shape.size(), 0);
  return box;
}

}  // namespace

std::optional<IndexBox> box_of(const MaskObject& given, const Dims& shape) {
  IndexBox box;
  MaskObject mask;
  mask.conditions = given.conditions;
  // Dimensions of size 1 in front say nothing.
  for (MaskObject::Condition& condition : mask.conditions) {
    while (condition.value.shape.size() > shape.size() && condition.value.shape[0] == 1) {
      condition.value.shape.erase(0);
      condition.value.steps.erase(0);
    }
    if (condition.value.shape.size() > shape.size()) return std::nullopt;
  }
  // Most masks of a loop hold everywhere; the last round's do not.
  bool holds_everywhere = true;
  for (const MaskObject::Condition& condition : mask.conditions) {
    bool is_order = condition.comparison != Comparison::Eq && condition.comparison != Comparison::NotEq;
    holds_everywhere &= is_order && holds(condition.comparison, condition.value.least()) &&
                        holds(condition.comparison, condition.value.largest());
  }
  if (holds_everywhere) {
    for (int64_t extent : shape) {
      box.begin.push_back(0);
      box.end.push_back(extent);
    }
    return box;
  }
  if (std::optional<IndexBox> simple = box_of_simple(mask, shape)) return simple;
  for (int64_t extent : shape) {
    box.begin.push_back(extent);
    box.end.push_back(0);
  }
  Dims index = shape;
  int64_t total = shape.product(), count = 0;
  for (int64_t number = 0; number < total; ++number) {
    int64_t rest = number;
    for (size_t d = shape.size(); d-- > 0;) {
      index[d] = rest % shape[d];
      rest /= shape[d];
    }
    if (!mask.at(index)) continue;
    ++count;
    for (size_t d = 0; d < shape.size(); ++d) {
      box.begin[d] = std::min(box.begin[d], index[d]);
      box.end[d] = std::max(box.end[d], index[d] + 1);
    }
  }
  if (count == 0) {
    box.begin = box.end = Dims(shape.size(), 0);
    return box;
  }
  int64_t inside = 1;
  for (size_t d = 0; d < shape.size(); ++d) inside *= box.end[d] - box.begin[d];
  if (inside != count) return std::nullopt;
  return box;
}

View cropped(const View& view, const IndexBox& box, const Dims& shape) {
  View result = view;
  for (size_t d = 0; d < std::min(view.shape.size(), shape.size()); ++d) {
    if (view.shape[d] != shape[d]) continue;
    result.offset += box.begin[d] * view.strides[d];
    result.shape[d] = box.end[d] - box.begin[d];
  }
  if (!view.outside) return result;
  result.outside = nullptr;
  for (const Outside::Key& key : view.outside->keys) {
    Affine cut = widened(key.index, std::min(view.shape.size(), shape.size()));
    for (size_t d = 0; d < cut.shape.size(); ++d) {
      if (cut.shape[d] != shape[d]) continue;
      cut.offset += box.begin[d] * cut.steps[d];
      cut.shape[d] = box.end[d] - box.begin[d];
    }
    if (cut.least() < 0 || cut.largest() >= key.extent) result.outside = view.outside;
  }
  return result;
}

}  // namespace tilewright::kernels::nki
