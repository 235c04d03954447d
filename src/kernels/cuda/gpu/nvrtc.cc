#include "kernels/cuda/gpu/nvrtc.h"

#include <fmt/format.h>

namespace tilewright::kernels::cuda::gpu {

Result<Nvrtc> Nvrtc::open(const std::vector<std::filesystem::path>& libraries) {
  Result<SharedLibrary> library = SharedLibrary::open(
      libraries, "neither nvcc nor NVRTC is installed to compile for the GPU with (pip install nvidia-cuda-nvrtc)");
  if (!library) return fail(library.error());
  Nvrtc nvrtc;
  int (*version)(int*, int*) = nullptr;
  bool is_whole = library->find("nvrtcCreateProgram", nvrtc.create_) &&
                  library->find("nvrtcDestroyProgram", nvrtc.destroy_) &&
                  library->find("nvrtcCompileProgram", nvrtc.compile_) &&
                  library->find("nvrtcAddNameExpression", nvrtc.add_name_) &&
                  library->find("nvrtcGetLoweredName", nvrtc.lowered_name_) &&
                  library->find("nvrtcGetProgramLogSize", nvrtc.log_size_) &&
                  library->find("nvrtcGetProgramLog", nvrtc.log_) &&
                  library->find("nvrtcGetCUBINSize", nvrtc.cubin_size_) &&
                  library->find("nvrtcGetCUBIN", nvrtc.cubin_) &&
                  library->find("nvrtcGetErrorString", nvrtc.error_text_) && library->find("nvrtcVersion", version);
  if (!is_whole)
    return fail(DiagnosticKind::Unsupported,
                fmt::format("{} lacks functions: NVRTC of CUDA 11.1 or later is needed", library->path().string()));
  int major = 0, minor = 0;
  version(&major, &minor);
  nvrtc.version_ = fmt::format("{}.{}", major, minor);
  return nvrtc;
}

Result<DeviceCode> Nvrtc::compile(const std::string& name, const std::string& text,
                                  const std::vector<std::string>& options,
                                  const std::vector<std::string>& expressions) const {
  Program program = nullptr;
  auto failed = [&](const char* what, int error) {
    if (program != nullptr) destroy_(&program);
    return fail(DiagnosticKind::Unsupported, fmt::format("NVRTC: {}: {}", what, error_text_(error)));
  };
  if (int error = create_(&program, text.c_str(), name.c_str(), 0, nullptr, nullptr); error != 0)
    return failed("no program was made", error);
  for (const std::string& expression : expressions) {
    if (int error = add_name_(program, expression.c_str()); error != 0) return failed(expression.c_str(), error);
  }
  std::vector<const char*> pointers;
  for (const std::string& option : options) pointers.push_back(option.c_str());
  int compiled = compile_(program, static_cast<int>(pointers.size()), pointers.data());
  DeviceCode code;
  size_t bytes = 0;
  if (log_size_(program, &bytes) == 0 && bytes > 1) {
    code.log.resize(bytes);
    log_(program, code.log.data());
    code.log.resize(bytes - 1);  // its zero byte
  }
  constexpr int kCompilation = 6, kNameExpression = 10;
  if (compiled == kCompilation || compiled == kNameExpression) {
    destroy_(&program);
    if (code.log.empty()) code.log = error_text_(compiled);
    return code;
  }
  if (compiled != 0) return failed(code.log.c_str(), compiled);
  for (const std::string& expression : expressions) {
    const char* lowered = nullptr;
    if (int error = lowered_name_(program, expression.c_str(), &lowered); error != 0)
      return failed(expression.c_str(), error);
    code.names[expression] = lowered;
  }
  if (int error = cubin_size_(program, &bytes); error != 0) return failed("no device code was made", error);
  code.cubin.resize(bytes);
  if (int error = cubin_(program, code.cubin.data()); error != 0) return failed("no device code was made", error);
  destroy_(&program);
  return code;
}

}  // namespace tilewright::kernels::cuda::gpu
