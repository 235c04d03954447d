// Request -> verdict: the oracle of the task (kept between candidates), the candidate in its own interpreter,
// one call a trial, each output compared; then the estimated time of the first trial's launches.
#include "judge/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <list>
#include <map>
#include <new>

#include "base/hash.h"
#include "chips/chip.h"
#include "chips/neuron_chip.h"
#include "judge/candidate.h"
#include "judge/cuda_trials.h"
#include "judge/oracle.h"
#include "judge/outputs.h"
#include "judge/script_exit.h"
#include "judge/timed_run.h"
#include "kernels/cuda/outcomes.h"

namespace tilewright::judge {
namespace {

// Oracles kept by one judge; each holds the inputs and outputs of about seven trials.
constexpr size_t kKeptOracles = 12;
constexpr size_t kMostDiagnostics = 8;

// What host code of a script does that a kernel should, of the latest call. An element counts as one of the
// inputs' whatever type it was cast to before it was read; and as many numbers read as there are outputs, and
// as many made of the host's own data, are outputs that a kernel merely copies.
std::optional<std::string> host_work(const library::LibrarySession& library, const Trial& trial) {
  constexpr uint64_t kFew = 64;
  if (is_host_work(library.bytes_to_host, trial)) return host_work_text(library.bytes_to_host);
  uint64_t inputs = 0, outputs = 0;
  auto count = [&](const library::HostTensor& tensor) { inputs += static_cast<uint64_t>(tensor.elements()); };
  for (const HostValue& input : trial.inputs) for_each_tensor(input, count);
  for (const ExpectedOutput& output : trial.outputs) outputs += output.elements();
  uint64_t read = library.elements_to_host, made = library.elements_of_host;
  if (read > kFew && read >= inputs / 8) return host_work_text(library.bytes_to_host);
  if (made > kFew && std::min(read, made) >= std::max(kFew, outputs / 8))
    return fmt::format(
        "host code reads {} numbers of device memory and makes {}, for {} of the outputs; the work must "
        "be done in a kernel",
        read, made, outputs);
  return std::nullopt;
}

// One candidate against one oracle.
class Trials {
 public:
  Trials(const Request& request, const Oracle& oracle, std::shared_ptr<const chips::Chip> chip,
         std::function<Result<kernels::cuda::Room*>()> cuda)
      : request_(request),
        oracle_(oracle),
        chip_(std::move(chip)),
        cuda_(std::move(cuda)),
        candidate_(request, chip_, cuda_) {
    verdict_.trials = oracle.trials();
  }

  Verdict run() {
    if (Result<void> loaded = candidate_.load("candidate"); !loaded) return stop(loaded.error());
    if (Result<void> found = candidate_.find_entry(); !found) return stop(found.error());
    for (size_t v = 0; v < oracle_.variants.size(); ++v) {
      const Variant& variant = oracle_.variants[v];
      if (Result<void> prepared = candidate_.prepare(variant); !prepared) return stop(prepared.error());
      for (size_t t = 0; t < variant.trials.size(); ++t) {
        if (!run_trial(variant, v, t)) return finish();
        ++verdict_.trials_passed;
      }
    }
    verdict_.status = Status::Correct;
    if (!candidate_.cuda().launches.empty() && is_right_without_kernels()) {
      decide({DiagnosticKind::NoKernel, kRightWithoutKernels, {}, {}});
      return finish();
    }
    // CUDA extensions end the run at other sizes early: their first trial's work is raised.
    if (oracle_.timed && candidate_.nki().launches.empty()) run_timed();
    return finish();
  }

 private:
  void run_timed() {
    TimedRun timed = run_at_task_sizes(request_, oracle_, chip_, first_trial_);
    if (timed.wrong) return decide_at(*oracle_.timed, *timed.wrong);
    verdict_.launches = std::move(timed.launches);
    verdict_.timed_sizes = oracle_.timed->sizes;
    verdict_.sampling = timed.sampling;
  }

  // Of CUDA extensions: as of CUDA files (cuda_trials.cc).
  bool is_right_without_kernels() {
    const Variant& variant = oracle_.variants[0];
    const Trial& trial = variant.trials[0];
    if (request_.options.allow_host_compute || has_constant_outputs(trial)) return false;
    Candidate candidate(request_, chip_, cuda_);
    candidate.cuda().skips_kernels = true;
    if (!candidate.load("candidate") || !candidate.find_entry() || !candidate.prepare(variant)) return false;
    Result<CandidateOutputs> outputs = candidate.call(variant, trial);
    if (!outputs || outputs->tensors.size() < trial.outputs.size()) return false;
    for (size_t i = 0; i < trial.outputs.size(); ++i) {
      const kernels::memory::TensorView& view = outputs->views[i];
      const ExpectedOutput& expected = trial.outputs[i];
      if (view.dtype != expected.dtype || view.shape != expected.shape ||
          library::uninitialised_bytes(outputs->tensors[i]) > 0)
        return false;
      Result<library::HostTensor> actual = candidate.read(outputs->tensors[i]);
      if (!actual || compare(expected, *actual).wrong_elements > 0) return false;
    }
    return true;
  }

  void decide_at(const Variant& variant, Diagnostic diagnostic) {
    std::string where = sizes_text(variant.sizes);
    decide(diagnostic);
    verdict_.summary = fmt::format("{}: {}", where, verdict_.summary);
    diagnostics_.front().notes.push_back({where, {}});
  }

  // NKI kernels bring their time with them: that of their timeline, at the sizes of the first trial.
  void note_neuron_launches() {
    TimeEstimate time;
    time.kind = "estimated";
    double longest = 0;
    for (const kernels::nki::LaunchRecord& launch : candidate_.nki().launches) {
      verdict_.launches.push_back(kernels::nki::counters_of(launch));
      time.chip = launch.chip;
      time.microseconds += launch.seconds * 1e6;
      if (launch.seconds < longest) continue;
      longest = launch.seconds;
      time.limiter = kernels::nki::busiest_engine(launch);
    }
    if (request_.options.estimate_time && !candidate_.nki().launches.empty()) verdict_.time = std::move(time);
  }

  // False: the verdict is made.
  bool run_trial(const Variant& variant, size_t variant_index, size_t trial_index) {
    const Trial& trial = variant.trials[trial_index];
    bool is_timed = variant_index == 0 && trial_index == 0;
    // Every trial after the first of a hidden size runs its programs backwards: an order that a correct
    // kernel cannot depend on.
    bool is_reversed = variant_index > 0 || (oracle_.variants.size() == 1 && trial_index == 1);
    candidate_.triton().options.reverse_order = is_reversed;
    candidate_.triton().options.count_work = is_timed;
    candidate_.cuda().is_reversed = is_reversed;
    candidate_.triton().rehearsal = is_timed ? &first_trial_.rehearsal : nullptr;
    Result<CandidateOutputs> outputs = candidate_.call(variant, trial);
    if (is_timed) {
      note_arguments(candidate_, first_trial_);
      verdict_.launches = candidate_.triton().launches;
      for (const kernels::cuda::LaunchRecord& launch : candidate_.cuda().launches)
        verdict_.launches.push_back(kernels::cuda::counters_of(launch));
      first_trial_.launches = verdict_.launches;
      note_neuron_launches();
    }
    if (!outputs) return decide(outputs.error());
    if (!check_shape(trial, *outputs) || !check_work(*outputs, trial)) return false;
    if (check_values(variant, trial, *outputs)) return check_earlier_outputs(variant, trial, *outputs);
    if (is_reversed) explain_order(variant, trial);
    return false;
  }

  bool decide(const Diagnostic& diagnostic) {
    verdict_.status = status_of(diagnostic.kind);
    verdict_.summary = diagnostic.message;
    diagnostics_ = {diagnostic};
    // A launch may have found more faults than the one that ended it.
    for (const Diagnostic& fault : candidate_.triton().faults) {
      bool is_known = std::any_of(diagnostics_.begin(), diagnostics_.end(), [&](const Diagnostic& d) {
        return d.span == fault.span && d.message == fault.message;
      });
      if (!is_known && diagnostics_.size() < kMostDiagnostics) diagnostics_.push_back(fault);
    }
    return false;
  }

  Verdict stop(const Diagnostic& diagnostic) {
    decide(diagnostic);
    return finish();
  }

  bool check_shape(const Trial& trial, const CandidateOutputs& outputs) {
    std::vector<OutputForm> forms;
    for (const kernels::memory::TensorView& view : outputs.views) forms.push_back({view.dtype, view.shape});
    std::optional<Diagnostic> wrong = wrong_form(trial, forms, outputs.is_single, oracle_.returns_single);
    return !wrong || decide(*wrong);
  }

  // The work must be done by kernels, into memory that they filled.
  bool check_work(const CandidateOutputs& outputs, const Trial& trial) {
    size_t expected = trial.outputs.size();
    const library::LibrarySession& library = candidate_.library();
    if (!request_.options.allow_host_compute) {
      if (library.host_compute_count > 0 && !library.host_operations.empty()) {
        Diagnostic diagnostic{DiagnosticKind::HostCompute,
                              fmt::format("host code computes with {}; the work must be done in a kernel",
                                          library.host_operations[0].op),
                              library.host_operations[0].span,
                              {}};
        if (library.host_compute_count > 1)
          diagnostic.notes.push_back(
              {fmt::format("{} such operations in this call", library.host_compute_count), {}});
        return decide(diagnostic);
      }
      bool is_launched = !candidate_.triton().launches.empty() || !candidate_.cuda().launches.empty() ||
                         !candidate_.nki().launches.empty();
      if (!is_launched) {
        return decide({DiagnosticKind::NoKernel, "no kernel was launched", {}, {}});
      }
    }
    // Host reads of unwritten memory do not end the run by themselves.
    for (const Diagnostic& diagnostic : candidate_.interpreter().diagnostics()) {
      if (severity(diagnostic.kind) == Severity::Error) return decide(diagnostic);
    }
    for (size_t i = 0; i < expected; ++i) {
      if (library::uninitialised_bytes(outputs.tensors[i]) > 0)
        return decide(with_launch(library::describe_unwritten(outputs.tensors[i], output_name(i, expected)),
                                  *outputs.views[i].region));
    }
    if (request_.options.allow_host_compute) return true;
    if (std::optional<std::string> work = host_work(library, trial))
      return decide({DiagnosticKind::NoKernel, *work, {}, {}});
    return check_origin(outputs, expected);
  }

  // With the launch that stored to the region last, where work was counted.
  Diagnostic with_launch(Diagnostic diagnostic, const kernels::memory::Region& region) const {
    const std::vector<WorkCounters>& launches = candidate_.triton().launches;
    for (auto work = launches.rbegin(); work != launches.rend(); ++work) {
      for (const TensorTraffic& tensor : work->tensors) {
        if (tensor.tensor != region.name || tensor.bytes_stored == 0) continue;
        return std::move(diagnostic)
            .with_note(fmt::format("'{}', grid ({}, {}, {}), stored {} of its {} bytes", work->kernel,
                                   work->grid[0], work->grid[1], work->grid[2], tensor.bytes_stored,
                                   region.bytes));
      }
    }
    return diagnostic;
  }

  // A launch beside the point is no kernel work: the output's memory must have been stored by kernels, or be
  // a change of layout of such memory.
  bool check_origin(const CandidateOutputs& outputs, size_t expected) {
    for (size_t i = 0; i < expected; ++i) {
      const kernels::memory::TensorView& view = outputs.views[i];
      if (view.region->bytes == 0) continue;
      uint64_t needed = bytes_of_view(view);
      uint64_t stored = library::bytes_of_kernels(outputs.tensors[i]);
      if (stored < needed) {
        return decide(
            {DiagnosticKind::NoKernel,
             fmt::format("{} was not written by a kernel: {} of its {} bytes were stored by launches",
                         output_name(i, expected), stored, needed),
             {},
             {}});
      }
    }
    return true;
  }

  bool check_values(const Variant& variant, const Trial& trial, const CandidateOutputs& outputs) {
    for (size_t i = 0; i < trial.outputs.size(); ++i) {
      const ExpectedOutput& expected = trial.outputs[i];
      Result<library::HostTensor> actual = candidate_.read(outputs.tensors[i]);
      if (!actual) return decide(actual.error());
      OutputComparison comparison = compare(expected, *actual);
      verdict_.error_in_tolerances = std::max(verdict_.error_in_tolerances, comparison.error_in_tolerances);
      if (comparison.wrong_elements == 0) continue;
      Mismatch mismatch = describe_mismatch(variant, trial, i, comparison, *actual);
      verdict_.mismatch = std::move(mismatch.values);
      return decide(mismatch.diagnostic);
    }
    return true;
  }

  // What earlier calls returned is its caller's: a later call neither alters it nor returns its memory again.
  bool check_earlier_outputs(const Variant& variant, const Trial& trial, const CandidateOutputs& outputs) {
    std::string call = fmt::format("the call with {} inputs, {} sizes", trial.distribution, variant.name);
    for (const EarlierOutput& earlier : earlier_) {
      for (size_t i = 0; i < outputs.views.size(); ++i) {
        const kernels::memory::Region& region = *outputs.views[i].region;
        if (&region != earlier.region.get() || region.bytes == 0 || region.is_read_only) continue;
        return decide(
            {DiagnosticKind::WrongValues,
             fmt::format("{} of {} is in the memory that an earlier call returned ({}): each call must "
                         "return memory of its own",
                         output_name(i, outputs.views.size()), call, earlier.text),
             {},
             {}});
      }
      if (std::optional<uint64_t> now = digest(earlier.tensor); now && *now != earlier.digest)
        return decide({DiagnosticKind::WrongValues,
                       fmt::format("{} altered what an earlier call had returned ({})", call, earlier.text),
                       {},
                       {}});
    }
    for (size_t i = 0; i < outputs.views.size(); ++i) {
      std::optional<uint64_t> now = digest(outputs.tensors[i]);
      if (!now) continue;
      earlier_bytes_ += outputs.views[i].region->bytes;
      earlier_.push_back({outputs.tensors[i], outputs.views[i].region, *now,
                          fmt::format("{}, {}", output_name(i, outputs.views.size()), call)});
    }
    while (!earlier_.empty() && earlier_bytes_ > request_.options.memory_bytes / 4) {
      earlier_bytes_ -= earlier_.front().region->bytes;
      earlier_.pop_front();
    }
    return true;
  }

  std::optional<uint64_t> digest(const script::Value& tensor) {
    Result<library::HostTensor> host = candidate_.read(tensor);
    if (!host) return std::nullopt;
    return hash64({reinterpret_cast<const char*>(host->data.data()), host->data.size()});
  }

  // Wrong under the reversed order: is it right under the usual one?
  void explain_order(const Variant& variant, const Trial& trial) {
    candidate_.triton().options.reverse_order = false;
    candidate_.cuda().is_reversed = false;
    Result<CandidateOutputs> outputs = candidate_.call(variant, trial);
    if (!outputs) return;
    for (size_t i = 0; i < trial.outputs.size() && i < outputs->tensors.size(); ++i) {
      const kernels::memory::TensorView& view = outputs->views[i];
      if (view.shape != trial.outputs[i].shape || view.dtype != trial.outputs[i].dtype) return;
      Result<library::HostTensor> actual = candidate_.read(outputs->tensors[i]);
      if (!actual || compare(trial.outputs[i], *actual).wrong_elements > 0) return;
    }
    std::string wrong = verdict_.summary;
    decide({DiagnosticKind::Nondeterministic,
            "the result depends on the order in which programs run",
            {},
            {{"with the last program first, " + wrong, {}}}});
  }

  Verdict finish() {
    for (const Diagnostic& diagnostic : diagnostics_)
      verdict_.diagnostics.push_back(resolve(diagnostic, candidate_.sources()));
    verdict_.fuel = candidate_.fuel_used();
    return std::move(verdict_);
  }

  const Request& request_;
  const Oracle& oracle_;
  std::shared_ptr<const chips::Chip> chip_;
  std::function<Result<kernels::cuda::Room*>()> cuda_;
  Candidate candidate_;
  Verdict verdict_;
  std::vector<Diagnostic> diagnostics_;
  FirstTrial first_trial_;
  // Outputs of the latest calls, as many as fit in a quarter of the memory that the candidate may have.
  struct EarlierOutput {
    script::Value tensor;
    std::shared_ptr<kernels::memory::Region> region;
    uint64_t digest = 0;
    std::string text;
  };
  std::deque<EarlierOutput> earlier_;
  uint64_t earlier_bytes_ = 0;
};

// A file without a task: run as a script.
Verdict run_alone(const Request& request, std::shared_ptr<const chips::Chip> chip) {
  Candidate candidate(request, std::move(chip));
  Verdict verdict;
  candidate.triton().options.compares_orders = true;
  Result<void> loaded = candidate.load("__main__");
  verdict.launches = candidate.triton().launches;
  verdict.fuel = candidate.fuel_used();
  verdict.status = Status::Clean;
  if (loaded) return verdict;
  std::optional<ScriptExit> exit = script_exit(candidate.interpreter());
  if (exit && exit->code == 0) return verdict;
  Diagnostic failure = exit ? failed_exit(*exit, loaded.error()) : loaded.error();
  verdict.status = status_of(failure.kind);
  verdict.summary = failure.message;
  verdict.diagnostics.push_back(resolve(failure, candidate.sources()));
  if (!exit) return verdict;
  for (const Diagnostic& diagnostic : candidate.interpreter().diagnostics()) {  // of tests that it ran
    if (severity(diagnostic.kind) != Severity::Error) continue;
    if (verdict.diagnostics.size() == 1) verdict.status = status_of(diagnostic.kind);
    verdict.diagnostics.push_back(resolve(diagnostic, candidate.sources()));
  }
  return verdict;
}

std::string correct_summary(const Verdict& verdict) {
  std::string text = fmt::format("correct in {} trials, largest error {:.2g} of the tolerance",
                                 verdict.trials_passed, verdict.error_in_tolerances);
  if (verdict.time)
    text += fmt::format(", {} {:.3g} us on {} ({})", verdict.time->kind, verdict.time->microseconds,
                        verdict.time->chip, verdict.time->limiter);
  return text;
}

Verdict unsupported(const Diagnostic& diagnostic, const SourceManager& sources, std::string summary) {
  Verdict verdict;
  verdict.status = Status::Unsupported;
  verdict.summary = std::move(summary);
  verdict.diagnostics.push_back(resolve(diagnostic, sources));
  return verdict;
}

}  // namespace

struct Judge::Implementation {
  struct Entry {
    uint64_t key = 0;
    SourceManager sources;
    Result<Oracle> oracle = fail(DiagnosticKind::Unsupported, "");
  };
  std::list<Entry> oracles;  // most recently used first
  std::map<std::string, Result<std::shared_ptr<const chips::Chip>>> chips;
  std::unique_ptr<kernels::cuda::Room> cuda;  // null: not started yet

  static uint64_t key_of(const Request& request) {
    const JudgeOptions& o = request.options;
    std::string text =
        fmt::format("{}|{}|{}|{}|{}|", o.seed, o.max_elements, o.shape_variants, o.fuel, o.memory_bytes);
    return hash64(text + request.task_name + "|" + request.task_source);
  }

  // Failures are kept too: a task that cannot be used is not tried again for each candidate.
  Entry& oracle_of(const Request& request) {
    uint64_t key = key_of(request);
    for (auto entry = oracles.begin(); entry != oracles.end(); ++entry) {
      if (entry->key != key) continue;
      oracles.splice(oracles.begin(), oracles, entry);
      return oracles.front();
    }
    Entry& entry = oracles.emplace_front();
    entry.key = key;
    entry.oracle = build_oracle(entry.sources, request);
    if (oracles.size() > kKeptOracles) oracles.pop_back();
    return oracles.front();
  }

  const Result<std::shared_ptr<const chips::Chip>>& chip_of(const std::string& name) {
    auto found = chips.find(name);
    if (found == chips.end()) {
      // A Trainium chip is one for NKI kernels; what else a candidate launches sees the default.
      Result<chips::Chip> chip = chips::load_chip(chips::load_neuron_chip(name) ? JudgeOptions{}.chip : name);
      Result<std::shared_ptr<const chips::Chip>> shared = nullptr;
      if (chip)
        shared = std::make_shared<const chips::Chip>(std::move(*chip));
      else
        shared = fail(chip.error());
      found = chips.emplace(name, std::move(shared)).first;
    }
    return found->second;
  }

  Result<kernels::cuda::Room*> cuda_room() {
    if (cuda == nullptr) {
      auto started = kernels::cuda::Room::start();
      if (!started) return fail(started.error());
      cuda = std::move(*started);
    }
    return cuda.get();
  }

  void estimate_time(const Request& request, Verdict& verdict) {
    const auto& chip = chip_of(request.options.chip);
    if (!chip || verdict.launches.empty() || verdict.time) return;
    // Without counts of bytes there is nothing to estimate from.
    bool is_counted =
        std::any_of(verdict.launches.begin(), verdict.launches.end(),
                    [](const WorkCounters& work) { return work.bytes_loaded() + work.bytes_stored() > 0; });
    if (!is_counted) return;
    TimeEstimate time;
    time.kind = "estimated";
    time.chip = (*chip)->name;
    double longest = 0;
    for (const WorkCounters& work : verdict.launches) {
      chips::KernelTime kernel = chips::estimate(**chip, work);
      time.microseconds += kernel.seconds * 1e6;
      if (kernel.seconds > longest) {
        longest = kernel.seconds;
        time.limiter = kernel.limiter;
      }
    }
    verdict.time = std::move(time);
  }

  Verdict judge(const Request& request) {
    bool is_cuda = is_cuda_source(request);
    const auto& chip = chip_of(request.options.chip);
    if (!chip && request.options.estimate_time) return unsupported(chip.error(), {}, chip.error().message);
    std::shared_ptr<const chips::Chip> tuned_for = chip ? *chip : nullptr;
    Verdict verdict;
    if (request.task_source.empty()) {
      if (is_cuda)
        return unsupported({DiagnosticKind::Unsupported,
                            "a CUDA file is judged against a task only; `tilewright run` runs it",
                            {},
                            {}},
                           {}, "no task");
      verdict = run_alone(request, tuned_for);
    } else {
      Entry& entry = oracle_of(request);
      if (!entry.oracle) {
        return unsupported(entry.oracle.error(), entry.sources,
                           "the task cannot be used: " + entry.oracle.error().message);
      }
      if (is_cuda) {
        Result<kernels::cuda::Room*> room = cuda_room();
        if (!room) return unsupported(room.error(), {}, room.error().message);
        verdict = run_cuda_trials(request, *entry.oracle, chip ? **chip : chips::Chip(), **room);
      } else {
        verdict = Trials(request, *entry.oracle, tuned_for, [this] { return cuda_room(); }).run();
      }
    }
    bool is_good = verdict.status == Status::Correct || verdict.status == Status::Clean;
    if (is_good && request.options.estimate_time) estimate_time(request, verdict);
    if (verdict.status == Status::Correct) verdict.summary = correct_summary(verdict);
    if (verdict.status == Status::Clean)
      verdict.summary = fmt::format("ran without faults, {} launches", verdict.launches.size());
    return verdict;
  }
};

Judge::Judge(std::unique_ptr<kernels::cuda::Room> cuda)
    : implementation_(std::make_unique<Implementation>()) {
  implementation_->cuda = std::move(cuda);
}
Judge::~Judge() = default;

Verdict Judge::judge(const Request& request) {
  // The one boundary where exceptions of libraries below (torch, the allocator) become values.
  try {
    return implementation_->judge(request);
  } catch (const std::bad_alloc&) {
    Verdict verdict;
    verdict.status = Status::OutOfMemory;
    verdict.summary = "no memory left";
    return verdict;
  } catch (const std::exception& error) {
    return unsupported(
        {DiagnosticKind::Unsupported, fmt::format("the judge failed: {}", error.what()), {}, {}}, {},
        "the judge failed");
  }
}

}  // namespace tilewright::judge
