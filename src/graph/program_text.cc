#include "graph/program_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "graph/number_text.h"
#include "graph/op_table.h"
#include "graph/operands.h"
#include "graph/signature.h"

namespace tilewright::graph {
namespace {

struct Infix {
  std::string_view op, sign;
  bool is_reversed = false;
};
constexpr std::array kInfix = {
    Infix{"add", "+"},      Infix{"sub", "-"}, Infix{"rsub", "-", true},  Infix{"mul", "*"},
    Infix{"multiply", "*"}, Infix{"div", "/"}, Infix{"true_divide", "/"}, Infix{"pow", "**"},
    Infix{"matmul", "@"},   Infix{"mm", "@"},  Infix{"bmm", "@"},         Infix{"gt", ">"},
    Infix{"ge", ">="},      Infix{"lt", "<"},  Infix{"le", "<="},         Infix{"eq", "=="},
    Infix{"ne", "!="},
};

// Values of arguments that say nothing: {operation ("" any), argument, text ("" any)}.
struct Usual {
  std::string_view op, argument, text;
};
constexpr std::array kUsual = {
    Usual{"add", "alpha", "1"},
    Usual{"sub", "alpha", "1"},
    Usual{"rsub", "alpha", "1"},
    Usual{"addcmul", "value", "1"},
    Usual{"addcdiv", "value", "1"},
    Usual{"addmm", "alpha", "1"},
    Usual{"addmm", "beta", "1"},
    Usual{"baddbmm", "alpha", "1"},
    Usual{"baddbmm", "beta", "1"},
    Usual{"softplus", "threshold", "20"},
    Usual{"softplus", "threshold", "20.0"},
    Usual{"gelu", "approximate", "'none'"},
    Usual{"elu", "scale", "1"},
    Usual{"elu", "input_scale", "1"},
    Usual{"", "reduction", "'mean'"},
    Usual{"", "ignore_index", "-100"},
    Usual{"", "label_smoothing", "0.0"},
    Usual{"", "cudnn_enable", ""},
    Usual{"", "cudnn_enabled", ""},
    Usual{"", "memory_format", ""},
    Usual{"", "momentum", ""},
};

bool is_usual(std::string_view op, std::string_view argument, std::string_view text) {
  if (text == "None" || text == "False") return true;
  return std::any_of(kUsual.begin(), kUsual.end(), [&](const Usual& usual) {
    return (usual.op.empty() || usual.op == op) && usual.argument == argument &&
           (usual.text.empty() || usual.text == text);
  });
}

std::string_view short_name(DType dtype) {
  switch (dtype) {
    case DType::Float64:
      return "f64";
    case DType::Float32:
      return "f32";
    case DType::Float16:
      return "f16";
    case DType::BFloat16:
      return "bf16";
    case DType::Int64:
      return "i64";
    case DType::Int32:
      return "i32";
    default:
      return torch_name(dtype);
  }
}

class ProgramText {
 public:
  explicit ProgramText(const Graph& graph) : graph_(graph), signature_(signature(graph)) {}

  std::string run() {
    std::string text = fmt::format("def forward({}):\n", fmt::join(signature_.arguments, ", "));
    for (const std::string& argument : signature_.arguments) {
      for (const auto* list : {&graph_.inputs, &graph_.parameters}) {
        for (ValueId id : *list) {
          if (signature_.argument_of[id.index] != argument) continue;
          const TensorType& type = graph_[id].type;
          text += fmt::format("    {}: {}[{}] = {}\n", signature_.names[id.index], short_name(type.dtype),
                              sizes(type.shape), argument);
        }
      }
    }
    std::vector<bool> is_needed = needed_nodes(graph_);
    for (size_t i = 0; i < graph_.nodes.size(); ++i) {
      const Node& node = graph_.nodes[i];
      if (!is_needed[i] || same_as(graph_, node)) continue;
      std::string results;
      for (ValueId id : node.results) results += (results.empty() ? "" : ", ") + signature_.names[id.index];
      text += fmt::format("    {} = {}\n", results, operation(node));
    }
    std::string returned;
    for (ValueId id : graph_.outputs) returned += (returned.empty() ? "" : ", ") + value(id);
    return text + "    return " + returned + "\n";
  }

 private:
  std::string size(const Dimension& dimension) {
    if (dimension.symbol < 0) return std::to_string(dimension.size);
    auto [letter, is_new] = letters_.try_emplace(dimension.symbol, letters_.size());
    if (letter->second < 26) return std::string(1, static_cast<char>('A' + letter->second));
    return fmt::format("S{}", letter->second);
  }
  std::string sizes(const std::vector<Dimension>& shape) {
    std::string text;
    for (const Dimension& dimension : shape) text += (text.empty() ? "" : ", ") + size(dimension);
    return text;
  }

  std::string value(ValueId id) const {
    const Value& value = graph_[id];
    if (value.source == ValueSource::Constant && value.constant.size() == 1) {
      return is_float(value.type.dtype) ? python_repr(value.constant[0])
                                        : fmt::format("{:.0f}", value.constant[0]);
    }
    return signature_.names[id.index];
  }

  static bool is_dimension(std::string_view name) {
    return name == "dim" || name == "dim0" || name == "dim1" || name == "axis0" || name == "axis1" ||
           name == "dims" || name == "start_dim" || name == "end_dim";
  }

  // Arguments that name a shape: written with the letters of the tensor that has it.
  std::optional<std::string> shape_argument(const Node& node, const NamedArgument& argument) {
    const auto* list = std::get_if<std::vector<int64_t>>(&argument.value);
    if (list == nullptr) return std::nullopt;
    if (argument.name == "normalized_shape") {
      std::vector<Dimension> shape = graph_[operands(node)[0]].type.shape;
      if (list->size() > shape.size()) return std::nullopt;
      shape.erase(shape.begin(), shape.end() - static_cast<long>(list->size()));
      return "[" + sizes(shape) + "]";
    }
    if (argument.name == "size" || argument.name == "shape") {
      return "[" + sizes(graph_[node.results[0]].type.shape) + "]";
    }
    return std::nullopt;
  }

  std::string integer(const Node& node, const NamedArgument& argument, int64_t number) const {
    if (argument.name == "reduction") return number == 0 ? "'none'" : number == 1 ? "'mean'" : "'sum'";
    std::vector<ValueId> read = operands(node);
    if (!is_dimension(argument.name) || read.empty()) return std::to_string(number);
    auto rank = static_cast<int64_t>(graph_[read[0]].type.shape.size());
    if (base_name(node.op) == "unsqueeze") ++rank;
    if (number < 0) number += rank;
    return std::to_string(number == rank - 1 ? -1 : number);
  }

  std::string argument_text(const Node& node, const NamedArgument& argument) {
    if (auto shape = shape_argument(node, argument)) return *shape;
    const Argument& held = argument.value;
    auto joined = [](const auto& list, auto item) {
      std::string text;
      for (const auto& element : list) text += (text.empty() ? "" : ", ") + item(element);
      return list.size() == 1 ? text : "[" + text + "]";
    };
    if (const auto* id = std::get_if<ValueId>(&held)) return value(*id);
    if (const auto* ids = std::get_if<std::vector<ValueId>>(&held)) {
      std::string text = joined(*ids, [&](ValueId id) { return value(id); });
      return ids->size() == 1 ? "[" + text + "]" : text;
    }
    if (const auto* flag = std::get_if<bool>(&held)) return *flag ? "True" : "False";
    if (const auto* number = std::get_if<int64_t>(&held)) return integer(node, argument, *number);
    if (const auto* number = std::get_if<double>(&held)) return python_repr(*number);
    if (const auto* text = std::get_if<std::string>(&held)) return "'" + *text + "'";
    if (const auto* dtype = std::get_if<DType>(&held)) return std::string(short_name(*dtype));
    if (const auto* list = std::get_if<std::vector<int64_t>>(&held))
      return joined(*list, [&](int64_t number) { return integer(node, argument, number); });
    if (const auto* list = std::get_if<std::vector<double>>(&held)) return joined(*list, python_repr);
    if (const auto* list = std::get_if<std::vector<bool>>(&held))
      return joined(*list, [](bool flag) { return std::string(flag ? "True" : "False"); });
    return "None";
  }

  // The two dimensions that a view changes about, in order, whatever it is spelled like (t, T, permute).
  std::optional<std::pair<int64_t, int64_t>> swapped(const Node& node) const {
    std::string_view op = base_name(node.op);
    std::vector<ValueId> read = operands(node);
    if (read.empty()) return std::nullopt;
    auto rank = static_cast<int64_t>(graph_[read[0]].type.shape.size());
    if (rank == 2 && (op == "t" || op == "numpy_T" || op == "mT")) return std::pair<int64_t, int64_t>(0, 1);
    if (op == "transpose") {
      std::array<int64_t, 2> dims{};
      size_t found = 0;
      for (const NamedArgument& argument : node.arguments) {
        const auto* dim = std::get_if<int64_t>(&argument.value);
        if (dim != nullptr && found < 2) dims[found++] = *dim < 0 ? *dim + rank : *dim;
      }
      if (found == 2) return std::minmax(dims[0], dims[1]);
    }
    const Argument* order = op == "permute" ? find_argument(node, "dims") : nullptr;
    const auto* dims = order == nullptr ? nullptr : std::get_if<std::vector<int64_t>>(order);
    if (dims == nullptr) return std::nullopt;
    std::vector<int64_t> moved;
    for (size_t i = 0; i < dims->size(); ++i) {
      int64_t dim = (*dims)[i] < 0 ? (*dims)[i] + rank : (*dims)[i];
      if (dim != static_cast<int64_t>(i)) moved.push_back(static_cast<int64_t>(i));
    }
    if (moved.size() != 2) return std::nullopt;
    return std::pair(moved[0], moved[1]);
  }

  std::string operation(const Node& node) {
    std::string_view op = base_name(node.op);
    if (auto dims = swapped(node)) {
      auto rank = static_cast<int64_t>(graph_[operands(node)[0]].type.shape.size());
      return fmt::format("transpose({}, {}, {})", value(operands(node)[0]), dims->first,
                         dims->second == rank - 1 ? -1 : dims->second);
    }
    struct Shown {
      std::string name, text;
      bool is_value;
    };
    std::vector<Shown> shown;
    for (const NamedArgument& argument : node.arguments) {
      std::string text = argument_text(node, argument);
      bool is_value = std::holds_alternative<ValueId>(argument.value);
      if (!is_value && is_usual(op, argument.name, text)) continue;
      shown.push_back({argument.name, std::move(text), is_value});
    }
    auto infix = std::find_if(kInfix.begin(), kInfix.end(), [&](const Infix& row) { return row.op == op; });
    if (infix != kInfix.end() && shown.size() == 2) {
      const std::string& left = shown[infix->is_reversed ? 1 : 0].text;
      const std::string& right = shown[infix->is_reversed ? 0 : 1].text;
      bool is_negative_base = infix->sign == "**" && left.starts_with('-');
      return fmt::format("{} {} {}", is_negative_base ? "(" + left + ")" : left, infix->sign, right);
    }
    if (op == "neg" && shown.size() == 1) return "-" + shown[0].text;
    std::string arguments;
    bool is_positional = true;
    for (const Shown& argument : shown) {
      is_positional = is_positional && argument.is_value;
      arguments += arguments.empty() ? "" : ", ";
      arguments += is_positional ? argument.text : fmt::format("{}={}", argument.name, argument.text);
    }
    return fmt::format("{}({})", op, arguments);
  }

  const Graph& graph_;
  Signature signature_;
  std::map<int, size_t> letters_;
};

}  // namespace

std::string program_text(const Graph& graph) { return ProgramText(graph).run(); }

}  // namespace tilewright::graph
