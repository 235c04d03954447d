#include "judge/tolerance.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>

#include "base/random.h"
#include "judge/distributions.h"

namespace tilewright::judge {
namespace {

using library::HostTensor;

HostTensor tensor_of(DType dtype, const std::vector<double>& values) {
  HostTensor tensor{dtype, {static_cast<int64_t>(values.size())}, {}};
  tensor.data.resize(values.size() * size_of(dtype));
  for (size_t i = 0; i < values.size(); ++i)
    store_from_double(dtype, tensor.data.data() + i * size_of(dtype), values[i]);
  return tensor;
}

std::vector<double> normal_values(size_t count) {
  Random random({1, 2, 3, 4});
  std::vector<double> values(count);
  for (double& value : values) value = static_cast<float>(random.normal());
  return values;
}

std::vector<double> mapped(const std::vector<double>& values, const std::function<double(double)>& f) {
  std::vector<double> result;
  for (double value : values) result.push_back(f(value));
  return result;
}

// What is expected of a float32 function with correctly rounded results.
ExpectedOutput expected_of(const std::vector<double>& precise) {
  return expected_output(tensor_of(DType::Float32, precise), tensor_of(DType::Float64, precise), 0);
}

TEST(Tolerance, RoundingPassesAndLowerPrecisionFails) {
  std::vector<double> precise = mapped(normal_values(4096), [](double x) { return std::exp(x); });
  ExpectedOutput expected = expected_of(precise);
  EXPECT_LT(compare(expected, tensor_of(DType::Float32, precise)).error_in_tolerances, 0.1);
  // Thirty units in the last place: a chain of fast approximations.
  HostTensor off =
      tensor_of(DType::Float32, mapped(precise, [](double x) { return x * (1 + 30 * 0x1p-24); }));
  EXPECT_EQ(compare(expected, off).wrong_elements, 0u);
  for (auto cut : {0x1p-8, 0x1p-11}) {  // bfloat16, float16 and tf32
    HostTensor low = tensor_of(DType::Float32, mapped(precise, [&](double x) {
                                 double unit = std::exp2(std::floor(std::log2(std::abs(x)))) * 2 * cut;
                                 return std::round(x / unit) * unit;
                               }));
    EXPECT_GT(compare(expected, low).wrong_elements, precise.size() / 2);
  }
}

TEST(Tolerance, ZerosAndConstantsFailHoweverSmallTheOutputs) {
  for (double scale : {1e-9, 1.0, 1e9}) {
    std::vector<double> precise = mapped(normal_values(1000), [&](double x) { return scale * (2 + x); });
    ExpectedOutput expected = expected_of(precise);
    EXPECT_GT(compare(expected, tensor_of(DType::Float32, std::vector<double>(1000, 0))).wrong_elements,
              990u);
    EXPECT_GT(
        compare(expected, tensor_of(DType::Float32, std::vector<double>(1000, 2 * scale))).wrong_elements,
        990u);
  }
}

TEST(Tolerance, OneWrongElementIsFoundWithItsPlace) {
  std::vector<double> precise = normal_values(1000);
  ExpectedOutput expected = expected_of(precise);
  std::vector<double> actual = precise;
  actual[777] += 0.01;
  OutputComparison comparison = compare(expected, tensor_of(DType::Float32, actual));
  EXPECT_EQ(comparison.wrong_elements, 1u);
  EXPECT_EQ(comparison.worst, 777u);
  EXPECT_GT(comparison.error_in_tolerances, 100);
}

TEST(Tolerance, TheReferencesOwnErrorWidensIt) {
  std::vector<double> precise = normal_values(1000);
  HostTensor rough = tensor_of(DType::Float32, mapped(precise, [](double x) { return x + 1e-4; }));
  ExpectedOutput expected = expected_output(rough, tensor_of(DType::Float64, precise), 0);
  EXPECT_EQ(compare(expected, tensor_of(DType::Float32, mapped(precise, [](double x) { return x - 3e-4; })))
                .wrong_elements,
            0u);
  EXPECT_GT(compare(expected, tensor_of(DType::Float32, mapped(precise, [](double x) { return x - 5e-2; })))
                .wrong_elements,
            990u);
}

TEST(Tolerance, ElementsOnAJumpAreNotCompared) {
  std::vector<double> precise(1000, 1.0), single = precise;
  single[5] = 0;
  ExpectedOutput expected =
      expected_output(tensor_of(DType::Float32, single), tensor_of(DType::Float64, precise), 0);
  EXPECT_FALSE(expected.is_ill_conditioned);
  EXPECT_EQ(compare(expected, tensor_of(DType::Float32, single)).wrong_elements, 0u);
  for (size_t i = 0; i < 50; ++i) single[i] = 0;
  EXPECT_TRUE(expected_output(tensor_of(DType::Float32, single), tensor_of(DType::Float64, precise), 0)
                  .is_ill_conditioned);
}

TEST(Tolerance, InfinitiesAndNaNsAreComparedExactly) {
  double inf = INFINITY, nan = std::nan("");
  std::vector<double> precise = {1, inf, -inf, nan};
  ExpectedOutput expected = expected_of(precise);
  EXPECT_EQ(compare(expected, tensor_of(DType::Float32, precise)).wrong_elements, 0u);
  EXPECT_EQ(compare(expected, tensor_of(DType::Float32, {1, -inf, 3, 4})).wrong_elements, 3u);
  // A NaN is no wildcard on either side.
  EXPECT_EQ(compare(expected_of({1, 2}), tensor_of(DType::Float32, {nan, 2})).wrong_elements, 1u);
  EXPECT_TRUE(
      std::isinf(compare(expected_of({1, 2}), tensor_of(DType::Float32, {nan, 2})).error_in_tolerances));
}

// Values that double precision holds and float32 does not say nothing of a float32 kernel (a cumulative
// product).
TEST(Tolerance, OverflowOfSinglePrecisionIsNotCompared) {
  std::vector<double> precise(1000);
  for (size_t i = 0; i < precise.size(); ++i) precise[i] = (i % 2 == 0 ? 1 : -1) * std::pow(10.0, 0.22 * i);
  EXPECT_TRUE(expected_of(precise).is_ill_conditioned);

  std::vector<double> few = normal_values(1000);
  few[7] = 1e224;
  ExpectedOutput expected = expected_of(few);
  EXPECT_FALSE(expected.is_ill_conditioned);
  HostTensor actual = tensor_of(DType::Float32, few);
  EXPECT_EQ(compare(expected, actual).wrong_elements, 0u);
  few[8] += 0.01;
  EXPECT_EQ(compare(expected, tensor_of(DType::Float32, few)).wrong_elements, 1u);
}

TEST(Tolerance, IntegersAreExact) {
  HostTensor reference = tensor_of(DType::Int64, {1, 2, 3});
  ExpectedOutput expected = expected_output(reference, reference, 0);
  EXPECT_EQ(compare(expected, reference).wrong_elements, 0u);
  EXPECT_EQ(compare(expected, tensor_of(DType::Int64, {1, 2, 4})).wrong_elements, 1u);
}

TEST(Tolerance, TaskToleranceIsRelativeToTheScale) {
  std::vector<double> precise = normal_values(1000);
  HostTensor single = tensor_of(DType::Float32, precise), exact = tensor_of(DType::Float64, precise);
  ExpectedOutput loose = expected_output(single, exact, 1e-2);
  EXPECT_EQ(compare(loose, tensor_of(DType::Float32, mapped(precise, [](double x) { return x + 5e-3; })))
                .wrong_elements,
            0u);
}

TEST(Distributions, LabelsAndIntegersStay) {
  Random random({0, 0, 0, 0});
  HostTensor labels = tensor_of(DType::Float32, {-1, 1, 1, -1}),
             integers = tensor_of(DType::Int64, {3, 4, 5});
  HostTensor values = tensor_of(DType::Float32, {1, 2, 3});
  apply(Distribution::Lowered, labels, random);
  apply(Distribution::Lowered, integers, random);
  apply(Distribution::Lowered, values, random);
  EXPECT_EQ(element(labels, 0), -1);
  EXPECT_EQ(element(integers, 1), 4);
  EXPECT_EQ(element(values, 2), -1);
}

TEST(Distributions, IdentityStateBecomesRandomAndKeepsItsSign) {
  Random random({0, 0, 0, 1});
  HostTensor ones = tensor_of(DType::Float32, std::vector<double>(100, 1)),
             zeros = tensor_of(DType::Float32, std::vector<double>(100, 0));
  HostTensor weights = tensor_of(DType::Float32, {1, 2, 3}), steps = tensor_of(DType::Int64, {0});
  for (HostTensor* tensor : {&ones, &zeros, &weights, &steps}) randomise_state(*tensor, random);
  for (size_t i = 0; i < 100; ++i) EXPECT_GE(element(ones, i), 0.5);
  EXPECT_NE(element(ones, 0), element(ones, 1));
  EXPECT_NE(element(zeros, 0), 0);
  EXPECT_EQ(element(weights, 0), 1);
  EXPECT_EQ(element(steps, 0), 0);
}

TEST(Unravel, IsRowMajor) {
  EXPECT_EQ(unravel(7, {2, 3, 2}), (std::vector<int64_t>{1, 0, 1}));
  EXPECT_EQ(unravel(0, {}), (std::vector<int64_t>{}));
}

}  // namespace
}  // namespace tilewright::judge
