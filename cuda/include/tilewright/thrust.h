// Thrust: vectors, iterators and functors; the algorithms are in thrust_algorithms.h. What works on the device runs as a
// kernel of one thread, so that each access is checked as in any other.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <iterator>
#include <memory>
#include <numeric>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

#include "device.h"

namespace tilewright {
// Runs a function on the device by itself: a kernel of one thread.
template <class F>
inline void run_alone(const char* name, cudaStream_t stream, F function) {
  push_launch(dim3(1), dim3(1), 0, stream);
  run_kernel(name, 0, [=]() mutable { function(); });
}
}  // namespace tilewright

namespace thrust {

using std::get;
using std::make_pair;
using std::make_tuple;
using std::pair;
using std::tie;
using std::tuple;
using std::tuple_element;
using std::tuple_size;
using std::swap;
using std::complex;
using std::system_error;
template <class T>
constexpr const T& (max)(const T& a, const T& b) {
  return a < b ? b : a;
}
template <class T>
constexpr const T& (min)(const T& a, const T& b) {
  return b < a ? b : a;
}

// An element of the device's memory as the host sees it.
template <class T>
class device_reference {
 public:
  explicit device_reference(T* pointer) : pointer_(pointer) {}
  device_reference(const device_reference&) = default;
  operator T() const {
    if (tw_in_kernel()) return *pointer_;
    std::remove_const_t<T> value;
    cudaMemcpy((void*)&value, (const void*)pointer_, sizeof(T), cudaMemcpyDeviceToHost);
    return value;
  }
  device_reference& operator=(const T& value) {
    if (tw_in_kernel())
      *pointer_ = value;
    else
      cudaMemcpy((void*)pointer_, (const void*)&value, sizeof(T), cudaMemcpyHostToDevice);
    return *this;
  }
  device_reference& operator=(const device_reference& other) { return *this = (T)other; }
  template <class U>
  device_reference& operator+=(const U& value) { return *this = (T)*this + value; }
  template <class U>
  device_reference& operator-=(const U& value) { return *this = (T)*this - value; }
  template <class U>
  device_reference& operator*=(const U& value) { return *this = (T)*this * value; }
  device_reference& operator++() { return *this = (T)*this + 1; }
  T* operator&() const { return pointer_; }
  friend std::ostream& operator<<(std::ostream& stream, const device_reference& self) { return stream << (T)self; }

 private:
  T* pointer_;
};

template <class T>
class device_ptr {
 public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = std::remove_const_t<T>;
  using difference_type = ptrdiff_t;
  using pointer = device_ptr;
  using reference = device_reference<T>;
  device_ptr() = default;
  explicit device_ptr(T* pointer) : pointer_(pointer) {}
  device_ptr(std::nullptr_t) {}
  template <class U, class = std::enable_if_t<std::is_convertible_v<U*, T*>>>
  device_ptr(const device_ptr<U>& other) : pointer_(other.get()) {}
  T* get() const { return pointer_; }
  reference operator*() const { return reference(pointer_); }
  reference operator[](ptrdiff_t index) const { return reference(pointer_ + index); }
  device_ptr operator+(ptrdiff_t n) const { return device_ptr(pointer_ + n); }
  device_ptr operator-(ptrdiff_t n) const { return device_ptr(pointer_ - n); }
  ptrdiff_t operator-(const device_ptr& other) const { return pointer_ - other.pointer_; }
  device_ptr& operator+=(ptrdiff_t n) { pointer_ += n; return *this; }
  device_ptr& operator-=(ptrdiff_t n) { pointer_ -= n; return *this; }
  device_ptr& operator++() { ++pointer_; return *this; }
  device_ptr operator++(int) { return device_ptr(pointer_++); }
  device_ptr& operator--() { --pointer_; return *this; }
  bool operator==(const device_ptr& other) const { return pointer_ == other.pointer_; }
  bool operator!=(const device_ptr& other) const { return pointer_ != other.pointer_; }
  bool operator<(const device_ptr& other) const { return pointer_ < other.pointer_; }
  explicit operator bool() const { return pointer_ != nullptr; }

 private:
  T* pointer_ = nullptr;
};
template <class T>
inline device_ptr<T> device_pointer_cast(T* pointer) { return device_ptr<T>(pointer); }
template <class T>
inline T* raw_pointer_cast(const device_ptr<T>& pointer) { return pointer.get(); }
template <class T>
inline T* raw_pointer_cast(T* pointer) { return pointer; }
template <class T>
inline device_ptr<T> device_malloc(size_t count) {
  void* memory = nullptr;
  cudaMalloc(&memory, count * sizeof(T));
  return device_ptr<T>((T*)memory);
}
inline device_ptr<char> device_malloc(size_t bytes) { return device_malloc<char>(bytes); }
template <class T>
inline void device_free(const device_ptr<T>& pointer) { cudaFree((void*)pointer.get()); }

// Iterators that compute; each can be taken at an index.
#define TW_ITERATOR_STEPS(Self)                                                         \
  Self operator+(ptrdiff_t n) const { Self moved = *this; moved.move(n); return moved; } \
  Self operator-(ptrdiff_t n) const { return *this + -n; }                              \
  Self& operator+=(ptrdiff_t n) { move(n); return *this; }                              \
  Self& operator++() { move(1); return *this; }                                         \
  Self operator++(int) { Self before = *this; move(1); return before; }                 \
  Self& operator--() { move(-1); return *this; }                                        \
  bool operator==(const Self& other) const { return *this - other == 0; }               \
  bool operator!=(const Self& other) const { return *this - other != 0; }               \
  bool operator<(const Self& other) const { return *this - other < 0; }                 \
  decltype(auto) operator*() const { return (*this)[0]; }                               \
  using iterator_category = std::random_access_iterator_tag;                            \
  using difference_type = ptrdiff_t;                                                    \
  using pointer = void;

template <class T>
class counting_iterator {
 public:
  using value_type = T;
  using reference = T;
  counting_iterator() = default;
  explicit counting_iterator(T value) : value_(value) {}
  T operator[](ptrdiff_t n) const { return (T)(value_ + n); }
  ptrdiff_t operator-(const counting_iterator& other) const { return (ptrdiff_t)value_ - (ptrdiff_t)other.value_; }
  void move(ptrdiff_t n) { value_ = (T)(value_ + n); }
  TW_ITERATOR_STEPS(counting_iterator)
 private:
  T value_{};
};
template <class T>
inline counting_iterator<T> make_counting_iterator(T value) { return counting_iterator<T>(value); }

template <class T>
class constant_iterator {
 public:
  using value_type = T;
  using reference = T;
  constant_iterator() = default;
  explicit constant_iterator(T value, ptrdiff_t at = 0) : value_(value), at_(at) {}
  T operator[](ptrdiff_t) const { return value_; }
  ptrdiff_t operator-(const constant_iterator& other) const { return at_ - other.at_; }
  void move(ptrdiff_t n) { at_ += n; }
  TW_ITERATOR_STEPS(constant_iterator)
 private:
  T value_{};
  ptrdiff_t at_ = 0;
};
template <class T>
inline constant_iterator<T> make_constant_iterator(T value) { return constant_iterator<T>(value); }

class discard_iterator {
 public:
  struct Nothing {
    template <class T>
    const Nothing& operator=(const T&) const { return *this; }
  };
  using value_type = Nothing;
  using reference = Nothing;
  explicit discard_iterator(ptrdiff_t at = 0) : at_(at) {}
  Nothing operator[](ptrdiff_t) const { return {}; }
  ptrdiff_t operator-(const discard_iterator& other) const { return at_ - other.at_; }
  void move(ptrdiff_t n) { at_ += n; }
  TW_ITERATOR_STEPS(discard_iterator)
 private:
  ptrdiff_t at_;
};
inline discard_iterator make_discard_iterator() { return discard_iterator(); }

template <class F, class I>
class transform_iterator {
 public:
  using value_type = std::decay_t<decltype(std::declval<F>()(std::declval<I>()[0]))>;
  using reference = value_type;
  transform_iterator(I base, F function) : base_(base), function_(function) {}
  value_type operator[](ptrdiff_t n) const { return function_(base_[n]); }
  ptrdiff_t operator-(const transform_iterator& other) const { return base_ - other.base_; }
  void move(ptrdiff_t n) { base_ = base_ + n; }
  TW_ITERATOR_STEPS(transform_iterator)
  I base_;
  mutable F function_;
};
template <class F, class I>
inline transform_iterator<F, I> make_transform_iterator(I base, F function) { return {base, function}; }

template <class Elements, class Indices>
class permutation_iterator {
 public:
  using value_type = typename std::iterator_traits<Elements>::value_type;
  using reference = decltype(std::declval<Elements>()[0]);
  permutation_iterator(Elements elements, Indices indices) : elements_(elements), indices_(indices) {}
  reference operator[](ptrdiff_t n) const { return elements_[(ptrdiff_t)indices_[n]]; }
  ptrdiff_t operator-(const permutation_iterator& other) const { return indices_ - other.indices_; }
  void move(ptrdiff_t n) { indices_ = indices_ + n; }
  TW_ITERATOR_STEPS(permutation_iterator)
  Elements elements_;
  Indices indices_;
};
template <class Elements, class Indices>
inline permutation_iterator<Elements, Indices> make_permutation_iterator(Elements elements, Indices indices) {
  return {elements, indices};
}

template <class Tuple>
class zip_iterator;
template <class... I>
class zip_iterator<std::tuple<I...>> {
 public:
  using value_type = std::tuple<typename std::iterator_traits<I>::value_type...>;
  using reference = std::tuple<decltype(std::declval<I>()[0])...>;
  zip_iterator() = default;
  explicit zip_iterator(std::tuple<I...> parts) : parts_(parts) {}
  reference operator[](ptrdiff_t n) const {
    return std::apply([n](const auto&... part) { return reference(part[n]...); }, parts_);
  }
  ptrdiff_t operator-(const zip_iterator& other) const { return std::get<0>(parts_) - std::get<0>(other.parts_); }
  void move(ptrdiff_t n) {
    std::apply([n](auto&... part) { ((part = part + n), ...); }, parts_);
  }
  const std::tuple<I...>& get_iterator_tuple() const { return parts_; }
  TW_ITERATOR_STEPS(zip_iterator)
 private:
  std::tuple<I...> parts_;
};
template <class... I>
inline zip_iterator<std::tuple<I...>> make_zip_iterator(std::tuple<I...> parts) {
  return zip_iterator<std::tuple<I...>>(parts);
}
template <class... I>
inline zip_iterator<std::tuple<I...>> make_zip_iterator(I... parts) {
  return zip_iterator<std::tuple<I...>>(std::tuple<I...>(parts...));
}
#undef TW_ITERATOR_STEPS

// Whether an iterator reaches the device's memory, and the same iterator with plain pointers.
namespace detail {
template <class I>
struct Reach {
  static constexpr bool is_device = false;
  static I plain(I iterator) { return iterator; }
};
template <class T>
struct Reach<device_ptr<T>> {
  static constexpr bool is_device = true;
  static T* plain(device_ptr<T> pointer) { return pointer.get(); }
};
template <class I>
inline auto plain(I iterator) { return Reach<I>::plain(iterator); }
template <class F, class I>
struct Reach<transform_iterator<F, I>> {
  static constexpr bool is_device = Reach<I>::is_device;
  static auto plain(transform_iterator<F, I> iterator) {
    return make_transform_iterator(detail::plain(iterator.base_), iterator.function_);
  }
};
template <class E, class I>
struct Reach<permutation_iterator<E, I>> {
  static constexpr bool is_device = Reach<E>::is_device || Reach<I>::is_device;
  static auto plain(permutation_iterator<E, I> iterator) {
    return make_permutation_iterator(detail::plain(iterator.elements_), detail::plain(iterator.indices_));
  }
};
template <class... I>
struct Reach<zip_iterator<std::tuple<I...>>> {
  static constexpr bool is_device = (Reach<I>::is_device || ...);
  static auto plain(zip_iterator<std::tuple<I...>> iterator) {
    return std::apply([](auto... part) { return make_zip_iterator(std::make_tuple(detail::plain(part)...)); },
                      iterator.get_iterator_tuple());
  }
};
}  // namespace detail

template <class T, class Allocator = std::allocator<T>>
class host_vector : public std::vector<T> {
 public:
  using std::vector<T>::vector;
  host_vector() = default;
  host_vector(const std::vector<T>& other) : std::vector<T>(other) {}
  template <class Vector, class = std::enable_if_t<Vector::is_on_device>>
  host_vector(const Vector& device) : std::vector<T>(device.size()) { device.copy_to(this->data()); }
  template <class Vector, class = std::enable_if_t<Vector::is_on_device>>
  host_vector& operator=(const Vector& device) {
    this->resize(device.size());
    device.copy_to(this->data());
    return *this;
  }
};

template <class T, class Allocator = void>
class device_vector {
 public:
  static constexpr bool is_on_device = true;
  using value_type = T;
  using iterator = device_ptr<T>;
  using const_iterator = device_ptr<const T>;
  using reference = device_reference<T>;
  using size_type = size_t;
  using pointer = device_ptr<T>;
  device_vector() = default;
  explicit device_vector(size_t count) { resize(count); }
  device_vector(size_t count, const T& value) { resize(count, value); }
  device_vector(const device_vector& other) { assign_device(other.data_, other.size_); }
  device_vector(device_vector&& other) noexcept { swap(other); }
  device_vector(const std::vector<T>& host) { assign_host(host.data(), host.size()); }
  device_vector(std::initializer_list<T> values) { assign_host(values.begin(), values.size()); }
  template <class I, class = typename std::iterator_traits<I>::iterator_category>
  device_vector(I first, I last) { assign(first, last); }
  ~device_vector() { release(); }
  device_vector& operator=(const device_vector& other) {
    if (this != &other) assign_device(other.data_, other.size_);
    return *this;
  }
  device_vector& operator=(device_vector&& other) noexcept { swap(other); return *this; }
  device_vector& operator=(const std::vector<T>& host) { assign_host(host.data(), host.size()); return *this; }
  template <class I>
  void assign(I first, I last) {
    if constexpr (std::is_same_v<I, device_ptr<T>> || std::is_same_v<I, device_ptr<const T>>) {
      assign_device(first.get(), (size_t)(last - first));
    } else {
      std::vector<T> host(first, last);
      assign_host(host.data(), host.size());
    }
  }
  void assign(size_t count, const T& value) { clear(); resize(count, value); }
  void swap(device_vector& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }
  size_t size() const { return size_; }
  size_t capacity() const { return capacity_; }
  bool empty() const { return size_ == 0; }
  iterator begin() { return iterator(data_); }
  iterator end() { return iterator(data_ + size_); }
  const_iterator begin() const { return const_iterator(data_); }
  const_iterator end() const { return const_iterator(data_ + size_); }
  const_iterator cbegin() const { return const_iterator(data_); }
  const_iterator cend() const { return const_iterator(data_ + size_); }
  device_ptr<T> data() { return device_ptr<T>(data_); }
  device_ptr<const T> data() const { return device_ptr<const T>(data_); }
  reference operator[](size_t index) { return reference(data_ + index); }
  device_reference<const T> operator[](size_t index) const { return device_reference<const T>(data_ + index); }
  reference front() { return reference(data_); }
  reference back() { return reference(data_ + size_ - 1); }
  void clear() { size_ = 0; }
  void shrink_to_fit() {}
  void reserve(size_t count) {
    if (count <= capacity_) return;
    T* old = data_;
    void* memory = nullptr;
    cudaMalloc(&memory, count * sizeof(T));
    data_ = (T*)memory;
    capacity_ = count;
    if (size_ > 0) cudaMemcpy((void*)data_, (const void*)old, size_ * sizeof(T), cudaMemcpyDeviceToDevice);
    if (old != nullptr) cudaFree((void*)old);
  }
  void resize(size_t count, const T& value = T()) {
    reserve(count);
    if (count > size_) {
      std::vector<T> host(count - size_, value);
      cudaMemcpy((void*)(data_ + size_), (const void*)host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice);
    }
    size_ = count;
  }
  void push_back(const T& value) {
    if (size_ == capacity_) reserve(capacity_ == 0 ? 8 : 2 * capacity_);
    ++size_;
    back() = value;
  }
  iterator erase(iterator first, iterator last) {
    std::vector<T> host(size_);
    copy_to(host.data());
    size_t from = (size_t)(first - begin());
    host.erase(host.begin() + (first - begin()), host.begin() + (last - begin()));
    assign_host(host.data(), host.size());
    return begin() + (ptrdiff_t)from;
  }
  void copy_to(T* host) const {
    if (size_ > 0) cudaMemcpy((void*)host, (const void*)data_, size_ * sizeof(T), cudaMemcpyDeviceToHost);
  }

 private:
  void assign_host(const T* values, size_t count) {
    size_ = 0;
    reserve(count);
    size_ = count;
    if (count > 0) cudaMemcpy((void*)data_, (const void*)values, count * sizeof(T), cudaMemcpyHostToDevice);
  }
  void assign_device(const T* values, size_t count) {
    size_ = 0;
    reserve(count);
    size_ = count;
    if (count > 0) cudaMemcpy((void*)data_, (const void*)values, count * sizeof(T), cudaMemcpyDeviceToDevice);
  }
  void release() {
    if (data_ != nullptr) cudaFree((void*)data_);
    data_ = nullptr;
  }
  T* data_ = nullptr;
  size_t size_ = 0, capacity_ = 0;
};

#define TW_FUNCTOR2(name, expression)                                       \
  template <class T = void>                                                 \
  struct name {                                                             \
    using first_argument_type = T;                                          \
    using second_argument_type = T;                                         \
    constexpr auto operator()(const T& a, const T& b) const { return expression; } \
  };                                                                        \
  template <>                                                               \
  struct name<void> {                                                       \
    template <class A, class B>                                             \
    constexpr auto operator()(const A& a, const B& b) const { return expression; } \
  };
TW_FUNCTOR2(plus, a + b)
TW_FUNCTOR2(minus, a - b)
TW_FUNCTOR2(multiplies, a* b)
TW_FUNCTOR2(divides, a / b)
TW_FUNCTOR2(modulus, a % b)
TW_FUNCTOR2(equal_to, a == b)
TW_FUNCTOR2(not_equal_to, a != b)
TW_FUNCTOR2(less, a < b)
TW_FUNCTOR2(greater, a > b)
TW_FUNCTOR2(less_equal, a <= b)
TW_FUNCTOR2(greater_equal, a >= b)
TW_FUNCTOR2(maximum, a < b ? b : a)
TW_FUNCTOR2(minimum, b < a ? b : a)
TW_FUNCTOR2(logical_and, a&& b)
TW_FUNCTOR2(logical_or, a || b)
TW_FUNCTOR2(bit_and, a& b)
TW_FUNCTOR2(bit_or, a | b)
TW_FUNCTOR2(bit_xor, a ^ b)
#undef TW_FUNCTOR2
template <class T = void>
struct negate {
  template <class A>
  constexpr auto operator()(const A& a) const { return -a; }
};
template <class T = void>
struct identity {
  template <class A>
  constexpr A operator()(const A& a) const { return a; }
};
template <class T = void>
struct square {
  template <class A>
  constexpr auto operator()(const A& a) const { return a * a; }
};
template <class T = void>
struct logical_not {
  template <class A>
  constexpr bool operator()(const A& a) const { return !a; }
};

// Random numbers: the generators of <random>, distributions that kernels can use.
using default_random_engine = std::minstd_rand;
using minstd_rand = std::minstd_rand;
namespace random {
using thrust::default_random_engine;
using thrust::minstd_rand;
}  // namespace random
template <class T = double>
class uniform_real_distribution {
 public:
  explicit uniform_real_distribution(T low = 0, T high = 1) : low_(low), high_(high) {}
  template <class Engine>
  T operator()(Engine& engine) const {
    T unit = (T)(engine() - Engine::min()) / ((T)(Engine::max() - Engine::min()) + 1);
    return unit * (high_ - low_) + low_;
  }
 private:
  T low_, high_;
};
template <class T = int>
class uniform_int_distribution {
 public:
  explicit uniform_int_distribution(T low = 0, T high = std::numeric_limits<T>::max()) : low_(low), high_(high) {}
  template <class Engine>
  T operator()(Engine& engine) const {
    double unit = (double)(engine() - Engine::min()) / ((double)(Engine::max() - Engine::min()) + 1);
    return (T)std::floor(unit * ((double)high_ - (double)low_ + 1)) + low_;
  }
 private:
  T low_, high_;
};
namespace random {
using thrust::uniform_int_distribution;
using thrust::uniform_real_distribution;
}  // namespace random

}  // namespace thrust
