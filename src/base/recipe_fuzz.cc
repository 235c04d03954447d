// Fuzz target: no recipe crashes the reader, and what it sets is written as a recipe that sets the same.
#include <cstdint>
#include <string>
#include <vector>

#include "base/check.h"
#include "base/diagnostic.h"
#include "base/recipe.h"

namespace tilewright {
namespace {

struct Options {
  bool is_on = false;
  int count = 3;
  int64_t max_elements = 65536;
  uint64_t seed = 0;
  double rate = 0.5;
  std::string name = "h100";
  std::vector<std::string> families;
  template <class Visit>
  void fields(Visit&& visit) {
    visit("is-on", is_on, "");
    visit("count", count, "");
    visit("max-elements", max_elements, "");
    visit("seed", seed, "");
    visit("rate", rate, "");
    visit("name", name, "");
    visit("families", families, "");
  }
};

void read(std::string text) {
  SourceManager sources;
  Options options;
  SourceId recipe = sources.add("recipe.toml", std::move(text));
  if (auto applied = apply_recipe(sources, recipe, option_fields(options)); !applied) {
    render(applied.error(), sources);
    return;
  }
  std::string written = to_text(option_fields(options));
  Options again;
  auto applied = apply_recipe(sources, sources.add("written.toml", written), option_fields(again));
  TW_CHECK(applied.has_value(), "{}\n{}", render(applied.error(), sources), written);
  TW_CHECK(to_text(option_fields(again)) == written, "{}", written);
}

}  // namespace
}  // namespace tilewright

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  tilewright::read(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
