// tilewright compile TASK: takes a task down to a kernel, layer by layer, each of which can be printed.
#include <fmt/format.h>

#include "base/file.h"
#include "cli/commands.h"
#include "cli/parse_options.h"
#include "graph/parse_text.h"
#include "stack/stack.h"
#include "tasks/task.h"

namespace tilewright::cli {
namespace {

constexpr int kUnsupported = 3;

struct CompileOptions {
  std::string lang = "triton";
  std::string show = "source";
  int style = 0, naming = 0;
  bool one_line = false, list_styles = false;
  int64_t max_elements = 65536;
  template <class Visit>
  void fields(Visit&& visit) {
    visit("lang", lang, "the language of the kernel: triton or cuda");
    visit("show", show, "graph, decomposed, fused, tile, source or all");
    visit("style", style, "which of the styles that suit the task (--list-styles)");
    visit("naming", naming, "which set of variable names: 0, 1 or 2");
    visit("one-line", one_line, "expressions inside one another instead of a line an operation");
    visit("list-styles", list_styles, "print the styles that suit the task, one a line");
    visit("max-elements", max_elements,
          "shrink the task for recording until each input has at most this many elements");
  }
};

// The task's recorded graph; a file that ends in .graph holds one as text.
Result<graph::Graph> graph_of(SourceManager& sources, const std::string& path,
                              const CompileOptions& options) {
  Result<std::string> text = read_file(path);
  if (!text) return fail(text.error());
  if (path.ends_with(".graph")) return graph::parse_text(*text);
  SourceId id = sources.add(path, *text);
  Result<tasks::TaskSource> task = tasks::read_task(sources, id, path);
  if (!task) return fail(task.error());
  tasks::TaskOptions task_options;
  task_options.max_elements = options.max_elements;
  Result<tasks::Sizes> sizes = tasks::shrink(sources, *task, task_options);
  if (!sizes) return fail(sizes.error());
  return tasks::capture(sources, *task, *sizes, task_options);
}

int list_styles(const graph::Graph& graph, const std::vector<stack::Style>& styles, stack::Target target) {
  for (size_t i = 0; i < styles.size(); ++i) {
    Result<stack::Layers> layers = stack::compile(graph, styles[i], target);
    if (!layers) return report_mistake(layers.error());
    std::string warps = target == stack::Target::Triton ? fmt::format(", {} warps", styles[i].num_warps) : "";
    fmt::print("{} {}{}\n", i, layers->candidate.description, warps);
  }
  return 0;
}

}  // namespace

int command_compile(const Arguments& arguments) {
  CompileOptions options;
  ParsedCommand parsed =
      parse_command({.name = "compile",
                     .help = "takes a task down to a kernel, layer by layer",
                     .positionals = {{"TASK", "a task file, or a recorded graph as text (.graph)"}}},
                    option_fields(options), arguments);
  if (parsed.exit_code) return *parsed.exit_code;
  if (auto mistake = check_ranges({{"naming", double(options.naming), 0, 2},
                                   {"max-elements", double(options.max_elements), 0}}))
    return *mistake;
  Result<stack::Target> target = stack::target_named(options.lang);
  if (!target) return report_mistake(target.error());
  SourceManager sources;
  Result<graph::Graph> graph = graph_of(sources, parsed.positionals[0], options);
  auto failed = [&](const Diagnostic& diagnostic) {
    int code = report_mistake(diagnostic, sources);
    return diagnostic.kind == DiagnosticKind::Unsupported ? kUnsupported : code;
  };
  if (!graph) return failed(graph.error());
  std::vector<stack::Style> styles = stack::styles_for(*graph, *target);
  if (options.list_styles && !styles.empty()) return list_styles(*graph, styles, *target);
  if (!styles.empty() && (options.style < 0 || static_cast<size_t>(options.style) >= styles.size())) {
    return report_mistake(
        {DiagnosticKind::BadOption,
         fmt::format("--style {}: the task has styles 0 to {}", options.style, styles.size() - 1),
         {},
         {}});
  }
  stack::Style style = styles.empty() ? stack::Style{} : styles[static_cast<size_t>(options.style)];
  style.naming = options.naming;
  style.one_line = options.one_line;
  Result<stack::Layers> layers = stack::compile(*graph, style, *target);
  if (!layers) {
    // The graph itself is always there to be looked at.
    if (options.show == "graph" || options.show == "all") fmt::print("{}", graph::print(*graph));
    return failed(layers.error());
  }
  const std::pair<std::string_view, const std::string*> shown[] = {{"graph", &layers->graph},
                                                                   {"decomposed", &layers->decomposed},
                                                                   {"fused", &layers->fused},
                                                                   {"tile", &layers->tile},
                                                                   {"source", &layers->candidate.source}};
  bool is_known = options.show == "all";
  for (const auto& [name, text] : shown) {
    if (options.show == "all") fmt::print("# ---- {}\n", name);
    if (options.show == "all" || options.show == name) fmt::print("{}", *text);
    is_known |= options.show == name;
  }
  if (is_known) return 0;
  return report_mistake(
      {DiagnosticKind::BadOption,
       fmt::format("--show {}: not graph, decomposed, fused, tile, source or all", options.show),
       {},
       {}});
}

}  // namespace tilewright::cli
