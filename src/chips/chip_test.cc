#include "chips/chip.h"
#include "chips/neuron_chip.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace tilewright::chips {
namespace {

using testing::HasSubstr;

Chip h100() {
  Result<Chip> chip = load_chip(TILEWRIGHT_SOURCE_DIR "/chips/h100.toml");
  EXPECT_TRUE(chip.has_value()) << (chip ? "" : chip.error().message);
  return chip.value_or(Chip{});
}

// A pointwise kernel over n fp32 elements: `inputs` read, one written, `block` elements a program.
WorkCounters pointwise(uint64_t n, uint64_t block, uint64_t inputs = 1, int num_warps = 4) {
  WorkCounters work;
  work.programs = (n + block - 1) / block;
  work.grid = {static_cast<int64_t>(work.programs), 1, 1};
  work.num_warps = num_warps;
  for (uint64_t i = 0; i < inputs; ++i) work.tensors.push_back({"x", n * 4, 0, n / 8, 0, n * 4});
  work.tensors.push_back({"out", 0, n * 4, 0, n / 8, n * 4});
  work.float_operations = n;
  work.max_block_elements = block;
  work.max_program_bytes = block * 4 * (inputs + 1);
  work.max_program_loads = 1;
  return work;
}

TEST(ChipFile, H100HasThePublishedFigures) {
  Chip chip = h100();
  EXPECT_EQ(chip.name, "h100");
  EXPECT_EQ(chip.multiprocessors, 132);
  EXPECT_DOUBLE_EQ(chip.memory_bandwidth, 3.35e12);
  EXPECT_EQ(chip.max_grid_y, 65535);
}

TEST(ChipFile, FoundByName) {
  EXPECT_TRUE(load_chip("h100").has_value());
  EXPECT_THAT(installed_chips(), testing::Contains("h100"));
  Result<Chip> missing = load_chip("h10");
  ASSERT_FALSE(missing.has_value());
  EXPECT_THAT(missing.error().message, HasSubstr("did you mean 'h100'?"));
}

TEST(ChipFile, FamiliesAreToldApart) {
  int generation = 2;
  for (const char* name : {"trn1", "trn2", "trn3"}) {
    Result<NeuronChip> chip = load_neuron_chip(name);
    ASSERT_TRUE(chip.has_value()) << name;
    EXPECT_EQ(chip->generation, generation++);
    EXPECT_EQ(chip->psum_bytes_per_partition, 16384);
    Result<Chip> wrong = load_chip(name);
    ASSERT_FALSE(wrong.has_value());
    EXPECT_THAT(wrong.error().message, HasSubstr("family `neuron`"));
  }
  EXPECT_FALSE(load_neuron_chip("h100").has_value());
}

Diagnostic error_of(std::string text, SourceManager& sources) {
  Result<Chip> chip = parse_chip(sources, sources.add("chip.toml", std::move(text)));
  EXPECT_FALSE(chip.has_value());
  return chip ? Diagnostic{} : chip.error();
}

TEST(ChipFile, FigureWithoutSourceIsRefusedWithItsPlace) {
  SourceManager sources;
  Diagnostic error = error_of(
      "schema = 1\nname = 'a'\nvendor = 'b'\n[figures]\nlaunch_time = { value = 1e-6, unit = 's' }\n",
      sources);
  EXPECT_THAT(error.message, HasSubstr("`launch_time` has no source"));
  EXPECT_EQ(sources.describe(error.span), "chip.toml:5:15");
}

TEST(ChipFile, MistakesAreNamed) {
  SourceManager sources;
  std::string head = "schema = 1\nname = 'a'\nvendor = 'b'\n[figures]\n";
  EXPECT_THAT(error_of("schema = 2\n", sources).message, HasSubstr("`schema = 1` expected"));
  EXPECT_THAT(error_of(head + "lunch_time = 3\n", sources).message, HasSubstr("did you mean 'launch_time'?"));
  EXPECT_THAT(error_of(head + "launch_time = 3\n", sources).message, HasSubstr("must be a table"));
  EXPECT_THAT(error_of(head + "launch_time = { value = -1, unit = 's', source = 'x' }\n", sources).message,
              HasSubstr("positive `value`"));
  EXPECT_THAT(error_of(head + "launch_time = { value = 1, unit = 'us', source = 'x' }\n", sources).message,
              HasSubstr("`unit = \"s\"` expected"));
  EXPECT_THAT(error_of(head, sources).message, HasSubstr("is missing"));
  Diagnostic syntax = error_of("schema = \n", sources);
  EXPECT_EQ(syntax.kind, DiagnosticKind::BadFormat);
  EXPECT_THAT(sources.describe(syntax.span), HasSubstr("chip.toml:1"));
}

// KernelBench's published H100 timing: ReLU of 12.9 GB (read and written) takes 4.28 ms.
TEST(KernelTime, LargeCopyReachesMeasuredBandwidth) {
  uint64_t n = 12'900'000'000 / 8;
  KernelTime time = estimate(h100(), pointwise(n, 1024));
  EXPECT_NEAR(time.seconds, 4.28e-3, 0.05 * 4.28e-3);
  EXPECT_EQ(time.limiter, "memory");
}

// bf16 GEMM of 8192: cuBLAS 795 TFLOP/s on H100 (fast.cu).
TEST(KernelTime, LargeMatrixProductReachesMeasuredRate) {
  WorkCounters work;
  work.programs = 64 * 64;
  work.num_warps = 8;
  work.dots = {{DType::BFloat16, 128, 128, 64, uint64_t{64} * 64 * 128}};
  work.max_block_elements = 128 * 128;
  work.max_program_loads = 1;
  double operations = 2.0 * 8192 * 8192 * 8192;
  KernelTime time = estimate(h100(), work);
  EXPECT_NEAR(operations / time.seconds / 1e12, 795, 40);
  EXPECT_EQ(time.limiter, "compute");
}

// fp32 products as they are run on the same lanes as other fp32 arithmetic: 67 TFLOP/s on H100, tf32 495.
TEST(KernelTime, ProductsAreChargedAtTheirPrecision) {
  Chip chip = h100();
  auto seconds = [&](DType dtype, DotPrecision precision) {
    WorkCounters work;
    work.programs = 64 * 64;
    work.dots = {{dtype, 128, 128, 32, uint64_t{64} * 64 * 256, precision}};
    return estimate(chip, work).compute_seconds;
  };
  double tf32 = seconds(DType::Float32, DotPrecision::Tf32), half = seconds(DType::Float16, DotPrecision::Ieee);
  EXPECT_NEAR(seconds(DType::Float32, DotPrecision::Ieee) / tf32, chip.tf32_rate / chip.fp32_rate, 1e-9);
  EXPECT_NEAR(seconds(DType::Float32, DotPrecision::Tf32x3) / tf32, 3, 1e-9);
  EXPECT_NEAR(seconds(DType::Float32, DotPrecision::Bf16x3) / half, 3, 1e-9);
  EXPECT_NEAR(seconds(DType::Float32, DotPrecision::Bf16x6) / half, 6, 1e-9);
}

TEST(KernelTime, SharedMemoryAndRegistersLimitWhatIsResident) {
  WorkCounters free = pointwise(1 << 20, 1024);
  free.loop_iterations = 64 * free.programs;
  free.max_program_loads = 64;
  free.registers = 32;
  WorkCounters staged = free, crowded = free;
  staged.shared_bytes = 100'000;
  crowded.registers = 255;
  double before = estimate(h100(), free).latency_seconds;
  EXPECT_GT(estimate(h100(), staged).latency_seconds, 2 * before);
  EXPECT_GT(estimate(h100(), crowded).latency_seconds, 2 * before);
}

TEST(KernelTime, AtomicsOnOneAddressWait) {
  WorkCounters spread = pointwise(1 << 20, 1024);
  spread.atomics = 1 << 20;
  spread.max_atomics_on_address = 1;
  WorkCounters one = spread;
  one.max_atomics_on_address = 1 << 20;
  EXPECT_GT(estimate(h100(), one).compute_seconds, 10 * estimate(h100(), spread).compute_seconds);
}

TEST(KernelTime, OneProgramIsFarSlowerThanAFilledGrid) {
  uint64_t n = 1 << 20;
  WorkCounters single = pointwise(n, n);
  single.max_block_elements = 1024;
  single.max_program_loads = n / 1024;
  single.loop_iterations = n / 1024;
  double alone = estimate(h100(), single).seconds, filled = estimate(h100(), pointwise(n, 1024)).seconds;
  EXPECT_GT(alone, 20 * filled);
}

TEST(KernelTime, TinyBlocksLoseOnLargeInputs) {
  uint64_t n = 1 << 24;
  double tiny = estimate(h100(), pointwise(n, 16)).seconds,
         usual = estimate(h100(), pointwise(n, 1024)).seconds;
  EXPECT_GT(tiny, 3 * usual);
}

TEST(KernelTime, AnotherPassOverMemoryCosts) {
  WorkCounters once = pointwise(1 << 24, 1024), twice = pointwise(1 << 24, 1024, 2);
  EXPECT_GT(estimate(h100(), twice).seconds, 1.3 * estimate(h100(), once).seconds);
}

TEST(KernelTime, TwoLaunchesCostMoreThanOne) {
  Chip chip = h100();
  double small = estimate(chip, pointwise(4096, 1024)).seconds;
  EXPECT_GE(small, chip.launch_seconds);
  EXPECT_LT(small, 2 * chip.launch_seconds);
}

TEST(KernelTime, MonotoneInEachKindOfWork) {
  Chip chip = h100();
  WorkCounters base = pointwise(1 << 20, 1024);
  double before = estimate(chip, base).seconds;
  auto more = [&](auto change) {
    WorkCounters work = base;
    change(work);
    return estimate(chip, work).seconds;
  };
  EXPECT_GE(more([](WorkCounters& w) { w.float_operations *= 100; }), before);
  EXPECT_GT(more([](WorkCounters& w) { w.special_operations += 100'000'000; }), before);
  EXPECT_GT(more([](WorkCounters& w) { w.atomics += 10'000'000; }), before);
  EXPECT_GT(more([](WorkCounters& w) {
              w.max_program_loads = 50;
              w.loop_iterations = 50 * w.programs;
            }),
            before);
  EXPECT_GT(more([](WorkCounters& w) { w.tensors[0].sectors_loaded *= 50; }), before);
  EXPECT_GT(more([](WorkCounters& w) { w.max_program_bytes *= 1000; }), before);
}

// A little more work never changes the time by more than a little (no cliffs at wave or block limits).
TEST(KernelTime, NoCliffs) {
  Chip chip = h100();
  double previous = estimate(chip, pointwise(1024 * 100, 1024)).seconds;
  for (uint64_t programs = 101; programs < 6000; ++programs) {
    double now = estimate(chip, pointwise(1024 * programs, 1024)).seconds;
    EXPECT_GE(now, previous * (1 - 1e-12));
    EXPECT_LT(now, previous * 1.02) << programs;
    previous = now;
  }
}

TEST(KernelTime, FillIsTheShareOfBusyMultiprocessors) {
  EXPECT_DOUBLE_EQ(estimate(h100(), pointwise(66 * 1024, 1024)).fill, 0.5);
  EXPECT_DOUBLE_EQ(estimate(h100(), pointwise(1 << 24, 1024)).fill, 1.0);
}

TEST(KernelTime, EmptyCountersGiveTheLaunchCost) {
  KernelTime time = estimate(h100(), WorkCounters{});
  EXPECT_TRUE(std::isfinite(time.seconds));
  EXPECT_EQ(time.limiter, "launch");
}

}  // namespace
}  // namespace tilewright::chips
