#include "judge/timed_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/hash.h"
#include "base/scale_work.h"
#include "judge/outputs.h"

namespace tilewright::judge {
namespace {

// An argument of which the first trial's kernels read this share is read whole at any size.
constexpr double kReadWhole = 0.95;
// What is counted may fall short of what must be by this much (samples of unequal programs) and stand.
constexpr double kShortage = 1.25;
// Steps of a second look, at all programs of each launch: idle ones take next to none.
constexpr uint64_t kSecondLookFuel = 200'000'000;
constexpr double kNothing = std::numeric_limits<double>::infinity();

template <class Tensor>  // HostTensor or ExpectedOutput
uint64_t bytes_of(const Tensor& tensor) {
  return static_cast<uint64_t>(tensor.elements()) * size_of(tensor.dtype);
}

uint64_t argument_bytes(const Variant& variant) {
  uint64_t bytes = 0;
  for (const HostValue& value : variant.trials.front().inputs)
    for_each_tensor(value, [&](const library::HostTensor& tensor) { bytes += bytes_of(tensor); });
  for (const library::HostTensor& tensor : variant.state) bytes += bytes_of(tensor);
  return bytes;
}

// One run there.
struct Attempt {
  std::optional<Diagnostic> wrong;
  std::vector<WorkCounters> launches;  // empty: it did not come to an end, or says nothing
  double shortage = kNothing;          // what must be done over what was counted; 1 or more
  uint64_t output_bytes = 0;           // of what it returned, if it did
};

class TaskSizes {
 public:
  TaskSizes(const Request& request, const Oracle& oracle, std::shared_ptr<const chips::Chip> chip,
            FirstTrial& trial)
      : request_(request), oracle_(oracle), variant_(*oracle.timed), chip_(std::move(chip)), trial_(trial) {}

  TimedRun run() {
    TimedRun result;
    if (variant_.sizes == oracle_.variants.front().sizes) {
      result.launches = trial_.launches;
      result.sampling.basis = Sampling::Basis::Whole;
      return result;
    }
    Attempt attempt = run_programs(kSampledPrograms, request_);
    bool falls_short = !attempt.launches.empty() && attempt.shortage > kShortage;
    if (falls_short && !attempt.wrong) {
      Request second = request_;
      second.options.fuel = std::min(second.options.fuel, kSecondLookFuel);
      Attempt all = run_programs(std::numeric_limits<uint64_t>::max(), second);
      if (all.wrong || !all.launches.empty()) attempt = std::move(all);
    }
    if (attempt.wrong) {
      result.wrong = std::move(attempt.wrong);
      return result;
    }
    result.sampling = {Sampling::Basis::Sampled, sample_key(request_)};
    result.launches = std::move(attempt.launches);
    if (!result.launches.empty() && attempt.shortage <= kShortage) return result;
    result.sampling.basis = Sampling::Basis::Raised;
    if (result.launches.empty() || attempt.shortage == kNothing) {
      result.launches = grown_trial(attempt.output_bytes);
    } else {
      for (WorkCounters& work : result.launches) scale_work(work, attempt.shortage);
    }
    return result;
  }

 private:
  // Of each launch at most `programs` run, which may end early without a word: of values that host code reads
  // there is nothing to say. What the compiler or the launch refuses is wrong, whatever was done at the
  // trials' sizes.
  Attempt run_programs(uint64_t programs, const Request& request) {
    Attempt attempt;
    Candidate candidate(request, chip_);
    kernels::triton::TritonSession& triton = candidate.triton();
    triton.options.sample_programs = programs;
    triton.options.sample_key = sample_key(request);
    triton.options.check_races = false;
    triton.options.check_uninitialised = false;
    triton.rehearsal = &trial_.rehearsal;
    if (!candidate.load("candidate") || !candidate.find_entry() || !candidate.prepare(variant_))
      return attempt;
    trial_.rehearsal.begin_replay(triton.options.sample_key);
    Result<CandidateOutputs> outputs = candidate.call(variant_, variant_.trials.front());
    bool has_read = candidate.library().bytes_to_host > 0;
    if (!outputs) {
      Status status = status_of(outputs.error().kind);
      if ((status == Status::CompileError || status == Status::LaunchError) && !has_read)
        attempt.wrong = outputs.error();
      return attempt;
    }
    bool has_others = !candidate.cuda().launches.empty() || request_.options.allow_host_compute;
    attempt.wrong = other_outputs(*outputs);
    for (const kernels::memory::TensorView& view : outputs->views)
      attempt.output_bytes += bytes_of_view(view);
    if (attempt.wrong || has_read) return attempt;
    attempt.launches = triton.launches;
    attempt.shortage = has_others ? 1 : std::max(unread(candidate), unstored(*outputs, attempt.launches));
    // Certain where every program ran: the outputs cannot be the task's. (Half: the first trial may have
    // stored elsewhere, too.)
    if (!has_others && trial_.rehearsal.is_whole())
      attempt.wrong = missing_stores(*outputs, attempt.launches);
    return attempt;
  }

  std::optional<Diagnostic> other_outputs(const CandidateOutputs& outputs) const {
    const Trial& trial = oracle_.variants.front().trials.front();
    bool has_form =
        outputs.views.size() == trial.outputs.size() && outputs.is_single == oracle_.returns_single;
    for (size_t i = 0; has_form && i < trial.outputs.size(); ++i) {
      has_form = outputs.views[i].dtype == trial.outputs[i].dtype &&
                 outputs.views[i].shape.size() == trial.outputs[i].shape.size();
    }
    if (has_form) return std::nullopt;
    return Diagnostic{
        DiagnosticKind::WrongShape, "forward returned other outputs than in the trials", {}, {}};
  }

  // Of arguments that the first trial read whole. Which rows of a table are read depends on other things than
  // its size.
  double unread(const Candidate& candidate) const {
    bool has_indices = false;
    for (const HostValue& value : variant_.trials.front().inputs) {
      for_each_tensor(value, [&](const library::HostTensor& tensor) {
        has_indices |= !is_float(tensor.dtype) && tensor.dtype != DType::Bool && tensor.elements() > 1;
      });
    }
    double shortage = 1;
    const auto& regions = candidate.argument_regions();
    for (size_t i = 0; !has_indices && i < regions.size() && i < trial_.read_share.size(); ++i) {
      if (trial_.read_share[i] < kReadWhole || regions[i]->bytes == 0) continue;
      uint64_t loaded = trial_.rehearsal.use_of(*regions[i]).bytes_loaded;
      shortage = std::max(shortage, static_cast<double>(regions[i]->bytes) / static_cast<double>(loaded));
    }
    return shortage;
  }

  // Where the first trial's launches stored every byte of its outputs, these must, too; otherwise at least
  // some.
  double unstored(const CandidateOutputs& outputs, const std::vector<WorkCounters>& launches) const {
    auto [needed, stored] = output_bytes(outputs, launches);
    if (needed == 0) return 1;
    if (stored == 0) return kNothing;
    return stores_all() ? std::max(1.0, static_cast<double>(needed) / static_cast<double>(stored)) : 1;
  }

  std::optional<Diagnostic> missing_stores(const CandidateOutputs& outputs,
                                           const std::vector<WorkCounters>& launches) const {
    auto [needed, stored] = output_bytes(outputs, launches);
    if (stores_all() ? stored >= needed / 2 : stored > 0 || needed == 0) return std::nullopt;
    return Diagnostic{DiagnosticKind::NoKernel,
                      fmt::format("the launches store {} bytes, the outputs hold {}", stored, needed),
                      {},
                      {}};
  }

  static std::pair<uint64_t, uint64_t> output_bytes(const CandidateOutputs& outputs,
                                                    const std::vector<WorkCounters>& launches) {
    uint64_t needed = 0, stored = 0;
    for (const kernels::memory::TensorView& view : outputs.views) needed += bytes_of_view(view);
    for (const WorkCounters& work : launches) stored += work.bytes_stored();
    return {needed, stored};
  }

  bool stores_all() const {
    uint64_t stored = 0, needed = 0;
    for (const WorkCounters& work : trial_.launches) stored += work.bytes_stored();
    for (const ExpectedOutput& output : oracle_.variants.front().trials.front().outputs)
      needed += bytes_of(output);
    return stored >= needed;
  }

  // How an extent of the first trial grows to the task's sizes: as the size that it equals, or as two that it
  // is the product of; of several the one that grows most. 1 where it is none.
  double growth_of(int64_t extent) const {
    const tasks::Sizes& small = oracle_.variants.front().sizes;
    std::vector<std::pair<int64_t, double>> sizes;
    for (const auto& [name, value] : small) {
      for (const auto& [other, larger] : variant_.sizes) {
        if (name == other && value > 1)
          sizes.emplace_back(value, static_cast<double>(larger) / static_cast<double>(value));
      }
    }
    double single = 1, product = 1;
    for (size_t i = 0; i < sizes.size(); ++i) {
      if (sizes[i].first == extent) single = std::max(single, sizes[i].second);
      for (size_t j = 0; j < i; ++j) {
        if (extent % sizes[i].first == 0 && extent / sizes[i].first == sizes[j].first)
          product = std::max(product, sizes[i].second * sizes[j].second);
      }
    }
    return single > 1 ? single : product;
  }

  double output_growth(uint64_t returned_bytes) const {
    double before = 0, after = 0;
    for (const ExpectedOutput& output : oracle_.variants.front().trials.front().outputs) {
      double bytes = static_cast<double>(bytes_of(output));
      before += bytes;
      for (int64_t extent : output.shape) bytes *= growth_of(extent);
      after += bytes;
    }
    return std::max(after, static_cast<double>(returned_bytes)) / std::max(1.0, before);
  }

  // The first trial's work, as if it grew with the bytes of the arguments or of the outputs, whichever grow
  // more: programs with them, products of matrices with the arguments' power 3/2 at least. What the candidate
  // returned can only raise it.
  std::vector<WorkCounters> grown_trial(uint64_t returned_bytes) const {
    double before = static_cast<double>(argument_bytes(oracle_.variants.front()));
    double arguments = std::max(1.0, static_cast<double>(argument_bytes(variant_)) / std::max(1.0, before));
    double outputs = output_growth(returned_bytes);
    double growth = std::max(arguments, outputs);
    double products = std::max(arguments * std::sqrt(arguments), outputs);
    std::vector<WorkCounters> launches = trial_.launches;
    for (WorkCounters& work : launches) {
      scale_work(work, growth);
      for (DotWork& dot : work.dots)
        dot.count = static_cast<uint64_t>(static_cast<double>(dot.count) * (products / growth));
      work.programs = static_cast<uint64_t>(static_cast<double>(work.programs) * growth);
      work.grid[0] = static_cast<int64_t>(static_cast<double>(work.grid[0]) * growth);
    }
    return launches;
  }

  const Request& request_;
  const Oracle& oracle_;
  const Variant& variant_;
  std::shared_ptr<const chips::Chip> chip_;
  FirstTrial& trial_;
};

}  // namespace

uint64_t sample_key(const Request& request) {
  return hash64(request.candidate_source, hash64("programs", request.options.seed)) | 1;
}

void note_arguments(const Candidate& candidate, FirstTrial& trial) {
  for (const auto& region : candidate.argument_regions()) {
    uint64_t read = trial.rehearsal.use_of(*region).distinct_bytes;
    trial.read_share.push_back(
        region->bytes == 0 ? 0 : static_cast<double>(read) / static_cast<double>(region->bytes));
  }
}

TimedRun run_at_task_sizes(const Request& request, const Oracle& oracle,
                           const std::shared_ptr<const chips::Chip>& chip, FirstTrial& trial) {
  return TaskSizes(request, oracle, chip, trial).run();
}

}  // namespace tilewright::judge
