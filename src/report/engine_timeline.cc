#include "report/engine_timeline.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/svg.h"

namespace tilewright::report {
namespace {

constexpr double kLabel = 80, kWidth = 1000, kRow = 26, kBar = 18, kAxis = 24;
constexpr double kLeastBar = 0.6;  // below it, neighbours are joined

std::string bar(double x, double width, double y, int count, const EngineSpan& first, double seconds) {
  std::string text = count == 1 ? first.name : fmt::format("{} instructions from {} on", count, first.name);
  return fmt::format(
      "<rect x=\"{:.2f}\" y=\"{:.1f}\" width=\"{:.2f}\" height=\"{}\" fill=\"var(--read)\" "
      "stroke=\"var(--card)\" "
      "stroke-width=\".4\"><title>{}: {:.3f} us at {:.3f} us</title></rect>",
      x, y, width, kBar, escape_html(text), seconds * 1e6, first.start * 1e6);
}

std::string row_text(const EngineRow& row, double y, double scale) {
  std::string text = fmt::format("<text x=\"0\" y=\"{:.1f}\" fill=\"currentColor\">{}</text>", y + kBar - 4,
                                 escape_html(row.engine));
  for (size_t i = 0; i < row.spans.size();) {
    const EngineSpan& first = row.spans[i];
    double end = first.start + first.seconds;
    int count = 1;
    // Joined while bar and gap together are too small to be seen.
    for (++i; i < row.spans.size(); ++i, ++count) {
      bool is_small = (end - first.start) * scale < kLeastBar;
      if (!is_small || (row.spans[i].start - end) * scale > kLeastBar) break;
      end = std::max(end, row.spans[i].start + row.spans[i].seconds);
    }
    text += bar(kLabel + first.start * scale, std::max((end - first.start) * scale, kLeastBar), y, count,
                first, end - first.start);
  }
  return text;
}

}  // namespace

std::string render(const EngineTimeline& timeline) {
  double scale = timeline.seconds > 0 ? kWidth / timeline.seconds : 0;
  double height = kRow * static_cast<double>(timeline.rows.size()) + kAxis;
  std::string text = fmt::format(
      "<figure><figcaption>{}</figcaption><div class=\"wide\" tabindex=\"0\" role=\"region\" "
      "aria-label=\"Engines\"><svg "
      "viewBox=\"0 0 {:.0f} {:.0f}\" width=\"{:.0f}\" height=\"{:.0f}\" font-size=\"13\" "
      "role=\"img\"><title>{}</title>",
      escape_html(timeline.title), kLabel + kWidth + 10, height, kLabel + kWidth + 10, height,
      escape_html(timeline.title));
  double y = 0;
  for (const EngineRow& row : timeline.rows) {
    text += row_text(row, y, scale);
    y += kRow;
  }
  for (double tick : axis_ticks(0, timeline.seconds * 1e6, 8)) {
    double x = kLabel + tick * 1e-6 * scale;
    if (x > kLabel + kWidth + 1) continue;
    text += fmt::format(
        "<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"0\" y2=\"{1:.1f}\" stroke=\"var(--line)\"/><text "
        "x=\"{0:.1f}\" y=\"{2:.1f}\" "
        "text-anchor=\"middle\" fill=\"currentColor\">{3:g} us</text>",
        x, y, height - 6, tick);
  }
  return text + "</svg></div></figure>";
}

}  // namespace tilewright::report
