#include "judge/gpu_record.h"

#include "base/diagnostic_json.h"
#include "base/json_reader.h"

namespace tilewright::judge {
namespace {

using nlohmann::json;

constexpr size_t kMostFindings = 10000;

json diagnostics_to_json(const std::vector<ResolvedDiagnostic>& diagnostics) {
  json list = json::array();
  for (const ResolvedDiagnostic& diagnostic : diagnostics) list.push_back(diagnostic_to_json(diagnostic));
  return list;
}

void read_diagnostics(JsonReader& reader, std::string_view name, std::vector<ResolvedDiagnostic>& diagnostics) {
  const json* list = reader.find_array(name, kMostFindings);
  if (list == nullptr) return;
  for (const json& item : *list) {
    Result<ResolvedDiagnostic> diagnostic = diagnostic_from_json(item);
    if (!diagnostic) return reader.adopt(diagnostic.error());
    diagnostics.push_back(std::move(*diagnostic));
  }
}

json time_to_json(const MeasuredTime& time) {
  return {{"repetitions", time.repetitions},
          {"median", number_to_json(time.median)},
          {"low", number_to_json(time.low)},
          {"high", number_to_json(time.high)},
          {"clock_megahertz", time.clock_megahertz}};
}

void read_time(JsonReader& reader, std::string_view name, std::optional<MeasuredTime>& time) {
  const json* value = reader.find_object(name);
  if (value == nullptr) return;
  MeasuredTime read;
  JsonReader fields(*value, reader.path_of(name));
  fields.read("repetitions", read.repetitions, true);
  fields.read("median", read.median, true);
  fields.read("low", read.low);
  fields.read("high", read.high);
  fields.read("clock_megahertz", read.clock_megahertz);
  if (auto result = fields.result(); !result) return reader.adopt(result.error());
  time = read;
}

}  // namespace

json gpu_record_to_json(const GpuRecord& record) {
  json tools = json::array();
  for (const SanitizerTool& tool : record.sanitizer) {
    tools.push_back({{"tool", tool.tool},
                     {"count", tool.count},
                     {"findings", diagnostics_to_json(tool.findings)},
                     {"failure", tool.failure}});
  }
  json value = {{"device", record.device},
                {"driver", record.driver},
                {"builder", record.builder},
                {"agrees", record.agrees},
                {"trials_passed", record.trials_passed},
                {"error_in_tolerances", number_to_json(record.error_in_tolerances)},
                {"exit_code", record.exit_code},
                {"output", record.output},
                {"faults", diagnostics_to_json(record.faults)},
                {"baseline", record.baseline},
                {"sanitizer", std::move(tools)}};
  if (record.time) value["time"] = time_to_json(*record.time);
  if (record.baseline_time) value["baseline_time"] = time_to_json(*record.baseline_time);
  return value;
}

Result<GpuRecord> gpu_record_from_json(const json& value) {
  GpuRecord record;
  JsonReader reader(value, "verdict.gpu");
  reader.read("device", record.device);
  reader.read("driver", record.driver);
  reader.read("builder", record.builder);
  reader.read("agrees", record.agrees);
  reader.read("trials_passed", record.trials_passed);
  reader.read("error_in_tolerances", record.error_in_tolerances);
  reader.read("exit_code", record.exit_code);
  reader.read("output", record.output);
  reader.read("baseline", record.baseline);
  read_diagnostics(reader, "faults", record.faults);
  read_time(reader, "time", record.time);
  read_time(reader, "baseline_time", record.baseline_time);
  if (const json* tools = reader.find_array("sanitizer", 16)) {
    for (const json& item : *tools) {
      SanitizerTool tool;
      JsonReader fields(item, reader.path_of("sanitizer"));
      fields.read("tool", tool.tool, true);
      fields.read("count", tool.count);
      fields.read("failure", tool.failure);
      read_diagnostics(fields, "findings", tool.findings);
      if (auto read = fields.result(); !read) return fail(read.error());
      record.sanitizer.push_back(std::move(tool));
    }
  }
  if (auto read = reader.result(); !read) return fail(read.error());
  return record;
}

}  // namespace tilewright::judge
