#include "judge/candidate.h"

#include <fmt/format.h>

#include "judge/cuda_trials.h"
#include "kernels/memory/rehearsal.h"

namespace tilewright::judge {

Candidate::Candidate(const Request& request, std::shared_ptr<const chips::Chip> chip,
                     std::function<Result<kernels::cuda::Room*>()> cuda)
    : request_(request), budget_({request.options.fuel, request.options.memory_bytes}) {
  triton_.options.check_races = request.options.check_races;
  triton_.options.requires_device_memory = true;
  // Without a task, host code may compute, and nobody asks who did.
  bool has_task = !request.task_source.empty();
  triton_.options.keeps_origins = has_task;
  library_.options.computes_gradients = !has_task;
  library_.cuda = std::make_shared<library::CudaSession>();
  library_.cuda->room = std::move(cuda);
  library_.cuda->settings = cuda_settings(request, chip ? *chip : chips::Chip());
  library_.cuda->settings.counts = request.options.estimate_time ? 1 : 0;
  triton_.options.autotune_chip = std::move(chip);
  interpreter_ = std::make_unique<script::Interpreter>(sources_, budget_, script::Capabilities{});
  library::install(*interpreter_, library_);
  kernels::triton::install(*interpreter_, triton_);
  if (chips::load_neuron_chip(request.options.chip)) nki_.options.chip = request.options.chip;
  kernels::nki::install(*interpreter_, nki_);
}

Result<void> Candidate::load(std::string module_name) {
  SourceId source = sources_.add(request_.candidate_name, request_.candidate_source);
  Result<script::Ref<script::Module>> module = interpreter_->run_module(source, std::move(module_name));
  if (!module) return fail(module.error());
  module_ = *module;
  return {};
}

Result<void> Candidate::find_entry() {
  auto lookup = [&](std::string_view name) { return module_->globals->find(name).value_or(script::Value()); };
  script::Value model = lookup("ModelNew"), function = lookup("forward");
  if (model.as<script::Class>() != nullptr) {
    model_class_ = model;
  } else if (function.as<script::Function>() != nullptr) {
    forward_ = function;
  } else {
    return fail(DiagnosticKind::BadCandidate,
                "a candidate defines `def forward(...)` or `class ModelNew(nn.Module)`, and this file "
                "defines neither");
  }
  return {};
}

Result<void> Candidate::prepare(const Variant& variant) {
  if (model_class_.is_none()) return {};
  uint64_t computed_before = 0, read_before = 0;
  Result<script::Value> made = interpreter_->guard([&] {
    FreshOptions device{.device = "cuda"};
    library::manual_seed(*interpreter_, 0);
    model_ = interpreter_->call_value(model_class_,
                                      {fresh_values(*interpreter_, variant.init_inputs, {}), {}, {}});
    model_ = interpreter_->call_value(interpreter_->get_attribute(model_, "cuda"), {});
    std::vector<library::StateEntry> state;
    for (size_t i = 0; i < variant.state.size(); ++i) {
      state.push_back(
          {variant.state_names[i], library::from_host(*interpreter_, variant.state[i], device.device), true});
    }
    computed_before = library_.host_compute_count;
    read_before = library_.bytes_to_host;
    library::copy_state(*interpreter_, state, model_);
    for (const library::StateEntry& entry : library::state_dict(*interpreter_, model_))
      library::set_read_only(entry.tensor, true);
    return script::Value();
  });
  if (!made) return fail(made.error());
  // Nothing of the script's runs from then on, and so nothing can be computed of the state.
  bool has_worked = library_.host_compute_count > computed_before || library_.bytes_to_host > read_before;
  if (has_worked && !request_.options.allow_host_compute)
    return fail(DiagnosticKind::HostCompute, "host code computes while the model's state is copied");
  return {};
}

void Candidate::note_argument(const script::Value& tensor, const library::HostTensor& given) {
  argument_regions_.push_back(library::tensor_view(tensor).region);
  bool has_values = !given.data.empty() || given.elements() == 0;
  if (triton_.rehearsal != nullptr && !has_values) triton_.rehearsal->add_unfilled(argument_regions_.back());
}

void Candidate::note_arguments(const script::Value& value, const HostValue& given) {
  if (given.kind == HostValue::Kind::Tensor) return note_argument(value, given.tensor);
  const std::vector<script::Value>* items = nullptr;
  if (const auto* list = value.as<script::List>()) items = &list->items;
  if (const auto* tuple = value.as<script::Tuple>()) items = &tuple->items;
  for (size_t i = 0; items != nullptr && i < items->size(); ++i) note_arguments((*items)[i], given.items[i]);
}

Result<CandidateOutputs> Candidate::call(const Variant& variant, const Trial& trial) {
  library_.host_operations.clear();
  library_.host_compute_count = 0;
  library_.bytes_to_host = 0;
  library_.elements_to_host = library_.elements_of_host = 0;
  triton_.launches.clear();
  triton_.faults.clear();
  nki_.launches.clear();
  library_.cuda->launches.clear();
  Result<script::Value> result = interpreter_->guard([&] {
    FreshOptions fresh{.device = "cuda", .is_read_only = true};
    std::vector<script::Value> arguments = fresh_values(*interpreter_, trial.inputs, fresh);
    argument_regions_.clear();
    for (size_t i = 0; i < arguments.size(); ++i) note_arguments(arguments[i], trial.inputs[i]);
    if (!model_.is_none()) {
      std::vector<library::StateEntry> state = library::state_dict(*interpreter_, model_);
      for (size_t i = 0; i < state.size() && i < variant.state.size(); ++i)
        note_argument(state[i].tensor, variant.state[i]);
      return interpreter_->call_value(model_, {std::move(arguments), {}, {}});
    }
    for (const library::HostTensor& tensor : variant.state) {
      arguments.push_back(library::from_host(*interpreter_, tensor, fresh.device));
      library::set_read_only(arguments.back(), true);
      note_argument(arguments.back(), tensor);
    }
    return interpreter_->call_value(forward_, {std::move(arguments), {}, {}});
  });
  if (!result) return fail(result.error());
  CandidateOutputs outputs;
  outputs.is_single = library::is_tensor(*result);
  std::vector<script::Value> waiting = {*result};
  constexpr size_t kMostValues = 10'000;
  size_t visited = 0;
  // Depth first and in order, as the reference's outputs are flattened.
  while (!waiting.empty()) {
    script::Value value = std::move(waiting.back());
    waiting.pop_back();
    const std::vector<script::Value>* items = nullptr;
    if (const auto* list = value.as<script::List>()) items = &list->items;
    if (const auto* tuple = value.as<script::Tuple>()) items = &tuple->items;
    visited += items == nullptr ? 0 : 1 + items->size();
    // A list that holds itself, or shared ones whose tensors double at each level, has no end to wait for.
    if (visited > kMostValues) {
      return fail(DiagnosticKind::WrongShape,
                  fmt::format("forward returned lists of more than {} values, expected {} tensors",
                              kMostValues, trial.outputs.size()));
    }
    if (items != nullptr)
      waiting.insert(waiting.end(), items->rbegin(), items->rend());
    else if (library::is_tensor(value))
      outputs.tensors.push_back(std::move(value));
  }
  Result<script::Value> viewed = interpreter_->guard([&] {
    for (const script::Value& tensor : outputs.tensors) outputs.views.push_back(library::tensor_view(tensor));
    return script::Value();
  });
  if (!viewed) return fail(viewed.error());
  return outputs;
}

Result<library::HostTensor> Candidate::read(const script::Value& tensor) {
  library::HostTensor host;
  Result<script::Value> read = interpreter_->guard([&] {
    host = library::to_host(tensor);
    return script::Value();
  });
  if (!read) return fail(read.error());
  return host;
}

Status status_of(DiagnosticKind kind) {
  switch (kind) {
    case DiagnosticKind::SyntaxError:
    case DiagnosticKind::IndentationError:
      return Status::SyntaxError;
    case DiagnosticKind::PythonException:
    case DiagnosticKind::BadCandidate:
    case DiagnosticKind::UnknownName:
    case DiagnosticKind::KernelType:
    case DiagnosticKind::KernelShape:
    case DiagnosticKind::KernelConstexpr:
    case DiagnosticKind::KernelSyntax:
    case DiagnosticKind::LoopCarriedType:
    case DiagnosticKind::StaticAssert:
    case DiagnosticKind::CompileError:
      return Status::CompileError;
    case DiagnosticKind::CapabilityDenied:
    case DiagnosticKind::InputMutated:
    case DiagnosticKind::OutputLimit:
      return Status::Exploit;
    case DiagnosticKind::FuelExhausted:
    case DiagnosticKind::Deadlock:
      return Status::Timeout;
    case DiagnosticKind::MemoryBudget:
      return Status::OutOfMemory;
    case DiagnosticKind::NoKernel:
    case DiagnosticKind::HostCompute:
      return Status::NoKernel;
    case DiagnosticKind::WrongValues:
      return Status::WrongValues;
    case DiagnosticKind::WrongShape:
      return Status::WrongShape;
    case DiagnosticKind::WrongDtype:
      return Status::WrongDtype;
    case DiagnosticKind::Nondeterministic:
      return Status::Nondeterministic;
    case DiagnosticKind::LaunchLimit:
    case DiagnosticKind::LaunchArguments:
    case DiagnosticKind::RuntimeCall:
      return Status::LaunchError;
    case DiagnosticKind::BarrierDivergence:
      return Status::BarrierDivergence;
    case DiagnosticKind::OutOfBounds:
    case DiagnosticKind::Misaligned:
    case DiagnosticKind::HostPointer:
    case DiagnosticKind::DevicePointer:
    case DiagnosticKind::UseAfterFree:
    case DiagnosticKind::MemoryLeak:
    case DiagnosticKind::StackOverflow:
    case DiagnosticKind::HostCrash:
    case DiagnosticKind::IntegerOverflow:  // of an address
    case DiagnosticKind::WrongHint:
      return Status::MemoryFault;
    case DiagnosticKind::DeviceAssert:
    case DiagnosticKind::FloatToInt:
    case DiagnosticKind::DivisionByZero:
      return Status::WrongValues;
    case DiagnosticKind::UninitialisedRead:
    case DiagnosticKind::MaskedLanes:
      return Status::UninitialisedRead;
    case DiagnosticKind::Race:
      return Status::Race;
    case DiagnosticKind::FileNotFound:
    case DiagnosticKind::FileUnreadable:
    case DiagnosticKind::FileUnwritable:
    case DiagnosticKind::BadOption:
    case DiagnosticKind::BadFormat:
    case DiagnosticKind::RunMismatch:
    case DiagnosticKind::BadTask:
    case DiagnosticKind::Unsupported:
    case DiagnosticKind::WorkerCrash:
      return Status::Unsupported;
  }
  return Status::Unsupported;
}

}  // namespace tilewright::judge
