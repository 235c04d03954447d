#include "judge/verdict.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/file.h"

namespace tilewright::judge {
namespace {

using testing::HasSubstr;

Verdict full_verdict() {
  Verdict verdict;
  verdict.status = Status::WrongValues;
  verdict.summary = "output[3, 7] is 1.5, expected 2";
  ResolvedDiagnostic diagnostic{"wrong-values", "error", "wrong \"quoted\" value", "c.py", 3, 5, 9,
                                "  x = y",      {}};
  diagnostic.notes.push_back({"wrong-values", "note", "a note", "", 0, 0, 0, "", {}});
  verdict.diagnostics = {diagnostic};
  verdict.error_in_tolerances = std::numeric_limits<double>::infinity();
  verdict.mismatch = ValueMismatch{"output[1]", {3, 7},   2,        std::nan(""), 12.5,          4,
                                   100,         "scaled", "hidden", {1, 2},       {1, -INFINITY}};
  WorkCounters work;
  work.kernel = "add";
  work.grid = {4, 2, 1};
  work.programs = 8;
  work.tensors = {{"x", 1, 2, 3, 4, 5}};
  work.dots = {{DType::BFloat16, 16, 32, 64, 7}, {DType::Float32, 16, 16, 16, 1, DotPrecision::Tf32x3}};
  work.operations = {{DType::Float32, 5, 6}, {DType::Int64, 7, 0}};
  work.atomics = 10;
  work.atomic_conflicts = 4;
  work.max_atomics_on_address = 3;
  work.registers = 48;
  work.shared_bytes = 4096;
  work.max_program_loads = 9;
  verdict.launches = {work};
  verdict.sampling = {Sampling::Basis::Raised, 0xfedcba9876543210};
  verdict.time = TimeEstimate{"estimated", "h100", 3.25, "memory", 6.5, "median example", 2};
  verdict.gpu = GpuRecord{.device = "NVIDIA H200",
                          .driver = "580.159.04",
                          .builder = "nvcc",
                          .agrees = true,
                          .trials_passed = 3,
                          .error_in_tolerances = 0.25,
                          .exit_code = 1,
                          .output = "ok",
                          .faults = {diagnostic},
                          .time = MeasuredTime{30, 4.5, 4.25, 5.5, 1980},
                          .baseline_time = MeasuredTime{30, 9, 8, 10, 1980},
                          .baseline = "torch, eager",
                          .sanitizer = {{"memcheck", 64, {diagnostic}, ""}, {"racecheck", 0, {}, "not supported"}}};
  verdict.fuel = uint64_t{1} << 60;
  verdict.trials_passed = 3;
  verdict.trials = 4;
  return verdict;
}

TEST(Verdict, SurvivesJson) {
  std::string text = to_json(full_verdict());
  EXPECT_EQ(text.find('\n'), std::string::npos);
  Result<Verdict> back = verdict_from_json(text);
  ASSERT_TRUE(back.has_value()) << back.error().message;
  EXPECT_EQ(to_json(*back), text);
  EXPECT_EQ(back->status, Status::WrongValues);
  EXPECT_TRUE(std::isnan(back->mismatch->actual));
  EXPECT_EQ(back->mismatch->actual_slice[1], -INFINITY);
  EXPECT_EQ(back->launches[0].dots[0].dtype, DType::BFloat16);
  EXPECT_EQ(back->launches[0].dots[1].precision, DotPrecision::Tf32x3);
  EXPECT_EQ(back->launches[0].operations[1].arithmetic, 7u);
  EXPECT_EQ(back->launches[0].shared_bytes, 4096u);
  EXPECT_EQ(back->diagnostics[0].notes[0].message, "a note");
}

TEST(Verdict, EveryStatusHasASpelling) {
  for (int i = 0; i <= static_cast<int>(Status::Unsupported); ++i) {
    auto status = static_cast<Status>(i);
    EXPECT_EQ(status_from_spelling(spelling(status)), status);
  }
  EXPECT_FALSE(status_from_spelling("right").has_value());
  EXPECT_EQ(exit_code(Status::Correct), 0);
  EXPECT_EQ(exit_code(Status::Race), 1);
  EXPECT_EQ(exit_code(Status::Unsupported), 3);
}

// docs/verdict.md lists every status with its exit code and line of documentation.
TEST(Verdict, DocumentationHasEveryStatus) {
  Result<std::string> page = read_file(TILEWRIGHT_SOURCE_DIR "/docs/verdict.md");
  ASSERT_TRUE(page.has_value());
#define TW_STATUS(identifier, spelling, exit_code, doc) \
  EXPECT_THAT(*page, HasSubstr(fmt::format("| `{}` | {} | {} |", spelling, exit_code, doc)));
#include "judge/statuses.def"
#undef TW_STATUS
}

TEST(Request, SurvivesJson) {
  Request request;
  request.id = "7/3";
  request.task_source = "import torch\n\t# \xc3\xa9\n";
  request.candidate_name = "candidate.py";
  request.candidate_source = std::string("a\0b", 3);
  request.language = CandidateLanguage::Nki;
  request.options.seed = std::numeric_limits<uint64_t>::max();
  request.options.max_elements = 17;
  request.options.allow_host_compute = true;
  Result<Request> back = request_from_json(to_json(request));
  ASSERT_TRUE(back.has_value()) << back.error().message;
  EXPECT_EQ(to_json(*back), to_json(request));
  EXPECT_EQ(back->candidate_source, request.candidate_source);
  EXPECT_EQ(back->options.seed, request.options.seed);
}

TEST(Request, InvalidUtf8IsReplacedAndNoException) {
  Request request;
  request.candidate_name = "c";
  request.candidate_source = "x = '\xff\xfe'";
  Result<Request> back = request_from_json(to_json(request));
  ASSERT_TRUE(back.has_value());
  EXPECT_THAT(back->candidate_source, HasSubstr("\xef\xbf\xbd"));
}

std::string verdict_error(std::string_view text) {
  Result<Verdict> verdict = verdict_from_json(text);
  EXPECT_FALSE(verdict.has_value()) << text;
  return verdict ? "" : verdict.error().message;
}

TEST(HostileJson, GivesDiagnostics) {
  EXPECT_THAT(verdict_error(""), HasSubstr("no JSON"));
  EXPECT_THAT(verdict_error("[]"), HasSubstr("must be an object"));
  EXPECT_THAT(verdict_error("{}"), HasSubstr("verdict.schema is missing"));
  EXPECT_THAT(verdict_error(R"({"schema": 99, "status": "correct"})"), HasSubstr("verdict.schema must be 1"));
  EXPECT_THAT(verdict_error(R"({"schema": 1, "status": "fine"})"), HasSubstr("verdict.status"));
  EXPECT_THAT(verdict_error(R"({"schema": 1, "status": 3})"), HasSubstr("verdict.status must be a string"));
  EXPECT_THAT(verdict_error(R"({"schema": 1, "status": "correct", "fuel": -1})"), HasSubstr("verdict.fuel"));
  EXPECT_THAT(verdict_error(R"({"schema": 1, "status": "correct", "fuel": 1e30})"),
              HasSubstr("verdict.fuel"));
  EXPECT_THAT(verdict_error(R"({"schema": 1, "status": "correct", "launches": [{"grid": [1]}]})"),
              HasSubstr("grid"));
  EXPECT_THAT(
      verdict_error(R"({"schema": 1, "status": "correct", "launches": [{"dots": [{"dtype": "x"}]}]})"),
      HasSubstr("dtype"));
  EXPECT_THAT(verdict_error(R"({"schema": 1, "status": "correct", "diagnostics": [3]})"),
              HasSubstr("diagnostic"));
  EXPECT_THAT(verdict_error(std::string(100000, '[')),
              testing::AnyOf(HasSubstr("nested"), HasSubstr("no JSON")));
  EXPECT_THAT(verdict_error(std::string(50, '[') + std::string(50, ']')), HasSubstr("nested"));
  EXPECT_FALSE(request_from_json(R"({"schema": 1, "candidate_name": "a"})").has_value());
  EXPECT_FALSE(
      request_from_json(R"({"schema": 1, "candidate_name": "a", "candidate_source": "", "language": "c"})")
          .has_value());
  EXPECT_FALSE(
      request_from_json(
          R"({"schema": 1, "candidate_name": "a", "candidate_source": "", "options": {"shape_variants": 0}})")
          .has_value());
}

}  // namespace
}  // namespace tilewright::judge
