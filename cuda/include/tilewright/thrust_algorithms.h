// Thrust's algorithms. Each runs where its iterators or its policy say: on the device as a kernel of one thread, on the host
// (or inside a kernel) at once. Elements are visited in order.
#pragma once

#include "thrust.h"

namespace thrust {

namespace detail {
struct Policy {
  bool is_device = false;
  cudaStream_t stream = nullptr;
};
}  // namespace detail
namespace cuda_system {
struct Par : detail::Policy {
  constexpr Par() : detail::Policy{true, nullptr} {}
  detail::Policy on(cudaStream_t stream) const { return {true, stream}; }
};
}  // namespace cuda_system
static constexpr cuda_system::Par device;
static constexpr detail::Policy host{};
static constexpr detail::Policy seq{};
namespace cuda {
static constexpr cuda_system::Par par;
static constexpr cuda_system::Par par_nosync;
}  // namespace cuda
namespace system {
namespace cuda = thrust::cuda;
}

namespace detail {

template <class T>
constexpr bool is_policy = std::is_base_of_v<Policy, std::decay_t<T>>;

// Runs work on plain iterators where a policy says.
template <class F>
inline void run(const Policy& policy, const char* name, F work) {
  if (policy.is_device && !tw_in_kernel())
    ::tilewright::run_alone(name, policy.stream, work);
  else
    work();
}
// A result that the work leaves behind; `make` returns it.
template <class R, class F>
inline R result_of(const Policy& policy, const char* name, F make) {
  if (!policy.is_device || tw_in_kernel()) return make();
  void* memory = nullptr;
  cudaMalloc(&memory, sizeof(R));
  R* slot = (R*)memory;
  ::tilewright::run_alone(name, policy.stream, [=]() mutable { *slot = make(); });
  alignas(R) char bytes[sizeof(R)];
  cudaMemcpy(bytes, memory, sizeof(R), cudaMemcpyDeviceToHost);
  cudaFree(memory);
  return *(R*)bytes;
}
// Room for `count` values where the work runs.
template <class T>
class Scratch {
 public:
  Scratch(const Policy& policy, size_t count) : is_device_(policy.is_device || tw_in_kernel()) {
    if (tw_in_kernel())
      data = (T*)malloc(count * sizeof(T) + 1);
    else if (is_device_)
      cudaMalloc((void**)&data, count * sizeof(T) + 1);
    else
      data = (T*)::operator new(count * sizeof(T) + 1);
  }
  ~Scratch() {
    if (tw_in_kernel())
      free((void*)data);
    else if (is_device_)
      cudaFree((void*)data);
    else
      ::operator delete((void*)data);
  }
  T* data = nullptr;

 private:
  bool is_device_;
};

template <class I>
using value_of = typename std::iterator_traits<I>::value_type;

// Stable, from runs of one to runs of all, between the values and the room beside them.
template <class V, class I, class Less>
inline void merge_sort(I values, V* room, ptrdiff_t count, Less less) {
  for (ptrdiff_t width = 1; width < count; width *= 2) {
    for (ptrdiff_t begin = 0; begin < count; begin += 2 * width) {
      ptrdiff_t middle = begin + width < count ? begin + width : count, end = begin + 2 * width < count ? begin + 2 * width : count;
      ptrdiff_t left = begin, right = middle;
      for (ptrdiff_t at = begin; at < end; ++at) {
        bool takes_right = left >= middle || (right < end && less((V)values[right], (V)values[left]));
        new (&room[at]) V(values[takes_right ? right++ : left++]);
      }
    }
    for (ptrdiff_t i = 0; i < count; ++i) values[i] = room[i];
  }
}

template <class... A>
constexpr bool reaches_device = (Reach<std::decay_t<A>>::is_device || ...);

}  // namespace detail

// Defines thrust::name in its forms with and without a policy, from detail::name##_impl(policy, arguments...).
#define TW_ALGORITHM(name)                                                                                   \
  template <class P, class... A, std::enable_if_t<detail::is_policy<P>, int> = 0>                            \
  inline auto name(const P& policy, A... arguments) {                                                        \
    return detail::name##_impl((const detail::Policy&)policy, arguments...);                                 \
  }                                                                                                          \
  template <class First, class... A, std::enable_if_t<!detail::is_policy<First>, int> = 0>                   \
  inline auto name(First first, A... arguments) {                                                            \
    return detail::name##_impl(detail::Policy{detail::reaches_device<First, A...>, nullptr}, first, arguments...); \
  }

namespace detail {
template <class I, class F>
I for_each_impl(const Policy& policy, I first, I last, F function) {
  ptrdiff_t n = last - first;
  auto in = plain(first);
  run(policy, "thrust::for_each", [=]() mutable { for (ptrdiff_t i = 0; i < n; ++i) function(in[i]); });
  return last;
}
template <class I, class N, class F>
I for_each_n_impl(const Policy& policy, I first, N n, F function) {
  return for_each_impl(policy, first, first + (ptrdiff_t)n, function);
}
template <class I, class O, class F>
O transform_impl(const Policy& policy, I first, I last, O out, F function) {
  ptrdiff_t n = last - first;
  auto in = plain(first);
  auto to = plain(out);
  run(policy, "thrust::transform", [=]() mutable { for (ptrdiff_t i = 0; i < n; ++i) to[i] = function(in[i]); });
  return out + n;
}
template <class I, class J, class O, class F>
O transform_impl(const Policy& policy, I first, I last, J second, O out, F function) {
  ptrdiff_t n = last - first;
  auto in = plain(first);
  auto other = plain(second);
  auto to = plain(out);
  run(policy, "thrust::transform", [=]() mutable { for (ptrdiff_t i = 0; i < n; ++i) to[i] = function(in[i], other[i]); });
  return out + n;
}
template <class I, class O, class F, class Test>
O transform_if_impl(const Policy& policy, I first, I last, O out, F function, Test test) {
  ptrdiff_t n = last - first;
  auto in = plain(first);
  auto to = plain(out);
  run(policy, "thrust::transform_if", [=]() mutable {
    for (ptrdiff_t i = 0; i < n; ++i) {
      if (test(in[i])) to[i] = function(in[i]);
    }
  });
  return out + n;
}
template <class I, class T>
void fill_impl(const Policy& policy, I first, I last, T value) {
  ptrdiff_t n = last - first;
  auto to = plain(first);
  run(policy, "thrust::fill", [=]() mutable { for (ptrdiff_t i = 0; i < n; ++i) to[i] = value; });
}
template <class I, class N, class T>
I fill_n_impl(const Policy& policy, I first, N n, T value) {
  fill_impl(policy, first, first + (ptrdiff_t)n, value);
  return first + (ptrdiff_t)n;
}
template <class I, class T, class S>
void sequence_impl(const Policy& policy, I first, I last, T start, S step) {
  ptrdiff_t n = last - first;
  auto to = plain(first);
  run(policy, "thrust::sequence", [=]() mutable { for (ptrdiff_t i = 0; i < n; ++i) to[i] = start + (T)i * step; });
}
template <class I, class T>
void sequence_impl(const Policy& policy, I first, I last, T start) {
  sequence_impl(policy, first, last, start, (T)1);
}
template <class I>
void sequence_impl(const Policy& policy, I first, I last) {
  sequence_impl(policy, first, last, value_of<I>(0), value_of<I>(1));
}
template <class I, class F>
void generate_impl(const Policy& policy, I first, I last, F make) {
  ptrdiff_t n = last - first;
  auto to = plain(first);
  run(policy, "thrust::generate", [=]() mutable { for (ptrdiff_t i = 0; i < n; ++i) to[i] = make(); });
}
template <class I, class F>
void tabulate_impl(const Policy& policy, I first, I last, F make) {
  ptrdiff_t n = last - first;
  auto to = plain(first);
  run(policy, "thrust::tabulate", [=]() mutable { for (ptrdiff_t i = 0; i < n; ++i) to[i] = make(i); });
}
// Between host and device through host memory; else where both are.
template <class I, class O>
O copy_impl(const Policy& policy, I first, I last, O out) {
  ptrdiff_t n = last - first;
  if (n <= 0) return out;
  using V = value_of<I>;
  if constexpr (Reach<I>::is_device && !Reach<O>::is_device && !std::is_pointer_v<O>) {
    Scratch<V> room({true, policy.stream}, (size_t)n);
    V* to = room.data;
    auto in = plain(first);
    run({true, policy.stream}, "thrust::copy", [=]() mutable { for (ptrdiff_t i = 0; i < n; ++i) to[i] = in[i]; });
    std::vector<V> host((size_t)n);
    cudaMemcpy((void*)host.data(), (const void*)to, (size_t)n * sizeof(V), cudaMemcpyDeviceToHost);
    for (ptrdiff_t i = 0; i < n; ++i) out[i] = host[(size_t)i];
  } else if constexpr (std::is_same_v<I, device_ptr<V>> && std::is_pointer_v<O>) {
    cudaMemcpy((void*)out, (const void*)first.get(), (size_t)n * sizeof(V), cudaMemcpyDefault);
  } else if constexpr (!Reach<I>::is_device && Reach<O>::is_device && !std::is_empty_v<I>) {
    if (policy.is_device && std::is_class_v<I> && !std::is_same_v<I, typename std::vector<V>::iterator> &&
        !std::is_same_v<I, typename std::vector<V>::const_iterator>) {
      auto to = plain(out);
      run(policy, "thrust::copy", [=]() mutable { for (ptrdiff_t i = 0; i < n; ++i) to[i] = first[i]; });
    } else {
      std::vector<V> host(first, last);
      auto target = plain(out);
      if constexpr (std::is_pointer_v<decltype(target)>)
        cudaMemcpy((void*)target, (const void*)host.data(), (size_t)n * sizeof(V), cudaMemcpyHostToDevice);
      else
        static_assert(sizeof(V) == 0, "copies from the host to composed iterators are not supported");
    }
  } else {
    auto in = plain(first);
    auto to = plain(out);
    run(policy, "thrust::copy", [=]() mutable { for (ptrdiff_t i = 0; i < n; ++i) to[i] = in[i]; });
  }
  return out + n;
}
template <class I, class N, class O>
O copy_n_impl(const Policy& policy, I first, N n, O out) {
  return copy_impl(policy, first, first + (ptrdiff_t)n, out);
}
template <class I, class T, class F>
T reduce_impl(const Policy& policy, I first, I last, T init, F combine) {
  ptrdiff_t n = last - first;
  auto in = plain(first);
  return result_of<T>(policy, "thrust::reduce", [=]() mutable {
    T result = init;
    for (ptrdiff_t i = 0; i < n; ++i) result = combine(result, in[i]);
    return result;
  });
}
template <class I, class T>
T reduce_impl(const Policy& policy, I first, I last, T init) {
  return reduce_impl(policy, first, last, init, plus<T>());
}
template <class I>
value_of<I> reduce_impl(const Policy& policy, I first, I last) {
  return reduce_impl(policy, first, last, value_of<I>());
}
template <class I, class F, class T, class G>
T transform_reduce_impl(const Policy& policy, I first, I last, F function, T init, G combine) {
  ptrdiff_t n = last - first;
  auto in = plain(first);
  return result_of<T>(policy, "thrust::transform_reduce", [=]() mutable {
    T result = init;
    for (ptrdiff_t i = 0; i < n; ++i) result = combine(result, function(in[i]));
    return result;
  });
}
template <class I, class J, class T, class F, class G>
T inner_product_impl(const Policy& policy, I first, I last, J second, T init, F combine, G multiply) {
  ptrdiff_t n = last - first;
  auto in = plain(first);
  auto other = plain(second);
  return result_of<T>(policy, "thrust::inner_product", [=]() mutable {
    T result = init;
    for (ptrdiff_t i = 0; i < n; ++i) result = combine(result, multiply(in[i], other[i]));
    return result;
  });
}
template <class I, class J, class T>
T inner_product_impl(const Policy& policy, I first, I last, J second, T init) {
  return inner_product_impl(policy, first, last, second, init, plus<T>(), multiplies<T>());
}
template <class I, class F>
ptrdiff_t count_if_impl(const Policy& policy, I first, I last, F test) {
  ptrdiff_t n = last - first;
  auto in = plain(first);
  return result_of<ptrdiff_t>(policy, "thrust::count_if", [=]() mutable {
    ptrdiff_t count = 0;
    for (ptrdiff_t i = 0; i < n; ++i) count += test(in[i]) ? 1 : 0;
    return count;
  });
}
template <class I, class T>
ptrdiff_t count_impl(const Policy& policy, I first, I last, T value) {
  return count_if_impl(policy, first, last, [=](const auto& element) { return element == value; });
}
// The index of the first element that `is_better` prefers to all others.
template <class I, class F>
ptrdiff_t best_index(const Policy& policy, I first, I last, F is_better) {
  ptrdiff_t n = last - first;
  auto in = plain(first);
  return result_of<ptrdiff_t>(policy, "thrust::max_element", [=]() mutable {
    ptrdiff_t best = 0;
    for (ptrdiff_t i = 1; i < n; ++i) best = is_better(in[i], in[best]) ? i : best;
    return best;
  });
}
template <class I, class Less = less<>>
I max_element_impl(const Policy& policy, I first, I last, Less order = {}) {
  if (first == last) return last;
  return first + best_index(policy, first, last, [=](const auto& a, const auto& b) { return order(b, a); });
}
template <class I, class Less = less<>>
I min_element_impl(const Policy& policy, I first, I last, Less order = {}) {
  if (first == last) return last;
  return first + best_index(policy, first, last, order);
}
template <class I, class Less = less<>>
pair<I, I> minmax_element_impl(const Policy& policy, I first, I last, Less order = {}) {
  return {min_element_impl(policy, first, last, order), max_element_impl(policy, first, last, order)};
}
template <class I, class F>
I find_if_impl(const Policy& policy, I first, I last, F test) {
  ptrdiff_t n = last - first;
  auto in = plain(first);
  return first + result_of<ptrdiff_t>(policy, "thrust::find_if", [=]() mutable {
           ptrdiff_t i = 0;
           while (i < n && !test(in[i])) ++i;
           return i;
         });
}
template <class I, class T>
I find_impl(const Policy& policy, I first, I last, T value) {
  return find_if_impl(policy, first, last, [=](const auto& element) { return element == value; });
}
template <class I, class F>
bool any_of_impl(const Policy& policy, I first, I last, F test) {
  return find_if_impl(policy, first, last, test) != last;
}
template <class I, class F>
bool all_of_impl(const Policy& policy, I first, I last, F test) {
  return find_if_impl(policy, first, last, [=](const auto& element) mutable { return !test(element); }) == last;
}
template <class I, class F>
bool none_of_impl(const Policy& policy, I first, I last, F test) {
  return find_if_impl(policy, first, last, test) == last;
}
template <class I, class J>
bool equal_impl(const Policy& policy, I first, I last, J second) {
  ptrdiff_t n = last - first;
  auto in = plain(first);
  auto other = plain(second);
  return result_of<bool>(policy, "thrust::equal", [=]() mutable {
    for (ptrdiff_t i = 0; i < n; ++i) {
      if (!(in[i] == other[i])) return false;
    }
    return true;
  });
}
template <class I, class Less = less<>>
bool is_sorted_impl(const Policy& policy, I first, I last, Less order = {}) {
  ptrdiff_t n = last - first;
  auto in = plain(first);
  return result_of<bool>(policy, "thrust::is_sorted", [=]() mutable {
    for (ptrdiff_t i = 1; i < n; ++i) {
      if (order(in[i], in[i - 1])) return false;
    }
    return true;
  });
}
// An exclusive scan begins with `init`; an inclusive one with the first element.
template <class I, class O, class T, class F>
O exclusive_scan_impl(const Policy& policy, I first, I last, O out, T init, F combine) {
  ptrdiff_t n = last - first;
  auto in = plain(first);
  auto to = plain(out);
  run(policy, "thrust::exclusive_scan", [=]() mutable {
    T sum = init;
    for (ptrdiff_t i = 0; i < n; ++i) {
      T next = combine(sum, in[i]);
      to[i] = sum;
      sum = next;
    }
  });
  return out + n;
}
template <class I, class O, class T>
O exclusive_scan_impl(const Policy& policy, I first, I last, O out, T init) {
  return exclusive_scan_impl(policy, first, last, out, init, plus<T>());
}
template <class I, class O>
O exclusive_scan_impl(const Policy& policy, I first, I last, O out) {
  return exclusive_scan_impl(policy, first, last, out, value_of<I>());
}
template <class I, class O, class F>
O inclusive_scan_impl(const Policy& policy, I first, I last, O out, F combine) {
  ptrdiff_t n = last - first;
  auto in = plain(first);
  auto to = plain(out);
  run(policy, "thrust::inclusive_scan", [=]() mutable {
    if (n <= 0) return;
    value_of<I> sum = in[0];
    to[0] = sum;
    for (ptrdiff_t i = 1; i < n; ++i) {
      sum = combine(sum, in[i]);
      to[i] = sum;
    }
  });
  return out + n;
}
template <class I, class O>
O inclusive_scan_impl(const Policy& policy, I first, I last, O out) {
  return inclusive_scan_impl(policy, first, last, out, plus<value_of<I>>());
}
template <class K, class I, class O, class Same, class F>
O inclusive_scan_by_key_impl(const Policy& policy, K first, K last, I values, O out, Same same, F combine) {
  ptrdiff_t n = last - first;
  auto keys = plain(first);
  auto in = plain(values);
  auto to = plain(out);
  run(policy, "thrust::inclusive_scan_by_key", [=]() mutable {
    value_of<I> sum{};
    for (ptrdiff_t i = 0; i < n; ++i) {
      value_of<I> own = in[i];
      sum = i > 0 && same(keys[i - 1], keys[i]) ? (value_of<I>)combine(sum, own) : own;
      to[i] = sum;
    }
  });
  return out + n;
}
template <class K, class I, class O, class Same>
O inclusive_scan_by_key_impl(const Policy& policy, K first, K last, I values, O out, Same same) {
  return inclusive_scan_by_key_impl(policy, first, last, values, out, same, plus<value_of<I>>());
}
template <class K, class I, class O>
O inclusive_scan_by_key_impl(const Policy& policy, K first, K last, I values, O out) {
  return inclusive_scan_by_key_impl(policy, first, last, values, out, equal_to<>());
}
template <class K, class I, class KO, class IO, class Same, class F>
pair<KO, IO> reduce_by_key_impl(const Policy& policy, K first, K last, I values, KO keys_out, IO values_out, Same same,
                                F combine) {
  ptrdiff_t n = last - first;
  auto keys = plain(first);
  auto in = plain(values);
  auto to_keys = plain(keys_out);
  auto to = plain(values_out);
  ptrdiff_t groups = result_of<ptrdiff_t>(policy, "thrust::reduce_by_key", [=]() mutable {
    ptrdiff_t group = -1;
    value_of<I> sum{};
    for (ptrdiff_t i = 0; i < n; ++i) {
      value_of<I> own = in[i];
      bool goes_on = i > 0 && same(keys[i - 1], keys[i]);
      sum = goes_on ? (value_of<I>)combine(sum, own) : own;
      if (!goes_on) to_keys[++group] = keys[i];
      to[group] = sum;
    }
    return group + 1;
  });
  return {keys_out + groups, values_out + groups};
}
template <class K, class I, class KO, class IO, class Same>
pair<KO, IO> reduce_by_key_impl(const Policy& policy, K first, K last, I values, KO keys_out, IO values_out, Same same) {
  return reduce_by_key_impl(policy, first, last, values, keys_out, values_out, same, plus<value_of<I>>());
}
template <class K, class I, class KO, class IO>
pair<KO, IO> reduce_by_key_impl(const Policy& policy, K first, K last, I values, KO keys_out, IO values_out) {
  return reduce_by_key_impl(policy, first, last, values, keys_out, values_out, equal_to<>());
}
template <class I, class Less = less<>>
void sort_impl(const Policy& policy, I first, I last, Less order = {}) {
  ptrdiff_t n = last - first;
  Scratch<value_of<I>> room(policy, (size_t)(n > 0 ? n : 0));
  auto values = plain(first);
  auto* beside = room.data;
  run(policy, "thrust::sort", [=]() mutable { merge_sort(values, beside, n, order); });
}
template <class I, class Less = less<>>
void stable_sort_impl(const Policy& policy, I first, I last, Less order = {}) {
  sort_impl(policy, first, last, order);
}
template <class K, class V, class Less = less<>>
void sort_by_key_impl(const Policy& policy, K first, K last, V values, Less order = {}) {
  auto both = make_zip_iterator(std::make_tuple(first, values));
  sort_impl(policy, both, both + (last - first),
            [=](const auto& a, const auto& b) mutable { return order(std::get<0>(a), std::get<0>(b)); });
}
template <class K, class V, class Less = less<>>
void stable_sort_by_key_impl(const Policy& policy, K first, K last, V values, Less order = {}) {
  sort_by_key_impl(policy, first, last, values, order);
}
// Keeps the elements whose flag (of a stencil) passes the test; the number kept.
template <class I, class S, class O, class F>
ptrdiff_t keep(const Policy& policy, const char* name, I first, ptrdiff_t n, S stencil, O out, F test) {
  auto in = plain(first);
  auto flags = plain(stencil);
  auto to = plain(out);
  return result_of<ptrdiff_t>(policy, name, [=]() mutable {
    ptrdiff_t kept = 0;
    for (ptrdiff_t i = 0; i < n; ++i) {
      if (test(flags[i])) to[kept++] = (value_of<I>)in[i];
    }
    return kept;
  });
}
template <class I, class O, class F>
O copy_if_impl(const Policy& policy, I first, I last, O out, F test) {
  return out + keep(policy, "thrust::copy_if", first, last - first, first, out, test);
}
template <class I, class S, class O, class F>
O copy_if_impl(const Policy& policy, I first, I last, S stencil, O out, F test) {
  return out + keep(policy, "thrust::copy_if", first, last - first, stencil, out, test);
}
template <class I, class F>
I remove_if_impl(const Policy& policy, I first, I last, F test) {
  return first + keep(policy, "thrust::remove_if", first, last - first, first, first,
                      [=](const auto& element) mutable { return !test(element); });
}
template <class I, class S, class F>
I remove_if_impl(const Policy& policy, I first, I last, S stencil, F test) {
  return first + keep(policy, "thrust::remove_if", first, last - first, stencil, first,
                      [=](const auto& element) mutable { return !test(element); });
}
template <class I, class T>
I remove_impl(const Policy& policy, I first, I last, T value) {
  return remove_if_impl(policy, first, last, [=](const auto& element) { return element == value; });
}
template <class I, class O, class Same = equal_to<>>
O unique_copy_impl(const Policy& policy, I first, I last, O out, Same same = {}) {
  ptrdiff_t n = last - first;
  auto in = plain(first);
  auto to = plain(out);
  return out + result_of<ptrdiff_t>(policy, "thrust::unique", [=]() mutable {
           ptrdiff_t kept = 0;
           for (ptrdiff_t i = 0; i < n; ++i) {
             value_of<I> own = in[i];
             if (kept == 0 || !same((value_of<I>)to[kept - 1], own)) to[kept++] = own;
           }
           return kept;
         });
}
template <class I, class Same = equal_to<>>
I unique_impl(const Policy& policy, I first, I last, Same same = {}) {
  return unique_copy_impl(policy, first, last, first, same);
}
template <class K, class V, class KO, class VO, class Same = equal_to<>>
pair<KO, VO> unique_by_key_copy_impl(const Policy& policy, K first, K last, V values, KO keys_out, VO values_out,
                                     Same same = {}) {
  ptrdiff_t n = last - first;
  auto keys = plain(first);
  auto in = plain(values);
  auto to_keys = plain(keys_out);
  auto to = plain(values_out);
  ptrdiff_t kept = result_of<ptrdiff_t>(policy, "thrust::unique_by_key", [=]() mutable {
    ptrdiff_t count = 0;
    for (ptrdiff_t i = 0; i < n; ++i) {
      if (i > 0 && same(keys[i - 1], keys[i])) continue;
      to_keys[count] = (value_of<K>)keys[i];
      to[count++] = (value_of<V>)in[i];
    }
    return count;
  });
  return {keys_out + kept, values_out + kept};
}
template <class I, class O, class F>
O adjacent_difference_impl(const Policy& policy, I first, I last, O out, F function) {
  ptrdiff_t n = last - first;
  auto in = plain(first);
  auto to = plain(out);
  run(policy, "thrust::adjacent_difference", [=]() mutable {
    value_of<I> before{};
    for (ptrdiff_t i = 0; i < n; ++i) {
      value_of<I> own = in[i];
      if (i == 0)
        to[i] = own;
      else
        to[i] = function(own, before);
      before = own;
    }
  });
  return out + n;
}
template <class I, class O>
O adjacent_difference_impl(const Policy& policy, I first, I last, O out) {
  return adjacent_difference_impl(policy, first, last, out, minus<value_of<I>>());
}
template <class M, class I, class O>
O gather_impl(const Policy& policy, M first, M last, I in_first, O out) {
  ptrdiff_t n = last - first;
  auto map = plain(first);
  auto in = plain(in_first);
  auto to = plain(out);
  run(policy, "thrust::gather", [=]() mutable { for (ptrdiff_t i = 0; i < n; ++i) to[i] = in[(ptrdiff_t)map[i]]; });
  return out + n;
}
template <class I, class M, class O>
void scatter_impl(const Policy& policy, I first, I last, M map_first, O out) {
  ptrdiff_t n = last - first;
  auto in = plain(first);
  auto map = plain(map_first);
  auto to = plain(out);
  run(policy, "thrust::scatter", [=]() mutable { for (ptrdiff_t i = 0; i < n; ++i) to[(ptrdiff_t)map[i]] = in[i]; });
}
template <class I, class F, class T>
void replace_if_impl(const Policy& policy, I first, I last, F test, T value) {
  ptrdiff_t n = last - first;
  auto values = plain(first);
  run(policy, "thrust::replace_if", [=]() mutable {
    for (ptrdiff_t i = 0; i < n; ++i) {
      if (test(values[i])) values[i] = value;
    }
  });
}
template <class I>
void reverse_impl(const Policy& policy, I first, I last) {
  ptrdiff_t n = last - first;
  auto values = plain(first);
  run(policy, "thrust::reverse", [=]() mutable {
    for (ptrdiff_t i = 0; i < n / 2; ++i) {
      value_of<I> left = values[i];
      values[i] = (value_of<I>)values[n - 1 - i];
      values[n - 1 - i] = left;
    }
  });
}
// Where each of the values would be inserted: before (lower) or behind (upper) what is equal to it.
template <bool is_upper, class I, class J, class O, class Less>
O bounds(const Policy& policy, I first, I last, J values, J values_last, O out, Less order) {
  ptrdiff_t n = last - first, count = values_last - values;
  auto in = plain(first);
  auto asked = plain(values);
  auto to = plain(out);
  run(policy, "thrust::lower_bound", [=]() mutable {
    for (ptrdiff_t i = 0; i < count; ++i) {
      ptrdiff_t low = 0, high = n;
      while (low < high) {
        ptrdiff_t middle = (low + high) / 2;
        bool goes_right = is_upper ? !order(asked[i], in[middle]) : order(in[middle], asked[i]);
        if (goes_right) low = middle + 1; else high = middle;
      }
      to[i] = (value_of<O>)low;
    }
  });
  return out + count;
}
template <class I, class J, class O, class Less = less<>>
O lower_bound_impl(const Policy& policy, I first, I last, J values, J values_last, O out, Less order = {}) {
  return bounds<false>(policy, first, last, values, values_last, out, order);
}
template <class I, class J, class O, class Less = less<>>
O upper_bound_impl(const Policy& policy, I first, I last, J values, J values_last, O out, Less order = {}) {
  return bounds<true>(policy, first, last, values, values_last, out, order);
}
}  // namespace detail

TW_ALGORITHM(for_each)
TW_ALGORITHM(for_each_n)
TW_ALGORITHM(transform)
TW_ALGORITHM(transform_if)
TW_ALGORITHM(fill)
TW_ALGORITHM(fill_n)
TW_ALGORITHM(sequence)
TW_ALGORITHM(generate)
TW_ALGORITHM(tabulate)
TW_ALGORITHM(copy)
TW_ALGORITHM(copy_n)
TW_ALGORITHM(copy_if)
TW_ALGORITHM(reduce)
TW_ALGORITHM(transform_reduce)
TW_ALGORITHM(inner_product)
TW_ALGORITHM(count)
TW_ALGORITHM(count_if)
TW_ALGORITHM(max_element)
TW_ALGORITHM(min_element)
TW_ALGORITHM(minmax_element)
TW_ALGORITHM(find)
TW_ALGORITHM(find_if)
TW_ALGORITHM(any_of)
TW_ALGORITHM(all_of)
TW_ALGORITHM(none_of)
TW_ALGORITHM(equal)
TW_ALGORITHM(is_sorted)
TW_ALGORITHM(exclusive_scan)
TW_ALGORITHM(inclusive_scan)
TW_ALGORITHM(inclusive_scan_by_key)
TW_ALGORITHM(reduce_by_key)
TW_ALGORITHM(sort)
TW_ALGORITHM(stable_sort)
TW_ALGORITHM(sort_by_key)
TW_ALGORITHM(stable_sort_by_key)
TW_ALGORITHM(remove)
TW_ALGORITHM(remove_if)
TW_ALGORITHM(unique)
TW_ALGORITHM(unique_copy)
TW_ALGORITHM(unique_by_key_copy)
TW_ALGORITHM(adjacent_difference)
TW_ALGORITHM(gather)
TW_ALGORITHM(scatter)
TW_ALGORITHM(replace_if)
TW_ALGORITHM(reverse)
TW_ALGORITHM(lower_bound)
TW_ALGORITHM(upper_bound)
#undef TW_ALGORITHM

}  // namespace thrust
