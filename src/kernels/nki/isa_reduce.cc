// Reductions and scans.
#include <fmt/format.h>

#include "kernels/nki/isa_support.h"

namespace tilewright::kernels::nki {
namespace {

void check_reduction(const Call& call, std::string_view name, Op op) {
  call.require(is_reduction(op), fmt::format("'{}' is {}, which does not reduce", name, spelling(op)));
}

// The trailing free dimensions that `axis` names, as the number of dimensions in front of them.
size_t first_reduced(const Call& call, const View& data) {
  Dims axes = call.dims("axis");
  size_t rank = data.shape.size();
  call.require(!axes.empty() && axes.size() < rank, "'axis' must name one or more free dimensions");
  for (int64_t& axis : axes) {
    if (axis < 0) axis += static_cast<int64_t>(rank);
  }
  std::sort(axes.begin(), axes.end());
  size_t first = rank - axes.size();
  for (size_t i = 0; i < axes.size(); ++i) {
    if (axes[i] == 0) {
      call.fail(DiagnosticKind::KernelShape,
                fmt::format("{}: 'axis' holds 0, the partitions: use nisa.tensor_partition_reduce or a "
                            "matrix product with ones",
                            call.info.name),
                {"data"});
    }
    call.require(
        axes[i] == static_cast<int64_t>(first + i),
        fmt::format("'axis' must be the last dimensions of 'data', whose shape is {}", describe(data.shape)),
        {"data"});
  }
  return first;
}

}  // namespace

Value isa_tensor_reduce(Call& call) {
  View dst = call.writable("dst"), data = call.readable("data");
  call.check_number_lanes({{"dst", &dst}, {"data", &data}});
  Op op = call.op("op");
  check_reduction(call, "op", op);
  size_t first = first_reduced(call, data);
  int64_t inner = data.shape.product(first), outer = data.free_elements() / std::max<int64_t>(inner, 1);
  call.require(inner > 0, "there is nothing to reduce", {"data"});
  call.require(dst.partitions() == data.partitions() && dst.free_elements() == outer,
               fmt::format("'dst' has shape {}, the result has {} partitions of {} elements",
                           describe(dst.shape), data.partitions(), outer),
               {"dst", "data"});
  View source = settled(data, dst);
  bool negates = call.flag("negate");
  auto count = static_cast<size_t>(inner);
  if (class_of(op) == OpClass::Bit) {
    call.require(is_integer(data.type), fmt::format("{} works on integers", spelling(op)), {"data"});
    Rows in = rows_of(source), out = rows_of(dst);
    std::vector<int64_t> values(static_cast<size_t>(in.count)), results(static_cast<size_t>(outer));
    for (int64_t p = 0; p < in.rows; ++p) {
      read_integers(in, p, values.data());
      for (size_t i = 0; i < results.size(); ++i) {
        results[i] = values[i * count];
        for (size_t j = 1; j < count; ++j)
          integer_row(op, &results[i], &results[i], 0, &values[i * count + j], 0, 1);
      }
      write_integers(out, p, results.data());
    }
  } else {
    RowReader in(source);
    write_rows(dst, [&](int64_t p, float* out) {
      const float* values = in[p];
      for (int64_t i = 0; i < outer; ++i) {
        float value = reduce_row(op, values + i * inner, count);
        out[i] = negates ? -value : value;
      }
    });
  }
  call.issue(Engine::Vector, reduce_cycles(data, dst, op == Op::Add || op == Op::Maximum), {&data}, {&dst});
  return call.done();
}

Value isa_tensor_partition_reduce(Call& call) {
  View dst = call.writable("dst"), data = call.readable("data");
  for (auto [name, view] : {std::pair("dst", &dst), std::pair("data", &data)}) {
    call.check_lanes(name, *view);
    call.check_numbers(name, *view);
    call.check_space(name, *view, call.launch.is_generation_a ? "SP" : "S");
  }
  Op op = call.op("op");
  bool is_known =
      op == Op::Add || op == Op::Average || op == Op::Maximum || op == Op::BitwiseOr || op == Op::BitwiseAnd;
  call.require(is_known, fmt::format("'op' must be add, average, maximum, bitwise_or or bitwise_and, not {}",
                                     spelling(op)));
  call.require(dst.partitions() == 1 && dst.free_elements() == data.free_elements(),
               fmt::format("'dst' has shape {}, the result has 1 partition of {} elements",
                           describe(dst.shape), data.free_elements()),
               {"dst", "data"});
  View source = settled(data, dst);
  Rows in = rows_of(source), out = rows_of(dst);
  auto count = static_cast<size_t>(in.count);
  if (class_of(op) == OpClass::Bit) {
    std::vector<int64_t> total(count), values(count);
    read_integers(in, 0, total.data());
    for (int64_t p = 1; p < in.rows; ++p) {
      read_integers(in, p, values.data());
      integer_row(op, total.data(), total.data(), 1, values.data(), 1, count);
    }
    write_integers(out, 0, total.data());
  } else {
    RowReader rows(source);
    Op step = op == Op::Average ? Op::Add : op;
    std::vector<float> total(rows[0], rows[0] + count);
    for (int64_t p = 1; p < in.rows; ++p) binary_row(step, total.data(), total.data(), 1, rows[p], 1, count);
    if (op == Op::Average)
      scale_row(total.data(), total.data(), 1.0f / static_cast<float>(in.rows), 0, count);
    write_row(out, 0, total.data());
  }
  call.issue(Engine::GpSimd, kGpSimdStart + static_cast<double>(data.free_elements()), {&data}, {&dst});
  return call.done();
}

Value isa_tensor_tensor_scan(Call& call) {
  View dst = call.writable("dst"), a = call.readable("data0"), b = call.readable("data1");
  call.check_number_lanes({{"dst", &dst}, {"data0", &a}, {"data1", &b}});
  call.check_same_shape("dst", dst, "data0", a);
  call.check_same_shape("data0", a, "data1", b);
  call.check_not_both_psum("data0", a, "data1", b);
  Operand initial = call.operand("initial", a);
  Op first = call.op("op0"), second = call.op("op1");
  for (Op op : {first, second}) {
    call.require(class_of(op) == OpClass::Arithmetic,
                 fmt::format("{} is no arithmetic operator of two operands", spelling(op)));
  }
  bool reverses_first = call.flag("reverse0"), reverses_second = call.flag("reverse1");
  View left = settled(a, dst), right = settled(b, dst);
  RowReader x(left), y(right);
  write_rows(dst, [&](int64_t p, float* out) {
    const float *factors = x[p], *terms = y[p];
    float scratch = 0, state = *initial.at(p, &scratch);
    bool is_usual = first == Op::Multiply && second == Op::Add;
    for (size_t i = 0; i < x.count(); ++i) {
      if (is_usual) {
        state = factors[i] * state + terms[i];
      } else {
        float middle = 0;
        reverses_first ? binary_row(first, &middle, &state, 0, factors + i, 0, 1)
                       : binary_row(first, &middle, factors + i, 0, &state, 0, 1);
        reverses_second ? binary_row(second, &state, terms + i, 0, &middle, 0, 1)
                        : binary_row(second, &state, &middle, 0, terms + i, 0, 1);
      }
      out[i] = state;
    }
  });
  const View* vector = initial.is_vector ? &initial.view : &a;
  call.issue(Engine::Vector, std::max(64.0, 2.0 * static_cast<double>(a.free_elements())), {&a, &b, vector},
             {&dst});
  return call.done();
}

}  // namespace tilewright::kernels::nki
