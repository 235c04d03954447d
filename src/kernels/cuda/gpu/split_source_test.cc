#include "kernels/cuda/gpu/split_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace tilewright::kernels::cuda::gpu {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

SplitSource split(std::string_view source) {
  return split_source(source, SourceId(), [](std::string_view name) { return name == "cuda_fp16.h"; });
}

TEST(SplitSource, HostFunctionsAndHeadersStayWithTheHost) {
  SplitSource result = split(
      "#include <cstdio>\n#include <cuda_fp16.h>\nstatic void check(int x) {\n  printf(\"%d\", x);\n}\n"
      "__global__ void k(float* x) { *x = 1; }\nint main() { k<<<1, 1>>>(0); }\n");
  EXPECT_THAT(result.device, Not(HasSubstr("printf")));
  EXPECT_THAT(result.device, Not(HasSubstr("cstdio")));
  EXPECT_THAT(result.device, Not(HasSubstr("main")));
  EXPECT_THAT(result.device, HasSubstr("#include <cuda_fp16.h>"));
  EXPECT_THAT(result.device, HasSubstr("__global__ void k(float* x) { *x = 1; }"));
  EXPECT_THAT(result.host, HasSubstr("TILEWRIGHT_GPU_KERNEL void k(float* x) { ::tilewright::launch_on_gpu(x); }"));
  EXPECT_THAT(result.host, HasSubstr("k<<<1, 1>>>(0)"));
  EXPECT_THAT(result.refused, IsEmpty());
}

TEST(SplitSource, LinesKeepTheirNumbers) {
  std::string source =
      "#include <vector>\n\nvoid host(\n    int x) {\n  x++;\n}\n__device__ int f(int x) {\n  return x;\n}\n"
      "__global__ void k(int* x,\n                  int n) {\n  *x = f(n);\n}\n";
  SplitSource result = split(source);
  auto lines = [](const std::string& text) { return std::count(text.begin(), text.end(), '\n'); };
  EXPECT_EQ(lines(result.device), lines(source));
  EXPECT_EQ(lines(result.host), lines(source));
}

TEST(SplitSource, ParametersOfTemplatesAndPacks) {
  SplitSource result = split(
      "template <class T, int N = 4> __global__ void __launch_bounds__(256) k(const T* __restrict__ in, T (&)[N], "
      "Pair<int, float> p, T... rest) { }\n"
      "template <class T> __global__ void g(T* x, const int n, float scale) { *x = n; }\n");
  ASSERT_EQ(result.refused.size(), 1u);  // the array has no name
  EXPECT_THAT(result.refused[0].message, HasSubstr("without a name"));
  EXPECT_THAT(result.host, HasSubstr("launch_on_gpu(x, n, scale)"));
}

TEST(SplitSource, DeviceFunctionsHaveNoBodyOnTheHostUnlessTheTypeNeedsIt) {
  SplitSource result = split(
      "__device__ float square(float x) { return x * x; }\n"
      "__host__ __device__ int both(int x) { return x + 1; }\n"
      "__device__ auto deduced(int x) { return x * 2.0; }\n");
  EXPECT_THAT(result.host, HasSubstr("square(float x) { __builtin_unreachable(); }"));
  EXPECT_THAT(result.host, HasSubstr("return x + 1;"));
  EXPECT_THAT(result.host, HasSubstr("return x * 2.0;"));
  EXPECT_THAT(result.device, HasSubstr("return x * x;"));
  EXPECT_THAT(result.device, HasSubstr("return x + 1;"));
}

TEST(SplitSource, ManagedVariablesAreRefused) {
  SplitSource result = split("__managed__ int counter = 0;\n__device__ __managed__ float total;\n");
  ASSERT_EQ(result.refused.size(), 2u);
  EXPECT_THAT(result.refused[0].message, HasSubstr("__managed__"));
}

TEST(SplitSource, VariablesTypesAndNamespaces) {
  SplitSource result = split(
      "using namespace std;\nconst int kRows = 4;\nconstexpr float kScale = 2.0f;\nfloat host_table[16];\n"
      "__constant__ float table[16];\nenum class Mode { A, B };\nnamespace inner { struct S { int x; __device__ int "
      "get() const { return x; } }; }\nstruct Timer { cudaEvent_t begin; Timer() : begin(0) { cudaEventCreate(&begin); } };\n"
      "std::vector<int> values(3);\n");
  EXPECT_THAT(result.device, Not(HasSubstr("using namespace")));
  EXPECT_THAT(result.device, HasSubstr("kRows = 4"));
  EXPECT_THAT(result.device, HasSubstr("kScale"));
  EXPECT_THAT(result.device, Not(HasSubstr("host_table")));
  EXPECT_THAT(result.device, HasSubstr("__constant__ float table[16];"));
  EXPECT_THAT(result.device, HasSubstr("enum class Mode"));
  EXPECT_THAT(result.device, HasSubstr("return x;"));
  EXPECT_THAT(result.device, Not(HasSubstr("cudaEventCreate")));
  EXPECT_THAT(result.device, Not(HasSubstr("values")));
  EXPECT_THAT(result.host, HasSubstr("cudaEventCreate"));
}

}  // namespace
}  // namespace tilewright::kernels::cuda::gpu
