#include "teach/progress.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tilewright::teach {
namespace {

struct Screen {
  std::string text;
  double time = 0;
  ProgressOptions options(bool is_terminal) {
    return {.write = [this](std::string_view piece) { text += piece; },
            .is_terminal = is_terminal,
            .now = [this] { return time; }};
  }
};

TEST(Progress, TerminalLineHasRateAndTimeLeftAndIsRewritten) {
  Screen screen;
  Progress progress(screen.options(true));
  progress.begin("sft", "steps", 100);
  screen.time = 2;
  progress.update(20, "loss 1.5");
  EXPECT_EQ(screen.text, "\rsft: 20/100 steps, 10/s, 0:08 left, loss 1.5\x1b[K");
  screen.time = 2.05;
  progress.update(21, "loss 1.4");  // too soon to show
  EXPECT_EQ(screen.text.find("21/100"), std::string::npos);
  screen.text.clear();
  screen.time = 10;
  progress.update(100);
  screen.text.clear();
  progress.finish("loss 0.2");
  EXPECT_EQ(screen.text, "\r\x1b[Ksft: 100 steps in 0:10 (10/s), loss 0.2\n");
}

TEST(Progress, LogHasPlainLinesNowAndThen) {
  Screen screen;
  Progress progress(screen.options(false));
  progress.begin("rl", "steps", 60, 30);
  for (int step = 31; step <= 60; ++step) {
    screen.time += 1;
    progress.update(step);
  }
  progress.finish();
  EXPECT_EQ(screen.text.find('\r'), std::string::npos);
  EXPECT_EQ(screen.text,
            "rl: 60 steps, 30 done before\nrl: 40/60 steps, 1/s, 0:20 left\nrl: 50/60 steps, 1/s, 0:10 left\n"
            "rl: 60/60 steps, 1/s, 0:00 left\nrl: 60 steps in 0:30 (1/s)\n");
}

TEST(Progress, SilentWithoutAWriter) {
  Progress progress({});
  progress.begin("x", "steps", 1);
  progress.update(1);
  progress.finish();
  progress.say("nothing");
}

TEST(Progress, Durations) {
  EXPECT_EQ(format_duration(0), "0:00");
  EXPECT_EQ(format_duration(65.4), "1:05");
  EXPECT_EQ(format_duration(7201), "2:00:01");
  EXPECT_EQ(format_duration(INFINITY), "?");
}

TEST(Progress, LongLinesAreCutInTheMiddle) {
  EXPECT_EQ(elide("abcdefghijklmnop", 11), "abcd...mnop");
  EXPECT_EQ(elide("short", 11), "short");
}

}  // namespace
}  // namespace tilewright::teach
