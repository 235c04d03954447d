// Stores beside the view that a kernel was given: into the rest of the memory behind it, or between its rows.
// On a GPU nothing faults, and a neighbour's values are lost. Memory that another argument of the launch
// holds is meant.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "kernels/triton/machine.h"
#include "kernels/triton/place_names.h"

namespace tilewright::kernels::triton {
namespace {

// The axes of a view that is only a part of its region, in bytes, largest stride first; empty where it is the
// whole, or where its axes do not lie within each other.
std::vector<PartAxis> axes_of_part(const PointerTarget& target) {
  int64_t size = static_cast<int64_t>(size_of(target.dtype)), bytes = size;
  std::vector<PartAxis> axes{{size, 1}};
  for (size_t axis = 0; axis < target.shape.size(); ++axis) {
    bytes *= target.shape[axis];
    if (target.shape[axis] != 1) axes.push_back({target.strides[axis] * size, target.shape[axis]});
  }
  if (bytes == 0 || bytes >= static_cast<int64_t>(target.region->bytes)) return {};
  std::stable_sort(axes.begin(), axes.end(), [](PartAxis a, PartAxis b) { return a.stride < b.stride; });
  int64_t reach = size;
  for (PartAxis axis : axes) {
    if (axis.stride < reach && axis.extent > 1) return {};
    reach += axis.stride * (axis.extent - 1);
  }
  std::reverse(axes.begin(), axes.end());
  return axes;
}

// Bytes of the view from `byte` on that lie one behind the other; 0: the byte is outside.
int64_t bytes_inside(const PointerTarget& target, int64_t byte) {
  int64_t size = static_cast<int64_t>(size_of(target.dtype)), rest = byte - target.view_offset, after = 0;
  if (rest < 0) return 0;
  for (PartAxis axis : target.part) {
    int64_t index = std::min(rest / axis.stride, axis.extent - 1);
    rest -= index * axis.stride;
    if (axis.stride == size) after += (axis.extent - 1 - index) * size;
  }
  return rest < size ? after + size - rest : 0;
}

}  // namespace

void Machine::find_parts() const {
  if (!options_.views_are_bounds) return;
  for (PointerTarget& target : launch_->targets) target.part = axes_of_part(target);
}

void Machine::check_view(State& state, const Instruction& instruction, const PointerTarget& target,
                         const Run& run) {
  const int64_t size = static_cast<int64_t>(size_of(info(instruction.sources[0]).type.dtype)),
                first = pointer_offset(run.word);
  auto is_meant = [&](int64_t byte) {
    return std::any_of(launch_->targets.begin(), launch_->targets.end(), [&](const PointerTarget& other) {
      return other.region == target.region && (other.part.empty() || bytes_inside(other, byte) >= size);
    });
  };
  for (int64_t lane = 0; lane < run.count;) {
    int64_t byte = first + lane * run.stride, inside = bytes_inside(target, byte);
    if (inside < size && !is_meant(byte)) {
      beside_view(state, instruction, target, byte, run.lane + lane);
    }
    bool is_row = run.stride == size && inside >= size;
    lane += is_row ? inside / size : 1;
  }
}

void Machine::beside_view(State& state, const Instruction& instruction, const PointerTarget& target,
                          int64_t byte, int64_t lane) {
  int64_t size = static_cast<int64_t>(size_of(target.dtype)), relative = byte - target.view_offset;
  int64_t index = relative / size - (relative % size < 0);
  note_place(target, byte);
  std::vector<Note> notes{
      {fmt::format("'{}' is a view of shape [{}] and strides [{}] of memory that holds {} elements",
                   target.name, fmt::join(target.shape, ", "), fmt::join(target.strides, ", "),
                   target.region->bytes / size_of(target.dtype)),
       {}}};
  int64_t total = info(instruction.sources[0]).numel;
  if (total > 1) notes.push_back({fmt::format("lane {} of the block's {}", lane, total), {}});
  notes.push_back(
      {"a GPU says nothing and what lies beside the view is lost; mask the lanes, or pass the tensor that is "
       "meant",
       {}});
  std::string message =
      fmt::format("store outside of the view that '{}' is, inside of the memory behind it: {} in {}",
                  target.name, index_name(target, index), place(state));
  fault(state, DiagnosticKind::OutOfBounds, std::move(message), instruction.operation->span,
        std::move(notes));
}

}  // namespace tilewright::kernels::triton
