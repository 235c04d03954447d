#include "report/engine_timeline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tilewright::report {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(EngineTimeline, DrawsARowAnEngineAndJoinsWhatNoEyeTellsApart) {
  EngineTimeline timeline{"a <kernel>", 1e-3, {{"Vector", {{"tensor_copy", 0, 4e-4}, {"memset", 5e-4, 2e-4}}}, {"DMA", {}}}};
  for (int i = 0; i < 1000; ++i) timeline.rows[1].spans.push_back({"dma_copy", i * 1e-6, 1e-7});
  std::string text = render(timeline);
  EXPECT_THAT(text, HasSubstr("a &lt;kernel&gt;"));
  EXPECT_THAT(text, HasSubstr("tensor_copy: 400.000 us at 0.000 us"));
  EXPECT_THAT(text, HasSubstr("memset: 200.000 us at 500.000 us"));
  EXPECT_THAT(text, Not(HasSubstr("a <kernel>")));
  size_t bars = 0;
  for (size_t at = text.find("<rect"); at != std::string::npos; at = text.find("<rect", at + 1)) ++bars;
  EXPECT_GT(bars, 2u);
  EXPECT_LT(bars, 1003u);
}

}  // namespace
}  // namespace tilewright::report
