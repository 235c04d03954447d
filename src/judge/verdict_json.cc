// Verdicts and requests as JSON, schema kVerdictSchema (docs/verdict.md).
#include <algorithm>
#include <array>
#include <charconv>

#include "base/diagnostic_json.h"
#include "base/json_reader.h"
#include "judge/verdict.h"

namespace tilewright::judge {
namespace {

using nlohmann::json;

constexpr std::array<std::string_view, 3> kLanguages = {"triton", "cuda", "nki"};
constexpr std::array<std::string_view, 3> kBases = {"whole", "sampled", "raised"};

json numbers_to_json(const std::vector<double>& values) {
  json array = json::array();
  for (double value : values) array.push_back(number_to_json(value));
  return array;
}

// ---- counters ------------------------------------------------------------------------------
json counters_to_json(const WorkCounters& work) {
  json tensors = json::array(), dots = json::array();
  for (const TensorTraffic& t : work.tensors) {
    tensors.push_back({{"tensor", t.tensor},
                       {"bytes_loaded", t.bytes_loaded},
                       {"bytes_stored", t.bytes_stored},
                       {"sectors_loaded", t.sectors_loaded},
                       {"sectors_stored", t.sectors_stored},
                       {"unique_bytes", t.unique_bytes}});
  }
  for (const DotWork& d : work.dots) {
    dots.push_back({{"dtype", torch_name(d.dtype)},
                    {"precision", spelling(d.precision)},
                    {"m", d.m},
                    {"n", d.n},
                    {"k", d.k},
                    {"count", d.count}});
  }
  json operations = json::array();
  for (const OperationWork& o : work.operations) {
    operations.push_back(
        {{"dtype", torch_name(o.dtype)}, {"arithmetic", o.arithmetic}, {"special", o.special}});
  }
  return {{"schema", kWorkCountersSchema},
          {"kernel", work.kernel},
          {"grid", work.grid},
          {"num_warps", work.num_warps},
          {"num_stages", work.num_stages},
          {"programs", work.programs},
          {"tensors", std::move(tensors)},
          {"float_operations", work.float_operations},
          {"special_operations", work.special_operations},
          {"integer_operations", work.integer_operations},
          {"reductions", work.reductions},
          {"operations", std::move(operations)},
          {"atomics", work.atomics},
          {"atomic_conflicts", work.atomic_conflicts},
          {"max_atomics_on_address", work.max_atomics_on_address},
          {"barriers", work.barriers},
          {"dots", std::move(dots)},
          {"max_block_elements", work.max_block_elements},
          {"registers", work.registers},
          {"shared_bytes", work.shared_bytes},
          {"max_program_bytes", work.max_program_bytes},
          {"loop_iterations", work.loop_iterations},
          {"max_program_loads", work.max_program_loads}};
}

Result<WorkCounters> counters_from_json(const json& value, const std::string& path) {
  WorkCounters work;
  JsonReader reader(value, path);
  reader.read("kernel", work.kernel);
  reader.read("num_warps", work.num_warps);
  reader.read("num_stages", work.num_stages);
  reader.read("programs", work.programs);
  reader.read("float_operations", work.float_operations);
  reader.read("special_operations", work.special_operations);
  reader.read("integer_operations", work.integer_operations);
  reader.read("reductions", work.reductions);
  reader.read("atomics", work.atomics);
  reader.read("atomic_conflicts", work.atomic_conflicts);
  reader.read("max_atomics_on_address", work.max_atomics_on_address);
  reader.read("registers", work.registers);
  reader.read("shared_bytes", work.shared_bytes);
  reader.read("barriers", work.barriers);
  reader.read("max_block_elements", work.max_block_elements);
  reader.read("max_program_bytes", work.max_program_bytes);
  reader.read("loop_iterations", work.loop_iterations);
  reader.read("max_program_loads", work.max_program_loads);
  std::vector<int64_t> grid(work.grid.begin(), work.grid.end());
  reader.read("grid", grid);
  if (grid.size() != work.grid.size())
    reader.wrong("grid", "three integers");
  else
    std::copy(grid.begin(), grid.end(), work.grid.begin());
  if (const json* tensors = reader.find_array("tensors", 1000)) {
    for (const json& item : *tensors) {
      TensorTraffic traffic;
      JsonReader fields(item, reader.path_of("tensors"));
      fields.read("tensor", traffic.tensor);
      fields.read("bytes_loaded", traffic.bytes_loaded);
      fields.read("bytes_stored", traffic.bytes_stored);
      fields.read("sectors_loaded", traffic.sectors_loaded);
      fields.read("sectors_stored", traffic.sectors_stored);
      fields.read("unique_bytes", traffic.unique_bytes);
      if (Result<void> read = fields.result(); !read) return fail(read.error());
      work.tensors.push_back(std::move(traffic));
    }
  }
  if (const json* operations = reader.find_array("operations", 100)) {
    for (const json& item : *operations) {
      OperationWork each;
      std::string dtype;
      JsonReader fields(item, reader.path_of("operations"));
      fields.read("dtype", dtype, true);
      fields.read("arithmetic", each.arithmetic);
      fields.read("special", each.special);
      std::optional<DType> known = dtype_from_torch_name(dtype);
      if (!known) fields.wrong("dtype", "the name of a dtype");
      if (Result<void> read = fields.result(); !read) return fail(read.error());
      each.dtype = *known;
      work.operations.push_back(each);
    }
  }
  if (const json* dots = reader.find_array("dots", 1000)) {
    for (const json& item : *dots) {
      DotWork dot;
      std::string dtype, precision = "ieee";
      JsonReader fields(item, reader.path_of("dots"));
      fields.read("dtype", dtype, true);
      fields.read("precision", precision);
      fields.read("m", dot.m);
      fields.read("n", dot.n);
      fields.read("k", dot.k);
      fields.read("count", dot.count);
      std::optional<DType> known = dtype_from_torch_name(dtype);
      if (!known) fields.wrong("dtype", "the name of a dtype");
      std::optional<DotPrecision> multiplies = dot_precision_from_spelling(precision);
      if (!multiplies) fields.wrong("precision", "ieee, tf32, tf32x3, bf16x3 or bf16x6");
      if (Result<void> read = fields.result(); !read) return fail(read.error());
      dot.dtype = *known;
      dot.precision = *multiplies;
      work.dots.push_back(dot);
    }
  }
  if (Result<void> read = reader.result(); !read) return fail(read.error());
  return work;
}

// ---- time and mismatch ---------------------------------------------------------------------
json time_to_json(const TimeEstimate& time) {
  return {{"kind", time.kind},
          {"chip", time.chip},
          {"microseconds", number_to_json(time.microseconds)},
          {"limiter", time.limiter},
          {"baseline", time.baseline},
          {"baseline_microseconds", number_to_json(time.baseline_microseconds)},
          {"speedup", number_to_json(time.speedup)}};
}

Result<TimeEstimate> time_from_json(const json& value) {
  TimeEstimate time;
  JsonReader reader(value, "verdict.time");
  reader.read("kind", time.kind, true);
  reader.read("chip", time.chip);
  reader.read("microseconds", time.microseconds, true);
  reader.read("limiter", time.limiter);
  reader.read("baseline", time.baseline);
  reader.read("baseline_microseconds", time.baseline_microseconds);
  reader.read("speedup", time.speedup);
  if (Result<void> read = reader.result(); !read) return fail(read.error());
  return time;
}

Result<Sampling> sampling_from_json(const json& value) {
  Sampling sampling;
  JsonReader reader(value, "verdict.sampling");
  std::string basis, key = "0";
  reader.read("basis", basis, true);
  reader.read("key", key);
  auto known = std::find(kBases.begin(), kBases.end(), basis);
  if (known == kBases.end())
    reader.wrong("basis", "whole, sampled or raised");
  else
    sampling.basis = static_cast<Sampling::Basis>(known - kBases.begin());
  auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), sampling.key, 16);
  if (error != std::errc() || end != key.data() + key.size())
    reader.wrong("key", "up to 16 hexadecimal digits");
  if (Result<void> read = reader.result(); !read) return fail(read.error());
  return sampling;
}

json mismatch_to_json(const ValueMismatch& mismatch) {
  return {{"output", mismatch.output},
          {"index", mismatch.index},
          {"expected", number_to_json(mismatch.expected)},
          {"actual", number_to_json(mismatch.actual)},
          {"error_in_tolerances", number_to_json(mismatch.error_in_tolerances)},
          {"wrong_elements", mismatch.wrong_elements},
          {"elements", mismatch.elements},
          {"distribution", mismatch.distribution},
          {"shape_variant", mismatch.shape_variant},
          {"expected_slice", numbers_to_json(mismatch.expected_slice)},
          {"actual_slice", numbers_to_json(mismatch.actual_slice)}};
}

Result<ValueMismatch> mismatch_from_json(const json& value) {
  ValueMismatch mismatch;
  JsonReader reader(value, "verdict.mismatch");
  reader.read("output", mismatch.output);
  reader.read("index", mismatch.index);
  reader.read("expected", mismatch.expected);
  reader.read("actual", mismatch.actual);
  reader.read("error_in_tolerances", mismatch.error_in_tolerances);
  reader.read("wrong_elements", mismatch.wrong_elements);
  reader.read("elements", mismatch.elements);
  reader.read("distribution", mismatch.distribution);
  reader.read("shape_variant", mismatch.shape_variant);
  reader.read("expected_slice", mismatch.expected_slice);
  reader.read("actual_slice", mismatch.actual_slice);
  if (Result<void> read = reader.result(); !read) return fail(read.error());
  return mismatch;
}

void check_schema(JsonReader& reader) {
  int schema = 0;
  reader.read("schema", schema, true);
  if (schema != kVerdictSchema) reader.wrong("schema", fmt::format("{}", kVerdictSchema));
}

// ---- options -------------------------------------------------------------------------------
json options_to_json(const JudgeOptions& options) {
  return {{"chip", options.chip},
          {"seed", options.seed},
          {"max_elements", options.max_elements},
          {"shape_variants", options.shape_variants},
          {"fuel", options.fuel},
          {"memory_bytes", options.memory_bytes},
          {"check_races", options.check_races},
          {"estimate_time", options.estimate_time},
          {"allow_host_compute", options.allow_host_compute}};
}

Result<JudgeOptions> options_from_json(const json& value) {
  JudgeOptions options;
  JsonReader reader(value, "request.options");
  reader.read("chip", options.chip);
  reader.read("seed", options.seed);
  reader.read("max_elements", options.max_elements);
  reader.read("shape_variants", options.shape_variants);
  reader.read("fuel", options.fuel);
  reader.read("memory_bytes", options.memory_bytes);
  reader.read("check_races", options.check_races);
  reader.read("estimate_time", options.estimate_time);
  reader.read("allow_host_compute", options.allow_host_compute);
  if (options.max_elements < 0) reader.wrong("max_elements", "0 or more");
  if (options.shape_variants < 1 || options.shape_variants > 16) reader.wrong("shape_variants", "1 to 16");
  if (Result<void> read = reader.result(); !read) return fail(read.error());
  return options;
}

}  // namespace

std::string_view spelling(Sampling::Basis basis) { return kBases[static_cast<size_t>(basis)]; }

std::string to_json(const Verdict& verdict) {
  json value = {
      {"schema", kVerdictSchema},   {"status", spelling(verdict.status)},
      {"summary", verdict.summary}, {"error_in_tolerances", number_to_json(verdict.error_in_tolerances)},
      {"fuel", verdict.fuel},       {"trials_passed", verdict.trials_passed},
      {"trials", verdict.trials}};
  value["diagnostics"] = json::array();
  for (const ResolvedDiagnostic& diagnostic : verdict.diagnostics) {
    value["diagnostics"].push_back(diagnostic_to_json(diagnostic));
  }
  value["timed_sizes"] = verdict.timed_sizes;
  value["sampling"] = {{"basis", spelling(verdict.sampling.basis)},
                       {"key", fmt::format("{:016x}", verdict.sampling.key)}};
  value["launches"] = json::array();
  for (const WorkCounters& work : verdict.launches) value["launches"].push_back(counters_to_json(work));
  if (verdict.mismatch) value["mismatch"] = mismatch_to_json(*verdict.mismatch);
  if (verdict.time) value["time"] = time_to_json(*verdict.time);
  if (verdict.gpu) value["gpu"] = gpu_record_to_json(*verdict.gpu);
  return dump_json(value);
}

Result<Verdict> verdict_from_json(std::string_view text) {
  Result<json> value = parse_json(text, "verdict");
  if (!value) return fail(value.error());
  Verdict verdict;
  JsonReader reader(*value, "verdict");
  check_schema(reader);
  std::string status;
  reader.read("status", status, true);
  std::optional<Status> known = status_from_spelling(status);
  if (!known) reader.wrong("status", "a status of docs/verdict.md");
  reader.read("summary", verdict.summary);
  reader.read("error_in_tolerances", verdict.error_in_tolerances);
  reader.read("fuel", verdict.fuel);
  reader.read("trials_passed", verdict.trials_passed);
  reader.read("trials", verdict.trials);
  if (const json* diagnostics = reader.find_array("diagnostics", 1000)) {
    for (const json& item : *diagnostics) {
      Result<ResolvedDiagnostic> diagnostic = diagnostic_from_json(item);
      if (!diagnostic) return fail(diagnostic.error());
      verdict.diagnostics.push_back(std::move(*diagnostic));
    }
  }
  if (const json* sizes = reader.find_object("timed_sizes")) {
    for (const auto& [name, size] : sizes->items()) {
      if (!size.is_number_integer())
        return fail(DiagnosticKind::BadFormat, "verdict.timed_sizes holds a size that is no integer");
      verdict.timed_sizes[name] = size.get<int64_t>();
    }
  }
  if (const json* sampling = reader.find_object("sampling")) {
    Result<Sampling> read = sampling_from_json(*sampling);
    if (!read) return fail(read.error());
    verdict.sampling = *read;
  }
  if (const json* launches = reader.find_array("launches")) {
    for (const json& item : *launches) {
      Result<WorkCounters> work = counters_from_json(item, reader.path_of("launches"));
      if (!work) return fail(work.error());
      verdict.launches.push_back(std::move(*work));
    }
  }
  if (const json* mismatch = reader.find_object("mismatch")) {
    Result<ValueMismatch> read = mismatch_from_json(*mismatch);
    if (!read) return fail(read.error());
    verdict.mismatch = std::move(*read);
  }
  if (const json* time = reader.find_object("time")) {
    Result<TimeEstimate> read = time_from_json(*time);
    if (!read) return fail(read.error());
    verdict.time = std::move(*read);
  }
  if (const json* gpu = reader.find_object("gpu")) {
    Result<GpuRecord> read = gpu_record_from_json(*gpu);
    if (!read) return fail(read.error());
    verdict.gpu = std::move(*read);
  }
  if (Result<void> read = reader.result(); !read) return fail(read.error());
  verdict.status = *known;
  return verdict;
}

std::string to_json(const Request& request) {
  return dump_json({{"schema", kVerdictSchema},
                    {"id", request.id},
                    {"task_name", request.task_name},
                    {"task_source", request.task_source},
                    {"candidate_name", request.candidate_name},
                    {"candidate_source", request.candidate_source},
                    {"language", kLanguages[static_cast<size_t>(request.language)]},
                    {"options", options_to_json(request.options)}});
}

Result<Request> request_from_json(std::string_view text) {
  Result<json> value = parse_json(text, "request");
  if (!value) return fail(value.error());
  Request request;
  JsonReader reader(*value, "request");
  check_schema(reader);
  std::string language = "triton";
  reader.read("id", request.id);
  reader.read("task_name", request.task_name);
  reader.read("task_source", request.task_source);
  reader.read("candidate_name", request.candidate_name, true);
  reader.read("candidate_source", request.candidate_source, true);
  reader.read("language", language);
  auto known = std::find(kLanguages.begin(), kLanguages.end(), language);
  if (known == kLanguages.end())
    reader.wrong("language", "triton, cuda or nki");
  else
    request.language = static_cast<CandidateLanguage>(known - kLanguages.begin());
  if (const json* options = reader.find_object("options")) {
    Result<JudgeOptions> read = options_from_json(*options);
    if (!read) return fail(read.error());
    request.options = std::move(*read);
  }
  if (Result<void> read = reader.result(); !read) return fail(read.error());
  return request;
}

}  // namespace tilewright::judge
