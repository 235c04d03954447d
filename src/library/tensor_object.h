// A torch tensor as a script value. Storage memory carries a Region (bounds, initialised bytes,
// read-only) that all views of it share; the device is a label. Torch types are only named here.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/memory/region.h"
#include "library/context.h"
#include "library/objects.h"
#include "script/interpreter.h"

namespace at {
class Tensor;
}

namespace tilewright::library {

struct ViewStep;

// One storage: its region, what it was charged, and its value while a recording runs.
struct StorageRecord {
  ~StorageRecord();
  const void* storage = nullptr;  // c10::StorageImpl
  std::shared_ptr<kernels::memory::Region> region;
  std::shared_ptr<MemoryAccount> account;
  int64_t charged_bytes = 0;
  Span allocated_at;  // of memory that was handed out unwritten: the user's call
  bool is_pinned = false;  // a label: memory of the host that a device reaches
  // Recording: the value that now fills the storage's base tensor, and how often it was written.
  uint64_t recording = 0;  // serial number; 0: none
  graph::ValueId base_value;
  uint32_t version = 0;
};

class TensorObject final : public script::Object, public kernels::memory::DeviceTensor {
 public:
  TensorObject(at::Tensor tensor, std::shared_ptr<StorageRecord> storage, Device device);
  ~TensorObject() override;

  const at::Tensor& tensor() const { return *tensor_; }
  void replace(at::Tensor tensor, std::shared_ptr<StorageRecord> storage);  // x.data = y
  bool is_cuda() const { return device.type == Device::Type::Cuda; }

  std::shared_ptr<StorageRecord> storage;
  Device device;
  // Where gradients are computed this is libtorch's own flag, otherwise a label that scripts see.
  bool requires_grad() const;
  void set_requires_grad(const Context& context, bool flag);
  bool is_marked = false;
  enum class Role : uint8_t { Plain, Parameter, Buffer } role = Role::Plain;
  script::Value gradient;                // x.grad as scripts last saw it
  script::Ref<script::Dict> attributes;  // what scripts hang on the tensor

  // While a recording runs: the value this tensor holds and the view that leads to it from its base.
  uint64_t recording = 0;
  graph::ValueId value;
  uint32_t version = 0;
  std::shared_ptr<const ViewStep> view;

  kernels::memory::TensorView device_view() override;
  std::string_view type_name() const override;
  script::Value type_object(script::Interpreter&) override;
  std::optional<script::Value> find_attribute(script::Interpreter&, std::string_view) override;
  void set_attribute(script::Interpreter&, std::string_view, script::Value) override;
  script::Value get_item(script::Interpreter&, const script::Value&) override;
  void set_item(script::Interpreter&, const script::Value&, script::Value) override;
  std::optional<int64_t> length(script::Interpreter&) override;
  std::unique_ptr<script::Iterator> iterate(script::Interpreter&) override;
  bool truthy(script::Interpreter&) override;
  std::string repr(script::Interpreter&) override;
  std::string format(script::Interpreter&, std::string_view spec) override;
  uint64_t hash(script::Interpreter&) override;
  std::optional<script::Value> binary(script::Interpreter&, script::Binary, const script::Value&,
                                      bool) override;
  std::optional<script::Value> in_place(script::Interpreter&, script::Binary, const script::Value&) override;
  std::optional<script::Value> unary(script::Interpreter&, script::Unary) override;
  std::optional<script::Value> compare(script::Interpreter&, script::Comparison,
                                       const script::Value&) override;
  std::optional<bool> contains(script::Interpreter&, const script::Value&) override;

 private:
  std::unique_ptr<at::Tensor> tensor_;
};

// A tensor that came out of an operation: views of an input share its storage record, anything else
// gets a new one and is charged (throws AbortRun when the budget is used up).
script::Ref<TensorObject> wrap_tensor(Context& context, at::Tensor tensor,
                                      const std::vector<TensorObject*>& inputs, Device device);

// What is said of complex and quantised tensors where kernels or other rooms would need them.
Diagnostic unsupported_dtype();

// Makes every byte of a new storage count as unwritten.
void track_initialised(const Context& context, TensorObject& tensor);
uint64_t unwritten_bytes(const TensorObject& tensor);
// Ends the script where `operation` reads bytes of the tensor that nothing has written.
void check_written(script::Interpreter& interpreter, const TensorObject& tensor, std::string_view operation);
// The same where the elements become the script's own numbers, which LibrarySession::bytes_to_host counts.
void note_host_read(script::Interpreter& interpreter, TensorObject& tensor, std::string_view operation);
void mark_written(TensorObject& tensor);
// Bytes of the tensor among its region's KernelWork; an element that several places show counts at each.
uint64_t worked_bytes(const TensorObject& tensor);
void mark_worked(TensorObject& tensor, bool is_work);

// The Python object's elements: nested lists of numbers.
script::Value to_list(script::Interpreter& interpreter, const at::Tensor& tensor);
script::Value item_of(script::Interpreter& interpreter, const at::Tensor& tensor);
// torch's own text of a tensor: tensor([1., 2.]).
std::string print_tensor(const TensorObject& tensor);

// Attributes and methods that no operator provides (shape, size(), to(), tolist() ...).
std::optional<script::Value> native_attribute(script::Interpreter& interpreter, TensorObject& tensor,
                                              std::string_view name);

}  // namespace tilewright::library
