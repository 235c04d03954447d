// Statistics, selections, searches and shuffles.
#include <fmt/format.h>

#include <array>

#include "kernels/nki/isa_support.h"

namespace tilewright::kernels::nki {
namespace {

constexpr float kLowest = -3.4028234663852886e38f;

double free_count(const View& view) { return static_cast<double>(view.free_elements()); }

void check_lane(const Call& call, std::string_view name, const View& view) {
  call.check_lanes(name, view);
  call.check_numbers(name, view);
}

// Where a reduction of select_reduce and range_select goes; null: nowhere.
std::optional<View> result_of(const Call& call, const View& data) {
  if (!call.has("reduce_res")) return std::nullopt;
  View result = call.writable("reduce_res");
  check_lane(call, "reduce_res", result);
  call.require(
      result.partitions() == data.partitions() && result.free_elements() == 1,
      fmt::format("'reduce_res' must hold one value for each of the {} partitions", data.partitions()),
      {"reduce_res"});
  std::string_view command = call.token("reduce_cmd");
  if (!command.empty() && command != "idle" && command != "reset_reduce")
    call.interpreter.unsupported(fmt::format("{} with reduce_cmd.{}", call.info.name, command));
  call.require(!call.has("reduce_op") || call.op("reduce_op") == Op::Maximum,
               "'reduce_op' can only be nl.maximum");
  return result;
}

void finish_selection(Call& call, double cycles, std::initializer_list<const View*> reads, const View& dst,
                      const std::optional<View>& result, const std::vector<float>& totals) {
  if (!result) return call.issue(Engine::Vector, cycles, reads, {&dst});
  write_rows(*result, [&](int64_t p, float* out) { *out = totals[static_cast<size_t>(p)]; });
  call.issue(Engine::Vector, cycles + 64, reads, {&dst, &*result});
}

}  // namespace

Value isa_bn_stats(Call& call) {
  View dst = call.writable("dst"), data = call.readable("data");
  check_lane(call, "dst", dst);
  check_lane(call, "data", data);
  call.require(data.free_elements() <= 512,
               fmt::format("'data' has {} elements a partition, at most 512 are there", data.free_elements()),
               {"data"});
  call.require(dst.partitions() == data.partitions() && dst.free_elements() == 6,
               "'dst' must hold 6 values a partition: count, mean and variance times count of the even and "
               "of the odd elements",
               {"dst"});
  View source = settled(data, dst);
  RowReader in(source);
  write_rows(dst, [&](int64_t p, float* out) {
    const float* values = in[p];
    for (size_t parity = 0; parity < 2; ++parity) {
      double sum = 0, squares = 0;
      size_t count = 0;
      for (size_t i = parity; i < in.count(); i += 2, ++count) sum += values[i];
      double mean = count ? sum / static_cast<double>(count) : 0;
      for (size_t i = parity; i < in.count(); i += 2) squares += (values[i] - mean) * (values[i] - mean);
      out[3 * parity] = static_cast<float>(count);
      out[3 * parity + 1] = static_cast<float>(mean);
      out[3 * parity + 2] = static_cast<float>(squares);
    }
  });
  call.issue(Engine::Vector, std::max(64.0, free_count(data)), {&data}, {&dst});
  return call.done();
}

Value isa_bn_aggr(Call& call) {
  View dst = call.writable("dst"), data = call.readable("data");
  check_lane(call, "dst", dst);
  check_lane(call, "data", data);
  call.require(data.free_elements() % 3 == 0, "'data' must hold triples of bn_stats", {"data"});
  call.require(dst.partitions() == data.partitions() && dst.free_elements() == 2,
               "'dst' must hold mean and variance a partition", {"dst"});
  View source = settled(data, dst);
  RowReader in(source);
  write_rows(dst, [&](int64_t p, float* out) {
    const float* values = in[p];
    double count = 0, mean = 0, squares = 0;
    for (size_t i = 0; i + 2 < in.count(); i += 3) {
      double n = values[i], delta = values[i + 1] - mean, total = count + n;
      if (total == 0) continue;
      mean += delta * n / total;
      squares += values[i + 2] + delta * delta * count * n / total;
      count = total;
    }
    out[0] = static_cast<float>(mean);
    out[1] = static_cast<float>(count > 0 ? squares / count : 0);
  });
  call.issue(Engine::Vector, std::max(64.0, 13 * free_count(data) / 3), {&data}, {&dst});
  return call.done();
}

Value isa_select_reduce(Call& call) {
  View dst = call.writable("dst"), predicate = call.readable("predicate"), data = call.readable("on_true");
  for (auto [name, view] :
       {std::pair("dst", &dst), std::pair("predicate", &predicate), std::pair("on_true", &data)})
    check_lane(call, name, *view);
  call.check_same_shape("dst", dst, "on_true", data);
  call.check_same_shape("predicate", predicate, "on_true", data);
  call.check_not_both_psum("predicate", predicate, "on_true", data);
  call.require(is_integer(predicate.type) && size_of(predicate.type) <= 2,
               fmt::format("'predicate' must be of 8 or 16 bit integers, it is {}", spelling(predicate.type)),
               {"predicate"});
  Operand otherwise = call.operand("on_false", data);
  std::optional<View> result = result_of(call, data);
  bool wanted = !call.flag("reverse_pred");
  View source = settled(data, dst), tests = settled(predicate, dst);
  RowReader in(source);
  Rows flags = rows_of(tests);
  std::vector<int64_t> chosen(in.count());
  std::vector<float> totals(static_cast<size_t>(data.partitions()));
  write_rows(dst, [&](int64_t p, float* out) {
    const float* values = in[p];
    read_integers(flags, p, chosen.data());
    float scratch = 0, other = *otherwise.at(p, &scratch);
    for (size_t i = 0; i < in.count(); ++i) out[i] = (chosen[i] != 0) == wanted ? values[i] : other;
    totals[static_cast<size_t>(p)] = reduce_row(Op::Maximum, out, in.count());
  });
  finish_selection(call, std::max(64.0, 2 * free_count(data)), {&data, &predicate}, dst, result, totals);
  return call.done();
}

Value isa_range_select(Call& call) {
  View dst = call.writable("dst"), data = call.readable("on_true_tile");
  check_lane(call, "dst", dst);
  check_lane(call, "on_true_tile", data);
  call.check_same_shape("dst", dst, "on_true_tile", data);
  Operand low = call.operand("bound0", data), high = call.operand("bound1", data);
  call.require(low.is_vector && high.is_vector, "'bound0' and 'bound1' must hold one value a partition");
  Op first = call.op("comp_op0"), second = call.op("comp_op1");
  call.require(is_comparison(first) && is_comparison(second), "'comp_op0' and 'comp_op1' must compare");
  call.require(
      static_cast<float>(call.interpreter.to_float(call["on_false_value"], "on_false_value")) == kLowest,
      "'on_false_value' can only be the lowest fp32");
  std::optional<View> result = result_of(call, data);
  auto start = static_cast<float>(call.interpreter.to_float(call["range_start"], "range_start"));
  View source = settled(data, dst);
  RowReader in(source);
  std::vector<float> index(in.count()), left(in.count()), right(in.count()),
      totals(static_cast<size_t>(data.partitions()));
  for (size_t i = 0; i < index.size(); ++i) index[i] = start + static_cast<float>(i);
  write_rows(dst, [&](int64_t p, float* out) {
    const float* values = in[p];
    float scratch0 = 0, scratch1 = 0;
    binary_row(first, left.data(), index.data(), 1, low.at(p, &scratch0), 0, index.size());
    binary_row(second, right.data(), index.data(), 1, high.at(p, &scratch1), 0, index.size());
    for (size_t i = 0; i < in.count(); ++i) out[i] = left[i] != 0 && right[i] != 0 ? values[i] : kLowest;
    totals[static_cast<size_t>(p)] = reduce_row(Op::Maximum, out, in.count());
  });
  finish_selection(call, std::max(64.0, free_count(data)), {&data, &low.view, &high.view}, dst, result,
                   totals);
  return call.done();
}

Value isa_max8(Call& call) {
  View dst = call.writable("dst"), src = call.readable("src");
  check_lane(call, "dst", dst);
  check_lane(call, "src", src);
  call.require(src.free_elements() >= 8 && src.free_elements() <= 16384,
               fmt::format("'src' has {} elements a partition, 8 to 16384 are taken", src.free_elements()),
               {"src"});
  call.require(dst.partitions() == src.partitions() && dst.free_elements() == 8,
               "'dst' must hold 8 values a partition", {"dst"});
  View source = settled(src, dst);
  RowReader in(source);
  std::vector<float> sorted(in.count());
  write_rows(dst, [&](int64_t p, float* out) {
    std::copy_n(in[p], in.count(), sorted.begin());
    std::partial_sort(sorted.begin(), sorted.begin() + 8, sorted.end(), std::greater<>());
    std::copy_n(sorted.begin(), 8, out);
  });
  call.issue(Engine::Vector, free_count(src), {&src}, {&dst});
  return call.done();
}

Value isa_nc_find_index8(Call& call) {
  View dst = call.writable("dst"), data = call.readable("data"), vals = call.readable("vals");
  for (auto [name, view] : {std::pair("dst", &dst), std::pair("data", &data), std::pair("vals", &vals)})
    check_lane(call, name, *view);
  call.require(dst.type == ElementType::UInt32 || dst.type == ElementType::UInt16,
               "'dst' must be uint32 or uint16", {"dst"});
  call.require(vals.free_elements() == 8 && dst.free_elements() == 8 &&
                   vals.partitions() == data.partitions() && dst.partitions() == data.partitions(),
               "'vals' and 'dst' must hold 8 values a partition", {"vals", "dst"});
  RowReader in(data), wanted(vals);
  Rows out = rows_of(dst);
  std::array<int64_t, 8> found;
  for (int64_t p = 0; p < out.rows; ++p) {
    const float *row = in[p], *values = wanted[p];
    for (size_t k = 0; k < 8; ++k) {
      // Equal values among the eight take matches one after the other; all ones: there is none (left).
      size_t skip = 0;
      for (size_t before = 0; before < k; ++before) skip += values[before] == values[k];
      found[k] = -1;
      for (size_t i = 0; i < in.count(); ++i) {
        if (row[i] != values[k] || skip-- > 0) continue;
        found[k] = static_cast<int64_t>(i);
        break;
      }
    }
    write_integers(out, p, found.data());
  }
  call.issue(Engine::Vector, free_count(data), {&data, &vals}, {&dst});
  return call.done();
}

Value isa_nc_match_replace8(Call& call) {
  View dst = call.writable("dst"), data = call.readable("data"), vals = call.readable("vals");
  for (auto [name, view] : {std::pair("dst", &dst), std::pair("data", &data), std::pair("vals", &vals)})
    check_lane(call, name, *view);
  if (call.has("dst_idx")) call.interpreter.unsupported("nc_match_replace8 with dst_idx");
  call.check_same_shape("dst", dst, "data", data);
  call.require(vals.free_elements() == 8 && vals.partitions() == data.partitions(),
               "'vals' must hold 8 values a partition", {"vals"});
  auto replacement = static_cast<float>(call.interpreter.to_float(call["imm"], "imm"));
  View source = settled(data, dst), eight = settled(vals, dst);
  RowReader in(source), wanted(eight);
  std::vector<bool> taken;
  write_rows(dst, [&](int64_t p, float* out) {
    const float *row = in[p], *values = wanted[p];
    if (out != row) std::copy_n(row, in.count(), out);
    taken.assign(in.count(), false);
    for (size_t k = 8; k-- > 0;) {
      for (size_t i = 0; i < in.count(); ++i) {
        if (taken[i] || out[i] != values[k]) continue;
        out[i] = replacement;
        taken[i] = true;
        break;
      }
    }
  });
  call.issue(Engine::Vector, std::max(64.0, free_count(data)), {&data, &vals}, {&dst});
  return call.done();
}

Value isa_nc_stream_shuffle(Call& call) {
  constexpr int64_t kQuadrant = 32, kLeaveAlone = 255;
  View dst = call.writable("dst"), src = call.readable("src");
  call.check_lanes("dst", dst);
  call.check_lanes("src", src);
  call.check_same_shape("dst", dst, "src", src);
  call.require(dst.type == src.type, "'src' and 'dst' must have one type", {"src", "dst"});
  std::vector<int64_t> order;
  for (const Value& item : call.interpreter.to_vector(call["shuffle_mask"]))
    order.push_back(call.interpreter.to_int(item, "shuffle_mask"));
  call.require(order.size() == static_cast<size_t>(kQuadrant), "'shuffle_mask' must hold 32 numbers");
  View source = settled(src, dst);
  // Rows of a quadrant move among each other: all are read before one is written.
  View copy = source;
  copy.strides = dense_strides(source.shape);
  copy.offset = 0;
  copy.buffer =
      std::make_shared<Buffer>(Space::Sbuf, static_cast<size_t>(source.elements()) * source.element_bytes());
  copy_rows(flat_row_of(source), 0, flat_row_of(copy), 0);
  Rows from = rows_of(copy), to = rows_of(dst);
  for (int64_t p = 0; p < to.rows; ++p) {
    int64_t index = order[static_cast<size_t>(p % kQuadrant)];
    if (index == kLeaveAlone) {
      call.require(!first_unset(dst), "a row that the mask leaves alone was never written", {"dst"});
      continue;
    }
    int64_t row = p / kQuadrant * kQuadrant + index;
    call.require(index >= 0 && index < kQuadrant && row < from.rows,
                 fmt::format("'shuffle_mask' names row {} of a quadrant", index), {"src"});
    copy_rows(from, row, to, p);
  }
  call.issue(Engine::Vector, std::max(64.0, free_count(src)), {&src}, {&dst});
  return call.done();
}

Value isa_nc_n_gather(Call& call) {
  View dst = call.writable("dst"), data = call.readable("data"), indices = call.readable("indices");
  for (auto [name, view] :
       {std::pair("dst", &dst), std::pair("data", &data), std::pair("indices", &indices)}) {
    call.check_lanes(name, *view);
    call.check_space(name, *view, "S");
  }
  call.check_same_shape("dst", dst, "indices", indices);
  call.require(indices.type == ElementType::UInt32, "'indices' must be uint32", {"indices"});
  call.require(dst.type == data.type, "'data' and 'dst' must have one type", {"data", "dst"});
  View source = settled(data, dst), numbers = settled(indices, dst);
  Rows which = rows_of(numbers), out = rows_of(dst);
  std::vector<int64_t> index(static_cast<size_t>(which.count));
  for (int64_t p = 0; p < out.rows; ++p) {
    read_integers(which, p, index.data());
    for (size_t i = 0; i < index.size(); ++i) {
      if (index[i] >= data.free_elements()) {
        call.fail(DiagnosticKind::OutOfBounds,
                  fmt::format("nc_n_gather: index {} in partition {}, where 'data' has {} elements", index[i],
                              p, data.free_elements()),
                  {"data", "indices"});
      }
      std::memcpy(element_of(dst, p, static_cast<int64_t>(i)).address(),
                  element_of(source, p, index[i]).address(), dst.element_bytes());
    }
  }
  call.issue(Engine::GpSimd, kGpSimdStart + free_count(dst), {&data, &indices}, {&dst});
  return call.done();
}

}  // namespace tilewright::kernels::nki
