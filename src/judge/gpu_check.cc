#include "judge/gpu_check.h"

#include <fmt/format.h>

#include <algorithm>

#include "judge/gpu_baseline.h"
#include "kernels/cuda/gpu/candidate.h"

namespace tilewright::judge {
namespace {

namespace gpu = kernels::cuda::gpu;
using gpu::GpuValue;

// Work that goes on after the second event makes the waited time longer than what the host's waiting costs.
constexpr double kWaitedFactor = 2, kWaitedMicroseconds = 200;

GpuValue to_gpu(const library::HostTensor& tensor) {
  GpuValue value;
  value.kind = GpuValue::Kind::Tensor;
  value.dtype = tensor.dtype;
  value.shape = tensor.shape;
  value.bytes.assign(reinterpret_cast<const char*>(tensor.data.data()), tensor.data.size());
  return value;
}

GpuValue to_gpu(const HostValue& host) {
  GpuValue value;
  switch (host.kind) {
    case HostValue::Kind::None:
      break;
    case HostValue::Kind::Bool:
    case HostValue::Kind::Int:
      value.kind = host.kind == HostValue::Kind::Bool ? GpuValue::Kind::Bool : GpuValue::Kind::Int;
      value.integer = host.integer;
      break;
    case HostValue::Kind::Float:
      value.kind = GpuValue::Kind::Float;
      value.floating = host.floating;
      break;
    case HostValue::Kind::String:
      value.kind = GpuValue::Kind::String;
      value.text = host.text;
      break;
    case HostValue::Kind::Tensor:
      return to_gpu(host.tensor);
    case HostValue::Kind::List:
    case HostValue::Kind::Tuple:
      value.kind = GpuValue::Kind::List;
      for (const HostValue& item : host.items) value.items.push_back(to_gpu(item));
      break;
  }
  return value;
}

std::vector<GpuValue> arguments_of(const Variant& variant, const Trial& trial) {
  std::vector<GpuValue> arguments;
  for (const HostValue& input : trial.inputs) arguments.push_back(to_gpu(input));
  for (const library::HostTensor& tensor : variant.state) arguments.push_back(to_gpu(tensor));
  return arguments;
}

// Depth first and in order, as the reference's outputs are flattened.
void flatten(const GpuValue& value, std::vector<const GpuValue*>& tensors) {
  if (value.kind == GpuValue::Kind::Tensor) tensors.push_back(&value);
  for (const GpuValue& item : value.items) flatten(item, tensors);
}

std::string shape_text(const std::vector<int64_t>& shape) { return fmt::format("({})", fmt::join(shape, ", ")); }

class GpuCheck {
 public:
  GpuCheck(const Request& request, const Oracle& oracle, gpu::GpuMachine& machine, const GpuCheckOptions& options)
      : request_(request), oracle_(oracle), machine_(machine), options_(options) {
    record_.device = machine.device().name;
    record_.driver = machine.device().driver;
    record_.builder = machine.builder();
  }

  Result<GpuRecord> run() {
    Result<gpu::GpuProgram> built = machine_.build_extension(source());
    if (!built) return fail(built.error());
    record_.faults = built->refused;
    if (built->file.empty()) return std::move(record_);
    if (options_.sanitizes) {
      if (auto sanitized = sanitize(*built); !sanitized) return fail(sanitized.error());
    }
    Result<gpu::GpuCandidate> candidate = machine_.start(*built);
    if (!candidate) return fault(candidate.error());
    const std::vector<std::string>& names = candidate->functions();
    if (std::find(names.begin(), names.end(), kFunction) == names.end())
      return fault({DiagnosticKind::BadCandidate, "the candidate has no function forward", {}, {}});
    for (const Variant& variant : oracle_.variants) {
      for (const Trial& trial : variant.trials) {
        Result<GpuValue> result = candidate->call(kFunction, arguments_of(variant, trial));
        if (!result) return fault(result.error());
        if (!compare_outputs(variant, trial, *result)) return std::move(record_);
        ++record_.trials_passed;
      }
    }
    record_.agrees = true;
    if (oracle_.timed && options_.repetitions > 0) measure(*candidate, *oracle_.timed);
    return std::move(record_);
  }

 private:
  static constexpr const char* kFunction = "forward";

  kernels::cuda::CudaProgram source() const {
    kernels::cuda::CudaProgram program;
    program.name = request_.candidate_name;
    program.text = request_.candidate_source;
    return program;
  }

  Result<void> sanitize(const gpu::GpuProgram& built) {
    const Variant& variant = oracle_.variants.front();
    Result<std::vector<gpu::SanitizeRun>> runs =
        machine_.sanitize(source(), built, kFunction,
                          arguments_of(variant, variant.trials.front()));
    if (!runs) return fail(runs.error());
    for (gpu::SanitizeRun& run : *runs)
      record_.sanitizer.push_back({std::move(run.tool), run.count, std::move(run.findings), std::move(run.failure)});
    return {};
  }

  // What the candidate did wrong is the record's; that we cannot run it is the caller's.
  Result<GpuRecord> fault(const Diagnostic& diagnostic) {
    if (diagnostic.kind == DiagnosticKind::Unsupported) return fail(diagnostic);
    record_.agrees = false;
    record_.faults.push_back(resolve(diagnostic, SourceManager()));
    return std::move(record_);
  }
  bool differ(DiagnosticKind kind, std::string message) {
    record_.faults.push_back(resolve({kind, std::move(message), {}, {}}, SourceManager()));
    return false;
  }

  bool compare_outputs(const Variant& variant, const Trial& trial, const GpuValue& result) {
    std::vector<const GpuValue*> tensors;
    flatten(result, tensors);
    if (tensors.size() != trial.outputs.size())
      return differ(DiagnosticKind::WrongShape, fmt::format("forward returned {} tensors, expected {}",
                                                            tensors.size(), trial.outputs.size()));
    for (size_t i = 0; i < tensors.size(); ++i) {
      const ExpectedOutput& expected = trial.outputs[i];
      if (tensors[i]->shape != expected.shape)
        return differ(DiagnosticKind::WrongShape, fmt::format("output[{}] has shape {}, expected {}", i,
                                                              shape_text(tensors[i]->shape), shape_text(expected.shape)));
      if (tensors[i]->dtype != expected.dtype)
        return differ(DiagnosticKind::WrongDtype,
                      fmt::format("output[{}] has dtype torch.{}, expected torch.{}", i,
                                  torch_name(tensors[i]->dtype), torch_name(expected.dtype)));
      library::HostTensor actual{expected.dtype, expected.shape, {}};
      const auto* bytes = reinterpret_cast<const std::byte*>(tensors[i]->bytes.data());
      actual.data.assign(bytes, bytes + tensors[i]->bytes.size());
      OutputComparison comparison = compare(expected, actual);
      record_.error_in_tolerances = std::max(record_.error_in_tolerances, comparison.error_in_tolerances);
      if (comparison.wrong_elements == 0) continue;
      double wanted = is_float(expected.dtype) ? expected.values[comparison.worst]
                                               : static_cast<double>(expected.integers[comparison.worst]);
      return differ(DiagnosticKind::WrongValues,
                    fmt::format("output[{}][{}] is {:.6g} on the GPU, expected {:.6g}: {} of {} elements are outside "
                                "the tolerance ({} inputs, {} sizes)",
                                i, fmt::join(unravel(comparison.worst, expected.shape), ", "),
                                element(actual, comparison.worst), wanted, comparison.wrong_elements,
                                expected.elements(), trial.distribution, variant.name));
    }
    return true;
  }

  void measure(gpu::GpuCandidate& candidate, const Variant& variant) {
    Result<gpu::GpuTiming> timing =
        candidate.time(kFunction, arguments_of(variant, variant.trials.front()), options_.repetitions);
    if (!timing) {
      (void)fault(timing.error());
      return;
    }
    MeasuredTime time = summarise(timing->microseconds, timing->clock_megahertz);
    MeasuredTime waited = summarise(timing->waited_microseconds, timing->clock_megahertz);
    if (waited.low > kWaitedFactor * time.median + kWaitedMicroseconds) {
      record_.agrees = false;
      differ(DiagnosticKind::CapabilityDenied,
             fmt::format("the work goes on after forward has returned, where the stream's events do not see it: {:.4g} us "
                         "by events, {:.4g} us until the device is idle",
                         time.median, waited.median));
      time = waited;
    }
    record_.time = time;
    if (options_.python.empty()) return;
    std::optional<GpuBaseline> baseline = measure_baseline(options_.python, request_.task_source, variant.sizes,
                                                           options_.repetitions, options_.scratch_folder);
    if (!baseline) return;
    record_.baseline = baseline->name;
    record_.baseline_time = baseline->time;
  }

  const Request& request_;
  const Oracle& oracle_;
  gpu::GpuMachine& machine_;
  const GpuCheckOptions& options_;
  GpuRecord record_;
};

}  // namespace

MeasuredTime summarise(std::vector<double> microseconds, int clock_megahertz) {
  std::sort(microseconds.begin(), microseconds.end());
  auto at = [&](double part) {
    return microseconds[static_cast<size_t>(part * static_cast<double>(microseconds.size() - 1) + 0.5)];
  };
  return {static_cast<int>(microseconds.size()), at(0.5), at(0.1), at(0.9), clock_megahertz};
}

Result<GpuRecord> check_on_gpu(const Request& request, const Oracle& oracle, gpu::GpuMachine& machine,
                               const GpuCheckOptions& options) {
  return GpuCheck(request, oracle, machine, options).run();
}

}  // namespace tilewright::judge
