#include "teach/environment.h"

#include <ATen/Parallel.h>
#include <ATen/Version.h>
#include <torch/version.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "base/file.h"

namespace tilewright::teach {
namespace {

// The text after `key` up to the line's end, without separators and quotes.
std::string line_value(const std::string& text, const std::string& key) {
  size_t at = text.find(key);
  if (at == std::string::npos) return "unknown";
  size_t begin = text.find_first_not_of(" \t:=\"", at + key.size());
  size_t end = std::min(text.find('\n', at), text.size());
  if (begin == std::string::npos || begin >= end) return "unknown";
  while (end > begin && (text[end - 1] == '"' || text[end - 1] == ' ')) --end;
  return text.substr(begin, end - begin);
}

}  // namespace

std::string environment_facts(const std::string& version) {
  nlohmann::ordered_json facts;
  facts["program"] = "tilewright " + version;
  facts["torch"] = TORCH_VERSION;
  facts["instruction_set"] = at::get_cpu_capability();
  facts["processor"] = line_value(read_file("/proc/cpuinfo").value_or(""), "model name");
  facts["cores"] = ::sysconf(_SC_NPROCESSORS_ONLN);
  facts["torch_threads"] = at::get_num_threads();
  double pages = static_cast<double>(::sysconf(_SC_PHYS_PAGES)),
         page = static_cast<double>(::sysconf(_SC_PAGE_SIZE));
  facts["memory_gib"] = static_cast<int64_t>(pages * page / (1 << 30) + 0.5);
  facts["operating_system"] = line_value(read_file("/etc/os-release").value_or(""), "PRETTY_NAME");
  return facts.dump();
}

}  // namespace tilewright::teach
