#include "kernels/cuda/gpu/toolkit.h"

#include <algorithm>

#include "base/data_files.h"

namespace tilewright::kernels::cuda::gpu {
namespace {

namespace fs = std::filesystem;

bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

void add_once(std::vector<fs::path>& paths, const fs::path& path) {
  if (std::find(paths.begin(), paths.end(), path) == paths.end()) paths.push_back(path);
}

// Newest first: libnvrtc.so.13 before .12; the alternative build (libnvrtc.alt.so) is left alone.
std::vector<fs::path> nvrtc_libraries(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    std::string name = entry.path().filename().string();
    if (name.starts_with("libnvrtc.so")) found.push_back(entry.path());
  }
  std::sort(found.rbegin(), found.rend());
  return found;
}

}  // namespace

Toolkit find_toolkit(const std::vector<fs::path>& roots) {
  std::vector<fs::path> places;
  for (const fs::path& root : roots) {
    if (!root.empty()) add_once(places, root);
  }
  fs::path in_path = find_in_path("nvcc");
  std::error_code error;
  if (!in_path.empty()) add_once(places, fs::canonical(in_path, error).parent_path().parent_path());
  add_once(places, "/usr/local/cuda");
  Toolkit toolkit;
  for (const fs::path& place : places) {
    if (toolkit.nvcc.empty() && is_there(place / "bin/nvcc")) toolkit.nvcc = place / "bin/nvcc";
    if (toolkit.sanitizer.empty() && is_there(place / "bin/compute-sanitizer"))
      toolkit.sanitizer = place / "bin/compute-sanitizer";
    for (const char* folder : {"lib64", "lib", "targets/x86_64-linux/lib"}) {
      for (const fs::path& library : nvrtc_libraries(place / folder)) add_once(toolkit.nvrtc, library);
    }
    if (is_there(place / "include/cuda_fp16.h")) add_once(toolkit.include_folders, place / "include");
  }
  if (toolkit.nvcc.empty()) toolkit.nvcc = in_path;
  if (toolkit.sanitizer.empty()) toolkit.sanitizer = find_in_path("compute-sanitizer");
  for (const char* name : {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"}) toolkit.nvrtc.emplace_back(name);
  return toolkit;
}

}  // namespace tilewright::kernels::cuda::gpu
