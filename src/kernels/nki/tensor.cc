// Tensors as scripts see them: indexing, views, attributes.
#include <fmt/format.h>

#include <functional>

#include "kernels/nki/call.h"
#include "kernels/nki/generation_a.h"
#include "kernels/nki/grid.h"
#include "kernels/nki/objects.h"
#include "script/arguments.h"
#include "script/objects.h"

namespace tilewright::kernels::nki {
namespace {

using script::CallArguments;
using script::Interpreter;
using script::Value;

[[noreturn]] void index_fault(Interpreter& interpreter, const View& view, std::string message) {
  Note note = allocated_here(view);
  fault(interpreter, DiagnosticKind::OutOfBounds, std::move(message), {std::move(note)});
}

Value shape_tuple(const Dims& dims) {
  std::vector<Value> items(dims.begin(), dims.end());
  return script::make_tuple(std::move(items));
}

size_t axis_of(Interpreter& interpreter, const View& view, const Value& given, size_t extra = 0) {
  int64_t axis = interpreter.to_int(given, "dim"), rank = static_cast<int64_t>(view.shape.size() + extra);
  if (axis < 0) axis += rank;
  if (axis < 0 || axis >= rank)
    interpreter.raise("IndexError", fmt::format("dimension {} of a tensor with {} dimensions",
                                                interpreter.to_int(given, "dim"), rank));
  return static_cast<size_t>(axis);
}

Dims to_dims(Interpreter& interpreter, const Value& value) {
  Dims dims;
  for (const Value& item : interpreter.to_vector(value)) {
    if (dims.is_full())
      interpreter.unsupported(fmt::format("tensors of more than {} dimensions", Dims::kMost));
    dims.push_back(interpreter.to_int(item, "shape"));
  }
  return dims;
}

// shape(2, 3) and shape((2, 3)).
Dims dims_of(Interpreter& interpreter, CallArguments& arguments, std::string_view name) {
  if (auto keyword = arguments.take_keyword(name)) return to_dims(interpreter, *keyword);
  if (arguments.positional.size() == 1 && !arguments.positional[0].is_int())
    return to_dims(interpreter, arguments.positional[0]);
  return to_dims(interpreter, script::make_tuple(arguments.positional));
}

// ---- indexing ------------------------------------------------------------------------------------
struct Selection {
  int64_t start = 0, size = 1, step = 1;
  bool drops = false;  // an integer
};

Selection select(Interpreter& interpreter, const View& view, size_t d, const Value& key) {
  int64_t extent = view.shape[d];
  if (auto* slice = key.as<DynamicSlice>()) {
    if (slice->start < 0 || slice->size < 0 || slice->start + slice->size > extent) {
      index_fault(interpreter, view,
                  fmt::format("elements {} to {} of dimension {}, which has {} elements", slice->start,
                              slice->start + slice->size - 1, d, extent));
    }
    return {slice->start, slice->size, 1, false};
  }
  if (auto* slice = key.as<script::SliceObject>()) {
    auto [start, stop, step] = slice->indices(interpreter, extent);
    int64_t size = step > 0 ? (stop - start + step - 1) / step : (start - stop - step - 1) / -step;
    return {start, std::max<int64_t>(size, 0), step, false};
  }
  int64_t index = script::index_of(interpreter, key, "tensor");
  if (index < -extent || index >= extent) {
    index_fault(interpreter, view,
                fmt::format("index {} of dimension {}, which has {} elements", index, d, extent));
  }
  return {index < 0 ? index + extent : index, 1, 1, true};
}

View indexed(Interpreter& interpreter, const View& view, const Value& key) {
  std::vector<Value> keys;
  if (auto* tuple = key.as<script::Tuple>()) {
    keys = tuple->items;
  } else {
    keys.push_back(key);
  }
  bool is_all = keys.empty();
  size_t taking = 0;
  for (const Value& one : keys) {
    bool is_dots = one.is_identical(script::ellipsis());
    is_all |= is_dots;
    taking += !is_dots && !one.is_none();
  }
  if (taking > view.shape.size()) {
    interpreter.raise("IndexError",
                      fmt::format("{} indices for a tensor of shape {}", taking, describe(view.shape)));
  }
  View result = view;
  result.shape = {};
  result.strides = {};
  result.block_dimensions = 0;
  size_t d = 0;
  auto keep = [&](int64_t size, int64_t stride) {
    if (result.shape.is_full())
      interpreter.unsupported(fmt::format("tensors of more than {} dimensions", Dims::kMost));
    result.shape.push_back(size);
    result.strides.push_back(stride);
  };
  auto keep_whole = [&] {
    if (d < view.block_dimensions) ++result.block_dimensions;
    keep(view.shape[d], view.strides[d]);
    ++d;
  };
  for (const Value& one : keys) {
    if (one.is_identical(script::ellipsis())) {
      for (size_t rest = view.shape.size() - taking; rest > 0; --rest) keep_whole();
      continue;
    }
    if (one.is_none()) {
      keep(1, 1);
      continue;
    }
    Selection selection = select(interpreter, view, d, one);
    result.offset += selection.start * view.strides[d];
    // The partition stays a dimension: an access always names one.
    bool is_partition = view.is_on_chip() && d == view.block_dimensions;
    if (!selection.drops || is_partition) {
      if (d < view.block_dimensions) ++result.block_dimensions;
      keep(selection.size, view.strides[d] * selection.step);
    }
    ++d;
  }
  while (d < view.shape.size()) keep_whole();
  if (view.is_on_chip() && result.shape.size() < 2) keep(1, 1);
  return result;
}

// ---- views ---------------------------------------------------------------------------------------
// The strides of `shape` on the view's memory; empty: it would need a copy.
std::optional<Dims> reshaped_strides(const View& view, const Dims& shape) {
  Dims strides = shape;
  auto d = static_cast<int64_t>(shape.size()) - 1;
  int64_t chunk = view.shape.empty() ? 1 : view.strides[view.shape.size() - 1];
  int64_t have = 1, taken = 1;
  for (auto from = static_cast<int64_t>(view.shape.size()) - 1; from >= 0; --from) {
    auto at = static_cast<size_t>(from);
    have *= view.shape[at];
    bool ends = from == 0 || (view.shape[at - 1] != 1 && view.strides[at - 1] != have * chunk);
    if (!ends) continue;
    while (d >= 0 && (taken < have || shape[static_cast<size_t>(d)] == 1)) {
      strides[static_cast<size_t>(d)] = taken * chunk;
      taken *= shape[static_cast<size_t>(d)];
      --d;
    }
    if (taken != have) return std::nullopt;
    if (from > 0) {
      chunk = view.strides[at - 1];
      have = taken = 1;
    }
  }
  if (d != -1) return std::nullopt;
  return strides;
}

View reshaped(Interpreter& interpreter, const View& view, Dims shape) {
  int64_t known = 1;
  std::optional<size_t> open;
  for (size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] == -1 && !open) {
      open = d;
    } else {
      known *= shape[d];
    }
  }
  if (open && known > 0) shape[*open] = view.elements() / known;
  if (shape.product() != view.elements()) {
    fault(interpreter, DiagnosticKind::KernelShape,
          fmt::format("a tensor of shape {} has {} elements, the shape {} has {}", describe(view.shape),
                      view.elements(), describe(shape), shape.product()),
          {allocated_here(view)});
  }
  if (view.is_on_chip() && view.block_dimensions == 0 && (shape.empty() || shape[0] != view.shape[0])) {
    fault(interpreter, DiagnosticKind::KernelShape,
          fmt::format(
              "a reshape of a tensor in {} keeps its partitions: the shape {} has {} in front, {} asked",
              spelling(view.space()), describe(view.shape), view.shape[0], shape.empty() ? 0 : shape[0]),
          {allocated_here(view)});
  }
  std::optional<Dims> strides = reshaped_strides(view, shape);
  if (!strides) {
    fault(interpreter, DiagnosticKind::KernelShape,
          fmt::format("a view of shape {} with gaps cannot be seen as {} without a copy",
                      describe(view.shape), describe(shape)),
          {allocated_here(view)});
  }
  View result = view;
  result.shape = shape;
  result.strides = *strides;
  return result;
}

View permuted(Interpreter& interpreter, const View& view, const Dims& order) {
  View result = view;
  std::array<bool, Dims::kMost> seen{};
  bool is_valid = order.size() == view.shape.size();
  for (size_t d = 0; is_valid && d < order.size(); ++d) {
    auto from = static_cast<size_t>(order[d]);
    is_valid = order[d] >= 0 && from < order.size() && !seen[from];
    if (!is_valid) break;
    seen[from] = true;
    result.shape[d] = view.shape[from];
    result.strides[d] = view.strides[from];
  }
  if (!is_valid) {
    interpreter.raise("ValueError",
                      fmt::format("{} is no order of the {} dimensions", describe(order), view.shape.size()));
  }
  if (view.is_on_chip() && order[0] != 0) {
    fault(interpreter, DiagnosticKind::KernelShape,
          "the partitions stay the first dimension: nisa.nc_transpose moves data across them",
          {allocated_here(view)});
  }
  return result;
}

// A raw access pattern on the tensor's memory: [[stride, count], ...] from `offset`, all in elements.
View with_pattern(Interpreter& interpreter, const View& view, CallArguments& arguments) {
  script::ArgumentReader reader(interpreter, "ap", arguments);
  Value pattern = reader.required("pattern");
  std::optional<Value> offset = reader.optional("offset"), scalar = reader.optional("scalar_offset"),
                       vector = reader.optional("vector_offset"), dimension = reader.optional("indirect_dim"),
                       dtype = reader.optional("dtype");
  reader.finish();
  View result = view;
  result.block_dimensions = 0;
  result.shape = {};
  result.strides = {};
  if (dtype && !dtype->is_none()) {
    std::optional<ElementType> type = to_element_type(interpreter, *dtype);
    if (!type) interpreter.raise("TypeError", "ap() dtype must be an element type of NKI");
    result.type = *type;
    result.offset =
        view.offset * static_cast<int64_t>(view.element_bytes()) / static_cast<int64_t>(size_of(*type));
  }
  if (offset && !offset->is_none()) result.offset = interpreter.to_int(*offset, "offset");
  for (const Value& pair : interpreter.to_vector(pattern)) {
    std::vector<Value> parts = interpreter.to_vector(pair);
    if (parts.size() != 2 || result.shape.is_full())
      interpreter.raise("ValueError", "ap() takes pairs [stride, count]");
    result.strides.push_back(interpreter.to_int(parts[0], "stride"));
    result.shape.push_back(interpreter.to_int(parts[1], "count"));
    if (result.shape.back() <= 0) interpreter.raise("ValueError", "ap() counts must be positive");
  }
  if (scalar && !scalar->is_none()) {
    size_t axis = dimension && !dimension->is_none() ? axis_of(interpreter, view, *dimension) : 0;
    result.offset += interpreter.to_int(*scalar, "scalar_offset") * view.shape.product(axis + 1);
  }
  if (vector && !vector->is_none()) interpreter.unsupported("ap() with vector_offset");
  if (!is_inside(result)) {
    ByteRange range = byte_range(result);
    auto bytes = static_cast<int64_t>(result.element_bytes());
    index_fault(
        interpreter, view,
        fmt::format("the pattern reaches elements {} to {} of memory that has {}", range.begin / bytes,
                    range.end / bytes - 1, static_cast<int64_t>(view.buffer->bytes()) / bytes));
  }
  if (view.is_on_chip()) {
    int64_t row = view.buffer->row_bytes / static_cast<int64_t>(result.element_bytes());
    if (result.shape.size() < 2 || (result.shape[0] > 1 && result.strides[0] != row)) {
      fault(interpreter, DiagnosticKind::KernelShape,
            fmt::format("a pattern on {} begins with the partitions, whose stride is {} elements here",
                        spelling(view.space()), row),
            {allocated_here(view)});
    }
  }
  return result;
}

View reinterpreted(Interpreter& interpreter, const View& view, const Value& dtype) {
  std::optional<ElementType> type = to_element_type(interpreter, dtype);
  if (!type) interpreter.raise("TypeError", "view() takes an element type of NKI");
  auto before = static_cast<int64_t>(view.element_bytes()), after = static_cast<int64_t>(size_of(*type));
  View result = view;
  result.type = *type;
  if (before == after) return result;
  size_t last = view.shape.size() - 1;
  int64_t bytes = view.shape[last] * before;
  bool fits = view.strides[last] == 1 && bytes % after == 0 && view.offset * before % after == 0;
  for (size_t d = 0; d < last; ++d) fits &= view.strides[d] * before % after == 0;
  if (!fits) {
    fault(interpreter, DiagnosticKind::KernelShape,
          fmt::format("rows of {} elements of {} are no whole number of {}", view.shape[last],
                      spelling(view.type), spelling(*type)),
          {allocated_here(view)});
  }
  for (size_t d = 0; d < last; ++d) result.strides[d] = view.strides[d] * before / after;
  result.offset = view.offset * before / after;
  result.shape[last] = bytes / after;
  return result;
}

using Method = View (*)(Interpreter&, const View&, CallArguments&);
struct MethodRow {
  std::string_view name;
  Method body;
};

View method_slice(Interpreter& interpreter, const View& view, CallArguments& arguments) {
  script::ArgumentReader reader(interpreter, "slice", arguments);
  size_t axis = axis_of(interpreter, view, reader.required("dim"));
  int64_t start = reader.integer("start"), end = reader.integer("end"), step = reader.integer("step", 1);
  reader.finish();
  if (start < 0 || end > view.shape[axis] || start > end || step < 1) {
    index_fault(interpreter, view,
                fmt::format("elements {} to {} of dimension {}, which has {} elements", start, end - 1, axis,
                            view.shape[axis]));
  }
  View result = view;
  result.offset += start * view.strides[axis];
  result.shape[axis] = (end - start + step - 1) / step;
  result.strides[axis] *= step;
  return result;
}

View method_select(Interpreter& interpreter, const View& view, CallArguments& arguments) {
  script::ArgumentReader reader(interpreter, "select", arguments);
  size_t axis = axis_of(interpreter, view, reader.required("dim"));
  int64_t index = reader.integer("index");
  reader.finish();
  if (index < 0 || index >= view.shape[axis])
    index_fault(
        interpreter, view,
        fmt::format("index {} of dimension {}, which has {} elements", index, axis, view.shape[axis]));
  View result = view;
  result.offset += index * view.strides[axis];
  result.shape.erase(axis);
  result.strides.erase(axis);
  return result;
}

View method_broadcast(Interpreter& interpreter, const View& view, CallArguments& arguments) {
  script::ArgumentReader reader(interpreter, "broadcast", arguments);
  size_t axis = axis_of(interpreter, view, reader.required("dim"));
  int64_t size = reader.integer("size");
  reader.finish();
  if (view.shape[axis] != 1 || size < 1) {
    interpreter.raise("ValueError",
                      fmt::format("broadcast() repeats a dimension of size 1, dimension {} has size {}", axis,
                                  view.shape[axis]));
  }
  View result = view;
  result.shape[axis] = size;
  result.strides[axis] = 0;
  return result;
}

View method_expand(Interpreter& interpreter, const View& view, CallArguments& arguments) {
  script::ArgumentReader reader(interpreter, "expand_dim", arguments);
  size_t axis = axis_of(interpreter, view, reader.required("dim"), 1);
  reader.finish();
  View result = view;
  if (view.shape.is_full())
    interpreter.unsupported(fmt::format("tensors of more than {} dimensions", Dims::kMost));
  result.shape.insert(axis, 1);
  result.strides.insert(axis, 1);
  return result;
}

View method_squeeze(Interpreter& interpreter, const View& view, CallArguments& arguments) {
  script::ArgumentReader reader(interpreter, "squeeze_dim", arguments);
  size_t axis = axis_of(interpreter, view, reader.required("dim"));
  reader.finish();
  if (view.shape[axis] != 1)
    interpreter.raise("ValueError", fmt::format("dimension {} has size {}, not 1", axis, view.shape[axis]));
  View result = view;
  result.shape.erase(axis);
  result.strides.erase(axis);
  return result;
}

View method_flatten(Interpreter& interpreter, const View& view, CallArguments& arguments) {
  script::ArgumentReader reader(interpreter, "flatten_dims", arguments);
  size_t first = axis_of(interpreter, view, reader.required("start_dim"));
  size_t last = axis_of(interpreter, view, reader.required("end_dim"));
  reader.finish();
  Dims shape;
  for (size_t d = 0; d < view.shape.size(); ++d) {
    if (d > first && d <= last) {
      shape[shape.size() - 1] *= view.shape[d];
    } else {
      shape.push_back(view.shape[d]);
    }
  }
  return reshaped(interpreter, view, shape);
}

View method_reshape_dim(Interpreter& interpreter, const View& view, CallArguments& arguments) {
  script::ArgumentReader reader(interpreter, "reshape_dim", arguments);
  size_t axis = axis_of(interpreter, view, reader.required("dim"));
  Dims parts = to_dims(interpreter, reader.required("shape")), shape;
  reader.finish();
  int64_t known = 1;
  for (int64_t part : parts) known *= part == -1 ? 1 : part;
  for (size_t d = 0; d < view.shape.size(); ++d) {
    if (d != axis) {
      shape.push_back(view.shape[d]);
      continue;
    }
    for (int64_t part : parts) {
      if (shape.is_full())
        interpreter.unsupported(fmt::format("tensors of more than {} dimensions", Dims::kMost));
      shape.push_back(part == -1 && known > 0 ? view.shape[d] / known : part);
    }
  }
  return reshaped(interpreter, view, shape);
}

// NumPy's broadcasting of dimensions of size 1, the partitions too: an engine reads the one partition for
// all.
View method_broadcast_to(Interpreter& interpreter, const View& view, CallArguments& arguments) {
  Dims shape = dims_of(interpreter, arguments, "shape");
  View result = view;
  bool fits = shape.size() >= view.shape.size();
  while (fits && result.shape.size() < shape.size()) {
    result.shape.insert(0, 1);
    result.strides.insert(0, 0);
  }
  for (size_t d = 0; fits && d < shape.size(); ++d) {
    if (result.shape[d] == shape[d]) continue;
    fits = result.shape[d] == 1;
    result.shape[d] = shape[d];
    result.strides[d] = 0;
  }
  if (!fits) {
    fault(interpreter, DiagnosticKind::KernelShape,
          fmt::format("the shape {} does not broadcast to {}", describe(view.shape), describe(shape)),
          {allocated_here(view)});
  }
  return result;
}

constexpr MethodRow kMethods[] = {
    {"reshape",
     [](Interpreter& host, const View& view, CallArguments& arguments) {
       return reshaped(host, view, dims_of(host, arguments, "shape"));
     }},
    {"permute",
     [](Interpreter& host, const View& view, CallArguments& arguments) {
       return permuted(host, view, dims_of(host, arguments, "dims"));
     }},
    {"ap", with_pattern},
    {"view",
     [](Interpreter& host, const View& view, CallArguments& arguments) {
       return reinterpreted(host, view, script::ArgumentReader(host, "view", arguments).required("dtype"));
     }},
    {"reinterpret_cast",
     [](Interpreter& host, const View& view, CallArguments& arguments) {
       return reinterpreted(host, view,
                            script::ArgumentReader(host, "reinterpret_cast", arguments).required("dtype"));
     }},
    {"slice", method_slice},
    {"select", method_select},
    {"broadcast", method_broadcast},
    {"broadcast_to", method_broadcast_to},
    {"expand_dim", method_expand},
    {"squeeze_dim", method_squeeze},
    {"flatten_dims", method_flatten},
    {"reshape_dim", method_reshape_dim},
};

}  // namespace

Value make_tensor(View view) { return script::make<TensorObject>(std::move(view)); }

std::string describe(const View& view) {
  std::string name = view.buffer->name.empty() ? "tensor" : fmt::format("tensor '{}'", view.buffer->name);
  return fmt::format("{} of shape {} and {} in {}", name, describe(view.shape), spelling(view.type),
                     spelling(view.space()));
}

std::optional<Value> TensorObject::find_attribute(Interpreter& interpreter, std::string_view name) {
  if (name == "shape") return shape_tuple(view.shape);
  if (name == "strides") return shape_tuple(view.strides);
  if (name == "dtype") return Value(script::make<TypeObject>(view.type));
  if (name == "ndim") return Value(static_cast<int64_t>(view.shape.size()));
  if (name == "size") return Value(view.elements());
  if (name == "offset") return Value(view.offset);
  if (name == "name") return script::make_string(view.buffer->name);
  if (name == "itemsize") return Value(static_cast<int64_t>(view.element_bytes()));
  if (name == "buffer") {
    constexpr std::string_view kNames[] = {"sbuf", "psum", "private_hbm", "shared_hbm"};
    return interpreter.find_attribute(
        Value(interpreter.import_module("nki.language", interpreter.current_span())),
        kNames[static_cast<size_t>(view.space())]);
  }
  if (name == "is_contiguous" || name == "get_pattern" || name == "is_indirect") {
    Value answer;
    if (name == "is_contiguous") answer = Value(is_dense(view));
    if (name == "is_indirect") answer = Value(false);
    if (name == "get_pattern") {
      std::vector<Value> pairs;
      for (size_t d = 0; d < view.shape.size(); ++d)
        pairs.push_back(script::make_list({Value(view.strides[d]), Value(view.shape[d])}));
      answer = script::make_list(std::move(pairs));
    }
    return Value(
        script::make_function(std::string(name), [answer](Interpreter&, CallArguments&) { return answer; }));
  }
  for (const MethodRow& row : kMethods) {
    if (row.name != name) continue;
    Value self(this);
    return Value(
        script::make_function(std::string(name), [self, &row](Interpreter& host, CallArguments& arguments) {
          return make_tensor(row.body(host, self.as<TensorObject>()->view, arguments));
        }));
  }
  return std::nullopt;
}

namespace {

View place_of(Interpreter& interpreter, const View& view, const Value& key) {
  return has_grid(key) ? indexed_by_grids(interpreter, view, key) : indexed(interpreter, view, key);
}

bool is_same_place(const View& a, const View& b) {
  return a.address() == b.address() && a.shape == b.shape && a.strides == b.strides;
}

}  // namespace

Value TensorObject::get_item(Interpreter& interpreter, const Value& key) {
  Context& context = context_of(interpreter);
  // A part of what a call returned: it has to be there.
  if (context.launch && context.launch->pending && context.launch->pending->tile.get() == this)
    context.launch->settle();
  if (key.is_bool() || key.as<MaskObject>() != nullptr) {
    // tile[mask]: a mask that leaves nothing out, as a loop's full rounds have it.
    auto* mask = key.as<MaskObject>();
    std::optional<IndexBox> box;
    if (mask != nullptr) box = box_of(*mask, view.shape);
    bool is_whole = mask != nullptr ? box && box->covers(view.shape) : key.boolean();
    if (!is_whole) interpreter.unsupported("tile[mask] where the mask leaves elements out");
    return Value(this);
  }
  return make_tensor(place_of(interpreter, view, key));
}

void TensorObject::set_item(Interpreter& interpreter, const Value& key, Value value) {
  View target = place_of(interpreter, view, key);
  auto* tensor = value.as<TensorObject>();
  // t[...] += f(...) assigns what it took out.
  if (tensor != nullptr && is_same_place(tensor->view, target)) return;
  Launch& launch = current_launch(interpreter, "assignment to a tensor");
  if (launch.is_generation_a) return assign_tile(launch, target, value);
  fault(interpreter, DiagnosticKind::KernelSyntax,
        "assignment to elements of a tensor belongs to generation A (neuronxcc.nki): write with an "
        "instruction's dst, nisa.tensor_copy or nisa.dma_copy");
}

std::optional<int64_t> TensorObject::length(Interpreter&) { return view.shape.empty() ? 0 : view.shape[0]; }

bool TensorObject::truthy(Interpreter& interpreter) {
  fault(interpreter, DiagnosticKind::KernelConstexpr,
        "a tensor's value is known only on the device: Python's if and while cannot test it",
        {allocated_here(view)});
}

std::string TensorObject::repr(Interpreter&) { return fmt::format("<{}>", describe(view)); }

namespace {

[[noreturn]] void refuse_operator(Interpreter& interpreter, const View& view) {
  fault(interpreter, DiagnosticKind::KernelSyntax,
        "operators on tensors belong to generation A (neuronxcc.nki): call nisa.tensor_tensor, "
        "nisa.tensor_scalar or a function of nki.language",
        {allocated_here(view)});
}

std::optional<Op> op_of(script::Binary op) {
  switch (op) {
    case script::Binary::Add:
      return Op::Add;
    case script::Binary::Sub:
      return Op::Subtract;
    case script::Binary::Mult:
      return Op::Multiply;
    case script::Binary::Div:
      return Op::Divide;
    case script::Binary::Pow:
      return Op::Power;
    case script::Binary::Mod:
      return Op::Mod;
    case script::Binary::BitAnd:
      return Op::BitwiseAnd;
    case script::Binary::BitOr:
      return Op::BitwiseOr;
    case script::Binary::BitXor:
      return Op::BitwiseXor;
    case script::Binary::LShift:
      return Op::LeftShift;
    case script::Binary::RShift:
      return Op::RightShift;
    default:
      return std::nullopt;
  }
}

Op op_of(script::Comparison op) {
  switch (op) {
    case script::Comparison::Eq:
      return Op::Equal;
    case script::Comparison::NotEq:
      return Op::NotEqual;
    case script::Comparison::Lt:
      return Op::Less;
    case script::Comparison::LtE:
      return Op::LessEqual;
    case script::Comparison::Gt:
      return Op::Greater;
    case script::Comparison::GtE:
      return Op::GreaterEqual;
  }
  return Op::Equal;
}

// Generation A's launch, where operators work; null: no kernel runs (host code holds no tensors of a kernel).
Launch* operator_launch(Interpreter& interpreter, const View& view) {
  Launch& launch = current_launch(interpreter, "an operator on a tensor");
  if (!launch.is_generation_a) refuse_operator(interpreter, view);
  return &launch;
}

}  // namespace

std::optional<Value> TensorObject::binary(Interpreter& interpreter, script::Binary op, const Value& other,
                                          bool is_reflected) {
  Launch* launch = operator_launch(interpreter, view);
  std::optional<Op> known = op_of(op);
  if (!known) return std::nullopt;
  Value self(this);
  CallArguments arguments;
  arguments.positional = is_reflected ? std::vector<Value>{other, self} : std::vector<Value>{self, other};
  return generation_a_operator(*launch, *known, arguments);
}

std::optional<Value> TensorObject::in_place(Interpreter& interpreter, script::Binary op, const Value& other) {
  Launch* launch = operator_launch(interpreter, view);
  std::optional<Op> known = op_of(op);
  if (!known) return std::nullopt;
  update_tile(*launch, view, *known, other);
  return Value(this);
}

std::optional<Value> TensorObject::unary(Interpreter& interpreter, script::Unary op) {
  Launch* launch = operator_launch(interpreter, view);
  if (op == script::Unary::UAdd) return Value(this);
  CallArguments arguments;
  arguments.positional = {Value(this)};
  return generation_a_operator(*launch, op == script::Unary::USub ? Op::Negative : Op::Invert, arguments);
}

std::optional<Value> TensorObject::compare(Interpreter& interpreter, script::Comparison op,
                                           const Value& other) {
  Context& context = context_of(interpreter);
  bool is_operator = context.launch && context.launch->is_generation_a &&
                     (other.as<TensorObject>() || other.is_int() || other.is_float());
  if (!is_operator) return Object::compare(interpreter, op, other);
  CallArguments arguments;
  arguments.positional = {Value(this), other};
  return generation_a_operator(*context.launch, op_of(op), arguments);
}

}  // namespace tilewright::kernels::nki
