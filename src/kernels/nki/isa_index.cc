// Instructions that compute from positions.
#include <fmt/format.h>

#include "kernels/nki/isa_support.h"

namespace tilewright::kernels::nki {
namespace {

constexpr size_t kMostPatternDimensions = 4;

// [[step, count], ...]: an affine value for each free element.
struct Pattern {
  Dims steps, counts;
};

Pattern pattern_of(const Call& call, const View& data, std::string_view data_name) {
  Pattern pattern;
  for (const Value& pair : call.interpreter.to_vector(call["pattern"])) {
    std::vector<Value> parts = call.interpreter.to_vector(pair);
    call.require(parts.size() == 2 && pattern.steps.size() < kMostPatternDimensions,
                 "'pattern' must be up to 4 pairs [step, count]");
    pattern.steps.push_back(call.interpreter.to_int(parts[0], "step"));
    pattern.counts.push_back(call.interpreter.to_int(parts[1], "count"));
  }
  call.require(pattern.counts.product() == data.free_elements(),
               fmt::format("'pattern' covers {} elements, a partition of '{}' has {}",
                           pattern.counts.product(), data_name, data.free_elements()),
               {data_name});
  return pattern;
}

std::vector<int64_t> values_of(const Pattern& pattern) {
  std::vector<int64_t> values(static_cast<size_t>(pattern.counts.product()));
  for (size_t i = 0; i < values.size(); ++i) {
    auto rest = static_cast<int64_t>(i);
    for (size_t d = pattern.counts.size(); d-- > 0;) {
      values[i] += rest % pattern.counts[d] * pattern.steps[d];
      rest /= pattern.counts[d];
    }
  }
  return values;
}

}  // namespace

Value isa_iota(Call& call) {
  View dst = call.writable("dst");
  call.check_lanes("dst", dst);
  call.check_space("dst", dst, "S");
  call.check_numbers("dst", dst);
  std::vector<int64_t> base = values_of(pattern_of(call, dst, "dst"));
  int64_t offset = call.integer("offset"), multiplier = call.integer("channel_multiplier");
  Rows rows = rows_of(dst);
  std::vector<int64_t> values(base.size());
  std::vector<float> floats(base.size());
  for (int64_t p = 0; p < rows.rows; ++p) {
    for (size_t i = 0; i < base.size(); ++i)
      values[i] = static_cast<int32_t>(base[i] + offset + p * multiplier);
    if (is_integer(dst.type)) {
      write_integers(rows, p, values.data());
    } else {
      std::copy(values.begin(), values.end(), floats.begin());
      write_row(rows, p, floats.data());
    }
  }
  call.issue(Engine::GpSimd, kGpSimdStart + static_cast<double>(dst.free_elements()), {}, {&dst});
  return call.done();
}

Value isa_affine_select(Call& call) {
  View dst = call.writable("dst"), data = call.readable("on_true_tile");
  for (auto [name, view] : {std::pair("dst", &dst), std::pair("on_true_tile", &data)}) {
    call.check_lanes(name, *view);
    // Generation A's compiler copies what lies in PSUM.
    call.check_space(name, *view, call.launch.is_generation_a ? "SP" : "S");
    call.check_numbers(name, *view);
  }
  call.check_same_shape("dst", dst, "on_true_tile", data);
  Op op = call.has("cmp_op") ? call.op("cmp_op") : Op::Equal;
  call.require(is_comparison(op), fmt::format("'cmp_op' must compare, and {} does not", spelling(op)));
  std::vector<int64_t> base = values_of(pattern_of(call, data, "on_true_tile"));
  int64_t offset = call.integer("offset"), multiplier = call.integer("channel_multiplier"), zero = 0;
  auto otherwise = static_cast<float>(call.interpreter.to_float(call["on_false_value"], "on_false_value"));
  View source = settled(data, dst);
  RowReader in(source);
  std::vector<int64_t> keeps(base.size());
  write_rows(dst, [&](int64_t p, float* out) {
    for (size_t i = 0; i < base.size(); ++i) keeps[i] = base[i] + offset + p * multiplier;
    integer_row(op, keeps.data(), keeps.data(), 1, &zero, 0, keeps.size());
    const float* values = in[p];
    for (size_t i = 0; i < base.size(); ++i) out[i] = keeps[i] ? values[i] : otherwise;
  });
  call.issue(Engine::GpSimd, kGpSimdStart + static_cast<double>(dst.free_elements()), {&data}, {&dst});
  return call.done();
}

}  // namespace tilewright::kernels::nki
