// Element-wise and reducing loops over contiguous rows, written so that the compiler vectorises them.
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/check.h"
#include "kernels/nki/ops.h"

namespace tilewright::kernels::nki {
namespace {

struct Row {
  std::string_view name, numpy;
  OpClass kind;
};
constexpr Row kRows[] = {
#define TW_OP(identifier, name, kind, numpy) {name, numpy, OpClass::kind},
#include "kernels/nki/ops.def"
#undef TW_OP
};

constexpr float kInfinity = std::numeric_limits<float>::infinity();

// exp by 2^n * p(r), |r| <= ln(2)/2: within 2 units in the last place (Cephes' expf).
inline float fast_exp(float x) {
  float clamped = x < -87.5f ? -87.5f : x > 88.8f ? 88.8f : x;
  float n = __builtin_floorf(clamped * 1.44269504088896341f + 0.5f);
  float r = clamped - n * 0.693359375f;
  r = r - n * -2.12194440e-4f;
  float p = 1.9875691500e-4f;
  p = p * r + 1.3981999507e-3f;
  p = p * r + 8.3334519073e-3f;
  p = p * r + 4.1665795894e-2f;
  p = p * r + 1.6666665459e-1f;
  p = p * r + 5.0000001201e-1f;
  p = p * (r * r) + r + 1.0f;
  // In two factors, since 2^128 alone is no number.
  int32_t whole = static_cast<int32_t>(n), half = whole / 2;
  float first = std::bit_cast<float>((half + 127) << 23),
        second = std::bit_cast<float>((whole - half + 127) << 23);
  float value = p * first * second;
  value = x > 88.72284f ? kInfinity : value;
  value = x < -87.33655f ? 0.0f : value;
  return x != x ? x : value;
}

inline float fast_sigmoid(float x) { return 1.0f / (1.0f + fast_exp(-x)); }

// Cephes' tanhf: a polynomial near 0, exp elsewhere.
inline float fast_tanh(float x) {
  float magnitude = __builtin_fabsf(x), square = x * x;
  float p = -5.70498872745e-3f;
  p = p * square + 2.06390887954e-2f;
  p = p * square + -5.37397155531e-2f;
  p = p * square + 1.33314422036e-1f;
  p = p * square + -3.33332819422e-1f;
  float small = p * square * x + x;
  float large = __builtin_copysignf(1.0f - 2.0f / (fast_exp(2.0f * magnitude) + 1.0f), x);
  return magnitude < 0.625f ? small : large;
}

template <class Function>
inline void map(float* out, const float* a, size_t count, Function function) {
  for (size_t i = 0; i < count; ++i) out[i] = function(a[i]);
}

template <class Function>
inline void pair(float* out, const float* a, size_t a_step, const float* b, size_t b_step, size_t count,
                 Function function) {
  if (a_step == 1 && b_step == 1) {
    for (size_t i = 0; i < count; ++i) out[i] = function(a[i], b[i]);
  } else if (a_step == 1) {
    float right = *b;
    for (size_t i = 0; i < count; ++i) out[i] = function(a[i], right);
  } else if (b_step == 1) {
    float left = *a;
    for (size_t i = 0; i < count; ++i) out[i] = function(left, b[i]);
  } else {
    float value = function(*a, *b);
    for (size_t i = 0; i < count; ++i) out[i] = value;
  }
}

inline float as_flag(bool value) { return value ? 1.0f : 0.0f; }

float modulo(float a, float b) {
  float rest = std::fmod(a, b);
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

double normal_density(double x) { return 0.3989422804014327 * std::exp(-0.5 * x * x); }
double normal_share(double x) { return 0.5 * std::erfc(-x * 0.7071067811865476); }

// The Scalar Engine does not reduce the argument: outside of [-pi, pi] a device gives garbage, which NaN
// makes plain.
float engine_sin(float x) {
  constexpr float kRange = 3.1415928f;
  if (std::fabs(x) > kRange) return std::numeric_limits<float>::quiet_NaN();
  return static_cast<float>(std::sin(static_cast<double>(x)));
}

// Partial results in lanes: their order is fixed, whatever the processor.
template <class Function>
inline float fold(const float* a, size_t count, float start, Function function) {
  constexpr size_t kLanes = 32;
  float lanes[kLanes];
  for (float& lane : lanes) lane = start;
  size_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    for (size_t lane = 0; lane < kLanes; ++lane) lanes[lane] = function(lanes[lane], a[i + lane]);
  }
  for (size_t lane = 0; i < count; ++i, ++lane) lanes[lane] = function(lanes[lane], a[i]);
  for (size_t width = kLanes / 2; width > 0; width /= 2) {
    for (size_t lane = 0; lane < width; ++lane) lanes[lane] = function(lanes[lane], lanes[lane + width]);
  }
  return lanes[0];
}

inline float larger(float a, float b) { return a > b || a != a ? a : b; }
inline float smaller(float a, float b) { return a < b || a != a ? a : b; }

}  // namespace

std::string_view spelling(Op op) { return kRows[static_cast<size_t>(op)].name; }
std::string_view numpy_name(Op op) { return kRows[static_cast<size_t>(op)].numpy; }
OpClass class_of(Op op) { return kRows[static_cast<size_t>(op)].kind; }
size_t op_count() { return std::size(kRows); }

bool is_comparison(Op op) {
  switch (op) {
    case Op::Equal:
    case Op::NotEqual:
    case Op::Greater:
    case Op::GreaterEqual:
    case Op::Less:
    case Op::LessEqual:
      return true;
    default:
      return false;
  }
}

bool is_reduction(Op op) {
  switch (op) {
    case Op::Add:
    case Op::Subtract:
    case Op::Multiply:
    case Op::Maximum:
    case Op::Minimum:
    case Op::AbsMax:
    case Op::AbsMin:
    case Op::LogicalAnd:
    case Op::LogicalOr:
    case Op::LogicalXor:
    case Op::BitwiseAnd:
    case Op::BitwiseOr:
    case Op::BitwiseXor:
      return true;
    default:
      return false;
  }
}

void binary_row(Op op, float* out, const float* a, size_t a_step, const float* b, size_t b_step,
                size_t count) {
  auto run = [&](auto function) { pair(out, a, a_step, b, b_step, count, function); };
  switch (op) {
    case Op::Add:
      return run([](float x, float y) { return x + y; });
    case Op::Subtract:
      return run([](float x, float y) { return x - y; });
    case Op::Multiply:
      return run([](float x, float y) { return x * y; });
    case Op::Divide:
      return run([](float x, float y) { return x / y; });
    case Op::Maximum:
      return run(larger);
    case Op::Minimum:
      return run(smaller);
    case Op::AbsMax:
      return run([](float x, float y) { return larger(std::fabs(x), std::fabs(y)); });
    case Op::AbsMin:
      return run([](float x, float y) { return smaller(std::fabs(x), std::fabs(y)); });
    case Op::Power:
      return run([](float x, float y) { return std::pow(x, y); });
    case Op::Fmod:
      return run([](float x, float y) { return std::fmod(x, y); });
    case Op::Mod:
      return run(modulo);
    case Op::Equal:
      return run([](float x, float y) { return as_flag(x == y); });
    case Op::NotEqual:
      return run([](float x, float y) { return as_flag(x != y); });
    case Op::Greater:
      return run([](float x, float y) { return as_flag(x > y); });
    case Op::GreaterEqual:
      return run([](float x, float y) { return as_flag(x >= y); });
    case Op::Less:
      return run([](float x, float y) { return as_flag(x < y); });
    case Op::LessEqual:
      return run([](float x, float y) { return as_flag(x <= y); });
    case Op::LogicalAnd:
      return run([](float x, float y) { return as_flag(x != 0 && y != 0); });
    case Op::LogicalOr:
      return run([](float x, float y) { return as_flag(x != 0 || y != 0); });
    case Op::LogicalXor:
      return run([](float x, float y) { return as_flag((x != 0) != (y != 0)); });
    default:
      TW_CHECK(false, "{} is no operator of two fp32 values", spelling(op));
  }
}

void unary_row(Op op, float* out, const float* a, size_t count) {
  auto run = [&](auto function) { map(out, a, count, function); };
  switch (op) {
    case Op::Abs:
      return run([](float x) { return std::fabs(x); });
    case Op::Square:
      return run([](float x) { return x * x; });
    case Op::Relu:
      return run([](float x) { return x > 0 || x != x ? x : 0.0f; });
    case Op::Rsqrt:
      return run([](float x) { return 1.0f / std::sqrt(x); });
    case Op::Reciprocal:
      return run([](float x) { return 1.0f / x; });
    case Op::Copy:
      return run([](float x) { return x; });
    case Op::Exp:
      return run(fast_exp);
    case Op::Log:
      return run([](float x) { return std::log(x); });
    case Op::Sqrt:
      return run([](float x) { return std::sqrt(x); });
    case Op::Sin:
      return run(engine_sin);
    case Op::Cos:
      return run([](float x) { return static_cast<float>(std::cos(static_cast<double>(x))); });
    case Op::Tan:
      return run([](float x) { return static_cast<float>(std::tan(static_cast<double>(x))); });
    case Op::Arctan:
      return run([](float x) { return std::atan(x); });
    case Op::Tanh:
      return run(fast_tanh);
    case Op::Sigmoid:
      return run(fast_sigmoid);
    case Op::Silu:
      return run([](float x) { return x * fast_sigmoid(x); });
    case Op::SiluDx:
      return run([](float x) {
        float share = fast_sigmoid(x);
        return share * (1.0f + x * (1.0f - share));
      });
    case Op::Gelu:
      return run([](float x) { return static_cast<float>(x * normal_share(x)); });
    case Op::GeluDx:
      return run([](float x) { return static_cast<float>(normal_share(x) + x * normal_density(x)); });
    case Op::GeluApproxTanh:
      return run(
          [](float x) { return 0.5f * x * (1.0f + fast_tanh(0.7978845608f * (x + 0.044715f * x * x * x))); });
    case Op::GeluApproxSigmoid:
      return run([](float x) { return x * fast_sigmoid(1.702f * x); });
    case Op::GeluApproxSigmoidDx:
      return run([](float x) {
        float share = fast_sigmoid(1.702f * x);
        return share * (1.0f + 1.702f * x * (1.0f - share));
      });
    case Op::Softplus:
      return run([](float x) { return x > 20.0f ? x : std::log1p(std::exp(x)); });
    case Op::Mish:
      return run([](float x) { return x * std::tanh(x > 20.0f ? x : std::log1p(std::exp(x))); });
    case Op::Erf:
      return run([](float x) { return std::erf(x); });
    case Op::ErfDx:
      return run([](float x) { return 1.1283791671f * fast_exp(-x * x); });
    case Op::Sign:
      return run([](float x) { return x > 0 ? 1.0f : x < 0 ? -1.0f : x; });
    case Op::Ceil:
      return run([](float x) { return std::ceil(x); });
    case Op::Floor:
      return run([](float x) { return std::floor(x); });
    case Op::Trunc:
      return run([](float x) { return std::trunc(x); });
    case Op::Negative:
      return run([](float x) { return -x; });
    case Op::LogicalNot:
      return run([](float x) { return as_flag(x == 0); });
    default:
      TW_CHECK(false, "{} is no function of one fp32 value", spelling(op));
  }
}

void integer_row(Op op, int64_t* out, const int64_t* a, size_t a_step, const int64_t* b, size_t b_step,
                 size_t count) {
  auto run = [&](auto function) {
    for (size_t i = 0; i < count; ++i) out[i] = function(a[i * a_step], b[i * b_step]);
  };
  auto shifted = [](int64_t by) { return by < 0 || by > 31 ? 32 : by; };
  switch (op) {
    case Op::BitwiseAnd:
      return run([](int64_t x, int64_t y) { return x & y; });
    case Op::BitwiseOr:
      return run([](int64_t x, int64_t y) { return x | y; });
    case Op::BitwiseXor:
      return run([](int64_t x, int64_t y) { return x ^ y; });
    case Op::Invert:
      return run([](int64_t x, int64_t) { return ~x; });
    case Op::LeftShift:
      return run(
          [&](int64_t x, int64_t y) { return static_cast<int64_t>(static_cast<uint64_t>(x) << shifted(y)); });
    case Op::RightShift:  // logical: there is no arithmetic one
      return run([&](int64_t x, int64_t y) {
        return static_cast<int64_t>((static_cast<uint64_t>(x) & 0xffffffffu) >> shifted(y));
      });
    case Op::Add:
      return run([](int64_t x, int64_t y) { return x + y; });
    case Op::Subtract:
      return run([](int64_t x, int64_t y) { return x - y; });
    case Op::Multiply:
      return run([](int64_t x, int64_t y) {
        return static_cast<int64_t>(static_cast<uint64_t>(x) * static_cast<uint64_t>(y));
      });
    case Op::Maximum:
      return run([](int64_t x, int64_t y) { return x > y ? x : y; });
    case Op::Minimum:
      return run([](int64_t x, int64_t y) { return x < y ? x : y; });
    case Op::Equal:
      return run([](int64_t x, int64_t y) { return int64_t{x == y}; });
    case Op::NotEqual:
      return run([](int64_t x, int64_t y) { return int64_t{x != y}; });
    case Op::Greater:
      return run([](int64_t x, int64_t y) { return int64_t{x > y}; });
    case Op::GreaterEqual:
      return run([](int64_t x, int64_t y) { return int64_t{x >= y}; });
    case Op::Less:
      return run([](int64_t x, int64_t y) { return int64_t{x < y}; });
    case Op::LessEqual:
      return run([](int64_t x, int64_t y) { return int64_t{x <= y}; });
    case Op::LogicalAnd:
      return run([](int64_t x, int64_t y) { return int64_t{x && y}; });
    case Op::LogicalOr:
      return run([](int64_t x, int64_t y) { return int64_t{x || y}; });
    case Op::LogicalXor:
      return run([](int64_t x, int64_t y) { return int64_t{(x != 0) != (y != 0)}; });
    default:
      TW_CHECK(false, "{} is no operator of two integers", spelling(op));
  }
}

float identity_of(Op op) {
  switch (op) {
    case Op::Multiply:
    case Op::LogicalAnd:
      return 1.0f;
    case Op::Maximum:
      return -kInfinity;
    case Op::Minimum:
    case Op::AbsMin:
      return kInfinity;
    default:
      return 0.0f;
  }
}

float reduce_row(Op op, const float* a, size_t count) {
  float start = identity_of(op);
  switch (op) {
    case Op::Add:
      return fold(a, count, start, [](float x, float y) { return x + y; });
    case Op::Multiply:
      return fold(a, count, start, [](float x, float y) { return x * y; });
    case Op::Maximum:
      return fold(a, count, start, larger);
    case Op::Minimum:
      return fold(a, count, start, smaller);
    default:
      break;
  }
  float value = start;
  if (op == Op::Subtract) {
    value = a[0];
    ++a;
    --count;
  }
  for (size_t i = 0; i < count; ++i) binary_row(op, &value, &value, 0, a + i, 0, 1);
  return value;
}

void scale_row(float* out, const float* a, float scale, float bias, size_t count) {
  for (size_t i = 0; i < count; ++i) out[i] = a[i] * scale + bias;
}

}  // namespace tilewright::kernels::nki
