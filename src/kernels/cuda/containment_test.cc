// Good programs and hostile ones in turns through one machine: each hostile one is contained and named, and
// the good one after it is not affected. TILEWRIGHT_CUDA_RUNS says how many (10,000 is what the project asks
// of itself).
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>

#include "base/file.h"
#include "kernels/cuda/cuda.h"

namespace tilewright::kernels::cuda {
namespace {

CudaProgram program_of(std::string name, std::string text) {
  CudaProgram program;
  program.name = std::move(name);
  program.text = std::move(text);
  return program;
}


constexpr const char* kGood = R"(
#include <cstdio>
__global__ void add(const int* a, int* b, int n) {
  __shared__ int part[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = i < n ? a[i] : 0;
  __syncthreads();
  if (i < n) b[i] = part[threadIdx.x ^ 1];
}
int main() {
  int a[256], b[256], sum = 0, *da, *db;
  for (int i = 0; i < 256; ++i) a[i] = i;
  cudaMalloc(&da, sizeof a);
  cudaMalloc(&db, sizeof b);
  cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice);
  add<<<4, 64>>>(da, db, 256);
  cudaMemcpy(b, db, sizeof b, cudaMemcpyDeviceToHost);
  cudaFree(da);
  cudaFree(db);
  for (int i = 0; i < 256; ++i) sum += b[i] * (i + 1);
  std::printf("sum %d\n", sum);
  return 0;
}
)";
constexpr const char* kGoodOutput = "sum 5592192\n";

struct Hostile {
  std::string name, text, expected;  // kinds, between spaces
};

std::vector<Hostile> hostile_programs() {
  std::vector<Hostile> programs;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(TILEWRIGHT_SOURCE_DIR) /
                                                               "tests/cuda/hostile")) {
    Result<std::string> text = read_file(entry.path());
    constexpr std::string_view kBefore = "// expect:";
    if (!text || !text->starts_with(kBefore)) continue;
    programs.push_back({entry.path().filename(), *text,
                        text->substr(kBefore.size(), text->find('\n') - kBefore.size()) + " "});
  }
  std::sort(programs.begin(), programs.end(),
            [](const Hostile& left, const Hostile& right) { return left.name < right.name; });
  return programs;
}

TEST(Containment, GoodAndHostileProgramsInTurns) {
  CudaOptions options;
  options.cache_folder = std::filesystem::temp_directory_path() / "tilewright-containment";
  options.include_folder = std::filesystem::path(TILEWRIGHT_SOURCE_DIR) / "cuda/include";
  options.chip.max_threads_per_block = 1024;
  options.fuel = 2'000'000;
  options.processor_milliseconds = 400;
  auto machine = CudaMachine::create(options);
  if (!machine && machine.error().kind == DiagnosticKind::Unsupported)
    GTEST_SKIP() << machine.error().message;
  ASSERT_TRUE(machine) << machine.error().message;
  std::vector<Hostile> hostile = hostile_programs();
  ASSERT_GE(hostile.size(), 20u);
  const char* asked = std::getenv("TILEWRIGHT_CUDA_RUNS");
  size_t runs = asked == nullptr ? 200 : static_cast<size_t>(std::atoll(asked));
  size_t wrong = 0;
  auto begin = std::chrono::steady_clock::now();
  for (size_t i = 0; i < runs && wrong < 10; ++i) {
    bool is_good = i % 2 == 0;
    const Hostile& program = hostile[i / 2 % hostile.size()];
    Result<CudaRun> run =
        is_good ? machine->run(program_of("good.cu", kGood)) : machine->run(program_of(program.name, program.text));
    ASSERT_TRUE(run) << run.error().message;
    std::string kind = run->faults.empty() ? "" : run->faults[0].kind;
    bool is_right = is_good ? run->faults.empty() && run->exit_code == 0 && run->output == kGoodOutput
                            : program.expected.find(" " + kind + " ") != std::string::npos && !kind.empty();
    if (is_right) continue;
    ++wrong;
    ADD_FAILURE() << "run " << i << ", "
                  << (is_good ? "the good program after " + program.name : program.name) << ": "
                  << (run->faults.empty()
                          ? "no fault, exit code " + std::to_string(run->exit_code) + ", " + run->output
                          : kind + ": " + run->faults[0].message);
  }
  double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  std::printf("%zu runs in a row in %.0f s, %zu of them wrong\n", runs, seconds, wrong);
}

}  // namespace
}  // namespace tilewright::kernels::cuda
