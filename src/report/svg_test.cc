#include "report/svg.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tilewright::report {
namespace {

TEST(Svg, TextIsEscaped) {
  EXPECT_EQ(escape_html("<a href='x'>&\"\x01"), "&lt;a href=&#39;x&#39;&gt;&amp;&quot;\\x01");
  std::string plot = render(
      LinePlot{.title = "<script>", .x_label = "a<b", .y_label = "", .lines = {{"l\"", {{0, 1}, {1, 2}}}}});
  EXPECT_EQ(plot.find("<script>"), std::string::npos);
  EXPECT_EQ(plot.find("a<b"), std::string::npos);
}

TEST(Svg, TicksAreRoundAndCoverTheRange) {
  EXPECT_EQ(axis_ticks(0, 1, 4), (std::vector<double>{0, 0.25, 0.5, 0.75, 1}));
  auto ticks = axis_ticks(0, 2345, 4);
  EXPECT_LE(ticks.size(), 5u);
  EXPECT_EQ(ticks[1], 1000);
  EXPECT_EQ(axis_ticks(3, 3, 4).size(), 1u);
}

TEST(Svg, NothingBreaksIt) {
  EXPECT_EQ(render(LinePlot{.title = "t", .x_label = "", .y_label = "", .lines = {}}), "");
  double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(render(LinePlot{.title = "t", .x_label = "", .y_label = "", .lines = {{"a", {{0, nan}}}}}), "");
  for (const auto& points : std::vector<std::vector<std::pair<double, double>>>{
           {{0, 5}}, {{0, 0}, {1, 0}}, {{0, 1}, {1, nan}, {2, 3}}, {{0, 1e300}, {1, -1e300}}}) {
    std::string plot = render(LinePlot{.title = "t", .x_label = "", .y_label = "", .lines = {{"a", points}}});
    EXPECT_EQ(plot.find("nan"), std::string::npos);
    EXPECT_NE(plot.find("</svg>"), std::string::npos);
  }
}

TEST(Svg, LongCurvesAreThinned) {
  Line line{"loss", {}};
  for (int i = 0; i < 10000; ++i) line.points.emplace_back(i, std::sin(i));
  EXPECT_LT(render(LinePlot{.title = "t", .x_label = "step", .y_label = "", .lines = {line}, .smooth = true})
                .size(),
            12000u);
}

TEST(Svg, BarsNameTheirValues) {
  std::string plot = render(BarPlot{.title = "pass@1", .bars = {{"SFT", 0.615, 0.55, 0.66, 0}}});
  EXPECT_NE(plot.find("61.5 %"), std::string::npos);
  EXPECT_NE(plot.find("whisker"), std::string::npos);
}

}  // namespace
}  // namespace tilewright::report
