// The small types around torch::Tensor: element types, devices, options, array references, scalars, errors. Written for this
// project after PyTorch's documented C++ interface; no header of PyTorch's is used.
#pragma once

#include <array>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <initializer_list>
#include <iosfwd>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

namespace c10 {

using Half = __half;
using BFloat16 = __nv_bfloat16;
using Float8_e4m3fn = __nv_fp8_e4m3;
using Float8_e5m2 = __nv_fp8_e5m2;

// Numbered as PyTorch numbers them.
enum class ScalarType : int8_t {
  Byte = 0,
  Char = 1,
  Short = 2,
  Int = 3,
  Long = 4,
  Half = 5,
  Float = 6,
  Double = 7,
  ComplexHalf = 8,
  ComplexFloat = 9,
  ComplexDouble = 10,
  Bool = 11,
  QInt8 = 12,
  QUInt8 = 13,
  QInt32 = 14,
  BFloat16 = 15,
  Float8_e5m2 = 23,
  Float8_e4m3fn = 24,
  UInt16 = 27,
  UInt32 = 28,
  UInt64 = 29,
  Undefined = 45,
};

// TW_ELEMENT(C++ type, ScalarType): the types that tensors can hold.
#define TW_FOR_EACH_ELEMENT(TW_ELEMENT) \
  TW_ELEMENT(uint8_t, Byte)             \
  TW_ELEMENT(int8_t, Char)              \
  TW_ELEMENT(int16_t, Short)            \
  TW_ELEMENT(int32_t, Int)              \
  TW_ELEMENT(int64_t, Long)             \
  TW_ELEMENT(c10::Half, Half)           \
  TW_ELEMENT(float, Float)              \
  TW_ELEMENT(double, Double)            \
  TW_ELEMENT(bool, Bool)                \
  TW_ELEMENT(c10::BFloat16, BFloat16)   \
  TW_ELEMENT(uint16_t, UInt16)          \
  TW_ELEMENT(uint32_t, UInt32)          \
  TW_ELEMENT(uint64_t, UInt64)          \
  TW_ELEMENT(c10::Float8_e5m2, Float8_e5m2) \
  TW_ELEMENT(c10::Float8_e4m3fn, Float8_e4m3fn)

template <class T>
struct CppTypeToScalarType;
template <ScalarType type>
struct ScalarTypeToCppType;
#define TW_ELEMENT(cpp, name)                                       \
  template <>                                                       \
  struct CppTypeToScalarType<cpp> {                                 \
    static constexpr ScalarType value = ScalarType::name;           \
  };                                                                \
  template <>                                                       \
  struct ScalarTypeToCppType<ScalarType::name> {                    \
    using type = cpp;                                               \
  };
TW_FOR_EACH_ELEMENT(TW_ELEMENT)
#undef TW_ELEMENT
template <>
struct CppTypeToScalarType<long long> {
  static constexpr ScalarType value = ScalarType::Long;
};

const char* toString(ScalarType type);
size_t elementSize(ScalarType type);
inline bool isFloatingType(ScalarType type) {
  return type == ScalarType::Float || type == ScalarType::Double || type == ScalarType::Half ||
         type == ScalarType::BFloat16 || type == ScalarType::Float8_e5m2 || type == ScalarType::Float8_e4m3fn;
}
inline bool isComplexType(ScalarType type) {
  return type == ScalarType::ComplexHalf || type == ScalarType::ComplexFloat || type == ScalarType::ComplexDouble;
}
inline bool isIntegralType(ScalarType type, bool includes_bool = false) {
  return type == ScalarType::Byte || type == ScalarType::Char || type == ScalarType::Short || type == ScalarType::Int ||
         type == ScalarType::Long || type == ScalarType::UInt16 || type == ScalarType::UInt32 || type == ScalarType::UInt64 ||
         (includes_bool && type == ScalarType::Bool);
}
std::ostream& operator<<(std::ostream& stream, ScalarType type);

constexpr ScalarType kByte = ScalarType::Byte, kUInt8 = ScalarType::Byte, kChar = ScalarType::Char, kInt8 = ScalarType::Char,
                     kShort = ScalarType::Short, kInt16 = ScalarType::Short, kInt = ScalarType::Int, kInt32 = ScalarType::Int,
                     kLong = ScalarType::Long, kInt64 = ScalarType::Long, kHalf = ScalarType::Half, kFloat16 = ScalarType::Half,
                     kFloat = ScalarType::Float, kFloat32 = ScalarType::Float, kDouble = ScalarType::Double,
                     kFloat64 = ScalarType::Double, kBool = ScalarType::Bool, kBFloat16 = ScalarType::BFloat16,
                     kUInt16 = ScalarType::UInt16, kUInt32 = ScalarType::UInt32, kUInt64 = ScalarType::UInt64,
                     kFloat8_e5m2 = ScalarType::Float8_e5m2, kFloat8_e4m3fn = ScalarType::Float8_e4m3fn;

enum class DeviceType : int8_t { CPU = 0, CUDA = 1 };
constexpr DeviceType kCPU = DeviceType::CPU, kCUDA = DeviceType::CUDA;
using DeviceIndex = int8_t;

struct Device {
  constexpr Device(DeviceType type, int index = -1) : type_(type), index_(static_cast<DeviceIndex>(index)) {}
  Device(const char* name) : Device(std::string(name)) {}
  Device(const std::string& name);
  constexpr DeviceType type() const { return type_; }
  constexpr DeviceIndex index() const { return index_; }
  constexpr bool has_index() const { return index_ >= 0; }
  constexpr bool is_cuda() const { return type_ == DeviceType::CUDA; }
  constexpr bool is_cpu() const { return type_ == DeviceType::CPU; }
  std::string str() const;
  constexpr bool operator==(const Device& other) const { return type_ == other.type_ && index_ == other.index_; }
  constexpr bool operator!=(const Device& other) const { return !(*this == other); }

 private:
  DeviceType type_;
  DeviceIndex index_;
};
std::ostream& operator<<(std::ostream& stream, const Device& device);
std::ostream& operator<<(std::ostream& stream, DeviceType type);

enum class Layout : int8_t { Strided };
constexpr Layout kStrided = Layout::Strided;
enum class MemoryFormat : int8_t { Contiguous, Preserve, ChannelsLast, ChannelsLast3d };

template <class T>
using optional = std::optional<T>;
using std::nullopt;
using nullopt_t = std::nullopt_t;
using string_view = std::string_view;

template <class T>
struct ArrayRef {
  using value_type = T;
  using iterator = const T*;
  using const_iterator = const T*;
  constexpr ArrayRef() = default;
  constexpr ArrayRef(const T& one) : data_(&one), size_(1) {}
  constexpr ArrayRef(const T* data, size_t size) : data_(data), size_(size) {}
  constexpr ArrayRef(const T* begin, const T* end) : data_(begin), size_(static_cast<size_t>(end - begin)) {}
  ArrayRef(const std::vector<T>& values) : data_(values.data()), size_(values.size()) {}
  template <size_t N>
  constexpr ArrayRef(const std::array<T, N>& values) : data_(values.data()), size_(N) {}
  template <size_t N>
  constexpr ArrayRef(const T (&values)[N]) : data_(values), size_(N) {}
  constexpr ArrayRef(const std::initializer_list<T>& values) : data_(values.begin()), size_(values.size()) {}
  constexpr const T* data() const { return data_; }
  constexpr size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr const T* begin() const { return data_; }
  constexpr const T* end() const { return data_ + size_; }
  constexpr const T& operator[](size_t i) const { return data_[i]; }
  const T& at(size_t i) const {
    if (i >= size_) throw std::out_of_range("ArrayRef::at");
    return data_[i];
  }
  constexpr const T& front() const { return data_[0]; }
  constexpr const T& back() const { return data_[size_ - 1]; }
  std::vector<T> vec() const { return std::vector<T>(begin(), end()); }
  constexpr ArrayRef slice(size_t begin, size_t count) const { return ArrayRef(data_ + begin, count); }
  constexpr ArrayRef slice(size_t begin) const { return ArrayRef(data_ + begin, size_ - begin); }
  bool equals(ArrayRef other) const {
    if (size_ != other.size_) return false;
    for (size_t i = 0; i < size_; ++i) {
      if (!(data_[i] == other.data_[i])) return false;
    }
    return true;
  }

 private:
  const T* data_ = nullptr;
  size_t size_ = 0;
};
template <class T>
bool operator==(ArrayRef<T> a, ArrayRef<T> b) {
  return a.equals(b);
}
template <class T>
bool operator!=(ArrayRef<T> a, ArrayRef<T> b) {
  return !a.equals(b);
}
template <class T>
bool operator==(const std::vector<T>& a, ArrayRef<T> b) {
  return ArrayRef<T>(a).equals(b);
}
template <class T>
bool operator==(ArrayRef<T> a, const std::vector<T>& b) {
  return a.equals(ArrayRef<T>(b));
}
using IntArrayRef = ArrayRef<int64_t>;
std::ostream& operator<<(std::ostream& stream, IntArrayRef values);

// A number of any kind.
class Scalar {
 public:
  Scalar() : Scalar(int64_t{0}) {}
  template <class T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
  Scalar(T value) {
    if constexpr (std::is_same_v<T, bool>)
      kind_ = Kind::Bool, integer_ = value;
    else if constexpr (std::is_floating_point_v<T>)
      kind_ = Kind::Floating, floating_ = static_cast<double>(value);
    else
      kind_ = Kind::Integer, integer_ = static_cast<int64_t>(value);
  }
  Scalar(Half value) : Scalar(static_cast<float>(value)) {}
  Scalar(BFloat16 value) : Scalar(static_cast<float>(value)) {}
  bool isFloatingPoint() const { return kind_ == Kind::Floating; }
  bool isIntegral(bool includes_bool = false) const {
    return kind_ == Kind::Integer || (includes_bool && kind_ == Kind::Bool);
  }
  bool isBoolean() const { return kind_ == Kind::Bool; }
  template <class T>
  T to() const {
    if constexpr (std::is_arithmetic_v<T>)
      return kind_ == Kind::Floating ? static_cast<T>(floating_) : static_cast<T>(integer_);
    else
      return T(kind_ == Kind::Floating ? static_cast<float>(floating_) : static_cast<float>(integer_));
  }
  double toDouble() const { return to<double>(); }
  float toFloat() const { return to<float>(); }
  int64_t toLong() const { return to<int64_t>(); }
  int toInt() const { return to<int>(); }
  bool toBool() const { return to<bool>(); }
  ScalarType type() const {
    return kind_ == Kind::Floating ? ScalarType::Double : kind_ == Kind::Bool ? ScalarType::Bool : ScalarType::Long;
  }

 private:
  enum class Kind : int8_t { Integer, Floating, Bool } kind_ = Kind::Integer;
  int64_t integer_ = 0;
  double floating_ = 0;
};

}  // namespace c10

namespace caffe2 {

// What Tensor::dtype() returns.
class TypeMeta {
 public:
  constexpr TypeMeta() = default;
  constexpr TypeMeta(c10::ScalarType type) : type_(type) {}
  template <class T>
  static TypeMeta Make() {
    return TypeMeta(c10::CppTypeToScalarType<T>::value);
  }
  constexpr c10::ScalarType toScalarType() const { return type_; }
  const char* name() const { return c10::toString(type_); }
  size_t itemsize() const { return c10::elementSize(type_); }
  constexpr operator c10::ScalarType() const { return type_; }

 private:
  c10::ScalarType type_ = c10::ScalarType::Undefined;
};
constexpr bool operator==(TypeMeta a, TypeMeta b) { return a.toScalarType() == b.toScalarType(); }
constexpr bool operator!=(TypeMeta a, TypeMeta b) { return a.toScalarType() != b.toScalarType(); }
constexpr bool operator==(TypeMeta a, c10::ScalarType b) { return a.toScalarType() == b; }
constexpr bool operator!=(TypeMeta a, c10::ScalarType b) { return a.toScalarType() != b; }
constexpr bool operator==(c10::ScalarType a, TypeMeta b) { return b.toScalarType() == a; }
constexpr bool operator!=(c10::ScalarType a, TypeMeta b) { return b.toScalarType() != a; }
std::ostream& operator<<(std::ostream& stream, TypeMeta type);

}  // namespace caffe2

namespace c10 {

using caffe2::TypeMeta;
template <class T>
TypeMeta dtype_of() {
  return TypeMeta::Make<T>();
}

// Type, device and the rest that a new tensor is to have; what is not set has its default (float, the CPU).
struct TensorOptions {
  TensorOptions() = default;
  TensorOptions(ScalarType type) : dtype_(type) {}
  TensorOptions(TypeMeta type) : dtype_(type.toScalarType()) {}
  TensorOptions(Device device) : device_(device) {}
  TensorOptions(DeviceType device) : device_(Device(device)) {}
  TensorOptions(Layout) {}
  TensorOptions(MemoryFormat) {}

  TensorOptions dtype(ScalarType type) const { return with([&](TensorOptions& o) { o.dtype_ = type; }); }
  TensorOptions dtype(TypeMeta type) const { return dtype(type.toScalarType()); }
  TensorOptions dtype(std::optional<ScalarType> type) const { return with([&](TensorOptions& o) { o.dtype_ = type; }); }
  template <class T>
  TensorOptions dtype() const {
    return dtype(CppTypeToScalarType<T>::value);
  }
  TensorOptions device(Device device) const { return with([&](TensorOptions& o) { o.device_ = device; }); }
  TensorOptions device(DeviceType type, int index = -1) const { return device(Device(type, index)); }
  TensorOptions device_index(int index) const { return device(Device(kCUDA, index)); }
  TensorOptions layout(Layout) const { return *this; }
  TensorOptions memory_format(MemoryFormat) const { return *this; }
  TensorOptions pinned_memory(bool) const { return *this; }
  TensorOptions requires_grad(bool wanted) const {
    return with([&](TensorOptions& o) { o.requires_grad_ = wanted; });
  }

  TypeMeta dtype() const { return TypeMeta(dtype_.value_or(kFloat)); }
  Device device() const { return device_.value_or(Device(kCPU)); }
  Layout layout() const { return kStrided; }
  bool requires_grad() const { return requires_grad_; }
  bool has_dtype() const { return dtype_.has_value(); }
  bool has_device() const { return device_.has_value(); }
  bool is_cuda() const { return device().is_cuda(); }
  std::optional<ScalarType> dtype_opt_scalar() const { return dtype_; }
  std::optional<Device> device_opt() const { return device_; }

 private:
  template <class Change>
  TensorOptions with(const Change& change) const {
    TensorOptions changed = *this;
    change(changed);
    return changed;
  }
  std::optional<ScalarType> dtype_;
  std::optional<Device> device_;
  bool requires_grad_ = false;
};
std::ostream& operator<<(std::ostream& stream, const TensorOptions& options);

inline TensorOptions dtype(ScalarType type) { return TensorOptions(type); }
inline TensorOptions dtype(TypeMeta type) { return TensorOptions(type); }
inline TensorOptions device(Device device) { return TensorOptions(device); }
inline TensorOptions device(DeviceType type, int index = -1) { return TensorOptions(Device(type, index)); }
inline TensorOptions layout(Layout layout) { return TensorOptions(layout); }
inline TensorOptions requires_grad(bool wanted = true) { return TensorOptions().requires_grad(wanted); }

// What TORCH_CHECK throws. Index, type and value errors are told apart by their class, as in PyTorch.
class Error : public std::exception {
 public:
  Error(std::string message, const char* file, uint32_t line) : message_(std::move(message)), file_(file), line_(line) {}
  Error(std::string message) : Error(std::move(message), "", 0) {}
  const char* what() const noexcept override { return message_.c_str(); }
  const char* file() const noexcept { return file_; }
  uint32_t line() const noexcept { return line_; }

 private:
  std::string message_;
  const char* file_;
  uint32_t line_;
};
class IndexError : public Error {
  using Error::Error;
};
class ValueError : public Error {
  using Error::Error;
};
class TypeError : public Error {
  using Error::Error;
};
class NotImplementedError : public Error {
  using Error::Error;
};

template <class... Parts>
std::string str(const Parts&... parts) {
  if constexpr (sizeof...(parts) == 0) {
    return {};
  } else {
    std::ostringstream stream;
    (stream << ... << parts);
    return stream.str();
  }
}
inline std::string str(const char* text) { return text; }
inline std::string str(const std::string& text) { return text; }

}  // namespace c10
