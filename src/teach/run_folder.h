// A run's folder: recipe.toml, append-only JSON lines, and state.json, the one authority, replaced by atomic
// rename. Whatever the moment of a kill, opening the folder again cuts the JSON lines back to what the state
// knows of, so that the work goes on as if it had not been interrupted.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/options.h"
#include "base/result.h"

namespace tilewright::teach {

// A finished stage: what it says of itself, numbers and texts by snake_case names.
struct FinishedStage {
  std::string name;
  double seconds = 0;  // over all starts of the run
  std::string facts;   // a JSON object
};

class RunFolder {
 public:
  // Makes the folder, or opens one that the same configuration made. One that another configuration made, or
  // that another process is working on, is refused and left as it is; so is a folder with other files in it.
  static Result<RunFolder> open(const std::filesystem::path& path,
                                const std::vector<OptionField>& configuration,
                                const std::string& environment_facts);
  ~RunFolder();
  RunFolder(RunFolder&&) noexcept;

  const std::filesystem::path& path() const { return path_; }
  bool is_resumed() const { return is_resumed_; }
  const std::vector<FinishedStage>& finished() const { return finished_; }
  const FinishedStage* finished(std::string_view stage) const;

  // Starts a stage or goes on with the one a kill ended. Afterwards snapshot() is what save() was last given.
  Result<void> begin_stage(const std::string& name);
  // Adds lines (each ending in '\n') to a file of the folder; they count once save() or finish_stage() has
  // run.
  Result<void> append(const std::string& file, std::string_view lines);
  // Everything up to here is kept: the lines and the snapshot (what the stage needs to go on).
  Result<void> save(std::string_view snapshot);
  const std::string& snapshot() const { return snapshot_; }  // empty: the stage starts afresh
  Result<void> finish_stage(const std::string& facts);
  // Complete lines of a file of the folder; none: it is not there.
  Result<std::vector<std::string>> read_lines(const std::string& file) const;

 private:
  RunFolder() = default;
  Result<void> create(const std::vector<OptionField>& configuration, const std::string& environment_facts);
  Result<void> restore(const std::vector<OptionField>& configuration);
  Result<void> restore_snapshot(const nlohmann::ordered_json& stage);
  Result<void> cut_files();
  Result<void> write_state();

  std::filesystem::path path_;
  int lock_ = -1;
  bool is_resumed_ = false;
  std::string configuration_, recipe_, environment_;
  std::vector<FinishedStage> finished_;
  std::map<std::string, uint64_t> files_;        // bytes that count
  std::map<std::string, uint64_t> stage_files_;  // the same when the stage began
  std::string stage_;                            // in progress; empty: none
  double stage_seconds_ = 0;                     // spent on it in earlier starts
  double stage_began_ = 0;
  int slot_ = 0;  // snapshots are written to two files in turn: the older one is overwritten
  std::string snapshot_file_, snapshot_hash_, snapshot_;
};

// The options of a run as its recipe.toml holds them, by name; texts with their quotes.
Result<std::map<std::string, std::string>> read_recipe(const std::filesystem::path& file);

}  // namespace tilewright::teach
