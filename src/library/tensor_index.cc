// x[...] and x[...] = value: basic indices become views one after the other, tensor indices one
// aten::index or aten::index_put_, in the order PyTorch takes them apart.
#include <ATen/core/Tensor.h>

#include "library/call_operator.h"
#include "library/convert.h"
#include "library/factory.h"
#include "library/tensor_object.h"

namespace tilewright::library {
namespace {

using script::Interpreter;
using script::Value;

bool is_ellipsis(const Value& value) {
  return value.is_object() && value.object()->type_name() == "ellipsis";
}

TensorObject& tensor_of(const Value& value) { return *value.as<TensorObject>(); }
int64_t dimensions(const Value& value) { return tensor_of(value).tensor().dim(); }

bool is_integer_tensor(const TensorObject& tensor) {
  return tensor.tensor().dim() == 0 && c10::isIntegralType(tensor.tensor().scalar_type(), false);
}

// The dimensions of the source that an index consumes.
int64_t consumed(const Value& index) {
  if (index.is_none() || index.is_bool() || is_ellipsis(index)) return 0;
  if (auto* tensor = index.as<TensorObject>()) {
    auto type = tensor->tensor().scalar_type();
    if (type == c10::ScalarType::Bool || type == c10::ScalarType::Byte) return tensor->tensor().dim();
  }
  return 1;
}

std::vector<Value> index_items(const Value& key) {
  if (auto* tuple = key.as<script::Tuple>()) return tuple->items;
  return {key};
}

struct Indexed {
  Value view;                  // after the basic indices
  std::vector<Value> tensors;  // tensor indices by dimension of `view`, None elsewhere
  bool has_tensors = false;
};

// A list index becomes a tensor, a bool a 0-d mask.
Value as_index_tensor(Interpreter& interpreter, const Value& index, Device device) {
  if (index.as<TensorObject>() != nullptr) return index;
  return make_tensor(interpreter, index, std::nullopt, device);
}

class Indexer {
 public:
  Indexer(Interpreter& interpreter, const Value& source) : interpreter_(interpreter) {
    result_.view = source;
  }

  Indexed apply(const std::vector<Value>& items) {
    int64_t specified = 0;
    for (const Value& item : items) specified += consumed(item);
    int64_t available = dimensions(result_.view);
    if (specified > available) {
      interpreter_.raise("IndexError",
                         "too many indices for tensor of dimension " + std::to_string(available));
    }
    for (const Value& item : items) apply_one(item, available - specified);
    return std::move(result_);
  }

 private:
  void apply_one(const Value& item, int64_t ellipsis_length) {
    if (is_ellipsis(item)) {
      dimension_ += ellipsis_length;
    } else if (item.is_none()) {
      result_.view = call("unsqueeze", {result_.view, Value(dimension_++)});
    } else if (item.is_bool()) {
      result_.view = call("unsqueeze", {result_.view, Value(dimension_)});
      add_tensor(item);
    } else if (item.is_int()) {
      select(item.integer());
    } else if (auto* slice = item.as<script::SliceObject>()) {
      apply_slice(*slice);
    } else if (auto* tensor = item.as<TensorObject>(); tensor != nullptr && is_integer_tensor(*tensor)) {
      note_host_read(interpreter_, *tensor, "item");
      select(tensor->tensor().item().toLong());
    } else if (item.as<TensorObject>() != nullptr || sequence_items(item) != nullptr) {
      add_tensor(item);
    } else {
      interpreter_.raise(
          "IndexError",
          "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid "
          "indices (got " +
              interpreter_.type_name(item) + ")");
    }
  }

  void select(int64_t index) {
    int64_t size = tensor_of(result_.view).tensor().size(dimension_);
    if (index < -size || index >= size) {
      interpreter_.raise("IndexError", "index " + std::to_string(index) + " is out of bounds for dimension " +
                                           std::to_string(dimension_) + " with size " + std::to_string(size));
    }
    result_.view = call("select", {result_.view, Value(dimension_), Value(index)});
  }

  void apply_slice(const script::SliceObject& slice) {
    int64_t dimension = dimension_++;
    if (slice.start.is_none() && slice.stop.is_none() && slice.step.is_none()) return;
    auto bound = [&](const Value& value) {
      return value.is_none() ? Value() : Value(interpreter_.to_int(value, "slice index"));
    };
    Value step = slice.step.is_none() ? Value(1) : bound(slice.step);
    if (step.integer() <= 0) interpreter_.raise("ValueError", "step must be greater than zero");
    result_.view =
        call("slice", {result_.view, Value(dimension), bound(slice.start), bound(slice.stop), step});
  }

  void add_tensor(const Value& item) {
    Value index = as_index_tensor(interpreter_, item, tensor_of(result_.view).device);
    while (static_cast<int64_t>(result_.tensors.size()) < dimension_) result_.tensors.emplace_back();
    dimension_ += item.is_bool() ? 1 : consumed(index);
    result_.tensors.push_back(std::move(index));
    result_.has_tensors = true;
  }

  Value call(std::string_view name, std::vector<Value> arguments) {
    return call_operator(interpreter_, name, std::move(arguments));
  }

  Interpreter& interpreter_;
  Indexed result_;
  int64_t dimension_ = 0;
};

}  // namespace

Value TensorObject::get_item(Interpreter& interpreter, const Value& key) {
  Indexed indexed = Indexer(interpreter, Value(this)).apply(index_items(key));
  if (indexed.has_tensors) {
    return call_operator(interpreter, "index", {indexed.view, script::make_list(std::move(indexed.tensors))});
  }
  if (indexed.view.object() != this) return indexed.view;
  // x[:] and x[...]: a new view of everything.
  if (tensor().dim() == 0) return call_operator(interpreter, "view", {Value(this), script::make_list()});
  return call_operator(interpreter, "slice", {Value(this), Value(0)});
}

void TensorObject::set_item(Interpreter& interpreter, const Value& key, Value value) {
  Indexed indexed = Indexer(interpreter, Value(this)).apply(index_items(key));
  bool is_tensor = value.as<TensorObject>() != nullptr;
  if (indexed.has_tensors) {
    Value source = is_tensor
                       ? value
                       : make_tensor(interpreter, value, static_cast<int8_t>(tensor().scalar_type()), device);
    call_operator(interpreter, "index_put_",
                  {indexed.view, script::make_list(std::move(indexed.tensors)), source});
    return;
  }
  if (!is_tensor && sequence_items(value) != nullptr) {
    value = make_tensor(interpreter, value, static_cast<int8_t>(tensor().scalar_type()), device);
    is_tensor = true;
  }
  if (!is_tensor) {
    call_operator(interpreter, "fill_", {indexed.view, value});
    return;
  }
  // Leading dimensions of size 1 that the target lacks are dropped, as PyTorch does.
  const at::Tensor& source = value.as<TensorObject>()->tensor();
  int64_t extra = source.dim() - dimensions(indexed.view);
  for (int64_t i = 0; i < extra && source.size(i) == 1; ++i) {
    value = call_operator(interpreter, "squeeze", {value, Value(0)});
  }
  call_operator(interpreter, "copy_", {indexed.view, value});
}

}  // namespace tilewright::library
