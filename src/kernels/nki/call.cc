#include "kernels/nki/call.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "base/check.h"
#include "base/text.h"
#include "kernels/nki/unset.h"

namespace tilewright::kernels::nki {
namespace {

using script::CallArguments;
using script::Value;

struct Parameter {
  std::string_view name;
  bool is_required = true;
  Value fallback;
};

Value default_value(std::string_view text) {
  if (text == "None" || text == "()") return {};
  if (text == "True" || text == "False") return Value(text == "True");
  if (text.find_first_of(".e") == std::string_view::npos) {
    int64_t whole = 0;
    std::from_chars(text.data(), text.data() + text.size(), whole);
    return Value(whole);
  }
  double number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return Value(number);
}

std::vector<Parameter> parse(std::string_view signature) {
  std::vector<Parameter> parameters;
  while (!signature.empty()) {
    size_t end = std::min(signature.find(", "), signature.size());
    std::string_view part = signature.substr(0, end);
    size_t equals = part.find('=');
    Parameter parameter{part.substr(0, equals), equals == std::string_view::npos, {}};
    if (equals != std::string_view::npos) parameter.fallback = default_value(part.substr(equals + 1));
    parameters.push_back(std::move(parameter));
    signature.remove_prefix(std::min(end + 2, signature.size()));
  }
  return parameters;
}

// Parsed once a thread: values are counted without locks.
const std::vector<Parameter>& parameters_of(const FunctionInfo& info) {
  static thread_local std::unordered_map<const FunctionInfo*, std::vector<Parameter>> known;
  auto found = known.find(&info);
  if (found == known.end()) found = known.emplace(&info, parse(info.signature)).first;
  return found->second;
}

std::string list_names(const std::vector<Parameter>& parameters) {
  std::string text;
  for (const Parameter& parameter : parameters) {
    text +=
        fmt::format("{}{}{}", text.empty() ? "" : ", ", parameter.name, parameter.is_required ? "" : "=...");
  }
  return text;
}

std::string core_name(int generation) {
  switch (generation) {
    case 2:
      return "trn1";
    case 3:
      return "trn2";
    default:
      return "trn3";
  }
}

}  // namespace

Box box_of(const View& view) {
  Box box;
  const Buffer& buffer = *view.buffer;
  auto bytes = static_cast<int64_t>(view.element_bytes());
  if (!view.is_on_chip()) {
    // Rows of the tensor's last dimension and the bytes within one, where the view steps by whole rows.
    ByteRange range = byte_range(view);
    int64_t row = buffer.row_bytes == 0 ? std::numeric_limits<int64_t>::max() : buffer.row_bytes;
    box.partition_begin = static_cast<int32_t>(std::min<int64_t>(range.begin / row, INT32_MAX - 1));
    box.partition_end = static_cast<int32_t>(std::min<int64_t>((range.end - 1) / row + 1, INT32_MAX));
    int64_t within = bytes;
    bool is_regular = true;
    for (size_t d = 0; d < view.shape.size(); ++d) {
      int64_t step = view.strides[d] * bytes;
      if (view.shape[d] == 1 || step % row == 0) continue;
      is_regular &= step > 0;
      within += (view.shape[d] - 1) * step;
    }
    int64_t start = view.offset * bytes % row;
    if (is_regular && start + within <= row) {
      box.begin = start;
      box.end = start + within;
    } else {
      box.end = row;
    }
    return box;
  }
  int64_t start = view.offset * bytes, low = 0, high = 0;
  for (size_t d = 1; d < view.shape.size(); ++d) {
    int64_t reach = (view.shape[d] - 1) * view.strides[d] * bytes;
    (reach < 0 ? low : high) += reach;
  }
  box.partition_begin = static_cast<int32_t>(view.start_partition());
  box.partition_end = box.partition_begin + static_cast<int32_t>(view.partitions());
  box.begin = start % buffer.row_bytes + low;
  box.end = start % buffer.row_bytes + high + bytes;
  return box;
}

namespace {

constexpr int64_t kRowsInList = 128, kMostLists = 256;

// Of the block of partitions that the view lies in; null for HBM.
Liveness* liveness_of(Launch& launch, const View& view) {
  Buffer& buffer = *view.buffer;
  if (buffer.liveness != nullptr || !view.is_on_chip()) return buffer.liveness.get();
  int64_t block_bytes = std::max<int64_t>(buffer.row_bytes * buffer.partitions, 1);
  auto block = static_cast<size_t>(view.offset * static_cast<int64_t>(view.element_bytes()) / block_bytes);
  if (buffer.block_liveness.size() <= block) buffer.block_liveness.resize(block + 1);
  std::shared_ptr<Liveness>& liveness = buffer.block_liveness[block];
  if (liveness == nullptr) {
    liveness = std::make_shared<Liveness>(
        Liveness{buffer.space, buffer.row_bytes, buffer.partitions, 0, 0, buffer.span});
    launch.allocations.push_back(liveness);
  }
  return liveness.get();
}

// The lists of accesses that a view's belong to: that of its block of partitions, or those of its rows in
// HBM.
void add_touched(const View& view, bool is_write, std::vector<TouchedBuffer>& touched) {
  Buffer& buffer = *view.buffer;
  Box box = box_of(view);
  if (view.is_on_chip()) {
    int64_t block_bytes = std::max<int64_t>(buffer.row_bytes * buffer.partitions, 1);
    if (buffer.traffic.empty())
      buffer.traffic.resize(
          static_cast<size_t>((static_cast<int64_t>(buffer.bytes()) + block_bytes - 1) / block_bytes));
    int64_t block = view.offset * static_cast<int64_t>(view.element_bytes()) / block_bytes;
    touched.push_back({&buffer.traffic[static_cast<size_t>(block)], box, is_write});
    return;
  }
  int64_t rows = buffer.row_bytes == 0 ? 1 : static_cast<int64_t>(buffer.bytes()) / buffer.row_bytes + 1;
  int64_t step = std::max(kRowsInList, (rows + kMostLists - 1) / kMostLists);
  if (buffer.traffic.empty())
    buffer.traffic.resize(static_cast<size_t>(std::min(rows / step, kMostLists) + 1));
  auto last = static_cast<int64_t>(buffer.traffic.size()) - 1;
  for (int64_t list = std::min(box.partition_begin / step, last);
       list <= std::min((box.partition_end - 1) / step, last); ++list)
    touched.push_back({&buffer.traffic[static_cast<size_t>(list)], box, is_write});
}

}  // namespace

Call::Call(Launch& of, const FunctionInfo& which, CallArguments& arguments)
    : launch(of), interpreter(of.interpreter), info(which) {
  launch.settle();
  bind(arguments);
}

Call::Call(Launch& of, const FunctionInfo& which, std::initializer_list<NamedValue> arguments)
    : launch(of), interpreter(of.interpreter), info(which) {
  launch.settle();
  CallArguments given;
  for (const auto& [name, value] : arguments) given.keywords.emplace_back(std::string(name), value);
  bind(given);
}

void Call::bind(CallArguments& arguments) {
  const std::vector<Parameter>& parameters = parameters_of(info);
  if (info.is_instruction) arguments.take_keyword("name");
  // Kernels of NKI 0.1 repeat the type of what they write.
  std::optional<Value> repeated = info.is_instruction ? arguments.take_keyword("dtype") : std::nullopt;
  for (const auto& [name, value] : arguments.keywords) {
    bool is_known = std::any_of(parameters.begin(), parameters.end(),
                                [&, &given = name](const Parameter& one) { return one.name == given; });
    if (!is_known) refuse_keyword(name);
  }
  values_.reserve(parameters.size());
  if (arguments.positional.size() > parameters.size()) {
    interpreter.raise("TypeError",
                      fmt::format("{}() takes {} arguments ({}), {} given", info.name, parameters.size(),
                                  list_names(parameters), arguments.positional.size()));
  }
  for (size_t i = 0; i < parameters.size(); ++i) {
    const Parameter& parameter = parameters[i];
    std::optional<Value> keyword = arguments.take_keyword(parameter.name);
    if (i < arguments.positional.size()) {
      if (keyword) {
        interpreter.raise("TypeError", fmt::format("{}() got multiple values for argument '{}'", info.name,
                                                   parameter.name));
      }
      values_.push_back(arguments.positional[i]);
    } else if (keyword) {
      values_.push_back(std::move(*keyword));
    } else if (parameter.is_required) {
      interpreter.raise("TypeError", fmt::format("{}() missing argument '{}': its arguments are ({})",
                                                 info.name, parameter.name, list_names(parameters)));
    } else {
      values_.push_back(parameter.fallback);
    }
  }
  if (!repeated || repeated->is_none()) return;
  auto* dst = values_.empty() ? nullptr : values_[0].as<TensorObject>();
  if (dst == nullptr || to_element_type(interpreter, *repeated) != dst->view.type) refuse_keyword("dtype");
}

void Call::refuse_keyword(std::string_view unknown) const {
  if (unknown == "mask" || unknown == "dtype") {
    interpreter.raise("TypeError",
                      fmt::format("{}() takes no '{}': that is of generation A (neuronxcc.nki); generation B "
                                  "writes to slices of dst and casts to its dtype",
                                  info.name, unknown));
  }
  const std::vector<Parameter>& parameters = parameters_of(info);
  std::vector<std::string_view> names;
  for (const Parameter& parameter : parameters) names.push_back(parameter.name);
  interpreter.raise("TypeError",
                    fmt::format("{}() got an unexpected keyword argument '{}'{}; its arguments are ({})",
                                info.name, unknown, suggestion(unknown, names), list_names(parameters)));
}

const Value& Call::operator[](std::string_view name) const {
  const std::vector<Parameter>& parameters = parameters_of(info);
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i].name == name) return values_[i];
  }
  TW_CHECK(false, "{} has no parameter {}", info.name, name);
}

int64_t Call::integer(std::string_view name) const { return interpreter.to_int((*this)[name], name); }
bool Call::flag(std::string_view name) const { return interpreter.truthy((*this)[name]); }

Op Call::op(std::string_view name) const {
  std::optional<Op> found = to_op(interpreter, (*this)[name]);
  if (!found) {
    fail(DiagnosticKind::KernelType,
         fmt::format("{}: '{}' must be an operator of nki.language (nl.add, nl.exp), not {}", info.name, name,
                     interpreter.repr((*this)[name])));
  }
  return *found;
}

std::string_view Call::token(std::string_view name) const {
  const Value& value = (*this)[name];
  auto* member = value.as<Token>();
  if (member == nullptr || member->name == "unknown") return "";
  return member->name;
}

Dims Call::dims(std::string_view name) const {
  Dims result;
  const Value& value = (*this)[name];
  if (value.is_int()) {
    result.push_back(value.integer());
    return result;
  }
  for (const Value& item : interpreter.to_vector(value)) {
    if (result.is_full())
      interpreter.unsupported(fmt::format("tensors of more than {} dimensions", Dims::kMost));
    result.push_back(interpreter.to_int(item, name));
  }
  return result;
}

ElementType Call::type(std::string_view name, ElementType fallback) const {
  const Value& value = (*this)[name];
  if (value.is_none()) return fallback;
  std::optional<ElementType> found = to_element_type(interpreter, value);
  if (!found) {
    fail(DiagnosticKind::KernelType,
         fmt::format("{}: {} is no element type that NKI has", info.name, interpreter.repr(value)));
  }
  return *found;
}

void Call::fail(DiagnosticKind kind, std::string message,
                std::initializer_list<std::string_view> operands) const {
  std::vector<Note> notes;
  for (std::string_view name : operands) {
    auto* object = (*this)[name].as<TensorObject>();
    if (object == nullptr) continue;
    Note note = allocated_here(object->view);
    note.message =
        fmt::format("'{}' is a {}{}", name, describe(object->view), note.span ? ", allocated here" : "");
    notes.push_back(std::move(note));
  }
  fault(interpreter, kind, std::move(message), std::move(notes));
}

void Call::require(bool condition, std::string message,
                   std::initializer_list<std::string_view> operands) const {
  if (!condition) fail(DiagnosticKind::KernelShape, fmt::format("{}: {}", info.name, message), operands);
}

View Call::tensor(std::string_view name) const {
  const Value& value = (*this)[name];
  if (auto* object = value.as<TensorObject>()) return object->view;
  fail(DiagnosticKind::KernelType,
       fmt::format("{}: '{}' must be a tensor, not {}", info.name, name, interpreter.type_name(value)));
}

void Call::check_inside(std::string_view name, const View& view) const {
  if (view.outside)
    fail(DiagnosticKind::OutOfBounds, fmt::format("{}: '{}' has {}", info.name, name, view.outside->message),
         {name});
  if (!is_inside(view)) {
    ByteRange range = byte_range(view);
    fail(DiagnosticKind::OutOfBounds,
         fmt::format("{}: '{}' reaches bytes {} to {} of a buffer of {} bytes", info.name, name, range.begin,
                     range.end - 1, view.buffer->bytes()),
         {name});
  }
}

View Call::readable(std::string_view name) const {
  View view = tensor(name);
  check_inside(name, view);
  if (std::optional<int64_t> unset = first_unset(view)) {
    // Masked lanes of generation A hold nothing until a mask leaves them out again.
    if (launch.is_generation_a && view.is_on_chip() && info.engines != "D") {
      unset_reads_.push_back(view);
      return view;
    }
    std::string place;
    for (size_t d = view.shape.size(); d-- > 0;) {
      place = fmt::format("{}{}{}", *unset % view.shape[d], place.empty() ? "" : ", ", place);
      *unset /= view.shape[d];
    }
    fail(DiagnosticKind::UninitialisedRead,
         fmt::format("{}: '{}' is read but nothing has written its element [{}]", info.name, name, place),
         {name});
  }
  return view;
}

View Call::writable(std::string_view name) const {
  View view = tensor(name);
  check_inside(name, view);
  if (view.buffer->region->is_read_only) {
    fail(DiagnosticKind::InputMutated,
         fmt::format("{}: '{}' is an input, which must not be written", info.name, name), {name});
  }
  return view;
}

Operand Call::operand(std::string_view name, const View& data) const {
  const Value& value = (*this)[name];
  Operand result;
  if (value.as<TensorObject>() == nullptr) {
    if (value.is_int() || value.is_bool()) result.whole = value.integer();
    result.value = static_cast<float>(interpreter.to_float(value, name));
    return result;
  }
  result.is_vector = true;
  result.view = readable(name);
  check_lanes(name, result.view);
  check_numbers(name, result.view);
  require(
      result.view.partitions() == data.partitions() && result.view.free_elements() == 1,
      fmt::format("'{}' must be a number or hold one value for each of the {} partitions, its shape is {}",
                  name, data.partitions(), describe(result.view.shape)),
      {name});
  result.rows = rows_of(result.view);
  return result;
}

void Call::check_lanes(std::string_view name, const View& view) const {
  require(view.is_on_chip(),
          fmt::format("'{}' must be in SBUF or PSUM, it is in {}", name, spelling(view.space())), {name});
  require(view.block_dimensions == 0,
          fmt::format("'{}' still has dimensions in front of its partitions", name), {name});
  int64_t count = view.partitions(), start = view.start_partition();
  require(count <= kPartitions,
          fmt::format("'{}' has {} partitions, at most {} are there", name, count, kPartitions), {name});
  int64_t step = count > 64 ? 128 : count > 32 ? 64 : 32;
  require(launch.is_generation_a || start % step == 0,
          fmt::format("'{}' starts at partition {}: an access of {} partitions may start at {}", name, start,
                      count,
                      count > 64   ? "0 only"
                      : count > 32 ? "0 or 64"
                                   : "0, 32, 64 or 96"),
          {name});
}

void Call::check_space(std::string_view name, const View& view, std::string_view allowed) const {
  char letter = view.space() == Space::Sbuf ? 'S' : view.space() == Space::Psum ? 'P' : 'H';
  if (allowed.find(letter) != std::string_view::npos) return;
  std::string wanted;
  for (char one : allowed) {
    wanted += fmt::format("{}{}", wanted.empty() ? "" : " or ",
                          one == 'S'   ? "SBUF"
                          : one == 'P' ? "PSUM"
                                       : "HBM");
  }
  fail(DiagnosticKind::KernelType,
       fmt::format("{}: '{}' is in {}, it must be in {}", info.name, name, spelling(view.space()), wanted),
       {name});
}

void Call::check_same_shape(std::string_view a, const View& x, std::string_view b, const View& y) const {
  bool is_same = x.partitions() == y.partitions() && x.free_elements() == y.free_elements();
  require(is_same,
          fmt::format("'{}' has {} partitions of {} elements (shape {}), '{}' has {} of {} (shape {})", a,
                      x.partitions(), x.free_elements(), describe(x.shape), b, y.partitions(),
                      y.free_elements(), describe(y.shape)),
          {a, b});
}

void Call::check_not_both_psum(std::string_view a, const View& x, std::string_view b, const View& y) const {
  // Generation A's compiler copies one of them.
  if (x.space() != Space::Psum || y.space() != Space::Psum || launch.is_generation_a) return;
  fail(DiagnosticKind::KernelType,
       fmt::format("{}: '{}' and '{}' are both in PSUM, of which an engine reads one operand at a time",
                   info.name, a, b),
       {a, b});
}

void Call::check_numbers(std::string_view name, const View& view) const {
  if (class_of(view.type) != ElementClass::Packed) return;
  fail(DiagnosticKind::KernelType,
       fmt::format("{}: '{}' holds {}, words of several values that only microscaling instructions take",
                   info.name, name, spelling(view.type)),
       {name});
}

void Call::check_number_lanes(
    std::initializer_list<std::pair<std::string_view, const View*>> operands) const {
  for (auto [name, view] : operands) {
    check_lanes(name, *view);
    check_numbers(name, *view);
  }
}

void Call::schedule(Engine engine, Timeline::Cost cost, std::initializer_list<const View*> reads,
                    std::initializer_list<const View*> writes) const {
  ++launch.instructions;
  ++launch.record.instructions[static_cast<size_t>(engine)];
  std::vector<TouchedBuffer> touched;
  auto touch = [&](const View& view, bool is_write) {
    add_touched(view, is_write, touched);
    Liveness* liveness = liveness_of(launch, view);
    if (liveness != nullptr) {
      if (liveness->first == 0) liveness->first = launch.instructions;
      liveness->last = launch.instructions;
    } else if (!view.is_on_chip()) {
      auto bytes = static_cast<uint64_t>(view.elements()) * view.element_bytes();
      (is_write ? launch.record.hbm_bytes_written : launch.record.hbm_bytes_read) += bytes;
      if (is_write) view.buffer->region->kernel_bytes += bytes;
    }
  };
  uint64_t elements = 1;
  for (const View* view : reads) {
    touch(*view, false);
    elements += static_cast<uint64_t>(view->elements());
  }
  for (const View* view : writes) {
    touch(*view, true);
    mark_set(*view);
    elements += static_cast<uint64_t>(view->elements());
  }
  for (const View& read : unset_reads_) {
    for (const View* view : writes) spread_unset(read, *view);
  }
  interpreter.spend(elements / 8 + 16);
  auto kind =
      static_cast<uint16_t>(&info - (info.is_instruction ? instructions().data() : functions().data()));
  launch.timeline.issue(engine, kind, interpreter.current_span(), cost, touched.data(), touched.size());
}

void Call::issue(Engine engine, double cycles, std::initializer_list<const View*> reads,
                 std::initializer_list<const View*> writes) const {
  const chips::NeuronChip& chip = launch.chip;
  double clock = engine == Engine::Tensor   ? chip.tensor_clock_hz
                 : engine == Engine::Vector ? chip.vector_clock_hz
                 : engine == Engine::Scalar ? chip.scalar_clock_hz
                                            : chip.gpsimd_clock_hz;
  schedule(engine, {cycles / clock, chip.access_cycles / clock, chip.dependent_cycles / clock}, reads,
           writes);
}

void Call::issue_transfer(double seconds, std::initializer_list<const View*> reads,
                          std::initializer_list<const View*> writes) const {
  schedule(Engine::Dma, {seconds, launch.chip.dma_latency, 0}, reads, writes);
}

Value Call::done() const { return script::make<InstructionObject>(info.name); }

Value make_callable(const FunctionInfo& info) {
  return script::make_function(
      std::string(info.name), [&info](script::Interpreter& interpreter, CallArguments& arguments) {
        Launch& launch = current_launch(interpreter, info.name);
        if (launch.chip.generation < info.generation) {
          fault(interpreter, DiagnosticKind::UnknownName,
                fmt::format("{} has no {}: it came with {}", launch.chip.name, info.name,
                            core_name(info.generation)));
        }
        if (info.body == nullptr) {
          interpreter.unsupported(fmt::format("nki.isa.{} is not run yet", info.name));
        }
        Call call(launch, info, arguments);
        return info.body(call);
      });
}

void run_instruction(Launch& launch, std::string_view name, std::initializer_list<NamedValue> arguments) {
  const FunctionInfo* info = find_instruction(name);
  TW_CHECK(info != nullptr && info->body != nullptr, "instruction {}", name);
  Call call(launch, *info, arguments);
  info->body(call);
}

void run_instruction(Launch& launch, std::string_view name, std::vector<NamedValue> arguments) {
  const FunctionInfo* info = find_instruction(name);
  TW_CHECK(info != nullptr, "instruction {}", name);
  if (info->body == nullptr) launch.interpreter.unsupported(fmt::format("nki.isa.{} is not run yet", name));
  CallArguments given;
  for (auto& [key, value] : arguments) given.keywords.emplace_back(std::string(key), std::move(value));
  Call call(launch, *info, given);
  info->body(call);
}

}  // namespace tilewright::kernels::nki
