#include "kernels/nki/launch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/check.h"
#include "kernels/nki/call.h"
#include "kernels/nki/spills.h"
#include "script/objects.h"

namespace tilewright::kernels::nki {
namespace {

using script::CallArguments;
using script::Interpreter;
using script::Ref;
using script::Value;

constexpr const char* kExtension = "nki.context";

std::string kibibytes(int64_t bytes) { return fmt::format("{:.4g} KiB", static_cast<double>(bytes) / 1024); }

// What a space holds at most at one time, in program order: a tensor counts from its first use to its last.
struct Peak {
  int64_t bytes = 0;
  std::vector<const Liveness*> holders;  // the largest first
};

Peak peak_of(const std::vector<std::shared_ptr<Liveness>>& allocations, Space space) {
  std::vector<const Liveness*> used;
  for (const auto& one : allocations) {
    if (one->space == space && one->first != 0) used.push_back(one.get());
  }
  struct Event {
    uint64_t when;
    int64_t bytes;
  };
  std::vector<Event> events;
  for (const Liveness* one : used) {
    events.push_back({one->first, one->bytes});
    events.push_back({one->last + 1, -one->bytes});
  }
  // At one instruction what ends makes room before what begins needs it.
  std::sort(events.begin(), events.end(), [](const Event& a, const Event& b) {
    return std::tie(a.when, a.bytes) < std::tie(b.when, b.bytes);
  });
  Peak peak;
  int64_t now = 0;
  uint64_t at = 0;
  for (const Event& event : events) {
    now += event.bytes;
    if (now > peak.bytes) {
      peak.bytes = now;
      at = event.when;
    }
  }
  for (const Liveness* one : used) {
    if (one->first <= at && one->last >= at) peak.holders.push_back(one);
  }
  std::stable_sort(peak.holders.begin(), peak.holders.end(),
                   [](const Liveness* a, const Liveness* b) { return a->bytes > b->bytes; });
  return peak;
}

void check_capacity(Launch& launch, Space space, int64_t capacity, int64_t& peak_bytes) {
  Peak peak = peak_of(launch.allocations, space);
  peak_bytes = std::max(peak_bytes, peak.bytes);
  // Generation A's compiler moves what does not fit to HBM.
  if (peak.bytes <= capacity || launch.is_generation_a) return;
  constexpr size_t kNamed = 3;
  std::vector<Note> notes;
  for (size_t i = 0; i < std::min(kNamed, peak.holders.size()); ++i) {
    size_t same = 0;
    for (const Liveness* one : peak.holders) same += one->span == peak.holders[i]->span;
    bool is_new = true;
    for (size_t j = 0; j < i; ++j) is_new &= peak.holders[j]->span != peak.holders[i]->span;
    if (!is_new) continue;
    notes.push_back({fmt::format("{} of each partition held by {}tensor{} allocated here",
                                 kibibytes(peak.holders[i]->bytes),
                                 same > 1 ? fmt::format("each of {} ", same) : "a ", same > 1 ? "s" : ""),
                     peak.holders[i]->span});
  }
  Diagnostic diagnostic{
      DiagnosticKind::LaunchLimit,
      fmt::format("kernel '{}' needs {} of each partition of {} at one time, {} has {}", launch.kernel,
                  kibibytes(peak.bytes), spelling(space), launch.chip.name, kibibytes(capacity)),
      launch.span, std::move(notes)};
  throw script::AbortRun{std::move(diagnostic)};
}

// ---- arguments and results -------------------------------------------------------------------------
struct Host {
  bool is_numpy = false;
  Value device = Value::unbound();  // of the first tensor
  std::vector<std::pair<const memory::Region*, Value>> given;
  std::vector<std::shared_ptr<Buffer>> buffers;
};

Value to_kernel(Interpreter& interpreter, const Value& value, const std::string& name, Host& host) {
  Value tensor = value;
  if (value.as<script::Instance>() != nullptr) {
    std::optional<Value> inner = interpreter.find_attribute(value, "_tensor");
    if (!inner || inner->as<memory::DeviceTensor>() == nullptr) return value;
    tensor = *inner;
    host.is_numpy = true;
  }
  if (auto* device = tensor.as<memory::DeviceTensor>()) {
    memory::TensorView from = device->device_view();
    std::optional<ElementType> type = element_type_of(from.dtype);
    if (!type) {
      fault(interpreter, DiagnosticKind::LaunchArguments,
            fmt::format(
                "'{}' is of {}, which NKI does not have: it has integers and floats of 32, 16 and 8 bits",
                name, torch_name(from.dtype)));
    }
    if (from.shape.size() > Dims::kMost)
      interpreter.unsupported(fmt::format("tensors of more than {} dimensions", Dims::kMost));
    if (host.device.is_unbound()) host.device = interpreter.get_attribute(tensor, "device");
    View view;
    view.type = *type;
    for (int64_t extent : from.shape) view.shape.push_back(extent);
    for (int64_t stride : from.strides) view.strides.push_back(stride);
    view.offset = static_cast<int64_t>(from.byte_offset / size_of(*type));
    from.region->name = name;
    host.given.emplace_back(from.region.get(), value);
    view.buffer = std::make_shared<Buffer>(from.region);
    view.buffer->name = name;
    host.buffers.push_back(view.buffer);
    if (!view.shape.empty())
      view.buffer->row_bytes = view.shape.back() * static_cast<int64_t>(size_of(*type));
    return make_tensor(std::move(view));
  }
  if (auto* spec = value.as<TensorSpec>()) {
    View view;
    view.type = spec->type;
    view.shape = spec->shape;
    view.strides = dense_strides(spec->shape);
    double bytes = static_cast<double>(size_of(spec->type));
    for (int64_t extent : spec->shape) bytes *= static_cast<double>(extent);
    if (bytes > static_cast<double>(interpreter.budget().limits().memory_bytes))
      interpreter.abort(DiagnosticKind::MemoryBudget,
                        fmt::format("'{}' does not fit the memory budget", name));
    interpreter.check_memory(static_cast<int64_t>(bytes));
    view.buffer = std::make_shared<Buffer>(Space::SharedHbm, static_cast<size_t>(bytes));
    view.buffer->name = name;
    view.buffer->row_bytes =
        spec->shape.empty() ? 0 : spec->shape.back() * static_cast<int64_t>(size_of(spec->type));
    if (!view.buffer->holds_zeros()) std::memset(view.buffer->data(), 0, view.buffer->bytes());
    mark_set(view);
    host.buffers.push_back(view.buffer);
    return make_tensor(std::move(view));
  }
  auto* tuple = value.as<script::Tuple>();
  auto* list = value.as<script::List>();
  if (tuple == nullptr && list == nullptr) return value;
  std::vector<Value> items;
  for (const Value& item : tuple ? tuple->items : list->items)
    items.push_back(to_kernel(interpreter, item, fmt::format("{}[{}]", name, items.size()), host));
  return tuple ? script::make_tuple(std::move(items)) : script::make_list(std::move(items));
}

Value to_host(Interpreter& interpreter, const Value& value, const Host& host) {
  if (auto* tensor = value.as<TensorObject>()) {
    const View& view = tensor->view;
    if (view.is_on_chip()) {
      fault(interpreter, DiagnosticKind::LaunchArguments,
            fmt::format("the kernel returns a {}: results are tensors in shared HBM (buffer=nl.shared_hbm)",
                        describe(view)),
            {allocated_here(view)});
    }
    for (const auto& [region, given] : host.given) {
      bool is_whole =
          view.buffer->region.get() == region && view.offset == 0 &&
          view.elements() * static_cast<int64_t>(view.element_bytes()) == static_cast<int64_t>(region->bytes);
      if (is_whole) return given;
    }
    std::optional<DType> dtype = host_type_of(view.type);
    if (!dtype) interpreter.unsupported(fmt::format("results of type {}", spelling(view.type)));
    Value torch(interpreter.import_module("torch", interpreter.current_span()));
    CallArguments arguments;
    arguments.positional.push_back(
        script::make_list(std::vector<Value>(view.shape.begin(), view.shape.end())));
    arguments.keywords.emplace_back("dtype", interpreter.get_attribute(torch, torch_name(*dtype)));
    if (!host.device.is_unbound()) arguments.keywords.emplace_back("device", host.device);
    Value made = interpreter.call_value(interpreter.get_attribute(torch, "empty"), std::move(arguments));
    auto* device = made.as<memory::DeviceTensor>();
    TW_CHECK(device != nullptr, "torch.empty made no tensor");
    memory::TensorView target = device->device_view();
    View copy = view;
    copy.buffer = std::make_shared<Buffer>(target.region);
    copy.offset = static_cast<int64_t>(target.byte_offset / view.element_bytes());
    copy.strides = dense_strides(view.shape);
    copy_rows(flat_row_of(view), 0, flat_row_of(copy), 0);
    if (!first_unset(view)) {
      mark_set(copy);
    } else if (is_dense(view) && view.offset == 0 && copy.offset == 0) {
      target.region->initialised = view.buffer->region->initialised;
    }
    target.region->kernel_bytes += view.buffer->region->kernel_bytes;
    if (!host.is_numpy) return made;
    Value numpy(interpreter.import_module("numpy", interpreter.current_span()));
    return interpreter.call_value(interpreter.get_attribute(numpy, "_wrap"), CallArguments{{made}, {}, {}});
  }
  auto* tuple = value.as<script::Tuple>();
  auto* list = value.as<script::List>();
  if (tuple == nullptr && list == nullptr) return value;
  std::vector<Value> items;
  for (const Value& item : tuple ? tuple->items : list->items)
    items.push_back(to_host(interpreter, item, host));
  return tuple ? script::make_tuple(std::move(items)) : script::make_list(std::move(items));
}

std::vector<std::string> parameter_names(const script::Function& function) {
  std::vector<std::string> names;
  if (function.definition == nullptr) return names;
  const python::Arguments& declared = function.definition->arguments;
  for (const auto* part : {&declared.positional_only, &declared.positional}) {
    for (const python::Argument& argument : *part) names.push_back(function.ast->name(argument.name));
  }
  return names;
}

void record_shares(Launch& launch) {
  std::map<std::pair<Engine, uint16_t>, double> shares;
  double total = launch.timeline.seconds(), before = 0;
  for (uint32_t number : launch.timeline.critical_path()) {
    const Scheduled& one = launch.timeline.instructions()[number];
    shares[{one.engine, one.kind}] += one.end - std::max(before, one.start);
    before = one.end;
  }
  std::vector<std::pair<double, std::pair<Engine, uint16_t>>> order;
  for (const auto& [key, seconds] : shares) order.emplace_back(seconds, key);
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  constexpr size_t kNamed = 4;
  for (size_t i = 0; i < std::min(kNamed, order.size()) && total > 0; ++i) {
    const auto& [seconds, key] = order[i];
    launch.record.critical_path.push_back(fmt::format("{} {} {:.0f} %", spelling(key.first),
                                                      instruction_name(key.second), 100 * seconds / total));
  }
}

void keep_timeline(Launch& launch) {
  for (const Scheduled& one : launch.timeline.instructions())
    launch.record.timeline.push_back(
        {one.engine, instruction_name(one.kind), one.start, one.end - one.start, one.span});
}

void finish(Launch& launch) {
  LaunchRecord& record = launch.record;
  check_capacity(launch, Space::Sbuf, launch.chip.sbuf_bytes_per_partition, record.sbuf_peak_bytes);
  check_capacity(launch, Space::Psum, launch.chip.psum_bytes_per_partition, record.psum_peak_bytes);
  double seconds = launch.timeline.seconds();
  if (launch.is_generation_a) {
    // Once to HBM and once back, beside the kernel's own transfers.
    int64_t spilled = spilled_bytes(launch.allocations, Space::Sbuf, launch.chip.sbuf_bytes_per_partition);
    double bandwidth =
        std::min(launch.chip.dma_engine_bandwidth * launch.chip.dma_engines, launch.chip.memory_bandwidth);
    double transfers = 2 * static_cast<double>(spilled) / bandwidth;
    record.spilled_bytes += spilled;
    record.busy_seconds[static_cast<size_t>(Engine::Dma)] += transfers;
    seconds = std::max(seconds, launch.timeline.busy_seconds(Engine::Dma) + transfers);
  }
  bool is_longest = seconds >= record.seconds;
  // Cores of a logical core run side by side, the programs of generation A's grid one after the other on one
  // core.
  if (launch.is_generation_a) {
    record.seconds += seconds;
  } else if (is_longest) {
    record.seconds = seconds;
    record.busy_seconds = {};
  }
  if (!is_longest && !launch.is_generation_a) return;
  if (is_longest && context_of(launch.interpreter).session->options.keeps_timeline) {
    record.timeline.clear();
    keep_timeline(launch);
  }
  for (size_t e = 0; e < kEngines; ++e)
    record.busy_seconds[e] += launch.timeline.busy_seconds(static_cast<Engine>(e));
  record.critical_path.clear();
  record_shares(launch);
}

}  // namespace

void Launch::settle() {
  if (!pending) return;
  Pending now = std::move(*pending);
  pending.reset();
  now.run(now.tile->view, false);
}

Context& context_of(Interpreter& interpreter) {
  return *static_cast<Context*>(interpreter.extension(kExtension).get());
}

Launch& current_launch(Interpreter& interpreter, std::string_view function) {
  Context& context = context_of(interpreter);
  if (!context.launch) {
    interpreter.raise(
        "RuntimeError",
        fmt::format("{} works only inside a kernel: call the function that @nki.jit decorates", function));
  }
  return *context.launch;
}

const chips::NeuronChip& chip_named(Interpreter& interpreter, const std::string& name) {
  Context& context = context_of(interpreter);
  auto known = context.chips.find(name);
  if (known != context.chips.end()) return known->second;
  constexpr std::pair<std::string_view, std::string_view> kAliases[] = {
      {"gen2", "trn1"}, {"gen3", "trn2"}, {"gen4", "trn3"}, {"inf2", "trn1"}};
  std::string file = name;
  for (const auto& [alias, chip] : kAliases) {
    if (alias == name) file = chip;
  }
  Result<chips::NeuronChip> loaded = chips::load_neuron_chip(file);
  if (!loaded) throw script::AbortRun{loaded.error()};
  return context.chips.emplace(name, std::move(*loaded)).first->second;
}

const chips::NeuronChip& target_chip(Interpreter& interpreter) {
  std::string name = context_of(interpreter).session->options.chip;
  for (const auto& [variable, value] : interpreter.capabilities().environment) {
    if (variable == "NEURON_PLATFORM_TARGET_OVERRIDE" && !value.empty()) name = value;
  }
  Value os(interpreter.import_module("os", interpreter.current_span()));
  Value environment = interpreter.get_attribute(os, "environ");
  if (interpreter.contains(environment, script::make_string("NEURON_PLATFORM_TARGET_OVERRIDE"))) {
    name = interpreter.str(
        interpreter.get_item(environment, script::make_string("NEURON_PLATFORM_TARGET_OVERRIDE")));
  }
  return chip_named(interpreter, name);
}

View allocate(Launch& launch, Space space, const Dims& shape, ElementType type, std::string name, Span span,
              size_t blocks) {
  Interpreter& interpreter = launch.interpreter;
  auto refuse = [&](DiagnosticKind kind, std::string message) {
    fault(interpreter, kind, std::move(message));
  };
  for (int64_t extent : shape) {
    if (extent < 1)
      refuse(DiagnosticKind::KernelShape,
             fmt::format("a tensor of shape {} has no elements", describe(shape)));
    if (extent > (int64_t{1} << 40))
      refuse(DiagnosticKind::KernelShape, fmt::format("a tensor of shape {} is too large", describe(shape)));
  }
  if (launch.chip.generation < 4 && type == ElementType::Float8E4M3FN)
    refuse(DiagnosticKind::KernelType,
           fmt::format("{} has no float8_e4m3fn: it came with trn3; float8_e4m3 is older", launch.chip.name));
  View view;
  view.type = type;
  view.shape = shape;
  view.strides = dense_strides(shape);
  double wanted = static_cast<double>(size_of(type));
  for (int64_t extent : shape) wanted *= static_cast<double>(extent);
  if (is_on_chip(space)) {
    if (shape.size() < blocks + 2) {
      refuse(DiagnosticKind::KernelShape,
             fmt::format("a tensor in {} has a partition and a free dimension, the shape {} has {}",
                         spelling(space), describe(shape), shape.size()));
    }
    if (shape[blocks] > kPartitions) {
      refuse(DiagnosticKind::KernelShape,
             fmt::format("the shape {} has {} partitions{}, {} has {}", describe(shape), shape[blocks],
                         blocks == 0 ? " in front" : "", spelling(space), kPartitions));
    }
    int64_t capacity =
        space == Space::Sbuf ? launch.chip.sbuf_bytes_per_partition : launch.chip.psum_bytes_per_partition;
    double row = wanted / static_cast<double>(shape.product() / shape.product(blocks + 1));
    if (row > static_cast<double>(capacity)) {
      refuse(DiagnosticKind::LaunchLimit,
             fmt::format("a tensor of shape {} and {} takes {:.4g} KiB of each partition, {} of {} has {}",
                         describe(shape), spelling(type), row / 1024, spelling(space), launch.chip.name,
                         kibibytes(capacity)));
    }
  } else {
    if (wanted > static_cast<double>(interpreter.budget().limits().memory_bytes))
      interpreter.abort(DiagnosticKind::MemoryBudget,
                        fmt::format("a tensor of shape {} does not fit the memory budget", describe(shape)));
    if (space == Space::SharedHbm && launch.shared_used < launch.shared.size()) {
      View known = launch.shared[launch.shared_used++];
      if (!(known.shape == shape) || known.type != type)
        refuse(DiagnosticKind::KernelShape,
               "the cores of a logical core must allocate the same tensors in shared HBM");
      return known;
    }
  }
  auto bytes = static_cast<size_t>(wanted);
  interpreter.check_memory(static_cast<int64_t>(bytes));
  view.buffer = std::make_shared<Buffer>(space, bytes);
  Buffer& buffer = *view.buffer;
  buffer.name = std::move(name);
  buffer.span = span;
  if (is_on_chip(space)) {
    buffer.partitions = shape[blocks];
    buffer.row_bytes = shape.product(blocks + 1) * static_cast<int64_t>(size_of(type));
    view.block_dimensions = blocks;
    if (blocks > 0) return view;  // each block lives for itself
    buffer.liveness =
        std::make_shared<Liveness>(Liveness{space, buffer.row_bytes, buffer.partitions, 0, 0, span});
    launch.allocations.push_back(buffer.liveness);
  } else {
    buffer.row_bytes = shape.empty() ? 0 : shape.back() * static_cast<int64_t>(size_of(type));
  }
  if (space == Space::SharedHbm) {
    launch.shared.push_back(view);
    ++launch.shared_used;
  }
  return view;
}

Value run_kernel(Interpreter& interpreter, const KernelObject& kernel, CallArguments arguments) {
  Context& context = context_of(interpreter);
  Span span = arguments.span ? arguments.span : interpreter.current_span();
  Host host;
  std::vector<std::string> names = parameter_names(*kernel.function);
  for (size_t i = 0; i < arguments.positional.size(); ++i) {
    std::string name = i < names.size() ? names[i] : fmt::format("argument {}", i);
    arguments.positional[i] = to_kernel(interpreter, arguments.positional[i], name, host);
  }
  for (auto& [name, value] : arguments.keywords) value = to_kernel(interpreter, value, name, host);
  const chips::NeuronChip& chip = target_chip(interpreter);
  struct End {
    Context& context;
    ~End() { context.launch.reset(); }
  } end{context};
  try {
    Value result;
    LaunchRecord record;
    record.kernel = kernel.function->name;
    record.chip = chip.name;
    std::vector<View> shared;
    int64_t programs = 1;
    for (int64_t extent : kernel.grid) programs *= extent;
    for (int64_t program = 0; program < programs; ++program) {
      context.launch = std::make_unique<Launch>(interpreter, chip);
      Launch& launch = *context.launch;
      launch.kernel = kernel.function->name;
      launch.span = span;
      launch.grid = launch.program = kernel.grid;
      int64_t rest = program;
      for (size_t d = kernel.grid.size(); d-- > 0;) {
        launch.program[d] = rest % kernel.grid[d];
        rest /= kernel.grid[d];
      }
      launch.is_generation_a = kernel.is_generation_a;
      launch.record = std::move(record);
      launch.shared = std::move(shared);
      // Each program has a timeline of its own.
      for (const auto& buffer : host.buffers) buffer->traffic.clear();
      for (const View& view : launch.shared) view.buffer->traffic.clear();
      Value returned = interpreter.call_value(kernel.function, arguments);
      launch.settle();
      if (program == 0) result = std::move(returned);
      finish(launch);
      record = std::move(launch.record);
      shared = std::move(launch.shared);
    }
    context.launch.reset();
    result = to_host(interpreter, result, host);
    context.session->launches.push_back(std::move(record));
    return result;
  } catch (script::AbortRun& aborted) {
    if (aborted.diagnostic.span != span)
      aborted.diagnostic.notes.push_back(
          {fmt::format("kernel '{}' launched here on {}", kernel.function->name, chip.name), span});
    context.session->faults.push_back(aborted.diagnostic);
    throw;
  }
}

Value constant_tensor(const Call& call, const Value& array) {
  Host host;
  Value tensor = to_kernel(call.interpreter, array, "constant", host);
  if (tensor.as<TensorObject>() == nullptr) {
    call.fail(DiagnosticKind::KernelType,
              fmt::format("{}: an array of numpy or a tensor of the host is asked for", call.info.name));
  }
  call.launch.constants.push_back(array);
  return tensor;
}

void fault(Interpreter& interpreter, DiagnosticKind kind, std::string message, std::vector<Note> notes) {
  Diagnostic diagnostic{kind, std::move(message), interpreter.current_span(), std::move(notes)};
  throw script::AbortRun{std::move(diagnostic)};
}

Note allocated_here(const View& view) {
  std::string text = fmt::format("a {}", describe(view));
  if (view.buffer->span) text += ", allocated here";
  return {std::move(text), view.buffer->span};
}

}  // namespace tilewright::kernels::nki
