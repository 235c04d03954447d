// Recordings of one program at several sizes become one graph whose varying dimensions are symbols.
#include <fmt/format.h>

#include <map>

#include "graph/graph.h"

namespace tilewright::graph {
namespace {

bool same_kind(const Argument& left, const Argument& right) {
  if (left.index() != right.index()) return false;
  if (const auto* id = std::get_if<ValueId>(&left)) return *id == std::get<ValueId>(right);
  if (const auto* ids = std::get_if<std::vector<ValueId>>(&left)) {
    return *ids == std::get<std::vector<ValueId>>(right);
  }
  if (const auto* word = std::get_if<std::string>(&left)) return *word == std::get<std::string>(right);
  return true;  // numbers may follow the sizes
}

Result<void> same_structure(const Graph& first, const Graph& other) {
  auto bad = [](std::string message) {
    return fail(DiagnosticKind::Unsupported, "recordings at two sizes differ: " + message);
  };
  if (first.nodes.size() != other.nodes.size() || first.values.size() != other.values.size() ||
      first.inputs != other.inputs || first.parameters != other.parameters ||
      first.outputs != other.outputs) {
    return bad(
        fmt::format("{} operations at one size, {} at another", first.nodes.size(), other.nodes.size()));
  }
  for (size_t i = 0; i < first.nodes.size(); ++i) {
    const Node& left = first.nodes[i];
    const Node& right = other.nodes[i];
    if (left.op != right.op || left.results != right.results ||
        left.arguments.size() != right.arguments.size()) {
      return bad(fmt::format("operation {} is {} at one size, {} at another", i, left.op, right.op));
    }
    for (size_t a = 0; a < left.arguments.size(); ++a) {
      if (!same_kind(left.arguments[a].value, right.arguments[a].value)) {
        return bad(fmt::format("argument '{}' of {}", left.arguments[a].name, left.op));
      }
    }
  }
  for (size_t i = 0; i < first.values.size(); ++i) {
    const Value& left = first.values[i];
    const Value& right = other.values[i];
    if (left.type.shape.size() != right.type.shape.size() || left.type.dtype != right.type.dtype) {
      return bad(fmt::format("'{}' has another rank or dtype", left.name));
    }
  }
  return {};
}

// Integers among the arguments that differ between recordings must be the size of some dimension.
Result<void> follow_sizes(Graph& result, const std::vector<Graph>& recordings,
                          const std::map<std::vector<int64_t>, int>& symbols) {
  for (size_t n = 0; n < result.nodes.size(); ++n) {
    Node& node = result.nodes[n];
    for (size_t a = 0; a < node.arguments.size(); ++a) {
      NamedArgument& argument = node.arguments[a];
      bool differs = false;
      std::vector<int64_t> pattern;
      for (const Graph& recording : recordings) {
        const Argument& value = recording.nodes[n].arguments[a].value;
        if (const auto* whole = std::get_if<int64_t>(&value)) {
          pattern.push_back(*whole);
          differs |= *whole != pattern.front();
        } else if (const auto* real = std::get_if<double>(&value)) {
          differs |= *real != std::get<double>(recordings.front().nodes[n].arguments[a].value);
        }
      }
      if (!differs) continue;
      auto found = symbols.find(pattern);
      // A length that is no dimension's size (x.narrow(dim, 0, n - 1)) shows in the result's shape instead.
      if (found != symbols.end()) {
        argument.symbol = found->second;
      } else if (std::holds_alternative<double>(argument.value)) {
        return fail(
            DiagnosticKind::Unsupported,
            fmt::format("argument '{}' of {} is a number computed from the sizes", argument.name, node.op));
      }
    }
  }
  return {};
}

}  // namespace

Result<Graph> unify(const std::vector<Graph>& recordings) {
  if (recordings.empty()) return fail(DiagnosticKind::BadFormat, "no recording to unify");
  Graph result = recordings.front();
  for (size_t i = 1; i < recordings.size(); ++i) {
    if (auto same = same_structure(result, recordings[i]); !same) return fail(same.error());
  }
  std::map<std::vector<int64_t>, int> symbols;  // sizes over all recordings -> symbol
  for (size_t v = 0; v < result.values.size(); ++v) {
    std::vector<Dimension>& shape = result.values[v].type.shape;
    for (size_t d = 0; d < shape.size(); ++d) {
      std::vector<int64_t> pattern;
      bool differs = false;
      for (const Graph& recording : recordings) {
        pattern.push_back(recording.values[v].type.shape[d].size);
        differs |= pattern.back() != pattern.front();
      }
      shape[d].symbol =
          differs ? symbols.emplace(pattern, static_cast<int>(symbols.size())).first->second : -1;
    }
  }
  if (auto followed = follow_sizes(result, recordings, symbols); !followed) return fail(followed.error());
  return result;
}

}  // namespace tilewright::graph
