// Which files of a folder make a CUDA program together: a build file would say so, but there are too many kinds of those.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tilewright::cli {

struct CudaProgramFiles {
  std::vector<std::string> sources;  // compiled together, the one with main first; relative to the folder
  std::vector<std::string> covered;  // .cu files that take part, those that others include as well
  bool has_main = false;             // else each .cu file is a program of its own, which is only compiled
};

// `files`: .cu files below `folder`, relative to it. In each folder that holds some, a file with a main function is compiled
// with the .cu and .cpp files beside it that have none and that no other file includes.
std::vector<CudaProgramFiles> find_cuda_programs(const std::filesystem::path& folder,
                                                 const std::vector<std::string>& files);

}  // namespace tilewright::cli
