#include "kernels/cuda/gpu/nvcc.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tilewright::kernels::cuda::gpu {
namespace {

TEST(Nvcc, ReadsTheErrorsOfItsPasses) {
  SourceTexts sources = {{"a.cu", "int x = y;\n#include \"missing.h\"\n"}};
  std::vector<ResolvedDiagnostic> errors = read_nvcc_errors(
      "a.cu(1): error: identifier \"y\" is undefined\n  int x = y;\n          ^\n\n1 error detected in the compilation.\n"
      "a.cu:2:10: fatal error: missing.h: No such file or directory\n"
      "ptxas error   : Entry function 'k' uses too much shared data (0x20000 bytes, 0xc000 max)\n",
      sources);
  ASSERT_EQ(errors.size(), 3u);
  EXPECT_EQ(errors[0].kind, "compile-error");
  EXPECT_EQ(errors[0].message, "identifier \"y\" is undefined");
  EXPECT_EQ(errors[0].line, 1u);
  EXPECT_EQ(errors[0].source_line, "int x = y;");
  EXPECT_EQ(errors[1].message, "missing.h: No such file or directory");
  EXPECT_EQ(errors[1].line, 2u);
  EXPECT_THAT(errors[2].message, testing::StartsWith("Entry function 'k' uses too much shared data"));
  EXPECT_EQ(errors[2].line, 0u);
}

TEST(Nvcc, WarningsAreNoErrors) {
  EXPECT_TRUE(read_nvcc_errors("a.cu(1): warning #177-D: variable \"x\" was declared but never referenced\n", {}).empty());
}

}  // namespace
}  // namespace tilewright::kernels::cuda::gpu
