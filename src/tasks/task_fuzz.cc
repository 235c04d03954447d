// Fuzz target: no task file crashes its reader, the shrinking of its sizes or its first run.
#include <cstdint>
#include <string>

#include "base/diagnostic.h"
#include "python/source_text.h"
#include "tasks/task.h"

namespace tilewright::tasks {
namespace {

void read(std::string bytes) {
  auto text = python::decode_source(std::move(bytes));
  if (!text) return;
  SourceManager sources;
  auto task = read_task(sources, sources.add("task.py", std::move(*text)), "task");
  if (!task) {
    render(task.error(), sources);
    return;
  }
  TaskOptions options{.max_elements = 4096, .limits = {.fuel = 200'000, .memory_bytes = 32 << 20}};
  auto sizes = shrink(sources, *task, options);
  if (!sizes) {
    render(sizes.error(), sources);
    return;
  }
  auto graph = capture(sources, *task, *sizes, options);
  if (!graph) render(graph.error(), sources);
}

}  // namespace
}  // namespace tilewright::tasks

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  tilewright::tasks::read(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
