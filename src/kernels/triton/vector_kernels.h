// The inner loops: one function a (operation, register kind), over contiguous elements. Operands are
// vectors (v) or one element that stands for all (s). Destinations never overlap operands.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/triton/program.h"
#include "kernels/triton/registers.h"

namespace tilewright::kernels::triton {

using UnaryKernel = void (*)(void* result, const void* x, size_t count);
using BinaryKernel = void (*)(void* result, const void* x, const void* y, size_t count);
using RoundKernel = void (*)(void* values, size_t count);  // in place

struct BinaryKernels {
  BinaryKernel vv = nullptr, vs = nullptr, sv = nullptr;
};

// Null where the operation does not exist for the kind. Unary results have the operand's kind; tests
// (isnan...) and comparisons write bytes 0 and 1.
UnaryKernel unary_kernel(Op op, Reg reg);
BinaryKernels binary_kernels(Op op, Reg reg, bool is_unsigned);

// Brings results of fp32 or 32-bit integer arithmetic to the values of a narrower type; null where
// the type is the register's own.
RoundKernel round_kernel(DType dtype);

// Value conversion between types; the result is rounded or wrapped to `to`.
void convert(DType from, const void* x, DType to, void* result, size_t count);
// fp32 to a narrower float toward zero.
void convert_toward_zero(DType to, const void* x, void* result, size_t count);
// Same bits.
void bitcast(DType from, const void* x, DType to, void* result, size_t count);

// result = condition ? x : y; element sizes 1, 4 or 8. is_x_one: x is one element for all.
void select(size_t element_bytes, void* result, const uint8_t* condition, const void* x, bool is_x_one,
            const void* y, bool is_y_one, size_t count);
void fma(Reg reg, void* result, const void* x, const void* y, const void* z, size_t count);

// Between memory of a dtype and registers.
void load_elements(DType dtype, const std::byte* memory, void* registers, size_t count);
void load_elements(Reg reg, DType dtype, const std::byte* memory, void* registers, size_t count);
void store_elements(DType dtype, const void* registers, std::byte* memory, size_t count);
// `rows` of `count` elements, `memory_step` bytes apart in memory and `register_step` elements in registers.
void load_rows(Reg reg, DType dtype, const std::byte* memory, size_t memory_step, void* registers, size_t register_step,
               size_t rows, size_t count);

// result[i] = base + i * step as the register kind (I32, I64).
void fill_affine(Reg reg, void* result, int64_t base, int64_t step, size_t count);
void fill(size_t element_bytes, void* result, const void* element, size_t count);

// Along the middle axis of (outer, n, inner); result is (outer, inner).
void reduce(ReduceKind kind, Reg reg, bool is_unsigned, const void* x, void* result, size_t outer, size_t n,
            size_t inner);
// Extreme value and index (int32) along the middle axis; the leftmost wins ties.
void arg_reduce(ReduceKind kind, Reg reg, bool is_unsigned, const void* x, void* values, void* indices,
                size_t outer, size_t n, size_t inner);
void scan(ReduceKind kind, Reg reg, bool is_unsigned, bool is_reverse, const void* x, void* result,
          size_t outer, size_t n, size_t inner);
void sort(Reg reg, bool is_unsigned, bool is_descending, void* values, size_t outer, size_t n);

// c (m, n) += a (m, k) b (k, n), row-major, fp32 accumulation.
void dot_f32(const float* a, const float* b, float* c, size_t m, size_t n, size_t k);
// The same at another precision; the parts of a and b go through `a_part` (m * k) and `b_part` (k * n).
void dot_f32(DotPrecision precision, const float* a, const float* b, float* c, size_t m, size_t n, size_t k,
             float* a_part, float* b_part);
void dot_f64(const double* a, const double* b, double* c, size_t m, size_t n, size_t k);
void dot_i32(const int32_t* a, const int32_t* b, int32_t* c, size_t m, size_t n, size_t k);

// ---- products of 8-bit integers, exact in 32 bits (sums wrap) ----
struct ByteOperand {
  const void* data;
  bool is_unsigned;
  bool is_extended = true;  // as registers hold them, 32 bits each; otherwise bytes
};
// Room for packed operands, kept from one product to the next.
struct ByteBuffers {
  std::vector<uint32_t> left, right, ones;
  std::vector<int32_t> rows, columns, sums;
};
// How products are made; dot_bytes takes the best that the processor has.
enum class ByteMethod : uint8_t {
  Plain,         // loops
  Pairs,         // AVX2: pmaddwd
  NarrowQuads,   // AVX-VNNI: vpdpbusd of 256 bits
  EncodedQuads,  // the same as AVX-512 encodes it
  WideQuads,     // AVX512-VNNI: vpdpbusd of 512 bits
};
bool is_supported(ByteMethod method);
// c (m, n) += a (m, k) b (k, n), row-major.
void dot_bytes(const ByteOperand& a, const ByteOperand& b, int32_t* c, size_t m, size_t n, size_t k,
               ByteBuffers& buffers);
void dot_bytes(ByteMethod method, const ByteOperand& a, const ByteOperand& b, int32_t* c, size_t m, size_t n, size_t k,
               ByteBuffers& buffers);

}  // namespace tilewright::kernels::triton
