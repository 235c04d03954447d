#include "kernels/cuda/report.h"

#include <algorithm>
#include <cstddef>

namespace tilewright::kernels::cuda {
namespace {

template <size_t size>
void end_text(char (&text)[size]) {
  text[size - 1] = '\0';
}

}  // namespace

void clean_report(RunReport& report) {
  report.fault_count = std::min<uint32_t>(report.fault_count, kMaxFaults);
  for (FaultRecord& fault : report.faults) {
    end_text(fault.file);
    end_text(fault.message);
    end_text(fault.note);
    end_text(fault.kernel);
    fault.kind = std::min(fault.kind, FaultKind::Unsupported);
  }
  for (LaunchRecord& launch : report.launches) {
    end_text(launch.kernel);
    launch.tensor_count = std::min(launch.tensor_count, kMaxTensors);
    for (LaunchTensor& tensor : launch.tensors) end_text(tensor.name);
    launch.product_count = std::min(launch.product_count, kMaxProducts);
    for (LaunchProduct& product : launch.products) product.operands = std::min(product.operands, ProductOperands::Float8);
  }
}

}  // namespace tilewright::kernels::cuda
