// Operators and activation functions that instructions take as `op`, and their inner loops over contiguous
// fp32.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tilewright::kernels::nki {

enum class Op : uint8_t {
#define TW_OP(identifier, name, kind, numpy) identifier,
#include "kernels/nki/ops.def"
#undef TW_OP
};

enum class OpClass : uint8_t { Bit, Arithmetic, Unary, Activation, Marker };

std::string_view spelling(Op op);
std::string_view numpy_name(Op op);  // "" where NumPy has none that NKI takes
OpClass class_of(Op op);
size_t op_count();
bool is_reduction(Op op);   // legal as reduce_op
bool is_comparison(Op op);  // gives 0 or 1
inline bool takes_one(Op op) {
  return class_of(op) == OpClass::Unary || class_of(op) == OpClass::Activation || op == Op::Invert;
}

// out[i] = a[i * a_step] op b[i * b_step]; steps are 0 (one element for all) or 1. `out` may be `a` or `b`.
// Arithmetic operators only.
void binary_row(Op op, float* out, const float* a, size_t a_step, const float* b, size_t b_step,
                size_t count);
// out[i] = op(a[i]); Unary and Activation operators only. `out` may be `a`.
void unary_row(Op op, float* out, const float* a, size_t count);
// Exact integers. Results wrap to 32 bits.
void integer_row(Op op, int64_t* out, const int64_t* a, size_t a_step, const int64_t* b, size_t b_step,
                 size_t count);
// a[0] op a[1] op ...; add, multiply, maximum, minimum, abs_max, abs_min and the logical ones.
float reduce_row(Op op, const float* a, size_t count);
float identity_of(Op op);
// out[i] = a[i] * scale + bias
void scale_row(float* out, const float* a, float scale, float bias, size_t count);

// c[m][n] (+)= sum over k of a[k][m] * b[k][n]; rows are a_step, b_step, c_step elements apart.
void matmul(const float* a, size_t a_step, const float* b, size_t b_step, float* c, size_t c_step, size_t m,
            size_t n, size_t k, bool accumulates);

}  // namespace tilewright::kernels::nki
