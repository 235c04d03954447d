#include "kernels/nki/generation_a.h"

#include <fmt/format.h>

#include <cmath>

#include "kernels/nki/grid.h"
#include "kernels/nki/isa_support.h"
#include "script/objects.h"

namespace tilewright::kernels::nki {

#define TW_A_ISA(name, signature) Value a_isa_##name(Call& call);
#define TW_A_LANGUAGE(name, signature) Value a_language_##name(Call& call);
#include "kernels/nki/generation_a.def"
#undef TW_A_ISA
#undef TW_A_LANGUAGE

namespace {

using script::CallArguments;
using script::Interpreter;

constexpr FunctionInfo kInstructions[] = {
#define TW_A_ISA(name, signature) {#name, signature, 2, "A", "", a_isa_##name, false},
#define TW_A_LANGUAGE(name, signature)
#include "kernels/nki/generation_a.def"
#undef TW_A_ISA
#undef TW_A_LANGUAGE
};
constexpr FunctionInfo kFunctions[] = {
#define TW_A_ISA(name, signature)
#define TW_A_LANGUAGE(name, signature) {#name, signature, 2, "A", "", a_language_##name, false},
#include "kernels/nki/generation_a.def"
#undef TW_A_ISA
#undef TW_A_LANGUAGE
};
constexpr FunctionInfo kBinary{"operator", "x, y, dtype=None, mask=None", 2, "A", "", nullptr, false};
constexpr FunctionInfo kUnary{"function", "x, dtype=None, mask=None", 2, "A", "", nullptr, false};

// Held by what is pending and by the assignment itself: nothing else will ask for the tile.
constexpr uint32_t kOfATemporary = 2;

Value op_value(Op op) { return script::make<OpObject>(op); }
// Not inlined: g++ 12 takes a known bool's destruction for that of an object.
[[gnu::noinline]] Value truth(bool value) { return Value(value); }

// ---- masks -------------------------------------------------------------------------------------
// Elements where the mask holds, one by one: of a mask that leaves no box.
void copy_where(const MaskObject& mask, const View& from, const View& to) {
  Dims index = to.shape;
  auto bytes = to.element_bytes();
  for (int64_t number = 0; number < to.elements(); ++number) {
    int64_t rest = number;
    for (size_t d = to.shape.size(); d-- > 0;) {
      index[d] = rest % to.shape[d];
      rest /= to.shape[d];
    }
    if (!mask.at(index)) continue;
    View source = element_of(from, index[0], number % to.free_elements()),
         target = element_of(to, index[0], number % to.free_elements());
    std::memcpy(target.address(), source.address(), bytes);
    if (!first_unset(source)) mark_set(target);
  }
}

// Runs an instruction that writes `dst` where `mask`, over indices of `shape`, holds.
void run_masked(Launch& launch, std::string_view instruction, std::vector<NamedValue> arguments,
                const View& dst, const Value& mask, const Dims& shape) {
  auto run = [&](const View& target) {
    arguments.emplace_back("dst", make_tensor(target));
    run_instruction(launch, instruction, arguments);
  };
  if (mask.is_none()) return run(dst);
  if (mask.is_bool()) {
    if (mask.boolean()) run(dst);
    return;
  }
  auto* conditions = mask.as<MaskObject>();
  if (conditions == nullptr) {
    fault(launch.interpreter, DiagnosticKind::KernelSyntax,
          "a mask is a comparison of index grids and integers, or several joined by &");
  }
  std::optional<IndexBox> box = box_of(*conditions, shape);
  bool is_wider =
      std::any_of(conditions->conditions.begin(), conditions->conditions.end(),
                  [&](const MaskObject::Condition& one) { return one.value.shape.size() > shape.size(); });
  if (!box && is_wider) launch.interpreter.unsupported("a mask of more dimensions than its tile");
  if (!box) {
    View whole = allocate(launch, is_on_chip(dst.space()) ? dst.space() : Space::Sbuf, dst.shape, dst.type,
                          "", launch.interpreter.current_span());
    arguments.emplace_back("dst", make_tensor(whole));
    run_instruction(launch, instruction, arguments);
    return copy_where(*conditions, whole, dst);
  }
  if (box->is_empty()) return;
  bool is_product = instruction == "nc_matmul" && shape.size() == 2;
  bool is_turned = (instruction == "nc_transpose" || instruction == "dma_transpose") && shape.size() == 2;
  for (auto& [name, value] : arguments) {
    auto* tensor = value.as<TensorObject>();
    if (tensor == nullptr) continue;
    // The rows of a product are the columns of its first operand, its columns those of the second.
    if (is_product) {
      size_t d = name == "stationary" ? 0 : 1;
      View cut = tensor->view;
      if (cut.shape.size() != 2 || cut.shape[1] != shape[d])
        launch.interpreter.unsupported("a mask on a product of tiles of three dimensions");
      cut.offset += box->begin[d] * cut.strides[1];
      cut.shape[1] = box->end[d] - box->begin[d];
      value = make_tensor(cut);
    } else {
      value = make_tensor(cropped(tensor->view, *box, shape));
    }
  }
  if (is_turned) {
    std::swap(box->begin[0], box->begin[1]);
    std::swap(box->end[0], box->end[1]);
    return run(cropped(dst, *box, {shape[1], shape[0]}));
  }
  run(cropped(dst, *box, shape));
}

struct Outcome {
  Dims shape;
  ElementType type = ElementType::Float32;
  Space space = Space::Sbuf;
  std::optional<Dims> masked;      // the shape that a mask's indices run over; else `shape`
  std::optional<Value> mask = {};  // in place of the call's
};

// A tile that the instruction fills when something uses it.
Value defer(Call& call, std::string_view instruction, Outcome outcome, std::vector<NamedValue> arguments) {
  Launch& launch = call.launch;
  Span span = call.interpreter.current_span();
  while (outcome.shape.size() < 2) outcome.shape.push_back(1);
  auto tile =
      script::make<TensorObject>(allocate(launch, outcome.space, outcome.shape, outcome.type, "", span));
  Value mask = outcome.mask.value_or(call["mask"]);
  Dims masked = outcome.masked.value_or(outcome.shape);
  bool is_product = instruction == "nc_matmul";
  launch.pending = Pending{tile, instruction.ends_with("transpose"),
                           [&launch, instruction, arguments = std::move(arguments), mask, masked, is_product,
                            span](const View& dst, bool accumulates) {
                             Span before = launch.interpreter.current_span();
                             launch.interpreter.set_current_span(span);
                             std::vector<NamedValue> given = arguments;
                             if (is_product)
                               given.emplace_back("accumulate", truth(accumulates && !first_unset(dst)));
                             run_masked(launch, instruction, std::move(given), dst, mask, masked);
                             launch.interpreter.set_current_span(before);
                           }};
  return Value(tile);
}

// ---- shapes ------------------------------------------------------------------------------------
View expanded(const View& view, const Dims& shape) {
  View wide = view;
  while (wide.shape.size() < shape.size()) {
    // Tiles grow behind their partitions, tensors of HBM in front.
    size_t at = view.is_on_chip() ? wide.shape.size() : 0;
    wide.shape.insert(at, 1);
    wide.strides.insert(at, 0);
  }
  for (size_t d = 0; d < shape.size(); ++d) {
    if (wide.shape[d] == shape[d]) continue;
    wide.shape[d] = shape[d];
    wide.strides[d] = 0;
  }
  return wide;
}

ElementType joined(ElementType a, ElementType b) {
  if (a == b) return a;
  bool a_floats = !is_integer(a), b_floats = !is_integer(b);
  if (a_floats != b_floats) return a_floats ? a : b;
  if (size_of(a) != size_of(b)) return size_of(a) > size_of(b) ? a : b;
  return a_floats ? ElementType::Float32 : a;
}

bool is_column(const View& view) { return view.free_elements() == 1; }

struct Shaped {
  Dims shape;
  size_t blocks = 0;
};

Shaped shape_of(Call& call, Space space) {
  Shaped result;
  const Value& given = call["shape"];
  std::vector<Value> items = given.is_int() ? std::vector<Value>{given} : call.interpreter.to_vector(given);
  for (const Value& item : items) {
    if (result.shape.is_full())
      call.interpreter.unsupported(fmt::format("tensors of more than {} dimensions", Dims::kMost));
    if (auto* partition = item.as<PartitionDimension>()) {
      result.blocks = result.shape.size();
      result.shape.push_back(partition->size);
    } else {
      result.shape.push_back(call.interpreter.to_int(item, "shape"));
    }
  }
  if (!is_on_chip(space)) result.blocks = 0;
  while (is_on_chip(space) && result.shape.size() < result.blocks + 2) result.shape.push_back(1);
  return result;
}

View made(Call& call, std::optional<Shaped> shaped = std::nullopt,
          std::optional<ElementType> type = std::nullopt) {
  Space space = Space::Sbuf;
  if (auto* token = call["buffer"].as<Token>(); token && token->owner == "buffer") {
    space = static_cast<Space>(token->value);
  } else if (call.has("buffer")) {
    call.interpreter.unsupported("allocation by hand (nki.compiler)");
  }
  if (!shaped) shaped = shape_of(call, space);
  std::string name = call.has("name") ? call.interpreter.str(call["name"]) : "";
  return allocate(call.launch, space, shaped->shape, type ? *type : call.type("dtype", ElementType::Float32),
                  std::move(name), call.interpreter.current_span(), shaped->blocks);
}

// Every element without an instruction: the compiler folds constants into the first use.
Value filled(const View& view, double number) {
  View flat = view;
  auto value = static_cast<float>(number);
  Rows row = flat_row_of(flat);
  if (number == 0) {
    if (!view.buffer->holds_zeros()) std::memset(view.buffer->data(), 0, view.buffer->bytes());
  } else {
    store_floats(view.type, row.base, 0, 1, &value);
    copy_elements(view.element_bytes(), row.base, 0, row.base, static_cast<ptrdiff_t>(view.element_bytes()),
                  static_cast<size_t>(view.elements()));
  }
  mark_set(view);
  return make_tensor(view);
}

// A reduction over free dimensions; those that are not the last come there by the access pattern.
Value reduce(Call& call, std::string_view data_name, const Value& op, bool negates) {
  View data = call.tensor(data_name), ordered = data;
  Dims axes = call.dims("axis"), shape;
  auto rank = static_cast<int64_t>(data.shape.size());
  for (int64_t& axis : axes) axis += axis < 0 ? rank : 0;
  auto is_reduced = [&](size_t d) {
    return std::find(axes.begin(), axes.end(), static_cast<int64_t>(d)) != axes.end();
  };
  ordered.shape = ordered.strides = {};
  for (bool wanted : {false, true}) {
    for (size_t d = 0; d < data.shape.size(); ++d) {
      if (is_reduced(d) != wanted) continue;
      ordered.shape.push_back(data.shape[d]);
      ordered.strides.push_back(data.strides[d]);
    }
  }
  for (size_t d = 0; d < data.shape.size(); ++d) {
    if (!is_reduced(d)) shape.push_back(data.shape[d]);
    if (is_reduced(d) && call.flag("keepdims")) shape.push_back(1);
  }
  bool is_moved = !(ordered.strides == data.strides && ordered.shape == data.shape) && !is_reduced(0);
  if (!is_moved) ordered = data;
  Value mask = call["mask"];
  if (auto* given = mask.as<MaskObject>(); is_moved && given != nullptr) {
    auto turned = script::make<MaskObject>();
    for (const MaskObject::Condition& condition : given->conditions) {
      Affine wide = widened(condition.value, data.shape.size()), moved{wide.offset, {}, {}};
      if (wide.shape.size() > data.shape.size())
        call.interpreter.unsupported("a mask of more dimensions than its tile");
      for (bool wanted : {false, true}) {
        for (size_t d = 0; d < data.shape.size(); ++d) {
          if (is_reduced(d) != wanted) continue;
          moved.shape.push_back(wide.shape[d]);
          moved.steps.push_back(wide.steps[d]);
        }
      }
      turned->conditions.push_back({moved, condition.comparison});
    }
    mask = Value(turned);
  }
  std::vector<Value> last;
  for (size_t i = 0; i < axes.size(); ++i)
    last.push_back(is_moved ? Value(rank - static_cast<int64_t>(axes.size() - i)) : Value(axes[i]));
  return defer(call, "tensor_reduce",
               {shape, call.type("dtype", data.type), Space::Sbuf, ordered.shape, mask},
               {{"op", op},
                {"data", is_moved ? make_tensor(ordered) : call[data_name]},
                {"axis", script::make_tuple(std::move(last))},
                {"negate", truth(negates)}});
}

Value reduced(Call& call, Op op) { return reduce(call, "x", op_value(op), false); }

Value mean_of(Launch& launch, const Value& x, const Value& axis, const Value& mask) {
  Value total, share;
  {
    CallArguments arguments;
    arguments.positional = {x, axis};
    arguments.keywords = {{"mask", mask}};
    static const FunctionInfo& kSum =
        *std::find_if(std::begin(kFunctions), std::end(kFunctions),
                      [](const FunctionInfo& info) { return info.name == "sum"; });
    Call call(launch, kSum, arguments);
    View data = call.tensor("x");
    total = reduced(call, Op::Add);
    share = Value(static_cast<double>(total.as<TensorObject>()->view.elements()) /
                  static_cast<double>(data.elements()));
  }
  CallArguments arguments;
  arguments.positional = {total, share};
  return generation_a_operator(launch, Op::Multiply, arguments);
}

}  // namespace

std::span<const FunctionInfo> generation_a_instructions() { return kInstructions; }
std::span<const FunctionInfo> generation_a_functions() { return kFunctions; }

// ---- operators ---------------------------------------------------------------------------------
Value generation_a_operator(Launch& launch, Op op, CallArguments& arguments) {
  if (class_of(op) == OpClass::Marker)
    launch.interpreter.raise("TypeError", fmt::format("nl.{} is no function", spelling(op)));
  Call call(launch, takes_one(op) ? kUnary : kBinary, arguments);
  if (takes_one(op)) {
    View x = call.tensor("x");
    Outcome outcome{x.shape, call.type("dtype", x.type), Space::Sbuf, {}};
    if (op == Op::Reciprocal) return defer(call, "reciprocal", outcome, {{"data", call["x"]}});
    if (op == Op::Invert)
      return defer(call, "tensor_scalar", outcome,
                   {{"data", call["x"]}, {"op0", op_value(op)}, {"operand0", Value()}});
    if (op == Op::Negative)
      return defer(call, "tensor_scalar", outcome,
                   {{"data", call["x"]}, {"op0", op_value(Op::Multiply)}, {"operand0", Value(-1.0)}});
    return defer(call, "activation", outcome, {{"op", op_value(op)}, {"data", call["x"]}});
  }
  auto* x = call["x"].as<TensorObject>();
  auto* y = call["y"].as<TensorObject>();
  call.require(x != nullptr || y != nullptr, fmt::format("{} needs a tile", spelling(op)));
  if (x == nullptr || y == nullptr) {
    const View& tile = (x ? x : y)->view;
    return defer(call, "tensor_scalar", {tile.shape, call.type("dtype", tile.type), Space::Sbuf, {}},
                 {{"data", x ? call["x"] : call["y"]},
                  {"op0", op_value(op)},
                  {"operand0", x ? call["y"] : call["x"]},
                  {"reverse0", Value(x == nullptr)}});
  }
  const View &left = x->view, &right = y->view;
  Dims shape;
  size_t rank = std::max(left.shape.size(), right.shape.size());
  View a = expanded(left, left.shape), b = expanded(right, right.shape);
  while (a.shape.size() < rank) {
    a.shape.push_back(1);
    a.strides.push_back(0);
  }
  while (b.shape.size() < rank) {
    b.shape.push_back(1);
    b.strides.push_back(0);
  }
  for (size_t d = 0; d < rank; ++d) {
    call.require(
        a.shape[d] == b.shape[d] || a.shape[d] == 1 || b.shape[d] == 1,
        fmt::format("the shapes {} and {} do not broadcast", describe(left.shape), describe(right.shape)),
        {"x", "y"});
    shape.push_back(std::max(a.shape[d], b.shape[d]));
  }
  Outcome outcome{shape, call.type("dtype", joined(left.type, right.type)), Space::Sbuf, {}};
  bool is_bits = class_of(op) == OpClass::Bit;
  // One value a partition is an operand of tensor_scalar.
  if (!is_bits && is_column(right) && !is_column(left) && left.partitions() == right.partitions())
    return defer(call, "tensor_scalar", outcome,
                 {{"data", call["x"]}, {"op0", op_value(op)}, {"operand0", call["y"]}});
  if (!is_bits && is_column(left) && !is_column(right) && left.partitions() == right.partitions())
    return defer(
        call, "tensor_scalar", outcome,
        {{"data", call["y"]}, {"op0", op_value(op)}, {"operand0", call["x"]}, {"reverse0", Value(true)}});
  return defer(call, "tensor_tensor", outcome,
               {{"data1", make_tensor(expanded(a, shape))},
                {"data2", make_tensor(expanded(b, shape))},
                {"op", op_value(op)}});
}

void assign_tile(Launch& launch, const View& target, const Value& value) {
  if (auto* reduction = value.as<LoopReduction>()) {
    if (reduction->is_first) return assign_tile(launch, target, reduction->tile);
    return update_tile(launch, target, reduction->op, reduction->tile);
  }
  auto* tensor = value.as<TensorObject>();
  if (tensor == nullptr) {
    launch.settle();
    Value number = value;
    return run_masked(launch, "memset", {{"value", number}}, target, Value(), target.shape);
  }
  bool is_pending = launch.pending && launch.pending->tile.get() == tensor;
  // What the Tensor Engine makes goes to SBUF through its own tile in PSUM, and a transpose keeps its type.
  bool is_near = tensor->view.space() != Space::Psum || target.space() == Space::Psum;
  is_near &= !is_pending || !launch.pending->keeps_type || tensor->view.type == target.type;
  bool fits = is_near && tensor->view.elements() == target.elements() &&
              (tensor->view.partitions() == target.partitions() || !target.is_on_chip());
  if (is_pending && fits && tensor->reference_count() <= kOfATemporary && target.is_on_chip()) {
    Pending now = std::move(*launch.pending);
    launch.pending.reset();
    View place = target;
    // A mask's indices run over the result's own shape.
    if (!(place.shape == tensor->view.shape)) {
      place.shape = tensor->view.shape;
      place.strides = tensor->view.strides;
      size_t from = target.shape.size(), to = place.shape.size();
      bool is_simple = rows_of(target).sizes.size() == 1;
      int64_t step = is_simple ? rows_of(target).steps[0] / static_cast<int64_t>(target.element_bytes()) : 0;
      if (!is_simple || from == 0 || to == 0) {
        now.run(now.tile->view, false);
        return assign_tile(launch, target, value);
      }
      place.strides = dense_strides(place.shape);
      for (int64_t& stride : place.strides) stride *= step;
      place.strides[0] = target.strides[0];
    }
    return now.run(place, false);
  }
  launch.settle();
  bool is_transfer = !target.is_on_chip() || !tensor->view.is_on_chip();
  View source = tensor->view;
  if (!is_transfer && source.free_elements() == 1 && target.free_elements() > 1)
    source = expanded(source, target.shape);
  run_masked(launch, is_transfer ? "dma_copy" : "tensor_copy", {{"src", make_tensor(source)}}, target,
             Value(), target.shape);
}

void update_tile(Launch& launch, const View& target, Op op, const Value& value) {
  auto* tensor = value.as<TensorObject>();
  bool is_pending = tensor && launch.pending && launch.pending->tile.get() == tensor;
  bool is_product =
      is_pending && op == Op::Add && tensor->view.space() == Space::Psum && target.space() == Space::Psum;
  if (is_product && tensor->view.shape == target.shape && tensor->reference_count() <= kOfATemporary) {
    Pending now = std::move(*launch.pending);
    launch.pending.reset();
    return now.run(target, true);
  }
  launch.settle();
  CallArguments arguments;
  arguments.positional = {make_tensor(target), value};
  Value result = generation_a_operator(launch, op, arguments);
  Pending now = std::move(*launch.pending);
  launch.pending.reset();
  now.run(target, false);
}

// ---- nki.isa -----------------------------------------------------------------------------------
namespace {

// A result of data's shape.
Value like(Call& call, std::string_view data_name, std::initializer_list<std::string_view> passed) {
  View data = call.tensor(data_name);
  std::vector<NamedValue> arguments;
  for (std::string_view name : passed) arguments.emplace_back(name, call[name]);
  return defer(call, call.info.name, {data.shape, call.type("dtype", data.type), Space::Sbuf, {}},
               std::move(arguments));
}

}  // namespace

Value a_isa_memset(Call& call) {
  return defer(call, "memset",
               {call.dims("shape"), call.type("dtype", ElementType::Float32), Space::Sbuf, {}},
               {{"value", call["value"]}});
}
Value a_isa_activation(Call& call) {
  return like(call, "data", {"op", "data", "bias", "scale", "reduce_op", "reduce_res", "reduce_cmd"});
}
Value a_isa_activation_reduce(Call& call) {
  return like(call, "data", {"op", "data", "reduce_op", "reduce_res", "bias", "scale"});
}
Value a_isa_tensor_scalar(Call& call) {
  return like(call, "data", {"data", "op0", "operand0", "reverse0", "op1", "operand1", "reverse1", "engine"});
}
Value a_isa_tensor_tensor(Call& call) {
  View a = call.tensor("data1"), b = call.tensor("data2");
  return defer(
      call, "tensor_tensor", {a.shape, call.type("dtype", joined(a.type, b.type)), Space::Sbuf, {}},
      {{"data1", call["data1"]}, {"data2", call["data2"]}, {"op", call["op"]}, {"engine", call["engine"]}});
}
Value a_isa_scalar_tensor_tensor(Call& call) {
  return like(call, "data", {"data", "op0", "operand0", "op1", "operand1", "reverse0", "reverse1"});
}
Value a_isa_tensor_scalar_reduce(Call& call) {
  return like(call, "data", {"data", "op0", "operand0", "reduce_op", "reduce_res", "reverse0"});
}
Value a_isa_tensor_tensor_scan(Call& call) {
  return like(call, "data0", {"data0", "data1", "initial", "op0", "op1", "reverse0", "reverse1"});
}
Value a_isa_reciprocal(Call& call) { return like(call, "data", {"data"}); }
Value a_isa_tensor_copy(Call& call) { return like(call, "src", {"src", "engine"}); }

Value a_isa_tensor_reduce(Call& call) { return reduce(call, "data", call["op"], call.flag("negate")); }

Value a_isa_tensor_partition_reduce(Call& call) {
  View data = call.tensor("data");
  Dims shape = data.shape;
  shape[0] = 1;
  return defer(call, "tensor_partition_reduce",
               {shape, call.type("dtype", data.type), Space::Sbuf, data.shape},
               {{"op", call["op"]}, {"data", call["data"]}});
}

Value a_isa_nc_matmul(Call& call) {
  View stationary = call.tensor("stationary"), moving = call.tensor("moving");
  Dims shape = moving.shape;
  shape[0] = stationary.free_elements();
  std::vector<NamedValue> arguments;
  for (std::string_view name : {"stationary", "moving", "is_stationary_onezero", "is_moving_onezero",
                                "is_transpose", "tile_position", "tile_size"})
    arguments.emplace_back(name, call[name]);
  return defer(call, "nc_matmul", {shape, ElementType::Float32, Space::Psum, {}}, std::move(arguments));
}

Value a_isa_nc_transpose(Call& call) {
  View data = call.tensor("data");
  bool is_vector = call.token("engine") == "vector" || data.space() == Space::Psum;
  return defer(call, "nc_transpose",
               {{data.free_elements(), data.partitions()},
                data.type,
                is_vector ? Space::Sbuf : Space::Psum,
                data.shape},
               {{"data", call["data"]}, {"engine", call["engine"]}});
}

Value a_isa_iota(Call& call) {
  auto* grid = call["expr"].as<GridObject>();
  call.require(grid != nullptr && grid->value.shape.size() >= 2,
               "'expr' must be an index grid of two or more dimensions");
  const Affine& expression = grid->value;
  std::vector<Value> pattern;
  for (size_t d = 1; d < expression.shape.size(); ++d)
    pattern.push_back(script::make_list({Value(expression.steps[d]), Value(expression.shape[d])}));
  return defer(call, "iota", {expression.shape, call.type("dtype", ElementType::Int32), Space::Sbuf, {}},
               {{"pattern", script::make_list(std::move(pattern))},
                {"offset", Value(expression.offset)},
                {"channel_multiplier", Value(expression.steps[0])}});
}

Value a_isa_affine_select(Call& call) {
  View data = call.tensor("on_true_tile");
  auto* mask = call["pred"].as<MaskObject>();
  call.require(mask != nullptr && mask->conditions.size() == 1,
               "'pred' must be one comparison of index grids");
  const MaskObject::Condition& condition = mask->conditions[0];
  Affine wide{condition.value.offset, {}, {}};
  size_t lead = data.shape.size() - std::min(condition.value.shape.size(), data.shape.size());
  for (size_t d = 0; d < data.shape.size(); ++d) {
    wide.shape.push_back(data.shape[d]);
    bool is_fixed = d < lead || condition.value.shape[d - lead] == 1;
    wide.steps.push_back(is_fixed ? 0 : condition.value.steps[d - lead]);
  }
  std::vector<Value> pattern;
  for (size_t d = 1; d < wide.shape.size(); ++d)
    pattern.push_back(script::make_list({Value(wide.steps[d]), Value(wide.shape[d])}));
  constexpr Op kOps[] = {Op::Equal, Op::NotEqual, Op::Less, Op::LessEqual, Op::Greater, Op::GreaterEqual};
  return defer(call, "affine_select", {data.shape, call.type("dtype", data.type), Space::Sbuf, {}},
               {{"pattern", script::make_list(std::move(pattern))},
                {"offset", Value(wide.offset)},
                {"channel_multiplier", Value(wide.steps[0])},
                {"on_true_tile", call["on_true_tile"]},
                {"on_false_value", call["on_false_value"]},
                {"cmp_op", op_value(kOps[static_cast<size_t>(condition.comparison)])}});
}

Value a_isa_dma_copy(Call& call) {
  if (call.has("dst_rmw_op")) call.interpreter.unsupported("dma_copy with dst_rmw_op");
  View dst = call.tensor("dst");
  run_masked(call.launch, "dma_copy", {{"src", call["src"]}}, dst, call["mask"], dst.shape);
  return {};
}

// ---- nki.language ------------------------------------------------------------------------------
Value a_language_ndarray(Call& call) { return make_tensor(made(call)); }
Value a_language_zeros(Call& call) { return filled(made(call), 0); }
Value a_language_ones(Call& call) { return filled(made(call), 1); }
Value a_language_full(Call& call) {
  return filled(made(call), call.interpreter.to_float(call["fill_value"], "fill_value"));
}
Value a_language_zeros_like(Call& call) {
  View like = call.tensor("x");
  return filled(made(call, Shaped{like.shape, 0}, call.type("dtype", like.type)), 0);
}
Value a_language_empty_like(Call& call) {
  View like = call.tensor("x");
  return make_tensor(made(call, Shaped{like.shape, 0}, call.type("dtype", like.type)));
}

Value a_language_load(Call& call) {
  View src = call.tensor("src");
  return defer(call, "dma_copy", {src.shape, call.type("dtype", src.type), Space::Sbuf, {}},
               {{"src", call["src"]}});
}

Value a_language_load_transpose2d(Call& call) {
  View src = call.tensor("src");
  call.require(src.shape.size() == 2, "'src' must have two dimensions", {"src"});
  return defer(call, "dma_transpose", {{src.shape[1], src.shape[0]}, src.type, Space::Sbuf, src.shape},
               {{"src", call["src"]}});
}

Value a_language_store(Call& call) {
  View dst = call.tensor("dst");
  Value value = call["value"];
  if (value.as<TensorObject>() == nullptr) {
    View tile = allocate(call.launch, Space::Sbuf, dst.shape, dst.type, "", call.interpreter.current_span());
    run_instruction(call.launch, "memset", {{"dst", make_tensor(tile)}, {"value", value}});
    value = make_tensor(tile);
  }
  run_masked(call.launch, "dma_copy", {{"src", value}}, dst, call["mask"], dst.shape);
  return {};
}

// On the Scalar Engine until NKI 0.6 (its release notes), which reads numbers as fp32.
Value a_language_copy(Call& call) {
  View src = call.tensor("src");
  Value engine = is_integer(src.type) ? Value() : Value(script::make<Token>("engine", "scalar", 2));
  return defer(call, "tensor_copy", {src.shape, call.type("dtype", src.type), Space::Sbuf, {}},
               {{"src", call["src"]}, {"engine", engine}});
}

Value a_language_static_cast(Call& call) {
  View src = call.tensor("value");
  Value made = make_tensor(allocate(call.launch, Space::Sbuf, src.shape, call.type("dtype", src.type), "",
                                    call.interpreter.current_span()));
  run_instruction(call.launch, "tensor_copy", {{"dst", made}, {"src", call["value"]}});
  return made;
}

Value a_language_transpose(Call& call) {
  View x = call.tensor("x");
  call.require(x.shape.size() == 2, "'x' must have two dimensions", {"x"});
  return defer(
      call, "nc_transpose",
      {{x.shape[1], x.shape[0]}, x.type, x.space() == Space::Psum ? Space::Sbuf : Space::Psum, x.shape},
      {{"data", call["x"]}});
}

Value a_language_matmul(Call& call) {
  View x = call.tensor("x"), y = call.tensor("y");
  Value stationary = call["x"];
  int64_t rows = x.free_elements();
  if (!call.flag("transpose_x")) {
    rows = x.partitions();
    Dims shape{x.free_elements(), x.partitions()};
    Span span = call.interpreter.current_span();
    Value turned = make_tensor(allocate(call.launch, Space::Psum, shape, x.type, "", span));
    run_instruction(call.launch, "nc_transpose", {{"dst", turned}, {"data", call["x"]}});
    stationary = make_tensor(allocate(call.launch, Space::Sbuf, shape, x.type, "", span));
    run_instruction(call.launch, "tensor_copy", {{"dst", stationary}, {"src", turned}});
  }
  return defer(call, "nc_matmul", {{rows, y.free_elements()}, ElementType::Float32, Space::Psum, {}},
               {{"stationary", stationary}, {"moving", call["y"]}});
}

Value a_language_where(Call& call) {
  View condition = call.tensor("condition");
  auto* x = call["x"].as<TensorObject>();
  auto* y = call["y"].as<TensorObject>();
  ElementType type = call.type("dtype", x ? x->view.type : y ? y->view.type : ElementType::Float32);
  Span span = call.interpreter.current_span();
  Value made = make_tensor(allocate(call.launch, Space::Sbuf, condition.shape, type, "", span));
  Value flags =
      make_tensor(allocate(call.launch, Space::Sbuf, condition.shape, ElementType::UInt8, "", span));
  run_instruction(
      call.launch, "tensor_scalar",
      {{"dst", flags}, {"data", call["condition"]}, {"op0", op_value(Op::NotEqual)}, {"operand0", Value(0)}});
  if (y != nullptr) {
    run_instruction(call.launch, "tensor_copy",
                    {{"dst", made}, {"src", make_tensor(expanded(y->view, condition.shape))}});
  } else {
    run_instruction(call.launch, "memset", {{"dst", made}, {"value", call["y"]}});
  }
  Value source = call["x"];
  if (x != nullptr) {
    source = make_tensor(expanded(x->view, condition.shape));
    if (x->view.type != type) {
      Value cast = make_tensor(allocate(call.launch, Space::Sbuf, condition.shape, type, "", span));
      run_instruction(call.launch, "tensor_copy", {{"dst", cast}, {"src", source}});
      source = cast;
    }
  }
  run_instruction(call.launch, "tensor_copy_predicated",
                  {{"dst", made}, {"src", source}, {"predicate", flags}});
  return made;
}

Value a_language_sum(Call& call) { return reduced(call, Op::Add); }
Value a_language_max(Call& call) { return reduced(call, Op::Maximum); }
Value a_language_min(Call& call) { return reduced(call, Op::Minimum); }
Value a_language_prod(Call& call) { return reduced(call, Op::Multiply); }
Value a_language_mean(Call& call) { return mean_of(call.launch, call["x"], call["axis"], call["mask"]); }

Value a_language_var(Call& call) {
  Value mean = mean_of(call.launch, call["x"], call["axis"], call["mask"]);
  auto apply = [&](Op op, const Value& x, const Value& y) {
    CallArguments arguments;
    arguments.positional = {x, y};
    return generation_a_operator(call.launch, op, arguments);
  };
  Value centred = apply(Op::Subtract, call["x"], mean);
  return mean_of(call.launch, apply(Op::Multiply, centred, centred), call["axis"], call["mask"]);
}

Value a_language_broadcast_to(Call& call) {
  View source = call.tensor("src");
  Dims shape = call.dims("shape");
  call.require(shape.size() >= source.shape.size(), "'shape' must have as many dimensions as 'src'", {"src"});
  for (size_t d = 0; d < source.shape.size(); ++d)
    call.require(
        source.shape[d] == 1 || source.shape[d] == shape[d],
        fmt::format("the shape {} does not broadcast to {}", describe(source.shape), describe(shape)),
        {"src"});
  return make_tensor(expanded(source, shape));
}

Value a_language_expand_dims(Call& call) {
  View view = call.tensor("data");
  int64_t axis = call.integer("axis"), rank = static_cast<int64_t>(view.shape.size());
  if (axis < 0) axis += rank + 1;
  call.require(axis >= 0 && axis <= rank && !view.shape.is_full(), "'axis' lies outside of the dimensions",
               {"data"});
  view.shape.insert(static_cast<size_t>(axis), 1);
  view.strides.insert(static_cast<size_t>(axis), 1);
  return make_tensor(view);
}

Value a_language_loop_reduce(Call& call) {
  bool is_first = true;
  for (const Value& index : call.interpreter.to_vector(call["loop_indices"]))
    is_first &= call.interpreter.to_int(index, "loop_indices") == 0;
  return script::make<LoopReduction>(call["x"], call.op("op"), is_first);
}

Value a_language_shared_constant(Call& call) { return constant_tensor(call, call["constant"]); }

}  // namespace tilewright::kernels::nki
