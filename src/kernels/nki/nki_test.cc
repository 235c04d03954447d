#include "kernels/nki/nki.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "kernels/nki/call.h"
#include "kernels/nki/ops.h"
#include "kernels/nki/spills.h"

namespace tilewright::kernels::nki {
namespace {

TEST(ElementTypes, RoundToNearestEvenAndSaturate) {
  auto through = [](ElementType type, float value) {
    std::byte bytes[4] = {};
    store_floats(type, bytes, 4, 1, &value);
    float back = 0;
    load_floats(type, bytes, 4, 1, &back);
    return back;
  };
  EXPECT_EQ(through(ElementType::Int8, 2.5f), 2.0f);
  EXPECT_EQ(through(ElementType::Int8, 3.5f), 4.0f);
  EXPECT_EQ(through(ElementType::Int8, 1000.0f), 127.0f);
  EXPECT_EQ(through(ElementType::UInt8, -5.0f), 0.0f);
  EXPECT_EQ(through(ElementType::Int32, 3e9f), 2147483648.0f);
  EXPECT_EQ(through(ElementType::Float8E4M3, 240.0f), 240.0f);
  EXPECT_EQ(through(ElementType::Float8E4M3, 247.0f), 240.0f);
  EXPECT_TRUE(std::isinf(through(ElementType::Float8E4M3, 248.0f)));
  EXPECT_EQ(through(ElementType::Float8E4M3, 0.0009765625f), 0.0f);  // half of the least, a tie to even
  EXPECT_EQ(through(ElementType::Float8E4M3FN, 448.0f), 448.0f);
  EXPECT_EQ(through(ElementType::Float8E8M0FNU, 0.25f), 0.25f);
  EXPECT_EQ(through(ElementType::TFloat32, 1.0f + 1.0f / 4096), 1.0f);
  for (int bits = 0; bits < 256; ++bits) {
    auto byte = static_cast<std::byte>(bits);
    float value = 0;
    load_floats(ElementType::Float8E4M3, &byte, 1, 1, &value);
    if (!std::isnan(value)) {
      std::byte back{};
      store_floats(ElementType::Float8E4M3, &back, 1, 1, &value);
      EXPECT_EQ(back, byte);
    }
  }
}

TEST(Operators, FunctionsAreCloseToTheLibrarys) {
  std::vector<float> x, exp, tanh, sigmoid;
  for (float value = -20; value <= 20; value += 0.0137f) x.push_back(value);
  exp = tanh = sigmoid = x;
  unary_row(Op::Exp, exp.data(), x.data(), x.size());
  unary_row(Op::Tanh, tanh.data(), x.data(), x.size());
  unary_row(Op::Sigmoid, sigmoid.data(), x.data(), x.size());
  for (size_t i = 0; i < x.size(); ++i) {
    double wide = x[i];
    EXPECT_NEAR(exp[i] / std::exp(wide), 1, 3e-7);
    EXPECT_NEAR(tanh[i], std::tanh(wide), 2e-7);
    EXPECT_NEAR(sigmoid[i] * (1 + std::exp(-wide)), 1, 5e-7);
  }
  float edges[] = {-200, 200, -INFINITY, INFINITY, 0, -87.3f};
  unary_row(Op::Exp, edges, edges, 6);
  EXPECT_THAT(std::vector<float>(edges, edges + 5), testing::ElementsAre(0, INFINITY, 0, INFINITY, 1));
  EXPECT_GT(edges[5], 0);
}

TEST(Operators, ProductsAreThoseOfTheNaiveLoop) {
  std::mt19937 random(7);
  for (auto [m, n, k] :
       {std::tuple(128, 512, 128), std::tuple(5, 33, 7), std::tuple(1, 1, 1), std::tuple(13, 17, 128)}) {
    std::vector<float> a(static_cast<size_t>(k * m)), b(static_cast<size_t>(k * n)),
        c(static_cast<size_t>(m * n), 1.0f);
    // Small whole numbers: every order of summation gives the same.
    for (float& value : a) value = static_cast<float>(random() % 9) - 4;
    for (float& value : b) value = static_cast<float>(random() % 9) - 4;
    matmul(a.data(), static_cast<size_t>(m), b.data(), static_cast<size_t>(n), c.data(),
           static_cast<size_t>(n), static_cast<size_t>(m), static_cast<size_t>(n), static_cast<size_t>(k),
           true);
    for (int i = 0; i < m; ++i) {
      for (int j = 0; j < n; ++j) {
        float sum = 1;
        for (int p = 0; p < k; ++p)
          sum += a[static_cast<size_t>(p * m + i)] * b[static_cast<size_t>(p * n + j)];
        ASSERT_EQ(c[static_cast<size_t>(i * n + j)], sum);
      }
    }
  }
}

// Random windows: reading, copying and the marks of written bytes against element-by-element addresses.
TEST(Views, PatternsAreThoseOfTheNaiveLoop) {
  std::mt19937 random(11);
  for (int round = 0; round < 300; ++round) {
    View view;
    view.type = ElementType::Float32;
    view.buffer = std::make_shared<Buffer>(Space::Sbuf, 4096 * 4);
    auto* values = reinterpret_cast<float*>(view.buffer->data());
    for (int i = 0; i < 4096; ++i) values[i] = static_cast<float>(i);
    size_t rank = 1 + random() % 4;
    int64_t room = 4095;
    for (size_t d = 0; d < rank; ++d) {
      int64_t size = 1 + static_cast<int64_t>(random() % 5);
      int64_t stride =
          size == 1 ? 1 : static_cast<int64_t>(random() % static_cast<uint32_t>(room / (size * 4) + 1));
      view.shape.push_back(size);
      view.strides.push_back(stride);
      room -= (size - 1) * stride;
    }
    view.offset = static_cast<int64_t>(random() % static_cast<uint32_t>(room + 1));
    ASSERT_TRUE(is_inside(view));
    std::vector<int64_t> elements;
    for (int64_t number = 0; number < view.elements(); ++number) {
      int64_t rest = number, at = view.offset;
      for (size_t d = rank; d-- > 0;) {
        at += rest % view.shape[d] * view.strides[d];
        rest /= view.shape[d];
      }
      elements.push_back(at);
    }
    Rows flat = flat_row_of(view), rows = rows_of(view);
    std::vector<float> scratch(elements.size());
    const float* read = read_row(flat, 0, scratch.data());
    for (size_t i = 0; i < elements.size(); ++i) ASSERT_EQ(read[i], static_cast<float>(elements[i]));
    std::vector<float> by_rows;
    for (int64_t p = 0; p < rows.rows; ++p) {
      std::vector<float> row(static_cast<size_t>(rows.count));
      const float* got = read_row(rows, p, row.data());
      by_rows.insert(by_rows.end(), got, got + rows.count);
    }
    for (size_t i = 0; i < elements.size(); ++i) ASSERT_EQ(by_rows[i], static_cast<float>(elements[i]));
    EXPECT_EQ(first_unset(view), 0);
    mark_set(view);
    EXPECT_EQ(first_unset(view), std::nullopt);
    std::sort(elements.begin(), elements.end());
    elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
    size_t set = 0;
    for (size_t i = 0; i < 4096; ++i) set += view.buffer->region->initialised.all(4 * i, 4 * i + 4);
    EXPECT_EQ(set, elements.size());
  }
}

TEST(Timeline, EnginesOverlapAndDependentInstructionsWait) {
  Timeline timeline;
  Traffic a, b;
  Box whole{0, 128, 0, 2048};
  TouchedBuffer write_a{&a, whole, true}, read_a{&a, whole, false}, write_b{&b, whole, true};
  timeline.issue(Engine::Vector, 0, {}, {2e-6, 0, 0}, &write_a, 1);
  timeline.issue(Engine::Scalar, 0, {}, {1e-6, 0, 0}, &write_b, 1);  // beside it
  EXPECT_NEAR(timeline.seconds(), 2e-6, 1e-12);
  timeline.issue(Engine::Scalar, 0, {}, {1e-6, 0, 0}, &read_a, 1);  // behind it
  EXPECT_NEAR(timeline.seconds(), 3e-6, 1e-12);
  EXPECT_THAT(timeline.critical_path(), testing::ElementsAre(0u, 2u));
  EXPECT_NEAR(timeline.busy_seconds(Engine::Scalar), 2e-6, 1e-12);
}

TEST(Spills, TilesThatAreNeededLastGiveWay) {
  auto tile = [](int64_t bytes, uint64_t first, uint64_t last) {
    return std::make_shared<Liveness>(Liveness{Space::Sbuf, bytes, 128, first, last, {}});
  };
  std::vector<std::shared_ptr<Liveness>> tiles = {tile(600, 1, 100), tile(300, 2, 5), tile(300, 3, 6),
                                                  tile(300, 7, 9)};
  EXPECT_EQ(spilled_bytes(tiles, Space::Sbuf, 1200), 0);
  EXPECT_EQ(spilled_bytes(tiles, Space::Sbuf, 1000), 600 * 128);
  EXPECT_EQ(spilled_bytes(tiles, Space::Psum, 100), 0);
}

TEST(Tables, EveryInstructionHasAPlaceAndADescription) {
  EXPECT_GE(instructions().size(), 50u);
  for (const FunctionInfo& info : instructions()) {
    EXPECT_EQ(find_instruction(info.name), &info);
    EXPECT_FALSE(info.doc.empty());
    EXPECT_NE(std::string("PVAGDS").find(info.engines[0]), std::string::npos) << info.name;
    EXPECT_TRUE(info.generation >= 2 && info.generation <= 4);
  }
}

}  // namespace
}  // namespace tilewright::kernels::nki
