#include "library/unwritten.h"

#include <ATen/core/LegacyTypeDispatch.h>
#include <ATen/core/Tensor.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/ops/zeros.h>
#include <c10/core/GradMode.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "library/convert.h"
#include "library/measured_operations.h"
#include "library/storage_ranges.h"
#include "script/variables.h"

namespace tilewright::library {

using script::Interpreter;
using script::Value;

// Operators beside those of layout whose results are elements of their operands, and which operands those
// are.
struct MovingOperator {
  std::string_view name;
  std::vector<std::string_view> moved;
};

namespace {

const MovingOperator* moving_operator(const MatchedCall& call) {
  static const std::vector<MovingOperator> kTable = {{"copy_", {"src"}},
                                                     {"where", {"self", "other"}},
                                                     {"masked_fill", {"self"}},
                                                     {"masked_fill_", {"self"}},
                                                     {"masked_select", {"self"}},
                                                     {"index", {"self"}},
                                                     {"index_select", {"self"}},
                                                     {"gather", {"self"}},
                                                     {"take", {"self"}},
                                                     {"take_along_dim", {"self"}},
                                                     {"tril", {"self"}},
                                                     {"triu", {"self"}},
                                                     {"constant_pad_nd", {"self"}},
                                                     {"pad", {"self"}},
                                                     {"index_put_", {"self", "values"}},
                                                     {"index_put", {"self", "values"}},
                                                     {"scatter", {"self", "src"}},
                                                     {"scatter_", {"self", "src"}},
                                                     {"index_copy", {"self", "source"}},
                                                     {"index_copy_", {"self", "source"}},
                                                     {"masked_scatter", {"self", "source"}},
                                                     {"masked_scatter_", {"self", "source"}},
                                                     {"repeat_interleave", {"self"}},
                                                     {"index_fill", {"self"}},
                                                     {"index_fill_", {"self"}}};
  // scatter with reduce= computes with the elements that were there.
  bool reduces = std::any_of(call.overload->parameters.begin(), call.overload->parameters.end(),
                             [](const Parameter& parameter) { return parameter.name == "reduce"; });
  for (const MovingOperator& row : kTable) {
    if (row.name == call.entry->name && !reduces) return &row;
  }
  return nullptr;
}

bool is_moved(const MatchedCall& call, const MovingOperator* row, const Parameter& parameter) {
  if (row == nullptr) return call.entry->work == OpWork::Layout;
  return std::find(row->moved.begin(), row->moved.end(), parameter.name) != row->moved.end();
}

// 1 where an element has bytes that nothing wrote.
at::Tensor mask_of(const TensorObject& object) {
  const at::Tensor& tensor = object.tensor();
  at::Tensor mask = at::zeros(tensor.sizes(), at::kByte);
  auto* flags = mask.mutable_data_ptr<uint8_t>();
  const kernels::memory::Region& region = *object.storage->region;
  if (!region.tracks_initialised()) return mask;
  size_t item = tensor.element_size();
  for_each_range(tensor, [&](size_t begin, size_t end) {
    for (; begin < end; begin += item) *flags++ = region.is_initialised(begin, begin + item) ? 0 : 1;
    return true;
  });
  return mask;
}

// `mask`: bool, contiguous, in the shape of the tensor.
void set_unwritten(TensorObject& object, const at::Tensor& mask) {
  kernels::memory::Region& region = *object.storage->region;
  if (!region.tracks_initialised()) region.initialised = kernels::memory::ByteSet(region.bytes, true);
  const bool* flags = mask.const_data_ptr<bool>();
  size_t item = object.tensor().element_size();
  for_each_range(object.tensor(), [&](size_t begin, size_t end) {
    for (; begin < end; begin += item) {
      if (*flags++) region.initialised.reset(begin, begin + item);
    }
    return true;
  });
  region.forget_if_initialised();
}

// Where unwritten memory came from, for messages about its copies.
void hand_on_origin(const TensorObject& from, TensorObject& to) {
  if (from.storage == to.storage || !from.storage->allocated_at) return;
  if (!to.storage->allocated_at) to.storage->allocated_at = from.storage->allocated_at;
  if (to.storage->region->name.empty()) to.storage->region->name = from.storage->region->name;
}

// The operand with masks in place of what is moved, and with no values: fillings are 0, element types bytes.
c10::IValue masked_argument(Context& context, const Parameter& parameter, const Value& value, bool is_moved) {
  if (parameter.kind == ParameterKind::Scalar && parameter.name != "dim") return c10::Scalar(0);
  if (parameter.kind == ParameterKind::DType) return value.is_none() ? c10::IValue() : c10::IValue(at::kByte);
  if (!is_moved) return to_argument(context.interpreter, parameter, value);
  std::vector<TensorObject*> tensors;
  collect_tensors(parameter, value, tensors);
  if (parameter.kind != ParameterKind::TensorList)
    return tensors.empty() ? to_argument(context.interpreter, parameter, value)
                           : c10::IValue(mask_of(*tensors[0]));
  std::vector<at::Tensor> masks;
  for (TensorObject* tensor : tensors) masks.push_back(mask_of(*tensor));
  return c10::IValue(std::move(masks));
}

std::string index_text(size_t element, at::IntArrayRef sizes) {
  std::vector<int64_t> index(sizes.size());
  for (size_t d = sizes.size(); d-- > 0;) {
    index[d] = static_cast<int64_t>(element) % sizes[d];
    element /= static_cast<size_t>(sizes[d]);
  }
  return fmt::format("[{}]", fmt::join(index, ", "));
}

// "'out'", "a view of 'out'" by the variable that holds it, or "a tensor".
std::string name_of(Interpreter& interpreter, const TensorObject& tensor) {
  Context& context = context_of(interpreter);
  auto is_hidden = [&](Span place) { return context.is_prelude(place); };
  auto is_tensor = [&](const Value& value) { return value.as<TensorObject>() == &tensor; };
  if (std::string name = script::name_of_value(interpreter, is_tensor, is_hidden); !name.empty())
    return fmt::format("'{}'", name);
  auto shares_storage = [&](const Value& value) {
    auto* object = value.as<TensorObject>();
    return object != nullptr && object->storage == tensor.storage;
  };
  std::string name = script::name_of_value(interpreter, shares_storage, is_hidden);
  return name.empty() ? "a tensor" : fmt::format("a view of '{}'", name);
}

}  // namespace

void UnwrittenElements::check() {
  if (call_.overload->is_view || (call_.entry->work == OpWork::Create && !call_.overload->writes)) return;
  check_operands();
}

void UnwrittenElements::check_operands() {
  const MovingOperator* row = moving_operator(call_);
  bool moves_any = false;
  for (size_t i = 0; i < call_.slots.size(); ++i) {
    const Parameter& parameter = call_.overload->parameters[i];
    if (!call_.slots[i] || (parameter.is_written && call_.overload->overwrites)) continue;
    std::vector<TensorObject*> tensors;
    collect_tensors(parameter, *call_.slots[i], tensors);
    for (TensorObject* tensor : tensors) {
      need_values(context_.interpreter, *tensor, call_.entry->name);
      if (unwritten_bytes(*tensor) == 0) continue;
      if (!is_moved(call_, row, parameter) || tensor->tensor().is_quantized())
        fail_unwritten_read(context_.interpreter, *tensor, call_.entry->name);
      moves_any = true;
    }
  }
  if (moves_any) move(row);
}

void UnwrittenElements::move(const MovingOperator* row) {
  std::vector<c10::IValue> stack;
  const auto& schema = call_.overload->handle->schema().arguments();
  for (size_t i = 0; i < call_.slots.size(); ++i) {
    const Parameter& parameter = call_.overload->parameters[i];
    bool is_target = parameter.is_written && call_.overload->overwrites;
    stack.push_back(call_.slots[i] ? masked_argument(context_, parameter, *call_.slots[i],
                                                     is_target || is_moved(call_, row, parameter))
                                   : *schema[i].default_value());
  }
  translate_errors(context_.interpreter, [&] {
    at::AutoDispatchBelowADInplaceOrView without_tape;
    call_.overload->handle->callBoxed(&stack);
  });
  // Several results: operators of layout whose results are copies have one.
  if (stack.size() == 1 && stack[0].isTensor())
    moved_ = std::make_unique<at::Tensor>(stack[0].toTensor().ne(0).contiguous());
}

void UnwrittenElements::pass_on(const Value& result) {
  auto* made = result.as<TensorObject>();
  if (moved_ == nullptr || made == nullptr || moved_->numel() != made->tensor().numel()) return;
  set_unwritten(*made, *moved_);
  for (const TensorObject* source : call_.tensors) hand_on_origin(*source, *made);
}

void UnwrittenElements::follow_copy(const Value& result) {
  check_operands();
  pass_on(result);
}

void copy_unwritten(const TensorObject& from, TensorObject& to) {
  if (unwritten_bytes(from) == 0) return;
  set_unwritten(to, mask_of(from).ne(0));
  hand_on_origin(from, to);
}

UnwrittenSummary summarise_unwritten(const TensorObject& tensor) {
  const kernels::memory::Region& region = *tensor.storage->region;
  size_t item = tensor.tensor().element_size(), element = 0, first = 0;
  UnwrittenSummary summary;
  for_each_range(tensor.tensor(), [&](size_t begin, size_t end) {
    for (; begin < end; begin += item, ++element) {
      if (region.is_initialised(begin, begin + item)) continue;
      if (summary.count++ == 0) first = element;
    }
    return true;
  });
  summary.first = index_text(first, tensor.tensor().sizes());
  if (tensor.storage->allocated_at) summary.notes.push_back({"allocated here", tensor.storage->allocated_at});
  if (!region.name.empty())
    summary.notes.push_back(
        {fmt::format("kernels were given this memory, last as '{}', and did not store to these elements",
                     region.name),
         {}});
  return summary;
}

void fail_unwritten_read(Interpreter& interpreter, const TensorObject& tensor, std::string_view operation) {
  UnwrittenSummary summary = summarise_unwritten(tensor);
  std::string what = name_of(interpreter, tensor);
  bool is_number = tensor.tensor().dim() == 0;
  std::string read =
      is_number ? what : fmt::format("{} of {} elements of {}", summary.count, tensor.tensor().numel(), what);
  std::string place = is_number ? "" : fmt::format(", the first at {}", summary.first);
  throw script::AbortRun{
      Diagnostic{DiagnosticKind::UninitialisedRead,
                 fmt::format("{}() reads {} that nothing has written{}", operation, read, place),
                 context_of(interpreter).user_span(), std::move(summary.notes)}};
}

}  // namespace tilewright::library
