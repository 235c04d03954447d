#include "kernels/cuda/runtime/calls.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "kernels/cuda/calls.h"
#include "kernels/cuda/runtime/faults.h"
#include "kernels/cuda/runtime/image.h"
#include "kernels/cuda/runtime/lines.h"
#include "kernels/cuda/runtime/memory.h"
#define TILEWRIGHT_ON_CPU 1
#include "extension/tilewright/extension_abi.h"

namespace tilewright::kernels::cuda {
namespace {

// The memory of one storage while its call runs.
struct Placed {
  char* data = nullptr;
  uint64_t bytes = 0;
  uint32_t allocation = 0;  // 0: host memory
};

class OneCall {
 public:
  explicit OneCall(const Call& call) : call_(call) {}
  ~OneCall() {
    for (const Placed& placed : placed_) {
      if (placed.allocation == 0)
        std::free(placed.data);
      else if ((machine.allocations[placed.allocation].flags & kFreed) == 0)
        free_allocation(placed.allocation, kNoPlace);
    }
  }

  CallResult run() {
    CallResult result;
    const TwFunction* function = find_function();
    if (function == nullptr) {
      result.has_failed = true;
      result.message = "the compiled file has no function '" + call_.function + "'";
      return result;
    }
    if (!place_storages()) {
      record_fault(FaultKind::MemoryLimit, nullptr, "the arguments do not fit the device's memory");
      return result;
    }
    std::vector<TwValue> arguments(call_.arguments.size());
    std::vector<const char*> names(call_.arguments.size(), nullptr);
    for (size_t i = 0; i < arguments.size(); ++i) {
      arguments[i] = value_of(call_.arguments[i]);
      if (!call_.names[i].empty()) names[i] = call_.names[i].c_str();
    }
    uint32_t launches = machine.report->launch_count;
    machine.bytes_to_host = 0;
    TwValue value{};
    auto outcome = std::make_unique<TwOutcome>();
    function->invoke(function, arguments.data(), names.data(), arguments.size(), &value, outcome.get());
    result.launches = machine.report->launch_count - launches;
    result.bytes_to_host = machine.bytes_to_host;
    if (outcome->has_failed != 0) {
      result.has_failed = true;
      result.message = outcome->message;
      result.file = outcome->file;
      result.line = outcome->line;
    } else if (machine.sampled_blocks == 0) {
      result.value = result_of(value, 0);
      return_storages(result);
    }
    function->release(&value);
    return result;
  }

 private:
  const TwFunction* find_function() const {
    auto first = reinterpret_cast<const TwFunction* (*)()>(find_symbol("tilewright_first_function"));
    for (const TwFunction* at = first == nullptr ? nullptr : first(); at != nullptr; at = at->next) {
      if (call_.function == at->name) return at;
    }
    return nullptr;
  }

  bool place_storages() {
    for (const CallStorage& storage : call_.storages) {
      Placed& placed = placed_.emplace_back();
      placed.bytes = std::max<uint64_t>(storage.bytes.size(), storage.blank_bytes);
      if (placed.bytes == 0) continue;
      if (!storage.is_cuda) {
        placed.data = static_cast<char*>(std::malloc(placed.bytes));
        std::memset(placed.data, 0, placed.bytes);
        std::memcpy(placed.data, storage.bytes.data(), storage.bytes.size());
        continue;
      }
      placed.data = static_cast<char*>(allocate(placed.bytes, storage.is_read_only ? kInput | kConstant : 0, kNoPlace));
      if (placed.data == nullptr) return false;
      placed.allocation = find_allocation(reinterpret_cast<uintptr_t>(placed.data));
      if (machine.sampled_blocks != 0) continue;
      Allocation& allocation = machine.allocations[placed.allocation];
      std::memcpy(placed.data, storage.bytes.data(), storage.bytes.size());
      mark_written(allocation, 0, placed.bytes, kInputSegment);
      if (storage.unwritten.empty()) continue;
      refine(allocation, 0);
      for (uint64_t i = 0; i < placed.bytes; ++i) {
        if (storage.unwritten[i] != 0) allocation.cells[i] = {0, 0};
      }
    }
    return true;
  }

  TwValue value_of(const CallValue& value) {
    TwValue result{};
    result.kind = static_cast<int32_t>(value.kind);
    result.integer = value.integer;
    result.floating = value.floating;
    result.text = value.text.c_str();
    result.count = value.text.size();
    if (value.kind == ValueKind::Tensor) {
      const CallTensor& tensor = value.tensor;
      TwTensorView& view = result.tensor;
      if (tensor.storage >= placed_.size() || tensor.sizes.size() > TW_MAX_DIMENSIONS) return {};
      const Placed& placed = placed_[tensor.storage];
      view.storage = placed.data;
      view.storage_bytes = placed.bytes;
      view.dtype = tensor.dtype;
      view.is_cuda = call_.storages[tensor.storage].is_cuda ? 1 : 0;
      view.dimensions = static_cast<int32_t>(tensor.sizes.size());
      view.data = placed.data == nullptr ? nullptr : placed.data + tensor.offset * static_cast<int64_t>(element_bytes(tensor.dtype));
      for (size_t i = 0; i < tensor.sizes.size(); ++i) view.sizes[i] = tensor.sizes[i], view.strides[i] = tensor.strides[i];
    } else if (value.kind == ValueKind::List || value.kind == ValueKind::Tuple) {
      auto items = std::make_unique<TwValue[]>(value.items.size() + 1);
      for (size_t i = 0; i < value.items.size(); ++i) items[i] = value_of(value.items[i]);
      result.count = value.items.size();
      result.items = items.get();
      items_.push_back(std::move(items));
    }
    return result;
  }

  ResultValue result_of(const TwValue& value, int depth) const {
    ResultValue result;
    result.kind = static_cast<ValueKind>(value.kind);
    result.integer = value.integer;
    result.floating = value.floating;
    if (value.kind == TwText) result.text.assign(value.text, value.count);
    if (value.kind == TwTensor) result.tensor = tensor_of(value.tensor);
    if ((value.kind == TwList || value.kind == TwTuple) && depth < 8) {
      for (uint64_t i = 0; i < value.count; ++i) result.items.push_back(result_of(value.items[i], depth + 1));
    }
    return result;
  }

  ResultTensor tensor_of(const TwTensorView& view) const {
    ResultTensor tensor;
    tensor.is_cuda = view.is_cuda != 0;
    tensor.dtype = view.dtype;
    tensor.sizes.assign(view.sizes, view.sizes + view.dimensions);
    tensor.strides.assign(view.strides, view.strides + view.dimensions);
    auto size = static_cast<int64_t>(element_bytes(view.dtype));
    if (view.storage != nullptr && size > 0)
      tensor.offset = (static_cast<char*>(view.data) - static_cast<char*>(view.storage)) / size;
    for (size_t i = 0; i < placed_.size(); ++i) {
      if (placed_[i].data != nullptr && placed_[i].data == view.storage) tensor.argument = static_cast<int32_t>(i);
    }
    int64_t count = elements(tensor.sizes);
    if (count <= 0 || size == 0) return tensor;
    uint32_t index = tensor.is_cuda ? find_allocation(reinterpret_cast<uintptr_t>(view.data)) : 0;
    tensor.data.reserve(static_cast<size_t>(count * size));
    std::vector<int64_t> at(tensor.sizes.size());
    const char* source = static_cast<const char*>(view.data);
    Tally tally(index, static_cast<uint64_t>(size));
    for (int64_t n = 0; n < count; ++n) {
      tensor.data.append(source, static_cast<size_t>(size));
      tally.add(source, tensor.data.size(), tensor.unwritten, tensor.origins);
      for (size_t i = at.size(); i-- > 0;) {
        source += tensor.strides[i] * size;
        if (++at[i] < tensor.sizes[i]) break;
        at[i] = 0;
        source -= tensor.strides[i] * tensor.sizes[i] * size;
      }
    }
    return tensor;
  }

  // Counts who wrote an element's bytes, and keeps a map once one is missing.
  class Tally {
   public:
    Tally(uint32_t allocation, uint64_t size) : allocation_(allocation), size_(size) {}
    void add(const char* data, size_t end, std::string& unwritten, Origins& origins) const {
      const Allocation& allocation = machine.allocations[allocation_];
      uint64_t offset = reinterpret_cast<uintptr_t>(data) - allocation.base;
      for (uint64_t byte = 0; byte < size_;) {
        uint64_t step = std::min<uint64_t>(size_ - byte, uint64_t{1} << allocation.shift);
        uint64_t word = allocation_ == 0 || allocation.cells == nullptr
                            ? uint64_t{kHostSegment} << 32
                            : cell_at(allocation, (offset + byte) >> allocation.shift).write;
        switch (origin_of(word)) {
          case 0:
            origins.unwritten += step;
            if (unwritten.empty()) unwritten.assign(end - size_ + byte, '\0');
            unwritten.resize(end - size_ + byte, '\0');
            unwritten.append(step, '\1');
            break;
          case kHostSegment:
            origins.host += step;
            break;
          case kConstantSegment:
            origins.constants += step;
            break;
          case kInputSegment:
            origins.inputs += step;
            break;
          default:
            origins.kernels += step;
        }
        byte += step;
      }
      if (!unwritten.empty()) unwritten.resize(end, '\0');
    }

   private:
    uint32_t allocation_;
    uint64_t size_;
  };

  void return_storages(CallResult& result) const {
    for (size_t i = 0; i < placed_.size(); ++i) {
      const Placed& placed = placed_[i];
      if (call_.storages[i].is_read_only || placed.bytes == 0) continue;
      ReturnedStorage& returned = result.storages.emplace_back();
      returned.storage = static_cast<uint32_t>(i);
      returned.bytes.assign(placed.data, placed.bytes);
      uint64_t step = placed.allocation == 0 ? placed.bytes : uint64_t{1} << machine.allocations[placed.allocation].shift;
      for (uint64_t at = 0; at < placed.bytes; at += step) {
        uint64_t size = std::min(step, placed.bytes - at);
        Tally(placed.allocation, size).add(placed.data + at, at + size, returned.unwritten, returned.origins);
      }
    }
  }

  const Call& call_;
  std::vector<Placed> placed_;
  std::vector<std::unique_ptr<TwValue[]>> items_;
};

// Memory that every call leaves behind; one that is kept from the first call on may be a buffer for all.
void check_leaks(const std::vector<size_t>& kept) {
  if (kept.size() < 2 || machine.report->fault_count != 0) return;
  for (size_t i = 1; i < kept.size(); ++i) {
    if (kept[i] <= kept[i - 1]) return;
  }
  uint32_t index = machine.live_allocations.back();
  FaultRecord* fault = begin_fault(FaultKind::MemoryLeak, nullptr);
  if (fault == nullptr) return;
  fault->places[0] = machine.names[index].place;
  std::snprintf(fault->message, sizeof fault->message, "memory leak: every call leaves %s allocated here",
                describe(index).c_str());
}

}  // namespace

void run_calls(const char* bytes, size_t size, uint32_t first, uint32_t count, ResultArea* area, uint64_t capacity) {
  std::vector<Call> calls;
  if (!decode(std::string_view(bytes, size), calls) || first + count > calls.size()) {
    record_fault(FaultKind::Unsupported, nullptr, "the calls of the program cannot be read");
    return;
  }
  std::vector<size_t> kept;
  for (uint32_t i = first; i < first + count; ++i) {
    machine.report->current_call = i;
    // What the first does is what is reported of all.
    if (i > first) machine.counts = false;
    CallResult result = OneCall(calls[i]).run();
    std::string encoded = encode(result);
    if (encoded.size() > capacity - sizeof(ResultArea) - area->used) {
      record_fault(FaultKind::MemoryLimit, nullptr, "the results are larger than %lu bytes", capacity);
      return;
    }
    std::memcpy(area->data + area->used, encoded.data(), encoded.size());
    area->used += encoded.size();
    if (result.has_failed || machine.sticky_error != cudaSuccess) return;
    kept.push_back(machine.live_allocations.size());
  }
  check_leaks(kept);
}

}  // namespace tilewright::kernels::cuda

using namespace tilewright::kernels::cuda;

namespace {

// The allocation of a view's memory, which must be live and hold all of it; null and a fault if not.
Allocation* checked(const TwTensorView& view, size_t size, bool is_write, const void* place) {
  auto address = reinterpret_cast<uintptr_t>(view.data);
  uint32_t index = find_allocation(address);
  Allocation& allocation = machine.allocations[index];
  uint64_t end = size;
  for (int i = 0; i < view.dimensions; ++i) end += static_cast<uint64_t>((view.sizes[i] - 1) * view.strides[i]) * size;
  if (index == 0 || (allocation.flags & kFreed) || address + end > allocation.base + allocation.size) {
    record_fault(index != 0 && (allocation.flags & kFreed) ? FaultKind::UseAfterFree : FaultKind::OutOfBounds, place,
                 "a copy or fill of a tensor reaches memory that is not the tensor's");
    return nullptr;
  }
  if (is_write && (allocation.flags & kInput)) {
    record_fault(FaultKind::InputWritten, place, "host code writes to an input of the candidate");
    return nullptr;
  }
  return &allocation;
}

void mark_element(Allocation& allocation, const char* data, size_t size, uint32_t origin) {
  mark_written(allocation, reinterpret_cast<uintptr_t>(data) - allocation.base, size, origin);
}

}  // namespace

extern "C" void tw_copy_elements(const TwTensorView* to, const TwTensorView* from, size_t to_size, size_t from_size,
                                 void (*convert)(void*, int, const void*, int)) {
  Allocation* target = checked(*to, to_size, true, TW_CALLER);
  Allocation* source = checked(*from, from_size, false, TW_CALLER);
  if (target == nullptr || source == nullptr || machine.sticky_error != cudaSuccess || machine.sampled_blocks != 0) return;
  int64_t index[TW_MAX_DIMENSIONS] = {}, count = 1;
  for (int i = 0; i < to->dimensions; ++i) count *= to->sizes[i];
  char* out = static_cast<char*>(to->data);
  const char* in = static_cast<const char*>(from->data);
  for (int64_t n = 0; n < count; ++n) {
    if (convert != nullptr) {
      convert(out, to->dtype, in, from->dtype);
      uint64_t offset = reinterpret_cast<uintptr_t>(in) - source->base;
      bool is_whole = first_uninitialised(*source, offset, from_size) == from_size;
      uint32_t origin = copied_origin(cell_at(*source, offset >> source->shift).write);
      mark_element(*target, out, to_size, origin);
      if (!is_whole) {
        refine(*target, 0);
        for (size_t byte = 0; byte < to_size; ++byte)
          target->cells[reinterpret_cast<uintptr_t>(out) - target->base + byte] = {0, 0};
      }
    } else {
      std::memmove(out, in, to_size);
      copy_initialised(*target, reinterpret_cast<uintptr_t>(out) - target->base, *source,
                       reinterpret_cast<uintptr_t>(in) - source->base, to_size);
    }
    for (int i = to->dimensions; i-- > 0;) {
      out += to->strides[i] * static_cast<int64_t>(to_size);
      in += from->strides[i] * static_cast<int64_t>(from_size);
      if (++index[i] < to->sizes[i]) break;
      index[i] = 0;
      out -= to->strides[i] * to->sizes[i] * static_cast<int64_t>(to_size);
      in -= from->strides[i] * from->sizes[i] * static_cast<int64_t>(from_size);
    }
  }
}

extern "C" void tw_fill_elements(const TwTensorView* to, const void* value, size_t size) {
  Allocation* target = checked(*to, size, true, TW_CALLER);
  if (target == nullptr || machine.sticky_error != cudaSuccess || machine.sampled_blocks != 0) return;
  int64_t index[TW_MAX_DIMENSIONS] = {}, count = 1, step = 1;
  bool is_dense = true;
  for (int i = to->dimensions; i-- > 0;) {
    is_dense &= to->sizes[i] == 1 || to->strides[i] == step;
    step *= to->sizes[i];
    count *= to->sizes[i];
  }
  char* out = static_cast<char*>(to->data);
  if (is_dense) {
    for (int64_t n = 0; n < count; ++n) std::memcpy(out + n * static_cast<int64_t>(size), value, size);
    mark_element(*target, out, static_cast<size_t>(count) * size, kConstantSegment);
    return;
  }
  for (int64_t n = 0; n < count; ++n) {
    std::memcpy(out, value, size);
    mark_element(*target, out, size, kConstantSegment);
    for (int i = to->dimensions; i-- > 0;) {
      out += to->strides[i] * static_cast<int64_t>(size);
      if (++index[i] < to->sizes[i]) break;
      index[i] = 0;
      out -= to->strides[i] * to->sizes[i] * static_cast<int64_t>(size);
    }
  }
}
