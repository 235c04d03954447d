// Conversions between element types, in registers and to and from memory.
#include <immintrin.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "kernels/triton/vector_kernels.h"

namespace tilewright::kernels::triton {
namespace {

// ---- rounding in place ------------------------------------------------------------------
void round_half(void* values, size_t count) {
  float* v = static_cast<float*>(values);
  size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    __m128i half = _mm256_cvtps_ph(_mm256_loadu_ps(v + i), _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
    _mm256_storeu_ps(v + i, _mm256_cvtph_ps(half));
  }
  for (; i < count; ++i) v[i] = half_to_float(float_to_half(v[i]));
}

void round_bfloat16(void* values, size_t count) {
  uint32_t* __restrict v = static_cast<uint32_t*>(values);
  for (size_t i = 0; i < count; ++i) {
    uint32_t bits = v[i];
    uint32_t rounded = (bits + 0x7fffu + ((bits >> 16) & 1u)) & 0xffff0000u;
    v[i] = (bits & 0x7fffffffu) > 0x7f800000u ? (bits | 0x400000u) & 0xffff0000u : rounded;
  }
}

template <DType dtype>
void round_float8(void* values, size_t count) {
  float* v = static_cast<float*>(values);
  for (size_t i = 0; i < count; ++i) v[i] = float8_to_float(dtype, float_to_float8(dtype, v[i]));
}

template <class T>
void wrap(void* values, size_t count) {
  int32_t* __restrict v = static_cast<int32_t*>(values);
  for (size_t i = 0; i < count; ++i) v[i] = static_cast<T>(v[i]);
}

// ---- conversion ---------------------------------------------------------------------------
// Out-of-range values saturate and NaN gives 0, as CUDA's cvt does.
template <class To, class From>
To to_integer(From x) {
  constexpr From kLow = static_cast<From>(std::numeric_limits<To>::min());
  constexpr From kHigh = static_cast<From>(std::numeric_limits<To>::max());  // may round up to 2**n
  if (!(x > kLow)) return x != x ? To{0} : std::numeric_limits<To>::min();
  return x >= kHigh ? std::numeric_limits<To>::max() : static_cast<To>(x);
}

template <class From, class To>
void convert_loop(const void* x, void* result, size_t count) {
  const From* __restrict in = static_cast<const From*>(x);
  To* __restrict out = static_cast<To*>(result);
  for (size_t i = 0; i < count; ++i) {
    if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
      out[i] = to_integer<To, From>(in[i]);
    } else {
      out[i] = static_cast<To>(in[i]);
    }
  }
}

template <class From>
void convert_to_bool(const void* x, void* result, size_t count) {
  const From* __restrict in = static_cast<const From*>(x);
  uint8_t* __restrict out = static_cast<uint8_t*>(result);
  for (size_t i = 0; i < count; ++i) out[i] = in[i] != From{0};
}

template <class From>
void convert_from(const void* x, DType to, void* result, size_t count) {
  switch (to) {
    case DType::Bool:
      return convert_to_bool<From>(x, result, count);
    case DType::Float64:
      return convert_loop<From, double>(x, result, count);
    case DType::Int64:
      return convert_loop<From, int64_t>(x, result, count);
    case DType::UInt64:
      return convert_loop<From, uint64_t>(x, result, count);
    case DType::UInt32:
      return convert_loop<From, uint32_t>(x, result, count);
    case DType::Int8:
    case DType::Int16:
    case DType::Int32:
    case DType::UInt8:
    case DType::UInt16:
      convert_loop<From, int32_t>(x, result, count);
      break;
    default:
      convert_loop<From, float>(x, result, count);
      break;
  }
  if (RoundKernel round = round_kernel(to)) round(result, count);
}

// ---- memory -----------------------------------------------------------------------------------
template <class Memory, class Register>
void widen(const std::byte* memory, void* registers, size_t count) {
  Register* __restrict out = static_cast<Register*>(registers);
  for (size_t i = 0; i < count; ++i) {
    Memory value;
    std::memcpy(&value, memory + i * sizeof(Memory), sizeof(Memory));
    out[i] = value;
  }
}

template <class Memory, class Register>
void narrow(const void* registers, std::byte* memory, size_t count) {
  const Register* __restrict in = static_cast<const Register*>(registers);
  for (size_t i = 0; i < count; ++i) {
    Memory value = static_cast<Memory>(in[i]);
    std::memcpy(memory + i * sizeof(Memory), &value, sizeof(Memory));
  }
}

void load_half(const std::byte* memory, float* out, size_t count) {
  size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    __m128i half = _mm_loadu_si128(reinterpret_cast<const __m128i*>(memory + i * 2));
    _mm256_storeu_ps(out + i, _mm256_cvtph_ps(half));
  }
  for (; i < count; ++i) {
    uint16_t bits;
    std::memcpy(&bits, memory + i * 2, 2);
    out[i] = half_to_float(bits);
  }
}

void store_half(const float* in, std::byte* memory, size_t count) {
  size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    __m128i half = _mm256_cvtps_ph(_mm256_loadu_ps(in + i), _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(memory + i * 2), half);
  }
  for (; i < count; ++i) {
    uint16_t bits = float_to_half(in[i]);
    std::memcpy(memory + i * 2, &bits, 2);
  }
}

}  // namespace

RoundKernel round_kernel(DType dtype) {
  switch (dtype) {
    case DType::Float16:
      return round_half;
    case DType::BFloat16:
      return round_bfloat16;
    case DType::Float8E4M3FN:
      return round_float8<DType::Float8E4M3FN>;
    case DType::Float8E5M2:
      return round_float8<DType::Float8E5M2>;
    case DType::Float8E4M3FNUZ:
      return round_float8<DType::Float8E4M3FNUZ>;
    case DType::Float8E5M2FNUZ:
      return round_float8<DType::Float8E5M2FNUZ>;
    case DType::Int8:
      return wrap<int8_t>;
    case DType::Int16:
      return wrap<int16_t>;
    case DType::UInt8:
      return wrap<uint8_t>;
    case DType::UInt16:
      return wrap<uint16_t>;
    case DType::Bool:
    case DType::Int32:
    case DType::Int64:
    case DType::UInt32:
    case DType::UInt64:
    case DType::Float32:
    case DType::Float64:
      return nullptr;
  }
  return nullptr;
}

void convert(DType from, const void* x, DType to, void* result, size_t count) {
  switch (from) {
    case DType::Bool:
      return convert_from<uint8_t>(x, to, result, count);
    case DType::Int8:
    case DType::Int16:
    case DType::Int32:
    case DType::UInt8:
    case DType::UInt16:
      return convert_from<int32_t>(x, to, result, count);
    case DType::UInt32:
      return convert_from<uint32_t>(x, to, result, count);
    case DType::Int64:
      return convert_from<int64_t>(x, to, result, count);
    case DType::UInt64:
      return convert_from<uint64_t>(x, to, result, count);
    case DType::Float64:
      return convert_from<double>(x, to, result, count);
    default:
      return convert_from<float>(x, to, result, count);
  }
}

void convert_toward_zero(DType to, const void* x, void* result, size_t count) {
  // A nearest result that is larger in magnitude than x is stepped one unit toward zero.
  const float* in = static_cast<const float*>(x);
  float* out = static_cast<float*>(result);
  std::copy_n(in, count, out);
  if (RoundKernel round = round_kernel(to)) round(out, count);
  for (size_t i = 0; i < count; ++i) {
    if (!(std::fabs(out[i]) > std::fabs(in[i]))) continue;
    if (to == DType::Float16) {
      out[i] = half_to_float(static_cast<uint16_t>(float_to_half(out[i]) - 1));
    } else if (to == DType::BFloat16) {
      out[i] = bfloat16_to_float(static_cast<uint16_t>(float_to_bfloat16(out[i]) - 1));
    }
  }
}

void bitcast(DType from, const void* x, DType to, void* result, size_t count) {
  // Through the memory form, a piece at a time.
  std::byte buffer[1024];
  size_t width = size_of(from), per_piece = sizeof(buffer) / width;
  size_t from_bytes = bytes(reg_of({from, false, false, {}})),
         to_bytes = bytes(reg_of({to, false, false, {}}));
  for (size_t i = 0; i < count; i += per_piece) {
    size_t n = std::min(per_piece, count - i);
    store_elements(from, static_cast<const std::byte*>(x) + i * from_bytes, buffer, n);
    load_elements(to, buffer, static_cast<std::byte*>(result) + i * to_bytes, n);
  }
}

void load_elements(DType dtype, const std::byte* memory, void* registers, size_t count) {
  switch (dtype) {
    case DType::Bool: {
      uint8_t* __restrict out = static_cast<uint8_t*>(registers);
      for (size_t i = 0; i < count; ++i) out[i] = memory[i] != std::byte{0};
      return;
    }
    case DType::Int8:
      return widen<int8_t, int32_t>(memory, registers, count);
    case DType::Int16:
      return widen<int16_t, int32_t>(memory, registers, count);
    case DType::UInt8:
      return widen<uint8_t, int32_t>(memory, registers, count);
    case DType::UInt16:
      return widen<uint16_t, int32_t>(memory, registers, count);
    case DType::Int32:
    case DType::UInt32:
    case DType::Float32:
      std::memcpy(registers, memory, count * 4);
      return;
    case DType::Int64:
    case DType::UInt64:
    case DType::Float64:
      std::memcpy(registers, memory, count * 8);
      return;
    case DType::Float16:
      return load_half(memory, static_cast<float*>(registers), count);
    case DType::BFloat16: {
      uint32_t* __restrict out = static_cast<uint32_t*>(registers);
      for (size_t i = 0; i < count; ++i) {
        uint16_t bits;
        std::memcpy(&bits, memory + i * 2, 2);
        out[i] = static_cast<uint32_t>(bits) << 16;
      }
      return;
    }
    case DType::Float8E4M3FN:
    case DType::Float8E5M2:
    case DType::Float8E4M3FNUZ:
    case DType::Float8E5M2FNUZ: {
      float* out = static_cast<float*>(registers);
      for (size_t i = 0; i < count; ++i) out[i] = float8_to_float(dtype, static_cast<uint8_t>(memory[i]));
      return;
    }
  }
}

void load_elements(Reg reg, DType dtype, const std::byte* memory, void* registers, size_t count) {
  if (reg == Reg::I8) {
    std::memcpy(registers, memory, count);
  } else {
    load_elements(dtype, memory, registers, count);
  }
}

void load_rows(Reg reg, DType dtype, const std::byte* memory, size_t memory_step, void* registers, size_t register_step,
               size_t rows, size_t count) {
  std::byte* out = static_cast<std::byte*>(registers);
  size_t width = bytes(reg), row_bytes = count * width;
  constexpr size_t kChunk = 32;
  if (size_of(dtype) == width && dtype != DType::Bool && row_bytes % kChunk == 0) {
    for (size_t row = 0; row < rows; ++row) {
      for (size_t at = 0; at < row_bytes; at += kChunk)
        std::memcpy(out + row * register_step * width + at, memory + row * memory_step + at, kChunk);
    }
    return;
  }
  for (size_t row = 0; row < rows; ++row)
    load_elements(reg, dtype, memory + row * memory_step, out + row * register_step * width, count);
}

void store_elements(DType dtype, const void* registers, std::byte* memory, size_t count) {
  switch (dtype) {
    case DType::Bool:
      std::memcpy(memory, registers, count);
      return;
    case DType::Int8:
    case DType::UInt8:
      return narrow<uint8_t, uint32_t>(registers, memory, count);
    case DType::Int16:
    case DType::UInt16:
      return narrow<uint16_t, uint32_t>(registers, memory, count);
    case DType::Int32:
    case DType::UInt32:
    case DType::Float32:
      std::memcpy(memory, registers, count * 4);
      return;
    case DType::Int64:
    case DType::UInt64:
    case DType::Float64:
      std::memcpy(memory, registers, count * 8);
      return;
    case DType::Float16:
      return store_half(static_cast<const float*>(registers), memory, count);
    case DType::BFloat16: {
      // Register values are already rounded: the upper half is exact.
      const uint32_t* __restrict in = static_cast<const uint32_t*>(registers);
      for (size_t i = 0; i < count; ++i) {
        uint16_t bits = static_cast<uint16_t>(in[i] >> 16);
        std::memcpy(memory + i * 2, &bits, 2);
      }
      return;
    }
    case DType::Float8E4M3FN:
    case DType::Float8E5M2:
    case DType::Float8E4M3FNUZ:
    case DType::Float8E5M2FNUZ: {
      const float* in = static_cast<const float*>(registers);
      for (size_t i = 0; i < count; ++i) memory[i] = static_cast<std::byte>(float_to_float8(dtype, in[i]));
      return;
    }
  }
}

}  // namespace tilewright::kernels::triton
