#include "teach/run_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <nlohmann/json.hpp>

#include "base/check.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/text.h"
#include "report/run_record.h"

namespace tilewright::teach {
namespace {

using Json = nlohmann::ordered_json;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// "name = value" lines of a recipe by name.
std::map<std::string, std::string> recipe_values(const std::string& recipe) {
  std::map<std::string, std::string> values;
  size_t begin = 0;
  while (begin < recipe.size()) {
    size_t end = std::min(recipe.find('\n', begin), recipe.size());
    std::string line = recipe.substr(begin, end - begin);
    if (size_t equals = line.find(" = "); equals != std::string::npos)
      values[line.substr(0, equals)] = line.substr(equals + 3);
    begin = end + 1;
  }
  return values;
}

// The first option in which two recipes differ, in words.
std::string first_difference(const std::string& theirs, const std::vector<OptionField>& ours) {
  std::map<std::string, std::string> values = recipe_values(theirs);
  std::string text;
  for (const OptionField& field : ours) {
    auto found = values.find(field.name);
    std::string value = to_text(field.target);
    if (found == values.end()) return fmt::format("it has no option '{}'", field.name);
    if (found->second != value)
      return fmt::format("there '{}' is {}, here it is {}", field.name, found->second, value);
  }
  return "its options are those of another version";
}

// Overwrites in place without waiting for the disk: a kill leaves the other slot, a power cut is found by the
// hash.
Result<void> write_slot(const std::filesystem::path& path, std::string_view bytes) {
  auto failure = [&] {
    return fail(DiagnosticKind::FileUnwritable,
                fmt::format("cannot write '{}': {}", path.string(), std::strerror(errno)));
  };
  int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
  if (file < 0) return failure();
  while (!bytes.empty()) {
    ssize_t count = ::write(file, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      auto error = failure();
      ::close(file);
      return error;
    }
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  off_t size = ::lseek(file, 0, SEEK_CUR);
  bool is_written = size >= 0 && ::ftruncate(file, size) == 0;
  is_written = ::close(file) == 0 && is_written;
  return is_written ? Result<void>{} : failure();
}

}  // namespace

RunFolder::~RunFolder() {
  if (lock_ >= 0) ::close(lock_);
}

RunFolder::RunFolder(RunFolder&& other) noexcept
    : path_(std::move(other.path_)),
      lock_(std::exchange(other.lock_, -1)),
      is_resumed_(other.is_resumed_),
      configuration_(std::move(other.configuration_)),
      recipe_(std::move(other.recipe_)),
      environment_(std::move(other.environment_)),
      finished_(std::move(other.finished_)),
      files_(std::move(other.files_)),
      stage_files_(std::move(other.stage_files_)),
      stage_(std::move(other.stage_)),
      stage_seconds_(other.stage_seconds_),
      stage_began_(other.stage_began_),
      slot_(other.slot_),
      snapshot_file_(std::move(other.snapshot_file_)),
      snapshot_hash_(std::move(other.snapshot_hash_)),
      snapshot_(std::move(other.snapshot_)) {}

Result<RunFolder> RunFolder::open(const std::filesystem::path& path,
                                  const std::vector<OptionField>& configuration,
                                  const std::string& environment_facts) {
  RunFolder run;
  run.path_ = path;
  std::error_code error;
  bool has_state = std::filesystem::exists(path / "state.json", error);
  if (!has_state && std::filesystem::exists(path, error)) {
    if (!std::filesystem::is_directory(path, error)) {
      return fail(DiagnosticKind::FileUnwritable, fmt::format("'{}' is no folder", path.string()));
    }
    for (const auto& entry : std::filesystem::directory_iterator(path, error)) {
      // A kill before the first state leaves these.
      std::string name = entry.path().filename().string();
      if (name == "lock" || name == "recipe.toml" || name.starts_with("recipe.toml.tmp") ||
          name.starts_with("state.json.tmp"))
        continue;
      return fail(DiagnosticKind::RunMismatch,
                  fmt::format("'{}' is no run folder: it holds '{}' but no state.json", path.string(), name));
    }
  }
  std::filesystem::create_directories(path, error);
  if (error) {
    return fail(DiagnosticKind::FileUnwritable,
                fmt::format("cannot make folder '{}': {}", path.string(), error.message()));
  }
  run.lock_ = ::open((path / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (run.lock_ < 0) {
    return fail(DiagnosticKind::FileUnwritable,
                fmt::format("cannot write in '{}': {}", path.string(), std::strerror(errno)));
  }
  if (::flock(run.lock_, LOCK_EX | LOCK_NB) != 0) {
    return fail(DiagnosticKind::RunMismatch,
                fmt::format("another process is working on '{}'", path.string()));
  }
  run.is_resumed_ = has_state;
  Result<void> ready = has_state ? run.restore(configuration) : run.create(configuration, environment_facts);
  if (!ready) return tl::unexpected(ready.error());
  return run;
}

Result<void> RunFolder::create(const std::vector<OptionField>& configuration,
                               const std::string& environment_facts) {
  configuration_ = configuration_hash(configuration);
  recipe_ = to_text(configuration);
  environment_ = environment_facts;
  if (auto written = write_file_atomically(path_ / "recipe.toml", recipe_); !written) return written;
  return write_state();
}

Result<void> RunFolder::restore(const std::vector<OptionField>& configuration) {
  auto text = read_file(path_ / "state.json");
  if (!text) return tl::unexpected(text.error());
  auto malformed = [&](std::string_view what) {
    return fail(DiagnosticKind::BadFormat, fmt::format("{}: {}", (path_ / "state.json").string(), what));
  };
  try {
    Json state = Json::parse(*text);
    if (state.at("schema").get<int>() != report::kStateSchema)
      return malformed("a schema of another version");
    configuration_ = state.at("configuration").get<std::string>();
    recipe_ = state.at("recipe").get<std::string>();
    if (configuration_ != configuration_hash(configuration)) {
      return fail(DiagnosticKind::RunMismatch,
                  fmt::format("'{}' was made by another configuration: {}", path_.string(),
                              first_difference(recipe_, configuration)));
    }
    environment_ = state.at("environment").dump();
    for (const Json& stage : state.at("stages")) {
      finished_.push_back(
          {stage.at("name").get<std::string>(), stage.at("seconds").get<double>(), stage.at("facts").dump()});
    }
    files_ = state.at("files").get<std::map<std::string, uint64_t>>();
    stage_files_ = files_;
    if (const Json& stage = state.at("stage"); !stage.is_null()) {
      stage_ = stage.at("name").get<std::string>();
      stage_seconds_ = stage.at("seconds").get<double>();
      stage_files_ = stage.at("files_before").get<std::map<std::string, uint64_t>>();
      if (auto restored = restore_snapshot(stage); !restored) return restored;
    }
  } catch (const Json::exception& error) {
    return malformed(json_mistake(error.what()));
  }
  return cut_files();
}

Result<void> RunFolder::restore_snapshot(const Json& stage) {
  snapshot_file_ = stage.at("snapshot").get<std::string>();
  snapshot_hash_ = stage.at("snapshot_hash").get<std::string>();
  if (snapshot_file_.empty()) {
    files_ = stage_files_;
    return {};
  }
  auto bytes = read_file(path_ / snapshot_file_);
  if (bytes && hash_hex(*bytes) == snapshot_hash_) {
    snapshot_ = std::move(*bytes);
    slot_ = snapshot_file_.find(".0.") != std::string::npos ? 1 : 0;
    return {};
  }
  // After a power cut the snapshot may not have reached the disk: the stage starts again.
  snapshot_file_.clear();
  snapshot_hash_.clear();
  files_ = stage_files_;
  return {};
}

Result<void> RunFolder::cut_files() {
  std::vector<std::pair<std::filesystem::path, uint64_t>> too_long;
  for (const char* name :
       {"metrics.jsonl", "samples.jsonl", "examples.jsonl", "tasks.jsonl", "evaluations.jsonl"}) {
    std::filesystem::path file = path_ / name;
    std::error_code error;
    uint64_t size = std::filesystem::file_size(file, error);
    if (error) size = 0;
    auto known = files_.find(name);
    uint64_t wanted = known == files_.end() ? 0 : known->second;
    if (size < wanted) {
      return fail(
          DiagnosticKind::BadFormat,
          fmt::format("'{}' is shorter than state.json says: {} bytes of {}", file.string(), size, wanted));
    }
    if (size > wanted) too_long.emplace_back(file, wanted);
  }
  for (const auto& [file, wanted] : too_long) {  // only now: a folder that is refused stays as it is
    std::error_code error;
    std::filesystem::resize_file(file, wanted, error);
    if (error)
      return fail(DiagnosticKind::FileUnwritable,
                  fmt::format("cannot cut '{}': {}", file.string(), error.message()));
  }
  return {};
}

const FinishedStage* RunFolder::finished(std::string_view stage) const {
  for (const FinishedStage& each : finished_) {
    if (each.name == stage) return &each;
  }
  return nullptr;
}

Result<void> RunFolder::begin_stage(const std::string& name) {
  stage_began_ = now();
  if (stage_ == name) return {};
  stage_ = name;
  stage_seconds_ = 0;
  stage_files_ = files_;
  snapshot_.clear();
  snapshot_file_.clear();
  snapshot_hash_.clear();
  return write_state();
}

Result<void> RunFolder::append(const std::string& file, std::string_view lines) {
  if (lines.empty()) return {};
  if (auto appended = append_to_file(path_ / file, lines); !appended) return appended;
  files_[file] += lines.size();
  return {};
}

Result<void> RunFolder::save(std::string_view snapshot) {
  std::string file = fmt::format("snapshot.{}.bin", slot_);
  if (auto written = write_slot(path_ / file, snapshot); !written) return written;
  slot_ = 1 - slot_;
  snapshot_file_ = file;
  snapshot_hash_ = hash_hex(snapshot);
  return write_state();
}

Result<void> RunFolder::finish_stage(const std::string& facts) {
  finished_.push_back({stage_, stage_seconds_ + now() - stage_began_, facts});
  stage_.clear();
  snapshot_.clear();
  snapshot_file_.clear();
  if (auto written = write_state(); !written) return written;
  std::error_code ignored;
  for (int slot : {0, 1}) std::filesystem::remove(path_ / fmt::format("snapshot.{}.bin", slot), ignored);
  return {};
}

Result<std::vector<std::string>> RunFolder::read_lines(const std::string& file) const {
  std::vector<std::string> lines;
  if (!std::filesystem::exists(path_ / file)) return lines;
  auto text = read_file(path_ / file);
  if (!text) return tl::unexpected(text.error());
  size_t begin = 0;
  for (size_t end; (end = text->find('\n', begin)) != std::string::npos; begin = end + 1) {
    lines.push_back(text->substr(begin, end - begin));
  }
  return lines;
}

Result<void> RunFolder::write_state() {
  Json state;
  state["schema"] = report::kStateSchema;
  state["configuration"] = configuration_;
  state["recipe"] = recipe_;
  state["environment"] = Json::parse(environment_);
  state["stages"] = Json::array();
  for (const FinishedStage& stage : finished_) {
    state["stages"].push_back(
        Json{{"name", stage.name}, {"seconds", stage.seconds}, {"facts", Json::parse(stage.facts)}});
  }
  state["files"] = files_;
  if (stage_.empty()) {
    state["stage"] = nullptr;
  } else {
    state["stage"] = Json{{"name", stage_},
                          {"seconds", stage_seconds_ + (stage_began_ > 0 ? now() - stage_began_ : 0)},
                          {"files_before", stage_files_},
                          {"snapshot", snapshot_file_},
                          {"snapshot_hash", snapshot_hash_}};
  }
  return write_file_atomically(path_ / "state.json", state.dump(1) + "\n");
}

Result<std::map<std::string, std::string>> read_recipe(const std::filesystem::path& file) {
  auto text = read_file(file);
  if (!text) return tl::unexpected(text.error());
  return recipe_values(*text);
}

}  // namespace tilewright::teach
