#include "judge/tolerance.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.h"

namespace tilewright::judge {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// An element whose float32 reference is off by this share of its scale is one where rounding decided a jump.
constexpr double kJump = 0.01;
// More of them than this, and the trial says nothing.
constexpr double kMostIgnored = 0.01;
// The same for a relative tolerance beyond this.
constexpr double kLoosest = 0.02;

// Half the distance between 1 and the next number.
double unit_roundoff(DType dtype) {
  switch (dtype) {
    case DType::Float64:
      return 0x1p-53;
    case DType::Float32:
      return 0x1p-24;
    case DType::Float16:
      return 0x1p-11;
    case DType::BFloat16:
      return 0x1p-8;
    default:
      return size_of(dtype) == 1 ? 0x1p-3 : 0x1p-24;
  }
}

std::vector<double> as_doubles(const library::HostTensor& tensor) {
  size_t step = size_of(tensor.dtype), count = tensor.data.size() / step;
  if (tensor.dtype == DType::Float32) {
    const auto* from = reinterpret_cast<const float*>(tensor.data.data());
    return {from, from + count};
  }
  if (tensor.dtype == DType::Float64) {
    const auto* from = reinterpret_cast<const double*>(tensor.data.data());
    return {from, from + count};
  }
  std::vector<double> values(count);
  for (size_t i = 0; i < count; ++i) values[i] = load_as_double(tensor.dtype, tensor.data.data() + i * step);
  return values;
}

int64_t load_integer(DType dtype, const std::byte* place) {
  switch (dtype) {
    case DType::Int64:
    case DType::UInt64: {
      int64_t value;
      __builtin_memcpy(&value, place, sizeof value);
      return value;
    }
    default:
      return static_cast<int64_t>(load_as_double(dtype, place));
  }
}

std::vector<int64_t> as_integers(const library::HostTensor& tensor) {
  size_t step = size_of(tensor.dtype);
  std::vector<int64_t> values(tensor.data.size() / step);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = load_integer(tensor.dtype, tensor.data.data() + i * step);
  return values;
}

// Of the elements that are numbers in both precisions: what single precision cannot hold has no scale.
double root_mean_square(const std::vector<double>& values, const std::vector<double>& single) {
  double sum = 0;
  size_t count = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i]) || !std::isfinite(single[i])) continue;
    sum += values[i] * values[i];
    ++count;
  }
  return count == 0 ? 0 : std::sqrt(sum / static_cast<double>(count));
}

void expect_integers(ExpectedOutput& output, const library::HostTensor& plain,
                     const library::HostTensor& precise) {
  output.integers = as_integers(precise);
  std::vector<int64_t> single = as_integers(plain);
  size_t differing = 0;
  for (size_t i = 0; i < single.size(); ++i) {
    if (single[i] == output.integers[i]) continue;
    if (output.ignored.empty()) output.ignored.resize(single.size());
    output.ignored[i] = 1;
    ++differing;
  }
  output.is_ill_conditioned =
      static_cast<double>(differing) > kMostIgnored * static_cast<double>(single.size());
}

void expect_floats(ExpectedOutput& output, const library::HostTensor& plain,
                   const library::HostTensor& precise, double task_tolerance) {
  output.values = as_doubles(precise);
  std::vector<double> single = as_doubles(plain);
  double scale = root_mean_square(output.values, single);
  double relative = 0, absolute = 0;
  size_t ignored = 0;
  for (size_t i = 0; i < single.size(); ++i) {
    double value = output.values[i], size = std::abs(value);
    if (!std::isfinite(value)) {
      output.has_special = true;
      bool is_same = (std::isnan(value) && std::isnan(single[i])) || value == single[i];
      if (is_same) continue;
    }
    double error = std::abs(single[i] - value);
    if (!(error <= kJump * (size + scale))) {
      if (output.ignored.empty()) output.ignored.resize(single.size());
      output.ignored[i] = 1;
      ++ignored;
    } else if (size >= scale) {
      relative = std::max(relative, size > 0 ? error / size : 0);
    } else {
      absolute = std::max(absolute, error);
    }
  }
  double rounding = unit_roundoff(output.dtype);
  output.relative = std::max({kRelativeFloor, 2 * rounding, kReferenceErrors * relative, task_tolerance});
  output.absolute = std::max({kScaleFloor * scale, kReferenceErrors * absolute, task_tolerance * scale,
                              static_cast<double>(std::numeric_limits<float>::min())});
  output.is_ill_conditioned =
      static_cast<double>(ignored) > kMostIgnored * static_cast<double>(single.size()) ||
      (kReferenceErrors * relative > std::max(kLoosest, 4 * rounding)) ||
      (kReferenceErrors * absolute > std::max(kLoosest, 4 * rounding) * scale && absolute > 0);
}

}  // namespace

ExpectedOutput expected_output(const library::HostTensor& plain, const library::HostTensor& precise,
                               double task_tolerance) {
  TW_CHECK(plain.shape == precise.shape, "the reference's outputs differ in shape between precisions");
  ExpectedOutput output;
  output.dtype = plain.dtype;
  output.shape = plain.shape;
  if (is_float(plain.dtype))
    expect_floats(output, plain, precise, task_tolerance);
  else
    expect_integers(output, plain, precise);
  return output;
}

bool has_exact_zeros(const ExpectedOutput& expected, const library::HostTensor& plain) {
  if (!is_float(expected.dtype)) return false;
  std::vector<double> single = as_doubles(plain);
  for (size_t i = 0; i < single.size(); ++i) {
    if (expected.values[i] == 0 && single[i] == 0) return true;
  }
  return false;
}

void widen_at_zeros(ExpectedOutput& expected, const library::HostTensor& shaken) {
  std::vector<double> values = as_doubles(shaken);
  if (values.size() != expected.values.size()) return;
  for (size_t i = 0; i < values.size(); ++i) {
    if (expected.values[i] == 0 && std::isfinite(values[i]))
      expected.at_zero = std::max(expected.at_zero, kReferenceErrors * std::abs(values[i]));
  }
}

OutputComparison compare(const ExpectedOutput& expected, const library::HostTensor& actual) {
  OutputComparison result;
  auto note = [&](size_t index, double error) {
    if (!expected.ignored.empty() && expected.ignored[index]) return;
    if (error > 1 || std::isnan(error)) ++result.wrong_elements;
    if (!(error <= result.error_in_tolerances)) {
      result.error_in_tolerances = std::isnan(error) ? kInfinity : error;
      result.worst = index;
    }
  };
  if (!is_float(expected.dtype)) {
    std::vector<int64_t> values = as_integers(actual);
    for (size_t i = 0; i < values.size(); ++i) {
      if (values[i] != expected.integers[i]) note(i, kInfinity);
    }
    return result;
  }
  std::vector<double> values = as_doubles(actual);
  for (size_t i = 0; i < values.size(); ++i) {
    double value = expected.values[i];
    if (!std::isfinite(value)) {
      bool is_same = (std::isnan(value) && std::isnan(values[i])) || value == values[i];
      if (!is_same) note(i, kInfinity);
      continue;
    }
    double tolerance = expected.relative * std::abs(value) + expected.absolute + (value == 0 ? expected.at_zero : 0);
    note(i, std::abs(values[i] - value) / tolerance);
  }
  return result;
}

double element(const library::HostTensor& tensor, size_t index) {
  return load_as_double(tensor.dtype, tensor.data.data() + index * size_of(tensor.dtype));
}

std::vector<int64_t> unravel(size_t index, const std::vector<int64_t>& shape) {
  std::vector<int64_t> position(shape.size());
  auto left = static_cast<int64_t>(index);
  for (size_t i = shape.size(); i-- > 0;) {
    if (shape[i] == 0) return position;
    position[i] = left % shape[i];
    left /= shape[i];
  }
  return position;
}

}  // namespace tilewright::judge
