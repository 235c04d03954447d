#include "teach/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tilewright::teach {

Progress::Progress(ProgressOptions options) : options_(std::move(options)) {}

double Progress::now() const {
  if (options_.now) return options_.now();
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void Progress::begin(std::string_view stage, std::string_view unit, int64_t total, int64_t done) {
  stage_ = stage;
  unit_ = unit;
  note_.clear();
  total_ = total;
  done_ = first_ = done;
  began_ = now();
  last_shown_ = options_.is_terminal ? -1e9 : began_;
  if (!options_.is_terminal && options_.write) {
    options_.write(done > 0 ? fmt::format("{}: {} {}, {} done before\n", stage_, total_, unit_, done)
                            : fmt::format("{}: {} {}\n", stage_, total_, unit_));
  }
}

std::string Progress::status(double at) const {
  double elapsed = std::max(at - began_, 1e-9);
  double rate = static_cast<double>(done_ - first_) / elapsed;
  std::string left = done_ > first_ ? format_duration(static_cast<double>(total_ - done_) / rate) : "?";
  std::string text =
      fmt::format("{}: {}/{} {}, {}/s, {} left", stage_, done_, total_, unit_,
                  rate >= 10 ? fmt::format("{:.0f}", rate) : fmt::format("{:.2g}", rate), left);
  return note_.empty() ? text : text + ", " + note_;
}

void Progress::rewrite(const std::string& line) {
  // Carriage return, the line, then "erase to the end of the line": nothing flickers.
  options_.write("\r" + elide(line, options_.columns - 1) + "\x1b[K");
  is_line_open_ = true;
}

void Progress::update(int64_t done, std::string_view note) {
  done_ = done;
  note_ = note;
  if (!options_.write) return;
  double at = now();
  double interval = options_.is_terminal ? options_.terminal_interval : options_.log_interval;
  if (at - last_shown_ < interval) return;
  last_shown_ = at;
  if (options_.is_terminal) {
    rewrite(status(at));
  } else {
    options_.write(status(at) + "\n");
  }
}

void Progress::clear() {
  if (is_line_open_) options_.write("\r\x1b[K");
  is_line_open_ = false;
}

void Progress::finish(std::string_view note) {
  if (!options_.write) return;
  clear();
  double elapsed = std::max(now() - began_, 1e-9);
  std::string text = fmt::format("{}: {} {} in {}", stage_, done_, unit_, format_duration(elapsed));
  if (done_ > first_) text += fmt::format(" ({:.3g}/s)", static_cast<double>(done_ - first_) / elapsed);
  options_.write(note.empty() ? text + "\n" : fmt::format("{}, {}\n", text, note));
}

void Progress::say(std::string_view text) {
  if (!options_.write) return;
  clear();
  options_.write(std::string(text) + "\n");
}

std::string format_duration(double seconds) {
  if (!std::isfinite(seconds) || seconds > 1e9) return "?";
  int64_t whole = static_cast<int64_t>(std::max(0.0, seconds) + 0.5);
  if (whole >= 3600) return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

std::string elide(std::string_view text, int columns) {
  if (columns < 8 || text.size() <= static_cast<size_t>(columns)) return std::string(text);
  size_t kept = static_cast<size_t>(columns) - 3;
  return fmt::format("{}...{}", text.substr(0, kept - kept / 2), text.substr(text.size() - kept / 2));
}

}  // namespace tilewright::teach
