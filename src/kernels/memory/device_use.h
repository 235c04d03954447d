// What a run has shown of its devices: a script that never makes a tensor for an accelerator is meant for a machine
// without one, where kernels may work on the processor's tensors.
#pragma once

namespace tilewright::kernels::memory {

struct DeviceUse {
  bool has_accelerator_tensor = false;
  bool targets_processor = false;  // the script chose triton-cpu
};
// Key of the run's DeviceUse among an interpreter's extensions.
inline constexpr const char* kDeviceUseKey = "devices";

}  // namespace tilewright::kernels::memory
