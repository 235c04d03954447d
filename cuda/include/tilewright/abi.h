// What compiled CUDA programs and the runner agree on: the context page, the entry points of the runner (extern "C",
// tw_*) and the CUDA types that cross it. Included by both sides; needs nothing but <stddef.h> and <stdint.h>.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "context.h"

// `nopl MARK + (type << 4 | operations << 1 | is special)(%rax)` tells who counts operations what the following instructions stand
// for, until `nopl MARK + 0xff(%rax)`. Types: 0 float, 1 double, 2 half, 3 bfloat16.
#define TW_OPERATION_MARK 0x54570000

struct alignas(4) uint3 {
  unsigned int x, y, z;
};

struct dim3 {
  unsigned int x, y, z;
#ifdef __cplusplus
  constexpr dim3(unsigned int x_ = 1, unsigned int y_ = 1, unsigned int z_ = 1) : x(x_), y(y_), z(z_) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return uint3{x, y, z}; }
#endif
};

enum cudaError {
#define TW_CUDA_ERROR(name, number, text) name = number,
#include "errors.def"
#undef TW_CUDA_ERROR
};
typedef enum cudaError cudaError_t;

typedef struct CUstream_st* cudaStream_t;
typedef struct CUevent_st* cudaEvent_t;

enum cudaMemcpyKind {
  cudaMemcpyHostToHost = 0,
  cudaMemcpyHostToDevice = 1,
  cudaMemcpyDeviceToHost = 2,
  cudaMemcpyDeviceToDevice = 3,
  cudaMemcpyDefault = 4
};

// What a warp does together.
enum TwWarpOperation {
  TwWarpSync,
  TwShuffle,
  TwShuffleUp,
  TwShuffleDown,
  TwShuffleXor,
  TwBallot,
  TwAny,
  TwAll,
  TwUniform,
  TwMatchAny,
  TwMatchAll,
  TwReduceAddSigned,
  TwReduceAdd,
  TwReduceMin,
  TwReduceMax,
  TwReduceMinSigned,
  TwReduceMaxSigned,
  TwReduceAnd,
  TwReduceOr,
  TwReduceXor,
  TwActiveMask,
  TwCollective,
};
enum TwBarrierOperation { TwBarrier, TwBarrierCount, TwBarrierAnd, TwBarrierOr };
enum TwFenceScope { TwFenceBlock, TwFenceDevice, TwFenceSystem };

#ifdef __cplusplus
extern "C" {
#endif
// Launches: the configuration waits until the kernel's own function takes it.
void tw_push_launch(dim3 grid, dim3 block, size_t shared_bytes, cudaStream_t stream);
// Takes it and runs `body` for each thread; it copies what `closure` points to bit by bit.
void tw_run_kernel(const char* name, void (*body)(void*), const void* closure, size_t closure_bytes,
                   unsigned max_threads);
void tw_copy_arguments(void* to, const void* from, size_t bytes);
void tw_name_argument(const char* name, const void* pointer);

// The compiler may neither make copies of a call that threads reach on different ways, nor one of two.
#if defined(__clang__)
#define TW_CONVERGENT __attribute__((convergent, nomerge))
#else
#define TW_CONVERGENT
#endif
unsigned tw_barrier(int operation, unsigned predicate, int line) TW_CONVERGENT;
void tw_named_barrier(unsigned id, unsigned threads, int waits) TW_CONVERGENT;
// `asked`: TW_ASKED of a TwWarpOperation.
#define TW_ASKED(operation, argument, width) \
  ((uint64_t)(operation) | (uint64_t)(unsigned char)(width) << 8 | (uint64_t)(unsigned)(argument) << 32)
uint64_t tw_warp(uint64_t asked, unsigned mask, uint64_t value) TW_CONVERGENT;
// Each lane brings the address of its data; the last calls `compute` once with all 32 (null: not in the mask).
void tw_collective(unsigned mask, void (*compute)(void** data), void* data) TW_CONVERGENT;
// Counted: the running warp multiplies an m x k matrix by a k x n one on tensor units.
enum TwProductType { TwHalf, TwBfloat16, TwTf32, TwDouble, TwInt8, TwFloat8 };
void tw_note_product(int operands, unsigned m, unsigned n, unsigned k);
void tw_fence(int scope);
void tw_grid_barrier() TW_CONVERGENT;
void tw_out_of_fuel();
void tw_yield();  // nanosleep: lets other threads run
// Checks an atomic access that follows the call; `place` is the instruction to name in a report.
enum TwAtomicKind { TwAtomicLoad, TwAtomicUpdate, TwAtomicStore };
void tw_atomic(const volatile void* address, size_t bytes, int kind, const void* place);
// The atomic's release and acquire side where it orders more than itself (memory orders of cuda::atomic).
void tw_atomic_order(const volatile void* address, int releases, int acquires);
void tw_read(const volatile void* address, size_t bytes);
void tw_write(const volatile void* address, size_t bytes);
void tw_require_alignment(const volatile void* address, size_t bytes);
void tw_trap(const char* reason);
void tw_device_assert(const char* expression, const char* file, unsigned line);
void tw_unsupported(const char* what);
uint64_t tw_clock();
int tw_in_kernel();
int tw_is_shared(const void* pointer);
int tw_is_global(const void* pointer);
unsigned tw_dynamic_shared_bytes();
// Asynchronous copies into shared memory: bytes arrive when the group is waited for.
void tw_copy_async(void* destination, const void* source, size_t bytes, size_t source_bytes);
void tw_copy_commit();
void tw_copy_wait(int pending_groups);
#ifdef __cplusplus
}
#endif
