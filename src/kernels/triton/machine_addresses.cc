// Pointers made of addresses that the host gave (tensor.data_ptr()), and addresses of pointers.
#include <fmt/format.h>

#include <algorithm>

#include "kernels/triton/machine.h"
#include "kernels/triton/reach.h"

namespace tilewright::kernels::triton {

// A tensor that the launch was not given joins its targets when its address is first met.
int64_t Machine::pointer_at(uint64_t address, DType dtype) {
  auto* book =
      static_cast<memory::AddressBook*>(interpreter_.extension(memory::AddressBook::kExtension).get());
  std::shared_ptr<memory::Region> region = book ? book->find(address) : nullptr;
  std::vector<PointerTarget>& targets = launch_->targets;
  if (!region) {
    freed_ = book ? book->find_freed(address) : nullptr;
    return make_pointer(kWildRegion, 0);
  }
  auto known = std::find_if(targets.begin(), targets.end(),
                            [&](const PointerTarget& target) { return target.region == region; });
  size_t index = static_cast<size_t>(known - targets.begin());
  if (known == targets.end()) {
    if (index + 1 >= kWildRegion) return make_pointer(kWildRegion, 0);
    PointerTarget target;
    target.name = region->name.empty() ? "memory by address" : region->name;
    target.region = region;
    target.dtype = dtype;
    target.shape = {static_cast<int64_t>(region->bytes / size_of(dtype))};
    target.strides = {1};
    if (options_.check_races) {
      while (shadows_->size() <= index) shadows_->push_back(std::make_unique<memory::Shadow>());
      target.shadow = (*shadows_)[index].get();
      target.shadow->begin_launch(region->bytes, code_.granule);
    }
    targets.push_back(std::move(target));
  }
  return make_pointer(static_cast<uint32_t>(index),
                      static_cast<int64_t>(address - reinterpret_cast<uintptr_t>(region->base)));
}

// Of an access through a pointer that is in no tensor.
void Machine::far_outside(State& state, const Instruction& instruction, std::string_view what) {
  const Span span = instruction.operation->span;
  if (freed_) {
    std::string name = freed_->name.empty() ? "a tensor" : fmt::format("'{}'", freed_->name);
    std::vector<Note> notes{{"its address was taken here; keep the tensor until the launch", freed_->asked}};
    fault(state, DiagnosticKind::UseAfterFree,
          fmt::format("{} in memory that was freed: that of {} of {} bytes, in {}", what, name, freed_->bytes,
                      place(state)),
          span, std::move(notes));
  }
  // The word says no more where it pointed.
  TargetSet pointees = reach_of(code_, *launch_).pointees[static_cast<size_t>(instruction.sources[0])];
  bool is_one = launch_->targets.size() < 64 && pointees != 0 && (pointees & (pointees - 1)) == 0;
  std::string of = is_one ? fmt::format(" made from '{}'",
                                        launch_->targets[static_cast<size_t>(__builtin_ctzll(pointees))].name)
                          : "";
  fault(state, DiagnosticKind::OutOfBounds,
        fmt::format("{} through a pointer{} that is far outside every tensor in {}", what, of, place(state)),
        span, {{"an offset overflowed or came from wrong arithmetic", {}}});
}

void Machine::convert_addresses(State& state, const Instruction& instruction) {
  const SlotInfo& s = info(instruction.result);
  View x = view(state, instruction.sources[0]);
  set_data(state, instruction.result, x.mask);
  const int64_t* in = reinterpret_cast<const int64_t*>(x.data);
  int64_t* out = reinterpret_cast<int64_t*>(value(state, instruction.result).data);
  size_t n = static_cast<size_t>(count(s, x.mask));
  for (size_t i = 0; i < n; ++i) {
    if (instruction.op == Op::MakePointer) {
      out[i] = pointer_at(static_cast<uint64_t>(in[i]), s.type.dtype);
      continue;
    }
    uint32_t region = pointer_region(in[i]);
    out[i] = region < launch_->targets.size()
                 ? static_cast<int64_t>(reinterpret_cast<uintptr_t>(launch_->targets[region].region->base)) +
                       pointer_offset(in[i])
                 : 0;
  }
  if (x.mask == 0) finish_scalar(state, instruction.result);
  merge_poison(state, instruction);
}

}  // namespace tilewright::kernels::triton
