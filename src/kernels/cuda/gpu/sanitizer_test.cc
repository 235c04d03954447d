// Reports that compute-sanitizer printed about the planted faults of tests/cuda on an H200 (tests/cuda/data/sanitizer).
#include "kernels/cuda/gpu/sanitizer.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"

namespace tilewright::kernels::cuda::gpu {
namespace {

using testing::HasSubstr;

SanitizerReport recorded(const std::string& fault, const std::string& tool, const SourceTexts& sources = {}) {
  Result<std::string> text = read_file(
      fmt::format("{}/tests/cuda/data/sanitizer/{}.{}.txt", TILEWRIGHT_SOURCE_DIR, fault, tool));
  EXPECT_TRUE(text) << fault;
  return text ? read_sanitizer_report(tool, *text, sources) : SanitizerReport();
}

struct Expected {
  const char *fault, *tool, *kind;
  uint32_t line;
  const char* words;
  uint64_t count;
};

class SanitizerReports : public testing::TestWithParam<Expected> {};

TEST_P(SanitizerReports, AreReadAsOurKinds) {
  const Expected& expected = GetParam();
  SanitizerReport report =
      recorded(expected.fault, expected.tool, {{fmt::format("folder/{}.cu", expected.fault), ""}});
  EXPECT_EQ(report.failure, "");
  EXPECT_EQ(report.count, expected.count);
  ASSERT_EQ(report.findings.size(), 1u) << (report.findings.empty() ? "" : report.findings[1].message);
  const ResolvedDiagnostic& finding = report.findings[0];
  EXPECT_EQ(finding.kind, expected.kind);
  EXPECT_EQ(finding.line, expected.line);
  if (expected.line != 0) {
    EXPECT_EQ(finding.file, fmt::format("folder/{}.cu", expected.fault));
  }
  EXPECT_THAT(finding.message, HasSubstr(expected.words));
}

INSTANTIATE_TEST_SUITE_P(
    OnH200, SanitizerReports,
    testing::Values(
        Expected{"allocation_leaked", "memcheck", "memory-leak", 0, "Leaked 104 bytes", 1},
        Expected{"allocation_of_a_petabyte", "memcheck", "runtime-call", 0, "call to cudaMalloc", 1},
        Expected{"assembly_load_past_the_end", "memcheck", "out-of-bounds", 27, "block (2, 0, 0), thread (22, 0, 0)", 12},
        Expected{"asynchronous_copy_over_a_tile_in_use", "racecheck", "race", 21, "race of a write and a read", 2},
        Expected{"barrier_inside_the_condition", "synccheck", "barrier-divergence", 27, "Divergent thread(s) in warp", 576},
        Expected{"block_too_deep", "memcheck", "launch-limit", 0, "call to cudaLaunchKernel", 3},
        Expected{"byte_past_the_end", "memcheck", "out-of-bounds", 49, "write of size 1 bytes", 7},
        Expected{"carved_array_misaligned", "memcheck", "misaligned", 44, "write of size 4 bytes", 15},
        Expected{"endless_recursion", "memcheck", "stack-overflow", 22, "Stack overflow", 43},
        Expected{"local_array_before_its_begin", "memcheck", "out-of-bounds", 23, "__local__ read", 547},
        Expected{"result_never_written", "initcheck", "uninitialised-read", 0, "host access", 1},
        Expected{"tile_shuffle_of_some", "synccheck", "barrier-divergence", 44, "Invalid arguments", 5},
        Expected{"warp_counts_read_too_early", "racecheck", "race", 31, "312 hazards", 1},
        Expected{"buffer_reused_too_early", "racecheck", "race", 28, "race of a read and a write", 1},
        Expected{"event_never_recorded", "memcheck", "runtime-call", 0, "cudaEventElapsedTime", 4},
        Expected{"hash_goes_negative", "memcheck", "out-of-bounds", 32, "__global__ atomic", 659}),
    [](const testing::TestParamInfo<Expected>& info) { return fmt::format("{}_{}", info.param.fault, info.param.tool); });

TEST(SanitizerReport, CleanRunsHaveNoFindings) {
  SanitizerReport report = recorded("all_lanes_read_the_slots", "racecheck");
  EXPECT_TRUE(report.findings.empty());
  EXPECT_EQ(report.count, 0u);
  EXPECT_EQ(report.failure, "");
}

TEST(SanitizerReport, NotesSayWhereAndWhoCalled) {
  SanitizerReport report = recorded("assembly_load_past_the_end", "memcheck", {{"assembly_load_past_the_end.cu", ""}});
  ASSERT_EQ(report.findings.size(), 1u);
  std::string text = render(report.findings[0]);
  EXPECT_THAT(text, HasSubstr("in load_streaming(const float4 *)"));
  EXPECT_THAT(text, HasSubstr("1 bytes after the nearest allocation"));
  EXPECT_THAT(text, HasSubstr("assembly_load_past_the_end.cu:81"));
}

TEST(SanitizerReport, ToolsThatCannotWorkSayWhy) {
  SanitizerReport report = read_sanitizer_report(
      "memcheck", "========= COMPUTE-SANITIZER\n========= Error: Device not supported. Please refer to the manual\n", {});
  EXPECT_THAT(report.failure, HasSubstr("Device not supported"));
}

}  // namespace
}  // namespace tilewright::kernels::cuda::gpu
