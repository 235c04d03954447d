// Progress of long work: on a terminal one line that is rewritten, in a log a plain line now and then; both
// with a rate and the time left. The stream is the caller's.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace tilewright::teach {

struct ProgressOptions {
  std::function<void(std::string_view)> write;  // empty: silent
  bool is_terminal = false;
  int columns = 80;                // of the terminal; longer lines are cut in the middle
  double terminal_interval = 0.1;  // seconds between rewrites
  double log_interval = 10;        // seconds between plain lines
  std::function<double()> now;     // seconds; empty: the steady clock
};

class Progress {
 public:
  explicit Progress(ProgressOptions options);

  // A stage of `total` units ("steps", "tasks"); `done` of them are already there (a resumed run).
  void begin(std::string_view stage, std::string_view unit, int64_t total, int64_t done = 0);
  void update(int64_t done, std::string_view note = "");
  // The stage's last line: units, seconds, rate and the note.
  void finish(std::string_view note = "");
  // A line that stays.
  void say(std::string_view text);

 private:
  double now() const;
  std::string status(double at) const;
  void rewrite(const std::string& line);
  void clear();

  ProgressOptions options_;
  std::string stage_, unit_, note_;
  int64_t total_ = 0, done_ = 0, first_ = 0;
  double began_ = 0, last_shown_ = -1e9;
  bool is_line_open_ = false;
};

// "1:05" or "2:00:01"; "?" for what is not finite.
std::string format_duration(double seconds);
// `text` cut in the middle to at most `columns` characters.
std::string elide(std::string_view text, int columns);

}  // namespace tilewright::teach
