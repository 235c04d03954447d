// Small plots as inline SVG text. Colours are CSS classes of the page, so that a plot follows light and
// dark mode; lines also differ by dashes. Nothing is loaded from anywhere.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tilewright::report {

std::string escape_html(std::string_view text);  // & < > " ' and control characters

struct Line {
  std::string name;
  std::vector<std::pair<double, double>> points;  // x ascending; not finite ones are left out
};

struct LinePlot {
  std::string title, x_label, y_label;
  std::vector<Line> lines;
  bool smooth = false;  // also draws a running mean over it, the raw line fainter
  bool y_from_zero = false;
};
// An <svg> with role, title and description; empty text when there is no point.
std::string render(const LinePlot& plot);

struct Bar {
  std::string label;
  double value = 0, low = 0, high = 0;  // low == high: no whisker
  int series = 0;                       // colour class
};
// Horizontal bars from 0 to `largest`, values written as percentages.
struct BarPlot {
  std::string title;
  std::vector<Bar> bars;
  double largest = 1;
};
std::string render(const BarPlot& plot);

// Round numbers that cover [low, high], at most `count` + 1 of them.
std::vector<double> axis_ticks(double low, double high, int count);

}  // namespace tilewright::report
