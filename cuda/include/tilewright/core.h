// Included before every CUDA source: keywords, built-in variables, shared variables, launches.
#pragma once

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <type_traits>
#include <utility>

#include "abi.h"

#define TILEWRIGHT_ON_CPU 1

// A file without kernels (.cpp) is compiled as a plain compiler would: with types and the runtime API only.
#ifndef TILEWRIGHT_PLAIN
#define __CUDACC__ 1
#define __NVCC__ 1
#define __CUDA_ARCH__ 900
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_EXTENDED_LAMBDA__ 1
#define __CUDACC_RELAXED_CONSTEXPR__ 1
#endif
#define CUDART_VERSION 13000
#define CUDA_VERSION 13000
// Guards of CUDA's own headers: programs and their helpers ask whether those were included.
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __DRIVER_TYPES_H__
#define __VECTOR_TYPES_H__

#define __global__ __attribute__((noinline))
#define __device__
#define __host__
#define __forceinline__ inline __attribute__((always_inline))
#define TILEWRIGHT_NOINLINE __attribute__((noinline))
#define __launch_bounds__(...)
#define __cluster_dims__(...)
#define __maxnreg__(...)
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __grid_constant__
// What the rewriter makes of __device__, __managed__ and __constant__ on variables: the runner finds them by their section.
#define TILEWRIGHT_DEVICE_VARIABLE __attribute__((section("tilewright_device"), used))
#define TILEWRIGHT_MANAGED_VARIABLE __attribute__((section("tilewright_managed"), used))
#define TILEWRIGHT_CONSTANT_VARIABLE __attribute__((section("tilewright_constant"), used))
// Functions of this folder whose accesses are checked by one explicit call rather than one by one.
#define TW_UNCHECKED __attribute__((no_sanitize("thread", "alignment", "bounds")))
#define TW_UNINSTRUMENTED __attribute__((no_sanitize("thread")))
#define TW_ATOMIC_FUNCTION __attribute__((noinline, no_sanitize("thread", "alignment", "bounds")))

#define TW_ALWAYS __attribute__((always_inline))



namespace tilewright {

template <int Offset>
inline __attribute__((always_inline)) unsigned int context() {
  unsigned int value;
  asm("movl %c1, %0" : "=r"(value) : "i"(TW_CONTEXT_PAGE + Offset));
  return value;
}

template <int Offset>
struct ContextVector {
  TW_ALWAYS static unsigned int get_x() { return context<Offset>(); }
  TW_ALWAYS static unsigned int get_y() { return context<Offset + 4>(); }
  TW_ALWAYS static unsigned int get_z() { return context<Offset + 8>(); }
  __declspec(property(get = get_x)) unsigned int x;
  __declspec(property(get = get_y)) unsigned int y;
  __declspec(property(get = get_z)) unsigned int z;
  TW_ALWAYS operator uint3() const { return uint3{get_x(), get_y(), get_z()}; }
  TW_ALWAYS operator dim3() const { return dim3(get_x(), get_y(), get_z()); }
  ContextVector() = default;
  ContextVector(const ContextVector&) = delete;
  ContextVector& operator=(const ContextVector&) = delete;
};

inline __attribute__((always_inline)) void count_turn() {
  bool is_over;
  asm volatile("subq $1, %c1" : "=@ccs"(is_over) : "i"(TW_CONTEXT_PAGE + TW_CONTEXT_FUEL));
  if (__builtin_expect(is_over, 0)) tw_out_of_fuel();
}

// A variable of shared memory: only its place in the section counts, its bytes there are never used.
// `Holder` is a local struct that the rewriter made around the declaration.
template <class Holder>
struct SharedVariable {
  alignas((alignof(Holder) > 128 ? alignof(Holder) : 128) / TW_SHARED_SCALE) static inline unsigned char place
      [(sizeof(Holder) + TW_SHARED_REDZONE + TW_SHARED_SCALE - 1) / TW_SHARED_SCALE]
      __attribute__((section("tilewright_shared"), used));
  static inline const size_t bytes __attribute__((section("tilewright_shared_bytes"), used)) = sizeof(Holder);
};

}  // namespace tilewright

extern "C" unsigned char __start_tilewright_shared[] __attribute__((weak, visibility("hidden")));

namespace tilewright {

template <class Holder>
inline __attribute__((always_inline)) Holder& shared() {
  uintptr_t address = TW_ARENA + (uintptr_t)(&SharedVariable<Holder>::place[0] - &__start_tilewright_shared[0]) * TW_SHARED_SCALE;
  asm("" : "+r"(address) : "r"(&SharedVariable<Holder>::bytes));
  return *reinterpret_cast<Holder*>(address);
}

// `Array` is the declared type: T[] or T[][N].
template <class Array>
inline __attribute__((always_inline)) std::remove_extent_t<Array>* dynamic_shared() {
  uintptr_t address = TW_DYNAMIC_SHARED;
  asm("" : "+r"(address));
  return reinterpret_cast<std::remove_extent_t<Array>*>(address);
}

template <class T>
inline void name_argument(const char* name, T* pointer) {
  tw_name_argument(name, (const void*)pointer);
}
template <class T>
inline void name_argument(const char*, const T&) {}

// Reads through this pointer are no accesses of the program's: another address space is not instrumented.
template <class T>
using Unseen = const __attribute__((address_space(1))) T*;

template <class Word, size_t... Index>
inline __attribute__((always_inline)) void copy_words(void* to, const void* from, std::index_sequence<Index...>) {
  ((static_cast<Word*>(to)[Index] = ((Unseen<Word>)(uintptr_t)from)[Index]), ...);
}

// A thread's own copy of the arguments: locals, which the compiler keeps in registers where it can.
template <class Body>
inline void run_thread(void* closure) {
  alignas(Body) alignas(8) unsigned char copy[sizeof(Body)] __attribute__((uninitialized));
  if constexpr (sizeof(Body) > 192)
    tw_copy_arguments(copy, closure, sizeof(Body));
  else if constexpr (sizeof(Body) % 8 == 0)
    copy_words<uint64_t>(copy, closure, std::make_index_sequence<sizeof(Body) / 8>());
  else if constexpr (sizeof(Body) % 4 == 0)
    copy_words<uint32_t>(copy, closure, std::make_index_sequence<sizeof(Body) / 4>());
  else
    copy_words<unsigned char>(copy, closure, std::make_index_sequence<sizeof(Body)>());
  (*reinterpret_cast<Body*>(copy))();
}

// The inside of a __global__ function.
template <class Body>
inline __attribute__((always_inline)) void run_kernel(const char* name, unsigned max_threads, const Body& body) {
  tw_run_kernel(name, &run_thread<Body>, &body, sizeof(Body), max_threads);
}

inline __attribute__((always_inline)) void push_launch(dim3 grid, dim3 block, size_t shared_bytes = 0,
                                                       cudaStream_t stream = nullptr) {
  tw_push_launch(grid, block, shared_bytes, stream);
}

constexpr unsigned launch_bound(unsigned threads = 0, unsigned = 0, unsigned = 0) { return threads; }

}  // namespace tilewright

#ifndef tw_turn
// A turn of a loop; the rewriter puts it there.
constexpr TW_ALWAYS inline void tw_turn() {
  if (!__builtin_is_constant_evaluated()) tilewright::count_turn();
}
#endif

static constexpr int warpSize = 32;
static const tilewright::ContextVector<TW_CONTEXT_THREAD> threadIdx;
static const tilewright::ContextVector<TW_CONTEXT_BLOCK> blockIdx;
static const tilewright::ContextVector<TW_CONTEXT_BLOCK_SIZE> blockDim;
static const tilewright::ContextVector<TW_CONTEXT_GRID_SIZE> gridDim;

#include "vector_types.h"
#include "runtime_api.h"
#include "texture_formats.h"
#ifndef TILEWRIGHT_PLAIN
#include "device.h"
#endif
