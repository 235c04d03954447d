#include "library/tensor_object.h"

#include <ATen/core/Tensor.h>
#include <c10/core/Storage.h>

#include "library/call_operator.h"
#include "library/measured_operations.h"
#include "library/storage_ranges.h"
#include "library/unwritten.h"

namespace tilewright::library {
namespace {

using script::Interpreter;
using script::Value;

std::shared_ptr<StorageRecord> make_record(Context& context, const at::Tensor& tensor) {
  bool is_kept = context.session.options.computes_gradients;
  const void* key = tensor.storage().unsafeGetStorageImpl();
  if (is_kept) {
    auto known = context.account->records.find(key);
    if (known != context.account->records.end()) {
      if (auto record = known->second.lock()) return record;
    }
  }
  auto record = std::make_shared<StorageRecord>();
  if (is_kept) {
    record->storage = key;
    context.account->records[key] = record;
  }
  record->account = context.account;
  record->region = std::make_shared<kernels::memory::Region>();
  const c10::Storage& storage = tensor.storage();
  record->region->base = static_cast<std::byte*>(storage.mutable_data());
  record->region->bytes = storage.nbytes();
  record->charged_bytes = static_cast<int64_t>(storage.nbytes());
  context.account->live_bytes += record->charged_bytes;
  if (record->charged_bytes > 0) context.interpreter.charge_memory(record->charged_bytes);
  return record;
}

}  // namespace

StorageRecord::~StorageRecord() {
  if (region) region->is_released = true;
  if (!account) return;
  if (storage != nullptr) account->records.erase(storage);
  account->live_bytes -= charged_bytes;
  if (account->budget != nullptr) account->budget->release(static_cast<uint64_t>(charged_bytes));
}

TensorObject::TensorObject(at::Tensor tensor, std::shared_ptr<StorageRecord> record, Device label)
    : storage(std::move(record)), device(label), tensor_(std::make_unique<at::Tensor>(std::move(tensor))) {}

TensorObject::~TensorObject() = default;

bool TensorObject::requires_grad() const { return is_marked || tensor_->requires_grad(); }

void TensorObject::set_requires_grad(const Context& context, bool flag) {
  if (context.session.options.computes_gradients) {
    // True again counts: of a view made without gradients it makes a leaf.
    if (flag || tensor_->requires_grad()) tensor_->requires_grad_(flag);
  } else {
    is_marked = flag;
  }
}

void TensorObject::replace(at::Tensor tensor, std::shared_ptr<StorageRecord> record) {
  *tensor_ = std::move(tensor);
  storage = std::move(record);
  recording = 0;
  view.reset();
}

script::Ref<TensorObject> wrap_tensor(Context& context, at::Tensor tensor,
                                      const std::vector<TensorObject*>& inputs, Device device) {
  if (device.is_accelerator()) context.device_use->has_accelerator_tensor = true;
  for (TensorObject* input : inputs) {
    if (input->tensor().is_alias_of(tensor)) {
      return script::make<TensorObject>(std::move(tensor), input->storage, device);
    }
  }
  auto record = make_record(context, tensor);
  return script::make<TensorObject>(std::move(tensor), std::move(record), device);
}

Diagnostic unsupported_dtype() {
  return {DiagnosticKind::Unsupported, "a tensor of an element type that kernels do not have", {}, {}};
}

void track_initialised(const Context& context, TensorObject& tensor) {
  kernels::memory::Region& region = *tensor.storage->region;
  tensor.storage->allocated_at = context.user_span();
  region.initialised = kernels::memory::ByteSet(region.bytes, false);
}

uint64_t unwritten_bytes(const TensorObject& tensor) {
  const kernels::memory::Region& region = *tensor.storage->region;
  if (!region.tracks_initialised()) return 0;
  uint64_t count = 0;
  for_each_range(tensor.tensor(), [&](size_t begin, size_t end) {
    if (region.is_initialised(begin, end)) return true;
    for (size_t at = begin; at < end; ++at) count += region.initialised.all(at, at + 1) ? 0 : 1;
    return true;
  });
  return count;
}

void mark_written(TensorObject& tensor) {
  kernels::memory::Region& region = *tensor.storage->region;
  if (!region.tracks_initialised()) return;
  for_each_range(tensor.tensor(), [&](size_t begin, size_t end) {
    region.mark_initialised(begin, end);
    return true;
  });
  region.forget_if_initialised();
}

uint64_t worked_bytes(const TensorObject& tensor) {
  const kernels::memory::Region& region = *tensor.storage->region;
  uint64_t count = 0;
  if (region.work.is_empty()) return count;
  for_each_range(tensor.tensor(), [&](size_t begin, size_t end) {
    count += region.work.count(begin, end);
    return true;
  });
  return count;
}

void mark_worked(TensorObject& tensor, bool is_work) {
  kernels::memory::Region& region = *tensor.storage->region;
  if (!is_work && region.work.is_empty()) return;
  for_each_range(tensor.tensor(), [&](size_t begin, size_t end) {
    is_work ? region.work.set(begin, end, region.bytes) : region.work.reset(begin, end, region.bytes);
    return true;
  });
  region.work.settle(region.bytes);
}

void check_written(Interpreter& interpreter, const TensorObject& tensor, std::string_view operation) {
  need_values(interpreter, tensor, operation);
  if (unwritten_bytes(tensor) > 0) fail_unwritten_read(interpreter, tensor, operation);
}

void note_host_read(Interpreter& interpreter, TensorObject& tensor, std::string_view operation) {
  check_written(interpreter, tensor, operation);
  LibrarySession& session = context_of(interpreter).session;
  session.bytes_to_host += tensor.tensor().nbytes();
  session.elements_to_host += static_cast<uint64_t>(tensor.tensor().numel());
}

kernels::memory::TensorView TensorObject::device_view() {
  const at::Tensor& t = tensor();
  auto dtype = to_dtype(static_cast<int8_t>(t.scalar_type()));
  if (!dtype) throw script::AbortRun{unsupported_dtype()};
  kernels::memory::TensorView view_of;
  view_of.region = storage->region;
  view_of.byte_offset = static_cast<size_t>(t.storage_offset()) * t.element_size();
  view_of.dtype = *dtype;
  view_of.shape = t.sizes().vec();
  view_of.strides = t.strides().vec();
  view_of.is_on_host = !device.is_accelerator() && !storage->is_pinned;
  return view_of;
}

std::string_view TensorObject::type_name() const { return role == Role::Parameter ? "Parameter" : "Tensor"; }

Value TensorObject::type_object(Interpreter& interpreter) {
  Context& context = context_of(interpreter);
  if (role == Role::Parameter) return context.parameter_class;
  if (role == Role::Buffer) return context.buffer_class;
  return context.tensor_class;
}

std::optional<int64_t> TensorObject::length(Interpreter& interpreter) {
  if (tensor().dim() == 0) interpreter.raise("TypeError", "len() of a 0-d tensor");
  return tensor().size(0);
}

bool TensorObject::truthy(Interpreter& interpreter) {
  if (tensor().numel() == 0)
    interpreter.raise("RuntimeError", "Boolean value of Tensor with no values is ambiguous");
  if (tensor().numel() > 1) {
    interpreter.raise("RuntimeError", "Boolean value of Tensor with more than one value is ambiguous");
  }
  note_host_read(interpreter, *this, "bool");
  return interpreter.truthy(item_of(interpreter, tensor()));
}

uint64_t TensorObject::hash(Interpreter&) { return reinterpret_cast<uintptr_t>(this) >> 4; }

namespace {

class RowIterator final : public script::Iterator {
 public:
  explicit RowIterator(std::vector<Value> rows) : rows_(std::move(rows)) {}
  std::optional<Value> next(Interpreter&) override {
    return position_ < rows_.size() ? std::optional<Value>(rows_[position_++]) : std::nullopt;
  }

 private:
  std::vector<Value> rows_;
  size_t position_ = 0;
};

}  // namespace

std::unique_ptr<script::Iterator> TensorObject::iterate(Interpreter& interpreter) {
  if (tensor().dim() == 0) interpreter.raise("TypeError", "iteration over a 0-d tensor");
  Value rows = call_operator(interpreter, "unbind", {Value(this), Value(0)});
  return std::make_unique<RowIterator>(rows.as<script::Tuple>()->items);
}

std::string TensorObject::repr(Interpreter& interpreter) {
  Context& context = context_of(interpreter);
  // torch.empty(2) may be looked at, as long as no kernel was to fill it.
  bool is_looked_at = context.session.options.shows_unwritten && storage->region->name.empty();
  if (is_looked_at)
    need_values(interpreter, *this, "print");
  else
    note_host_read(interpreter, *this, "print");
  return print_tensor(*this);
}

std::string TensorObject::format(Interpreter& interpreter, std::string_view spec) {
  if (tensor().dim() == 0) {
    note_host_read(interpreter, *this, "format");
    return interpreter.format(item_of(interpreter, tensor()), spec);
  }
  if (!spec.empty()) {
    interpreter.raise("TypeError", "unsupported format string passed to Tensor.__format__");
  }
  return repr(interpreter);
}

std::optional<bool> TensorObject::contains(Interpreter& interpreter, const Value& item) {
  Value equal = interpreter.compare(script::Comparison::Eq, Value(this), item);
  return interpreter.truthy(call_operator(interpreter, "any", {equal}));
}

}  // namespace tilewright::library
