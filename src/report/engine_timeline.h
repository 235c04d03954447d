// When the engines of a chip are busy: one row an engine, as inline SVG.
#pragma once

#include <string>
#include <vector>

namespace tilewright::report {

struct EngineSpan {
  std::string name;  // of the instruction
  double start = 0, seconds = 0;
};
struct EngineRow {
  std::string engine;
  std::vector<EngineSpan> spans;  // by start
};
struct EngineTimeline {
  std::string title;  // "softmax on trn2, 12.3 us estimated"
  double seconds = 0;
  std::vector<EngineRow> rows;
};
// Spans that no eye tells apart are drawn as one; the text of a span names its instruction and its time.
std::string render(const EngineTimeline& timeline);

}  // namespace tilewright::report
