// Barriers, warp operations, atomics, fences, cached loads and bit intrinsics.
#pragma once

#include <limits.h>

#include "abi.h"

#define TW_INLINE static inline __attribute__((always_inline))

TW_INLINE void __syncthreads(int line = __builtin_LINE()) { tw_barrier(TwBarrier, 0, line); }
TW_INLINE int __syncthreads_count(int predicate, int line = __builtin_LINE()) {
  return (int)tw_barrier(TwBarrierCount, predicate != 0, line);
}
TW_INLINE int __syncthreads_and(int predicate, int line = __builtin_LINE()) {
  return (int)tw_barrier(TwBarrierAnd, predicate != 0, line);
}
TW_INLINE int __syncthreads_or(int predicate, int line = __builtin_LINE()) {
  return (int)tw_barrier(TwBarrierOr, predicate != 0, line);
}
TW_INLINE void __barrier_sync(unsigned id) { tw_named_barrier(id, 0, 1); }
TW_INLINE void __barrier_sync_count(unsigned id, unsigned count) { tw_named_barrier(id, count, 1); }
TW_INLINE void __syncwarp(unsigned mask = 0xffffffffu) { tw_warp(TW_ASKED(TwWarpSync, 0, 32), mask, 0); }
TW_INLINE void __threadfence() { tw_fence(TwFenceDevice); }
TW_INLINE void __threadfence_block() { tw_fence(TwFenceBlock); }
TW_INLINE void __threadfence_system() { tw_fence(TwFenceSystem); }
TW_INLINE void __nanosleep(unsigned) { tw_yield(); }
TW_INLINE void __trap() { tw_trap("__trap() was called"); }
TW_INLINE void __brkpt() {}
TW_INLINE void __prof_trigger(int) {}
TW_INLINE long long clock64() { return (long long)tw_clock(); }
TW_INLINE unsigned long long globaltimer() { return tw_clock(); }

namespace tilewright {

template <class T>
TW_INLINE uint64_t to_bits(T value) {
  static_assert(sizeof(T) <= 8, "warp operations take values of at most 8 bytes");
  uint64_t bits = 0;
  __builtin_memcpy(&bits, &value, sizeof(T));
  return bits;
}
template <class T>
TW_INLINE T from_bits(uint64_t bits) {
  T value;
  __builtin_memcpy(&value, &bits, sizeof(T));
  return value;
}

template <class T>
struct Same {
  using type = T;
};

}  // namespace tilewright

namespace tilewright {
// A shuffle of any plain value: eight bytes at a time, as the hardware takes four.
template <class T>
TW_INLINE T shuffle(int operation, unsigned mask, const T& value, int argument, int width) {
  static_assert(std::is_trivially_destructible_v<T> && sizeof(T) <= 32, "shuffles take plain values of at most 32 bytes");
  if constexpr (sizeof(T) <= 8) {
    return from_bits<T>(tw_warp(TW_ASKED(operation, argument, width), mask, to_bits(value)));
  } else {
    uint64_t parts[(sizeof(T) + 7) / 8] = {};
    __builtin_memcpy(parts, &value, sizeof(T));
    for (uint64_t& part : parts) part = tw_warp(TW_ASKED(operation, argument, width), mask, part);
    T result;
    __builtin_memcpy(&result, parts, sizeof(T));
    return result;
  }
}
}  // namespace tilewright

template <class T>
TW_INLINE T __shfl_sync(unsigned mask, T value, int lane, int width = 32) {
  return tilewright::shuffle(TwShuffle, mask, value, lane, width);
}
template <class T>
TW_INLINE T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32) {
  return tilewright::shuffle(TwShuffleUp, mask, value, (int)delta, width);
}
template <class T>
TW_INLINE T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32) {
  return tilewright::shuffle(TwShuffleDown, mask, value, (int)delta, width);
}
template <class T>
TW_INLINE T __shfl_xor_sync(unsigned mask, T value, int lanes, int width = 32) {
  return tilewright::shuffle(TwShuffleXor, mask, value, lanes, width);
}
TW_INLINE unsigned __ballot_sync(unsigned mask, int predicate) {
  return (unsigned)tw_warp(TW_ASKED(TwBallot, 0, 32), mask, predicate != 0);
}
TW_INLINE int __any_sync(unsigned mask, int predicate) { return (int)tw_warp(TW_ASKED(TwAny, 0, 32), mask, predicate != 0); }
TW_INLINE int __all_sync(unsigned mask, int predicate) { return (int)tw_warp(TW_ASKED(TwAll, 0, 32), mask, predicate != 0); }
TW_INLINE int __uni_sync(unsigned mask, int predicate) {
  return (int)tw_warp(TW_ASKED(TwUniform, 0, 32), mask, predicate != 0);
}
TW_INLINE unsigned __activemask() { return (unsigned)tw_warp(TW_ASKED(TwActiveMask, 0, 32), 0, 0); }
template <class T>
TW_INLINE unsigned __match_any_sync(unsigned mask, T value) {
  return (unsigned)tw_warp(TW_ASKED(TwMatchAny, 0, 32), mask, tilewright::to_bits(value));
}
template <class T>
TW_INLINE unsigned __match_all_sync(unsigned mask, T value, int* is_same) {
  unsigned result = (unsigned)tw_warp(TW_ASKED(TwMatchAll, 0, 32), mask, tilewright::to_bits(value));
  *is_same = result != 0;
  return result;
}
#define TW_REDUCE(name, operation, signed_operation)                                                              \
  TW_INLINE unsigned name(unsigned mask, unsigned value) { return (unsigned)tw_warp(TW_ASKED(operation, 0, 32), mask, value); } \
  TW_INLINE int name(unsigned mask, int value) {                                                                  \
    return (int)(unsigned)tw_warp(TW_ASKED(signed_operation, 0, 32), mask, (unsigned)value);                                \
  }
TW_REDUCE(__reduce_add_sync, TwReduceAdd, TwReduceAdd)
TW_REDUCE(__reduce_min_sync, TwReduceMin, TwReduceMinSigned)
TW_REDUCE(__reduce_max_sync, TwReduceMax, TwReduceMaxSigned)
#undef TW_REDUCE
TW_INLINE unsigned __reduce_and_sync(unsigned mask, unsigned value) {
  return (unsigned)tw_warp(TW_ASKED(TwReduceAnd, 0, 32), mask, value);
}
TW_INLINE unsigned __reduce_or_sync(unsigned mask, unsigned value) {
  return (unsigned)tw_warp(TW_ASKED(TwReduceOr, 0, 32), mask, value);
}
TW_INLINE unsigned __reduce_xor_sync(unsigned mask, unsigned value) {
  return (unsigned)tw_warp(TW_ASKED(TwReduceXor, 0, 32), mask, value);
}

// Atomics: one checked access, then plain loads and stores (threads take turns on one processor). A change of memory counts
// as progress, which is how the runner tells a wait from a deadlock.
#define TW_PROGRESS() ++*(unsigned long long*)(TW_CONTEXT_PAGE + TW_CONTEXT_PROGRESS)
#define TW_ATOMIC(name, expression)                                                                        \
  template <class T>                                                                                       \
  TW_ATOMIC_FUNCTION T name(T* address, typename tilewright::Same<T>::type value) {                        \
    tw_atomic(address, sizeof(T), 1, __builtin_return_address(0));                                         \
    T old = *address;                                                                                      \
    T changed = expression;                                                                                \
    if (__builtin_memcmp(&old, &changed, sizeof(T)) != 0) TW_PROGRESS();                                   \
    *address = changed;                                                                                    \
    return old;                                                                                            \
  }                                                                                                        \
  template <class T>                                                                                       \
  TW_INLINE T name##_block(T* address, typename tilewright::Same<T>::type value) { return name(address, value); } \
  template <class T>                                                                                       \
  TW_INLINE T name##_system(T* address, typename tilewright::Same<T>::type value) { return name(address, value); }
TW_ATOMIC(atomicAdd, old + value)
TW_ATOMIC(atomicSub, old - value)
TW_ATOMIC(atomicExch, value)
TW_ATOMIC(atomicMin, value < old ? value : old)
TW_ATOMIC(atomicMax, old < value ? value : old)
TW_ATOMIC(atomicAnd, old & value)
TW_ATOMIC(atomicOr, old | value)
TW_ATOMIC(atomicXor, old ^ value)
TW_ATOMIC(atomicInc, old >= value ? 0 : old + 1)
TW_ATOMIC(atomicDec, old == 0 || old > value ? value : old - 1)
#undef TW_ATOMIC
template <class T>
TW_ATOMIC_FUNCTION T atomicCAS(T* address, typename tilewright::Same<T>::type compare,
                               typename tilewright::Same<T>::type value) {
  tw_atomic(address, sizeof(T), 1, __builtin_return_address(0));
  T old = *address;
  if (__builtin_memcmp(&old, &compare, sizeof(T)) == 0) {
    if (__builtin_memcmp(&old, &value, sizeof(T)) != 0) TW_PROGRESS();
    *address = value;
  }
  return old;
}
template <class T>
TW_INLINE T atomicCAS_block(T* address, typename tilewright::Same<T>::type compare,
                            typename tilewright::Same<T>::type value) {
  return atomicCAS(address, compare, value);
}
template <class T>
TW_INLINE T atomicCAS_system(T* address, typename tilewright::Same<T>::type compare,
                             typename tilewright::Same<T>::type value) {
  return atomicCAS(address, compare, value);
}
#define TW_VECTOR_ATOMIC(T, update)                                     \
  TW_ATOMIC_FUNCTION inline T atomicAdd(T* address, T value) {          \
    tw_atomic(address, sizeof(T), 1, __builtin_return_address(0));      \
    T old = *address;                                                   \
    TW_PROGRESS();                                                      \
    *address = update;                                                  \
    return old;                                                         \
  }
TW_VECTOR_ATOMIC(float2, (float2{old.x + value.x, old.y + value.y}))
TW_VECTOR_ATOMIC(float4, (float4{old.x + value.x, old.y + value.y, old.z + value.z, old.w + value.w}))
#undef TW_VECTOR_ATOMIC

#define TW_CACHED_LOAD(name) \
  template <class T>         \
  TW_INLINE T name(const T* address) { return *address; }
TW_CACHED_LOAD(__ldg)
TW_CACHED_LOAD(__ldca)
TW_CACHED_LOAD(__ldcs)
TW_CACHED_LOAD(__ldlu)
#undef TW_CACHED_LOAD
// These go past the first-level cache: what programs use to read what other blocks publish.
template <class T>
TW_INLINE T __ldcg(const T* address) {
  return *address;
}
template <class T>
TW_ATOMIC_FUNCTION T __ldcv(const T* address) {
  tw_atomic(address, sizeof(T), 0, __builtin_return_address(0));
  return *address;
}
#define TW_CACHED_STORE(name) \
  template <class T>          \
  TW_INLINE void name(T* address, typename tilewright::Same<T>::type value) { *address = value; }
TW_CACHED_STORE(__stwb)
TW_CACHED_STORE(__stcg)
TW_CACHED_STORE(__stcs)
#undef TW_CACHED_STORE
template <class T>
TW_ATOMIC_FUNCTION void __stwt(T* address, typename tilewright::Same<T>::type value) {
  tw_atomic(address, sizeof(T), TwAtomicStore, __builtin_return_address(0));
  TW_PROGRESS();
  *address = value;
}

TW_INLINE int __isShared(const void* pointer) { return tw_is_shared(pointer); }
TW_INLINE int __isGlobal(const void* pointer) { return tw_is_global(pointer); }
// Shared addresses are numbers of 32 bits: bytes from the start of shared memory.
TW_INLINE size_t __cvta_generic_to_shared(const void* pointer) { return (size_t)pointer - TW_ARENA; }
TW_INLINE void* __cvta_shared_to_generic(size_t address) { return (void*)(TW_ARENA + address); }
TW_INLINE size_t __cvta_generic_to_global(const void* pointer) { return (size_t)pointer; }
TW_INLINE void* __cvta_global_to_generic(size_t address) { return (void*)address; }

TW_INLINE int __popc(unsigned x) { return __builtin_popcount(x); }
TW_INLINE int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
TW_INLINE int __clz(int x) { return x == 0 ? 32 : __builtin_clz((unsigned)x); }
TW_INLINE int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll((unsigned long long)x); }
TW_INLINE int __ffs(int x) { return __builtin_ffs(x); }
TW_INLINE int __ffsll(long long x) { return __builtin_ffsll(x); }
TW_INLINE unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
TW_INLINE unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }
TW_INLINE unsigned __fns(unsigned mask, unsigned base, int offset) {
  if (offset == 0) return mask >> base & 1 ? base : 0xffffffffu;
  int step = offset > 0 ? 1 : -1, left = offset > 0 ? offset : -offset;
  for (int bit = (int)base; bit >= 0 && bit < 32; bit += step) {
    if (mask >> bit & 1 && --left == 0) return (unsigned)bit;
  }
  return 0xffffffffu;
}
TW_INLINE unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
  uint64_t both = (uint64_t)y << 32 | x;
  unsigned result = 0;
  for (int i = 0; i < 4; ++i) {
    unsigned choice = selector >> (4 * i) & 0xf;
    unsigned byte = (unsigned)(both >> (8 * (choice & 7))) & 0xff;
    if (choice & 8) byte = byte & 0x80 ? 0xff : 0;
    result |= byte << (8 * i);
  }
  return result;
}
TW_INLINE int __mulhi(int x, int y) { return (int)(((int64_t)x * y) >> 32); }
TW_INLINE unsigned __umulhi(unsigned x, unsigned y) { return (unsigned)(((uint64_t)x * y) >> 32); }
TW_INLINE long long __mul64hi(long long x, long long y) { return (long long)(((__int128)x * y) >> 64); }
TW_INLINE unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  return (unsigned long long)(((unsigned __int128)x * y) >> 64);
}
TW_INLINE int __mul24(int x, int y) { return (int)((unsigned)(x << 8 >> 8) * (unsigned)(y << 8 >> 8)); }
TW_INLINE unsigned __umul24(unsigned x, unsigned y) { return (x & 0xffffff) * (y & 0xffffff); }
TW_INLINE unsigned __sad(int x, int y, unsigned z) { return z + (unsigned)(x > y ? x - y : y - x); }
TW_INLINE unsigned __usad(unsigned x, unsigned y, unsigned z) { return z + (x > y ? x - y : y - x); }
TW_INLINE int __rhadd(int x, int y) { return (int)(((int64_t)x + y + 1) >> 1); }
TW_INLINE unsigned __uhadd(unsigned x, unsigned y) { return (unsigned)(((uint64_t)x + y) >> 1); }
TW_INLINE unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  return (unsigned)((((uint64_t)high << 32 | low) << (shift & 31)) >> 32);
}
TW_INLINE unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  return (unsigned)(((uint64_t)high << 32 | low) >> (shift & 31));
}
TW_INLINE unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
  return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
TW_INLINE unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
  return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}
TW_INLINE int __dp4a(int x, int y, int sum) {
  for (int i = 0; i < 4; ++i) sum += (int)(signed char)(x >> (8 * i)) * (int)(signed char)(y >> (8 * i));
  return sum;
}
TW_INLINE unsigned __dp4a(unsigned x, unsigned y, unsigned sum) {
  for (int i = 0; i < 4; ++i) sum += (x >> (8 * i) & 0xff) * (y >> (8 * i) & 0xff);
  return sum;
}
TW_INLINE int __dp2a_lo(int x, int y, int sum) {
  return sum + (int)(short)x * (int)(signed char)y + (int)(short)(x >> 16) * (int)(signed char)(y >> 8);
}
TW_INLINE int __dp2a_hi(int x, int y, int sum) {
  return sum + (int)(short)x * (int)(signed char)(y >> 16) + (int)(short)(x >> 16) * (int)(signed char)(y >> 24);
}

TW_INLINE int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
TW_INLINE unsigned __float_as_uint(float x) { return __builtin_bit_cast(unsigned, x); }
TW_INLINE float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
TW_INLINE float __uint_as_float(unsigned x) { return __builtin_bit_cast(float, x); }
TW_INLINE long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
TW_INLINE double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
TW_INLINE int __double2hiint(double x) { return (int)(__builtin_bit_cast(long long, x) >> 32); }
TW_INLINE int __double2loint(double x) { return (int)__builtin_bit_cast(long long, x); }
TW_INLINE double __hiloint2double(int high, int low) {
  return __builtin_bit_cast(double, (long long)((uint64_t)(unsigned)high << 32 | (unsigned)low));
}

// Conversions saturate and give 0 for NaN, as the hardware's do.
namespace tilewright {
template <class I, class F>
TW_INLINE I saturate_to(F x) {
  constexpr I low = (I)((I)-1 < 0 ? (I)((I)1 << (sizeof(I) * 8 - 1)) : 0), high = (I)~low;
  if (x != x) return 0;
  if (x <= (F)low) return low;
  if (x >= (F)high) return high;
  return (I)x;
}
}  // namespace tilewright
#define TW_TO_INTEGER(from, From, to, I, f)                                                              \
  TW_INLINE I __##from##2##to##_rn(From x) { return tilewright::saturate_to<I>(__builtin_rint##f(x)); }  \
  TW_INLINE I __##from##2##to##_rz(From x) { return tilewright::saturate_to<I>(__builtin_trunc##f(x)); } \
  TW_INLINE I __##from##2##to##_ru(From x) { return tilewright::saturate_to<I>(__builtin_ceil##f(x)); }  \
  TW_INLINE I __##from##2##to##_rd(From x) { return tilewright::saturate_to<I>(__builtin_floor##f(x)); }
TW_TO_INTEGER(float, float, int, int, f)
TW_TO_INTEGER(float, float, uint, unsigned, f)
TW_TO_INTEGER(float, float, ll, long long, f)
TW_TO_INTEGER(float, float, ull, unsigned long long, f)
TW_TO_INTEGER(double, double, int, int, )
TW_TO_INTEGER(double, double, uint, unsigned, )
TW_TO_INTEGER(double, double, ll, long long, )
TW_TO_INTEGER(double, double, ull, unsigned long long, )
#undef TW_TO_INTEGER
TW_INLINE float __int2float_rn(int x) { return (float)x; }
TW_INLINE float __uint2float_rn(unsigned x) { return (float)x; }
TW_INLINE float __ll2float_rn(long long x) { return (float)x; }
TW_INLINE float __ull2float_rn(unsigned long long x) { return (float)x; }
TW_INLINE double __int2double_rn(int x) { return x; }
TW_INLINE double __uint2double_rn(unsigned x) { return x; }
TW_INLINE double __ll2double_rn(long long x) { return (double)x; }
TW_INLINE double __ull2double_rn(unsigned long long x) { return (double)x; }
TW_INLINE float __double2float_rn(double x) { return (float)x; }

// Four bytes or two halves of a word at a time.
namespace tilewright {
template <class T, class F>
TW_INLINE unsigned by_parts(unsigned x, unsigned y, F combine) {
  unsigned result = 0;
  constexpr int width = sizeof(T) * 8;
  for (int i = 0; i < 32; i += width) {
    T part = (T)combine((T)(x >> i), (T)(y >> i));
    result |= (unsigned)(std::make_unsigned_t<T>)part << i;
  }
  return result;
}
template <class T>
TW_INLINE long long limited(long long x) {
  constexpr long long low = std::is_signed_v<T> ? -(1ll << (sizeof(T) * 8 - 1)) : 0;
  constexpr long long high = std::is_signed_v<T> ? (1ll << (sizeof(T) * 8 - 1)) - 1 : (1ll << (sizeof(T) * 8)) - 1;
  return x < low ? low : x > high ? high : x;
}
}  // namespace tilewright
#define TW_PARTS(name, T, expression)                                                                       \
  TW_INLINE unsigned name(unsigned x, unsigned y) {                                                         \
    return tilewright::by_parts<T>(x, y, [](auto a, auto b) __attribute__((always_inline)) { return expression; }); \
  }
#define TW_PARTS_OF(n, U, S)                                             \
  TW_PARTS(__vadd##n, U, a + b)                                          \
  TW_PARTS(__vsub##n, U, a - b)                                          \
  TW_PARTS(__vaddus##n, U, tilewright::limited<U>((long long)a + b))     \
  TW_PARTS(__vaddss##n, S, tilewright::limited<S>((long long)a + b))     \
  TW_PARTS(__vsubus##n, U, tilewright::limited<U>((long long)a - b))     \
  TW_PARTS(__vsubss##n, S, tilewright::limited<S>((long long)a - b))     \
  TW_PARTS(__vmaxu##n, U, a > b ? a : b)                                 \
  TW_PARTS(__vmaxs##n, S, a > b ? a : b)                                 \
  TW_PARTS(__vminu##n, U, a < b ? a : b)                                 \
  TW_PARTS(__vmins##n, S, a < b ? a : b)                                 \
  TW_PARTS(__vabsdiffu##n, U, a > b ? a - b : b - a)                     \
  TW_PARTS(__vabsdiffs##n, S, a > b ? a - b : b - a)                     \
  TW_PARTS(__vavgu##n, U, (a + b + 1) / 2)                               \
  TW_PARTS(__vcmpeq##n, U, a == b ? ~0 : 0)                              \
  TW_PARTS(__vcmpne##n, U, a != b ? ~0 : 0)                              \
  TW_PARTS(__vcmpgtu##n, U, a > b ? ~0 : 0)                              \
  TW_PARTS(__vcmpgts##n, S, a > b ? ~0 : 0)                              \
  TW_PARTS(__vcmpltu##n, U, a < b ? ~0 : 0)                              \
  TW_PARTS(__vseteq##n, U, a == b ? 1 : 0)
TW_PARTS_OF(4, unsigned char, signed char)
TW_PARTS_OF(2, unsigned short, short)
#undef TW_PARTS_OF
#undef TW_PARTS
TW_INLINE unsigned __vneg4(unsigned x) { return __vsub4(0, x); }
TW_INLINE unsigned __vneg2(unsigned x) { return __vsub2(0, x); }
