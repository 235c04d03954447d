// torch::Tensor for kernels' host code: a reference-counted strided tensor with creation, views, copies and casts, and nothing
// that computes. Needs the public CUDA runtime API only.
//
// Memory: device memory comes from cudaMalloc, freed when the last tensor that uses it goes (cudaFree waits for the device, so a
// kernel that still runs keeps its memory); host memory from aligned_alloc. Copies and fills on the device are
// tw_copy_elements and tw_fill_elements where programs run on the CPU, kernels of tensor_functions.h on a GPU.
// Functions: extension.h says how they are registered and called.
// Definitions: tensor_functions.h. With TILEWRIGHT_TENSOR_LIBRARY defined only declarations are read, and the program is linked
// with an object that holds the definitions; without, they are inline.
#pragma once

#include "extension_abi.h"
#include "tensor_checks.h"
#include "tensor_types.h"

namespace at {

using namespace c10;
using caffe2::TypeMeta;

class Tensor;
template <class T, size_t N, class Index>
class TensorAccessor;
template <class T, size_t N, class Index>
class PackedTensorAccessor;

// Memory and the tensors that share it.
struct TensorStorage {
  long references = 1;
  void* data = nullptr;
  uint64_t bytes = 0;
  Device device = Device(kCPU);
  bool is_owned = true;
  void (*on_release)(TensorStorage&) = nullptr;
  void* context = nullptr;
};

struct TensorShape {
  int dimensions = 0;
  int64_t sizes[TW_MAX_DIMENSIONS], strides[TW_MAX_DIMENSIONS];
};

struct TensorState {
  long references = 1;
  TensorStorage* storage = nullptr;
  int64_t offset = 0;  // elements
  ScalarType type = ScalarType::Float;
  bool requires_grad = false;
  TensorShape shape;
};

// Tensor::type(), kept for old code.
struct DeprecatedTypeProperties {
  ScalarType scalar;
  Device place;
  bool is_cuda() const { return place.is_cuda(); }
  ScalarType scalarType() const { return scalar; }
  operator ScalarType() const { return scalar; }
};

// The message of what is not here: operations that compute belong in kernels.
template <class...>
struct TensorOperation {
  static constexpr bool is_supported = false;
};
#define TW_NO_OPERATION(what, ...)                                                                                   \
  static_assert(TensorOperation<__VA_ARGS__>::is_supported, what " computes in host code, which is not supported: the work must be done in a kernel")

class Tensor {
 public:
  Tensor() = default;
  Tensor(const Tensor& other) : state_(other.state_) {
    if (state_ != nullptr) ++state_->references;
  }
  Tensor(Tensor&& other) noexcept : state_(other.state_) { other.state_ = nullptr; }
  Tensor& operator=(const Tensor& other) {
    Tensor copy(other);
    std::swap(state_, copy.state_);
    return *this;
  }
  Tensor& operator=(Tensor&& other) noexcept {
    std::swap(state_, other.state_);
    return *this;
  }
  ~Tensor() {
    if (state_ != nullptr) release();
  }
  explicit Tensor(TensorState* state) : state_(state) {}

  bool defined() const { return state_ != nullptr; }
  void reset() { *this = Tensor(); }
  bool is_same(const Tensor& other) const { return state_ == other.state_; }
  long use_count() const { return state_ == nullptr ? 0 : state_->references; }

  int64_t dim() const { return state().shape.dimensions; }
  int64_t ndimension() const { return dim(); }
  IntArrayRef sizes() const { return {state().shape.sizes, static_cast<size_t>(dim())}; }
  IntArrayRef strides() const { return {state().shape.strides, static_cast<size_t>(dim())}; }
  int64_t size(int64_t dimension) const { return state().shape.sizes[wrapped(dimension)]; }
  int64_t stride(int64_t dimension) const { return state().shape.strides[wrapped(dimension)]; }
  int64_t numel() const;
  int64_t nbytes() const { return numel() * element_size(); }
  int64_t element_size() const { return static_cast<int64_t>(elementSize(state().type)); }
  int64_t itemsize() const { return element_size(); }
  int64_t storage_offset() const { return state().offset; }
  ScalarType scalar_type() const { return state().type; }
  TypeMeta dtype() const { return TypeMeta(state().type); }
  Device device() const { return state().storage->device; }
  DeviceIndex get_device() const { return device().index(); }
  Layout layout() const { return kStrided; }
  TensorOptions options() const { return TensorOptions(scalar_type()).device(device()).requires_grad(requires_grad()); }
  DeprecatedTypeProperties type() const { return {scalar_type(), device()}; }
  bool is_cuda() const { return device().is_cuda(); }
  bool is_cpu() const { return device().is_cpu(); }
  bool is_sparse() const { return false; }
  bool is_quantized() const { return false; }
  bool is_floating_point() const { return isFloatingType(scalar_type()); }
  bool is_complex() const { return false; }
  bool is_contiguous(MemoryFormat format = MemoryFormat::Contiguous) const;
  bool is_non_overlapping_and_dense() const;
  bool requires_grad() const { return state().requires_grad; }
  const Tensor& requires_grad_(bool wanted = true) const {
    state().requires_grad = wanted;
    return *this;
  }
  const Tensor& set_requires_grad(bool wanted) const { return requires_grad_(wanted); }
  Tensor detach() const { return *this; }
  Tensor alias() const { return *this; }
  std::string toString() const { return std::string(is_cuda() ? "CUDA" : "CPU") + c10::toString(scalar_type()) + "Type"; }

  void* data_ptr() const { return address(); }
  const void* const_data_ptr() const { return address(); }
  void* mutable_data_ptr() const { return address(); }
  template <class T>
  T* data_ptr() const {
    expect_type(CppTypeToScalarType<std::remove_cv_t<T>>::value);
    return static_cast<T*>(address());
  }
  template <class T>
  const T* const_data_ptr() const {
    return data_ptr<std::remove_const_t<T>>();
  }
  template <class T>
  T* mutable_data_ptr() const {
    return data_ptr<T>();
  }
  template <class T>
  T* data() const {
    return data_ptr<T>();
  }
  Scalar item() const;
  template <class T>
  T item() const {
    return item().template to<T>();
  }

  // Views
  Tensor view(IntArrayRef sizes) const;
  Tensor view(ScalarType type) const;
  Tensor view_as(const Tensor& other) const { return view(other.sizes()); }
  Tensor reshape(IntArrayRef sizes) const;
  Tensor reshape_as(const Tensor& other) const { return reshape(other.sizes()); }
  Tensor flatten(int64_t begin = 0, int64_t end = -1) const;
  Tensor unflatten(int64_t dimension, IntArrayRef sizes) const;
  Tensor ravel() const { return reshape({-1}); }
  Tensor transpose(int64_t a, int64_t b) const;
  Tensor t() const;
  Tensor mT() const { return transpose(-2, -1); }
  Tensor permute(IntArrayRef order) const;
  Tensor movedim(int64_t from, int64_t to) const;
  Tensor squeeze() const;
  Tensor squeeze(int64_t dimension) const;
  Tensor unsqueeze(int64_t dimension) const;
  Tensor expand(IntArrayRef sizes, bool implicit = false) const;
  Tensor expand_as(const Tensor& other) const { return expand(other.sizes()); }
  Tensor narrow(int64_t dimension, int64_t start, int64_t length) const;
  Tensor slice(int64_t dimension = 0, std::optional<int64_t> start = {}, std::optional<int64_t> end = {},
               int64_t step = 1) const;
  Tensor select(int64_t dimension, int64_t index) const;
  Tensor operator[](int64_t index) const { return select(0, index); }
  Tensor as_strided(IntArrayRef sizes, IntArrayRef strides, std::optional<int64_t> offset = {}) const;
  std::vector<Tensor> unbind(int64_t dimension = 0) const;
  std::vector<Tensor> chunk(int64_t chunks, int64_t dimension = 0) const;
  std::vector<Tensor> split(int64_t size, int64_t dimension = 0) const;

  // Copies and casts
  Tensor contiguous(MemoryFormat format = MemoryFormat::Contiguous) const;
  Tensor clone(std::optional<MemoryFormat> format = {}) const;
  Tensor to(const TensorOptions& options, bool non_blocking = false, bool copy = false) const;
  Tensor to(Device device, bool non_blocking = false, bool copy = false) const {
    return to(TensorOptions(device), non_blocking, copy);
  }
  Tensor to(DeviceType device, bool non_blocking = false, bool copy = false) const {
    return to(TensorOptions(device), non_blocking, copy);
  }
  Tensor to(ScalarType type, bool non_blocking = false, bool copy = false) const {
    return to(TensorOptions(type), non_blocking, copy);
  }
  Tensor to(TypeMeta type, bool non_blocking = false, bool copy = false) const {
    return to(TensorOptions(type), non_blocking, copy);
  }
  Tensor to(Device device, ScalarType type, bool non_blocking = false, bool copy = false) const {
    return to(TensorOptions(device).dtype(type), non_blocking, copy);
  }
  Tensor to(const Tensor& like, bool non_blocking = false, bool copy = false) const {
    return to(like.options(), non_blocking, copy);
  }
  Tensor toType(ScalarType type) const { return to(type); }
  Tensor type_as(const Tensor& like) const { return to(like.options()); }
  Tensor cuda() const { return to(kCUDA); }
  Tensor cpu() const { return to(kCPU); }
  Tensor pin_memory() const { return *this; }
  Tensor half() const { return to(kHalf); }
  Tensor bfloat16() const { return to(kBFloat16); }
  Tensor& copy_(const Tensor& from, bool non_blocking = false) const;
  Tensor& fill_(const Scalar& value) const;
  Tensor& zero_() const { return fill_(0); }

  // New tensors like this one
  Tensor new_empty(IntArrayRef sizes, TensorOptions options = {}) const;
  Tensor new_zeros(IntArrayRef sizes, TensorOptions options = {}) const;
  Tensor new_ones(IntArrayRef sizes, TensorOptions options = {}) const;
  Tensor new_full(IntArrayRef sizes, const Scalar& value, TensorOptions options = {}) const;

  // Elements in kernels and, for tensors of the CPU, in host code.
  template <class T, size_t N>
  TensorAccessor<T, N, int64_t> accessor() const;
  template <class T, size_t N, template <class> class Traits>
  PackedTensorAccessor<T, N, int32_t> packed_accessor32() const {
    return packed_accessor32<T, N>();
  }
  template <class T, size_t N, template <class> class Traits>
  PackedTensorAccessor<T, N, int64_t> packed_accessor64() const {
    return packed_accessor64<T, N>();
  }
  template <class T, size_t N>
  PackedTensorAccessor<T, N, int32_t> packed_accessor32() const;
  template <class T, size_t N>
  PackedTensorAccessor<T, N, int64_t> packed_accessor64() const;

#define TW_METHOD(name)                                                      \
  template <class... Arguments>                                              \
  Tensor name(const Arguments&...) const {                                   \
    TW_NO_OPERATION("Tensor::" #name, Tensor, Arguments...);                 \
    return {};                                                               \
  }
#include "tensor_methods.def"
#undef TW_METHOD

  TensorState& state() const {
    if (state_ == nullptr) undefined();
    return *state_;
  }
  TensorState* release_state() {
    TensorState* state = state_;
    state_ = nullptr;
    return state;
  }

 private:
  [[noreturn]] static void undefined();
  void release();
  int wrapped(int64_t dimension) const;
  void expect_type(ScalarType type) const {
    if (state().type != type) wrong_type(type);
  }
  [[noreturn]] void wrong_type(ScalarType type) const;
  void* address() const {
    const TensorState& s = state();
    return static_cast<char*>(s.storage->data) + s.offset * static_cast<int64_t>(elementSize(s.type));
  }

  TensorState* state_ = nullptr;
};

using TensorList = ArrayRef<Tensor>;
std::ostream& operator<<(std::ostream& stream, const Tensor& tensor);

#define TW_OPERATOR(sign)                                                                                       \
  template <class T, class U,                                                                                   \
            std::enable_if_t<std::is_same_v<T, Tensor> || std::is_same_v<U, Tensor>, int> = 0>                  \
  Tensor operator sign(const T&, const U&) {                                                                    \
    TW_NO_OPERATION("the operator " #sign " on tensors", T, U);                                                 \
    return {};                                                                                                  \
  }
TW_OPERATOR(+)
TW_OPERATOR(-)
TW_OPERATOR(*)
TW_OPERATOR(/)
TW_OPERATOR(<)
TW_OPERATOR(>)
TW_OPERATOR(<=)
TW_OPERATOR(>=)
TW_OPERATOR(==)
TW_OPERATOR(!=)
TW_OPERATOR(+=)
TW_OPERATOR(-=)
TW_OPERATOR(*=)
TW_OPERATOR(/=)
#undef TW_OPERATOR

#define TW_METHOD(name)                                            \
  template <class... Arguments>                                    \
  Tensor name(const Arguments&...) {                               \
    TW_NO_OPERATION("torch::" #name, Arguments...);                \
    return {};                                                     \
  }
#define TW_FUNCTION(name) TW_METHOD(name)
#include "tensor_methods.def"
#undef TW_METHOD

// Creation
Tensor empty(IntArrayRef sizes, const TensorOptions& options = {}, std::optional<MemoryFormat> format = {});
Tensor empty_strided(IntArrayRef sizes, IntArrayRef strides, const TensorOptions& options = {});
Tensor full(IntArrayRef sizes, const Scalar& value, const TensorOptions& options = {});
Tensor zeros(IntArrayRef sizes, const TensorOptions& options = {});
Tensor ones(IntArrayRef sizes, const TensorOptions& options = {});
Tensor empty_like(const Tensor& like, const TensorOptions& options = {}, std::optional<MemoryFormat> format = {});
Tensor full_like(const Tensor& like, const Scalar& value, const TensorOptions& options = {});
Tensor zeros_like(const Tensor& like, const TensorOptions& options = {}, std::optional<MemoryFormat> format = {});
Tensor ones_like(const Tensor& like, const TensorOptions& options = {});
Tensor arange(const Scalar& begin, const Scalar& end, const Scalar& step, TensorOptions options = {});
Tensor arange(const Scalar& begin, const Scalar& end, const TensorOptions& options = {});
Tensor arange(const Scalar& end, const TensorOptions& options = {});
Tensor scalar_tensor(const Scalar& value, const TensorOptions& options = {});
// Memory of somebody else's; the caller keeps it.
Tensor from_blob(void* data, IntArrayRef sizes, const TensorOptions& options = {});
Tensor from_blob(void* data, IntArrayRef sizes, IntArrayRef strides, const TensorOptions& options = {});
Tensor from_blob(void* data, IntArrayRef sizes, void (*deleter)(void*), const TensorOptions& options = {});
Tensor copy_of_values(const void* values, ScalarType type, IntArrayRef sizes, const TensorOptions& options);
template <class T>
Tensor tensor(ArrayRef<T> values, const TensorOptions& options = {}) {
  return copy_of_values(values.data(), CppTypeToScalarType<T>::value, {static_cast<int64_t>(values.size())}, options);
}
template <class T>
Tensor tensor(std::initializer_list<T> values, const TensorOptions& options = {}) {
  return tensor(ArrayRef<T>(values.begin(), values.size()), options);
}
template <class T>
Tensor tensor(const std::vector<T>& values, const TensorOptions& options = {}) {
  return tensor(ArrayRef<T>(values), options);
}
template <class T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
Tensor tensor(T value, const TensorOptions& options = {}) {
  return copy_of_values(&value, CppTypeToScalarType<T>::value, {}, options);
}

inline Tensor reshape(const Tensor& x, IntArrayRef sizes) { return x.reshape(sizes); }
inline Tensor flatten(const Tensor& x, int64_t begin = 0, int64_t end = -1) { return x.flatten(begin, end); }
inline Tensor transpose(const Tensor& x, int64_t a, int64_t b) { return x.transpose(a, b); }
inline Tensor permute(const Tensor& x, IntArrayRef order) { return x.permute(order); }
inline Tensor squeeze(const Tensor& x) { return x.squeeze(); }
inline Tensor squeeze(const Tensor& x, int64_t dimension) { return x.squeeze(dimension); }
inline Tensor unsqueeze(const Tensor& x, int64_t dimension) { return x.unsqueeze(dimension); }
inline Tensor clone(const Tensor& x) { return x.clone(); }
inline bool is_floating_point(const Tensor& x) { return x.is_floating_point(); }
inline int64_t numel(const Tensor& x) { return x.numel(); }

}  // namespace at

#include "tensor_accessor.h"
#include "tensor_dispatch.h"
#ifndef TILEWRIGHT_TENSOR_LIBRARY
#include "tensor_functions.h"
#endif
