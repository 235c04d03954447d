// The vector types of CUDA with their alignments, and make_*.
#pragma once

namespace tilewright {
// A member that takes no room and copies the whole vector once more, as one value: that leaves the compiler one access, whose
// hook looks whether it lies where one access of its size may, instead of one of each part.
template <class T, int Bytes>
struct AlignedCopy {
  typedef T Whole __attribute__((vector_size(Bytes)));
  AlignedCopy() = default;
  __attribute__((always_inline)) constexpr AlignedCopy(const AlignedCopy& from) {
    if (!__builtin_is_constant_evaluated()) copy(this, &from);
  }
  __attribute__((always_inline)) constexpr AlignedCopy& operator=(const AlignedCopy& from) {
    if (!__builtin_is_constant_evaluated()) copy(this, &from);
    return *this;
  }
  __attribute__((always_inline, no_sanitize("alignment"))) static void copy(void* to, const void* from) {
    *(Whole*)to = *(const Whole*)from;
  }
};
template <class T>
struct AlignedCopy<T, 2> {};
template <class T>
struct AlignedCopy<T, 4> {};
}  // namespace tilewright

#define TW_VECTOR1(T, name, align1)                    \
  struct name##1 {                                     \
    T x;                                               \
  };                                                   \
  static inline constexpr name##1 make_##name##1(T x) { return name##1{x}; }
#define TW_VECTOR2(T, name, bytes)                     \
  struct alignas(bytes) name##2 {                      \
    T x, y;                                            \
    [[no_unique_address]] tilewright::AlignedCopy<T, bytes> tw_copy; \
  };                                                   \
  static inline constexpr name##2 make_##name##2(T x, T y) { return name##2{x, y}; }
#define TW_VECTOR3(T, name)                            \
  struct name##3 {                                     \
    T x, y, z;                                         \
  };                                                   \
  static inline constexpr name##3 make_##name##3(T x, T y, T z) { return name##3{x, y, z}; }
#define TW_VECTOR4(T, name, bytes)                     \
  struct alignas(bytes) name##4 {                      \
    T x, y, z, w;                                      \
    [[no_unique_address]] tilewright::AlignedCopy<T, bytes> tw_copy; \
  };                                                   \
  static inline constexpr name##4 make_##name##4(T x, T y, T z, T w) { return name##4{x, y, z, w}; }
#define TW_VECTORS(T, name, align2, align4) \
  TW_VECTOR1(T, name, align1)               \
  TW_VECTOR2(T, name, align2)               \
  TW_VECTOR3(T, name)                       \
  TW_VECTOR4(T, name, align4)

TW_VECTORS(signed char, char, 2, 4)
TW_VECTORS(unsigned char, uchar, 2, 4)
TW_VECTORS(short, short, 4, 8)
TW_VECTORS(unsigned short, ushort, 4, 8)
TW_VECTORS(int, int, 8, 16)
TW_VECTOR1(unsigned int, uint, 4)
TW_VECTOR2(unsigned int, uint, 8)
TW_VECTOR4(unsigned int, uint, 16)
static inline constexpr uint3 make_uint3(unsigned int x, unsigned int y, unsigned int z) { return uint3{x, y, z}; }
TW_VECTORS(long, long, 16, 16)
TW_VECTORS(unsigned long, ulong, 16, 16)
TW_VECTORS(long long, longlong, 16, 16)
TW_VECTORS(unsigned long long, ulonglong, 16, 16)
TW_VECTORS(float, float, 8, 16)
TW_VECTORS(double, double, 16, 16)

#undef TW_VECTOR1
#undef TW_VECTOR2
#undef TW_VECTOR3
#undef TW_VECTOR4
#undef TW_VECTORS
static_assert(sizeof(float4) == 16 && sizeof(double2) == 16 && sizeof(float2) == 8 && sizeof(uchar4) == 4, "vector types have no room to spare");
