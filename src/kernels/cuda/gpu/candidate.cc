#include "kernels/cuda/gpu/candidate.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>

#include "base/json_reader.h"

namespace tilewright::kernels::cuda::gpu {
namespace {

using nlohmann::json;
using Kind = GpuValue::Kind;

constexpr std::array<std::string_view, 7> kKinds = {"none", "bool", "int", "float", "str", "tensor", "list"};
constexpr int kMostNesting = 8;

// What a failed call's error number of the driver stands for.
DiagnosticKind kind_of_error(int error) {
  switch (error) {
    case 2:
      return DiagnosticKind::MemoryBudget;
    case 700:
    case 714:
    case 717:
    case 718:
      return DiagnosticKind::OutOfBounds;
    case 716:
      return DiagnosticKind::Misaligned;
    case 702:
      return DiagnosticKind::FuelExhausted;
    case 710:
    case 715:
      return DiagnosticKind::DeviceAssert;
    case 1:
    case 9:
    case 701:
    case 720:
      return DiagnosticKind::LaunchLimit;
    default:
      return DiagnosticKind::RuntimeCall;
  }
}

uint64_t bytes_of(const GpuValue& value) {
  uint64_t bytes = size_of(value.dtype);
  for (int64_t size : value.shape) bytes *= static_cast<uint64_t>(size);
  return bytes;
}

}  // namespace

json value_to_json(const GpuValue& value, std::string& bytes) {
  json result = {{"kind", kKinds[static_cast<size_t>(value.kind)]}};
  switch (value.kind) {
    case Kind::None:
      break;
    case Kind::Bool:
    case Kind::Int:
      result["value"] = value.integer;
      break;
    case Kind::Float:
      result["value"] = number_to_json(value.floating);
      break;
    case Kind::String:
      result["value"] = value.text;
      break;
    case Kind::Tensor:
      result["dtype"] = torch_name(value.dtype);
      result["shape"] = value.shape;
      result["offset"] = bytes.size();
      result["bytes"] = value.bytes.size();
      bytes += value.bytes;
      break;
    case Kind::List: {
      json items = json::array();
      for (const GpuValue& item : value.items) items.push_back(value_to_json(item, bytes));
      result["items"] = std::move(items);
      break;
    }
  }
  return result;
}

namespace {

Result<GpuValue> read_value(const json& object, const std::string& bytes, int nesting) {
  GpuValue value;
  JsonReader reader(object, "value");
  std::string kind, dtype;
  reader.read("kind", kind, true);
  auto known = std::find(kKinds.begin(), kKinds.end(), kind);
  if (known == kKinds.end() || nesting > kMostNesting) {
    reader.wrong("kind", "the kind of a value");
    return fail(reader.result().error());
  }
  value.kind = static_cast<Kind>(known - kKinds.begin());
  uint64_t offset = 0, length = 0;
  switch (value.kind) {
    case Kind::None:
      break;
    case Kind::Bool:
    case Kind::Int:
      reader.read("value", value.integer, true);
      break;
    case Kind::Float:
      reader.read("value", value.floating, true);
      break;
    case Kind::String:
      reader.read("value", value.text, true);
      break;
    case Kind::Tensor: {
      reader.read("dtype", dtype, true);
      reader.read("shape", value.shape);
      reader.read("offset", offset, true);
      reader.read("bytes", length, true);
      std::optional<DType> type = dtype_from_torch_name(dtype);
      bool is_good = type && std::all_of(value.shape.begin(), value.shape.end(), [](int64_t size) {
                       return size >= 0 && size < int64_t{1} << 40;
                     });
      if (!is_good) {
        reader.wrong("dtype", "a dtype and sizes");
        break;
      }
      value.dtype = *type;
      bool is_inside = offset <= bytes.size() && length <= bytes.size() - offset;
      if (!is_inside || (length != 0 && length != bytes_of(value)))
        reader.wrong("bytes", "the tensor's bytes");
      else
        value.bytes = bytes.substr(offset, length);
      break;
    }
    case Kind::List: {
      const json* items = reader.find_array("items");
      for (size_t i = 0; items != nullptr && i < items->size(); ++i) {
        Result<GpuValue> item = read_value((*items)[i], bytes, nesting + 1);
        if (!item) return item;
        value.items.push_back(std::move(*item));
      }
      break;
    }
  }
  if (auto read = reader.result(); !read) return fail(read.error());
  return value;
}

Result<GpuValue> unanswered(Subprocess& process, bool was_late) {
  if (was_late) {
    process.kill();
    return fail(DiagnosticKind::FuelExhausted, "the candidate did not end on the GPU in time and was killed");
  }
  // What the worker wrote before it died.
  std::string words;
  std::array<char, 4096> buffer;
  for (ssize_t got; words.size() < 1 << 16 && (got = ::read(process.error(), buffer.data(), buffer.size())) > 0;)
    words.append(buffer.data(), static_cast<size_t>(got));
  // It closed its pipes or spoke nonsense: one that ended already keeps its ending, one that lives must not be waited for.
  process.kill();
  std::string ending = process.wait();
  constexpr std::string_view kUnsupported = "tilewright: unsupported: ";
  size_t lack = words.find(kUnsupported);
  if (lack != std::string::npos) {
    std::string text = words.substr(lack + kUnsupported.size());
    return fail(DiagnosticKind::Unsupported, text.substr(0, text.find('\n')));
  }
  return fail(DiagnosticKind::HostCrash, fmt::format("the candidate ended the GPU's worker: {}", ending));
}

}  // namespace

Result<GpuValue> value_from_json(const json& value, const std::string& bytes) { return read_value(value, bytes, 0); }

Result<GpuCandidate> GpuCandidate::start(const std::vector<std::string>& worker, const std::string& image,
                                         int milliseconds) {
  std::vector<std::string> command = worker;
  command.insert(command.end(), {"serve", image});
  Result<Subprocess> process =
      Subprocess::start({.arguments = std::move(command), .environment = {}, .leads_group = true});
  if (!process) return fail(process.error());
  GpuCandidate candidate(std::move(*process), milliseconds);
  Result<Message> greeting = candidate.ask({{{"do", "functions"}}, {}});
  if (!greeting) return fail(greeting.error());
  for (const json& name : greeting->head.value("functions", json::array())) {
    if (name.is_string()) candidate.functions_.push_back(name.get<std::string>());
  }
  return candidate;
}

void GpuCandidate::finish() {
  process_.close_input();
  // Nothing comes any more: the end of the file, or time runs out.
  bool is_over = !read_message(process_.output(), milliseconds_);
  if (!is_over) process_.kill();
  process_.wait();
}

Result<Message> GpuCandidate::ask(const Message& request) {
  auto begin = std::chrono::steady_clock::now();
  std::optional<Message> answer;
  if (write_message(process_.input(), request, milliseconds_)) answer = read_message(process_.output(), milliseconds_);
  if (!answer) {
    // Waiting may end a little early, by rounding.
    constexpr std::chrono::milliseconds kRounding(50);
    bool was_late = std::chrono::steady_clock::now() - begin + kRounding >= std::chrono::milliseconds(milliseconds_);
    return fail(unanswered(process_, was_late).error());
  }
  if (answer->head.contains("error")) {
    int number = answer->head.value("number", 0);
    // A number is the driver's; text alone is an exception of the host's code.
    DiagnosticKind kind = number != 0 ? kind_of_error(number) : DiagnosticKind::PythonException;
    if (answer->head.value("is_unsupported", false)) kind = DiagnosticKind::Unsupported;
    return fail(kind, answer->head.value("error", ""));
  }
  return std::move(*answer);
}

Result<GpuValue> GpuCandidate::call(const std::string& function, const std::vector<GpuValue>& arguments) {
  Message request{{{"do", "call"}, {"function", function}, {"arguments", json::array()}}, {}};
  for (const GpuValue& argument : arguments)
    request.head["arguments"].push_back(value_to_json(argument, request.bytes));
  Result<Message> answer = ask(request);
  if (!answer) return fail(answer.error());
  auto result = answer->head.find("result");
  if (result == answer->head.end()) return fail(DiagnosticKind::WorkerCrash, "the GPU's worker gave no result");
  return value_from_json(*result, answer->bytes);
}

Result<GpuTiming> GpuCandidate::time(const std::string& function, const std::vector<GpuValue>& arguments,
                                     int repetitions) {
  Message request{
      {{"do", "time"}, {"function", function}, {"arguments", json::array()}, {"repetitions", repetitions}}, {}};
  for (const GpuValue& argument : arguments)
    request.head["arguments"].push_back(value_to_json(argument, request.bytes));
  Result<Message> answer = ask(request);
  if (!answer) return fail(answer.error());
  GpuTiming timing;
  JsonReader reader(answer->head, "timing");
  reader.read("microseconds", timing.microseconds);
  reader.read("waited_microseconds", timing.waited_microseconds);
  reader.read("clock_megahertz", timing.clock_megahertz);
  if (auto read = reader.result(); !read) return fail(read.error());
  if (timing.microseconds.empty() || timing.waited_microseconds.empty())
    return fail(DiagnosticKind::WorkerCrash, "the GPU's worker gave no times");
  return timing;
}

}  // namespace tilewright::kernels::cuda::gpu
