// The text of a tensor as torch prints it: 4 digits, 80 columns, 3 items at each edge of large ones.
#include <ATen/core/Tensor.h>
#include <fmt/core.h>

#include <cmath>
#include <cstring>
#include <functional>

#include "library/gradient.h"
#include "library/tensor_object.h"

namespace tilewright::library {
namespace {

constexpr int kPrecision = 4;
constexpr size_t kLineWidth = 80;
constexpr int64_t kThreshold = 1000;
constexpr int64_t kEdgeItems = 3;

// One element: integers exactly, whatever their size.
struct Element {
  double number = 0;
  int64_t integer = 0;  // the bits, of 64-bit integers
};

class Formatter {
 public:
  Formatter(DType dtype, const std::vector<Element>& elements) : dtype_(dtype) {
    if (!is_float(dtype)) {
      for (const Element& element : elements) widen(plain(element));
      return;
    }
    std::vector<double> values;
    for (const Element& element : elements) values.push_back(element.number);
    double smallest = INFINITY, largest = 0;
    bool is_any = false;
    for (double value : values) {
      if (!std::isfinite(value) || value == 0) continue;
      is_any = true;
      smallest = std::min(smallest, std::fabs(value));
      largest = std::max(largest, std::fabs(value));
      if (value != std::ceil(value)) is_integral_ = false;
    }
    if (!is_any) return;
    is_scientific_ = largest / smallest > 1000 || largest > 1e8 || (!is_integral_ && smallest < 1e-4);
    for (double value : values) {
      if (std::isfinite(value) && value != 0) widen(plain({value, 0}));
    }
  }

  std::string format(const Element& value) const {
    std::string text = plain(value);
    return text.size() < width_ ? std::string(width_ - text.size(), ' ') + text : text;
  }
  size_t width() const { return width_; }

 private:
  std::string plain(const Element& element) const {
    if (dtype_ == DType::Int64) return fmt::format("{}", element.integer);
    if (dtype_ == DType::UInt64) return fmt::format("{}", static_cast<uint64_t>(element.integer));
    double value = element.number;
    if (dtype_ == DType::Bool) return value != 0 ? "True" : "False";
    if (!is_float(dtype_)) return fmt::format("{:.0f}", value);
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
    if (is_scientific_) return fmt::format("{:.{}e}", value, kPrecision);
    if (is_integral_) return fmt::format("{:.0f}.", value);
    return fmt::format("{:.{}f}", value, kPrecision);
  }
  void widen(const std::string& text) { width_ = std::max(width_, text.size()); }

  DType dtype_;
  bool is_integral_ = true;
  bool is_scientific_ = false;
  size_t width_ = 1;
};

class Printer {
 public:
  Printer(const at::Tensor& tensor, DType dtype)
      : sizes_(tensor.sizes().vec()),
        strides_(tensor.strides().vec()),
        dtype_(dtype),
        data_(static_cast<const std::byte*>(tensor.const_data_ptr())),
        is_summary_(tensor.numel() > kThreshold),
        formatter_(dtype, collect(0, 0)) {}

  std::string print(size_t indent) { return level(0, 0, indent); }

 private:
  // Positions along a dimension that are shown; -1 stands for the dots.
  std::vector<int64_t> shown(size_t dimension) const {
    std::vector<int64_t> positions;
    int64_t size = sizes_[dimension];
    bool is_cut = is_summary_ && size > 2 * kEdgeItems;
    for (int64_t i = 0; i < size; ++i) {
      if (is_cut && i == kEdgeItems) {
        positions.push_back(-1);
        i = size - kEdgeItems;
      }
      positions.push_back(i);
    }
    return positions;
  }

  std::vector<Element> collect(size_t dimension, int64_t offset) const {
    if (dimension == sizes_.size()) return {load(offset)};
    std::vector<Element> values;
    for (int64_t position : shown(dimension)) {
      if (position < 0) continue;
      auto inner = collect(dimension + 1, offset + position * strides_[dimension]);
      values.insert(values.end(), inner.begin(), inner.end());
    }
    return values;
  }

  Element load(int64_t offset) const {
    const std::byte* address = data_ + offset * static_cast<int64_t>(size_of(dtype_));
    Element element{load_as_double(dtype_, address), 0};
    if (dtype_ == DType::Int64 || dtype_ == DType::UInt64)
      std::memcpy(&element.integer, address, sizeof element.integer);
    return element;
  }

  std::string level(size_t dimension, int64_t offset, size_t indent) const {
    if (dimension == sizes_.size()) return formatter_.format(load(offset));
    if (dimension + 1 == sizes_.size()) return vector(dimension, offset, indent);
    std::string separator =
        "," + std::string(sizes_.size() - dimension - 1, '\n') + std::string(indent + 1, ' ');
    std::string text;
    for (int64_t position : shown(dimension)) {
      if (!text.empty()) text += separator;
      text +=
          position < 0 ? "..." : level(dimension + 1, offset + position * strides_[dimension], indent + 1);
    }
    return "[" + text + "]";
  }

  std::string vector(size_t dimension, int64_t offset, size_t indent) const {
    size_t per_line = std::max<size_t>(1, (kLineWidth - indent) / (formatter_.width() + 2));
    std::string text;
    size_t on_line = 0;
    for (int64_t position : shown(dimension)) {
      if (on_line == per_line) {
        text += ",\n" + std::string(indent + 1, ' ');
        on_line = 0;
      } else if (on_line > 0) {
        text += ", ";
      }
      text += position < 0 ? " ..." : formatter_.format(load(offset + position * strides_[dimension]));
      ++on_line;
    }
    return "[" + text + "]";
  }

  std::vector<int64_t> sizes_, strides_;
  DType dtype_;
  const std::byte* data_;
  bool is_summary_;
  Formatter formatter_;
};

std::vector<std::string> suffixes(const TensorObject& tensor, DType dtype) {
  std::vector<std::string> found;
  const at::Tensor& t = tensor.tensor();
  if (tensor.device.is_accelerator()) found.push_back("device='" + tensor.device.text() + "'");
  bool is_empty = t.numel() == 0;
  if (is_empty && t.dim() != 1) {
    std::string size = "size=(";
    for (int64_t i = 0; i < t.dim(); ++i) size += (i > 0 ? ", " : "") + std::to_string(t.size(i));
    found.push_back(size + ")");
  }
  bool is_default = dtype == DType::Float32 || (!is_empty && (dtype == DType::Int64 || dtype == DType::Bool));
  if (!is_default) found.push_back("dtype=torch." + std::string(torch_name(dtype)));
  if (std::string name = gradient_node_name(t); !name.empty()) {
    found.push_back("grad_fn=<" + name + ">");
  } else if (tensor.requires_grad()) {
    found.push_back("requires_grad=True");
  }
  return found;
}

}  // namespace

std::string print_tensor(const TensorObject& tensor) {
  const std::string prefix = "tensor(";
  auto dtype = to_dtype(static_cast<int8_t>(tensor.tensor().scalar_type()));
  if (!dtype) return "tensor(...)";
  std::string body =
      tensor.tensor().numel() == 0 ? "[]" : Printer(tensor.tensor(), *dtype).print(prefix.size());
  size_t line_end = body.rfind('\n');
  size_t line_length = line_end == std::string::npos ? body.size() + 2 : body.size() - line_end + 1;
  for (const std::string& suffix : suffixes(tensor, *dtype)) {
    if (line_length + suffix.size() + 2 > kLineWidth) {
      body += ",\n" + std::string(prefix.size(), ' ') + suffix;
      line_length = prefix.size() + suffix.size();
    } else {
      body += ", " + suffix;
      line_length += suffix.size() + 2;
    }
  }
  std::string text = prefix + body + ")";
  return tensor.role == TensorObject::Role::Parameter ? "Parameter containing:\n" + text : text;
}

}  // namespace tilewright::library
