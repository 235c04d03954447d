// The text form of a graph: one node a line, read back by parse_text().
#include <fmt/format.h>

#include "graph/graph.h"
#include "graph/number_text.h"
#include "graph/parse_text.h"

namespace tilewright::graph {
namespace {

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

template <class List, class Item>
std::string bracketed(const List& list, Item item) {
  std::string text = "[";
  for (size_t i = 0; i < list.size(); ++i) {
    if (i != 0) text += ", ";
    text += item(list[i]);
  }
  return text + "]";
}

std::string quoted(const std::string& value) {
  std::string text = "\"";
  for (char c : value) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + "\"";
}

std::string argument_text(const Graph& graph, const Argument& argument) {
  auto value_name = [&](ValueId id) { return graph[id].name; };
  auto boolean = [](bool value) { return std::string(value ? "True" : "False"); };
  return std::visit(Overloaded{
                        [](NoneArgument) { return std::string("None"); },
                        [&](ValueId id) { return value_name(id); },
                        [&](const std::vector<ValueId>& ids) { return bracketed(ids, value_name); },
                        [&](bool value) { return boolean(value); },
                        [](int64_t value) { return fmt::format("{}", value); },
                        [](double value) { return python_repr(value); },
                        [](const std::string& value) { return quoted(value); },
                        [](DType dtype) { return fmt::format("torch.{}", torch_name(dtype)); },
                        [](const std::vector<int64_t>& list) {
                          return bracketed(list, [](int64_t value) { return fmt::format("{}", value); });
                        },
                        [](const std::vector<double>& list) { return bracketed(list, python_repr); },
                        [&](const std::vector<bool>& list) { return bracketed(list, boolean); },
                    },
                    argument);
}

}  // namespace

std::vector<int64_t> contiguous_strides(const std::vector<Dimension>& shape) {
  std::vector<int64_t> strides(shape.size(), 1);
  for (size_t i = shape.size(); i-- > 1;) strides[i - 1] = strides[i] * std::max<int64_t>(shape[i].size, 1);
  return strides;
}

bool is_contiguous(const TensorType& type) {
  if (type.strides.empty()) return true;
  std::vector<int64_t> expected = contiguous_strides(type.shape);
  for (size_t i = 0; i < type.shape.size(); ++i) {
    if (type.shape[i].size != 1 && type.strides[i] != expected[i]) return false;
  }
  return true;
}

std::string print(const TensorType& type) {
  std::string text = std::string(torch_name(type.dtype));
  text += bracketed(type.shape, [](const Dimension& dimension) {
    return dimension.symbol < 0 ? fmt::format("{}", dimension.size)
                                : fmt::format("{}:s{}", dimension.size, dimension.symbol);
  });
  if (!is_contiguous(type)) {
    text += " strides=" + bracketed(type.strides, [](int64_t value) { return fmt::format("{}", value); });
  }
  return text;
}

std::string print(const Graph& graph) {
  std::string text;
  auto declare = [&](std::string_view word, const std::vector<ValueId>& ids) {
    for (ValueId id : ids) {
      const Value& value = graph[id];
      std::string_view kind = value.source == ValueSource::Buffer ? "buffer" : word;
      text += fmt::format("{} {}: {}\n", kind, value.name, print(value.type));
    }
  };
  declare("input", graph.inputs);
  for (const std::string& name : graph.scalar_inputs) text += fmt::format("scalar {}\n", name);
  declare("parameter", graph.parameters);
  for (const Value& value : graph.values) {
    if (value.source != ValueSource::Constant) continue;
    text += fmt::format("constant {}: {} = {}\n", value.name, print(value.type),
                        bracketed(value.constant, python_repr));
  }
  for (const Node& node : graph.nodes) {
    std::string results;
    for (ValueId id : node.results) {
      if (!results.empty()) results += ", ";
      results += fmt::format("{}: {}", graph[id].name, print(graph[id].type));
    }
    std::string arguments;
    for (const NamedArgument& argument : node.arguments) {
      if (!arguments.empty()) arguments += ", ";
      arguments += fmt::format("{}={}", argument.name, argument_text(graph, argument.value));
    }
    text += fmt::format("{} = {}({})\n", results, node.op, arguments);
  }
  text += "return";
  for (size_t i = 0; i < graph.outputs.size(); ++i) {
    text += (i == 0 ? " " : ", ") + graph[graph.outputs[i]].name;
  }
  return text + "\n";
}

}  // namespace tilewright::graph
