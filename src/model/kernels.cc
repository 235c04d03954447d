#include "model/kernels.h"

#include <algorithm>
#include <cmath>
#include <cstring>

// These loops are the program's hot spots on a CPU: fused multiply-add and wide vectors are wanted here, and
// clones for AVX-512 are picked at load time.
#pragma GCC optimize("O3", "fp-contract=fast", "no-trapping-math")
// The vectors below never cross a call: helpers are inlined into the clones.
#pragma GCC diagnostic ignored "-Wpsabi"
#define TW_CLONES __attribute__((target_clones("arch=x86-64-v4", "default")))

namespace tilewright::model::kernels {
namespace {

constexpr int64_t kLanes = 16;
// One AVX-512 register, two AVX2 ones. Unaligned and free to alias floats.
typedef float Vector __attribute__((vector_size(kLanes * 4), aligned(4), may_alias));
typedef int32_t Integers __attribute__((vector_size(kLanes * 4), aligned(4), may_alias));

#define TW_INLINE inline __attribute__((always_inline))

TW_INLINE Vector load(const float* p) { return *reinterpret_cast<const Vector*>(p); }
TW_INLINE void store(float* p, const Vector& v) { *reinterpret_cast<Vector*>(p) = v; }
TW_INLINE Vector fill(float value) { return Vector{} + value; }

TW_INLINE float sum_of(const Vector& v) {
  float parts[kLanes];
  std::memcpy(parts, &v, sizeof parts);
  for (int64_t width = kLanes / 2; width > 0; width /= 2) {
    for (int64_t i = 0; i < width; ++i) parts[i] += parts[i + width];
  }
  return parts[0];
}

// exp as in Cephes' expf: 2^n times a polynomial on [-ln2/2, ln2/2]; within 2 units in the last place.
TW_INLINE Vector exp_of(Vector x) {
  const Vector high = fill(88.0f), low = fill(-87.0f);
  x = x > high ? high : x;
  x = x < low ? low : x;
  // Adding 1.5 * 2^23 rounds to an integer in the low bits.
  const Vector magic = fill(12582912.0f);
  Vector scaled = x * 1.44269504088896341f + magic;
  Vector n = scaled - magic;
  x = x - n * 0.693359375f;
  x = x - n * -2.12194440e-4f;
  Vector p = fill(1.9875691500e-4f);
  p = p * x + 1.3981999507e-3f;
  p = p * x + 8.3334519073e-3f;
  p = p * x + 4.1665795894e-2f;
  p = p * x + 1.6666665459e-1f;
  p = p * x + 5.0000001201e-1f;
  p = p * (x * x) + x + 1.0f;
  Integers bits = reinterpret_cast<Integers&>(scaled);
  bits = (bits - 0x4b400000 + 127) << 23;
  return p * reinterpret_cast<Vector&>(bits);
}

// A tail shorter than a vector goes through a padded copy, so that a row's value does not depend on where in
// a vector it falls.
TW_INLINE Vector load_tail(const float* p, int64_t size, float padding) {
  float parts[kLanes];
  for (int64_t i = 0; i < kLanes; ++i) parts[i] = i < size ? p[i] : padding;
  return load(parts);
}
TW_INLINE void store_tail(float* p, const Vector& v, int64_t size) {
  float parts[kLanes];
  store(parts, v);
  for (int64_t i = 0; i < size; ++i) p[i] = parts[i];
}

}  // namespace

TW_CLONES float dot(const float* a, const float* b, int64_t size) {
  Vector sum = {};
  int64_t i = 0;
  for (; i + kLanes <= size; i += kLanes) sum += load(a + i) * load(b + i);
  if (i < size) sum += load_tail(a + i, size - i, 0) * load_tail(b + i, size - i, 0);
  return sum_of(sum);
}

TW_CLONES void add_scaled(const float* x, float scale, float* y, int64_t size) {
  for (int64_t i = 0; i < size; ++i) y[i] += scale * x[i];
}

TW_CLONES float largest(const float* x, int64_t size) {
  Vector most = fill(-INFINITY);
  int64_t i = 0;
  for (; i + kLanes <= size; i += kLanes) {
    Vector v = load(x + i);
    most = v > most ? v : most;
  }
  if (i < size) {
    Vector v = load_tail(x + i, size - i, -INFINITY);
    most = v > most ? v : most;
  }
  float result = most[0];
  for (int64_t lane = 1; lane < kLanes; ++lane) result = most[lane] > result ? most[lane] : result;
  return result;
}

TW_CLONES float exp_and_sum(const float* x, float scale, float shift, float* y, int64_t size) {
  Vector sum = {};
  int64_t i = 0;
  for (; i + kLanes <= size; i += kLanes) {
    Vector e = exp_of(load(x + i) * scale - shift);
    store(y + i, e);
    sum += e;
  }
  float total = sum_of(sum);
  if (i < size) {
    Vector e = exp_of(load_tail(x + i, size - i, 0) * scale - shift);
    store_tail(y + i, e, size - i);
    for (int64_t lane = 0; lane < size - i; ++lane) total += e[lane];
  }
  return total;
}

TW_CLONES float rms_norm(const float* x, const float* weight, float* y, int64_t width, float epsilon) {
  Vector sum = {};
  int64_t i = 0;
  for (; i + kLanes <= width; i += kLanes) sum += load(x + i) * load(x + i);
  float total = sum_of(sum);
  for (; i < width; ++i) total += x[i] * x[i];
  float inverse = 1.0f / std::sqrt(total / static_cast<float>(width) + epsilon);
  for (int64_t j = 0; j < width; ++j) y[j] = weight[j] * (x[j] * inverse);
  return inverse;
}

TW_CLONES void rms_norm_backward(const float* x, const float* weight, float inverse, const float* dy,
                                 float* dx, float* dweight, int64_t width) {
  Vector sum = {};
  int64_t i = 0;
  for (; i + kLanes <= width; i += kLanes) sum += load(dy + i) * load(weight + i) * load(x + i);
  float total = sum_of(sum);
  for (; i < width; ++i) total += dy[i] * weight[i] * x[i];
  float shared = total * inverse * inverse * inverse / static_cast<float>(width);
  for (int64_t j = 0; j < width; ++j) {
    dx[j] = dy[j] * weight[j] * inverse - x[j] * shared;
    dweight[j] += dy[j] * x[j] * inverse;
  }
}

TW_CLONES void rotate(const float* x, const float* cosines, const float* sines, float* y, int64_t half,
                      float direction) {
  for (int64_t i = 0; i < half; ++i) {
    float first = x[i], second = x[i + half];
    float sine = direction * sines[i];
    y[i] = first * cosines[i] - second * sine;
    y[i + half] = second * cosines[i] + first * sine;
  }
}

TW_CLONES void swiglu(const float* gate, const float* up, float* y, int64_t size) {
  int64_t i = 0;
  for (; i + kLanes <= size; i += kLanes) {
    Vector g = load(gate + i);
    store(y + i, g / (exp_of(-g) + 1.0f) * load(up + i));
  }
  if (i < size) {
    Vector g = load_tail(gate + i, size - i, 0);
    store_tail(y + i, g / (exp_of(-g) + 1.0f) * load_tail(up + i, size - i, 0), size - i);
  }
}

TW_CLONES void swiglu_backward(const float* gate, const float* up, const float* dy, float* dgate, float* dup,
                               int64_t size) {
  for (int64_t i = 0; i < size; i += kLanes) {
    int64_t rest = std::min(kLanes, size - i);
    bool whole = rest == kLanes;
    Vector g = whole ? load(gate + i) : load_tail(gate + i, rest, 0);
    Vector u = whole ? load(up + i) : load_tail(up + i, rest, 0);
    Vector d = whole ? load(dy + i) : load_tail(dy + i, rest, 0);
    Vector sigmoid = 1.0f / (exp_of(-g) + 1.0f);
    Vector silu = g * sigmoid;
    Vector gate_gradient = d * u * (sigmoid + silu * (1.0f - sigmoid));
    Vector up_gradient = d * silu;
    if (whole) {
      store(dgate + i, gate_gradient);
      store(dup + i, up_gradient);
    } else {
      store_tail(dgate + i, gate_gradient, rest);
      store_tail(dup + i, up_gradient, rest);
    }
  }
}

namespace {

// A tile of c: kRows rows by one or two vectors of columns, kept in registers over the inner loop.
template <int kRows, int kVectors>
TW_INLINE void multiply_tile(const float* a, int64_t a_stride, const float* b, int64_t b_stride, float* c,
                             int64_t c_stride, int64_t inner, bool accumulate) {
  Vector sums[kRows][kVectors];
  for (int r = 0; r < kRows; ++r) {
    for (int v = 0; v < kVectors; ++v)
      sums[r][v] = accumulate ? load(c + r * c_stride + v * kLanes) : Vector{};
  }
  for (int64_t k = 0; k < inner; ++k) {
    Vector right[kVectors];
    for (int v = 0; v < kVectors; ++v) right[v] = load(b + k * b_stride + v * kLanes);
    for (int r = 0; r < kRows; ++r) {
      float left = a[r * a_stride + k];
      for (int v = 0; v < kVectors; ++v) sums[r][v] += left * right[v];
    }
  }
  for (int r = 0; r < kRows; ++r) {
    for (int v = 0; v < kVectors; ++v) store(c + r * c_stride + v * kLanes, sums[r][v]);
  }
}

// Columns past the last whole vector.
TW_INLINE void multiply_tail(const float* a, const float* b, int64_t b_stride, float* c, int64_t columns,
                             int64_t inner, bool accumulate) {
  float sums[kLanes] = {};
  for (int64_t k = 0; k < inner; ++k) {
    for (int64_t j = 0; j < columns; ++j) sums[j] += a[k] * b[k * b_stride + j];
  }
  for (int64_t j = 0; j < columns; ++j) c[j] = accumulate ? c[j] + sums[j] : sums[j];
}

}  // namespace

TW_CLONES void multiply(const float* a, int64_t a_stride, const float* b, int64_t b_stride, float* c,
                        int64_t c_stride, int64_t rows, int64_t columns, int64_t inner, bool accumulate) {
  int64_t column = 0;
  for (; column + 2 * kLanes <= columns; column += 2 * kLanes) {
    int64_t row = 0;
    for (; row + 4 <= rows; row += 4) {
      multiply_tile<4, 2>(a + row * a_stride, a_stride, b + column, b_stride, c + row * c_stride + column,
                          c_stride, inner, accumulate);
    }
    for (; row < rows; ++row) {
      multiply_tile<1, 2>(a + row * a_stride, a_stride, b + column, b_stride, c + row * c_stride + column,
                          c_stride, inner, accumulate);
    }
  }
  for (; column + kLanes <= columns; column += kLanes) {
    int64_t row = 0;
    for (; row + 4 <= rows; row += 4) {
      multiply_tile<4, 1>(a + row * a_stride, a_stride, b + column, b_stride, c + row * c_stride + column,
                          c_stride, inner, accumulate);
    }
    for (; row < rows; ++row) {
      multiply_tile<1, 1>(a + row * a_stride, a_stride, b + column, b_stride, c + row * c_stride + column,
                          c_stride, inner, accumulate);
    }
  }
  if (column == columns) return;
  for (int64_t row = 0; row < rows; ++row) {
    multiply_tail(a + row * a_stride, b + column, b_stride, c + row * c_stride + column, columns - column,
                  inner, accumulate);
  }
}

TW_CLONES void transpose(const float* a, int64_t a_stride, float* b, int64_t b_stride, int64_t rows,
                         int64_t columns) {
  for (int64_t j = 0; j < columns; ++j) {
    for (int64_t i = 0; i < rows; ++i) b[j * b_stride + i] = a[i * a_stride + j];
  }
}

namespace {

// scores[0, positions) = query . keys, in blocks of a vector of positions.
TW_INLINE void score_segment(const float* query, const KeyValueSegment& segment, float* scores,
                             int64_t head_dim) {
  int64_t p = 0;
  for (; p + 2 * kLanes <= segment.positions; p += 2 * kLanes) {
    Vector first = {}, second = {};
    const float* keys = segment.keys + p;
    for (int64_t i = 0; i < head_dim; ++i, keys += segment.key_stride) {
      first += query[i] * load(keys);
      second += query[i] * load(keys + kLanes);
    }
    store(scores + p, first);
    store(scores + p + kLanes, second);
  }
  for (; p < segment.positions; p += kLanes) {
    Vector first = {};
    const float* keys = segment.keys + p;
    for (int64_t i = 0; i < head_dim; ++i, keys += segment.key_stride) first += query[i] * load(keys);
    store(scores + p, first);
  }
}

// output[0, kLanes) = sum of weight * value over all segments, for one vector of components.
TW_INLINE Vector weigh_values(const KeyValueSegment* segments, int64_t segment_count, const float* weights,
                              int64_t component) {
  // Two sums, since each waits for its last addition.
  Vector even = {}, odd = {};
  for (int64_t s = 0; s < segment_count; ++s) {
    const float* values = segments[s].values + component;
    int64_t stride = segments[s].value_stride, positions = segments[s].positions;
    int64_t p = 0;
    for (; p + 2 <= positions; p += 2) {
      even += weights[p] * load(values + p * stride);
      odd += weights[p + 1] * load(values + (p + 1) * stride);
    }
    if (p < positions) even += weights[p] * load(values + p * stride);
    weights += positions;
  }
  return even + odd;
}

}  // namespace

TW_CLONES void attend_one(const float* query, const KeyValueSegment* segments, int64_t segment_count,
                          float scale, float* scores, float* output, int64_t head_dim) {
  int64_t count = 0;
  for (int64_t s = 0; s < segment_count; ++s) {
    score_segment(query, segments[s], scores + count, head_dim);
    count += segments[s].positions;
  }
  float most = largest(scores, count);
  float inverse = 1.0f / exp_and_sum(scores, scale, most * scale, scores, count);
  int64_t i = 0;
  for (; i + kLanes <= head_dim; i += kLanes) {
    store(output + i, weigh_values(segments, segment_count, scores, i) * inverse);
  }
  for (; i < head_dim; ++i) {
    float sum = 0;
    const float* weights = scores;
    for (int64_t s = 0; s < segment_count; ++s) {
      const KeyValueSegment& segment = segments[s];
      for (int64_t p = 0; p < segment.positions; ++p)
        sum += *weights++ * segment.values[p * segment.value_stride + i];
    }
    output[i] = sum * inverse;
  }
}

}  // namespace tilewright::model::kernels
