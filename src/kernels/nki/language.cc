// Generation B's functions of nki.language: they allocate a tile and run instructions.
#include <fmt/format.h>

#include "kernels/nki/generation_a.h"
#include "kernels/nki/isa_support.h"
#include "script/objects.h"

namespace tilewright::kernels::nki {
namespace {

using script::CallArguments;
using script::Interpreter;

Space space_of(const Call& call, std::string_view name, Space fallback) {
  const Value& value = call[name];
  if (value.is_none()) return fallback;
  auto* token = value.as<Token>();
  if (token == nullptr || token->owner != "buffer")
    call.fail(DiagnosticKind::KernelType,
              fmt::format("{}: '{}' must be nl.sbuf, nl.psum, nl.private_hbm or nl.shared_hbm",
                          call.info.name, name));
  return static_cast<Space>(token->value);
}

View make(const Call& call, Space space, const Dims& shape, ElementType type) {
  std::string name = call.has("name") ? call.interpreter.str(call["name"]) : "";
  return allocate(call.launch, space, shape, type, std::move(name), call.interpreter.current_span());
}

View tile(const Call& call, const Dims& shape, ElementType type, Space space = Space::Sbuf) {
  return allocate(call.launch, space, shape, type, "", call.interpreter.current_span());
}

ElementType required_type(const Call& call, std::string_view name) {
  call.require(call.has(name), fmt::format("'{}' must be an element type", name));
  return call.type(name, ElementType::Float32);
}

Value filled(const Call& call, View view, const Value& value) {
  Value made = make_tensor(view);
  if (view.is_on_chip()) {
    run_instruction(call.launch, "memset", {{"dst", made}, {"value", value}});
    return made;
  }
  // Memory of the device is filled by transfers of a tile that holds the value.
  int64_t per_partition = std::min<int64_t>(view.elements(), 512);
  View source = tile(call, {1, per_partition}, view.type);
  run_instruction(call.launch, "memset", {{"dst", make_tensor(source)}, {"value", value}});
  View flat = view;
  for (int64_t at = 0; at < view.elements(); at += per_partition) {
    flat.offset = view.offset + at;
    int64_t count = std::min(per_partition, view.elements() - at);
    flat.shape = source.shape = {1, count};
    flat.strides = {count, 1};
    run_instruction(call.launch, "dma_copy", {{"dst", make_tensor(flat)}, {"src", make_tensor(source)}});
  }
  return made;
}

Value reduced(Call& call, Op op) {
  View data = call.tensor("x");
  Dims axes = call.dims("axis"), shape;
  bool keeps = call.flag("keepdims");
  size_t rank = data.shape.size(), first = rank - std::min(axes.size(), rank - 1);
  for (size_t d = 0; d < rank; ++d) {
    if (d < first) {
      shape.push_back(data.shape[d]);
    } else if (keeps) {
      shape.push_back(1);
    }
  }
  while (shape.size() < 2) shape.push_back(1);
  Value made = make_tensor(tile(call, shape, call.type("dtype", data.type)));
  run_instruction(
      call.launch, "tensor_reduce",
      {{"dst", made}, {"op", script::make<OpObject>(op)}, {"data", call["x"]}, {"axis", call["axis"]}});
  return made;
}

}  // namespace

Value language_ndarray(Call& call) {
  if (call.has("address")) call.interpreter.unsupported("nl.ndarray with address=");
  return make_tensor(
      make(call, space_of(call, "buffer", Space::Sbuf), call.dims("shape"), required_type(call, "dtype")));
}

Value language_zeros(Call& call) {
  return filled(
      call,
      make(call, space_of(call, "buffer", Space::Sbuf), call.dims("shape"), required_type(call, "dtype")),
      Value(0));
}

Value language_ones(Call& call) {
  return filled(
      call,
      make(call, space_of(call, "buffer", Space::Sbuf), call.dims("shape"), required_type(call, "dtype")),
      Value(1));
}

Value language_full(Call& call) {
  return filled(
      call,
      make(call, space_of(call, "buffer", Space::Sbuf), call.dims("shape"), required_type(call, "dtype")),
      call["fill_value"]);
}

Value language_zeros_like(Call& call) {
  View like = call.tensor("x");
  return filled(call,
                make(call, space_of(call, "buffer", like.space()), like.shape, call.type("dtype", like.type)),
                Value(0));
}

Value language_empty_like(Call& call) {
  View like = call.tensor("x");
  return make_tensor(
      make(call, space_of(call, "buffer", like.space()), like.shape, call.type("dtype", like.type)));
}

Value language_load(Call& call) {
  View src = call.tensor("src");
  call.check_space("src", src, "H");
  Dims shape = src.shape;
  while (shape.size() < 2) shape.insert(0, 1);
  Value made = make_tensor(tile(call, shape, call.type("dtype", src.type)));
  run_instruction(call.launch, "dma_copy", {{"dst", made}, {"src", call["src"]}});
  return made;
}

Value language_load_transpose2d(Call& call) {
  View src = call.tensor("src");
  call.check_space("src", src, "H");
  call.require(src.shape.size() == 2, "'src' must have two dimensions", {"src"});
  Value made = make_tensor(tile(call, {src.shape[1], src.shape[0]}, call.type("dtype", src.type)));
  run_instruction(call.launch, "dma_transpose", {{"dst", made}, {"src", call["src"]}});
  return made;
}

Value language_store(Call& call) {
  call.check_space("dst", call.tensor("dst"), "H");
  run_instruction(call.launch, "dma_copy", {{"dst", call["dst"]}, {"src", call["value"]}});
  return {};
}

Value language_copy(Call& call) {
  View source = call.tensor("x");
  Value made = make_tensor(tile(call, source.shape, call.type("dtype", source.type)));
  run_instruction(call.launch, "tensor_copy", {{"dst", made}, {"src", call["x"]}});
  return made;
}

Value language_transpose(Call& call) {
  View source = call.tensor("x");
  call.require(source.shape.size() == 2, "'x' must have two dimensions", {"x"});
  bool is_small = source.partitions() <= 32 && source.free_elements() <= 32;
  Dims shape{source.shape[1], source.shape[0]};
  Value turned = make_tensor(tile(call, shape, source.type, is_small ? Space::Sbuf : Space::Psum));
  run_instruction(call.launch, "nc_transpose", {{"dst", turned}, {"data", call["x"]}});
  if (is_small && call.type("dtype", source.type) == source.type) return turned;
  Value made = make_tensor(tile(call, shape, call.type("dtype", source.type)));
  run_instruction(call.launch, "tensor_copy", {{"dst", made}, {"src", turned}});
  return made;
}

Value language_matmul(Call& call) {
  View x = call.tensor("x"), y = call.tensor("y");
  Value stationary = call["x"];
  int64_t rows = x.free_elements();
  if (!call.flag("transpose_x")) {
    rows = x.partitions();
    Dims shape{x.free_elements(), x.partitions()};
    Value turned = make_tensor(tile(call, shape, x.type, Space::Psum));
    run_instruction(call.launch, "nc_transpose", {{"dst", turned}, {"data", call["x"]}});
    stationary = make_tensor(tile(call, shape, x.type));
    run_instruction(call.launch, "tensor_copy", {{"dst", stationary}, {"src", turned}});
  }
  Value made = make_tensor(tile(call, {rows, y.free_elements()}, ElementType::Float32, Space::Psum));
  run_instruction(call.launch, "nc_matmul",
                  {{"dst", made}, {"stationary", stationary}, {"moving", call["y"]}});
  return made;
}

Value language_where(Call& call) {
  View condition = call.tensor("condition");
  auto* x = call["x"].as<TensorObject>();
  auto* y = call["y"].as<TensorObject>();
  ElementType type = call.type("dtype", x ? x->view.type : y ? y->view.type : ElementType::Float32);
  Value made = make_tensor(tile(call, condition.shape, type));
  Value flags = make_tensor(tile(call, condition.shape, ElementType::UInt8));
  run_instruction(call.launch, "tensor_scalar",
                  {{"dst", flags},
                   {"data", call["condition"]},
                   {"op0", script::make<OpObject>(Op::NotEqual)},
                   {"operand0", Value(0)}});
  if (y != nullptr) {
    run_instruction(call.launch, "tensor_copy", {{"dst", made}, {"src", call["y"]}});
  } else {
    run_instruction(call.launch, "memset", {{"dst", made}, {"value", call["y"]}});
  }
  Value source = call["x"];
  if (x != nullptr && x->view.type != type) {
    source = make_tensor(tile(call, condition.shape, type));
    run_instruction(call.launch, "tensor_copy", {{"dst", source}, {"src", call["x"]}});
  }
  run_instruction(call.launch, "tensor_copy_predicated",
                  {{"dst", made}, {"src", source}, {"predicate", flags}});
  return made;
}

Value language_sum(Call& call) { return reduced(call, Op::Add); }
Value language_max(Call& call) { return reduced(call, Op::Maximum); }
Value language_min(Call& call) { return reduced(call, Op::Minimum); }
Value language_prod(Call& call) { return reduced(call, Op::Multiply); }

Value language_mean(Call& call) {
  View data = call.tensor("x");
  Value total = reduced(call, Op::Add);
  const View& result = total.as<TensorObject>()->view;
  double share = static_cast<double>(result.elements()) / static_cast<double>(data.elements());
  run_instruction(call.launch, "tensor_scalar",
                  {{"dst", total},
                   {"data", total},
                   {"op0", script::make<OpObject>(Op::Multiply)},
                   {"operand0", Value(share)}});
  return total;
}

Value language_broadcast_to(Call& call) {
  View source = call.tensor("x");
  Dims shape = call.dims("shape");
  View wide = source;
  call.require(shape.size() == source.shape.size(), "'shape' must have as many dimensions as 'x'", {"x"});
  for (size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] == source.shape[d]) continue;
    call.require(d > 0 && source.shape[d] == 1,
                 fmt::format("dimension {} of 'x' has size {}, {} asked", d, source.shape[d], shape[d]),
                 {"x"});
    wide.shape[d] = shape[d];
    wide.strides[d] = 0;
  }
  Value made = make_tensor(tile(call, shape, call.type("dtype", source.type)));
  run_instruction(call.launch, "tensor_copy", {{"dst", made}, {"src", make_tensor(wide)}});
  return made;
}

Value language_expand_dims(Call& call) {
  View view = call.tensor("x");
  int64_t axis = call.integer("axis"), rank = static_cast<int64_t>(view.shape.size());
  if (axis < 0) axis += rank + 1;
  call.require(axis > 0 && axis <= rank && !view.shape.is_full(), "'axis' must lie behind the partitions",
               {"x"});
  view.shape.insert(static_cast<size_t>(axis), 1);
  view.strides.insert(static_cast<size_t>(axis), 1);
  return make_tensor(view);
}

Value language_device_print(Call& call) {
  View view = call.readable("tensor");
  std::string text = call.interpreter.str(call["print_prefix"]);
  Rows row = flat_row_of(view);
  std::vector<float> values(static_cast<size_t>(row.count));
  const float* read = read_row(row, 0, values.data());
  constexpr int64_t kMost = 16;
  text += fmt::format(" {} ", describe(view.shape));
  for (int64_t i = 0; i < std::min(kMost, row.count); ++i)
    text += fmt::format("{}{:g}", i == 0 ? "" : " ", read[i]);
  text += row.count > kMost ? " ...\n" : "\n";
  if (call.interpreter.capabilities().standard_output) call.interpreter.capabilities().standard_output(text);
  return {};
}

Value language_shared_constant(Call& call) { return constant_tensor(call, call["constant"]); }

Value language_shared_identity_matrix(Call& call) {
  int64_t n = call.integer("n");
  call.require(n > 0 && n <= kPartitions, "'n' must be 1 to 128");
  View view = allocate(call.launch, Space::PrivateHbm, {n, n}, call.type("dtype", ElementType::UInt8),
                       "identity", call.interpreter.current_span());
  std::vector<float> row(static_cast<size_t>(n));
  write_rows(view, [&](int64_t p, float* out) {
    std::fill_n(row.begin(), n, 0.0f);
    row[static_cast<size_t>(p)] = 1.0f;
    std::copy(row.begin(), row.end(), out);
  });
  mark_set(view);
  return make_tensor(view);
}

namespace {

// The trailing axes as the reductions take them: -1 is the last dimension.
Value positive_axes(const Call& call, const View& data) {
  std::vector<Value> axes;
  for (int64_t axis : call.dims("axis"))
    axes.push_back(Value(axis < 0 ? axis + static_cast<int64_t>(data.shape.size()) : axis));
  return script::make_tuple(std::move(axes));
}

Value op_value(Op op) { return script::make<OpObject>(op); }

}  // namespace

Value language_softmax(Call& call) {
  View x = call.tensor("x");
  Value axes = positive_axes(call, x);
  Dims column{x.partitions(), 1};
  call.require(call.interpreter.length(axes) + 1 == static_cast<int64_t>(x.shape.size()),
               "'axis' must name all free dimensions", {"x"});
  Value highest = make_tensor(tile(call, column, ElementType::Float32)),
        total = make_tensor(tile(call, column, ElementType::Float32));
  Value powers = make_tensor(tile(call, x.shape, ElementType::Float32)),
        made = make_tensor(tile(call, x.shape, call.type("dtype", x.type)));
  run_instruction(call.launch, "tensor_reduce",
                  {{"dst", highest},
                   {"op", op_value(Op::Maximum)},
                   {"data", call["x"]},
                   {"axis", axes},
                   {"negate", Value(1)}});
  run_instruction(call.launch, "activation_reduce",
                  {{"dst", powers},
                   {"op", op_value(Op::Exp)},
                   {"data", call["x"]},
                   {"reduce_op", op_value(Op::Add)},
                   {"reduce_res", total},
                   {"bias", highest}});
  run_instruction(call.launch, "reciprocal", {{"dst", total}, {"data", total}});
  run_instruction(call.launch, "tensor_scalar",
                  {{"dst", made}, {"data", powers}, {"op0", op_value(Op::Multiply)}, {"operand0", total}});
  return made;
}

Value language_rms_norm(Call& call) {
  View x = call.tensor("x"), w = call.tensor("w");
  Dims column{x.partitions(), 1};
  Value squares = make_tensor(tile(call, x.shape, ElementType::Float32)),
        total = make_tensor(tile(call, column, ElementType::Float32));
  Value made = make_tensor(tile(call, x.shape, call.type("dtype", x.type)));
  run_instruction(call.launch, "activation_reduce",
                  {{"dst", squares},
                   {"op", op_value(Op::Square)},
                   {"data", call["x"]},
                   {"reduce_op", op_value(Op::Add)},
                   {"reduce_res", total}});
  double share = 1 / call.interpreter.to_float(call["n"], "n");
  run_instruction(call.launch, "tensor_scalar",
                  {{"dst", total},
                   {"data", total},
                   {"op0", op_value(Op::Multiply)},
                   {"operand0", Value(share)},
                   {"op1", op_value(Op::Add)},
                   {"operand1", call["epsilon"]}});
  run_instruction(call.launch, "activation", {{"dst", total}, {"op", op_value(Op::Rsqrt)}, {"data", total}});
  View weights = w;
  call.require(
      w.free_elements() == x.free_elements() && (w.partitions() == x.partitions() || w.partitions() == 1),
      "'w' must have a weight for each free element", {"x", "w"});
  if (w.partitions() != x.partitions()) {
    weights.shape[0] = x.partitions();
    weights.strides[0] = 0;
  }
  run_instruction(call.launch, "scalar_tensor_tensor",
                  {{"dst", made},
                   {"data", call["x"]},
                   {"op0", op_value(Op::Multiply)},
                   {"operand0", total},
                   {"op1", op_value(Op::Multiply)},
                   {"operand1", make_tensor(weights)}});
  return made;
}

Value language_program_id(Call& call) {
  auto axis = static_cast<size_t>(call.integer("axis"));
  return Value(axis < call.launch.program.size() ? call.launch.program[axis] : int64_t{0});
}

Value language_num_programs(Call& call) {
  auto axis = static_cast<size_t>(call.integer("axes"));
  return Value(axis < call.launch.grid.size() ? call.launch.grid[axis] : int64_t{1});
}

Value language_program_ndim(Call& call) { return Value(static_cast<int64_t>(call.launch.grid.size())); }

// nl.add(x, y) and nl.exp(x): a tile of the result.
Value OpObject::call(Interpreter& interpreter, CallArguments& arguments) {
  static const FunctionInfo kBinary{"operator", "x, y, dtype=None", 2, "", "", nullptr, false};
  static const FunctionInfo kUnary{"function", "x, dtype=None", 2, "", "", nullptr, false};
  Launch& launch = current_launch(interpreter, spelling(op));
  if (is_generation_a) return generation_a_operator(launch, op, arguments);
  if (class_of(op) == OpClass::Marker)
    interpreter.raise("TypeError", fmt::format("nl.{} is no function", spelling(op)));
  Call call(launch, takes_one(op) ? kUnary : kBinary, arguments);
  Value self(this);
  if (takes_one(op)) {
    View x = call.tensor("x");
    Value made = make_tensor(tile(call, x.shape, call.type("dtype", x.type)));
    if (op == Op::Invert) {
      run_instruction(launch, "tensor_scalar", {{"dst", made}, {"data", call["x"]}, {"op0", self}});
    } else if (op == Op::Reciprocal) {
      run_instruction(launch, "reciprocal", {{"dst", made}, {"data", call["x"]}});
    } else {
      run_instruction(launch, "activation", {{"dst", made}, {"op", self}, {"data", call["x"]}});
    }
    return made;
  }
  auto* x = call["x"].as<TensorObject>();
  auto* y = call["y"].as<TensorObject>();
  call.require(x != nullptr || y != nullptr, fmt::format("nl.{} needs a tensor", spelling(op)));
  const View& like = x ? x->view : y->view;
  Value made = make_tensor(tile(call, like.shape, call.type("dtype", like.type)));
  if (x != nullptr && y != nullptr) {
    run_instruction(launch, "tensor_tensor",
                    {{"dst", made}, {"data1", call["x"]}, {"data2", call["y"]}, {"op", self}});
  } else {
    run_instruction(launch, "tensor_scalar",
                    {{"dst", made},
                     {"data", x ? call["x"] : call["y"]},
                     {"op0", self},
                     {"operand0", x ? call["y"] : call["x"]},
                     {"reverse0", Value(x == nullptr)}});
  }
  return made;
}

}  // namespace tilewright::kernels::nki
