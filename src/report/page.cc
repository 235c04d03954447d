// Fills page_template.cc: one function a section, each adds its values to the mustache object.
#include "report/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <kainjow/mustache.hpp>
#include <set>

#include "report/comparison.h"
#include "report/page_template.h"
#include "report/svg.h"

namespace tilewright::report {
namespace {

using kainjow::mustache::data;
using kainjow::mustache::list;
using kainjow::mustache::mustache;
using kainjow::mustache::object;

std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }
std::string percent_interval(const Interval& i) {
  return fmt::format("[{:.1f}, {:.1f}]", 100 * i.low, 100 * i.high);
}
std::string reward_interval(const Interval& i) { return fmt::format("[{:.3f}, {:.3f}]", i.low, i.high); }
std::string signed_interval(const Interval& i, double factor, int digits) {
  return fmt::format("[{:+.{}f}, {:+.{}f}]", factor * i.low, digits, factor * i.high, digits);
}

// The second line of a cell.
std::string small(const std::string& text) { return text.empty() ? "" : "<small>" + escape_html(text) + "</small>"; }

object cell(std::string value, std::string interval = "") {
  object result;
  result["value"] = data(std::move(value));
  result["small"] = data(small(interval));
  return result;
}

object half(const Interval& interval) {
  return cell(interval.tasks == 0 ? "–" : percent(interval.estimate),
              interval.tasks == 0 ? "" : percent_interval(interval));
}

void add_list(object& page, const std::string& name, list items) {
  page["has_" + name] = data(!items.empty());
  page[name] = data(std::move(items));
}

void add_scores(object& page, const RunRecord& record, const std::vector<Score>& all) {
  std::set<int> ks;
  for (const Score& each : all) {
    for (const auto& [k, interval] : each.pass_at) ks.insert(k);
  }
  list rows, columns, k_columns;
  for (int k : ks) k_columns.push_back(object{{"k", data(std::to_string(k))}});
  std::set<std::string> families;
  for (const Score& each : all) {
    object row;
    row["label"] = data(each.label);
    row["tasks"] = data(std::to_string(each.tasks));
    row["samples"] = data(std::to_string(each.samples));
    row["pass"] = data(percent(each.pass_at_1.estimate));
    row["pass_interval"] = data(percent_interval(each.pass_at_1));
    row["reward"] = data(fmt::format("{:.3f}", each.reward.estimate));
    row["reward_interval"] = data(reward_interval(each.reward));
    object seen = half(each.seen), unseen = half(each.unseen);
    row["seen"] = data(seen["value"]);
    row["seen_small"] = data(seen["small"]);
    row["unseen"] = data(unseen["value"]);
    row["unseen_small"] = data(unseen["small"]);
    list k_cells;
    for (int k : ks) {
      auto found = std::find_if(each.pass_at.begin(), each.pass_at.end(),
                                [&](const auto& pair) { return pair.first == k; });
      k_cells.push_back(found == each.pass_at.end()
                            ? cell("–")
                            : cell(percent(found->second.estimate), percent_interval(found->second)));
    }
    row["k_cells"] = data(k_cells);
    rows.push_back(row);
    columns.push_back(object{{"label", data(each.label)}});
    for (const auto& [family, interval] : each.by_family) families.insert(family);
  }
  list family_rows;
  for (const std::string& family : families) {
    object row;
    list cells;
    int tasks = 0;
    for (const Score& each : all) {
      auto found = std::find_if(each.by_family.begin(), each.by_family.end(),
                                [&](const auto& pair) { return pair.first == family; });
      cells.push_back(found == each.by_family.end() ? cell("–") : half(found->second));
      if (found != each.by_family.end()) tasks = std::max(tasks, found->second.tasks);
    }
    row["family"] = data(family);
    row["tasks"] = data(std::to_string(tasks));
    row["cells"] = data(cells);
    family_rows.push_back(row);
  }
  page["k_columns"] = data(k_columns);
  page["score_columns"] = data(columns);
  page["families"] = data(family_rows);
  add_list(page, "scores", rows);

  list plots;
  auto add_plot = [&](const std::string& title, auto&& interval_of) {
    BarPlot plot{.title = title, .bars = {}};
    int series = 0;
    for (const Score& each : all) {
      const Interval& interval = interval_of(each);
      std::string label = each.id == "nearest" ? "Nearest example" : each.label;
      plot.bars.push_back({label, interval.estimate, interval.low, interval.high, series++});
    }
    plots.push_back(object{{"svg", data(render(plot))}, {"caption", data(title)}});
  };
  add_plot("pass@1, all held-out tasks", [](const Score& each) -> const Interval& { return each.pass_at_1; });
  add_plot("pass@1, constants and names never seen",
           [](const Score& each) -> const Interval& { return each.unseen; });
  page["score_plots"] = data(plots);

  std::set<std::string> statuses;
  for (const EvaluationRecord& each : record.evaluations) {
    for (const auto& [status, count] : each.statuses) statuses.insert(status);
  }
  list status_rows;
  for (const std::string& status : statuses) {
    list cells;
    for (const Score& each : all) {
      int count = 0, total = 0;
      for (const EvaluationRecord* evaluation : record.evaluation(each.id)) {
        for (const auto& [name, number] : evaluation->statuses) {
          total += number;
          if (name == status) count += number;
        }
      }
      cells.push_back(cell(total == 0 ? "–" : percent(static_cast<double>(count) / total)));
    }
    status_rows.push_back(object{{"status", data(status)}, {"cells", data(cells)}});
  }
  add_list(page, "statuses", status_rows);
}

void add_differences(object& page, const RunRecord& record) {
  list rows;
  for (auto [left, right] :
       {std::pair("rl", "sft"), {"rl", "sft_continued"}, {"sft_continued", "sft"}, {"sft", "nearest"}}) {
    auto found = difference(record, left, right);
    if (!found) continue;
    object row;
    row["name"] = data(fmt::format("{} − {}", found->left, found->right));
    row["reward"] = data(fmt::format("{:+.3f}", found->reward.estimate));
    row["reward_interval"] = data(signed_interval(found->reward, 1, 3));
    row["pass"] = data(fmt::format("{:+.1f}", 100 * found->pass_at_1.estimate));
    row["pass_interval"] = data(signed_interval(found->pass_at_1, 100, 1));
    row["speed"] = data(found->speed_tasks == 0 ? "–" : fmt::format("{:.2f}×", found->speed_ratio));
    row["speed_small"] = data(small(found->speed_tasks == 0 ? "" : fmt::format("{} tasks that both solve", found->speed_tasks)));
    rows.push_back(row);
  }
  add_list(page, "differences", rows);
}

void add_wins(object& page, const RunRecord& record) {
  std::string id = record.evaluation("rl").empty() ? "sft" : "rl";
  std::vector<Win> all = wins(record, id);
  list rows;
  for (size_t i = 0; i < std::min<size_t>(all.size(), 12); ++i) {
    object row;
    row["task"] = data(all[i].task);
    row["example"] = data(fmt::format("{:.2f}", all[i].fastest_example));
    row["best"] = data(fmt::format("{:.2f}", all[i].best));
    row["gain"] = data(fmt::format("{:.2f}×", all[i].fastest_example / all[i].best));
    rows.push_back(row);
  }
  std::string text = fmt::format(
      "On {} of {} held-out tasks the fastest correct sample {} is estimated to be faster than each of the "
      "compiler's own styles for that task",
      all.size(), record.evaluation(id).size(), id == "rl" ? "after RL" : "after SFT");
  if (id == "rl") text += fmt::format("; before RL this was so on {}", wins(record, "sft").size());
  page["wins_text"] = data(text + ".");
  list first;
  if (!all.empty()) first.push_back(object{{"task", data(all[0].task)}, {"text", data(all[0].text)}});
  page["first_win"] = data(first);
  add_list(page, "wins", rows);
}

struct Curve {
  std::string stage, title, x_label, caption;
  std::vector<std::pair<std::string, std::string>> series;  // metric, legend
  bool y_from_zero = false;
};

void add_curves(object& page, const RunRecord& record) {
  const std::vector<Curve> kCurves{
      {"sft",
       "SFT loss",
       "step",
       "Loss on completion tokens, nats a token; the strong line is a running mean.",
       {{"loss", "loss"}},
       false},
      {"sft",
       "SFT token accuracy",
       "step",
       "Share of completion tokens that were the most probable.",
       {{"mean_token_accuracy", "accuracy"}},
       false},
      {"rl",
       "RL reward",
       "step",
       "Mean reward of the step's samples, and its spread within groups.",
       {{"reward", "reward"}, {"reward_std", "spread in groups"}},
       false},
      {"rl",
       "RL reward parts",
       "step",
       "What the reward is made of, on training tasks.",
       {{"rewards/correct/mean", "correct"}, {"rewards/speed/mean", "speed"}},
       false},
      {"rl",
       "RL entropy",
       "step",
       "Nats a token; a fall to 0 would be a collapse.",
       {{"entropy", "entropy"}},
       true},
      {"rl",
       "Groups without signal",
       "step",
       "Share of groups whose rewards are all equal; they are dropped.",
       {{"frac_reward_zero_std", "share"}},
       true},
      {"rl",
       "Sampling against training",
       "step",
       "Mean difference of a token's log-probability between sampling and training: rounding.",
       {{"sampling/sampling_logp_difference/mean", "difference"}},
       true},
      {"sft_continued",
       "SFT continued, loss",
       "step",
       "The control that RL is compared with.",
       {{"loss", "loss"}},
       false}};
  list plots;
  for (const Curve& curve : kCurves) {
    auto stage = record.metrics.find(curve.stage);
    if (stage == record.metrics.end()) continue;
    LinePlot plot{.title = curve.title,
                  .x_label = curve.x_label,
                  .y_label = curve.title,
                  .lines = {},
                  .smooth = true,
                  .y_from_zero = curve.y_from_zero};
    for (const auto& [metric, legend] : curve.series) {
      auto points = stage->second.find(metric);
      if (points != stage->second.end()) plot.lines.push_back({legend, points->second});
    }
    std::string svg = render(plot);
    if (!svg.empty()) plots.push_back(object{{"svg", data(svg)}, {"caption", data(curve.caption)}});
  }
  add_list(page, "curves", plots);
}

void add_samples(object& page, const RunRecord& record) {
  list rows;
  for (const SampleRecord& sample : record.samples) {
    object row;
    row["status"] = data(sample.status);
    row["class"] = data(sample.status == "correct" ? "good" : sample.status == "unsupported" ? "odd" : "bad");
    row["task"] = data(sample.task);
    std::string stage = sample.stage;
    if (stage.starts_with("evaluate_")) stage = stage.substr(9);
    for (const EvaluationLabel& label : evaluation_labels()) {
      if (label.id == stage) stage = label.label;
    }
    row["stage"] = data(stage);
    row["reward"] = data(fmt::format("{:.3f}", sample.reward));
    row["summary"] = data(sample.summary);
    row["text"] = data(sample.text);
    rows.push_back(row);
  }
  add_list(page, "samples", rows);
}

void add_record(object& page, const RunRecord& record) {
  list stages, environment;
  for (const StageRecord& stage : record.stages) {
    std::string facts;
    for (const auto& [label, value] : stage.facts)
      facts += fmt::format("{}{}: {}", facts.empty() ? "" : "; ", label, value);
    stages.push_back(object{{"name", data(stage.name)},
                            {"seconds", data(fmt::format("{:.1f}", stage.seconds))},
                            {"facts", data(facts)}});
  }
  for (const auto& [name, value] : record.environment) {
    environment.push_back(object{{"name", data(name)}, {"value", data(value)}});
  }
  page["stages"] = data(stages);
  page["environment"] = data(environment);
  page["recipe"] = data(record.recipe);
  page["configuration"] = data(record.configuration);
  std::string chip = record.fact("examples", "chip");
  page["chip"] = data(chip.empty() ? "named in the recipe" : chip);
  std::string language = record.fact("examples", "language");
  page["language"] = data(language.empty() ? "Triton" : language);
}

void add_lead(object& page, const RunRecord& record, const std::vector<Score>& all) {
  list cards;
  auto card = [&](std::string name, std::string value, std::string note) {
    cards.push_back(object{
        {"name", data(std::move(name))}, {"value", data(std::move(value))}, {"note", data(std::move(note))}});
  };
  for (const Score& each : all)
    card("pass@1, " + each.label, percent(each.pass_at_1.estimate), percent_interval(each.pass_at_1));
  if (auto gain = difference(record, "rl", "sft")) {
    card("Reward, RL − SFT", fmt::format("{:+.3f}", gain->reward.estimate),
         signed_interval(gain->reward, 1, 3));
  }
  if (auto gain = difference(record, "rl", "sft_continued")) {
    card("Reward, RL − SFT continued", fmt::format("{:+.3f}", gain->reward.estimate),
         signed_interval(gain->reward, 1, 3));
  }
  double seconds = 0;
  for (const StageRecord& stage : record.stages) seconds += stage.seconds;
  card("Wall clock (measured)", fmt::format("{:.1f} min", seconds / 60), "all stages");
  page["cards"] = data(cards);

  std::string lead =
      "The stack writes worked examples and the judge passes them; a small transformer learns from them "
      "(SFT), "
      "then from the judge's reward alone (RL).";
  std::string held_out = record.fact("examples", "held out tasks"),
              shared = record.fact("examples", "shared compositions");
  if (!held_out.empty()) {
    lead += fmt::format(
        " Training used {} examples of {} tasks; {} held-out tasks share {} of their compositions with it.",
        escape_html(record.fact("examples", "examples")),
        escape_html(record.fact("examples", "training tasks")), escape_html(held_out), escape_html(shared));
  }
  page["lead"] = data(lead);
}

}  // namespace

std::string render_page(const RunRecord& record) {
  std::vector<Score> all = scores(record);
  object page;
  add_lead(page, record, all);
  add_scores(page, record, all);
  add_differences(page, record);
  add_wins(page, record);
  add_curves(page, record);
  add_samples(page, record);
  add_record(page, record);
  mustache filled{kPageTemplate};
  return filled.render(data(page));
}

}  // namespace tilewright::report
