#include "judge/cuda_trials.h"

#include <fmt/format.h>

#include <algorithm>

#include "judge/candidate.h"
#include "judge/cuda_values.h"
#include "judge/timed_run.h"
#include "kernels/cuda/outcomes.h"

namespace tilewright::judge {
namespace {

using kernels::cuda::Call;
using kernels::cuda::CallResult;
using kernels::cuda::CallRun;
using kernels::cuda::Extension;
using kernels::cuda::RunPlan;

constexpr size_t kMostDiagnostics = 8;

ResolvedDiagnostic plain(DiagnosticKind kind, std::string message) {
  return kernels::cuda::at_line(spelling(kind), std::move(message), {}, 0, {});
}

// One candidate against one oracle.
class CudaTrials {
 public:
  CudaTrials(const Request& request, const Oracle& oracle, kernels::cuda::Room& room,
             const kernels::cuda::RunSettings& settings)
      : request_(request), oracle_(oracle), room_(room), settings_(settings) {
    verdict_.trials = oracle.trials();
  }

  Verdict run() {
    if (!compile() || !make_calls() || !run_plans()) return std::move(verdict_);
    for (size_t v = 0; v < oracle_.variants.size(); ++v) {
      for (size_t t = 0; t < oracle_.variants[v].trials.size(); ++t) {
        if (!judge_trial(v, t)) return std::move(verdict_);
        ++verdict_.trials_passed;
      }
    }
    verdict_.status = Status::Correct;
    count_work();
    return std::move(verdict_);
  }

 private:
  bool decide(std::vector<ResolvedDiagnostic> diagnostics) {
    verdict_.status = status_of(std::string_view(diagnostics.front().kind));
    verdict_.summary = diagnostics.front().message;
    if (diagnostics.size() > kMostDiagnostics) diagnostics.resize(kMostDiagnostics);
    verdict_.diagnostics = std::move(diagnostics);
    return false;
  }
  bool decide(DiagnosticKind kind, std::string message) { return decide({plain(kind, std::move(message))}); }
  bool decide(const Diagnostic& diagnostic) { return decide({resolve(diagnostic, SourceManager())}); }

  bool compile() {
    kernels::cuda::ExtensionSource source;
    source.name = request_.candidate_name;
    source.text = request_.candidate_source;
    if (kernels::cuda::mentions_function(source.text, "forward")) {
      source.functions = {"forward"};
    } else if (source.text.find("PYBIND11_MODULE") == std::string::npos &&
               source.text.find("TORCH_LIBRARY") == std::string::npos) {
      return decide(DiagnosticKind::BadCandidate,
                    "a CUDA candidate defines `torch::Tensor forward(...)`, and this file does not");
    }
    Result<Extension> extension = room_.compile(source);
    if (!extension) return decide(extension.error());
    if (!extension->refused.empty()) {
      // What computes in host code is no kernel's work; where that is allowed, it is merely not here.
      for (ResolvedDiagnostic& diagnostic : extension->refused) {
        if (request_.options.allow_host_compute && diagnostic.kind == spelling(DiagnosticKind::HostCompute))
          diagnostic.kind = spelling(DiagnosticKind::Unsupported);
      }
      return decide(extension->refused);
    }
    extension_ = std::move(*extension);
    return true;
  }

  bool make_calls() {
    for (const Variant& variant : oracle_.variants) {
      first_calls_.push_back(calls_.size());
      for (const Trial& trial : variant.trials) {
        Result<Call> call = call_of(variant, trial);
        if (!call) return decide(call.error());
        calls_.push_back(std::move(*call));
      }
    }
    return true;
  }

  // The size that is timed runs forwards, its first trial backwards too; hidden sizes run backwards. The last run leaves out
  // what kernels do: a candidate that is right all the same does its work elsewhere.
  bool run_plans() {
    bool has_others = oracle_.variants.size() > 1;
    for (size_t v = 0; v < oracle_.variants.size(); ++v) {
      RunPlan plan{.is_reversed = v > 0, .skips_kernels = 0, .first_call = static_cast<uint32_t>(first_calls_[v]),
                   .calls = static_cast<uint32_t>(oracle_.variants[v].trials.size())};
      plans_.push_back(plan);
    }
    plans_.push_back({.is_reversed = 1, .skips_kernels = 0, .first_call = 0, .calls = has_others ? 1 : plans_[0].calls});
    plans_.push_back({.is_reversed = 0, .skips_kernels = 1, .first_call = 0, .calls = 1});
    Result<std::vector<CallRun>> runs = room_.run(extension_, calls_, plans_, settings_);
    if (!runs) return decide(runs.error());
    runs_ = std::move(*runs);
    take_launches(runs_[0]);
    return true;
  }

  void take_launches(const CallRun& run) {
    verdict_.launches.clear();
    for (const kernels::cuda::LaunchRecord& launch : run.launches) {
      if (launch.call == 0) verdict_.launches.push_back(kernels::cuda::counters_of(launch));
    }
  }

  // What a time is estimated from: a few blocks of each launch at the task's written sizes; where those cannot run so (blocks
  // that wait for each other, sizes that depend on values), the first trial. What is refused there, by the launch or by the
  // candidate itself, is wrong, whatever it did at the trials' sizes.
  void count_work() {
    if (!request_.options.estimate_time) return;
    settings_.counts = 1;
    if (oracle_.timed) {
      if (Result<Call> call = call_of(*oracle_.timed, oracle_.timed->trials.front())) {
        RunPlan plan{.is_reversed = 0,
                     .skips_kernels = 0,
                     .first_call = 0,
                     .calls = 1,
                     .sampled_blocks = kSampledPrograms};
        Result<std::vector<CallRun>> runs = room_.run(extension_, {*call}, {plan}, settings_);
        bool is_good = runs && runs->at(0).faults.empty() && runs->at(0).results.size() == 1 &&
                       !runs->at(0).results[0].has_failed && !runs->at(0).launches.empty();
        if (is_good) {
          take_launches(runs->at(0));
          verdict_.timed_sizes = oracle_.timed->sizes;
          return;
        }
        if (runs && is_refused(runs->at(0))) return;
      }
    }
    Result<std::vector<CallRun>> runs = room_.run(extension_, calls_, {{.first_call = 0, .calls = 1}}, settings_);
    if (runs) take_launches(runs->at(0));
  }

  // Values say nothing in such a run, so nor does what is refused after one was read.
  bool is_refused(const CallRun& run) {
    const CallResult* result = run.results.empty() ? nullptr : &run.results[0];
    if (result != nullptr && result->bytes_to_host > 0) return false;
    if (!run.faults.empty() && status_of(std::string_view(run.faults[0].kind)) == Status::LaunchError)
      decide(run.faults);
    else if (run.faults.empty() && result != nullptr && result->has_failed)
      decide({exception_of(*result)});
    else
      return false;
    std::string where = sizes_text(oracle_.timed->sizes);
    verdict_.summary = fmt::format("{}: {}", where, verdict_.summary);
    ResolvedDiagnostic note;
    note.severity = "note";
    note.message = where;
    verdict_.diagnostics.front().notes.push_back(std::move(note));
    return true;
  }

  const CallRun& backwards() const { return runs_[runs_.size() - 2]; }

  // The trial's own run, and for the first also the one in the other order and the one without kernels.
  bool judge_trial(size_t v, size_t t) {
    const Variant& variant = oracle_.variants[v];
    size_t call = first_calls_[v] + t;
    if (!judge_result(runs_[v], variant, t, call, v == 0 ? std::nullopt : std::optional(call))) return false;
    if (v != 0) return true;
    bool ran_backwards = t < plans_[plans_.size() - 2].calls;
    if (ran_backwards && !judge_result(backwards(), variant, t, call, call)) return false;
    return call != 0 || needs_kernels(variant.trials[0]);
  }

  // `reversed`: the call whose other order decides whether wrong values come from the order.
  bool judge_result(const CallRun& run, const Variant& variant, size_t t, size_t call, std::optional<size_t> reversed) {
    const Trial& trial = variant.trials[t];
    if (!run.faults.empty() && run.fault_call <= call) return decide(run.faults);
    const CallResult* result = result_of(run, call);
    if (result == nullptr) return decide(run.faults.empty() ? std::vector{plain(DiagnosticKind::HostCrash, "the candidate did not return")} : run.faults);
    if (result->has_failed) return decide({exception_of(*result)});
    CudaOutputs outputs = outputs_of(result->value);
    if (outputs.has_unknown_type)
      return decide(DiagnosticKind::Unsupported, "an output of an element type that is not supported");
    if (auto wrong = wrong_form(trial, outputs.forms, outputs.is_single, oracle_.returns_single)) return decide(*wrong);
    if (!check_written(trial, outputs) || !check_work(trial, outputs, *result)) return false;
    if (check_values(variant, trial, outputs)) return true;
    explain_values(variant, t, call, *result, reversed);
    return false;
  }

  // Results are those of the plan's calls in their order.
  const CallResult* result_of(const CallRun& run, size_t call) const {
    size_t index = call - plans_[static_cast<size_t>(&run - runs_.data())].first_call;
    return index < run.results.size() ? &run.results[index] : nullptr;
  }

  ResolvedDiagnostic exception_of(const CallResult& result) const {
    return kernels::cuda::at_line(spelling(DiagnosticKind::BadCandidate), "forward fails: " + result.message, result.file,
                                  extension_.texts.contains(result.file) ? result.line : 0, extension_.texts);
  }

  bool check_written(const Trial& trial, const CudaOutputs& outputs) {
    for (size_t i = 0; i < outputs.tensors.size(); ++i) {
      const kernels::cuda::ResultTensor& tensor = *outputs.tensors[i];
      std::string name = output_name(i, outputs.tensors.size());
      if (!tensor.is_cuda && !tensor.data.empty())
        return decide(DiagnosticKind::NoKernel, fmt::format("{} lies in the host's memory", name));
      if (uint64_t bytes = tensor.origins.unwritten; bytes > 0) {
        uint64_t each = size_of(outputs.forms[i].dtype);
        return decide(DiagnosticKind::UninitialisedRead,
                      fmt::format("{} of {} elements of {} were never written", (bytes + each - 1) / each,
                                  trial.outputs[i].elements(), name));
      }
    }
    return true;
  }

  bool check_work(const Trial& trial, const CudaOutputs& outputs, const CallResult& result) {
    if (request_.options.allow_host_compute) return true;
    if (result.launches == 0) return decide(DiagnosticKind::NoKernel, "no kernel was launched");
    for (size_t i = 0; i < outputs.tensors.size(); ++i) {
      const kernels::cuda::Origins& origins = outputs.tensors[i]->origins;
      if (outputs.tensors[i]->data.empty()) continue;
      std::string name = output_name(i, outputs.tensors.size());
      if (origins.host + origins.inputs > 0 || origins.kernels == 0)
        return decide(DiagnosticKind::NoKernel,
                      fmt::format("{} was not written by a kernel: {} of its {} bytes were stored by launches", name,
                                  origins.kernels, outputs.tensors[i]->data.size()));
    }
    return !is_host_work(result.bytes_to_host, trial) ||
           decide(DiagnosticKind::NoKernel, host_work_text(result.bytes_to_host));
  }

  bool check_values(const Variant& variant, const Trial& trial, const CudaOutputs& outputs) {
    for (size_t i = 0; i < trial.outputs.size(); ++i) {
      library::HostTensor actual = host_tensor(*outputs.tensors[i], outputs.forms[i]);
      OutputComparison comparison = compare(trial.outputs[i], actual);
      verdict_.error_in_tolerances = std::max(verdict_.error_in_tolerances, comparison.error_in_tolerances);
      if (comparison.wrong_elements == 0) continue;
      Mismatch mismatch = describe_mismatch(variant, trial, i, comparison, actual);
      verdict_.mismatch = std::move(mismatch.values);
      return decide(mismatch.diagnostic);
    }
    return true;
  }

  bool is_right(const Trial& trial, const CallResult& result) const {
    CudaOutputs outputs = outputs_of(result.value);
    if (result.has_failed || outputs.has_unknown_type ||
        wrong_form(trial, outputs.forms, outputs.is_single, oracle_.returns_single))
      return false;
    for (size_t i = 0; i < trial.outputs.size(); ++i) {
      if (outputs.tensors[i]->origins.unwritten > 0 ||
          compare(trial.outputs[i], host_tensor(*outputs.tensors[i], outputs.forms[i])).wrong_elements > 0)
        return false;
    }
    return true;
  }

  // Wrong values may come from the order of threads, or from locals that nothing wrote: the call is run again, after those
  // that came before it in its process.
  void explain_values(const Variant& variant, size_t t, size_t call, const CallResult& result,
                      std::optional<size_t> reversed) {
    std::string wrong = verdict_.summary;
    RunPlan plan{.is_reversed = 0, .skips_kernels = 0, .first_call = static_cast<uint32_t>(call - t),
                 .calls = static_cast<uint32_t>(t + 1)};
    if (reversed) {
      Result<std::vector<CallRun>> again = room_.run(extension_, calls_, {plan}, settings_);
      if (again && again->at(0).results.size() > t && is_right(variant.trials[t], again->at(0).results[t])) {
        Diagnostic diagnostic{DiagnosticKind::Nondeterministic,
                              "the result depends on the order in which threads and blocks run",
                              {},
                              {{"with the last thread and block first, " + wrong, {}}}};
        decide(diagnostic);
        return;
      }
    }
    Result<Extension> zeroed = room_.compile_with_zeros(extension_);
    if (!zeroed) return;
    plan.is_reversed = reversed ? 1 : 0;
    Result<std::vector<CallRun>> again = room_.run(*zeroed, calls_, {plan}, settings_);
    if (!again || again->at(0).results.size() <= t) return;
    CudaOutputs before = outputs_of(result.value), after = outputs_of(again->at(0).results[t].value);
    bool differs = before.tensors.size() != after.tensors.size();
    for (size_t i = 0; !differs && i < before.tensors.size(); ++i)
      differs = before.tensors[i]->data != after.tensors[i]->data;
    if (!differs) return;
    std::vector<ResolvedDiagnostic> diagnostics = {
        extension_.local_warning.kind.empty()
            ? plain(DiagnosticKind::UninitialisedRead,
                    "the result depends on what a local variable holds before it is given a value")
            : extension_.local_warning};
    diagnostics.insert(diagnostics.end(), verdict_.diagnostics.begin(), verdict_.diagnostics.end());
    decide(std::move(diagnostics));
  }

  // The outputs without any kernel having run must not be right, unless they are one value all over.
  bool needs_kernels(const Trial& trial) {
    const CallRun& run = runs_.back();
    if (request_.options.allow_host_compute || run.results.empty() || !is_right(trial, run.results[0])) return true;
    return has_constant_outputs(trial) || decide(DiagnosticKind::NoKernel, kRightWithoutKernels);
  }

  const Request& request_;
  const Oracle& oracle_;
  kernels::cuda::Room& room_;
  kernels::cuda::RunSettings settings_;
  Extension extension_;
  std::vector<Call> calls_;
  std::vector<size_t> first_calls_;  // of each variant
  std::vector<RunPlan> plans_;
  std::vector<CallRun> runs_;  // variants in order, the first trials backwards, the first without kernels
  Verdict verdict_;
};

}  // namespace

Verdict run_cuda_trials(const Request& request, const Oracle& oracle, const chips::Chip& chip, kernels::cuda::Room& room) {
  return CudaTrials(request, oracle, room, cuda_settings(request, chip)).run();
}

bool has_constant_outputs(const Trial& trial) {
  return std::all_of(trial.outputs.begin(), trial.outputs.end(), [](const ExpectedOutput& output) {
    auto is_one = [](const auto& values) {
      return std::all_of(values.begin(), values.end(), [&](auto value) { return value == values[0]; });
    };
    return is_one(output.values) && is_one(output.integers);
  });
}

bool is_host_work(uint64_t bytes_to_host, const Trial& trial) {
  constexpr uint64_t kFew = 256;
  uint64_t input_bytes = 0;
  for (const HostValue& input : trial.inputs) input_bytes += input.tensor.data.size();
  return bytes_to_host > kFew && bytes_to_host >= input_bytes / 8;
}
std::string host_work_text(uint64_t bytes_to_host) {
  return fmt::format("host code reads {} bytes of device memory; the work must be done in a kernel", bytes_to_host);
}

bool is_cuda_source(const Request& request) {
  auto ends_with = [&](std::string_view end) { return request.candidate_name.ends_with(end); };
  if (ends_with(".cu") || ends_with(".cuh")) return true;
  return request.language == CandidateLanguage::Cuda && !ends_with(".py");
}

kernels::cuda::RunSettings cuda_settings(const Request& request, const chips::Chip& chip) {
  kernels::cuda::RunSettings settings;
  settings.limits = kernels::cuda::limits_of(chip);
  settings.fuel = std::min(request.options.fuel, settings.fuel);
  return settings;
}

Status status_of(std::string_view kind) {
#define TW_KIND(identifier, text, severity) \
  if (kind == text) return status_of(DiagnosticKind::identifier);
#include "base/kinds.def"
#undef TW_KIND
  return Status::Unsupported;
}

}  // namespace tilewright::judge
