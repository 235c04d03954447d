// Fuzz target: no chip file crashes the reader.
#include <cstdint>
#include <string>

#include "base/diagnostic.h"
#include "chips/chip.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  tilewright::SourceManager sources;
  auto file = sources.add("chip.toml", std::string(reinterpret_cast<const char*>(data), size));
  auto chip = tilewright::chips::parse_chip(sources, file);
  if (!chip) {
    render(chip.error(), sources);
    return 0;
  }
  tilewright::WorkCounters work;
  work.grid = {16, 1, 1};
  work.programs = 16;
  work.float_operations = 1 << 20;
  tilewright::chips::estimate(*chip, work);
  return 0;
}
