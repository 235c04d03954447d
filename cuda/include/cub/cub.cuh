// CUB's block and warp primitives over shared memory: as CUB's own, they begin without a barrier and end without one.
#pragma once
#include "../tilewright/device.h"

namespace cub {

struct Sum {
  template <class T>
  TW_ALWAYS T operator()(const T& a, const T& b) const {
    return a + b;
  }
};
struct Max {
  template <class T>
  TW_ALWAYS T operator()(const T& a, const T& b) const {
    return a < b ? b : a;
  }
};
struct Min {
  template <class T>
  TW_ALWAYS T operator()(const T& a, const T& b) const {
    return b < a ? b : a;
  }
};
template <class K, class V>
struct KeyValuePair {
  K key;
  V value;
};
struct ArgMax {
  template <class P>
  TW_ALWAYS P operator()(const P& a, const P& b) const {
    return b.value > a.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};
struct ArgMin {
  template <class P>
  TW_ALWAYS P operator()(const P& a, const P& b) const {
    return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};
struct Equality {
  template <class T>
  TW_ALWAYS bool operator()(const T& a, const T& b) const {
    return a == b;
  }
};
enum BlockReduceAlgorithm { BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS };
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT,
  BLOCK_LOAD_STRIPED,
  BLOCK_LOAD_VECTORIZE,
  BLOCK_LOAD_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};
enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT,
  BLOCK_STORE_STRIPED,
  BLOCK_STORE_VECTORIZE,
  BLOCK_STORE_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};

namespace details {
// The line of a call, as a type of its own beside counts.
struct Line {
  int value;
  TW_ALWAYS explicit Line(int line = __builtin_LINE()) : value(line) {}
};
TW_INLINE unsigned rank() { return ::tilewright::context<TW_CONTEXT_RANK>(); }
TW_INLINE unsigned lane() { return ::tilewright::context<TW_CONTEXT_LANE>(); }
// Memory of T without construction: TempStorage lies in shared memory.
template <class T, int Count>
struct Raw {
  alignas(T) unsigned char bytes[sizeof(T) * Count];
  TW_ALWAYS T& operator[](int i) { return reinterpret_cast<T*>(bytes)[i]; }
};
struct Nothing {};
}  // namespace details

template <class T, int Threads = 32, int Arch = 0>
class WarpReduce {
 public:
  using TempStorage = details::Raw<T, Threads>;
  TW_ALWAYS explicit WarpReduce(TempStorage& storage) : storage_(storage) {}
  template <class F>
  TW_ALWAYS T Reduce(T value, F combine, int valid = Threads) {
    unsigned own = details::lane() % Threads;
    unsigned mask = Threads == 32 ? 0xffffffffu : ((1u << (Threads % 32)) - 1) << (details::lane() / Threads * Threads);
    storage_[own] = value;
    __syncwarp(mask);
    T result = value;
    if (own == 0) {
      for (int i = 1; i < valid; ++i) result = combine(result, storage_[i]);
    }
    return result;
  }
  TW_ALWAYS T Sum(T value) { return Reduce(value, cub::Sum()); }
  TW_ALWAYS T Sum(T value, int valid) { return Reduce(value, cub::Sum(), valid); }

 private:
  TempStorage& storage_;
};

template <class T, int Threads = 32, int Arch = 0>
class WarpScan {
 public:
  using TempStorage = details::Raw<T, Threads>;
  TW_ALWAYS explicit WarpScan(TempStorage& storage) : storage_(storage) {}
  template <class F>
  TW_ALWAYS void InclusiveScan(T value, T& result, F combine) {
    unsigned own = begin(value);
    T sum = storage_[0];
    for (unsigned i = 1; i <= own; ++i) sum = combine(sum, storage_[i]);
    result = sum;
  }
  template <class F>
  TW_ALWAYS void ExclusiveScan(T value, T& result, T initial, F combine) {
    unsigned own = begin(value);
    T sum = initial;
    for (unsigned i = 0; i < own; ++i) sum = combine(sum, storage_[i]);
    result = sum;
  }
  template <class F>
  TW_ALWAYS void ExclusiveScan(T value, T& result, T initial, F combine, T& aggregate) {
    ExclusiveScan(value, result, initial, combine);
    aggregate = all(combine);
  }
  TW_ALWAYS void InclusiveSum(T value, T& result) { InclusiveScan(value, result, cub::Sum()); }
  TW_ALWAYS void InclusiveSum(T value, T& result, T& aggregate) {
    InclusiveScan(value, result, cub::Sum());
    aggregate = all(cub::Sum());
  }
  TW_ALWAYS void ExclusiveSum(T value, T& result) { ExclusiveScan(value, result, T(), cub::Sum()); }
  TW_ALWAYS void ExclusiveSum(T value, T& result, T& aggregate) {
    ExclusiveScan(value, result, T(), cub::Sum());
    aggregate = all(cub::Sum());
  }
  TW_ALWAYS T Broadcast(T value, unsigned source) { return __shfl_sync(0xffffffffu, value, (int)source, Threads); }

 private:
  TW_ALWAYS unsigned begin(T value) {
    unsigned own = details::lane() % Threads;
    unsigned mask = Threads == 32 ? 0xffffffffu : ((1u << (Threads % 32)) - 1) << (details::lane() / Threads * Threads);
    storage_[own] = value;
    __syncwarp(mask);
    return own;
  }
  template <class F>
  TW_ALWAYS T all(F combine) {
    T sum = storage_[0];
    for (int i = 1; i < Threads; ++i) sum = combine(sum, storage_[i]);
    return sum;
  }
  TempStorage& storage_;
};

template <class T, int X, BlockReduceAlgorithm Algorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1, int Arch = 0>
class BlockReduce {
 public:
  static constexpr int kThreads = X * Y * Z;
  using TempStorage = details::Raw<T, kThreads>;
  TW_ALWAYS explicit BlockReduce(TempStorage& storage) : storage_(storage) {}
  template <class F>
  TW_ALWAYS T Reduce(T value, F combine, int valid = kThreads, int line = __builtin_LINE()) {
    storage_[(int)details::rank()] = value;
    tw_barrier(TwBarrier, 0, line);
    T result = value;
    if (details::rank() == 0) {
      for (int i = 1; i < valid; ++i) result = combine(result, storage_[i]);
    }
    return result;
  }
  template <int Items, class F>
  TW_ALWAYS T Reduce(T (&values)[Items], F combine, int line = __builtin_LINE()) {
    T own = values[0];
    for (int i = 1; i < Items; ++i) own = combine(own, values[i]);
    return Reduce(own, combine, kThreads, line);
  }
  TW_ALWAYS T Sum(T value, int line = __builtin_LINE()) { return Reduce(value, cub::Sum(), kThreads, line); }
  template <int Items>
  TW_ALWAYS T Sum(T (&values)[Items], int line = __builtin_LINE()) {
    return Reduce(values, cub::Sum(), line);
  }

 private:
  TempStorage& storage_;
};

template <class T, int X, BlockScanAlgorithm Algorithm = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1, int Arch = 0>
class BlockScan {
 public:
  static constexpr int kThreads = X * Y * Z;
  using TempStorage = details::Raw<T, kThreads>;
  TW_ALWAYS explicit BlockScan(TempStorage& storage) : storage_(storage) {}
  template <class F>
  TW_ALWAYS void ExclusiveScan(T value, T& result, T initial, F combine, T& aggregate, int line = __builtin_LINE()) {
    int own = (int)details::rank();
    storage_[own] = value;
    tw_barrier(TwBarrier, 0, line);
    T sum = initial, total = storage_[0];
    for (int i = 0; i < own; ++i) sum = combine(sum, storage_[i]);
    for (int i = 1; i < kThreads; ++i) total = combine(total, storage_[i]);
    result = sum;
    aggregate = total;
  }
  template <class F>
  TW_ALWAYS void ExclusiveScan(T value, T& result, T initial, F combine, int line = __builtin_LINE()) {
    T aggregate;
    ExclusiveScan(value, result, initial, combine, aggregate, line);
  }
  template <class F>
  TW_ALWAYS void InclusiveScan(T value, T& result, F combine, T& aggregate, int line = __builtin_LINE()) {
    int own = (int)details::rank();
    storage_[own] = value;
    tw_barrier(TwBarrier, 0, line);
    T sum = storage_[0], total = storage_[0];
    for (int i = 1; i < kThreads; ++i) {
      total = combine(total, storage_[i]);
      if (i <= own) sum = total;
    }
    result = sum;
    aggregate = total;
  }
  template <class F>
  TW_ALWAYS void InclusiveScan(T value, T& result, F combine, int line = __builtin_LINE()) {
    T aggregate;
    InclusiveScan(value, result, combine, aggregate, line);
  }
  TW_ALWAYS void ExclusiveSum(T value, T& result, int line = __builtin_LINE()) {
    ExclusiveScan(value, result, T(), cub::Sum(), line);
  }
  TW_ALWAYS void ExclusiveSum(T value, T& result, T& aggregate, int line = __builtin_LINE()) {
    ExclusiveScan(value, result, T(), cub::Sum(), aggregate, line);
  }
  TW_ALWAYS void InclusiveSum(T value, T& result, int line = __builtin_LINE()) {
    InclusiveScan(value, result, cub::Sum(), line);
  }
  TW_ALWAYS void InclusiveSum(T value, T& result, T& aggregate, int line = __builtin_LINE()) {
    InclusiveScan(value, result, cub::Sum(), aggregate, line);
  }
  template <int Items>
  TW_ALWAYS void ExclusiveSum(T (&values)[Items], T (&results)[Items], int line = __builtin_LINE()) {
    T aggregate;
    ExclusiveSum(values, results, aggregate, line);
  }
  template <int Items>
  TW_ALWAYS void ExclusiveSum(T (&values)[Items], T (&results)[Items], T& aggregate, int line = __builtin_LINE()) {
    T own = values[0], before;
    for (int i = 1; i < Items; ++i) own = own + values[i];
    ExclusiveScan(own, before, T(), cub::Sum(), aggregate, line);
    for (int i = 0; i < Items; ++i) {
      T value = values[i];
      results[i] = before;
      before = before + value;
    }
  }
  template <int Items>
  TW_ALWAYS void InclusiveSum(T (&values)[Items], T (&results)[Items], int line = __builtin_LINE()) {
    T own = values[0], before;
    for (int i = 1; i < Items; ++i) own = own + values[i];
    ExclusiveScan(own, before, T(), cub::Sum(), line);
    for (int i = 0; i < Items; ++i) {
      before = before + values[i];
      results[i] = before;
    }
  }

 private:
  TempStorage& storage_;
};

template <class T, int X, int Items, BlockLoadAlgorithm Algorithm = BLOCK_LOAD_DIRECT, int Y = 1, int Z = 1, int Arch = 0>
class BlockLoad {
 public:
  static constexpr int kThreads = X * Y * Z;
  static constexpr bool kUsesStorage = Algorithm >= BLOCK_LOAD_TRANSPOSE;
  using TempStorage = std::conditional_t<kUsesStorage, details::Raw<T, kThreads * Items>, details::Nothing>;
  TW_ALWAYS BlockLoad() : storage_(*(TempStorage*)nullptr) {}
  TW_ALWAYS explicit BlockLoad(TempStorage& storage) : storage_(storage) {}
  template <class I>
  TW_ALWAYS void Load(I source, T (&items)[Items], details::Line line = details::Line()) {
    load(source, items, kThreads * Items, false, T(), line.value);
  }
  template <class I>
  TW_ALWAYS void Load(I source, T (&items)[Items], int valid, details::Line line = details::Line()) {
    load(source, items, valid, false, T(), line.value);
  }
  template <class I, class D>
  TW_ALWAYS void Load(I source, T (&items)[Items], int valid, D otherwise, int line = __builtin_LINE()) {
    load(source, items, valid, true, (T)otherwise, line);
  }

 private:
  template <class I>
  TW_ALWAYS void load(I source, T (&items)[Items], int valid, bool fills, T otherwise, int line) {
    int own = (int)details::rank();
    if constexpr (kUsesStorage) {
      for (int i = 0; i < Items; ++i) {
        int at = i * kThreads + own;
        if (at < valid)
          storage_[at] = source[at];
        else if (fills)
          storage_[at] = otherwise;
      }
      tw_barrier(TwBarrier, 0, line);
      for (int i = 0; i < Items; ++i) {
        if (own * Items + i < valid || fills) items[i] = storage_[own * Items + i];
      }
    } else {
      for (int i = 0; i < Items; ++i) {
        int at = Algorithm == BLOCK_LOAD_STRIPED ? i * kThreads + own : own * Items + i;
        if (at < valid)
          items[i] = source[at];
        else if (fills)
          items[i] = otherwise;
      }
    }
  }
  TempStorage& storage_;
};

template <class T, int X, int Items, BlockStoreAlgorithm Algorithm = BLOCK_STORE_DIRECT, int Y = 1, int Z = 1, int Arch = 0>
class BlockStore {
 public:
  static constexpr int kThreads = X * Y * Z;
  static constexpr bool kUsesStorage = Algorithm >= BLOCK_STORE_TRANSPOSE;
  using TempStorage = std::conditional_t<kUsesStorage, details::Raw<T, kThreads * Items>, details::Nothing>;
  TW_ALWAYS BlockStore() : storage_(*(TempStorage*)nullptr) {}
  TW_ALWAYS explicit BlockStore(TempStorage& storage) : storage_(storage) {}
  template <class O>
  TW_ALWAYS void Store(O target, T (&items)[Items], details::Line line = details::Line()) {
    Store(target, items, kThreads * Items, line.value);
  }
  template <class O>
  TW_ALWAYS void Store(O target, T (&items)[Items], int valid, int line = __builtin_LINE()) {
    int own = (int)details::rank();
    if constexpr (kUsesStorage) {
      for (int i = 0; i < Items; ++i) storage_[own * Items + i] = items[i];
      tw_barrier(TwBarrier, 0, line);
      for (int i = 0; i < Items; ++i) {
        int at = i * kThreads + own;
        if (at < valid) target[at] = storage_[at];
      }
    } else {
      for (int i = 0; i < Items; ++i) {
        int at = Algorithm == BLOCK_STORE_STRIPED ? i * kThreads + own : own * Items + i;
        if (at < valid) target[at] = items[i];
      }
    }
  }

 private:
  TempStorage& storage_;
};

// A stable sort of the block's keys by counting smaller ones.
template <class K, int X, int Items, class V = details::Nothing, int RadixBits = 4>
class BlockRadixSort {
 public:
  static constexpr int kCount = X * Items;
  static constexpr bool kHasValues = !std::is_same_v<V, details::Nothing>;
  struct TempStorage {
    details::Raw<K, kCount> keys, sorted;
    details::Raw<V, kHasValues ? kCount : 1> values;
  };
  TW_ALWAYS explicit BlockRadixSort(TempStorage& storage) : storage_(storage) {}
  TW_ALWAYS void Sort(K (&keys)[Items], int begin = 0, int end = sizeof(K) * 8, int line = __builtin_LINE()) {
    sort(keys, (V*)nullptr, false, true, begin, end, line);
  }
  TW_ALWAYS void Sort(K (&keys)[Items], V (&values)[Items], int begin = 0, int end = sizeof(K) * 8, int line = __builtin_LINE()) {
    sort(keys, values, false, true, begin, end, line);
  }
  TW_ALWAYS void SortDescending(K (&keys)[Items], int begin = 0, int end = sizeof(K) * 8, int line = __builtin_LINE()) {
    sort(keys, (V*)nullptr, true, true, begin, end, line);
  }
  TW_ALWAYS void SortDescending(K (&keys)[Items], V (&values)[Items], int begin = 0, int end = sizeof(K) * 8,
                                int line = __builtin_LINE()) {
    sort(keys, values, true, true, begin, end, line);
  }
  TW_ALWAYS void SortBlockedToStriped(K (&keys)[Items], int begin = 0, int end = sizeof(K) * 8, int line = __builtin_LINE()) {
    sort(keys, (V*)nullptr, false, false, begin, end, line);
  }

 private:
  // Keys as unsigned numbers of the same order, only the bits in [begin, end).
  TW_ALWAYS static unsigned long long bits(K key, int begin, int end) {
    unsigned long long raw = ::tilewright::to_bits(key), sign = 1ull << (sizeof(K) * 8 - 1);
    if constexpr (std::is_floating_point_v<K>)
      raw = raw & sign ? ~raw : raw | sign;
    else if constexpr (std::is_signed_v<K>)
      raw ^= sign;
    raw >>= begin;
    return end - begin >= 64 ? raw : raw & ((1ull << (end - begin)) - 1);
  }
  TW_ALWAYS void sort(K* keys, V* values, bool is_descending, bool is_blocked, int begin, int end, int line) {
    int own = (int)details::rank();
    for (int i = 0; i < Items; ++i) storage_.keys[own * Items + i] = keys[i];
    tw_barrier(TwBarrier, 0, line);
    int places[Items];
    for (int i = 0; i < Items; ++i) {
      unsigned long long key = bits(keys[i], begin, end);
      int place = 0;
      for (int other = 0; other < kCount; ++other) {
        unsigned long long against = bits(storage_.keys[other], begin, end);
        bool is_before = is_descending ? against > key : against < key;
        place += is_before || (against == key && other < own * Items + i);
      }
      places[i] = place;
    }
    for (int i = 0; i < Items; ++i) {
      storage_.sorted[places[i]] = keys[i];
      if constexpr (kHasValues) {
        if (values != nullptr) storage_.values[places[i]] = values[i];
      }
    }
    tw_barrier(TwBarrier, 0, line);
    for (int i = 0; i < Items; ++i) {
      int at = is_blocked ? own * Items + i : i * X + own;
      keys[i] = storage_.sorted[at];
      if constexpr (kHasValues) {
        if (values != nullptr) values[i] = storage_.values[at];
      }
    }
  }
  TempStorage& storage_;
};

}  // namespace cub

#include "device/tilewright_device.cuh"
