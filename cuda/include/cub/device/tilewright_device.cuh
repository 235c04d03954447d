// CUB's device-wide functions: each is a kernel of one thread (tilewright/thrust.h), which needs no temporary storage; the
// first call, with a null pointer, asks for one byte.
#pragma once

#include "../../tilewright/thrust_algorithms.h"

namespace cub {

namespace details {
// True where the call only asks how much storage it needs.
inline bool asks_for_size(void* storage, size_t& bytes) {
  if (storage == nullptr) bytes = 1;
  return storage == nullptr;
}
template <class F>
inline cudaError_t run(const char* name, cudaStream_t stream, F work) {
  ::tilewright::run_alone(name, stream, work);
  return cudaPeekAtLastError();
}
// The order of keys by some of their bits (floats by their value).
template <class Key>
struct BitOrder {
  int begin, end;
  bool is_descending;
  unsigned long long bits(Key key) const {
    if constexpr (std::is_floating_point_v<Key>) {
      using Bits = std::conditional_t<sizeof(Key) == 4, unsigned, unsigned long long>;
      Bits raw;
      __builtin_memcpy(&raw, &key, sizeof raw);
      const Bits sign = (Bits)1 << (sizeof(Key) * 8 - 1);
      return part(raw & sign ? ~raw : raw | sign);
    } else {
      using Bits = std::make_unsigned_t<Key>;
      Bits raw = (Bits)key;
      if (std::is_signed_v<Key>) raw ^= (Bits)1 << (sizeof(Key) * 8 - 1);
      return part(raw);
    }
  }
  unsigned long long part(unsigned long long raw) const {
    int count = end - begin;
    return count >= 64 ? raw >> begin : raw >> begin & ((1ull << count) - 1);
  }
  bool operator()(Key a, Key b) const { return is_descending ? bits(b) < bits(a) : bits(a) < bits(b); }
};
}  // namespace details

template <class T>
struct DoubleBuffer {
  T* d_buffers[2];
  int selector = 0;
  DoubleBuffer() : d_buffers{nullptr, nullptr} {}
  DoubleBuffer(T* current, T* alternate) : d_buffers{current, alternate} {}
  T* Current() { return d_buffers[selector]; }
  T* Alternate() { return d_buffers[selector ^ 1]; }
};

struct DeviceReduce {
  template <class I, class O, class F, class T>
  static cudaError_t Reduce(void* storage, size_t& bytes, I in, O out, long long count, F combine, T init,
                            cudaStream_t stream = 0) {
    if (details::asks_for_size(storage, bytes)) return cudaSuccess;
    auto from = thrust::detail::plain(in);
    auto to = thrust::detail::plain(out);
    return details::run("cub::DeviceReduce", stream, [=]() mutable {
      T result = init;
      for (long long i = 0; i < count; ++i) result = combine(result, from[i]);
      to[0] = result;
    });
  }
  template <class I, class O>
  static cudaError_t Sum(void* storage, size_t& bytes, I in, O out, long long count, cudaStream_t stream = 0) {
    using T = typename std::iterator_traits<I>::value_type;
    return Reduce(storage, bytes, in, out, count, thrust::plus<T>(), T(), stream);
  }
  template <class I, class O>
  static cudaError_t Max(void* storage, size_t& bytes, I in, O out, long long count, cudaStream_t stream = 0) {
    using T = typename std::iterator_traits<I>::value_type;
    return Reduce(storage, bytes, in, out, count, thrust::maximum<T>(), std::numeric_limits<T>::lowest(), stream);
  }
  template <class I, class O>
  static cudaError_t Min(void* storage, size_t& bytes, I in, O out, long long count, cudaStream_t stream = 0) {
    using T = typename std::iterator_traits<I>::value_type;
    return Reduce(storage, bytes, in, out, count, thrust::minimum<T>(), std::numeric_limits<T>::max(), stream);
  }
};

struct DeviceScan {
  template <class I, class O, class F, class T>
  static cudaError_t ExclusiveScan(void* storage, size_t& bytes, I in, O out, F combine, T init, long long count,
                                   cudaStream_t stream = 0) {
    if (details::asks_for_size(storage, bytes)) return cudaSuccess;
    auto from = thrust::detail::plain(in);
    auto to = thrust::detail::plain(out);
    return details::run("cub::DeviceScan", stream, [=]() mutable {
      T sum = init;
      for (long long i = 0; i < count; ++i) {
        T next = combine(sum, from[i]);
        to[i] = sum;
        sum = next;
      }
    });
  }
  template <class I, class O, class F>
  static cudaError_t InclusiveScan(void* storage, size_t& bytes, I in, O out, F combine, long long count,
                                   cudaStream_t stream = 0) {
    if (details::asks_for_size(storage, bytes)) return cudaSuccess;
    using T = typename std::iterator_traits<I>::value_type;
    auto from = thrust::detail::plain(in);
    auto to = thrust::detail::plain(out);
    return details::run("cub::DeviceScan", stream, [=]() mutable {
      T sum{};
      for (long long i = 0; i < count; ++i) {
        sum = i == 0 ? (T)from[i] : (T)combine(sum, from[i]);
        to[i] = sum;
      }
    });
  }
  template <class I, class O>
  static cudaError_t ExclusiveSum(void* storage, size_t& bytes, I in, O out, long long count, cudaStream_t stream = 0) {
    using T = typename std::iterator_traits<I>::value_type;
    return ExclusiveScan(storage, bytes, in, out, thrust::plus<T>(), T(), count, stream);
  }
  template <class I, class O>
  static cudaError_t InclusiveSum(void* storage, size_t& bytes, I in, O out, long long count, cudaStream_t stream = 0) {
    using T = typename std::iterator_traits<I>::value_type;
    return InclusiveScan(storage, bytes, in, out, thrust::plus<T>(), count, stream);
  }
};

struct DeviceRadixSort {
  template <class K, class V>
  static cudaError_t sort(void* storage, size_t& bytes, const K* keys_in, K* keys_out, const V* values_in, V* values_out,
                          long long count, int begin, int end, bool is_descending, cudaStream_t stream) {
    if (storage == nullptr) bytes = (size_t)count * (sizeof(K) + sizeof(V)) + 16;
    if (storage == nullptr) return cudaSuccess;
    K* room_keys = (K*)storage;
    V* room_values = (V*)((char*)storage + ((size_t)count * sizeof(K) + 15) / 16 * 16);
    (void)room_values;
    return details::run("cub::DeviceRadixSort", stream, [=]() mutable {
      details::BitOrder<K> order{begin, end, is_descending};
      for (long long i = 0; i < count; ++i) keys_out[i] = keys_in[i];
      if constexpr (std::is_same_v<V, char>) {
        thrust::detail::merge_sort(keys_out, room_keys, count, order);
      } else {
        for (long long i = 0; i < count; ++i) values_out[i] = values_in[i];
        auto both = thrust::make_zip_iterator(keys_out, values_out);
        auto* room = (std::tuple<K, V>*)malloc((size_t)count * sizeof(std::tuple<K, V>) + 1);
        thrust::detail::merge_sort(both, room, count, [=](const auto& a, const auto& b) mutable {
          return order(std::get<0>(a), std::get<0>(b));
        });
        free(room);
      }
    });
  }
  template <class K>
  static cudaError_t SortKeys(void* storage, size_t& bytes, const K* in, K* out, long long count, int begin = 0,
                              int end = sizeof(K) * 8, cudaStream_t stream = 0) {
    return sort<K, char>(storage, bytes, in, out, nullptr, nullptr, count, begin, end, false, stream);
  }
  template <class K>
  static cudaError_t SortKeysDescending(void* storage, size_t& bytes, const K* in, K* out, long long count, int begin = 0,
                                        int end = sizeof(K) * 8, cudaStream_t stream = 0) {
    return sort<K, char>(storage, bytes, in, out, nullptr, nullptr, count, begin, end, true, stream);
  }
  template <class K, class V>
  static cudaError_t SortPairs(void* storage, size_t& bytes, const K* keys_in, K* keys_out, const V* values_in,
                               V* values_out, long long count, int begin = 0, int end = sizeof(K) * 8,
                               cudaStream_t stream = 0) {
    return sort(storage, bytes, keys_in, keys_out, values_in, values_out, count, begin, end, false, stream);
  }
  template <class K, class V>
  static cudaError_t SortPairsDescending(void* storage, size_t& bytes, const K* keys_in, K* keys_out, const V* values_in,
                                         V* values_out, long long count, int begin = 0, int end = sizeof(K) * 8,
                                         cudaStream_t stream = 0) {
    return sort(storage, bytes, keys_in, keys_out, values_in, values_out, count, begin, end, true, stream);
  }
};

struct DeviceSelect {
  template <class I, class O, class N, class F>
  static cudaError_t If(void* storage, size_t& bytes, I in, O out, N selected, long long count, F test,
                        cudaStream_t stream = 0) {
    if (details::asks_for_size(storage, bytes)) return cudaSuccess;
    auto from = thrust::detail::plain(in);
    auto to = thrust::detail::plain(out);
    auto number = thrust::detail::plain(selected);
    return details::run("cub::DeviceSelect", stream, [=]() mutable {
      long long kept = 0;
      for (long long i = 0; i < count; ++i) {
        if (test(from[i])) to[kept++] = from[i];
      }
      number[0] = (std::decay_t<decltype(number[0])>)kept;
    });
  }
  template <class I, class Flags, class O, class N>
  static cudaError_t Flagged(void* storage, size_t& bytes, I in, Flags flags, O out, N selected, long long count,
                             cudaStream_t stream = 0) {
    if (details::asks_for_size(storage, bytes)) return cudaSuccess;
    auto from = thrust::detail::plain(in);
    auto marks = thrust::detail::plain(flags);
    auto to = thrust::detail::plain(out);
    auto number = thrust::detail::plain(selected);
    return details::run("cub::DeviceSelect", stream, [=]() mutable {
      long long kept = 0;
      for (long long i = 0; i < count; ++i) {
        if (marks[i]) to[kept++] = from[i];
      }
      number[0] = (std::decay_t<decltype(number[0])>)kept;
    });
  }
  template <class I, class O, class N>
  static cudaError_t Unique(void* storage, size_t& bytes, I in, O out, N selected, long long count,
                            cudaStream_t stream = 0) {
    if (details::asks_for_size(storage, bytes)) return cudaSuccess;
    auto from = thrust::detail::plain(in);
    auto to = thrust::detail::plain(out);
    auto number = thrust::detail::plain(selected);
    return details::run("cub::DeviceSelect", stream, [=]() mutable {
      long long kept = 0;
      for (long long i = 0; i < count; ++i) {
        if (i == 0 || !(from[i] == from[i - 1])) to[kept++] = from[i];
      }
      number[0] = (std::decay_t<decltype(number[0])>)kept;
    });
  }
};

struct DeviceHistogram {
  template <class I, class C, class L>
  static cudaError_t HistogramEven(void* storage, size_t& bytes, I samples, C* histogram, int levels, L low, L high,
                                   long long count, cudaStream_t stream = 0) {
    if (details::asks_for_size(storage, bytes)) return cudaSuccess;
    auto from = thrust::detail::plain(samples);
    return details::run("cub::DeviceHistogram", stream, [=]() mutable {
      for (int bin = 0; bin < levels - 1; ++bin) histogram[bin] = 0;
      for (long long i = 0; i < count; ++i) {
        auto sample = from[i];
        if (!(sample >= low) || !(sample < high)) continue;
        auto bin = (int)((double)(sample - low) * (levels - 1) / (double)(high - low));
        histogram[bin] += 1;
      }
    });
  }
};

}  // namespace cub
