// Cooperative groups: blocks, tiles, coalesced groups, the grid.
#pragma once
#include "tilewright/device.h"
#include "tilewright/phase_barrier.h"

namespace cooperative_groups {

namespace details {
TW_INLINE unsigned rank_in_block() { return ::tilewright::context<TW_CONTEXT_RANK>(); }
TW_INLINE unsigned lane() { return ::tilewright::context<TW_CONTEXT_LANE>(); }
TW_INLINE unsigned block_threads() { return blockDim.x * blockDim.y * blockDim.z; }
// The n-th lane of a mask, and a lane's number in it.
TW_INLINE unsigned nth_lane(unsigned mask, unsigned n) { return __fns(mask, 0, (int)n + 1); }
TW_INLINE unsigned number_in(unsigned mask) { return (unsigned)__popc(mask & ((1u << lane()) - 1)); }
}  // namespace details

class thread_group;

class thread_block {
 public:
  TW_ALWAYS static void sync(int line = __builtin_LINE()) { tw_barrier(TwBarrier, 0, line); }
  TW_ALWAYS static unsigned thread_rank() { return details::rank_in_block(); }
  TW_ALWAYS static unsigned size() { return details::block_threads(); }
  TW_ALWAYS static unsigned num_threads() { return details::block_threads(); }
  TW_ALWAYS static dim3 group_index() { return blockIdx; }
  TW_ALWAYS static dim3 thread_index() { return threadIdx; }
  TW_ALWAYS static dim3 group_dim() { return blockDim; }
  TW_ALWAYS static dim3 dim_threads() { return blockDim; }
  using arrival_token = int;
};
TW_INLINE thread_block this_thread_block() { return {}; }

class grid_group {
 public:
  TW_ALWAYS static void sync() { tw_grid_barrier(); }
  TW_ALWAYS static bool is_valid() { return true; }
  TW_ALWAYS static unsigned long long block_rank() {
    return blockIdx.x + (unsigned long long)gridDim.x * (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z);
  }
  TW_ALWAYS static unsigned long long num_blocks() { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z; }
  TW_ALWAYS static unsigned long long thread_rank() {
    return block_rank() * details::block_threads() + details::rank_in_block();
  }
  TW_ALWAYS static unsigned long long size() { return num_blocks() * details::block_threads(); }
  TW_ALWAYS static unsigned long long num_threads() { return size(); }
  TW_ALWAYS static dim3 group_dim() { return gridDim; }
  TW_ALWAYS static dim3 dim_blocks() { return gridDim; }
  TW_ALWAYS static dim3 block_index() { return blockIdx; }
};
TW_INLINE grid_group this_grid() { return {}; }

namespace details {
// What groups inside a warp have in common: a mask of lanes.
class LaneGroup {
 public:
  unsigned mask = 0;
  LaneGroup() = default;
  TW_ALWAYS explicit LaneGroup(unsigned lanes) : mask(lanes) {}
  TW_ALWAYS void sync() const { __syncwarp(mask); }
  TW_ALWAYS unsigned thread_rank() const { return number_in(mask); }
  TW_ALWAYS unsigned size() const { return (unsigned)__popc(mask); }
  TW_ALWAYS unsigned num_threads() const { return size(); }
  template <class T>
  TW_ALWAYS T shfl(T value, int rank) const {
    return __shfl_sync(mask, value, (int)nth_lane(mask, (unsigned)rank % size()));
  }
  template <class T>
  TW_ALWAYS T shfl_down(T value, unsigned delta) const {
    unsigned rank = thread_rank() + delta;
    return __shfl_sync(mask, value, rank < size() ? (int)nth_lane(mask, rank) : (int)lane());
  }
  template <class T>
  TW_ALWAYS T shfl_up(T value, unsigned delta) const {
    unsigned rank = thread_rank();
    return __shfl_sync(mask, value, rank >= delta ? (int)nth_lane(mask, rank - delta) : (int)lane());
  }
  template <class T>
  TW_ALWAYS T shfl_xor(T value, unsigned lanes) const {
    unsigned rank = thread_rank() ^ lanes;
    return __shfl_sync(mask, value, rank < size() ? (int)nth_lane(mask, rank) : (int)lane());
  }
  TW_ALWAYS int any(int predicate) const { return __any_sync(mask, predicate); }
  TW_ALWAYS int all(int predicate) const { return __all_sync(mask, predicate); }
  TW_ALWAYS unsigned ballot(int predicate) const { return packed(__ballot_sync(mask, predicate)); }
  template <class T>
  TW_ALWAYS unsigned match_any(T value) const {
    return packed(__match_any_sync(mask, value));
  }
  template <class T>
  TW_ALWAYS unsigned match_all(T value, int& is_same) const {
    return packed(__match_all_sync(mask, value, &is_same));
  }
  // Bits of lanes as bits of ranks.
  TW_ALWAYS unsigned packed(unsigned lanes) const {
    unsigned result = 0, rank = 0;
    for (unsigned lane = 0; lane < 32; ++lane) {
      if (mask >> lane & 1) result |= (lanes >> lane & 1) << rank++;
    }
    return result;
  }
};
}  // namespace details

class coalesced_group : public details::LaneGroup {
 public:
  coalesced_group() = default;
  TW_ALWAYS explicit coalesced_group(unsigned lanes) : details::LaneGroup(lanes) {}
  TW_ALWAYS unsigned meta_group_rank() const { return rank_; }
  TW_ALWAYS unsigned meta_group_size() const { return groups_; }
  unsigned rank_ = 0, groups_ = 1;
};
TW_INLINE coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

template <unsigned Size, class Parent = void>
class thread_block_tile : public details::LaneGroup {
  static_assert(Size <= 32 && (Size & (Size - 1)) == 0, "tiles of a size that is no power of two up to 512 are not supported");

 public:
  thread_block_tile() = default;
  TW_ALWAYS explicit thread_block_tile(unsigned lanes) : details::LaneGroup(lanes) {}
  template <class Other>
  TW_ALWAYS thread_block_tile(const thread_block_tile<Size, Other>& other) : details::LaneGroup(other.mask) {}
  TW_ALWAYS static constexpr unsigned size() { return Size; }
  TW_ALWAYS static constexpr unsigned num_threads() { return Size; }
  TW_ALWAYS static unsigned thread_rank() { return details::lane() & (Size - 1); }
  TW_ALWAYS unsigned meta_group_rank() const { return details::rank_in_block() / Size; }
  TW_ALWAYS unsigned meta_group_size() const { return (details::block_threads() + Size - 1) / Size; }
  template <class T>
  TW_ALWAYS T shfl(T value, int rank) const {
    return __shfl_sync(mask, value, rank, Size);
  }
  template <class T>
  TW_ALWAYS T shfl_down(T value, unsigned delta) const {
    return __shfl_down_sync(mask, value, delta, Size);
  }
  template <class T>
  TW_ALWAYS T shfl_up(T value, unsigned delta) const {
    return __shfl_up_sync(mask, value, delta, Size);
  }
  template <class T>
  TW_ALWAYS T shfl_xor(T value, unsigned lanes) const {
    return __shfl_xor_sync(mask, value, (int)lanes, Size);
  }
  TW_ALWAYS unsigned ballot(int predicate) const { return __ballot_sync(mask, predicate) >> (details::lane() & ~(Size - 1)); }
};

namespace details {
// Several whole warps of a block, which meet at a named barrier.
template <unsigned Size>
class WarpsTile {
 public:
  TW_ALWAYS static constexpr unsigned size() { return Size; }
  TW_ALWAYS static constexpr unsigned num_threads() { return Size; }
  TW_ALWAYS static unsigned thread_rank() { return rank_in_block() & (Size - 1); }
  TW_ALWAYS static unsigned meta_group_rank() { return rank_in_block() / Size; }
  TW_ALWAYS static unsigned meta_group_size() { return (block_threads() + Size - 1) / Size; }
  TW_ALWAYS void sync() const { tw_named_barrier(15 - meta_group_rank() % 16, Size, 1); }
  // Warp by warp through shuffles, then the warps' results through shared memory.
  template <class T, class F>
  TW_ALWAYS T reduce(const T& value, F combine) const {
    struct tw_shared_0_tiles {
      T values[32];
    };
    T* values = ::tilewright::shared<tw_shared_0_tiles>().values;
    T result = value;
    for (unsigned step = 16; step > 0; step /= 2) {
      T other = __shfl_down_sync(0xffffffffu, result, step);
      if (lane() + step < 32) result = combine(result, other);
    }
    unsigned first = meta_group_rank() * (Size / 32);
    if (lane() == 0) values[rank_in_block() / 32] = result;
    sync();
    result = values[first];
    for (unsigned warp = 1; warp < Size / 32; ++warp) result = combine(result, values[first + warp]);
    sync();
    return result;
  }
  TW_ALWAYS int any(int predicate) const { return reduce(predicate != 0 ? 1 : 0, [](int a, int b) { return a | b; }); }
  TW_ALWAYS int all(int predicate) const { return reduce(predicate != 0 ? 1 : 0, [](int a, int b) { return a & b; }); }
};
template <class Group>
struct SpansWarps : std::false_type {};
}  // namespace details

#define TW_WARPS_TILE(Size)                                                                                     \
  template <class Parent>                                                                                       \
  class thread_block_tile<Size, Parent> : public details::WarpsTile<Size> {                                     \
   public:                                                                                                      \
    thread_block_tile() = default;                                                                              \
    TW_ALWAYS explicit thread_block_tile(unsigned) {}                                                           \
    template <class Other>                                                                                      \
    TW_ALWAYS thread_block_tile(const thread_block_tile<Size, Other>&) {}                                       \
  };                                                                                                            \
  template <class Parent>                                                                                       \
  struct details::SpansWarps<thread_block_tile<Size, Parent>> : std::true_type {};
TW_WARPS_TILE(64)
TW_WARPS_TILE(128)
TW_WARPS_TILE(256)
TW_WARPS_TILE(512)
#undef TW_WARPS_TILE

// Memory for tiles of several warps: theirs is their own here.
template <unsigned MaxBlockSize = 1024>
struct block_tile_memory {
  char unused[1];
};
template <unsigned MaxBlockSize>
TW_INLINE thread_block this_thread_block(block_tile_memory<MaxBlockSize>&) {
  return {};
}

template <unsigned Size, class Parent>
TW_INLINE thread_block_tile<Size, Parent> tiled_partition(const Parent&) {
  unsigned begin = details::lane() & ~(Size - 1);
  unsigned lanes = Size == 32 ? 0xffffffffu : ((1u << (Size % 32)) - 1) << begin;
  return thread_block_tile<Size, Parent>(lanes);
}

// A group whose kind is known at run time only: a block or lanes of a warp.
class thread_group {
 public:
  TW_ALWAYS thread_group(const thread_block&) : is_block_(true) {}
  TW_ALWAYS thread_group(const details::LaneGroup& lanes) : is_block_(false), lanes_(lanes) {}
  TW_ALWAYS void sync(int line = __builtin_LINE()) const {
    if (is_block_)
      tw_barrier(TwBarrier, 0, line);
    else
      lanes_.sync();
  }
  TW_ALWAYS unsigned thread_rank() const { return is_block_ ? details::rank_in_block() : lanes_.thread_rank(); }
  TW_ALWAYS unsigned size() const { return is_block_ ? details::block_threads() : lanes_.size(); }
  TW_ALWAYS unsigned num_threads() const { return size(); }
  bool is_block_;
  details::LaneGroup lanes_;
};
TW_INLINE thread_group tiled_partition(const thread_block&, unsigned size) {
  unsigned begin = details::lane() & ~(size - 1);
  return details::LaneGroup(size >= 32 ? 0xffffffffu : ((1u << size) - 1) << begin);
}
TW_INLINE thread_group tiled_partition(const thread_group&, unsigned size) {
  return tiled_partition(thread_block(), size);
}

template <class Group, class Label>
TW_INLINE coalesced_group labeled_partition(const Group& group, Label label) {
  return coalesced_group(__match_any_sync(group.mask, label));
}
template <class Group>
TW_INLINE coalesced_group binary_partition(const Group& group, bool predicate) {
  unsigned set = __ballot_sync(group.mask, predicate);
  return coalesced_group(predicate ? set : group.mask & ~set);
}

template <class Group>
TW_INLINE void sync(const Group& group) {
  group.sync();
}
TW_INLINE void sync(const thread_block&, int line = __builtin_LINE()) { tw_barrier(TwBarrier, 0, line); }
template <class Group>
TW_INLINE unsigned thread_rank(const Group& group) {
  return group.thread_rank();
}

template <class T>
struct plus {
  TW_ALWAYS T operator()(const T& a, const T& b) const { return a + b; }
};
template <class T>
struct less {
  TW_ALWAYS T operator()(const T& a, const T& b) const { return b < a ? b : a; }
};
template <class T>
struct greater {
  TW_ALWAYS T operator()(const T& a, const T& b) const { return a < b ? b : a; }
};
template <class T>
struct bit_and {
  TW_ALWAYS T operator()(const T& a, const T& b) const { return a & b; }
};
template <class T>
struct bit_or {
  TW_ALWAYS T operator()(const T& a, const T& b) const { return a | b; }
};
template <class T>
struct bit_xor {
  TW_ALWAYS T operator()(const T& a, const T& b) const { return a ^ b; }
};

namespace details {
template <class Group, class T, class F>
TW_INLINE T reduce_lanes(const Group& group, const T& value, F combine) {
  T result = value;
  unsigned size = group.size(), rank = group.thread_rank();
  for (unsigned step = 1; step < size; step *= 2) {
    T other = group.shfl_down(result, step);
    if (rank + step < size) result = combine(result, other);
  }
  return group.shfl(result, 0);
}
}  // namespace details
// Every thread gets the combination over the group.
template <class Group, class T, class F>
TW_INLINE T reduce(const Group& group, const T& value, F combine) {
  if constexpr (details::SpansWarps<Group>::value) {
    return group.reduce(value, combine);
  } else {
    return details::reduce_lanes(group, value, combine);
  }
}
template <class Group, class T, class F>
TW_INLINE T inclusive_scan(const Group& group, const T& value, F combine) {
  T result = value;
  unsigned rank = group.thread_rank();
  for (unsigned step = 1; step < group.size(); step *= 2) {
    T other = group.shfl_up(result, step);
    if (rank >= step) result = combine(other, result);
  }
  return result;
}
template <class Group, class T>
TW_INLINE T inclusive_scan(const Group& group, const T& value) {
  return inclusive_scan(group, value, plus<T>());
}
template <class Group, class T, class F>
TW_INLINE T exclusive_scan(const Group& group, const T& value, F combine) {
  T all = group.shfl_up(inclusive_scan(group, value, combine), 1);
  return group.thread_rank() == 0 ? T() : all;
}
template <class Group, class T>
TW_INLINE T exclusive_scan(const Group& group, const T& value) {
  return exclusive_scan(group, value, plus<T>());
}
template <class Group, class F>
TW_INLINE void invoke_one(const Group& group, F function) {
  if (group.thread_rank() == 0) function();
}

template <class Group, class T, class U>
TW_INLINE void memcpy_async(const Group& group, T* destination, const U* source, size_t bytes) {
  ::tilewright::copy_pieces(destination, source, bytes, group.thread_rank(), group.size());
  tw_copy_commit();
}
template <class Group>
TW_INLINE void wait(const Group& group) {
  tw_copy_wait(0);
  group.sync();
}
template <unsigned Stages, class Group>
TW_INLINE void wait_prior(const Group& group) {
  tw_copy_wait((int)Stages);
  group.sync();
}

}  // namespace cooperative_groups
