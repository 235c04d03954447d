// The worker against a driver that only records (tests/cuda/fake_driver.c): messages, arguments, errors and endings.
#include "kernels/cuda/gpu/candidate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <fstream>

#include "base/data_files.h"
#include "base/file.h"
#include "kernels/cuda/command.h"
#include "kernels/cuda/gpu/gpu.h"

namespace tilewright::kernels::cuda::gpu {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

// A candidate's image without CUDA: "forward" gives back its first tensor and the second argument as an integer.
constexpr const char* kExtension = R"(
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#include <unistd.h>
#include "tilewright/extension_abi.h"
static void forward(const struct TwFunction* f, const struct TwValue* a, const char* const* names, size_t count,
                    struct TwValue* result, struct TwOutcome* outcome) {
  (void)f, (void)names;
  memset(outcome, 0, sizeof *outcome);
  memset(result, 0, sizeof *result);
  puts("candidates may print");
  if (count == 2 && a[1].integer == 1) raise(SIGSEGV);
  if (count == 2 && a[1].integer == 2) pause();
  if (count == 2 && a[1].integer == 3) { outcome->has_failed = 1; strcpy(outcome->message, "x must be 2-D"); return; }
  result->kind = TwTuple;
  result->count = 2;
  result->items = calloc(2, sizeof *result);
  result->items[0] = a[0];
  result->items[1].kind = TwInteger;
  result->items[1].integer = (long)count;
}
static void release(struct TwValue* result) { free(result->items); memset(result, 0, sizeof *result); }
static const struct TwFunction function = {"forward", "", forward, release, 0, 0};
const struct TwFunction* tilewright_first_function(void) { return &function; }
)";

class GpuCandidateTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = fs::temp_directory_path() / ("tilewright-gpu-test-" + std::to_string(::getpid()));
    fs::create_directories(folder_);
    std::ofstream(folder_ / "extension.c") << kExtension;
    fs::path root = TILEWRIGHT_SOURCE_DIR;
    build({"-o", (folder_ / "libcuda.so.1").string(), (root / "tests/cuda/fake_driver.c").string()});
    build({"-I", (root / "cuda/extension").string(), "-o", image(), (folder_ / "extension.c").string()});
    ::setenv("LD_LIBRARY_PATH", folder_.c_str(), 1);
    ::setenv("FAKE_DRIVER_LOG", log_file().c_str(), 1);
  }
  static void TearDownTestSuite() {
    fs::remove_all(folder_);
    ::unsetenv("LD_LIBRARY_PATH");
  }
  void SetUp() override {
    fs::remove(log_file());
    ::unsetenv("FAKE_DRIVER_FAIL");
  }

  static void build(std::vector<std::string> arguments) {
    std::vector<std::string> command = {"cc", "-shared", "-fPIC"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    Result<CommandResult> built = run_command(command, 60000);
    ASSERT_TRUE(built && built->is_good()) << (built ? built->error : built.error().message);
  }
  static std::string image() { return (folder_ / "extension.so").string(); }
  static std::string log_file() { return (folder_ / "log").string(); }
  static std::string log() { return read_file(log_file()).value_or(""); }
  static std::string worker() { return find_data_file("tilewright_cuda_gpu").value_or("").string(); }

  static GpuValue tensor(std::vector<float> values) {
    GpuValue value;
    value.kind = GpuValue::Kind::Tensor;
    value.shape = {static_cast<int64_t>(values.size())};
    value.bytes.assign(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float));
    return value;
  }
  static GpuValue integer(int64_t number) {
    GpuValue value;
    value.kind = GpuValue::Kind::Int;
    value.integer = number;
    return value;
  }
  static Result<GpuCandidate> start(int milliseconds = 20000) {
    return GpuCandidate::start({worker()}, image(), milliseconds);
  }

  static fs::path folder_;
};
fs::path GpuCandidateTest::folder_;

TEST_F(GpuCandidateTest, TensorsGoInAndComeBack) {
  Result<GpuCandidate> candidate = start();
  ASSERT_TRUE(candidate) << candidate.error().message;
  EXPECT_THAT(candidate->functions(), testing::ElementsAre("forward"));
  GpuValue sent = tensor({1, 2, 3, 4, 5});
  Result<GpuValue> result = candidate->call("forward", {sent, integer(7)});
  ASSERT_TRUE(result) << result.error().message;
  ASSERT_EQ(result->items.size(), 2u);
  EXPECT_EQ(result->items[0].bytes, sent.bytes);
  EXPECT_EQ(result->items[0].shape, sent.shape);
  EXPECT_EQ(result->items[1].integer, 2);
  EXPECT_THAT(log(), HasSubstr("context\nallocate 20\ncopy 20\nsynchronize\ncopy 20\nfree\n"));
}

TEST_F(GpuCandidateTest, TimesHaveAColdCacheBeforeEach) {
  Result<GpuCandidate> candidate = start();
  ASSERT_TRUE(candidate);
  GpuValue filled = tensor({});
  filled.shape = {100};
  Result<GpuTiming> timing = candidate->time("forward", {filled}, 30);
  ASSERT_TRUE(timing) << timing.error().message;
  EXPECT_EQ(timing->microseconds, std::vector<double>(30, 250.0));
  std::string text = log();
  EXPECT_THAT(text, HasSubstr("allocate 400\n"));
  // 16 MiB is the least that is taken for the L2; the buffer is twice as large.
  EXPECT_THAT(text, HasSubstr("fill 33554432\nevent\nevent\nfill 33554432\nevent\nevent\n"));
  EXPECT_THAT(text, HasSubstr("fill 33554432\nevent\nsynchronize\nevent\n"));
}

TEST_F(GpuCandidateTest, AnExceptionIsTold) {
  Result<GpuCandidate> candidate = start();
  ASSERT_TRUE(candidate);
  Result<GpuValue> result = candidate->call("forward", {tensor({1}), integer(3)});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, DiagnosticKind::PythonException);
  EXPECT_EQ(result.error().message, "x must be 2-D");
  EXPECT_TRUE(candidate->call("forward", {tensor({1}), integer(0)}));
}

TEST_F(GpuCandidateTest, ACrashEndsTheWorkerAndTheNextBeginsAnew) {
  Result<GpuCandidate> candidate = start();
  ASSERT_TRUE(candidate);
  Result<GpuValue> result = candidate->call("forward", {tensor({1}), integer(1)});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, DiagnosticKind::HostCrash);
  EXPECT_THAT(result.error().message, HasSubstr("signal 11"));
  candidate = start();
  ASSERT_TRUE(candidate);
  EXPECT_TRUE(candidate->call("forward", {tensor({1}), integer(0)}));
}

TEST_F(GpuCandidateTest, ACandidateThatHangsIsKilled) {
  Result<GpuCandidate> candidate = start(2000);
  ASSERT_TRUE(candidate);
  Result<GpuValue> result = candidate->call("forward", {tensor({1}), integer(2)});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, DiagnosticKind::FuelExhausted);
}

TEST_F(GpuCandidateTest, AKernelsFaultIsNamedAsTheDriverDoes) {
  ::setenv("FAKE_DRIVER_FAIL", "cuCtxSynchronize:700", 1);
  Result<GpuCandidate> candidate = start();
  ASSERT_TRUE(candidate);
  Result<GpuValue> result = candidate->call("forward", {tensor({1}), integer(0)});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, DiagnosticKind::OutOfBounds);
  EXPECT_EQ(result.error().message, "CUDA_ERROR_ILLEGAL_ADDRESS (700): made by the fake driver");
}

TEST_F(GpuCandidateTest, NoGpuIsUnsupported) {
  ::setenv("FAKE_DRIVER_FAIL", "cuInit:100", 1);
  GpuOptions options;
  options.cache_folder = folder_ / "cache";
  Result<GpuMachine> machine = GpuMachine::create(options);
  ASSERT_FALSE(machine);
  EXPECT_EQ(machine.error().kind, DiagnosticKind::Unsupported);
  EXPECT_THAT(machine.error().message, HasSubstr("no GPU driver found"));
  ::unsetenv("FAKE_DRIVER_FAIL");
  machine = GpuMachine::create(options);
  ASSERT_TRUE(machine) << machine.error().message;
  EXPECT_EQ(machine->device().name, "Fake GPU");
  EXPECT_EQ(machine->device().major, 9);
}

TEST(GpuValue, MessagesThatDoNotFitAreRefused) {
  std::string bytes(8, '\0');
  auto read = [&](const char* text) { return value_from_json(nlohmann::json::parse(text), bytes).has_value(); };
  EXPECT_TRUE(read(R"({"kind":"tensor","dtype":"float32","shape":[2],"offset":0,"bytes":8})"));
  EXPECT_FALSE(read(R"({"kind":"tensor","dtype":"float32","shape":[2],"offset":4,"bytes":8})"));
  EXPECT_FALSE(read(R"({"kind":"tensor","dtype":"float32","shape":[3],"offset":0,"bytes":8})"));
  EXPECT_FALSE(read(R"({"kind":"tensor","dtype":"float32","shape":[-1],"offset":0,"bytes":0})"));
  EXPECT_FALSE(read(R"({"kind":"tensor","dtype":"complex64","shape":[2],"offset":0,"bytes":8})"));
  EXPECT_FALSE(read(R"({"kind":"something"})"));
  EXPECT_FALSE(read("[]"));
}

}  // namespace
}  // namespace tilewright::kernels::cuda::gpu
