// PTX instructions as functions. The rewriter makes a call of each instruction of an asm statement: words without an effect
// (.approx, .ftz, cache hints) are dropped, types become template arguments. An instruction that is missing here is
// reported as unsupported by its name.
#pragma once

namespace tilewright {
namespace ptx {

#define TW_PTX_TYPE(name, T)  \
  struct name {               \
    using type = T;           \
  };
TW_PTX_TYPE(u8, unsigned char)
TW_PTX_TYPE(s8, signed char)
TW_PTX_TYPE(b8, unsigned char)
TW_PTX_TYPE(u16, unsigned short)
TW_PTX_TYPE(s16, short)
TW_PTX_TYPE(b16, unsigned short)
TW_PTX_TYPE(u32, unsigned)
TW_PTX_TYPE(s32, int)
TW_PTX_TYPE(b32, unsigned)
TW_PTX_TYPE(f32, float)
TW_PTX_TYPE(u64, unsigned long long)
TW_PTX_TYPE(s64, long long)
TW_PTX_TYPE(b64, unsigned long long)
TW_PTX_TYPE(f64, double)
TW_PTX_TYPE(f16, unsigned short)
TW_PTX_TYPE(bf16, unsigned short)
TW_PTX_TYPE(f16x2, unsigned)
TW_PTX_TYPE(bf16x2, unsigned)
TW_PTX_TYPE(tf32, unsigned)
TW_PTX_TYPE(pred, bool)
#undef TW_PTX_TYPE

struct discarded {
  template <class T>
  TW_ALWAYS void operator=(const T&) const {}
};

// A register's bits as an operand of type T, and back: equal sizes keep their bits, others their value.
template <class T, class R>
TW_INLINE typename T::type get(const R& r) {
  using To = typename T::type;
  if constexpr (std::is_floating_point_v<To> == std::is_floating_point_v<R> || sizeof(To) != sizeof(R))
    return (To)r;
  else
    return __builtin_bit_cast(To, r);
}
template <class R, class V>
TW_INLINE void set(R& r, V value) {
  if constexpr (std::is_floating_point_v<R> == std::is_floating_point_v<V> || sizeof(R) != sizeof(V))
    r = (R)value;
  else
    r = __builtin_bit_cast(R, value);
}
template <class V>
TW_INLINE void set(const discarded&, V) {}

template <class... R>
struct Out {
  static constexpr int count = sizeof...(R);
};
template <class R>
struct Out<R> {
  R& first;
  static constexpr int count = 1;
  template <class V>
  TW_ALWAYS void put(const V* values) const {
    set(first, values[0]);
  }
};
template <class R, class... More>
struct Out<R, More...> {
  R& first;
  Out<More...> more;
  static constexpr int count = 1 + sizeof...(More);
  template <class V>
  TW_ALWAYS void put(const V* values) const {
    set(first, values[0]);
    more.put(values + 1);
  }
};
template <class R>
TW_INLINE Out<R> out(R& r) {
  return {r};
}
template <class R, class... More>
TW_INLINE Out<R, More...> out(R& r, More&... more) {
  return {r, out(more...)};
}
// Sources: their bits, each in 64.
template <int N>
struct In {
  uint64_t bits[N];
  static constexpr int count = N;
};
template <class R>
TW_INLINE uint64_t bits_of(const R& r) {
  return to_bits(r);
}
template <class... R>
TW_INLINE In<sizeof...(R)> in(const R&... r) {
  return {{bits_of(r)...}};
}

template <class R, class O>
TW_INLINE char* generic_address(R address, O offset) {
  return (char*)(size_t)address + offset;
}
template <class R, class O>
TW_INLINE char* global_address(R address, O offset) {
  return (char*)(size_t)address + offset;
}
template <class R, class O>
TW_INLINE char* const_address(R address, O offset) {
  return (char*)(size_t)address + offset;
}
template <class R, class O>
TW_INLINE char* shared_address(R address, O offset) {
  size_t place = (size_t)address;
  return (char*)(place >= TW_ARENA ? place : TW_ARENA + place) + offset;
}

TW_INLINE unsigned special_laneid() { return context<TW_CONTEXT_LANE>(); }
TW_INLINE unsigned special_warpid() { return context<TW_CONTEXT_RANK>() / 32; }
TW_INLINE unsigned special_smid() { return blockIdx.x % 132; }
TW_INLINE unsigned special_tid_x() { return threadIdx.x; }
TW_INLINE unsigned special_tid_y() { return threadIdx.y; }
TW_INLINE unsigned special_tid_z() { return threadIdx.z; }
TW_INLINE unsigned special_ctaid_x() { return blockIdx.x; }
TW_INLINE unsigned special_ctaid_y() { return blockIdx.y; }
TW_INLINE unsigned special_ctaid_z() { return blockIdx.z; }
TW_INLINE unsigned special_ntid_x() { return blockDim.x; }
TW_INLINE unsigned special_ntid_y() { return blockDim.y; }
TW_INLINE unsigned special_ntid_z() { return blockDim.z; }
TW_INLINE unsigned special_nctaid_x() { return gridDim.x; }
TW_INLINE unsigned special_nctaid_y() { return gridDim.y; }
TW_INLINE unsigned special_nctaid_z() { return gridDim.z; }
TW_INLINE unsigned special_clock() { return (unsigned)tw_clock(); }
TW_INLINE unsigned long long special_clock64() { return tw_clock(); }
TW_INLINE unsigned long long special_globaltimer() { return tw_clock(); }
TW_INLINE unsigned special_lanemask_eq() { return 1u << special_laneid(); }
TW_INLINE unsigned special_lanemask_lt() { return (1u << special_laneid()) - 1; }
TW_INLINE unsigned special_lanemask_le() { return special_lanemask_lt() | special_lanemask_eq(); }
TW_INLINE unsigned special_lanemask_gt() { return ~special_lanemask_le(); }
TW_INLINE unsigned special_lanemask_ge() { return ~special_lanemask_lt(); }
TW_INLINE unsigned special_dynamic_smem_size() { return tw_dynamic_shared_bytes(); }

// Loads and stores. Vectors are one access.
template <class T, class R>
TW_INLINE void ld(R& r, const char* address) {
  set(r, *(const typename T::type*)address);
}
template <class T, class... R>
TW_INLINE void ld(const Out<R...>& r, const char* address) {
  struct alignas(sizeof(typename T::type) * sizeof...(R)) Vector {
    typename T::type parts[sizeof...(R)];
  } vector = *(const Vector*)address;
  r.put(vector.parts);
}
template <class T, class R>
TW_INLINE void st(char* address, const R& r) {
  *(typename T::type*)address = get<T>(r);
}
template <class T, int N>
TW_INLINE void st(char* address, const In<N>& r) {
  struct alignas(sizeof(typename T::type) * N) Vector {
    typename T::type parts[N];
  } vector;
  for (int i = 0; i < N; ++i) vector.parts[i] = from_bits<typename T::type>(r.bits[i]);
  *(Vector*)address = vector;
}
template <class T, class R>
TW_INLINE void ld_volatile(R& r, const char* address) {
  set(r, *(const volatile typename T::type*)address);
}
template <class T, class R>
TW_INLINE void ld_cv(R& r, const char* address) {
  ld_volatile<T>(r, address);
}
template <class T, class R>
TW_INLINE void st_volatile(char* address, const R& r) {
  *(volatile typename T::type*)address = get<T>(r);
}
template <class T>
TW_ATOMIC_FUNCTION T atomic_load(const T* address) {
  tw_atomic(address, sizeof(T), 0, __builtin_return_address(0));
  return *address;
}
template <class T>
TW_ATOMIC_FUNCTION void atomic_store(T* address, T value) {
  tw_atomic(address, sizeof(T), TwAtomicStore, __builtin_return_address(0));
  TW_PROGRESS();
  *address = value;
}
template <class T, class R>
TW_INLINE void ld_acquire(R& r, const char* address) {
  set(r, atomic_load((const typename T::type*)address));
  tw_atomic_order(address, 0, 1);
}
template <class T, class R>
TW_INLINE void st_release(char* address, const R& r) {
  tw_atomic_order(address, 1, 0);
  atomic_store((typename T::type*)address, get<T>(r));
}
template <class T = u32>
TW_INLINE void prefetch(const char*) {}
TW_INLINE void prefetch_L1(const char*) {}
TW_INLINE void prefetch_L2(const char*) {}
TW_INLINE void prefetchu(const char*) {}

#define TW_PTX_ATOMIC(name, function)                                                   \
  template <class T, class R, class V>                                                  \
  TW_INLINE void atom_##name(R& r, char* address, const V& value) {                     \
    set(r, function((typename T::type*)address, get<T>(value)));                        \
  }                                                                                     \
  template <class T, class V>                                                           \
  TW_INLINE void red_##name(char* address, const V& value) {                            \
    function((typename T::type*)address, get<T>(value));                                \
  }
TW_PTX_ATOMIC(add, atomicAdd)
TW_PTX_ATOMIC(min, atomicMin)
TW_PTX_ATOMIC(max, atomicMax)
TW_PTX_ATOMIC(inc, atomicInc)
TW_PTX_ATOMIC(dec, atomicDec)
TW_PTX_ATOMIC(exch, atomicExch)
#undef TW_PTX_ATOMIC
#define TW_PTX_ATOMIC_BITS(name, function)                                              \
  template <class T, class R, class V>                                                  \
  TW_INLINE void atom_##name(R& r, char* address, const V& value) {                     \
    set(r, function((typename T::type*)address, get<T>(value)));                        \
  }                                                                                     \
  template <class T, class V>                                                           \
  TW_INLINE void red_##name(char* address, const V& value) {                            \
    function((typename T::type*)address, get<T>(value));                                \
  }
TW_PTX_ATOMIC_BITS(and, atomicAnd)
TW_PTX_ATOMIC_BITS(or, atomicOr)
TW_PTX_ATOMIC_BITS(xor, atomicXor)
#undef TW_PTX_ATOMIC_BITS
template <class T, class R, class C, class V>
TW_INLINE void atom_cas(R& r, char* address, const C& compare, const V& value) {
  set(r, atomicCAS((typename T::type*)address, get<T>(compare), get<T>(value)));
}
template <class T, class R, class V>
TW_INLINE void atom_release_add(R& r, char* address, const V& value) {
  tw_atomic_order(address, 1, 0);
  atom_add<T>(r, address, value);
}
template <class T, class R, class V>
TW_INLINE void atom_acq_rel_add(R& r, char* address, const V& value) {
  tw_atomic_order(address, 1, 1);
  atom_add<T>(r, address, value);
}
template <class T, class V>
TW_INLINE void red_release_add(char* address, const V& value) {
  tw_atomic_order(address, 1, 0);
  red_add<T>(address, value);
}

TW_INLINE void membar_gl() { tw_fence(TwFenceDevice); }
TW_INLINE void membar() { tw_fence(TwFenceDevice); }
TW_INLINE void membar_sys() { tw_fence(TwFenceSystem); }
TW_INLINE void fence_acq_rel() { tw_fence(TwFenceDevice); }
TW_INLINE void fence_sc() { tw_fence(TwFenceDevice); }
TW_INLINE void fence_proxy_async() {}
template <class I>
TW_INLINE void bar(I id) {
  if (id == 0)
    tw_barrier(TwBarrier, 0, -1);
  else
    tw_named_barrier((unsigned)id, 0, 1);
}
template <class I, class N>
TW_INLINE void bar(I id, N threads) {
  tw_named_barrier((unsigned)id, (unsigned)threads, 1);
}
template <class I>
TW_INLINE void barrier(I id) {
  bar(id);
}
template <class I, class N>
TW_INLINE void barrier(I id, N threads) {
  bar(id, threads);
}
template <class I, class N>
TW_INLINE void bar_arrive(I id, N threads) {
  tw_named_barrier((unsigned)id, (unsigned)threads, 0);
}
template <class M>
TW_INLINE void bar_warp(M mask) {
  __syncwarp((unsigned)mask);
}
template <class N>
TW_INLINE void nanosleep(N) {
  tw_yield();
}
template <class T, class N>
TW_INLINE void nanosleep(N) {
  tw_yield();
}
TW_INLINE void trap() { tw_trap("trap"); }
TW_INLINE void griddepcontrol_wait() {}
TW_INLINE void griddepcontrol_launch_dependents() {}

template <class B>
TW_INLINE void cp_async(char* destination, const char* source, B bytes) {
  tw_copy_async(destination, source, (size_t)bytes, (size_t)bytes);
}
template <class B, class S>
TW_INLINE void cp_async(char* destination, const char* source, B bytes, S source_bytes) {
  tw_copy_async(destination, source, (size_t)bytes, (size_t)source_bytes);
}
TW_INLINE void cp_async_commit_group() { tw_copy_commit(); }
template <class N>
TW_INLINE void cp_async_wait_group(N groups) {
  tw_copy_wait((int)groups);
}
TW_INLINE void cp_async_wait_all() { tw_copy_wait(-1); }

// Moves, selections, comparisons.
template <class T, class R, class A>
TW_INLINE void mov(R& r, const A& a) {
  set(r, get<T>(a));
}
template <class T, class R, int N>
TW_INLINE void mov(R& r, const In<N>& a) {
  uint64_t packed = 0;
  constexpr int width = sizeof(typename T::type) * 8 / N;
  for (int i = 0; i < N; ++i) packed |= (a.bits[i] & (width == 64 ? ~0ull : (1ull << width % 64) - 1)) << (i * width);
  set(r, from_bits<typename T::type>(packed));
}
template <class T, class A, class... R>
TW_INLINE void mov(const Out<R...>& r, const A& a) {
  constexpr int width = sizeof(typename T::type) * 8 / sizeof...(R);
  unsigned parts[sizeof...(R)];
  uint64_t bits = to_bits(get<T>(a));
  for (size_t i = 0; i < sizeof...(R); ++i) parts[i] = (unsigned)(bits >> (i * width)) & (width == 32 ? ~0u : (1u << width) - 1);
  r.put(parts);
}
template <class T, class R, class A, class B, class P>
TW_INLINE void selp(R& r, const A& a, const B& b, P p) {
  set(r, p ? get<T>(a) : get<T>(b));
}
#define TW_PTX_COMPARE(name, operation)                                     \
  template <class T, class A, class B>                                      \
  TW_INLINE void setp_##name(bool& p, const A& a, const B& b) {             \
    p = get<T>(a) operation get<T>(b);                                      \
  }
TW_PTX_COMPARE(eq, ==)
TW_PTX_COMPARE(ne, !=)
TW_PTX_COMPARE(lt, <)
TW_PTX_COMPARE(le, <=)
TW_PTX_COMPARE(gt, >)
TW_PTX_COMPARE(ge, >=)
TW_PTX_COMPARE(lo, <)
TW_PTX_COMPARE(ls, <=)
TW_PTX_COMPARE(hi, >)
TW_PTX_COMPARE(hs, >=)
#undef TW_PTX_COMPARE

// Arithmetic.
#define TW_PTX_BINARY(name, expression)                                     \
  template <class T, class R, class A, class B>                             \
  TW_INLINE void name(R& r, const A& first, const B& second) {              \
    typename T::type a = get<T>(first), b = get<T>(second);                 \
    set(r, (typename T::type)(expression));                                 \
  }
#define TW_PTX_UNARY(name, expression)                                      \
  template <class T, class R, class A>                                      \
  TW_INLINE void name(R& r, const A& first) {                               \
    typename T::type a = get<T>(first);                                     \
    set(r, (typename T::type)(expression));                                 \
  }
TW_PTX_BINARY(add, a + b)
TW_PTX_BINARY(sub, a - b)
TW_PTX_BINARY(mul, a * b)
TW_PTX_BINARY(mul_lo, a * b)
TW_PTX_BINARY(mul_hi, (typename T::type)(((__int128)a * b) >> (sizeof(a) * 8)))
TW_PTX_BINARY(div_, a / b)
TW_PTX_BINARY(rem, a % b)
TW_PTX_BINARY(min_, ::min(a, b))
TW_PTX_BINARY(max_, ::max(a, b))
TW_PTX_BINARY(and_, a & b)
TW_PTX_BINARY(or_, a | b)
TW_PTX_BINARY(xor_, a ^ b)
TW_PTX_BINARY(shl, b >= sizeof(a) * 8 ? 0 : a << b)
TW_PTX_BINARY(shr, (uint64_t)b >= sizeof(a) * 8 ? (a < 0 ? -1 : 0) : a >> b)
TW_PTX_UNARY(neg, -a)
TW_PTX_UNARY(not_, ~a)
TW_PTX_UNARY(abs_, a < 0 ? -a : a)
TW_PTX_UNARY(ex2, __builtin_exp2f(a))
TW_PTX_UNARY(lg2, __builtin_log2f(a))
TW_PTX_UNARY(rcp, 1 / a)
TW_PTX_UNARY(sqrt, __builtin_sqrt(a))
TW_PTX_UNARY(rsqrt, 1 / __builtin_sqrt((double)a))
TW_PTX_UNARY(sin, __builtin_sinf(a))
TW_PTX_UNARY(cos, __builtin_cosf(a))
TW_PTX_UNARY(tanh, __builtin_tanhf(a))
TW_PTX_UNARY(popc, __builtin_popcountll((uint64_t)a))
TW_PTX_UNARY(clz, (a == 0 ? (int)sizeof(a) * 8 : __builtin_clzll((uint64_t)a) - (64 - (int)sizeof(a) * 8)))
TW_PTX_UNARY(brev, (sizeof(a) == 4 ? __builtin_bitreverse32((unsigned)a) : __builtin_bitreverse64((uint64_t)a)))
TW_PTX_UNARY(bfind, (a == 0 ? ~0u : 63u - (unsigned)__builtin_clzll((uint64_t)a)))
#undef TW_PTX_BINARY
#undef TW_PTX_UNARY
template <class T, class R, class A, class B>
TW_INLINE void mul_wide(R& r, const A& a, const B& b) {
  if constexpr (std::is_signed_v<typename T::type>)
    set(r, (long long)get<T>(a) * (long long)get<T>(b));
  else
    set(r, (unsigned long long)get<T>(a) * (unsigned long long)get<T>(b));
}
template <class T, class R, class A, class B, class C>
TW_INLINE void mad_lo(R& r, const A& a, const B& b, const C& c) {
  set(r, (typename T::type)(get<T>(a) * get<T>(b) + get<T>(c)));
}
template <class T, class R, class A, class B, class C>
TW_INLINE void mad_wide(R& r, const A& a, const B& b, const C& c) {
  unsigned long long wide = 0;
  mul_wide<T>(wide, a, b);
  set(r, wide + (unsigned long long)c);
}
template <class T, class R, class A, class B, class C>
TW_INLINE void fma(R& r, const A& a, const B& b, const C& c) {
  if constexpr (sizeof(typename T::type) == 8)
    set(r, __builtin_fma(get<T>(a), get<T>(b), get<T>(c)));
  else
    set(r, __builtin_fmaf(get<T>(a), get<T>(b), get<T>(c)));
}
template <class T, class R, class A, class B, class C>
TW_INLINE void mad(R& r, const A& a, const B& b, const C& c) {
  fma<T>(r, a, b, c);
}
template <class T, class R, class A, class B>
TW_INLINE void add(unsigned& carry, R& r, const A& a, const B& b) {
  typename T::type sum;
  carry = __builtin_add_overflow(get<T>(a), get<T>(b), &sum);
  set(r, sum);
}
template <class T, class R, class A, class B>
TW_INLINE void addc(unsigned& carry, R& r, const A& a, const B& b) {
  typename T::type sum;
  bool first = __builtin_add_overflow(get<T>(a), get<T>(b), &sum);
  bool second = __builtin_add_overflow(sum, (typename T::type)carry, &sum);
  carry = first || second;
  set(r, sum);
}
template <class T, class R, class A, class B>
TW_INLINE void sub(unsigned& carry, R& r, const A& a, const B& b) {
  typename T::type difference;
  carry = __builtin_sub_overflow(get<T>(a), get<T>(b), &difference);
  set(r, difference);
}
template <class T, class R, class A, class B>
TW_INLINE void subc(unsigned& carry, R& r, const A& a, const B& b) {
  typename T::type difference;
  bool first = __builtin_sub_overflow(get<T>(a), get<T>(b), &difference);
  bool second = __builtin_sub_overflow(difference, (typename T::type)carry, &difference);
  carry = first || second;
  set(r, difference);
}

// Bits.
template <class T, class R, class A, class B, class C>
TW_INLINE void prmt(R& r, const A& a, const B& b, const C& selector) {
  set(r, __byte_perm(get<T>(a), get<T>(b), get<T>(selector)));
}
template <class T, class R, class A, class B, class C, class L>
TW_INLINE void lop3(R& r, const A& a, const B& b, const C& c, L table) {
  unsigned x = get<T>(a), y = get<T>(b), z = get<T>(c), result = 0;
  for (int i = 0; i < 8; ++i) {
    if (table >> i & 1) result |= (i & 4 ? x : ~x) & (i & 2 ? y : ~y) & (i & 1 ? z : ~z);
  }
  set(r, result);
}
template <class T, class R, class A, class P, class L>
TW_INLINE void bfe(R& r, const A& a, P position, L length) {
  uint64_t field = (uint64_t)get<T>(a) >> position;
  set(r, (typename T::type)(length >= 64 ? field : field & ((1ull << length) - 1)));
}
template <class T, class R, class A, class B, class P, class L>
TW_INLINE void bfi(R& r, const A& field, const B& base, P position, L length) {
  uint64_t mask = (length >= 64 ? ~0ull : (1ull << length) - 1) << position;
  set(r, (typename T::type)(((uint64_t)get<T>(base) & ~mask) | ((uint64_t)get<T>(field) << position & mask)));
}
template <class T, class R, class A, class B, class S>
TW_INLINE void shf_l_wrap(R& r, const A& low, const B& high, S shift) {
  set(r, __funnelshift_l(get<T>(low), get<T>(high), (unsigned)shift));
}
template <class T, class R, class A, class B, class S>
TW_INLINE void shf_r_wrap(R& r, const A& low, const B& high, S shift) {
  set(r, __funnelshift_r(get<T>(low), get<T>(high), (unsigned)shift));
}
// vabsdiff4.D.A.B.add: absolute differences of bytes, added to c.
template <class D, class T, class U, class R, class A, class B, class C>
TW_INLINE void vabsdiff4_add(R& r, const A& a, const B& b, const C& c) {
  unsigned sum = get<u32>(c);
  for (int i = 0; i < 4; ++i) {
    unsigned x = get<u32>(a) >> (8 * i) & 0xff, y = get<u32>(b) >> (8 * i) & 0xff;
    int left = std::is_signed_v<typename T::type> ? (int)(signed char)x : (int)x;
    int right = std::is_signed_v<typename U::type> ? (int)(signed char)y : (int)y;
    sum += (unsigned)(left > right ? left - right : right - left);
  }
  set(r, (typename D::type)sum);
}
template <class T, class U, class R, class A, class B, class C>
TW_INLINE void dp4a(R& r, const A& a, const B& b, const C& c) {
  int sum = (int)get<u32>(c);
  for (int i = 0; i < 4; ++i) {
    unsigned x = get<u32>(a) >> (8 * i) & 0xff, y = get<u32>(b) >> (8 * i) & 0xff;
    sum += (std::is_signed_v<typename T::type> ? (int)(signed char)x : (int)x) *
           (std::is_signed_v<typename U::type> ? (int)(signed char)y : (int)y);
  }
  set(r, sum);
}

// Conversions.
#define TW_PTX_ROUNDED(name, rounding)                                                        \
  template <class To, class From, class R, class A>                                           \
  TW_INLINE void name(R& r, const A& a) {                                                     \
    set(r, saturate_to<typename To::type>(rounding(get<From>(a))));                           \
  }
TW_PTX_ROUNDED(cvt_rni, __builtin_rint)
TW_PTX_ROUNDED(cvt_rzi, __builtin_trunc)
TW_PTX_ROUNDED(cvt_rmi, __builtin_floor)
TW_PTX_ROUNDED(cvt_rpi, __builtin_ceil)
#undef TW_PTX_ROUNDED
template <class From, class A>
TW_INLINE float widen_to_float(const A& a) {
  if constexpr (std::is_same_v<From, f16>)
    return half_to_float(get<From>(a));
  else if constexpr (std::is_same_v<From, bf16>)
    return bfloat16_to_float(get<From>(a));
  else
    return (float)get<From>(a);
}
template <class To, class From, class R, class A>
TW_INLINE void cvt_rn(R& r, const A& a) {
  if constexpr (std::is_same_v<To, f16>)
    set(r, double_to_half(std::is_same_v<From, f64> ? (double)get<From>(a) : (double)widen_to_float<From>(a)));
  else if constexpr (std::is_same_v<To, bf16>)
    set(r, double_to_bfloat16(std::is_same_v<From, f64> ? (double)get<From>(a) : (double)widen_to_float<From>(a)));
  else
    set(r, (typename To::type)get<From>(a));
}
template <class To, class From, class R, class A, class B>
TW_INLINE void cvt_rn(R& r, const A& high, const B& low) {
  if constexpr (std::is_same_v<To, f16x2>)
    set(r, (unsigned)float_to_half(get<From>(high)) << 16 | float_to_half(get<From>(low)));
  else
    set(r, (unsigned)float_to_bfloat16(get<From>(high)) << 16 | float_to_bfloat16(get<From>(low)));
}
template <class To, class From, class R, class A>
TW_INLINE void cvt(R& r, const A& a) {
  if constexpr (std::is_same_v<From, f16> || std::is_same_v<From, bf16>)
    set(r, widen_to_float<From>(a));
  else
    set(r, (typename To::type)get<From>(a));
}
template <class To, class From, class R, class A>
TW_INLINE void cvt_rna(R& r, const A& a) {
  // tf32: ten bits of fraction, ties away from zero.
  unsigned bits = __builtin_bit_cast(unsigned, get<From>(a));
  set(r, (bits & 0x7f800000u) == 0x7f800000u ? bits : (bits + 0x1000u) & ~0x1fffu);
}
template <class T, class R, class A>
TW_INLINE void cvta_to_shared(R& r, const A& a) {
  set(r, (unsigned long long)a - TW_ARENA);
}
template <class T, class R, class A>
TW_INLINE void cvta(R& r, const A& a) {
  // .to.shared of a generic address: the space's word is part of the opcode and was dropped; only generic addresses are large.
  set(r, (unsigned long long)a >= TW_ARENA && (unsigned long long)a - TW_ARENA < TW_SHARED_END ? (unsigned long long)a - TW_ARENA
                                                                                               : (unsigned long long)a);
}

// Warps. The last operands of shfl are the clamp and the members.
#define TW_PTX_SHUFFLE(name, operation)                                                            \
  template <class T, class R, class A, class L, class C, class M>                                  \
  TW_INLINE void name(R& r, const A& a, L lane, C, M mask) {                                       \
    set(r, (unsigned)tw_warp(TW_ASKED(operation, (int)lane, 32), (unsigned)mask, get<u32>(a)));              \
  }
TW_PTX_SHUFFLE(shfl_idx, TwShuffle)
TW_PTX_SHUFFLE(shfl_up, TwShuffleUp)
TW_PTX_SHUFFLE(shfl_down, TwShuffleDown)
TW_PTX_SHUFFLE(shfl_bfly, TwShuffleXor)
#undef TW_PTX_SHUFFLE
template <class T, class R, class P, class M>
TW_INLINE void vote_ballot(R& r, P predicate, M mask) {
  set(r, __ballot_sync((unsigned)mask, predicate));
}
template <class R>
TW_INLINE void activemask(R& r) {
  set(r, __activemask());
}
template <class T, class R>
TW_INLINE void activemask(R& r) {
  set(r, __activemask());
}

}  // namespace ptx
}  // namespace tilewright

#include "matrix.h"
