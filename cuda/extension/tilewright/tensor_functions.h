// Definitions of tensor.h: inline, or once in an object of their own (tensor_library.cc).
#pragma once

#include <algorithm>
#include <cstdlib>
#include <ostream>

#include "tensor.h"

#ifdef TILEWRIGHT_TENSOR_LIBRARY
#define TW_DEFINITION
#else
#define TW_DEFINITION inline
#endif

#include "tensor_memory.h"

namespace tilewright {

TW_DEFINITION void fail_check(const char* condition, const std::string& message, const char* file, unsigned line) {
  if (!message.empty()) throw c10::Error(message, file, line);
  throw c10::Error(condition == nullptr ? std::string("error") : "Expected " + std::string(condition) + " to be true, but got false.",
                   file, line);
}
TW_DEFINITION void fail_cuda(int error, const char* file, unsigned line) {
  throw c10::Error(std::string("CUDA error: ") + cudaGetErrorString(static_cast<cudaError_t>(error)), file, line);
}
TW_DEFINITION void fail_dispatch(const char* name, c10::ScalarType type) {
  throw c10::NotImplementedError("\"" + std::string(name) + "\" not implemented for '" + c10::toString(type) + "'");
}

}  // namespace tilewright

namespace c10 {

TW_DEFINITION const char* toString(ScalarType type) {
  switch (type) {
#define TW_ELEMENT(cpp, name) \
  case ScalarType::name:      \
    return #name;
    TW_FOR_EACH_ELEMENT(TW_ELEMENT)
#undef TW_ELEMENT
    default:
      return "UNKNOWN_SCALAR";
  }
}
TW_DEFINITION size_t elementSize(ScalarType type) {
  switch (type) {
#define TW_ELEMENT(cpp, name) \
  case ScalarType::name:      \
    return sizeof(cpp);
    TW_FOR_EACH_ELEMENT(TW_ELEMENT)
#undef TW_ELEMENT
    default:
      throw Error("tensors of this element type are not supported");
  }
}
TW_DEFINITION std::ostream& operator<<(std::ostream& stream, ScalarType type) { return stream << toString(type); }
TW_DEFINITION Device::Device(const std::string& name) : Device(kCPU) {
  size_t colon = name.find(':');
  std::string kind = name.substr(0, colon);
  if (kind != "cpu" && kind != "cuda") throw Error("Invalid device string: '" + name + "'");
  type_ = kind == "cuda" ? kCUDA : kCPU;
  if (colon != std::string::npos) index_ = static_cast<DeviceIndex>(std::atoi(name.c_str() + colon + 1));
}
TW_DEFINITION std::string Device::str() const {
  std::string name = is_cuda() ? "cuda" : "cpu";
  return index_ < 0 ? name : name + ":" + std::to_string(index_);
}
TW_DEFINITION std::ostream& operator<<(std::ostream& stream, const Device& device) { return stream << device.str(); }
TW_DEFINITION std::ostream& operator<<(std::ostream& stream, DeviceType type) {
  return stream << (type == DeviceType::CUDA ? "cuda" : "cpu");
}
TW_DEFINITION std::ostream& operator<<(std::ostream& stream, IntArrayRef values) {
  stream << "[";
  for (size_t i = 0; i < values.size(); ++i) stream << (i > 0 ? ", " : "") << values[i];
  return stream << "]";
}
TW_DEFINITION std::ostream& operator<<(std::ostream& stream, const TensorOptions& options) {
  return stream << "TensorOptions(dtype=" << options.dtype().name() << ", device=" << options.device()
                << ", layout=Strided, requires_grad=" << (options.requires_grad() ? "true" : "false") << ")";
}

}  // namespace c10

namespace caffe2 {
TW_DEFINITION std::ostream& operator<<(std::ostream& stream, TypeMeta type) { return stream << type.name(); }
}  // namespace caffe2

namespace at {
namespace detail {

inline Tensor make_tensor(TensorStorage* storage, ScalarType type, const TensorShape& shape, int64_t offset) {
  TensorState* state = new TensorState;
  state->storage = storage;
  state->type = type;
  state->shape = shape;
  state->offset = offset;
  return Tensor(state);
}
// A tensor that shares the storage.
inline Tensor view_of(const Tensor& tensor, const TensorShape& shape, int64_t offset) {
  ++tensor.state().storage->references;
  return make_tensor(tensor.state().storage, tensor.scalar_type(), shape, offset);
}
inline int wrap(int64_t dimension, int64_t count) {
  int64_t least = count == 0 ? 1 : count;
  TORCH_CHECK(dimension >= -least && dimension < least, "Dimension out of range (expected to be in range of [", -least, ", ",
              least - 1, "], but got ", dimension, ")");
  return static_cast<int>(dimension < 0 ? dimension + least : dimension);
}
inline TensorShape contiguous_shape(IntArrayRef sizes) {
  TORCH_CHECK(sizes.size() <= TW_MAX_DIMENSIONS, "tensors of more than ", TW_MAX_DIMENSIONS, " dimensions are not supported");
  TensorShape shape;
  shape.dimensions = static_cast<int>(sizes.size());
  int64_t step = 1;
  for (int i = shape.dimensions; i-- > 0;) {
    TORCH_CHECK(sizes[static_cast<size_t>(i)] >= 0, "Trying to create tensor with negative dimension ",
                sizes[static_cast<size_t>(i)], ": ", sizes);
    shape.sizes[i] = sizes[static_cast<size_t>(i)];
    shape.strides[i] = step;
    step *= std::max<int64_t>(shape.sizes[i], 1);
  }
  return shape;
}
inline int64_t elements(const TensorShape& shape) {
  int64_t count = 1;
  for (int i = 0; i < shape.dimensions; ++i) count *= shape.sizes[i];
  return count;
}
// `sizes` with one -1 filled in.
inline std::vector<int64_t> inferred(IntArrayRef sizes, int64_t count) {
  std::vector<int64_t> result = sizes.vec();
  int64_t known = 1, missing = -1;
  for (size_t i = 0; i < result.size(); ++i) {
    if (result[i] == -1) {
      TORCH_CHECK(missing < 0, "only one dimension can be inferred");
      missing = static_cast<int64_t>(i);
    } else {
      TORCH_CHECK(result[i] >= 0, "invalid shape dimension ", result[i]);
      known *= result[i];
    }
  }
  bool fits = missing >= 0 ? known > 0 && count % known == 0 : known == count;
  TORCH_CHECK(fits, "shape '", sizes, "' is invalid for input of size ", count);
  if (missing >= 0) result[static_cast<size_t>(missing)] = count / known;
  return result;
}
// Strides with which `sizes` is a view of the shape; false: a copy is needed.
inline bool view_strides(const TensorShape& from, IntArrayRef sizes, TensorShape& to) {
  to = contiguous_shape(sizes);
  if (elements(from) == 0 || from.dimensions == 0) return true;
  // Runs of dimensions of the old shape that lie one in the other; each must be split into whole new dimensions.
  int next = to.dimensions - 1;
  int64_t step = from.strides[from.dimensions - 1], run = 1, taken = 1;
  for (int i = from.dimensions; i-- > 0;) {
    run *= from.sizes[i];
    bool ends = i == 0 || (from.sizes[i - 1] != 1 && from.strides[i - 1] != run * step);
    if (!ends) continue;
    while (next >= 0 && (taken < run || to.sizes[next] == 1)) {
      to.strides[next] = taken * step;
      taken *= to.sizes[next--];
    }
    if (taken != run) return false;
    if (i > 0) step = from.strides[i - 1], run = 1, taken = 1;
  }
  return next == -1;
}

}  // namespace detail

TW_DEFINITION void Tensor::undefined() { throw Error("an undefined tensor is used"); }
TW_DEFINITION void Tensor::release() {
  if (--state_->references > 0) return;
  TensorStorage* storage = state_->storage;
  if (storage != nullptr && --storage->references == 0) {
    if (storage->on_release != nullptr) storage->on_release(*storage);
    if (storage->is_owned) ::tilewright::release_memory(storage->data, storage->device.is_cuda());
    delete storage;
  }
  delete state_;
  state_ = nullptr;
}
TW_DEFINITION int Tensor::wrapped(int64_t dimension) const { return detail::wrap(dimension, dim()); }
TW_DEFINITION void Tensor::wrong_type(ScalarType type) const {
  throw Error("expected scalar type " + std::string(c10::toString(type)) + " but found " + c10::toString(scalar_type()));
}
TW_DEFINITION int64_t Tensor::numel() const { return detail::elements(state().shape); }
TW_DEFINITION bool Tensor::is_contiguous(MemoryFormat format) const {
  TORCH_CHECK(format == MemoryFormat::Contiguous, "memory formats other than contiguous are not supported");
  const TensorShape& shape = state().shape;
  int64_t step = 1;
  if (numel() == 0) return true;
  for (int i = shape.dimensions; i-- > 0;) {
    if (shape.sizes[i] != 1 && shape.strides[i] != step) return false;
    step *= shape.sizes[i];
  }
  return true;
}
TW_DEFINITION bool Tensor::is_non_overlapping_and_dense() const {
  std::vector<std::pair<int64_t, int64_t>> order;
  const TensorShape& shape = state().shape;
  for (int i = 0; i < shape.dimensions; ++i) {
    if (shape.sizes[i] != 1) order.emplace_back(shape.strides[i], shape.sizes[i]);
  }
  std::sort(order.begin(), order.end());
  int64_t step = 1;
  for (const auto& [stride, size] : order) {
    if (stride != step) return false;
    step *= size;
  }
  return true;
}
TW_DEFINITION Scalar Tensor::item() const {
  TORCH_CHECK(numel() == 1, "a Tensor with ", numel(), " elements cannot be converted to Scalar");
  Tensor here = to(kCPU).to(isFloatingType(scalar_type()) ? kDouble : kLong);
  if (scalar_type() == kBool) return *static_cast<int64_t*>(here.data_ptr()) != 0;
  if (isFloatingType(scalar_type())) return *static_cast<double*>(here.data_ptr());
  return *static_cast<int64_t*>(here.data_ptr());
}

TW_DEFINITION Tensor Tensor::view(IntArrayRef sizes) const {
  TensorShape shape;
  std::vector<int64_t> wanted = detail::inferred(sizes, numel());
  TORCH_CHECK(detail::view_strides(state().shape, wanted, shape),
              "view size is not compatible with input tensor's size and stride (at least one dimension spans across two "
              "contiguous subspaces). Use .reshape(...) instead.");
  return detail::view_of(*this, shape, state().offset);
}
TW_DEFINITION Tensor Tensor::view(ScalarType type) const {
  int64_t from = element_size(), to = static_cast<int64_t>(elementSize(type));
  TORCH_CHECK(from == to, "view of another element type must have elements of the same size; others are not supported");
  Tensor result = detail::view_of(*this, state().shape, state().offset);
  result.state().type = type;
  return result;
}
TW_DEFINITION Tensor Tensor::reshape(IntArrayRef sizes) const {
  TensorShape shape;
  std::vector<int64_t> wanted = detail::inferred(sizes, numel());
  if (detail::view_strides(state().shape, wanted, shape)) return detail::view_of(*this, shape, state().offset);
  return clone(MemoryFormat::Contiguous).view(wanted);
}
TW_DEFINITION Tensor Tensor::flatten(int64_t begin, int64_t end) const {
  if (dim() == 0) return reshape({1});
  int first = wrapped(begin), last = wrapped(end);
  TORCH_CHECK(first <= last, "flatten() has invalid args: start_dim cannot come after end_dim");
  std::vector<int64_t> wanted;
  int64_t joined = 1;
  for (int i = 0; i < static_cast<int>(dim()); ++i) {
    if (i < first || i > last) wanted.push_back(size(i));
    if (i >= first && i <= last) joined *= size(i);
    if (i == last) wanted.push_back(joined);
  }
  return reshape(wanted);
}
TW_DEFINITION Tensor Tensor::unflatten(int64_t dimension, IntArrayRef sizes) const {
  int at = wrapped(dimension);
  std::vector<int64_t> parts = detail::inferred(sizes, size(at)), wanted = this->sizes().vec();
  wanted.erase(wanted.begin() + at);
  wanted.insert(wanted.begin() + at, parts.begin(), parts.end());
  return view(wanted);
}
TW_DEFINITION Tensor Tensor::transpose(int64_t a, int64_t b) const {
  TensorShape shape = state().shape;
  int first = wrapped(a), second = wrapped(b);
  if (shape.dimensions > 0) {
    std::swap(shape.sizes[first], shape.sizes[second]);
    std::swap(shape.strides[first], shape.strides[second]);
  }
  return detail::view_of(*this, shape, state().offset);
}
TW_DEFINITION Tensor Tensor::t() const {
  TORCH_CHECK(dim() <= 2, "t() expects a tensor with <= 2 dimensions, but self is ", dim(), "D");
  return dim() < 2 ? *this : transpose(0, 1);
}
TW_DEFINITION Tensor Tensor::permute(IntArrayRef order) const {
  TORCH_CHECK(static_cast<int64_t>(order.size()) == dim(),
              "permute(sparse_coo): number of dimensions in the tensor input does not match the length of the desired ordering");
  TensorShape shape = state().shape;
  unsigned seen = 0;
  for (size_t i = 0; i < order.size(); ++i) {
    int from = wrapped(order[i]);
    TORCH_CHECK((seen >> from & 1) == 0, "permute(): duplicate dims are not allowed.");
    seen |= 1u << from;
    shape.sizes[i] = state().shape.sizes[from];
    shape.strides[i] = state().shape.strides[from];
  }
  return detail::view_of(*this, shape, state().offset);
}
TW_DEFINITION Tensor Tensor::movedim(int64_t from, int64_t to) const {
  std::vector<int64_t> order;
  int source = wrapped(from), target = wrapped(to);
  for (int i = 0; i < static_cast<int>(dim()); ++i) {
    if (i != source) order.push_back(i);
  }
  order.insert(order.begin() + target, source);
  return permute(order);
}
TW_DEFINITION Tensor Tensor::squeeze() const {
  TensorShape shape;
  for (int i = 0; i < static_cast<int>(dim()); ++i) {
    if (size(i) == 1) continue;
    shape.sizes[shape.dimensions] = size(i);
    shape.strides[shape.dimensions++] = stride(i);
  }
  return detail::view_of(*this, shape, state().offset);
}
TW_DEFINITION Tensor Tensor::squeeze(int64_t dimension) const {
  int at = wrapped(dimension);
  if (dim() == 0 || size(at) != 1) return *this;
  TensorShape shape = state().shape;
  for (int i = at; i + 1 < shape.dimensions; ++i)
    shape.sizes[i] = shape.sizes[i + 1], shape.strides[i] = shape.strides[i + 1];
  --shape.dimensions;
  return detail::view_of(*this, shape, state().offset);
}
TW_DEFINITION Tensor Tensor::unsqueeze(int64_t dimension) const {
  int at = detail::wrap(dimension, dim() + 1);
  TensorShape shape = state().shape;
  TORCH_CHECK(shape.dimensions < TW_MAX_DIMENSIONS, "tensors of more dimensions are not supported");
  int64_t step = at < shape.dimensions ? shape.sizes[at] * shape.strides[at] : 1;
  for (int i = shape.dimensions++; i > at; --i)
    shape.sizes[i] = shape.sizes[i - 1], shape.strides[i] = shape.strides[i - 1];
  shape.sizes[at] = 1;
  shape.strides[at] = step;
  return detail::view_of(*this, shape, state().offset);
}
TW_DEFINITION Tensor Tensor::expand(IntArrayRef sizes, bool) const {
  TensorShape shape = detail::contiguous_shape({});
  int count = static_cast<int>(sizes.size()), extra = count - static_cast<int>(dim());
  TORCH_CHECK(extra >= 0 && count <= TW_MAX_DIMENSIONS, "the number of sizes provided (", count,
              ") must be greater or equal to the number of dimensions in the tensor (", dim(), ")");
  shape.dimensions = count;
  for (int i = 0; i < count; ++i) {
    int64_t wanted = sizes[static_cast<size_t>(i)], had = i < extra ? 1 : size(i - extra);
    if (wanted == -1) wanted = had;
    TORCH_CHECK(had == wanted || had == 1, "The expanded size of the tensor (", wanted, ") must match the existing size (", had,
                ") at non-singleton dimension ", i);
    shape.sizes[i] = wanted;
    shape.strides[i] = had == wanted && i >= extra ? stride(i - extra) : 0;
  }
  return detail::view_of(*this, shape, state().offset);
}
TW_DEFINITION Tensor Tensor::narrow(int64_t dimension, int64_t start, int64_t length) const {
  int at = wrapped(dimension);
  if (start < 0) start += size(at);
  TORCH_CHECK(start >= 0 && length >= 0 && start + length <= size(at), "start (", start, ") + length (", length,
              ") exceeds dimension size (", size(at), ").");
  TensorShape shape = state().shape;
  shape.sizes[at] = length;
  return detail::view_of(*this, shape, state().offset + start * shape.strides[at]);
}
TW_DEFINITION Tensor Tensor::slice(int64_t dimension, std::optional<int64_t> start, std::optional<int64_t> end,
                                   int64_t step) const {
  int at = wrapped(dimension);
  TORCH_CHECK(step > 0, "slice step must be positive");
  auto limited = [&](int64_t value) {
    if (value < 0) value += size(at);
    return std::min(std::max<int64_t>(value, 0), size(at));
  };
  int64_t first = limited(start.value_or(0)), last = std::max(first, limited(end.value_or(size(at))));
  TensorShape shape = state().shape;
  shape.sizes[at] = (last - first + step - 1) / step;
  int64_t offset = state().offset + first * shape.strides[at];
  shape.strides[at] *= step;
  return detail::view_of(*this, shape, offset);
}
TW_DEFINITION Tensor Tensor::select(int64_t dimension, int64_t index) const {
  TORCH_CHECK(dim() > 0, "select() cannot be applied to a 0-dim tensor.");
  int at = wrapped(dimension);
  int64_t count = size(at);
  TORCH_CHECK_INDEX(index >= -count && index < count, "select(): index ", index, " out of range for tensor of size ", sizes(),
                    " at dimension ", at);
  TensorShape shape = state().shape;
  int64_t offset = state().offset + (index < 0 ? index + count : index) * shape.strides[at];
  for (int i = at; i + 1 < shape.dimensions; ++i)
    shape.sizes[i] = shape.sizes[i + 1], shape.strides[i] = shape.strides[i + 1];
  --shape.dimensions;
  return detail::view_of(*this, shape, offset);
}
TW_DEFINITION Tensor Tensor::as_strided(IntArrayRef sizes, IntArrayRef strides, std::optional<int64_t> offset) const {
  TORCH_CHECK(sizes.size() == strides.size(), "mismatch in length of strides and shape");
  TensorShape shape = detail::contiguous_shape(sizes);
  int64_t last = offset.value_or(state().offset);
  for (size_t i = 0; i < strides.size(); ++i) {
    shape.strides[i] = strides[i];
    TORCH_CHECK(strides[i] >= 0, "as_strided: Negative strides are not supported");
    if (sizes[i] > 0) last += (sizes[i] - 1) * strides[i];
  }
  TORCH_CHECK(detail::elements(shape) == 0 || static_cast<uint64_t>((last + 1) * element_size()) <= state().storage->bytes,
              "as_strided goes past the end of the storage");
  return detail::view_of(*this, shape, offset.value_or(state().offset));
}
TW_DEFINITION std::vector<Tensor> Tensor::unbind(int64_t dimension) const {
  std::vector<Tensor> parts;
  for (int64_t i = 0; i < size(dimension); ++i) parts.push_back(select(dimension, i));
  return parts;
}
TW_DEFINITION std::vector<Tensor> Tensor::split(int64_t length, int64_t dimension) const {
  TORCH_CHECK(length > 0, "split expects split_size be positive");
  std::vector<Tensor> parts;
  for (int64_t start = 0; start < size(dimension); start += length)
    parts.push_back(narrow(dimension, start, std::min(length, size(dimension) - start)));
  return parts;
}
TW_DEFINITION std::vector<Tensor> Tensor::chunk(int64_t chunks, int64_t dimension) const {
  TORCH_CHECK(chunks > 0, "chunk expects `chunks` to be greater than 0");
  return split(std::max<int64_t>((size(dimension) + chunks - 1) / chunks, 1), dimension);
}

TW_DEFINITION Tensor Tensor::contiguous(MemoryFormat format) const {
  return is_contiguous(format) ? *this : clone(MemoryFormat::Contiguous);
}
TW_DEFINITION Tensor Tensor::clone(std::optional<MemoryFormat> format) const {
  bool keeps_strides = format.value_or(MemoryFormat::Preserve) == MemoryFormat::Preserve && is_non_overlapping_and_dense();
  Tensor result = keeps_strides ? empty_strided(sizes(), strides(), options()) : empty(sizes(), options());
  result.copy_(*this);
  return result;
}
TW_DEFINITION Tensor Tensor::to(const TensorOptions& options, bool non_blocking, bool copy) const {
  ScalarType type = options.dtype_opt_scalar().value_or(scalar_type());
  Device place = options.device_opt().value_or(device());
  if (!copy && type == scalar_type() && place.type() == device().type()) return *this;
  TensorOptions wanted = TensorOptions(type).device(place);
  Tensor result = is_non_overlapping_and_dense() ? empty_strided(sizes(), strides(), wanted) : empty(sizes(), wanted);
  result.copy_(*this, non_blocking);
  return result;
}
TW_DEFINITION Tensor& Tensor::copy_(const Tensor& from, bool) const {
  Tensor source = from.sizes() == sizes() ? from : from.expand(sizes());
  if (numel() > 0) ::tilewright::copy_tensor(*this, source);
  return const_cast<Tensor&>(*this);
}
TW_DEFINITION Tensor& Tensor::fill_(const Scalar& value) const {
  if (numel() > 0) ::tilewright::fill_tensor(*this, value);
  return const_cast<Tensor&>(*this);
}
TW_DEFINITION Tensor Tensor::new_empty(IntArrayRef sizes, TensorOptions options) const {
  if (!options.has_dtype()) options = options.dtype(scalar_type());
  if (!options.has_device()) options = options.device(device());
  return empty(sizes, options);
}
TW_DEFINITION Tensor Tensor::new_zeros(IntArrayRef sizes, TensorOptions options) const {
  return new_empty(sizes, options).zero_();
}
TW_DEFINITION Tensor Tensor::new_ones(IntArrayRef sizes, TensorOptions options) const {
  return new_empty(sizes, options).fill_(1);
}
TW_DEFINITION Tensor Tensor::new_full(IntArrayRef sizes, const Scalar& value, TensorOptions options) const {
  return new_empty(sizes, options).fill_(value);
}

namespace detail {
inline Tensor allocate(const TensorShape& shape, const TensorOptions& options) {
  int64_t last = 0;
  for (int i = 0; i < shape.dimensions; ++i) last += (shape.sizes[i] - 1) * shape.strides[i];
  ScalarType type = options.dtype().toScalarType();
  TensorStorage* storage = new TensorStorage;
  storage->bytes = elements(shape) == 0 ? 0 : static_cast<uint64_t>(last + 1) * elementSize(type);
  storage->device = options.device();
  if (storage->device.is_cuda() && !storage->device.has_index()) storage->device = Device(kCUDA, 0);
  Tensor result = make_tensor(storage, type, shape, 0);
  storage->data = ::tilewright::allocate_memory(storage->bytes, storage->device.is_cuda());
  result.state().requires_grad = options.requires_grad();
  return result;
}
inline TensorOptions options_like(const Tensor& like, const TensorOptions& options) {
  TensorOptions result = TensorOptions(options.dtype_opt_scalar().value_or(like.scalar_type()));
  return result.device(options.device_opt().value_or(like.device()));
}
}  // namespace detail

TW_DEFINITION Tensor empty(IntArrayRef sizes, const TensorOptions& options, std::optional<MemoryFormat>) {
  return detail::allocate(detail::contiguous_shape(sizes), options);
}
TW_DEFINITION Tensor empty_strided(IntArrayRef sizes, IntArrayRef strides, const TensorOptions& options) {
  TORCH_CHECK(sizes.size() == strides.size(), "dimensionality of sizes must match dimensionality of strides");
  TensorShape shape = detail::contiguous_shape(sizes);
  for (size_t i = 0; i < strides.size(); ++i) shape.strides[i] = strides[i];
  return detail::allocate(shape, options);
}
TW_DEFINITION Tensor full(IntArrayRef sizes, const Scalar& value, const TensorOptions& options) {
  return empty(sizes, options.has_dtype() || value.isFloatingPoint() ? options : options.dtype(value.type())).fill_(value);
}
TW_DEFINITION Tensor zeros(IntArrayRef sizes, const TensorOptions& options) { return empty(sizes, options).zero_(); }
TW_DEFINITION Tensor ones(IntArrayRef sizes, const TensorOptions& options) { return empty(sizes, options).fill_(1); }
TW_DEFINITION Tensor empty_like(const Tensor& like, const TensorOptions& options, std::optional<MemoryFormat> format) {
  TensorOptions wanted = detail::options_like(like, options);
  bool keeps_strides = format.value_or(MemoryFormat::Preserve) == MemoryFormat::Preserve && like.is_non_overlapping_and_dense();
  return keeps_strides ? empty_strided(like.sizes(), like.strides(), wanted) : empty(like.sizes(), wanted);
}
TW_DEFINITION Tensor full_like(const Tensor& like, const Scalar& value, const TensorOptions& options) {
  return empty_like(like, options).fill_(value);
}
TW_DEFINITION Tensor zeros_like(const Tensor& like, const TensorOptions& options, std::optional<MemoryFormat> format) {
  return empty_like(like, options, format).zero_();
}
TW_DEFINITION Tensor ones_like(const Tensor& like, const TensorOptions& options) { return empty_like(like, options).fill_(1); }
TW_DEFINITION Tensor scalar_tensor(const Scalar& value, const TensorOptions& options) { return empty({}, options).fill_(value); }
TW_DEFINITION Tensor arange(const Scalar& begin, const Scalar& end, const Scalar& step, TensorOptions options) {
  bool is_whole = !begin.isFloatingPoint() && !end.isFloatingPoint() && !step.isFloatingPoint();
  if (!options.has_dtype()) options = options.dtype(is_whole ? kLong : kFloat);
  double length = (end.toDouble() - begin.toDouble()) / step.toDouble();
  TORCH_CHECK(step.toDouble() != 0 && length >= 0, "upper bound and lower bound inconsistent with step sign");
  int64_t count = static_cast<int64_t>(length);
  if (static_cast<double>(count) < length) ++count;
  std::vector<double> floats;
  std::vector<int64_t> integers;
  for (int64_t i = 0; i < count; ++i) {
    if (is_whole)
      integers.push_back(begin.toLong() + i * step.toLong());
    else
      floats.push_back(begin.toDouble() + static_cast<double>(i) * step.toDouble());
  }
  const void* values = is_whole ? static_cast<const void*>(integers.data()) : floats.data();
  return copy_of_values(values, is_whole ? kLong : kDouble, {count}, options);
}
TW_DEFINITION Tensor arange(const Scalar& begin, const Scalar& end, const TensorOptions& options) {
  return arange(begin, end, 1, options);
}
TW_DEFINITION Tensor arange(const Scalar& end, const TensorOptions& options) { return arange(0, end, 1, options); }
TW_DEFINITION Tensor from_blob(void* data, IntArrayRef sizes, IntArrayRef strides, const TensorOptions& options) {
  TensorShape shape = detail::contiguous_shape(sizes);
  int64_t last = 0;
  for (size_t i = 0; i < strides.size() && i < sizes.size(); ++i) shape.strides[i] = strides[i];
  for (int i = 0; i < shape.dimensions; ++i) last += (shape.sizes[i] - 1) * shape.strides[i];
  TensorStorage* storage = new TensorStorage;
  storage->data = data;
  storage->bytes = static_cast<uint64_t>(last + 1) * elementSize(options.dtype().toScalarType());
  storage->device = options.device();
  if (storage->device.is_cuda() && !storage->device.has_index()) storage->device = Device(kCUDA, 0);
  storage->is_owned = false;
  return detail::make_tensor(storage, options.dtype().toScalarType(), shape, 0);
}
TW_DEFINITION Tensor from_blob(void* data, IntArrayRef sizes, const TensorOptions& options) {
  return from_blob(data, sizes, IntArrayRef(), options);
}
TW_DEFINITION Tensor from_blob(void* data, IntArrayRef sizes, void (*deleter)(void*), const TensorOptions& options) {
  Tensor result = from_blob(data, sizes, IntArrayRef(), options);
  TensorStorage& storage = *result.state().storage;
  storage.context = reinterpret_cast<void*>(deleter);
  storage.on_release = [](TensorStorage& s) { reinterpret_cast<void (*)(void*)>(s.context)(s.data); };
  return result;
}
TW_DEFINITION Tensor copy_of_values(const void* values, ScalarType type, IntArrayRef sizes, const TensorOptions& options) {
  Tensor here = from_blob(const_cast<void*>(values), sizes, TensorOptions(type));
  Tensor result = empty(sizes, options.has_dtype() ? options : options.dtype(type == kDouble ? kFloat : type));
  result.copy_(here);
  return result;
}
TW_DEFINITION std::ostream& operator<<(std::ostream& stream, const Tensor& tensor) {
  if (!tensor.defined()) return stream << "[ Tensor (undefined) ]";
  return stream << "[ " << tensor.toString() << "{" << tensor.sizes() << "} ]";
}

}  // namespace at
