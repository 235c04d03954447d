// Tasks and worked examples, split by composition; the tokenizer and the model's first weights.
//
// Tasks are worked in chunks by the judge's processes: while they look at one chunk's examples, they also
// capture and compile the next chunk. A task counts once the judge has passed an example of it.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/file.h"
#include "base/hash.h"
#include "report/statistics.h"
#include "tasks/generator.h"
#include "teach/evaluation.h"
#include "teach/one_line.h"
#include "teach/stages.h"
#include "teach/task_file.h"
#include "teach/work_service.h"

namespace tilewright::teach {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kChunk = 64;
// Where the search for tasks of a family ends: this many generated for each one wanted.
constexpr uint64_t kMostTries = 12;

// Where the tasks of the run come from, in this order.
enum class Origin : uint8_t { Folder, Known, Unseen };

struct DataState {
  Origin origin = Origin::Folder;
  uint64_t next = 0;  // index in the origin
  CompositionSplit split;
  std::map<std::string, int> dropped;          // why -> how many tasks
  std::map<std::string, std::string> skipped;  // files of the folder -> why
  int64_t worked = 0, verdicts = 0, passed = 0;
  int64_t unjudged = 0;                                // examples taken on the compiler's word
  std::set<std::pair<std::string, std::string>> seen;  // families and styles that the judge has met
  double seconds = 0;                                  // of the stage
};

std::string save(const DataState& state) {
  return Json{{"origin", static_cast<int>(state.origin)},
              {"next", state.next},
              {"split", Json::parse(state.split.to_json())},
              {"dropped", state.dropped},
              {"skipped", state.skipped},
              {"verdicts", state.verdicts},
              {"passed", state.passed},
              {"unjudged", state.unjudged},
              {"seen", state.seen},
              {"worked", state.worked},
              {"seconds", state.seconds}}
      .dump();
}

Result<DataState> restore(const std::string& snapshot) {
  DataState state;
  if (snapshot.empty()) return state;
  try {
    Json json = Json::parse(snapshot);
    state.origin = static_cast<Origin>(json.at("origin").get<int>());
    state.next = json.at("next").get<uint64_t>();
    auto split = CompositionSplit::from_json(json.at("split").dump());
    if (!split) return tl::unexpected(split.error());
    state.split = std::move(*split);
    state.dropped = json.at("dropped").get<std::map<std::string, int>>();
    state.skipped = json.at("skipped").get<std::map<std::string, std::string>>();
    state.verdicts = json.at("verdicts").get<int64_t>();
    state.passed = json.at("passed").get<int64_t>();
    state.unjudged = json.at("unjudged").get<int64_t>();
    state.seen = json.at("seen").get<std::set<std::pair<std::string, std::string>>>();
    state.worked = json.at("worked").get<int64_t>();
    state.seconds = json.at("seconds").get<double>();
    return state;
  } catch (const Json::exception& error) {
    return fail(DiagnosticKind::BadFormat, fmt::format("snapshot of the examples: {}", error.what()));
  }
}

// How many tasks are still wanted: training ones in all, held-out ones of each family and half.
class Quotas {
 public:
  Quotas(const TeachOptions& options, const std::vector<TaskRecord>& tasks)
      : training_(options.training_tasks), rl_(options.rl_tasks) {
    int families = static_cast<int>(tasks::families().size());
    int halves[2] = {options.held_out_tasks / 2, options.held_out_tasks - options.held_out_tasks / 2};
    for (int unseen = 0; unseen < 2; ++unseen) {
      for (int i = 0; i < families; ++i) {
        std::string family(tasks::families()[static_cast<size_t>(i)]);
        held_out_[{family, unseen != 0}] = halves[unseen] / families + (i < halves[unseen] % families);
      }
    }
    for (const TaskRecord& task : tasks) take(task);
  }

  bool wants(const TaskRecord& task) const {
    if (task.is_for_rl) return rl_ > 0;
    if (!task.is_held_out) return training_ > 0;
    auto found = held_out_.find({task.family, task.is_unseen});
    return found != held_out_.end() && found->second > 0;
  }
  void take(const TaskRecord& task) {
    --(task.is_held_out ? held_out_[{task.family, task.is_unseen}] : task.is_for_rl ? rl_ : training_);
  }
  bool is_filled(Origin origin) const {
    if (origin == Origin::Folder) return false;
    if (origin == Origin::Known && (training_ > 0 || rl_ > 0)) return false;
    for (const auto& [key, count] : held_out_) {
      if (key.second == (origin == Origin::Unseen) && count > 0) return false;
    }
    return true;
  }

 private:
  int training_, rl_;
  std::map<std::pair<std::string, bool>, int> held_out_;
};

// A chunk's tasks before and after they are worked. Nothing here depends on what the judge says.
struct Chunk {
  Origin origin = Origin::Folder;
  uint64_t first = 0, end = 0;      // indices in the origin
  std::vector<TaskRecord> records;  // to be worked
  std::vector<WorkedTask> tasks;
  std::vector<std::pair<std::string, std::string>> left_out;  // name and reason of others
};

// The chunk's tasks, read or generated.
Chunk make_chunk(const TeachOptions& options, Origin origin, uint64_t first,
                 const std::vector<std::filesystem::path>& files) {
  Chunk chunk{
      .origin = origin, .first = first, .end = first + kChunk, .records = {}, .tasks = {}, .left_out = {}};
  if (origin == Origin::Folder) chunk.end = std::min<uint64_t>(chunk.end, files.size());
  for (uint64_t i = first; i < chunk.end; ++i) {
    if (origin == Origin::Folder) {
      SourceManager sources;
      auto read = read_task_file(sources, files[i]);
      if (read)
        chunk.records.push_back(std::move(*read));
      else
        chunk.left_out.emplace_back(files[i].filename().string(), one_line(read.error(), sources));
      continue;
    }
    tasks::GeneratedTask generated =
        tasks::generate({.seed = options.seed, .use_held_out_vocabulary = origin == Origin::Unseen}, i);
    TaskRecord record;
    record.name = (origin == Origin::Unseen ? "unseen_" : "") + generated.name;
    record.family = generated.family;
    record.source = generated.source;
    record.is_unseen = origin == Origin::Unseen;
    chunk.records.push_back(std::move(record));
  }
  return chunk;
}

// The chunks one after the other; the next one is made while the caller looks at the last.
class Chunks {
 public:
  Chunks(const TeachOptions& options, ServiceFunctions services,
         const std::vector<std::filesystem::path>& files)
      : options_(options), files_(files), workshop_(std::move(services)) {}
  ~Chunks() { drop_ahead(); }
  Chunks(const Chunks&) = delete;

  Chunk next(Origin origin, uint64_t first) {
    if (!ahead_ || ahead_->origin != origin || ahead_->first != first) {
      drop_ahead();
      start(origin, first);
    }
    Chunk chunk = std::move(*ahead_);
    ahead_.reset();
    std::vector<Result<WorkedTask>> worked = workshop_.finish();
    for (size_t i = 0; i < worked.size(); ++i) {
      if (worked[i])
        chunk.tasks.push_back(std::move(*worked[i]));
      else
        chunk.left_out.emplace_back(chunk.records[i].name + (origin == Origin::Folder ? ".py" : ""),
                                    worked[i].error().message);
    }
    bool is_last_file = origin == Origin::Folder && chunk.end >= files_.size();
    start(is_last_file ? Origin::Known : origin, is_last_file ? 0 : chunk.end);
    return chunk;
  }

 private:
  void start(Origin origin, uint64_t first) {
    ahead_ = make_chunk(options_, origin, first, files_);
    workshop_.start(ahead_->records, {.max_elements = options_.max_elements,
                                      .seed = options_.seed,
                                      .styles = options_.examples_per_task,
                                      .target = language_named(options_.lang).value()->target});
  }
  void drop_ahead() {
    if (ahead_) workshop_.finish();
    ahead_.reset();
  }

  const TeachOptions& options_;
  const std::vector<std::filesystem::path>& files_;
  Workshop workshop_;
  std::optional<Chunk> ahead_;
};

// Puts the task on its side of the split; false: its composition belongs to the other side. Of the training
// side's tasks a share drawn by name goes to reinforcement learning.
bool assign_side(CompositionSplit& split, Origin origin, const TeachOptions& options, TaskRecord& record) {
  switch (origin) {
    case Origin::Folder:
      return split.train_on(record.composition);
    case Origin::Known:
      record.is_held_out = split.is_held_out(record.composition, record.family);
      if (!record.is_held_out && options.rl_tasks > 0) {
        auto all = static_cast<uint64_t>(options.rl_tasks + options.training_tasks);
        record.is_for_rl = hash64(record.name) % all < static_cast<uint64_t>(options.rl_tasks);
      }
      return true;
    case Origin::Unseen:
      record.is_held_out = true;
      return split.hold_out_if_new(record.composition);
  }
  return false;
}

// Counts a task that is left out; files of the user's folder are named.
void drop(Teaching& teaching, DataState& state, const std::string& name, const std::string& reason) {
  if (state.origin != Origin::Folder) {
    ++state.dropped[reason];
    return;
  }
  state.skipped[name] = reason;
  teaching.progress.say(fmt::format("skipped {}: {}", name, reason));
}

// Whether the judge is to see the example. Those of tasks that samples are compared on always are, and the
// first of each family and style; of the other training tasks a share drawn by name (--judged-share).
bool is_judged(const TeachOptions& options, const TaskRecord& task, const ExampleRecord& example,
               DataState& state) {
  if (options.judged_share >= 1 || task.is_held_out || task.is_for_rl || task.family == "file") return true;
  bool is_first = state.seen.emplace(task.family, example.style).second;
  constexpr uint64_t kParts = 1 << 20;
  return is_first || static_cast<double>(hash64(task.name, options.seed + 1) % kParts) <
                         options.judged_share * static_cast<double>(kParts);
}

// Judges what the chunk's wanted tasks need and keeps the tasks with an example that passed.
Result<void> judge_chunk(Teaching& teaching, Chunk& chunk, DataState& state, Quotas& quotas,
                         std::set<std::string>& prompts) {
  for (const auto& [name, reason] : chunk.left_out) drop(teaching, state, name, reason);
  std::vector<WorkedTask*> wanted;
  for (WorkedTask& worked : chunk.tasks) {
    if (!assign_side(state.split, state.origin, teaching.options, worked.record)) {
      if (state.origin == Origin::Folder)
        drop(teaching, state, worked.record.name + ".py", "its composition is held out");
      continue;
    }
    if (!quotas.wants(worked.record) || !prompts.insert(worked.record.prompt).second) continue;
    // Held-out tasks get all styles: the fastest of them is what a sample has to beat.
    // Those of reinforcement learning get the pool: a sample's speed is measured against their median.
    size_t most = worked.record.is_for_rl ? WorkOptions{}.pool : worked.chosen;
    // Where verdicts are dear, held-out tasks get the pool as well.
    if (worked.record.is_held_out && teaching.options.judged_share < 1) most = WorkOptions{}.pool;
    if (!worked.record.is_held_out || teaching.options.judged_share < 1)
      worked.examples.resize(std::min(worked.examples.size(), most));
    wanted.push_back(&worked);
  }
  std::vector<Submission> submissions;
  std::set<const ExampleRecord*> judged;
  for (WorkedTask* worked : wanted) {
    for (const ExampleRecord& example : worked->examples) {
      if (!is_judged(teaching.options, worked->record, example, state)) continue;
      judged.insert(&example);
      submissions.push_back({&worked->record, example.completion});
    }
  }
  std::vector<judge::Verdict> verdicts = teaching.grader.grade(submissions);
  state.worked += static_cast<int64_t>(chunk.tasks.size());
  state.verdicts += static_cast<int64_t>(verdicts.size());

  std::string task_lines, example_lines;
  size_t next = 0;
  for (WorkedTask* worked : wanted) {
    std::vector<ExampleRecord> passed;
    std::vector<double> times;
    std::string last_status;
    for (ExampleRecord& example : worked->examples) {
      if (!judged.contains(&example)) {
        ++state.unjudged;
        passed.push_back(std::move(example));
        continue;
      }
      const judge::Verdict& verdict = verdicts[next++];
      last_status = judge::spelling(verdict.status);
      if (verdict.status != judge::Status::Correct) {
        state.seen.erase({worked->record.family, example.style});  // the next of this style is judged too
        continue;
      }
      ++state.passed;
      if (verdict.time) example.microseconds = verdict.time->microseconds;
      times.push_back(example.microseconds);
      passed.push_back(std::move(example));
    }
    TaskRecord& record = worked->record;
    if (passed.empty()) {
      drop(teaching, state, record.name + (state.origin == Origin::Folder ? ".py" : ""),
           "no example passed the judge: " + last_status);
      continue;
    }
    if (!quotas.wants(record)) continue;
    quotas.take(record);
    if (!times.empty()) {
      record.median_example = report::median(times);
      record.fastest_example = *std::min_element(times.begin(), times.end());
    }
    task_lines += to_json(record) + "\n";
    if (!record.is_held_out && !record.is_for_rl) {
      for (const ExampleRecord& example : passed) example_lines += to_json(example) + "\n";
    }
    teaching.tasks.push_back(record);
  }
  if (auto appended = teaching.folder.append("tasks.jsonl", task_lines); !appended) return appended;
  return teaching.folder.append("examples.jsonl", example_lines);
}

// Moves on to the next origin when this one has given all it can or must.
void advance(DataState& state, const Quotas& quotas, const TeachOptions& options, size_t files) {
  uint64_t most_tries =
      kMostTries * static_cast<uint64_t>(options.training_tasks + options.rl_tasks + options.held_out_tasks);
  while (state.origin <= Origin::Unseen) {
    bool is_over = state.origin == Origin::Folder
                       ? state.next >= files
                       : quotas.is_filled(state.origin) || state.next >= most_tries;
    if (!is_over) return;
    state.origin = static_cast<Origin>(static_cast<int>(state.origin) + 1);
    state.next = 0;
  }
}

std::string data_facts(const Teaching& teaching, const DataState& state) {
  SplitCounts counts = count_compositions(teaching.tasks);
  int held_out = 0, unseen = 0, for_rl = 0;
  std::map<std::string, int> families;
  for (const TaskRecord& task : teaching.tasks) {
    held_out += task.is_held_out;
    unseen += task.is_unseen;
    for_rl += task.is_for_rl;
    ++families[task.family];
  }
  Json facts{{"language", stack::info(language_named(teaching.options.lang).value()->target).title},
             {"training_tasks", static_cast<int>(teaching.tasks.size()) - held_out - for_rl},
             {"reinforcement_tasks", for_rl},
             {"examples", teaching.examples.size()},
             {"held_out_tasks", held_out},
             {"held_out_with_unseen_constants", unseen},
             {"training_compositions", counts.training_compositions},
             {"held_out_compositions", counts.held_out_compositions},
             {"shared_compositions", counts.shared},
             {"verdicts", state.verdicts},
             {"verdicts_passed", state.passed},
             {"examples_without_verdict", state.unjudged},
             {"chip", teaching.options.chip},
             {"tasks_by_family", families}};
  if (state.seconds > 0) {
    facts["tasks_per_second"] = static_cast<double>(state.worked) / state.seconds;
    facts["verdicts_per_second"] = static_cast<double>(state.verdicts) / state.seconds;
  }
  if (!state.dropped.empty()) facts["tasks_left_out"] = state.dropped;
  if (!state.skipped.empty()) facts["skipped_files"] = state.skipped;
  return facts.dump();
}

}  // namespace

std::vector<const TaskRecord*> Teaching::held_out() const {
  std::vector<const TaskRecord*> result;
  for (const TaskRecord& task : tasks) {
    if (task.is_held_out) result.push_back(&task);
  }
  return result;
}

std::vector<const TaskRecord*> Teaching::training() const {
  std::vector<const TaskRecord*> result;
  for (const TaskRecord& task : tasks) {
    if (!task.is_held_out && !task.is_for_rl) result.push_back(&task);
  }
  return result;
}

std::vector<const TaskRecord*> Teaching::reinforcement() const {
  std::vector<const TaskRecord*> result;
  for (const TaskRecord& task : tasks) {
    if (task.is_for_rl) result.push_back(&task);
  }
  return result.empty() ? training() : result;
}

Result<void> load_data(Teaching& teaching) {
  if (!teaching.tasks.empty() && !teaching.examples.empty()) return {};
  teaching.tasks.clear();
  teaching.examples.clear();
  auto task_lines = teaching.folder.read_lines("tasks.jsonl");
  if (!task_lines) return tl::unexpected(task_lines.error());
  for (size_t i = 0; i < task_lines->size(); ++i) {
    auto task = task_from_json((*task_lines)[i], fmt::format("tasks.jsonl:{}", i + 1));
    if (!task) return tl::unexpected(task.error());
    teaching.tasks.push_back(std::move(*task));
  }
  auto example_lines = teaching.folder.read_lines("examples.jsonl");
  if (!example_lines) return tl::unexpected(example_lines.error());
  for (size_t i = 0; i < example_lines->size(); ++i) {
    auto example = example_from_json((*example_lines)[i], fmt::format("examples.jsonl:{}", i + 1));
    if (!example) return tl::unexpected(example.error());
    teaching.examples.push_back(std::move(*example));
  }
  return {};
}

Result<StageEnd> make_examples(Teaching& teaching) {
  const TeachOptions& options = teaching.options;
  std::vector<std::filesystem::path> files;
  if (!options.tasks.empty()) {
    auto found = task_files(options.tasks, "--tasks: ");
    if (!found) return tl::unexpected(found.error());
    files = std::move(*found);
  }
  auto restored = restore(teaching.folder.snapshot());
  if (!restored) return tl::unexpected(restored.error());
  DataState state = std::move(*restored);
  if (auto loaded = load_data(teaching); !loaded) return tl::unexpected(loaded.error());
  Quotas quotas(options, teaching.tasks);
  std::set<std::string> prompts;
  for (const TaskRecord& task : teaching.tasks) prompts.insert(task.prompt);
  int64_t total = options.training_tasks + options.rl_tasks + options.held_out_tasks;
  teaching.progress.begin("examples", "tasks", total, static_cast<int64_t>(teaching.tasks.size()));

  advance(state, quotas, options, files.size());
  Chunks chunks(options, teaching.environment.services, files);
  double seconds_before = state.seconds;
  auto began = std::chrono::steady_clock::now();
  while (state.origin <= Origin::Unseen) {
    Chunk chunk = chunks.next(state.origin, state.next);
    if (auto judged = judge_chunk(teaching, chunk, state, quotas, prompts); !judged)
      return tl::unexpected(judged.error());
    state.next = chunk.end;
    advance(state, quotas, options, files.size());
    state.seconds =
        seconds_before + std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    if (auto saved = teaching.folder.save(save(state)); !saved) return tl::unexpected(saved.error());
    teaching.progress.update(static_cast<int64_t>(teaching.tasks.size()),
                             fmt::format("{} of {} verdicts correct, {:.0f} tasks worked/s", state.passed,
                                         state.verdicts, static_cast<double>(state.worked) / state.seconds));
    if (teaching.should_stop()) return StageEnd{.is_stopped = true};
  }
  teaching.tasks.clear();
  if (auto loaded = load_data(teaching); !loaded) return tl::unexpected(loaded.error());
  if (teaching.training().empty() || teaching.held_out().empty()) {
    return fail(DiagnosticKind::BadTask, fmt::format("no worked examples: {} training and {} held-out tasks",
                                                     teaching.training().size(), teaching.held_out().size()));
  }
  std::string unjudged =
      state.unjudged == 0 ? "" : fmt::format(", {} examples without a verdict", state.unjudged);
  teaching.progress.finish(fmt::format("{} examples, {} of {} verdicts correct{}", teaching.examples.size(),
                                       state.passed, state.verdicts, unjudged));
  return StageEnd{.facts = data_facts(teaching, state)};
}

}  // namespace tilewright::teach
