// Instructions with a running result, bounds of segments, and sums during transfers.
#include <fmt/format.h>

#include <array>

#include "kernels/nki/isa_support.h"

namespace tilewright::kernels::nki {
namespace {

double free_count(const View& view) { return static_cast<double>(view.free_elements()); }

void check_lane(const Call& call, std::string_view name, const View& view) {
  call.check_lanes(name, view);
  call.check_numbers(name, view);
}

// Where an instruction's sum over the free dimensions goes; null: nowhere.
std::optional<View> sum_of(const Call& call, const View& data) {
  std::string_view command = call.token("reduce_cmd");
  if (!command.empty() && command != "idle" && command != "reset_reduce")
    call.interpreter.unsupported(fmt::format("{} with reduce_cmd.{}", call.info.name, command));
  if (!call.has("reduce_res")) return std::nullopt;
  View result = call.writable("reduce_res");
  check_lane(call, "reduce_res", result);
  call.require(
      result.partitions() == data.partitions() && result.free_elements() == 1,
      fmt::format("'reduce_res' must hold one value for each of the {} partitions", data.partitions()),
      {"reduce_res"});
  return result;
}

void store_totals(const View& result, const std::vector<float>& totals) {
  write_rows(result, [&](int64_t p, float* out) { *out = totals[static_cast<size_t>(p)]; });
}

// data op operand with the sides exchanged where asked.
void step(Op op, bool is_reversed, float* out, const float* in, float value, size_t count) {
  if (op == Op::Bypass) {
    if (out != in) std::copy_n(in, count, out);
  } else if (is_reversed) {
    binary_row(op, out, &value, 0, in, 1, count);
  } else {
    binary_row(op, out, in, 1, &value, 0, count);
  }
}

}  // namespace

Value isa_exponential(Call& call) {
  View dst = call.writable("dst"), src = call.readable("src");
  check_lane(call, "dst", dst);
  check_lane(call, "src", src);
  call.check_same_shape("dst", dst, "src", src);
  Operand highest = call.operand("max_value", src);
  std::optional<View> result = sum_of(call, src);
  View source = settled(src, dst);
  RowReader in(source);
  std::vector<float> totals(static_cast<size_t>(src.partitions()));
  write_rows(dst, [&](int64_t p, float* out) {
    float scratch = 0;
    scale_row(out, in[p], 1.0f, -*highest.at(p, &scratch), in.count());
    unary_row(Op::Exp, out, out, in.count());
    totals[static_cast<size_t>(p)] = reduce_row(Op::Add, out, in.count());
  });
  if (result) store_totals(*result, totals);
  // Four times as fast as the Scalar Engine's exponential (trainium3_arch.rst).
  double cycles = std::max(64.0, free_count(src) / 4);
  call.issue(Engine::Vector, cycles, {&src, highest.is_vector ? &highest.view : &src},
             {&dst, result ? &*result : &dst});
  return call.done();
}

Value isa_activate2(Call& call) {
  View dst = call.writable("dst"), data = call.readable("data");
  check_lane(call, "dst", dst);
  check_lane(call, "data", data);
  call.check_same_shape("dst", dst, "data", data);
  Op op = call.op("op"), first = call.op("op0"), second = call.op("op1");
  call.require(class_of(op) == OpClass::Activation || class_of(op) == OpClass::Unary,
               fmt::format("'op' must be an activation function, and {} is none", spelling(op)));
  bool is_known =
      (first == Op::Multiply && (second == Op::Add || second == Op::Subtract || second == Op::Bypass)) ||
      ((first == Op::Add || first == Op::Subtract || first == Op::Bypass) && second == Op::Bypass);
  call.require(is_known, fmt::format("'op0' and 'op1' are {} and {}: multiply and add, multiply and "
                                     "subtract, or one of them and bypass are there",
                                     spelling(first), spelling(second)));
  Operand a = first == Op::Bypass ? Operand{} : call.operand("imm0", data),
          b = second == Op::Bypass ? Operand{} : call.operand("imm1", data);
  bool reverses0 = call.flag("reverse0"), reverses1 = call.flag("reverse1");
  Op reduction = call.has("reduce_op") ? call.op("reduce_op") : Op::Add;
  call.require(reduction == Op::Add || reduction == Op::Maximum || reduction == Op::Minimum ||
                   reduction == Op::AbsMax || reduction == Op::AbsMin,
               "'reduce_op' must be add, maximum, minimum, abs_max or abs_min");
  std::optional<View> result = sum_of(call, data);
  View source = settled(data, dst);
  RowReader in(source);
  std::vector<float> totals(static_cast<size_t>(data.partitions()));
  write_rows(dst, [&](int64_t p, float* out) {
    float scratch0 = 0, scratch1 = 0;
    step(first, reverses0, out, in[p], first == Op::Bypass ? 0 : *a.at(p, &scratch0), in.count());
    step(second, reverses1, out, out, second == Op::Bypass ? 0 : *b.at(p, &scratch1), in.count());
    unary_row(op, out, out, in.count());
    totals[static_cast<size_t>(p)] = reduce_row(reduction, out, in.count());
  });
  if (result) store_totals(*result, totals);
  call.issue(Engine::Scalar, activation_cycles(data) + (result ? 64 : 0),
             {&data, a.is_vector ? &a.view : &data, b.is_vector ? &b.view : &data},
             {&dst, result ? &*result : &dst});
  return call.done();
}

Value isa_tensor_scalar_cumulative(Call& call) {
  View dst = call.writable("dst"), src = call.readable("src");
  check_lane(call, "dst", dst);
  check_lane(call, "src", src);
  call.check_same_shape("dst", dst, "src", src);
  Op first = call.op("op0"), second = call.op("op1");
  call.require(class_of(first) == OpClass::Arithmetic,
               fmt::format("'op0' must take two numbers, and {} does not", spelling(first)));
  bool is_known = second == Op::Add || second == Op::Subtract || second == Op::Multiply ||
                  second == Op::Maximum || second == Op::Minimum;
  call.require(is_known, fmt::format("'op1' must be add, subtract, multiply, maximum or minimum, not {}",
                                     spelling(second)));
  call.require(size_of(src.type) < 4 || !is_integer(src.type), "'src' must not hold 32-bit integers",
               {"src"});
  std::string_view command = call.token("reduce_cmd");
  bool loads = command == "load_reduce";
  if (!command.empty() && command != "reset_reduce" && !loads)
    call.interpreter.unsupported(fmt::format("tensor_scalar_cumulative with reduce_cmd.{}", command));
  Operand value = call.operand("imm0", src), start = loads ? call.operand("imm1", src) : Operand{};
  View source = settled(src, dst);
  RowReader in(source);
  write_rows(dst, [&](int64_t p, float* out) {
    float scratch0 = 0, scratch1 = 0;
    binary_row(first, out, in[p], 1, value.at(p, &scratch0), 0, in.count());
    float running = loads ? *start.at(p, &scratch1) : identity_of(second);
    for (size_t i = 0; i < in.count(); ++i) {
      binary_row(second, &running, &out[i], 0, &running, 0, 1);
      out[i] = running;
    }
  });
  call.issue(Engine::Vector, std::max(64.0, 2 * free_count(src)),
             {&src, value.is_vector ? &value.view : &src, start.is_vector ? &start.view : &src}, {&dst});
  return call.done();
}

// [start, end) of the segment that each element lies in; id 0 is padding: (n, -1).
Value isa_sequence_bounds(Call& call) {
  View dst = call.writable("dst"), ids = call.readable("segment_ids");
  check_lane(call, "dst", dst);
  check_lane(call, "segment_ids", ids);
  int64_t n = ids.free_elements();
  call.require(ids.partitions() == 1 && dst.partitions() == 1 && dst.free_elements() == 2 * n,
               fmt::format("'dst' must have shape (1, 2, {}) for 'segment_ids' of one partition", n),
               {"dst", "segment_ids"});
  View source = settled(ids, dst);
  RowReader in(source);
  const float* row = in[0];
  std::vector<float> bounds(static_cast<size_t>(2 * n));
  for (int64_t begin = 0; begin < n;) {
    int64_t end = begin;
    while (end < n && row[end] == row[begin]) ++end;
    bool is_padding = row[begin] == 0;
    for (int64_t i = begin; i < end; ++i) {
      bounds[static_cast<size_t>(i)] = static_cast<float>(is_padding ? n : begin);
      bounds[static_cast<size_t>(n + i)] = static_cast<float>(is_padding ? -1 : end);
    }
    begin = end;
  }
  write_rows(dst, [&](int64_t, float* out) { std::copy(bounds.begin(), bounds.end(), out); });
  call.issue(Engine::GpSimd, kGpSimdStart + static_cast<double>(n), {&ids}, {&dst});
  return call.done();
}

// Of partitions 0, 16, ..., 112: where their elements are not 0, then padding, then how many there are.
Value isa_nonzero_with_count(Call& call) {
  constexpr int64_t kStep = 16;
  View dst = call.writable("dst"), src = call.readable("src");
  for (auto [name, view] : {std::pair("dst", &dst), std::pair("src", &src)}) {
    check_lane(call, name, *view);
    call.check_space(name, *view, "S");
  }
  call.require(
      dst.type == ElementType::Int32 && (src.type == ElementType::Int32 || src.type == ElementType::Float32),
      "'dst' must be int32, 'src' int32 or float32", {"dst", "src"});
  call.require(dst.partitions() == src.partitions() && dst.free_elements() == src.free_elements() + 1,
               "'dst' must hold one element more than 'src' in each partition", {"dst", "src"});
  int64_t offset = call.integer("index_offset"), padding = call.integer("padding_val");
  View source = settled(src, dst);
  RowReader in(source);
  Rows out = rows_of(dst);
  std::vector<View> written;
  for (int64_t p = 0; p < out.rows; p += kStep) {
    const float* row = in[p];
    std::vector<int64_t> found(in.count() + 1, padding);
    size_t count = 0;
    for (size_t i = 0; i < in.count(); ++i) {
      if (row[i] != 0) found[count++] = static_cast<int64_t>(i) + offset;
    }
    found.back() = static_cast<int64_t>(count);
    write_integers(out, p, found.data());
    View one = dst;
    one.offset += p * dst.strides[0];
    one.shape[0] = 1;
    written.push_back(one);
  }
  // The partitions between are left as they were.
  memory::ByteSet before = dst.buffer->region->initialised;
  call.issue(Engine::GpSimd, kGpSimdStart + free_count(src), {&src}, {&dst});
  if (before.size() != 0) {
    dst.buffer->region->initialised = std::move(before);
    for (const View& one : written) mark_set(one);
  }
  return call.done();
}

Value isa_dma_compute(Call& call) {
  View dst = call.writable("dst");
  call.require(call.op("reduce_op") == Op::Add, "'reduce_op' can only be nl.add");
  if (call.has("scales")) {
    for (const Value& scale : call.interpreter.to_vector(call["scales"]))
      call.require(call.interpreter.to_float(scale, "scales") == 1.0, "'scales' can only be 1");
  }
  std::vector<Value> sources = call.interpreter.to_vector(call["srcs"]);
  constexpr size_t kMost = 16;
  call.require(!sources.empty() && sources.size() <= kMost,
               fmt::format("'srcs' holds {} tensors, 1 to {} are taken", sources.size(), kMost));
  std::vector<float> total(static_cast<size_t>(dst.elements())), values(total.size());
  std::vector<View> views;
  for (const Value& source : sources) {
    auto* tensor = source.as<TensorObject>();
    call.require(tensor != nullptr && tensor->view.elements() == dst.elements(),
                 "'srcs' must hold tensors of as many elements as 'dst'", {"dst"});
    const View& view = tensor->view;
    call.require(view.space() != Space::Psum && is_inside(view), "'srcs' must lie in HBM or SBUF");
    call.check_numbers("srcs", view);
    if (first_unset(view))
      call.fail(DiagnosticKind::UninitialisedRead,
                "dma_compute: a tensor of 'srcs' is read but nothing has written all of it", {"dst"});
    const float* read = read_row(flat_row_of(view), 0, values.data());
    for (size_t i = 0; i < total.size(); ++i) total[i] += read[i];
    views.push_back(view);
  }
  call.check_space("dst", dst, "SH");
  call.check_numbers("dst", dst);
  write_row(flat_row_of(dst), 0, total.data());
  double seconds = 0;
  for (const View& view : views) seconds += transfer_seconds(call.launch.chip, dst, view);
  for (size_t i = 0; i + 1 < views.size(); ++i) call.issue_transfer(0, {&views[i]}, {});
  call.issue_transfer(seconds, {&views.back()}, {&dst});
  return call.done();
}

}  // namespace tilewright::kernels::nki
