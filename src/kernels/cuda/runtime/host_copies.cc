// The CUDA runtime API: copies and fills between host and device, symbols.
#include <cstdio>
#include <cstring>

#include "kernels/cuda/runtime/faults.h"
#include "kernels/cuda/runtime/graphs.h"
#include "kernels/cuda/runtime/host_api.h"
#include "kernels/cuda/runtime/image.h"
#include "kernels/cuda/runtime/lines.h"
#include "kernels/cuda/runtime/memory.h"
#include "kernels/cuda/runtime/streams.h"
#include "tilewright/runtime_api.h"

namespace tilewright::kernels::cuda {

bool is_device_side(uintptr_t address) {
  return address - TW_ARENA < TW_ARENA_BYTES || address - machine.symbols_begin < machine.symbols_bytes;
}

namespace {

// Work in other streams that touches the range and is not ordered with this copy.
void check_order(const Allocation& allocation, uint64_t offset, uint64_t bytes, bool is_write,
                 const void* place) {
  if (bytes == 0 || allocation.cells == nullptr || ordered_segments() == machine.next_segment) return;
  uint64_t last = (offset + bytes - 1) >> allocation.shift;
  for (uint64_t cell = offset >> allocation.shift; cell <= last; ++cell) {
    Cell last_accesses = cell_at(allocation, cell);
    uint32_t written = segment_of(last_accesses.write), read = segment_of(last_accesses.read);
    bool conflicts = (written >= kFirstSegment && !is_work_ordered(written)) ||
                     (is_write && read >= kFirstSegment && !is_work_ordered(read));
    if (!conflicts) continue;
    record_fault(FaultKind::Race, place,
                 "this copy touches %s while work in another stream may still be using it",
                 describe(static_cast<uint32_t>(&allocation - machine.allocations)).c_str());
    return;
  }
}

// Results that nothing wrote, on their way to the host. Programs copy buffers that are larger than what they
// use, so a copy that is written in part counts only where the program then ends badly.
void check_copied(const Allocation& allocation, uint64_t offset, uint64_t bytes, const void* place) {
  uint64_t first = first_uninitialised(allocation, offset, bytes);
  if (first == bytes) return;
  FaultRecord* fault = begin_fault(FaultKind::Uninitialised, place);
  if (fault == nullptr) return;
  bool is_all = true;
  for (uint64_t at = 0; at < bytes && is_all; at += uint64_t{1} << allocation.shift)
    is_all = segment_of(cell_at(allocation, (offset + at) >> allocation.shift).write) == 0;
  fault->is_error = fault->was_handled = is_all ? 0 : 1;
  std::snprintf(fault->message, sizeof fault->message,
                "the copy takes %s to the host, of which nothing has written %s%lu",
                describe(static_cast<uint32_t>(&allocation - machine.allocations)).c_str(),
                is_all ? "any byte; it copies " : "byte ", is_all ? bytes : offset + first);
}

// One side of a copy: its allocation (0: host memory), or a fault.
bool check_side(const void* pointer, size_t bytes, bool is_write, bool must_be_device, bool must_be_host,
                const void* place, uint32_t& index, cudaError_t& error) {
  auto address = reinterpret_cast<uintptr_t>(pointer);
  const char* side = is_write ? "destination" : "source";
  char message[280];
  index = find_allocation(address);
  const Allocation& allocation = machine.allocations[index];
  bool is_device = is_device_side(address);
  error = cudaErrorInvalidValue;
  if (address < 65536) {
    std::snprintf(message, sizeof message, "the %s of the copy is a null pointer", side);
    fail_call(FaultKind::ApiError, error, place, message);
    return false;
  }
  if (!is_device) {
    index = 0;
    if (!must_be_device) return true;
    std::snprintf(message, sizeof message, "the %s of the copy is host memory, but its direction says device",
                  side);
    fail_call(FaultKind::ApiError, error, place, message);
    return false;
  }
  if (index == 0 || (allocation.flags & kFreed)) {
    if (index == 0) index = nearest_allocation(address);
    bool is_freed = (machine.allocations[index].flags & kFreed) != 0 &&
                    address - machine.allocations[index].base < machine.allocations[index].size;
    if (is_freed) {
      FaultRecord* fault = begin_fault(FaultKind::UseAfterFree, place);
      if (fault != nullptr) {
        std::snprintf(fault->message, sizeof fault->message, "the %s of the copy is %s, which has been freed",
                      side, describe(index).c_str());
        fault->other_place = machine.names[index].freed_place;
        set_note(fault, "freed here");
      }
      machine.last_error = error;
      return false;
    }
    std::snprintf(message, sizeof message,
                  "the %s of the copy is device address 0x%lx, where nothing is allocated", side, address);
    fail_call(FaultKind::OutOfBounds, error, place, message);
    return false;
  }
  if (is_write && (allocation.flags & kInput)) {
    std::snprintf(message, sizeof message, "the copy writes to %s, an input of the candidate", describe(index).c_str());
    fail_call(FaultKind::InputWritten, error, place, message);
    return false;
  }
  if (must_be_host && (allocation.flags & kHostVisible) == 0) {
    std::snprintf(message, sizeof message,
                  "the %s of the copy is device memory (%s), but its direction says host", side,
                  describe(index).c_str());
    fail_call(FaultKind::ApiError, error, place, message);
    return false;
  }
  if (address + bytes > allocation.base + allocation.size) {
    std::snprintf(message, sizeof message,
                  "out of bounds: the copy's %s is %zu bytes at byte %lu of %s: %lu bytes past its end", side,
                  bytes, address - allocation.base, describe(index).c_str(),
                  address + bytes - allocation.base - allocation.size);
    fail_call(FaultKind::OutOfBounds, error, place, message);
    return false;
  }
  return true;
}

void hash_copied(const void* data, size_t bytes) {
  const auto* at = static_cast<const unsigned char*>(data);
  uint64_t hash = machine.report->copied_hash;
  for (size_t i = 0; i + 8 <= bytes; i += 8) {
    uint64_t word;
    std::memcpy(&word, at + i, 8);
    hash = (hash ^ word) * 0x9e3779b97f4a7c15ull;
    hash ^= hash >> 29;
    uint32_t low = static_cast<uint32_t>(word), high = static_cast<uint32_t>(word >> 32);
    if (low == 0xffffffffu || high == 0xffffffffu || low == 0xaaaaaaaau || high == 0xaaaaaaaau)
      machine.report->has_suspicious_bytes = 1;
  }
  for (size_t i = bytes / 8 * 8; i < bytes; ++i) hash = (hash ^ at[i]) * 0x9e3779b97f4a7c15ull;
  machine.report->copied_hash = hash;
}

}  // namespace

cudaError_t copy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream,
                 bool is_async, const void* place) {
  if (machine.in_kernel) {
    record_fault(FaultKind::Unsupported, place, "cudaMemcpy inside a kernel");
    abort_launch(cudaErrorNotSupported);
  }
  if (machine.sticky_error != cudaSuccess) return machine.sticky_error;
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault)
    return fail_call(FaultKind::ApiError, cudaErrorInvalidMemcpyDirection, place,
                     "the copy's direction is no cudaMemcpyKind");
  if (!is_stream(stream))
    return fail_call(FaultKind::ApiError, cudaErrorInvalidResourceHandle, place,
                     "the copy's stream is no stream");
  if (bytes == 0) return cudaSuccess;
  if (is_async && is_capturing(stream)) {
    capture_work(stream, cudaGraphNodeTypeMemcpy,
                 [=](cudaStream_t own) { copy(to, from, bytes, kind, own, true, place); });
    return cudaSuccess;
  }
  if (!is_async) {
    if (cudaError_t error = refuse_while_capturing("a synchronous copy", place); error != cudaSuccess) return error;
  }
  uint32_t target = 0, source = 0;
  cudaError_t error = cudaSuccess;
  bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  bool is_default = kind == cudaMemcpyDefault;
  if (!check_side(from, bytes, false, from_device, !from_device && !is_default, place, source, error))
    return error;
  if (!check_side(to, bytes, true, to_device, !to_device && !is_default, place, target, error)) return error;
  Allocation& to_allocation = machine.allocations[target];
  Allocation& from_allocation = machine.allocations[source];
  uint64_t to_offset = reinterpret_cast<uintptr_t>(to) - to_allocation.base;
  uint64_t from_offset = reinterpret_cast<uintptr_t>(from) - from_allocation.base;
  begin_device_work(stream);
  if (source != 0) check_order(from_allocation, from_offset, bytes, false, place);
  if (target != 0) check_order(to_allocation, to_offset, bytes, true, place);
  if (machine.sampled_blocks != 0) {
    // Between large buffers there is nothing to copy.
    if (source == 0 || target == 0) std::memmove(to, from, bytes);
    if (source != 0 && target == 0) machine.bytes_to_host += bytes;
    return cudaSuccess;
  }
  if (source != 0 && target == 0) check_copied(from_allocation, from_offset, bytes, place);
  std::memmove(to, from, bytes);
  uint32_t segment = machine.next_segment++;
  if (target != 0) {
    if (source != 0)
      copy_initialised(to_allocation, to_offset, from_allocation, from_offset, bytes);
    else
      mark_written(to_allocation, to_offset, bytes);
    if (is_async) stamp_segment(to_allocation, to_offset, bytes, segment);
  }
  end_device_work(stream);
  // Work in the arena's host-visible memory stays pending until the host waits; a copy that waits itself does
  // not.
  if (!is_async) synchronise_host(stream);
  if (source != 0 && target == 0) {
    hash_copied(to, bytes);
    machine.bytes_to_host += bytes;
  }
  return cudaSuccess;
}

cudaError_t set_bytes(void* pointer, int value, size_t bytes, cudaStream_t stream, bool is_async,
                      const void* place) {
  if (machine.sticky_error != cudaSuccess) return machine.sticky_error;
  if (bytes == 0) return cudaSuccess;
  if (is_async && is_capturing(stream)) {
    capture_work(stream, cudaGraphNodeTypeMemset,
                 [=](cudaStream_t own) { set_bytes(pointer, value, bytes, own, true, place); });
    return cudaSuccess;
  }
  uint32_t target = 0;
  cudaError_t error = cudaSuccess;
  if (!check_side(pointer, bytes, true, true, false, place, target, error)) return error;
  Allocation& allocation = machine.allocations[target];
  uint64_t offset = reinterpret_cast<uintptr_t>(pointer) - allocation.base;
  begin_device_work(stream);
  if (machine.sampled_blocks != 0) return cudaSuccess;
  check_order(allocation, offset, bytes, true, place);
  std::memset(pointer, value, bytes);
  uint32_t segment = machine.next_segment++;
  mark_written(allocation, offset, bytes, kConstantSegment);
  if (is_async) stamp_segment(allocation, offset, bytes, segment);
  end_device_work(stream);
  if (!is_async) synchronise_host(stream);
  return cudaSuccess;
}

}  // namespace tilewright::kernels::cuda

using namespace tilewright::kernels::cuda;

extern "C" {

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, enum cudaMemcpyKind kind) {
  return copy(to, from, bytes, kind, nullptr, false, TW_CALLER);
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, enum cudaMemcpyKind kind,
                            cudaStream_t stream) {
  return copy(to, from, bytes, kind, stream, true, TW_CALLER);
}
cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                         size_t height, enum cudaMemcpyKind kind) {
  if (width > to_pitch || width > from_pitch)
    return fail_call(FaultKind::ApiError, cudaErrorInvalidPitchValue, TW_CALLER,
                     "the copy's width exceeds a pitch");
  for (size_t row = 0; row < height; ++row) {
    cudaError_t error =
        copy(static_cast<char*>(to) + row * to_pitch, static_cast<const char*>(from) + row * from_pitch,
             width, kind, nullptr, false, TW_CALLER);
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}
cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                              size_t height, enum cudaMemcpyKind kind, cudaStream_t stream) {
  for (size_t row = 0; row < height; ++row) {
    cudaError_t error =
        copy(static_cast<char*>(to) + row * to_pitch, static_cast<const char*>(from) + row * from_pitch,
             width, kind, stream, true, TW_CALLER);
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}
cudaError_t cudaMemset(void* pointer, int value, size_t bytes) {
  return set_bytes(pointer, value, bytes, nullptr, false, TW_CALLER);
}
cudaError_t cudaMemsetAsync(void* pointer, int value, size_t bytes, cudaStream_t stream) {
  return set_bytes(pointer, value, bytes, stream, true, TW_CALLER);
}
cudaError_t cudaMemset2DAsync(void* pointer, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream) {
  for (size_t row = 0; row < height; ++row) {
    cudaError_t error =
        set_bytes(static_cast<char*>(pointer) + row * pitch, value, width, stream, true, TW_CALLER);
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}
cudaError_t cudaMemcpyPeer(void* to, int, const void* from, int, size_t bytes) {
  return copy(to, from, bytes, cudaMemcpyDeviceToDevice, nullptr, false, TW_CALLER);
}
cudaError_t cudaMemcpyPeerAsync(void* to, int, const void* from, int, size_t bytes, cudaStream_t stream) {
  return copy(to, from, bytes, cudaMemcpyDeviceToDevice, stream, true, TW_CALLER);
}
cudaError_t cudaMemset2D(void* pointer, size_t pitch, int value, size_t width, size_t height) {
  for (size_t row = 0; row < height; ++row) {
    cudaError_t error =
        set_bytes(static_cast<char*>(pointer) + row * pitch, value, width, nullptr, false, TW_CALLER);
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}
cudaError_t tw_copy_symbol(void* symbol, size_t symbol_bytes, size_t offset, void* other, size_t bytes,
                           int to_symbol, int kind, cudaStream_t stream) {
  if (find_allocation(reinterpret_cast<uintptr_t>(symbol)) == 0)
    return fail_call(FaultKind::ApiError, cudaErrorInvalidSymbol, TW_CALLER,
                     "the symbol of the copy is no __device__ or __constant__ variable");
  if (offset + bytes > symbol_bytes) {
    char message[160];
    std::snprintf(message, sizeof message, "the copy takes %zu bytes at byte %zu of a symbol of %zu bytes",
                  bytes, offset, symbol_bytes);
    return fail_call(FaultKind::OutOfBounds, cudaErrorInvalidValue, TW_CALLER, message);
  }
  void* place = static_cast<char*>(symbol) + offset;
  auto direction = static_cast<cudaMemcpyKind>(kind);
  return to_symbol != 0 ? copy(place, other, bytes, direction, stream, false, TW_CALLER)
                        : copy(other, place, bytes, direction, stream, false, TW_CALLER);
}
cudaError_t tw_symbol_address(void** pointer, const void* symbol) {
  if (find_allocation(reinterpret_cast<uintptr_t>(symbol)) == 0)
    return fail_call(FaultKind::ApiError, cudaErrorInvalidSymbol, TW_CALLER,
                     "this is no __device__ or __constant__ variable");
  *pointer = const_cast<void*>(symbol);
  return cudaSuccess;
}
cudaError_t tw_function_attributes(cudaFuncAttributes* attributes, const void*) {
  std::memset(attributes, 0, sizeof *attributes);
  attributes->maxThreadsPerBlock = static_cast<int>(machine.limits.max_threads_per_block);
  attributes->numRegs = 32;
  attributes->ptxVersion = attributes->binaryVersion = 90;
  attributes->maxDynamicSharedSizeBytes = static_cast<int>(machine.limits.static_shared);
  return cudaSuccess;
}

}  // extern "C"
