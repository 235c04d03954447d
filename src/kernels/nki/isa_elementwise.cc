// Instructions that compute element by element.
#include <fmt/format.h>

#include <cmath>

#include "kernels/nki/isa_support.h"

namespace tilewright::kernels::nki {

View settled(const View& source, const View& target) {
  if (!overlaps_otherwise(source, target)) return source;
  View copy = source;
  copy.strides = dense_strides(source.shape);
  copy.offset = 0;
  auto bytes = static_cast<int64_t>(source.element_bytes());
  copy.buffer = std::make_shared<Buffer>(source.space(), static_cast<size_t>(source.elements() * bytes));
  copy.buffer->row_bytes = source.free_elements() * bytes;
  copy.buffer->partitions = source.partitions();
  copy_rows(flat_row_of(source), 0, flat_row_of(copy), 0);
  return copy;
}

Engine engine_of(const Call& call, std::string_view allowed, Engine fallback) {
  std::string_view name = call.token("engine");
  if (name.empty()) return fallback;
  struct Row {
    std::string_view name;
    char letter;
    Engine engine;
  };
  constexpr Row kRows[] = {{"vector", 'V', Engine::Vector},
                           {"scalar", 'A', Engine::Scalar},
                           {"gpsimd", 'G', Engine::GpSimd},
                           {"tensor", 'P', Engine::Tensor}};
  for (const Row& row : kRows) {
    if (row.name == name && allowed.find(row.letter) != std::string_view::npos) return row.engine;
  }
  call.fail(DiagnosticKind::KernelType,
            fmt::format("{} does not run on engine {} here", call.info.name, name));
}

namespace {

void check_gpsimd_memory(const Call& call, Engine engine,
                         std::initializer_list<std::pair<std::string_view, const View*>> views) {
  if (engine != Engine::GpSimd || call.launch.is_generation_a) return;
  for (const auto& [name, view] : views) {
    if (view->space() != Space::Sbuf) {
      call.fail(DiagnosticKind::KernelType,
                fmt::format("{}: '{}' is in PSUM, which GpSimd cannot reach", call.info.name, name), {name});
    }
  }
}

// The operand of a step (data op operand) as numbers a partition.
struct Step {
  Op op = Op::Bypass;
  Operand operand;
  bool is_reversed = false;
};

void apply(const Step& step, int64_t partition, float* out, const float* in, size_t count) {
  if (step.op == Op::Bypass) {
    if (out != in) std::copy_n(in, count, out);
    return;
  }
  if (takes_one(step.op)) return unary_row(step.op, out, in, count);
  float scratch = 0;
  float value = *step.operand.at(partition, &scratch);
  if (step.is_reversed) return binary_row(step.op, out, &value, 0, in, 1, count);
  binary_row(step.op, out, in, 1, &value, 0, count);
}

void apply_integers(const Call& call, const Step& step, int64_t partition, int64_t* values, size_t count) {
  int64_t number = 0;
  if (step.operand.is_vector) {
    read_integers(step.operand.rows, partition, &number);
  } else if (step.op != Op::Invert) {
    call.require(step.operand.whole.has_value(), "operands of bitwise operators must be integers");
    number = *step.operand.whole;
  }
  if (step.is_reversed) return integer_row(step.op, values, &number, 0, values, 1, count);
  integer_row(step.op, values, values, 1, &number, 0, count);
}

Step step_of(const Call& call, std::string_view op, std::string_view operand, std::string_view reverse,
             const View& data) {
  Step step;
  step.op = call.op(op);
  if (step.op != Op::Bypass && !takes_one(step.op)) {
    if (!call.has(operand)) {
      call.fail(DiagnosticKind::LaunchArguments,
                fmt::format("{}: '{}' needs a second operand, and '{}' is None", call.info.name,
                            spelling(step.op), operand));
    }
    step.operand = call.operand(operand, data);
  }
  step.is_reversed = call.flag(reverse);
  return step;
}

bool is_bit(Op op) { return class_of(op) == OpClass::Bit; }

void check_arithmetic(const Call& call, std::string_view name, Op op) {
  OpClass kind = class_of(op);
  if (kind == OpClass::Arithmetic || kind == OpClass::Unary || op == Op::Bypass) return;
  if (kind == OpClass::Bit) {
    call.fail(DiagnosticKind::KernelType,
              fmt::format("{}: '{}' is {}, a bitwise operator, beside one that is not", call.info.name, name,
                          spelling(op)));
  }
  call.fail(DiagnosticKind::KernelType,
            fmt::format("{}: '{}' is {}, an activation function: use nisa.activation", call.info.name, name,
                        spelling(op)));
}

void check_reduced(Call& call, const View& result, const View& data) {
  call.check_lanes("reduce_res", result);
  call.require(
      result.partitions() == data.partitions() && result.free_elements() == 1,
      fmt::format("'reduce_res' must hold one value for each of the {} partitions", data.partitions()),
      {"reduce_res"});
}

}  // namespace

Value isa_tensor_tensor(Call& call) {
  View dst = call.writable("dst"), a = call.readable("data1"), b = call.readable("data2");
  Op op = call.op("op");
  call.check_number_lanes({{"dst", &dst}, {"data1", &a}, {"data2", &b}});
  call.check_same_shape("data1", a, "data2", b);
  call.check_same_shape("dst", dst, "data1", a);
  call.check_not_both_psum("data1", a, "data2", b);
  bool is_whole = is_integer(a.type) && is_integer(b.type);
  call.require(!takes_one(op) && class_of(op) != OpClass::Marker,
               fmt::format("'op' must take two operands, and {} does not", spelling(op)));
  auto is_word = [](const View& view) {
    return view.type == ElementType::Int32 || view.type == ElementType::UInt32;
  };
  bool is_words = is_word(a) && is_word(b) && is_word(dst) && !is_bit(op);
  bool in_sbuf = a.space() == Space::Sbuf && b.space() == Space::Sbuf && dst.space() == Space::Sbuf;
  bool prefers_gpsimd = op == Op::Power || (is_words && in_sbuf);
  Engine engine = engine_of(call, "VG", prefers_gpsimd ? Engine::GpSimd : Engine::Vector);
  if (op == Op::Power) engine = Engine::GpSimd;
  check_gpsimd_memory(call, engine, {{"dst", &dst}, {"data1", &a}, {"data2", &b}});
  call.require(!is_bit(op) || (is_whole && is_integer(dst.type)),
               fmt::format("{} works on integers, the operands are {} and {}", spelling(op), spelling(a.type),
                           spelling(b.type)),
               {"data1", "data2"});
  View left = settled(a, dst), right = settled(b, dst);
  if (is_bit(op) || (is_words && engine == Engine::GpSimd)) {
    Rows x = rows_of(left), y = rows_of(right), out = rows_of(dst);
    auto count = static_cast<size_t>(x.count);
    std::vector<int64_t> first(count), second(count);
    for (int64_t p = 0; p < x.rows; ++p) {
      read_integers(x, p, first.data());
      read_integers(y, p, second.data());
      integer_row(op, first.data(), first.data(), 1, second.data(), 1, count);
      write_integers(out, p, first.data());
    }
  } else {
    RowReader x(left), y(right);
    write_rows(dst, [&](int64_t p, float* out) { binary_row(op, out, x[p], 1, y[p], 1, x.count()); });
  }
  bool is_simple = op == Op::Add || op == Op::Multiply || op == Op::Subtract;
  double cycles = two_tile_cycles(call.launch, a, b, dst, is_simple);
  call.issue(engine, started(engine, cycles), {&a, &b}, {&dst});
  return call.done();
}

Value isa_tensor_scalar(Call& call) {
  View dst = call.writable("dst"), data = call.readable("data");
  call.check_number_lanes({{"dst", &dst}, {"data", &data}});
  call.check_same_shape("dst", dst, "data", data);
  Step first = step_of(call, "op0", "operand0", "reverse0", data), second;
  if (call.has("op1")) second = step_of(call, "op1", "operand1", "reverse1", data);
  Engine engine = engine_of(call, "VAG", Engine::Vector);
  check_gpsimd_memory(call, engine, {{"dst", &dst}, {"data", &data}});
  if (engine == Engine::Scalar && !call.launch.is_generation_a) {
    bool is_known = (first.op == Op::Multiply && (second.op == Op::Add || second.op == Op::Bypass)) ||
                    (first.op == Op::Add && second.op == Op::Bypass);
    call.require(call.launch.chip.generation >= 3 && is_known,
                 "the Scalar Engine runs multiply and add, multiply, or add, from trn2 on");
  }
  View source = settled(data, dst);
  if (is_bit(first.op)) {
    call.require(second.op == Op::Bypass || is_bit(second.op),
                 "bitwise and arithmetic operators cannot be mixed");
    call.require(is_integer(data.type) && is_integer(dst.type),
                 fmt::format("{} works on integers, 'data' is {} and 'dst' {}", spelling(first.op),
                             spelling(data.type), spelling(dst.type)),
                 {"data", "dst"});
    Rows in = rows_of(source), out = rows_of(dst);
    std::vector<int64_t> values(static_cast<size_t>(in.count));
    for (int64_t p = 0; p < in.rows; ++p) {
      read_integers(in, p, values.data());
      apply_integers(call, first, p, values.data(), values.size());
      if (second.op != Op::Bypass) apply_integers(call, second, p, values.data(), values.size());
      write_integers(out, p, values.data());
    }
  } else {
    check_arithmetic(call, "op0", first.op);
    check_arithmetic(call, "op1", second.op);
    RowReader in(source);
    write_rows(dst, [&](int64_t p, float* out) {
      apply(first, p, out, in[p], in.count());
      apply(second, p, out, out, in.count());
    });
  }
  double cycles =
      engine == Engine::Scalar ? activation_cycles(data) : one_tile_cycles(call.launch, data, dst);
  if (engine == Engine::GpSimd) cycles = kGpSimdStart + (first.op == Op::Rsqrt ? 4 : 1) * cycles;
  const View* vectors[2] = {first.operand.is_vector ? &first.operand.view : &data,
                            second.operand.is_vector ? &second.operand.view : &data};
  call.issue(engine, cycles, {&data, vectors[0], vectors[1]}, {&dst});
  return call.done();
}

Value isa_scalar_tensor_tensor(Call& call) {
  View dst = call.writable("dst"), data = call.readable("data"), other = call.readable("operand1");
  for (auto [name, view] :
       {std::pair("dst", &dst), std::pair("data", &data), std::pair("operand1", &other)}) {
    call.check_lanes(name, *view);
    call.check_numbers(name, *view);
  }
  call.check_same_shape("dst", dst, "data", data);
  call.check_same_shape("data", data, "operand1", other);
  call.check_not_both_psum("data", data, "operand1", other);
  Step first = step_of(call, "op0", "operand0", "reverse0", data);
  Op op = call.op("op1");
  bool is_reversed = call.flag("reverse1");
  check_arithmetic(call, "op0", first.op);
  check_arithmetic(call, "op1", op);
  call.require(!takes_one(op), fmt::format("'op1' must take two operands, and {} does not", spelling(op)));
  View source = settled(data, dst), right = settled(other, dst);
  RowReader x(source), y(right);
  std::vector<float> middle(x.count());
  write_rows(dst, [&](int64_t p, float* out) {
    apply(first, p, middle.data(), x[p], x.count());
    const float* values = y[p];
    if (is_reversed) {
      binary_row(op, out, values, 1, middle.data(), 1, x.count());
    } else {
      binary_row(op, out, middle.data(), 1, values, 1, x.count());
    }
  });
  bool is_fast = data.type == ElementType::BFloat16 && other.type == ElementType::BFloat16 &&
                 first.op == Op::Subtract && op == Op::Multiply && data.free_elements() % 2 == 0;
  double n = static_cast<double>(data.free_elements());
  const View* vector = first.operand.is_vector ? &first.operand.view : &data;
  call.issue(Engine::Vector, std::max(64.0, is_fast ? n : 2 * n), {&data, &other, vector}, {&dst});
  return call.done();
}

Value isa_tensor_scalar_reduce(Call& call) {
  View dst = call.writable("dst"), data = call.readable("data");
  call.check_number_lanes({{"dst", &dst}, {"data", &data}});
  call.check_same_shape("dst", dst, "data", data);
  Step step = step_of(call, "op0", "operand0", "reverse0", data);
  check_arithmetic(call, "op0", step.op);
  Op reduction = call.op("reduce_op");
  call.require(
      reduction == Op::Add || reduction == Op::Multiply || reduction == Op::Maximum ||
          reduction == Op::Minimum,
      fmt::format("'reduce_op' must be add, multiply, maximum or minimum, not {}", spelling(reduction)));
  std::string_view command = call.token("reduce_cmd");
  if (!command.empty() && command != "reset_reduce") {
    call.interpreter.unsupported(fmt::format("tensor_scalar_reduce with reduce_cmd.{}", command));
  }
  bool has_result = call.has("reduce_res");
  View result = has_result ? call.writable("reduce_res") : dst;
  if (has_result) check_reduced(call, result, data);
  View source = settled(data, dst);
  RowReader in(source);
  std::vector<float> totals(static_cast<size_t>(data.partitions()));
  float sign = call.flag("reduce_res_negate") ? -1.0f : 1.0f;
  write_rows(dst, [&](int64_t p, float* out) {
    apply(step, p, out, in[p], in.count());
    totals[static_cast<size_t>(p)] = sign * reduce_row(reduction, out, in.count());
  });
  if (has_result) write_rows(result, [&](int64_t p, float* out) { *out = totals[static_cast<size_t>(p)]; });
  const View* vector = step.operand.is_vector ? &step.operand.view : &data;
  call.issue(Engine::Vector, one_tile_cycles(call.launch, data, dst) + 64, {&data, vector}, {&dst, &result});
  return call.done();
}

Value isa_tensor_copy(Call& call) {
  View dst = call.writable("dst"), src = call.readable("src");
  for (auto [name, view] : {std::pair("dst", &dst), std::pair("src", &src)}) call.check_lanes(name, *view);
  call.check_same_shape("dst", dst, "src", src);
  Engine engine = engine_of(call, "VAG", Engine::Vector);
  check_gpsimd_memory(call, engine, {{"dst", &dst}, {"src", &src}});
  call.require(engine != Engine::Scalar || call.launch.chip.generation >= 3 || call.launch.is_generation_a,
               "the Scalar Engine of trn1 does not copy");
  View source = settled(src, dst);
  if (src.type == dst.type) {
    Rows from = rows_of(source), to = rows_of(dst);
    for (int64_t p = 0; p < from.rows; ++p) copy_rows(from, p, to, p);
  } else {
    call.check_numbers("dst", dst);
    call.check_numbers("src", src);
    RowReader in(source);
    write_rows(dst, [&](int64_t p, float* out) { std::copy_n(in[p], in.count(), out); });
  }
  double cycles = engine == Engine::Scalar ? activation_cycles(src) : one_tile_cycles(call.launch, src, dst);
  call.issue(engine, started(engine, cycles), {&src}, {&dst});
  return call.done();
}

Value isa_tensor_copy_predicated(Call& call) {
  View dst = call.writable("dst"), predicate = call.readable("predicate");
  Operand number;
  bool is_tile = call["src"].as<TensorObject>() != nullptr;
  View src = is_tile ? call.readable("src") : dst;
  if (!is_tile) number = call.operand("src", dst);
  for (auto [name, view] : {std::pair("dst", &dst), std::pair("predicate", &predicate)})
    call.check_lanes(name, *view);
  call.check_same_shape("dst", dst, "predicate", predicate);
  if (is_tile) {
    call.check_lanes("src", src);
    call.check_same_shape("dst", dst, "src", src);
    call.check_not_both_psum("src", src, "predicate", predicate);
  }
  bool is_unsigned =
      class_of(predicate.type) == ElementClass::Unsigned || predicate.type == ElementType::Bool;
  call.require(is_unsigned,
               fmt::format("'predicate' must be uint8, uint16 or uint32, it is {}", spelling(predicate.type)),
               {"predicate"});
  call.require(!is_tile || src.type == dst.type,
               fmt::format("'src' and 'dst' must have one type, they have {} and {}", spelling(src.type),
                           spelling(dst.type)),
               {"src", "dst"});
  bool wanted = !call.flag("reverse_pred");
  View source = settled(src, dst), tests = settled(predicate, dst);
  Rows out = rows_of(dst), in = rows_of(source), flags = rows_of(tests);
  auto count = static_cast<size_t>(out.count);
  size_t bytes = dst.element_bytes();
  // One element more than a row: the number that stands for a tile's elements.
  std::vector<std::byte> kept(count * bytes), copied(count * bytes);
  Rows row{kept.data(), 1, 0, {out.count}, {static_cast<int64_t>(bytes)}, out.count, dst.type}, values = row;
  values.base = copied.data();
  if (!is_tile) store_floats(dst.type, copied.data(), static_cast<ptrdiff_t>(bytes), 1, &number.value);
  std::vector<int64_t> chosen(count);
  // What is not copied stays as it was, unset where it was.
  memory::ByteSet before = dst.buffer->region->initialised;
  std::vector<View> written;
  for (int64_t p = 0; p < out.rows; ++p) {
    read_integers(flags, p, chosen.data());
    copy_rows(out, p, row, 0);
    if (is_tile) copy_rows(in, p, values, 0);
    for (size_t i = 0; i < count; ++i) {
      if ((chosen[i] != 0) != wanted) continue;
      std::memcpy(kept.data() + i * bytes, copied.data() + (is_tile ? i * bytes : 0), bytes);
      if (before.size() != 0) written.push_back(element_of(dst, p, static_cast<int64_t>(i)));
    }
    copy_rows(row, 0, out, p);
  }
  double n = static_cast<double>(dst.free_elements());
  bool is_fast = is_tile && (src.space() == Space::Psum || predicate.space() == Space::Psum);
  if (is_tile) {
    call.issue(Engine::Vector, std::max(64.0, is_fast ? n : 2 * n), {&src, &predicate}, {&dst});
  } else {
    call.issue(Engine::Vector, std::max(64.0, 2 * n), {&predicate}, {&dst});
  }
  if (before.size() != 0) {
    dst.buffer->region->initialised = std::move(before);
    for (const View& one : written) mark_set(one);
  }
  return call.done();
}

Value isa_memset(Call& call) {
  View dst = call.writable("dst");
  call.check_lanes("dst", dst);
  Engine engine = engine_of(call, "VG", Engine::Vector);
  check_gpsimd_memory(call, engine, {{"dst", &dst}});
  const Value& given = call["value"];
  double number = call.interpreter.to_float(given, "value");
  if (class_of(dst.type) == ElementClass::Packed) {
    call.require(number == 0, fmt::format("'value' must be 0 for {}", spelling(dst.type)));
    View words = dst;
    words.type = size_of(dst.type) == 4 ? ElementType::UInt32 : ElementType::UInt16;
    write_rows(words, [&](int64_t, float* out) {
      std::fill_n(out, static_cast<size_t>(words.free_elements()), 0.0f);
    });
  } else if (is_integer(dst.type)) {
    call.require(given.is_int() || given.is_bool() || number == std::floor(number),
                 fmt::format("'value' is {}, no value of {}", number, spelling(dst.type)));
    std::vector<int64_t> values(static_cast<size_t>(dst.free_elements()), static_cast<int64_t>(number));
    Rows rows = rows_of(dst);
    for (int64_t p = 0; p < rows.rows; ++p) write_integers(rows, p, values.data());
  } else {
    write_rows(dst, [&](int64_t, float* out) {
      std::fill_n(out, static_cast<size_t>(dst.free_elements()), static_cast<float>(number));
    });
  }
  double n = static_cast<double>(dst.free_elements());
  double cycles = std::max(64.0, number == 0 && is_half(dst.type) ? n / 2 : n);
  call.issue(engine, started(engine, cycles), {}, {&dst});
  return call.done();
}

Value isa_reciprocal(Call& call) {
  View dst = call.writable("dst"), data = call.readable("data");
  call.check_number_lanes({{"dst", &dst}, {"data", &data}});
  call.check_same_shape("dst", dst, "data", data);
  View source = settled(data, dst);
  RowReader in(source);
  write_rows(dst, [&](int64_t p, float* out) { unary_row(Op::Reciprocal, out, in[p], in.count()); });
  call.issue(Engine::Vector, std::max(64.0, 8.0 * static_cast<double>(data.free_elements())), {&data},
             {&dst});
  return call.done();
}

Value isa_activation(Call& call) {
  View dst = call.writable("dst"), data = call.readable("data");
  call.check_number_lanes({{"dst", &dst}, {"data", &data}});
  call.check_same_shape("dst", dst, "data", data);
  Op op = call.op("op");
  call.require(class_of(op) == OpClass::Activation || class_of(op) == OpClass::Unary,
               fmt::format("'op' must be an activation function, and {} is none", spelling(op)));
  Operand scale = call.operand("scale", data), bias;
  bool has_bias = call.has("bias");
  if (has_bias) {
    bias = call.operand("bias", data);
    call.require(bias.is_vector || call.launch.chip.generation >= 3 || call.launch.is_generation_a,
                 "'bias' must hold one value a partition on trn1; numbers came with trn2");
    call.require(!bias.is_vector || bias.view.type != ElementType::TFloat32, "'bias' must not be tfloat32",
                 {"bias"});
  }
  std::string_view command = call.token("reduce_cmd");
  bool has_result = call.has("reduce_res");
  if (call.has("reduce_op")) {
    call.require(call.op("reduce_op") == Op::Add, "'reduce_op' can only be nl.add on the Scalar Engine");
  }
  if (!command.empty() && command != "idle" && command != "reset_reduce") {
    call.interpreter.unsupported(fmt::format("activation with reduce_cmd.{}", command));
  }
  View result = has_result ? call.writable("reduce_res") : dst;
  if (has_result) check_reduced(call, result, data);
  View source = settled(data, dst);
  RowReader in(source);
  std::vector<float> totals(static_cast<size_t>(data.partitions()));
  bool is_plain = !has_bias && !scale.is_vector && scale.value == 1.0f;
  write_rows(dst, [&](int64_t p, float* out) {
    const float* values = in[p];
    if (!is_plain) {
      float first = 0, second = 0;
      scale_row(out, values, *scale.at(p, &first), has_bias ? *bias.at(p, &second) : 0.0f, in.count());
      values = out;
    }
    unary_row(op, out, values, in.count());
    if (has_result) totals[static_cast<size_t>(p)] = reduce_row(Op::Add, out, in.count());
  });
  if (has_result) write_rows(result, [&](int64_t p, float* out) { *out = totals[static_cast<size_t>(p)]; });
  const View* vectors[2] = {scale.is_vector ? &scale.view : &data, bias.is_vector ? &bias.view : &data};
  call.issue(Engine::Scalar, activation_cycles(data) + (has_result ? 64 : 0), {&data, vectors[0], vectors[1]},
             {&dst, &result});
  return call.done();
}

Value isa_activation_reduce(Call& call) {
  call.require(call.op("reduce_op") == Op::Add, "'reduce_op' can only be nl.add on the Scalar Engine");
  call.require(call.has("reduce_res"), "'reduce_res' must be a tensor");
  run_instruction(call.launch, "activation",
                  {{"dst", call["dst"]},
                   {"op", call["op"]},
                   {"data", call["data"]},
                   {"bias", call["bias"]},
                   {"scale", call["scale"]},
                   {"reduce_op", call["reduce_op"]},
                   {"reduce_res", call["reduce_res"]}});
  return call.done();
}

}  // namespace tilewright::kernels::nki
