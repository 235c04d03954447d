// Fuzz target: no bytes may crash the reader, and what it reads survives being written and read again.
#include <string>

#include "base/check.h"
#include "python/dump.h"
#include "python/parser.h"
#include "python/source_text.h"
#include "python/unparse.h"

namespace tilewright::python {
namespace {

void check_input(std::string bytes) {
  SourceManager sources;
  auto text = decode_source(std::move(bytes));
  if (!text) return;
  SourceId source = sources.add("input.py", std::move(*text));
  auto tree = parse(sources, source);
  if (!tree) {
    render(tree.error(), sources);
    return;
  }
  dump_json(**tree, sources);
  dump_outline(**tree, sources);
  std::string written = unparse(**tree);
  auto again = parse(sources, sources.add("written.py", written));
  if (!again) {
    // Parentheses added where a tree needs them may pass the limit of nesting.
    bool is_limit = again.error().message.find("nested") != std::string::npos;
    TW_CHECK(is_limit, "{}\n{}", render(again.error(), sources), written);
    return;
  }
  std::string rewritten = unparse(**again);
  TW_CHECK(rewritten == written, "written:\n{}\nrewritten:\n{}", written, rewritten);
}

}  // namespace
}  // namespace tilewright::python

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  tilewright::python::check_input(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
