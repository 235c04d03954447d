// An AccessTrace as JSON for the page's script, and the tables that need no script.
#include "report/trace_page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <kainjow/mustache.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/hash.h"
#include "report/trace_page_template.h"

namespace tilewright::report {
namespace {

using kainjow::mustache::data;
using kainjow::mustache::list;
using kainjow::mustache::mustache;
using kainjow::mustache::object;
using nlohmann::json;

constexpr size_t kMostLineBytes = 240, kMostLines = 500;

// Inside <script>: no '<' may begin a tag, and two separators of Unicode end lines of old scripts.
std::string script_text(const json& value) {
  std::string text = value.dump(-1, ' ', true, json::error_handler_t::replace), safe;
  safe.reserve(text.size());
  for (char c : text) {
    if (c == '<' || c == '>' || c == '&') {
      safe += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      safe += c;
    }
  }
  return safe;
}

std::string base64(std::string_view hex) {
  static constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  auto nibble = [&](size_t i) {
    return static_cast<uint32_t>(hex[i] <= '9' ? hex[i] - '0' : hex[i] - 'a' + 10);
  };
  std::string text;
  for (size_t i = 0; i < hex.size(); i += 6) {
    size_t digits = std::min<size_t>(6, hex.size() - i);
    uint32_t word = 0;
    for (size_t k = 0; k < 6; ++k) word = word << 4 | (k < digits ? nibble(i + k) : 0);
    for (size_t k = 0; k < 4; ++k) text += k <= digits / 2 ? kDigits[word >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

// Place of a span in the file that the user wrote.
struct Place {
  const SourceFile* file = nullptr;
  uint32_t line = 0, column = 0, last_line = 0;
};

Place place_of(Span span, const SourceManager& sources) {
  Span origin = span ? sources.origin(span) : span;
  if (!origin) return {};
  const SourceFile& file = sources.file(origin.source);
  LineColumn begin = file.line_column(origin.begin);
  return {&file, begin.line, begin.column, file.line_column(origin.end).line};
}

// ---- pictures -------------------------------------------------------------------------------------
template <class Field>
json runs(const std::vector<TracePicture::Cell>& cells, Field field) {
  json out = json::array();
  for (size_t i = 0; i < cells.size();) {
    size_t first = i;
    auto value = field(cells[first]);
    while (i < cells.size() && field(cells[i]) == value) ++i;
    out.push_back(i - first);
    out.push_back(value);
  }
  return out;
}

// A program's index, -1: nobody, -2 - i: several, the lowest i.
int64_t who(uint32_t stored, uint32_t first) {
  return stored == TracePicture::Cell::kSeveral ? -2 - static_cast<int64_t>(first)
                                                : static_cast<int64_t>(stored) - 1;
}

json tensor_json(const TraceTensor& tensor, const TraceLaunch& launch) {
  const TracePicture& p = tensor.picture;
  const TensorTraffic* traffic = nullptr;
  for (const TensorTraffic& t : launch.work.tensors) traffic = t.tensor == tensor.name ? &t : traffic;
  return {{"name", tensor.name},
          {"dtype", torch_name(tensor.dtype)},
          {"item", size_of(tensor.dtype)},
          {"shape", tensor.shape},
          {"strides", tensor.strides},
          {"begin", tensor.storage_begin},
          {"end", tensor.storage_end},
          {"elsewhere", tensor.lanes_elsewhere},
          {"rows", p.rows},
          {"columns", p.columns},
          {"cellRows", p.cell_rows},
          {"cellColumns", p.cell_columns},
          {"across", p.cells_across()},
          {"down", p.cells_down()},
          {"wrapped", p.is_wrapped},
          {"storage", p.is_storage},
          {"traffic", traffic ? json{{"loaded", traffic->bytes_loaded},
                                     {"stored", traffic->bytes_stored},
                                     {"sectors", traffic->sectors_loaded + traffic->sectors_stored}}
                              : json()},
          {"readers", runs(p.cells, [](const auto& c) { return who(c.reader, c.first_reader); })},
          {"writers", runs(p.cells, [](const auto& c) { return who(c.writer, c.first_writer); })},
          {"reads", runs(p.cells, [](const auto& c) { return c.reads; })},
          {"writes", runs(p.cells, [](const auto& c) { return c.writes; })}};
}

json program_json(const TraceProgram& program) {
  json steps = json::array();
  for (const TraceStep& step : program.steps) {
    json numbers = {step.site, step.lanes, step.lanes_off, step.sectors};
    for (uint32_t i = step.first_patch; i < step.first_patch + step.patches && i < program.patches.size();
         ++i) {
      const TracePatch& p = program.patches[i];
      for (int64_t n :
           {static_cast<int64_t>(p.tensor), p.first, p.count, p.stride, p.repeat, p.repeat_stride})
        numbers.push_back(n);
    }
    steps.push_back(std::move(numbers));
  }
  return {{"index", program.index}, {"steps", std::move(steps)}, {"left", program.steps_left_out}};
}

// ---- source ---------------------------------------------------------------------------------------
// The kernel's definition and lines elsewhere that access memory, with their neighbours.
json listing_json(const TraceLaunch& launch, const SourceManager& sources) {
  Place kernel = place_of(launch.span, sources);
  json lines = json::array();
  if (!kernel.file) return {{"file", ""}, {"lines", lines}};
  std::set<uint32_t> wanted;
  auto add = [&](uint32_t first, uint32_t last) {
    for (uint32_t line = first; line <= last && line <= kernel.file->line_count(); ++line) {
      if (line > 0 && wanted.size() < kMostLines) wanted.insert(line);
    }
  };
  for (const TraceSite& site : launch.sites) {
    Place place = place_of(site.span, sources);
    if (place.file == kernel.file) add(place.line > 2 ? place.line - 2 : 1, place.last_line + 2);
  }
  add(kernel.line, kernel.last_line);
  for (uint32_t line : wanted)
    lines.push_back({line, std::string(kernel.file->line(line).substr(0, kMostLineBytes))});
  return {{"file", kernel.file->name()}, {"lines", std::move(lines)}};
}

json sites_json(const TraceLaunch& launch, const SourceManager& sources) {
  json sites = json::array();
  const SourceFile* kernel = place_of(launch.span, sources).file;
  for (const TraceSite& site : launch.sites) {
    Place place = place_of(site.span, sources);
    // A line of another file has no row in the listing.
    json line = place.file == kernel ? json(place.line) : json(sources.describe(site.span));
    sites.push_back({{"line", std::move(line)},
                     {"kind", static_cast<int>(site.kind)},
                     {"width", site.element_bytes},
                     {"executions", site.executions},
                     {"lanes", site.lanes},
                     {"off", site.lanes_off},
                     {"bytes", site.bytes},
                     {"sectors", site.sectors}});
  }
  return sites;
}

json fault_json(const TraceFault& fault, const SourceManager& sources) {
  json out = {{"kind", fault.kind}, {"message", fault.message}, {"line", place_of(fault.span, sources).line}};
  if (fault.has_program) out["program"] = fault.program;
  if (fault.has_place) {
    out["tensor"] = fault.tensor;
    out["offset"] = fault.offset;
  }
  return out;
}

// ---- the page's data, within its cap ----------------------------------------------------------------
class PageData {
 public:
  PageData(const AccessTrace& trace, const SourceManager& sources, size_t most_bytes)
      : trace_(trace), sources_(sources), room_(most_bytes) {}

  std::string text() {
    json launches = json::array();
    // A launch that faulted comes first: it must not be what has no room.
    std::map<size_t, json> made;
    for (bool wants_fault : {true, false}) {
      for (size_t i = 0; i < trace_.launches.size(); ++i) {
        if (trace_.launches[i].has_fault == wants_fault) made[i] = launch(trace_.launches[i]);
      }
    }
    for (auto& [index, value] : made) launches.push_back(std::move(value));
    return script_text({{"schema", 1}, {"launches", std::move(launches)}, {"listings", listings_}});
  }

  uint64_t without_programs = 0, without_pictures = 0;

 private:
  json launch(const TraceLaunch& launch) {
    json out = {{"kernel", launch.kernel},   {"grid", launch.grid},
                {"tensors", json::array()},  {"sites", json::array()},
                {"programs", json::array()}, {"programsLeft", launch.programs_left_out}};
    if (launch.has_fault) out["fault"] = fault_json(launch.fault, sources_);
    out["listing"] = listing(launch);
    if (launch.is_listed_only) return out;
    json tensors = json::array(), programs = json::array();
    for (const TraceTensor& tensor : launch.tensors) tensors.push_back(tensor_json(tensor, launch));
    if (!fits(tensors)) {
      ++without_pictures;
      return out;
    }
    out["tensors"] = std::move(tensors);
    out["sites"] = sites_json(launch, sources_);
    for (const TraceProgram& program : launch.programs) programs.push_back(program_json(program));
    if (fits(programs)) {
      out["programs"] = std::move(programs);
    } else {
      ++without_programs;
      out["programsLeft"] = launch.programs_left_out + launch.programs.size();
    }
    return out;
  }

  bool fits(const json& value) {
    size_t bytes = value.dump(-1, ' ', true, json::error_handler_t::replace).size();
    if (bytes > room_) return false;
    room_ -= bytes;
    return true;
  }

  size_t listing(const TraceLaunch& launch) {
    json made = listing_json(launch, sources_);
    auto found = std::find(listings_.begin(), listings_.end(), made);
    if (found != listings_.end()) return static_cast<size_t>(found - listings_.begin());
    listings_.push_back(std::move(made));
    return listings_.size() - 1;
  }

  const AccessTrace& trace_;
  const SourceManager& sources_;
  size_t room_;
  json listings_ = json::array();
};

// ---- tables ---------------------------------------------------------------------------------------
object launch_row(const TraceLaunch& launch, size_t number) {
  const WorkCounters& work = launch.work;
  uint64_t sectors = 0;
  for (const TensorTraffic& tensor : work.tensors) sectors += tensor.sectors_loaded + tensor.sectors_stored;
  std::vector<std::string> dots;
  for (const DotWork& dot : work.dots)
    dots.push_back(fmt::format("{} of {}x{}x{} {}", dot.count, dot.m, dot.n, dot.k, torch_name(dot.dtype)));
  auto count = [&](uint64_t n) { return data(launch.has_fault ? "–" : std::to_string(n)); };
  object row;
  row["number"] = data(std::to_string(number));
  row["kernel"] = data(launch.kernel);
  row["grid"] = data(fmt::format("({})", fmt::join(launch.grid, ", ")));
  row["loaded"] = count(work.bytes_loaded());
  row["stored"] = count(work.bytes_stored());
  row["sectors"] = count(sectors);
  row["float"] = count(work.float_operations);
  row["special"] = count(work.special_operations);
  row["integer"] = count(work.integer_operations);
  row["dots"] = data(fmt::format("{}", fmt::join(dots, ", ")));
  row["reduced"] = count(work.reductions);
  row["atomics"] = count(work.atomics);
  return row;
}

object fault_box(const TraceLaunch& launch, size_t number, const SourceManager& sources) {
  object box;
  box["kind"] = data(launch.fault.kind);
  box["number"] = data(std::to_string(number));
  box["kernel"] = data(launch.kernel);
  box["message"] = data(launch.fault.message);
  box["place"] = data(launch.fault.span ? sources.describe(launch.fault.span) : "");
  return box;
}

list left_out(const AccessTrace& trace, const PageData& page) {
  list lines;
  auto add = [&](uint64_t n, std::string text) {
    if (n > 0) lines.push_back(object{{"text", data(std::move(text))}});
  };
  uint64_t listed = static_cast<uint64_t>(std::count_if(trace.launches.begin(), trace.launches.end(),
                                                        [](const auto& l) { return l.is_listed_only; }));
  uint64_t thinned =
      static_cast<uint64_t>(std::count_if(trace.launches.begin(), trace.launches.end(), [](const auto& l) {
        return !l.is_listed_only && l.programs_left_out > 0;
      }));
  auto launches = [](uint64_t n) { return fmt::format("{} launch{}", n, n == 1 ? "" : "es"); };
  add(listed, fmt::format("pictures of {} after the first {}; their counters are below.", launches(listed),
                          trace.launches.size() - listed));
  add(trace.launches_left_out, fmt::format("{} altogether.", launches(trace.launches_left_out)));
  add(page.without_pictures,
      fmt::format("pictures of {} that had no room.", launches(page.without_pictures)));
  add(page.without_programs, fmt::format("single programs of {} that had no room; the pictures cover them.",
                                         launches(page.without_programs)));
  add(thinned,
      fmt::format("the accesses of some programs in {}; pictures and sums cover all.", launches(thinned)));
  return lines;
}

}  // namespace

std::string render_trace_page(std::string_view name, const AccessTrace& trace, const SourceManager& sources,
                              const TracePageOptions& options) {
  PageData page_data(trace, sources, options.most_bytes);
  object page;
  page["data"] = data(page_data.text());
  page["script"] = data(std::string(kTracePageScript));
  page["script_hash"] = data(base64(sha256_hex(kTracePageScript)));
  page["name"] = data(std::string(name));
  size_t count = trace.launches.size();
  page["lead"] = data(count == 0 && !options.timelines.empty() ? std::string("What each engine does when: an estimate of tilewright run --trace.") : fmt::format(
      "{} launch{} of kernels, every memory access checked and recorded by tilewright run --trace.",
      count + trace.launches_left_out, count == 1 ? "" : "es"));
  list launches, faults;
  for (size_t i = 0; i < count; ++i) {
    launches.push_back(launch_row(trace.launches[i], i + 1));
    if (trace.launches[i].has_fault) faults.push_back(fault_box(trace.launches[i], i + 1, sources));
  }
  page["launches"] = data(std::move(launches));
  page["faults"] = data(std::move(faults));
  list timelines;
  for (const EngineTimeline& timeline : options.timelines) timelines.push_back(object{{"figure", render(timeline)}});
  page["timelines"] = data(std::move(timelines));
  page["has_launches"] = data(count > 0 ? data::type::bool_true : data::type::bool_false);
  page["left_out"] = data(left_out(trace, page_data));
  mustache renderer{std::string(kTracePageTemplate)};
  return renderer.render(data(std::move(page)));
}

}  // namespace tilewright::report
