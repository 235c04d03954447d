#include "kernels/cuda/gpu/driver.h"

#include <fmt/format.h>

#include <array>

namespace tilewright::kernels::cuda::gpu {
namespace {

constexpr const char* kNoDriver = "no GPU driver found";

// NVML, of which nothing is required.
struct Management {
  int (*clock)(void* device, int type, unsigned* megahertz) = nullptr;
  int (*version)(char* text, unsigned length) = nullptr;
  void* device = nullptr;

  static const Management& get() {
    static const Management management = open();
    return management;
  }

 private:
  static Management open() {
    Management management;
    auto library = SharedLibrary::open({"libnvidia-ml.so.1"}, "NVML");
    int (*initialise)() = nullptr;
    int (*by_index)(unsigned, void**) = nullptr;
    if (!library || !library->find("nvmlInit_v2", initialise) || initialise() != 0) return management;
    if (!library->find("nvmlDeviceGetHandleByIndex_v2", by_index) || by_index(0, &management.device) != 0)
      management.device = nullptr;
    library->find("nvmlDeviceGetClockInfo", management.clock);
    library->find("nvmlSystemGetDriverVersion", management.version);
    return management;
  }
};

std::string driver_text(const Driver& driver) {
  std::array<char, 96> text = {};
  const Management& management = Management::get();
  if (management.version != nullptr && management.version(text.data(), text.size()) == 0) return text.data();
  int version = 0;
  if (driver.driver_version(&version) != 0) return "unknown";
  return fmt::format("CUDA {}.{}", version / 1000, version % 1000 / 10);
}

}  // namespace

Result<Driver> Driver::open() {
  Result<SharedLibrary> library = SharedLibrary::open({"libcuda.so.1"}, kNoDriver);
  if (!library) return fail(library.error());
  Driver driver;
#define TW_DRIVER(name, symbol, parameters)                                                          \
  if (!library->find(symbol, driver.name))                                                         \
    return fail(DiagnosticKind::Unsupported,                                                         \
                fmt::format("the GPU's driver has no {}: it is older than CUDA 11", symbol));
#include "kernels/cuda/gpu/driver_functions.def"
#undef TW_DRIVER
  if (int error = driver.init(0); error != 0)
    return fail(DiagnosticKind::Unsupported, fmt::format("{}: {}", kNoDriver, driver.describe(error)));
  int count = 0;
  if (driver.device_count(&count) != 0 || count == 0)
    return fail(DiagnosticKind::Unsupported, fmt::format("{}: the driver names no GPU", kNoDriver));
  return driver;
}

std::string Driver::describe(int error) const {
  const char *name = nullptr, *text = nullptr;
  if (error_name(error, &name) != 0 || name == nullptr) return fmt::format("error {}", error);
  if (error_text(error, &text) != 0 || text == nullptr) text = "";
  return fmt::format("{} ({}): {}", name, error, text);
}

Result<Device> describe_device(const Driver& driver) {
  Device device;
  int handle = 0, l2_bytes = 0;
  size_t memory = 0;
  std::array<char, 256> name = {};
  int error = driver.device_get(&handle, 0);
  auto ask = [&](int attribute, int& value) {
    if (error == 0) error = driver.device_attribute(&value, attribute, handle);
  };
  if (error == 0) error = driver.device_name(name.data(), name.size() - 1, handle);
  ask(kComputeMajor, device.major);
  ask(kComputeMinor, device.minor);
  ask(kMultiprocessors, device.multiprocessors);
  ask(kL2Bytes, l2_bytes);
  if (error == 0) error = driver.device_memory(&memory, handle);
  if (error != 0)
    return fail(DiagnosticKind::Unsupported, fmt::format("the GPU does not answer: {}", driver.describe(error)));
  device.name = name.data();
  device.driver = driver_text(driver);
  device.l2_bytes = l2_bytes;
  device.memory_bytes = static_cast<int64_t>(memory);
  device.clock_megahertz = clock_megahertz();
  return device;
}

int clock_megahertz() {
  constexpr int kMultiprocessorClock = 1;
  const Management& management = Management::get();
  unsigned megahertz = 0;
  if (management.clock == nullptr || management.device == nullptr) return 0;
  return management.clock(management.device, kMultiprocessorClock, &megahertz) == 0 ? static_cast<int>(megahertz)
                                                                                     : 0;
}

}  // namespace tilewright::kernels::cuda::gpu
