#include "report/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tilewright::report {
namespace {

constexpr double kWidth = 400, kHeight = 250;
constexpr double kLeft = 46, kRight = 392, kTop = 30, kBottom = 190;

std::string number(double value) {
  if (value == 0) return "0";
  double size = std::abs(value);
  if (size >= 10000 && std::fmod(value, 1000) == 0) return fmt::format("{:g}k", value / 1000);
  return fmt::format("{:.4g}", value);
}

struct Range {
  double low, high;
};

// Mean over the last `window` points: what the eye should follow in a noisy curve.
std::vector<std::pair<double, double>> running_mean(const std::vector<std::pair<double, double>>& points) {
  size_t window = std::max<size_t>(1, points.size() / 20);
  std::vector<std::pair<double, double>> result;
  double sum = 0;
  for (size_t i = 0; i < points.size(); ++i) {
    sum += points[i].second;
    if (i >= window) sum -= points[i - window].second;
    result.emplace_back(points[i].first, sum / static_cast<double>(std::min(i + 1, window)));
  }
  return result;
}

// At most 300 points: beyond that a curve only makes the file larger.
std::vector<std::pair<double, double>> thin(const std::vector<std::pair<double, double>>& points) {
  std::vector<std::pair<double, double>> finite;
  for (const auto& point : points) {
    if (std::isfinite(point.first) && std::isfinite(point.second)) finite.push_back(point);
  }
  size_t stride = (finite.size() + 299) / 300;
  if (stride <= 1) return finite;
  std::vector<std::pair<double, double>> result;
  for (size_t begin = 0; begin < finite.size(); begin += stride) {
    size_t end = std::min(begin + stride, finite.size());
    double y = 0;
    for (size_t i = begin; i < end; ++i) y += finite[i].second;
    result.emplace_back(finite[end - 1].first, y / static_cast<double>(end - begin));
  }
  return result;
}

std::string polyline(const std::vector<std::pair<double, double>>& points, Range x, Range y,
                     std::string_view classes) {
  std::string text = fmt::format("<polyline class=\"{}\" points=\"", classes);
  for (const auto& [px, py] : points) {
    text += fmt::format("{:.1f},{:.1f} ", kLeft + (px - x.low) / (x.high - x.low) * (kRight - kLeft),
                        kBottom - (py - y.low) / (y.high - y.low) * (kBottom - kTop));
  }
  return text + "\"/>";
}

std::string axes(const LinePlot& plot, Range x, Range y) {
  std::string text;
  for (double tick : axis_ticks(y.low, y.high, 4)) {
    double at = kBottom - (tick - y.low) / (y.high - y.low) * (kBottom - kTop);
    if (at < kTop - 0.5 || at > kBottom + 0.5) continue;
    text += fmt::format("<line class=\"grid\" x1=\"{}\" x2=\"{}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>", kLeft,
                        kRight, at, at);
    text += fmt::format("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>", kLeft - 5, at + 4,
                        number(tick));
  }
  for (double tick : axis_ticks(x.low, x.high, 4)) {
    double at = kLeft + (tick - x.low) / (x.high - x.low) * (kRight - kLeft);
    if (at < kLeft - 0.5 || at > kRight + 0.5) continue;
    text += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                        std::min(at, kRight - 8), kBottom + 16, number(tick));
  }
  text += fmt::format("<line class=\"axis\" x1=\"{}\" x2=\"{}\" y1=\"{}\" y2=\"{}\"/>", kLeft, kRight,
                      kBottom, kBottom);
  text += fmt::format("<text class=\"label\" x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>", kRight,
                      kBottom + 31, escape_html(plot.x_label));
  return text + fmt::format("<text class=\"label\" x=\"4\" y=\"{}\">{}</text>", kTop - 12,
                            escape_html(plot.y_label));
}

std::string legend(const std::vector<Line>& lines) {
  if (lines.size() < 2) return "";
  std::string text;
  double x = kLeft;
  for (size_t i = 0; i < lines.size(); ++i) {
    text += fmt::format("<line class=\"series s{0}\" x1=\"{1:.0f}\" x2=\"{2:.0f}\" y1=\"{3}\" y2=\"{3}\"/>",
                        i % 4, x, x + 18, kHeight - 10);
    text +=
        fmt::format("<text x=\"{:.0f}\" y=\"{}\">{}</text>", x + 22, kHeight - 6, escape_html(lines[i].name));
    x += 36 + 6.4 * static_cast<double>(lines[i].name.size());
  }
  return text;
}

}  // namespace

std::string escape_html(std::string_view text) {
  std::string result;
  for (char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      default:
        if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') {
          result += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
        } else {
          result += c;
        }
    }
  }
  return result;
}

std::vector<double> axis_ticks(double low, double high, int count) {
  if (!(high > low) || count < 1) return {low};
  double rough = (high - low) / count;
  double power = std::pow(10, std::floor(std::log10(rough)));
  double step = power;
  for (double factor : {1.0, 2.0, 2.5, 5.0, 10.0}) {
    step = factor * power;
    if (step >= rough * 0.999999) break;
  }
  std::vector<double> ticks;
  for (int64_t i = static_cast<int64_t>(std::ceil(low / step - 1e-9));
       static_cast<double>(i) * step <= high + step * 1e-9; ++i) {
    ticks.push_back(static_cast<double>(i) * step);
  }
  return ticks;
}

std::string render(const LinePlot& plot) {
  std::vector<Line> lines;
  Range x{1e300, -1e300}, y{1e300, -1e300};
  for (const Line& line : plot.lines) {
    lines.push_back({line.name, thin(line.points)});
    for (const auto& [px, py] : lines.back().points) {
      x = {std::min(x.low, px), std::max(x.high, px)};
      y = {std::min(y.low, py), std::max(y.high, py)};
    }
  }
  if (x.low > x.high) return "";
  if (plot.y_from_zero) y.low = std::min(0.0, y.low);
  if (x.high - x.low < 1e-12) x = {x.low - 0.5, x.high + 0.5};
  double margin = y.high - y.low < 1e-12 ? std::max(0.5, std::abs(y.high) * 0.1) : (y.high - y.low) * 0.05;
  y = {plot.y_from_zero && y.low == 0 ? 0 : y.low - margin, y.high + margin};

  std::string description;
  for (const Line& line : lines) {
    if (line.points.empty()) continue;
    description += fmt::format("{} from {} to {}. ", line.name, number(line.points.front().second),
                               number(line.points.back().second));
  }
  std::string text = fmt::format(
      "<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}: {}\" "
      "xmlns=\"http://www.w3.org/2000/svg\"><title>{}</title>",
      kWidth, kHeight, escape_html(plot.title), escape_html(description), escape_html(plot.title));
  text += axes(plot, x, y);
  for (size_t i = 0; i < lines.size(); ++i) {
    bool is_smoothed = plot.smooth && lines[i].points.size() > 20;
    text += polyline(lines[i].points, x, y, fmt::format("series s{}{}", i % 4, is_smoothed ? " faint" : ""));
    if (is_smoothed) text += polyline(running_mean(lines[i].points), x, y, fmt::format("series s{}", i % 4));
  }
  return text + legend(lines) + "</svg>";
}

std::string render(const BarPlot& plot) {
  if (plot.bars.empty()) return "";
  constexpr double kRow = 26, kBarLeft = 128, kBarRight = 340;
  double height = kRow * static_cast<double>(plot.bars.size()) + 10;
  std::string description;
  for (const Bar& bar : plot.bars) description += fmt::format("{} {:.1f} %. ", bar.label, 100 * bar.value);
  std::string text = fmt::format(
      "<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}: {}\" "
      "xmlns=\"http://www.w3.org/2000/svg\"><title>{}</title>",
      kWidth, height, escape_html(plot.title), escape_html(description), escape_html(plot.title));
  auto place = [&](double value) {
    return kBarLeft + std::clamp(value / plot.largest, 0.0, 1.0) * (kBarRight - kBarLeft);
  };
  for (size_t i = 0; i < plot.bars.size(); ++i) {
    const Bar& bar = plot.bars[i];
    double y = 5 + kRow * static_cast<double>(i), middle = y + kRow / 2 - 2;
    text += fmt::format("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>", kBarLeft - 8, middle + 4,
                        escape_html(bar.label));
    text +=
        fmt::format("<rect class=\"bar s{}\" x=\"{}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{}\" rx=\"2\"/>",
                    bar.series % 4, kBarLeft, y, std::max(0.5, place(bar.value) - kBarLeft), kRow - 6);
    if (bar.high > bar.low) {
      text += fmt::format("<line class=\"whisker\" x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>",
                          place(bar.low), place(bar.high), middle, middle);
    }
    text += fmt::format("<text x=\"{}\" y=\"{:.1f}\">{:.1f} %</text>", kBarRight + 8, middle + 4,
                        100 * bar.value);
  }
  return text + "</svg>";
}

}  // namespace tilewright::report
