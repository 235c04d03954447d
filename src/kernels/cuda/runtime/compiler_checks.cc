// What -fsanitize=bounds, alignment and integer-divide-by-zero call (their recovering forms): they know the
// type and the exact place in the source.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "kernels/cuda/runtime/faults.h"
#include "kernels/cuda/runtime/machine.h"

using namespace tilewright::kernels::cuda;

namespace {

struct SourceLocation {
  const char* file;
  uint32_t line, column;
};
struct TypeDescriptor {
  uint16_t kind, info;
  char name[1];  // in quotes, to its zero
};
struct OutOfBoundsData {
  SourceLocation location;
  const TypeDescriptor* array;
  const TypeDescriptor* index;
};
struct TypeMismatchData {
  SourceLocation location;
  const TypeDescriptor* type;
  unsigned char log_alignment, check_kind;
};
struct AlignmentAssumptionData {
  SourceLocation location, assumption;
  const TypeDescriptor* type;
};
struct OverflowData {
  SourceLocation location;
  const TypeDescriptor* type;
};

void set_place(FaultRecord* fault, const SourceLocation& location) {
  if (fault == nullptr || location.file == nullptr) return;
  fault->line = location.line;
  fault->column = location.column;
  std::snprintf(fault->file, sizeof fault->file, "%s", location.file);
}

// Bytes of an array type such as 'float[32][33]'; 0: of no plain type.
uint64_t array_bytes(const char* name) {
  struct Scalar {
    const char* name;
    uint64_t bytes;
  };
  static const Scalar scalars[] = {{"'float[", 4},     {"'int[", 4},   {"'unsigned int[", 4},
                                   {"'double[", 8},    {"'char[", 1},  {"'unsigned char[", 1},
                                   {"'long long[", 8}, {"'short[", 2}, {"'unsigned short[", 2},
                                   {"'bool[", 1}};
  for (const Scalar& scalar : scalars) {
    if (std::strncmp(name, scalar.name, std::strlen(scalar.name)) != 0) continue;
    uint64_t bytes = scalar.bytes;
    for (const char* at = std::strchr(name, '['); at != nullptr; at = std::strchr(at + 1, '['))
      bytes *= std::strtoul(at + 1, nullptr, 10);
    return bytes;
  }
  return 0;
}

// A shared variable that is, or consists of, arrays of this size; only when there is just one.
const char* shared_variable_like(const char* type) {
  uint64_t bytes = array_bytes(type);
  const char* found = nullptr;
  for (uint32_t index : machine.shared_allocations) {
    uint64_t size = machine.allocations[index].size;
    if (bytes == 0 || machine.names[index].kernel.empty() || size % bytes != 0) continue;
    if (found != nullptr) return "";
    found = machine.names[index].name.c_str();
  }
  return found;
}

}  // namespace

#define TW_HOOK extern "C" __attribute__((visibility("default")))

TW_HOOK void __ubsan_handle_out_of_bounds(OutOfBoundsData* data, uintptr_t index) {
  if (!machine.in_kernel) return;
  bool is_signed = (data->index->info & 1) != 0;
  auto value = static_cast<int64_t>(index);
  if (is_signed && data->index->info >> 1 == 5) value = static_cast<int32_t>(index);
  FaultRecord* fault = begin_fault(FaultKind::OutOfBounds, TW_CALLER);
  if (fault != nullptr) {
    const char* shared = shared_variable_like(data->array->name);
    std::snprintf(fault->message, sizeof fault->message,
                  "out of bounds: index %ld is outside an array of type %s%s%s%s", value, data->array->name,
                  shared == nullptr ? ""
                  : *shared == 0    ? ", as shared variables here are"
                                    : ", as the shared variable '",
                  shared == nullptr ? "" : shared, shared == nullptr || *shared == 0 ? "" : "' is");
    set_place(fault, data->location);
  }
  abort_launch(cudaErrorIllegalAddress);
}

TW_HOOK void __ubsan_handle_type_mismatch_v1(TypeMismatchData* data, uintptr_t address) {
  uint64_t alignment = uint64_t{1} << data->log_alignment;
  if (!machine.in_kernel || address == 0 || (address & (alignment - 1)) == 0) return;
  FaultRecord* fault = begin_fault(FaultKind::Misaligned, TW_CALLER);
  if (fault != nullptr) {
    std::snprintf(
        fault->message, sizeof fault->message,
        "misaligned: an access to %s, which needs multiples of %lu bytes, at an address %lu past one",
        data->type->name, alignment, address & (alignment - 1));
    set_place(fault, data->location);
  }
  abort_launch(cudaErrorMisalignedAddress);
}

TW_HOOK void __ubsan_handle_alignment_assumption(AlignmentAssumptionData* data, uintptr_t address,
                                                 uintptr_t alignment, uintptr_t offset) {
  if (!machine.in_kernel) return;
  FaultRecord* fault = begin_fault(FaultKind::Misaligned, TW_CALLER);
  if (fault != nullptr) {
    std::snprintf(fault->message, sizeof fault->message,
                  "misaligned: address 0x%lx is said to be a multiple of %lu and is not", address - offset,
                  alignment);
    set_place(fault, data->location);
  }
  abort_launch(cudaErrorMisalignedAddress);
}

TW_HOOK void __ubsan_handle_divrem_overflow(OverflowData* data, uintptr_t, uintptr_t) {
  if (!machine.in_kernel) return;
  FaultRecord* fault = begin_fault(FaultKind::DivisionByZero, TW_CALLER);
  if (fault != nullptr) {
    std::snprintf(fault->message, sizeof fault->message,
                  "integer division by zero, or a quotient that does not fit");
    set_place(fault, data->location);
  }
  abort_launch(cudaErrorIllegalInstruction);
}

TW_HOOK void tw_require_alignment(const volatile void* pointer, size_t bytes) {
  auto address = reinterpret_cast<uintptr_t>(pointer);
  if (!machine.in_kernel || address % bytes == 0) return;
  record_fault(FaultKind::Misaligned, TW_CALLER,
               "misaligned: this needs an address that is a multiple of %zu bytes, and has one %zu past it",
               bytes, address % bytes);
  abort_launch(cudaErrorMisalignedAddress);
}
