#include "stack/emit_cuda.h"

#include <fmt/format.h>

#include <map>

#include "stack/cuda_body.h"

namespace tilewright::stack {
namespace {

std::string kernel_source(const Kernel& kernel, const std::string& body) {
  std::string parameters;
  auto add = [&](const std::string& text) { parameters += (parameters.empty() ? "" : ", ") + text; };
  for (const KernelArgument& pointer : kernel.pointers) {
    add(fmt::format("{}{}* {}", pointer.is_result ? "" : "const ", stored_type(pointer.dtype), pointer.name));
  }
  for (const KernelArgument& size : kernel.sizes) add("int " + size.name);
  return fmt::format("__global__ void {}({}) {{\n{}}}\n", kernel.name, parameters, body);
}

std::string extents(const std::vector<std::string>& list) {
  if (list.size() == 1) return host_text(list[0]);
  std::string text;
  for (const std::string& extent : list) text += (text.empty() ? "" : ", ") + host_text(extent);
  return "dim3(" + text + ")";
}

std::string launch_source(const Kernel& kernel) {
  std::string arguments;
  auto add = [&](const std::string& text) { arguments += (arguments.empty() ? "" : ", ") + text; };
  for (const KernelArgument& pointer : kernel.pointers)
    add(fmt::format("{}.data_ptr<{}>()", host_text(pointer.host), stored_type(pointer.dtype)));
  for (const KernelArgument& size : kernel.sizes) add(size.name);
  return fmt::format("    {}<<<{}, {}>>>({});\n", kernel.name, extents(kernel.grid), extents(kernel.threads),
                     arguments);
}

// Sizes that the launch needs and the wrapper does not hold yet, in one declaration.
std::string sizes_source(const Kernel& kernel, std::map<std::string, std::string>& known) {
  std::string declared, changed;
  for (const KernelArgument& size : kernel.sizes) {
    std::string host = host_text(size.host);
    auto [place, is_new] = known.try_emplace(size.name, host);
    if (is_new) {
      declared += fmt::format("{}{} = {}", declared.empty() ? "    int " : ", ", size.name, host);
    } else if (place->second != host) {
      place->second = host;
      changed += fmt::format("    {} = {};\n", size.name, host);
    }
  }
  return changed + (declared.empty() ? "" : declared + ";\n");
}

std::string allocation_source(const Allocation& allocation) {
  std::string kind = allocation.is_zero ? "zeros" : "empty";
  std::string name = host_text(allocation.name);
  if (!allocation.like.empty())
    return fmt::format("    auto {} = torch::{}_like({});\n", name, kind, host_text(allocation.like));
  std::string dims;
  for (const std::string& dim : allocation.dims) dims += (dims.empty() ? "" : ", ") + host_text(dim);
  std::string dtype;
  if (allocation.dtype) dtype = fmt::format(".dtype({})", options_constant(*allocation.dtype));
  return fmt::format("    auto {} = torch::{}({{{}}}, {}.options(){});\n", name, kind, dims,
                     host_text(allocation.reference), dtype);
}

std::string forward_source(const TileProgram& program) {
  std::string arguments;
  for (const std::string& argument : program.arguments) {
    arguments += arguments.empty() ? "torch::Tensor" : ", torch::Tensor";
    if (!argument.empty()) arguments += " " + host_text(argument);
  }
  bool is_single = program.results.size() == 1;
  std::string text = fmt::format("{} forward({}) {{\n",
                                 is_single ? "torch::Tensor" : "std::vector<torch::Tensor>", arguments);
  for (const std::string& name : program.contiguous_inputs)
    text += fmt::format("    {0} = {0}.contiguous();\n", host_text(name));
  std::map<std::string, std::string> known;
  for (const TileProgram::Launch& launch : program.launches) {
    for (const Allocation& allocation : launch.allocations) text += allocation_source(allocation);
    text += sizes_source(launch.kernel, known) + launch_source(launch.kernel);
  }
  std::string results;
  for (const std::string& result : program.results)
    results += (results.empty() ? "" : ", ") + host_text(result);
  if (!is_single) results = "{" + results + "}";
  return text + fmt::format("    return {};\n}}\n", results);
}

}  // namespace

std::string emit_cuda(const TileProgram& program) {
  std::string text = "#include <torch/extension.h>\n\n";
  std::set<CudaHelper> helpers;
  std::string kernels, constants;
  for (const TileProgram::Launch& launch : program.launches) {
    CudaBody body(launch.kernel);
    kernels += kernel_source(launch.kernel, body.text()) + "\n";
    for (const KernelArgument& constant : launch.kernel.constants) {
      std::string line = fmt::format("#define {} {}\n", constant.name, constant.host);
      if (constants.find(line) == constants.npos) constants += line;
    }
    for (const CudaHelper& helper : body.helpers()) {
      if (helpers.insert(helper).second)
        kernels.insert(0, helper_text(helper, std::stoi(launch.kernel.threads[0])) + "\n");
    }
  }
  if (!constants.empty()) text += constants + "\n";
  return text + kernels + forward_source(program);
}

}  // namespace tilewright::stack
