#include "kernels/triton/measured_launches.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "kernels/triton/compiler.h"

namespace tilewright::kernels::triton {
namespace {

// Whether the launch loads from, or stores to, a target.
bool reaches(const WorkCounters& work, const PointerTarget& target, uint64_t TensorTraffic::*bytes) {
  return std::any_of(work.tensors.begin(), work.tensors.end(), [&](const TensorTraffic& tensor) {
    return tensor.tensor == target.name && tensor.*bytes > 0;
  });
}

}  // namespace

uint64_t launch_key(const Code& code, const Launch& launch, const WorkCounters& work) {
  uint64_t key = reinterpret_cast<uintptr_t>(&code);
  auto add = [&](uint64_t part) { key = (key ^ part) * 0x9e3779b97f4a7c15u ^ key >> 29; };
  add(static_cast<uint64_t>(work.num_warps) << 8 | static_cast<uint64_t>(work.num_stages));
  for (int64_t extent : launch.grid) add(static_cast<uint64_t>(extent));
  for (const LaunchArgument& argument : launch.arguments) {
    add(static_cast<uint64_t>(argument.integer));
    add(std::bit_cast<uint64_t>(argument.number));
  }
  for (const PointerTarget& target : launch.targets) {
    add(static_cast<uint64_t>(target.view_offset));
    for (int64_t extent : target.shape) add(static_cast<uint64_t>(extent));
    for (int64_t stride : target.strides) add(static_cast<uint64_t>(stride));
  }
  return key;
}

void leave_out_stores(memory::Measurement& measurement, const WorkCounters& work, const Launch& launch) {
  for (const PointerTarget& target : launch.targets) {
    if (reaches(work, target, &TensorTraffic::bytes_stored)) measurement.leave_out(target.region);
  }
}

const PointerTarget* left_out(const memory::Measurement& measurement, const Launch& launch) {
  for (const PointerTarget& target : launch.targets) {
    if (measurement.leaves_out(*target.region)) return &target;
  }
  return nullptr;
}

Diagnostic values_left_out(const PointerTarget& target, Span span) {
  return {DiagnosticKind::Unsupported, fmt::format("'{}' {}", target.name, memory::kLeftOut), span, {}};
}

void follow_values(memory::Measurement& measurement, const WorkCounters& work, const Launch& launch, bool is_sampled,
                   Span span) {
  if (is_sampled) return leave_out_stores(measurement, work, launch);
  if (!measurement.leaves_out_any()) return;
  for (const PointerTarget& target : launch.targets) {
    if (!measurement.leaves_out(*target.region) || !reaches(work, target, &TensorTraffic::bytes_loaded)) continue;
    if (!measurement.is_active()) throw CompileError{values_left_out(target, span)};
    return leave_out_stores(measurement, work, launch);
  }
  for (const PointerTarget& target : launch.targets) {
    if (reaches(work, target, &TensorTraffic::bytes_stored)) measurement.complete(*target.region);
  }
}

}  // namespace tilewright::kernels::triton
