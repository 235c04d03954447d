#include "kernels/cuda/gpu/shared_library.h"

#include <dlfcn.h>
#include <fmt/format.h>

namespace tilewright::kernels::cuda::gpu {

Result<SharedLibrary> SharedLibrary::open(const std::vector<std::filesystem::path>& names,
                                          const std::string& what) {
  std::string reason;
  for (const std::filesystem::path& name : names) {
    SharedLibrary library;
    library.handle_ = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library.handle_ != nullptr) {
      library.path_ = name;
      return library;
    }
    reason = ::dlerror();  // the last is a bare name's: the most telling
  }
  return fail(DiagnosticKind::Unsupported, fmt::format("{}: {}", what, reason));
}

void* SharedLibrary::find(const char* symbol) const { return ::dlsym(handle_, symbol); }

}  // namespace tilewright::kernels::cuda::gpu
