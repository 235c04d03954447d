// Row kernels of the transformer in plain float32, used by the forward pass in sampling and training alike.
// Vectors of the running machine's width are chosen when the program is loaded.
#pragma once

#include <cstdint>

namespace tilewright::model::kernels {

// y = x * inverse * weight with inverse = 1/sqrt(mean(x^2) + epsilon), which is returned.
float rms_norm(const float* x, const float* weight, float* y, int64_t width, float epsilon);
// Gradient of one row: dx is written, dweight added to.
void rms_norm_backward(const float* x, const float* weight, float inverse, const float* dy, float* dx,
                       float* dweight, int64_t width);

// Rotates the pairs (i, i + half) of one head by the angles whose cosines and sines are given, half of each;
// direction -1 rotates back.
void rotate(const float* x, const float* cosines, const float* sines, float* y, int64_t half,
            float direction);

// y = silu(gate) * up.
void swiglu(const float* gate, const float* up, float* y, int64_t size);
void swiglu_backward(const float* gate, const float* up, const float* dy, float* dgate, float* dup,
                     int64_t size);

float dot(const float* a, const float* b, int64_t size);
// y += scale * x.
void add_scaled(const float* x, float scale, float* y, int64_t size);
float largest(const float* x, int64_t size);
// y = exp(x * scale - shift), returns the sum of y. y may be x.
float exp_and_sum(const float* x, float scale, float shift, float* y, int64_t size);

// c[rows, columns] = a[rows, inner] b[inner, columns] (added to c if `accumulate`), row-major with the given
// distances between rows.
void multiply(const float* a, int64_t a_stride, const float* b, int64_t b_stride, float* c, int64_t c_stride,
              int64_t rows, int64_t columns, int64_t inner, bool accumulate);
// b[columns, rows] = a[rows, columns] transposed.
void transpose(const float* a, int64_t a_stride, float* b, int64_t b_stride, int64_t rows, int64_t columns);

// Attention of one query over cached positions, in segments (a shared prompt, then what was generated). Keys
// lie position after position within a component, so that one vector holds a component of many positions.
struct KeyValueSegment {
  const float* keys;  // [head_dim][key_stride]; readable up to the next multiple of 16 positions
  int64_t key_stride;
  const float* values;  // [positions][value_stride]
  int64_t value_stride;
  int64_t positions;
};
// scores is scratch for all positions together and 16 more.
void attend_one(const float* query, const KeyValueSegment* segments, int64_t segment_count, float scale,
                float* scores, float* output, int64_t head_dim);
inline constexpr int64_t kPositionBlock = 16;

}  // namespace tilewright::model::kernels
