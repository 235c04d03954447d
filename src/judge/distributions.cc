#include "judge/distributions.h"

#include <cmath>

namespace tilewright::judge {
namespace {

struct Row {
  Distribution distribution;
  std::string_view spelling;
};
constexpr std::array kRows = {Row{Distribution::Given, "given"},       Row{Distribution::Lowered, "lowered"},
                              Row{Distribution::Negative, "negative"}, Row{Distribution::Small, "small"},
                              Row{Distribution::Shifted, "shifted"},   Row{Distribution::Spread, "spread"}};

constexpr double kScale = 3, kDrop = 10, kSmall = 0.01, kShift = 100, kSpreadDecades = 2;
// Random parameters: half their value up or down; around zero, half a unit.
constexpr double kStateSpread = 0.5;

bool has_few_values(const library::HostTensor& tensor) {
  size_t step = size_of(tensor.dtype);
  std::optional<double> first, second;
  for (size_t at = 0; at < tensor.data.size(); at += step) {
    double value = load_as_double(tensor.dtype, tensor.data.data() + at);
    if (!first)
      first = value;
    else if (value != *first && !second)
      second = value;
    else if (value != *first && value != *second)
      return false;
  }
  return true;
}

template <class Change>
void change_each(library::HostTensor& tensor, Change change) {
  size_t step = size_of(tensor.dtype);
  if (tensor.dtype == DType::Float32) {
    auto* values = reinterpret_cast<float*>(tensor.data.data());
    for (size_t i = 0; i < tensor.data.size() / step; ++i) values[i] = static_cast<float>(change(values[i]));
    return;
  }
  for (size_t at = 0; at < tensor.data.size(); at += step) {
    std::byte* place = tensor.data.data() + at;
    store_from_double(tensor.dtype, place, change(load_as_double(tensor.dtype, place)));
  }
}

}  // namespace

std::string_view spelling(Distribution distribution) {
  return kRows[static_cast<size_t>(distribution)].spelling;
}

std::optional<Distribution> distribution_from_spelling(std::string_view text) {
  for (const Row& row : kRows) {
    if (row.spelling == text) return row.distribution;
  }
  return std::nullopt;
}

void apply(Distribution distribution, library::HostTensor& tensor, Random& random) {
  if (!is_float(tensor.dtype) || distribution == Distribution::Given || has_few_values(tensor)) return;
  switch (distribution) {
    case Distribution::Given:
      return;
    case Distribution::Lowered:
      return change_each(tensor, [](double x) { return kScale * x - kDrop; });
    case Distribution::Negative:
      return change_each(tensor, [](double x) { return -x; });
    case Distribution::Small:
      return change_each(tensor, [](double x) { return x * kSmall; });
    case Distribution::Shifted:
      return change_each(tensor, [](double x) { return x + kShift; });
    case Distribution::Spread:
      return change_each(
          tensor, [&](double x) { return x * std::pow(10.0, kSpreadDecades * (2 * random.uniform() - 1)); });
  }
}

void randomise_state(library::HostTensor& tensor, Random& random) {
  if (!is_float(tensor.dtype) || tensor.data.empty()) return;
  size_t step = size_of(tensor.dtype);
  double first = load_as_double(tensor.dtype, tensor.data.data());
  for (size_t at = 0; at < tensor.data.size(); at += step) {
    if (load_as_double(tensor.dtype, tensor.data.data() + at) != first) return;
  }
  change_each(tensor, [&](double value) {
    double draw = kStateSpread * (2 * random.uniform() - 1);
    return value == 0 ? draw : value * (1 + draw);
  });
}

}  // namespace tilewright::judge
