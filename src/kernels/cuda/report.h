// What a run of a CUDA program left behind, in memory that the runner's child shares with its parent: plain
// data of fixed size, since the child may end at any instruction.
#pragma once

#include <cstdint>

namespace tilewright::kernels::cuda {

enum class FaultKind : uint32_t {
  OutOfBounds,
  Misaligned,
  Uninitialised,
  Race,
  BarrierDivergence,  // of blocks and of warps
  Deadlock,
  HostPointer,    // a kernel touches host memory
  DevicePointer,  // host code touches device memory
  UseAfterFree,
  LaunchLimit,
  LaunchArguments,
  ApiError,  // a call of the runtime API that fails
  MemoryLeak,
  DivisionByZero,
  DeviceAssert,
  StackOverflow,
  Crash,
  TimeLimit,
  MemoryLimit,
  OutputLimit,
  Denied,  // a system call that candidates may not make
  InputWritten,  // an argument of a call that it may only read
  Unsupported,
};

inline constexpr int kMaxFaults = 16;
inline constexpr int kMaxPlaces = 6;
inline constexpr uint32_t kNoPlace = 0xffffffffu;

struct FaultRecord {
  FaultKind kind;
  uint32_t is_error;      // the API returned it, or a launch was refused
  uint32_t was_handled;   // and the program asked for the last error afterwards
  uint32_t call;          // of the run's calls
  uint32_t line, column;  // where the compiler's own checks say it is; 0: by places
  char file[120];
  uint32_t has_thread;          // block and thread below are meant
  uint32_t places[kMaxPlaces];  // offsets in the image, innermost first, kNoPlace after the last
  uint32_t other_place;         // of the access in conflict
  uint32_t launch_place;        // of <<<>>>
  uint32_t block[3], thread[3];
  uint32_t has_other_thread;
  uint32_t other_block[3], other_thread[3];
  char message[280];
  char note[160];  // beside other_place; empty: none
  char kernel[160];
};

// Traffic of one allocation in a launch, scaled from the counted blocks to the grid.
struct LaunchTensor {
  char name[40];
  uint64_t bytes_loaded, bytes_stored, sectors_loaded, sectors_stored;
  uint64_t unique_bytes;  // of all blocks
};
inline constexpr uint32_t kMaxTensors = 8;

// What operations are counted by; matrix products also by what tensor units take.
enum OperationType : int32_t {
  kOperationFloat,
  kOperationDouble,
  kOperationHalf,
  kOperationBfloat16,
  kOperationTypes
};

// As TwProductType (abi.h).
enum class ProductOperands : int32_t { Half, Bfloat16, Tf32, Double, Int8, Float8 };

// Products of warps (mma, wmma) of one shape: m x k by k x n.
struct LaunchProduct {
  ProductOperands operands;
  uint32_t m, n, k;
  uint64_t count;
};
inline constexpr uint32_t kMaxProducts = 4;

struct LaunchRecord {
  uint32_t call;
  char kernel[160];
  uint32_t grid[3], block[3];
  uint64_t shared_bytes;
  uint64_t barriers, warp_operations, atomics;
  uint64_t result_hash;  // of device memory after the launch; 0: too much of it
  uint32_t place;
  // Where the request asks for counts; scaled to the grid.
  uint32_t tensor_count;
  LaunchTensor tensors[kMaxTensors];
  uint64_t counted_blocks;  // 0: nothing was counted
  uint64_t static_shared_bytes, shared_bytes_loaded, shared_bytes_stored;
  uint64_t global_requests, shared_requests;  // accesses of warps
  uint64_t bank_conflicts;                    // wavefronts of shared accesses beyond the first
  uint64_t most_block_bytes;                  // of global memory, of a counted block
  uint64_t most_trips;                        // executions of one load by one thread
  uint64_t arithmetic[kOperationTypes], special[kOperationTypes];  // operations, of all threads (operations.h)
  uint32_t product_count;
  LaunchProduct products[kMaxProducts];
};
inline constexpr int kMaxLaunches = 256;

struct RunReport {
  uint32_t has_finished;  // main returned or exit was called
  uint32_t fault_count;
  uint32_t launch_count;  // all; the first kMaxLaunches are kept
  uint32_t last_error;    // an error of the API that nobody looked at
  uint64_t copied_hash;   // of all bytes copied from the device to the host
  uint64_t peak_device_bytes;
  uint32_t kernels_print;  // some kernel did
  uint32_t has_suspicious_bytes;  // copied bytes hold the pattern of uninitialised locals
  uint32_t is_sandboxed;
  uint32_t current_call;  // the call that runs or ran last
  FaultRecord faults[kMaxFaults];
  LaunchRecord launches[kMaxLaunches];
};

// A report comes from memory that a candidate's own code can reach: texts get an end, counts and kinds their bounds.
void clean_report(RunReport& report);

}  // namespace tilewright::kernels::cuda
