#include "kernels/cuda/registers.h"

#include <gtest/gtest.h>

namespace tilewright::kernels::cuda {
namespace {

TEST(Registers, AreReadByKernel) {
  auto registers = read_registers(
      "ptxas info    : 0 bytes gmem\n"
      "ptxas info    : Compiling entry function '_ZN2ns3addIfEEvPT_i' for 'sm_90'\n"
      "ptxas info    : Function properties for _ZN2ns3addIfEEvPT_i\n"
      "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
      "ptxas info    : Used 12 registers, used 0 barriers\n"
      "ptxas info    : Compiling entry function '_ZN2ns3addIdEEvPT_i' for 'sm_90'\n"
      "ptxas info    : Used 16 registers, used 0 barriers\n");
  ASSERT_EQ(registers.size(), 1u);
  EXPECT_EQ(registers["add"], 16u);
  EXPECT_TRUE(read_registers("nothing of the kind").empty());
}

}  // namespace
}  // namespace tilewright::kernels::cuda
