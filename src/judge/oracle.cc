#include "judge/oracle.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/hash.h"
#include "judge/distributions.h"
#include "library/rounding_noise.h"
#include "tasks/task_runs.h"

namespace tilewright::judge {
namespace {

// What Random's key means by `step` for the judge's draws.
constexpr uint64_t kInputStep = 0x696e707574, kStateStep = 0x7374617465, kVaryStep = 0x766172;
// The reference runs many times on one account.
constexpr uint64_t kReferenceFuelFactor = 16, kReferenceMemoryFactor = 2;

// The size that is timed sees the distributions that break most candidates, the hidden sizes the rest.
constexpr std::array kFirstDistributions = {Distribution::Given, Distribution::Negative,
                                            Distribution::Shifted, Distribution::Spread};
constexpr std::array kHiddenDistributions = {Distribution::Given, Distribution::Lowered, Distribution::Small};

struct RunOutputs {
  std::vector<library::HostTensor> tensors;
  bool is_single = true;
};

class OracleBuilder {
 public:
  OracleBuilder(SourceManager& sources, const Request& request) : sources_(sources), request_(request) {
    options_.max_elements = request.options.max_elements;
    options_.limits = {request.options.fuel * kReferenceFuelFactor,
                       request.options.memory_bytes * kReferenceMemoryFactor};
  }

  Result<Oracle> build() {
    SourceId source = sources_.add(request_.task_name, request_.task_source);
    Result<tasks::TaskSource> task = tasks::read_task(sources_, source, request_.task_name);
    if (!task) return fail(task.error());
    task_ = std::move(*task);
    runs_.emplace(sources_, task_, options_.limits);
    // A variant is itself the trial run of its sizes; only if one fails are sizes looked for that run.
    Result<void> built = build_variants(false);
    if (!built && task_.shapes.empty()) {
      oracle_.variants.clear();
      built = build_variants(true);
    }
    if (!built) return fail(built.error());
    if (request_.options.estimate_time) build_timed();
    return std::move(oracle_);
  }

 private:
  Result<void> build_variants(bool tries_sizes) {
    Result<std::vector<tasks::Sizes>> sizes = choose_sizes(tries_sizes);
    if (!sizes) return fail(sizes.error());
    for (size_t i = 0; i < sizes->size(); ++i) {
      Result<Variant> variant = build_variant(i, (*sizes)[i]);
      if (!variant) return fail(variant.error());
      oracle_.variants.push_back(std::move(*variant));
    }
    return {};
  }

  // Of large tensors only shapes are kept: those of the first trial give their values
  // (kernels/memory/rehearsal.h), and tensors of that size are slow to make and to copy.
  void build_timed() {
    tasks::TaskOptions options = options_;
    options.max_elements = kTimedElements;
    options.shapes_only = true;
    Variant variant;
    variant.name = "timed";
    Result<tasks::Sizes> sizes = task_.shapes.empty() ? tasks::shrink(*runs_, options) : task_.shapes.back();
    if (!sizes) return;
    variant.sizes = std::move(*sizes);
    auto keep_shapes = [&](tasks::LoadedTask& loaded) -> Result<void> {
      Result<std::vector<script::Value>> inputs = loaded.make_inputs(1);
      if (!inputs) return fail(inputs.error());
      Trial trial;
      for (auto [from, to] :
           {std::pair(&loaded.init_inputs, &variant.init_inputs), {&*inputs, &trial.inputs}}) {
        to->clear();
        for (const script::Value& value : *from) {
          Result<HostValue> host = to_host_value(*loaded.interpreter, value, {.shapes_only = true});
          if (!host) return fail(host.error());
          to->push_back(std::move(*host));
        }
      }
      variant.state.clear(), variant.state_names.clear();
      Result<script::Value> read = loaded.interpreter->guard([&] {
        for (const library::StateEntry& entry : library::state_dict(*loaded.interpreter, loaded.model)) {
          kernels::memory::TensorView view = library::tensor_view(entry.tensor);
          variant.state_names.push_back(entry.key);
          variant.state.push_back({view.dtype, view.shape, {}});
        }
        return script::Value();
      });
      if (!read) return fail(read.error());
      variant.trials.push_back(std::move(trial));
      return {};
    };
    if (runs_->at(variant.sizes, {.shapes_only = true}, keep_shapes)) oracle_.timed = std::move(variant);
  }

  Result<std::vector<tasks::Sizes>> choose_sizes(bool tries_sizes) {
    tasks::TaskOptions options = options_;
    options.shapes_only = !tries_sizes;
    std::vector<tasks::Sizes> all = task_.shapes;
    if (all.empty()) {
      Result<tasks::Sizes> first = tasks::shrink(*runs_, options);
      if (!first) return fail(first.error());
      all.push_back(std::move(*first));
    }
    auto wanted = static_cast<size_t>(request_.options.shape_variants);
    for (uint64_t k = 0; all.size() < wanted && k < wanted; ++k) {
      Result<tasks::Sizes> other =
          tasks::vary(*runs_, all.front(), options, hash64("sizes", seed() + k + kVaryStep));
      if (!other) return fail(other.error());
      // A task without changeable integers has one size.
      if (std::find(all.begin(), all.end(), *other) == all.end()) all.push_back(std::move(*other));
    }
    return all;
  }

  uint64_t seed() const { return request_.options.seed; }

  Result<Variant> build_variant(size_t index, const tasks::Sizes& sizes) {
    Variant variant;
    Result<void> built =
        runs_->at(sizes, {.seed = hash64("model", seed() + index)}, [&](tasks::LoadedTask& loaded) {
          variant = {};
          return fill_variant(loaded, index, sizes, variant);
        });
    if (!built) return fail(built.error());
    return variant;
  }

  Result<void> fill_variant(tasks::LoadedTask& loaded, size_t index, const tasks::Sizes& sizes,
                            Variant& variant) {
    variant.sizes = sizes;
    variant.name = index > 0 ? (index == 1 ? "hidden" : fmt::format("hidden {}", index))
                             : (sizes == task_.written_sizes ? "written" : "shrunk");
    for (const script::Value& value : loaded.init_inputs) {
      Result<HostValue> host = to_host_value(*loaded.interpreter, value);
      if (!host) return fail(host.error());
      variant.init_inputs.push_back(std::move(*host));
    }
    if (Result<void> read = read_state(loaded, index, variant); !read) return read;
    Result<script::Value> precise = loaded.make_model(hash64("model", seed() + index));
    if (!precise) return fail(precise.error());
    Result<script::Value> cast = loaded.interpreter->guard([&] {
      library::cast_module(*loaded.interpreter, *precise, DType::Float64);
      return script::Value();
    });
    if (!cast) return fail(cast.error());
    return run_trials(loaded, *precise, index, variant);
  }

  Result<void> read_state(tasks::LoadedTask& task, size_t index, Variant& variant) {
    Result<script::Value> read = task.interpreter->guard([&] {
      for (const library::StateEntry& entry : library::state_dict(*task.interpreter, task.model)) {
        variant.state_names.push_back(entry.key);
        variant.state.push_back(library::to_host(entry.tensor));
      }
      return script::Value();
    });
    if (!read) return fail(read.error());
    Random random({seed(), kStateStep, index, 0});
    for (library::HostTensor& tensor : variant.state) randomise_state(tensor, random);
    return {};
  }

  // Sets the model's state back: a forward in training mode changes buffers.
  void reset_state(tasks::LoadedTask& task, const Variant& variant, const script::Value& model) {
    std::vector<library::StateEntry> entries;
    for (size_t i = 0; i < variant.state.size(); ++i) {
      entries.push_back(
          {variant.state_names[i], library::from_host(*task.interpreter, variant.state[i]), true});
    }
    library::copy_state(*task.interpreter, entries, model);
  }

  Result<RunOutputs> run_model(tasks::LoadedTask& task, const Variant& variant, const script::Value& model,
                               const std::vector<HostValue>& inputs, bool as_double, uint64_t random_seed) {
    Result<script::Value> result = task.interpreter->guard([&] {
      reset_state(task, variant, model);
      library::manual_seed(*task.interpreter, random_seed);
      return task.interpreter->call_value(
          model, {fresh_values(*task.interpreter, inputs, {.as_double = as_double}), {}, {}});
    });
    if (!result) return fail(result.error());
    Result<HostValue> host = to_host_value(*task.interpreter, *result);
    if (!host) return fail(host.error());
    RunOutputs outputs;
    outputs.is_single = host->kind == HostValue::Kind::Tensor;
    for_each_tensor(*host,
                    [&](library::HostTensor& tensor) { outputs.tensors.push_back(std::move(tensor)); });
    if (outputs.tensors.empty()) {
      return fail(DiagnosticKind::BadTask, fmt::format("forward returned {}, and no tensor is in it",
                                                       task.interpreter->type_name(*result)));
    }
    return outputs;
  }

  // The distributions of this variant; the task's own list restricts them.
  std::vector<Distribution> distributions(size_t index) const {
    std::vector<Distribution> wanted;
    if (index == 0)
      wanted.assign(kFirstDistributions.begin(), kFirstDistributions.end());
    else
      wanted.assign(kHiddenDistributions.begin(), kHiddenDistributions.end());
    if (!task_.distributions.empty()) {
      std::erase_if(wanted, [&](Distribution d) {
        return std::find(task_.distributions.begin(), task_.distributions.end(), spelling(d)) ==
               task_.distributions.end();
      });
      if (wanted.empty()) wanted.push_back(*distribution_from_spelling(task_.distributions.front()));
    }
    return wanted;
  }

  Result<void> run_trials(tasks::LoadedTask& task, const script::Value& precise, size_t index,
                          Variant& variant) {
    bool is_given_special = false;
    for (Distribution distribution : distributions(index)) {
      auto number = static_cast<uint64_t>(distribution);
      Result<Trial> trial = run_trial(task, precise, index, variant, distribution);
      bool is_first = variant.trials.empty();
      if (!trial) {
        // Values outside the reference's domain are no fault of the task, unless they are its own.
        if (is_first) return fail(trial.error());
        continue;
      }
      bool is_special = false, is_ill = false;
      for (const ExpectedOutput& output : trial->outputs) {
        is_special |= output.has_special;
        is_ill |= output.is_ill_conditioned;
      }
      if (is_first) is_given_special = is_special;
      if (!is_first && (is_ill || (is_special && !is_given_special))) continue;
      if (is_first && number == 0) {
        if (Result<void> checked = check_deterministic(task, variant, *trial); !checked) return checked;
      }
      variant.trials.push_back(std::move(*trial));
    }
    return {};
  }

  Result<Trial> run_trial(tasks::LoadedTask& task, const script::Value& precise_model, size_t index,
                          const Variant& variant, Distribution distribution) {
    auto number = static_cast<uint64_t>(distribution);
    Trial trial;
    trial.distribution = spelling(distribution);
    Result<std::vector<script::Value>> inputs =
        task.make_inputs(hash64("inputs", seed() + 16 * index + number));
    if (!inputs) return fail(inputs.error());
    Random random({seed(), kInputStep, index, number});
    for (const script::Value& value : *inputs) {
      Result<HostValue> host = to_host_value(*task.interpreter, value);
      if (!host) return fail(host.error());
      for_each_tensor(*host, [&](library::HostTensor& tensor) { apply(distribution, tensor, random); });
      trial.inputs.push_back(std::move(*host));
    }
    Result<RunOutputs> plain = run_model(task, variant, task.model, trial.inputs, false, 1);
    if (!plain) return fail(plain.error());
    Result<RunOutputs> precise = run_model(task, variant, precise_model, trial.inputs, true, 1);
    oracle_.returns_single = plain->is_single;
    for (size_t i = 0; i < plain->tensors.size(); ++i) {
      // A reference that insists on float32 somewhere is its own oracle.
      bool is_usable =
          precise && i < precise->tensors.size() && precise->tensors[i].shape == plain->tensors[i].shape;
      trial.outputs.push_back(expected_output(
          plain->tensors[i], is_usable ? precise->tensors[i] : plain->tensors[i], task_.tolerance));
    }
    if (precise) widen_at_zeros(task, precise_model, variant, *plain, trial);
    return trial;
  }

  // Zeros that are what is left of larger values: how far from zero does rounding take them?
  void widen_at_zeros(tasks::LoadedTask& task, const script::Value& precise_model, const Variant& variant,
                      const RunOutputs& plain, Trial& trial) {
    bool has_zeros = false;
    for (size_t i = 0; i < trial.outputs.size(); ++i)
      has_zeros |= has_exact_zeros(trial.outputs[i], plain.tensors[i]);
    if (!has_zeros) return;
    library::RoundingNoise noise(*task.interpreter, hash64("noise", seed()));
    Result<RunOutputs> shaken = run_model(task, variant, precise_model, trial.inputs, true, 1);
    if (!shaken || shaken->tensors.size() != trial.outputs.size()) return;
    for (size_t i = 0; i < trial.outputs.size(); ++i) {
      if (shaken->tensors[i].shape == trial.outputs[i].shape && is_float(trial.outputs[i].dtype))
        judge::widen_at_zeros(trial.outputs[i], shaken->tensors[i]);
    }
  }

  // A forward that draws random numbers (dropout in training mode) has no expected output.
  Result<void> check_deterministic(tasks::LoadedTask& task, const Variant& variant, const Trial& trial) {
    Result<RunOutputs> again = run_model(task, variant, task.model, trial.inputs, false, 2);
    if (!again) return fail(again.error());
    for (size_t i = 0; i < trial.outputs.size(); ++i) {
      OutputComparison comparison = compare(trial.outputs[i], again->tensors[i]);
      if (comparison.wrong_elements > 0 && !trial.outputs[i].is_ill_conditioned) {
        return fail(DiagnosticKind::Unsupported,
                    "the task's forward draws random numbers: it has no one right output");
      }
    }
    return {};
  }

  SourceManager& sources_;
  const Request& request_;
  tasks::TaskOptions options_;
  tasks::TaskSource task_;
  std::optional<tasks::TaskRuns> runs_;
  Oracle oracle_;
};

}  // namespace

int Oracle::trials() const {
  size_t count = 0;
  for (const Variant& variant : variants) count += variant.trials.size();
  return static_cast<int>(count);
}

Result<Oracle> build_oracle(SourceManager& sources, const Request& request) {
  return OracleBuilder(sources, request).build();
}

}  // namespace tilewright::judge
