// Views and rearrangements of blocks, reductions, products, sorting, random words.
#include <algorithm>
#include <cstring>

#include "kernels/triton/machine.h"

namespace tilewright::kernels::triton {
namespace {

// (outer, n, inner) of an axis of the static shape.
struct AxisParts {
  size_t outer = 1, n = 1, inner = 1;
  AxisParts(const Shape& shape, int64_t axis) {
    for (size_t i = 0; i < shape.size(); ++i) {
      size_t extent = static_cast<size_t>(shape[i]);
      if (static_cast<int64_t>(i) < axis) {
        outer *= extent;
      } else if (static_cast<int64_t>(i) == axis) {
        n = extent;
      } else {
        inner *= extent;
      }
    }
  }
};

template <class Copy>
void with_width(size_t width, Copy copy) {
  if (width == 4) return copy(uint32_t{});
  if (width == 8) return copy(uint64_t{});
  copy(uint8_t{});
}

}  // namespace

void Machine::broadcast(State& state, const Instruction& instruction) {
  const BlockValue& x = value(state, instruction.sources[0]);
  BlockValue& result = value(state, instruction.result);
  const SlotInfo &from = info(instruction.sources[0]), &to = info(instruction.result);
  result.has = x.has;
  result.base = x.base;
  result.mask = 0;
  for (size_t a = 0; a < to.rank; ++a) {
    int8_t source = instruction.axes[a];
    size_t i = static_cast<size_t>(std::max<int8_t>(source, 0));
    result.step[a] = source < 0 ? 0 : x.step[i];
    result.low[a] = source < 0 ? 0 : x.low[i];
    result.high[a] = source < 0 ? static_cast<int32_t>(to.extents[a]) : x.high[i];
    if (source >= 0 && (x.mask >> i & 1)) result.mask |= static_cast<uint8_t>(1u << a);
  }
  if (x.has & BlockValue::kData) result.data = x.mask ? x.data : reinterpret_cast<uint8_t*>(&result.base);
  if ((x.has & BlockValue::kData) && x.mask == 0 && x.data != reinterpret_cast<const uint8_t*>(&x.base)) {
    std::memcpy(&result.base, x.data, bytes(to.reg));
  }
  if (!x.poison) return;
  View poison{x.poison, from.full_mask};
  View mapped{x.poison, 0};
  for (size_t a = 0; a < to.rank; ++a) {
    if (instruction.axes[a] >= 0) mapped.mask |= static_cast<uint8_t>(1u << a);
  }
  (void)poison;
  result.poison = make_poison(state, instruction.result);
  expand(to, mapped, to.full_mask, 1, result.poison);
  result.poison_origin = x.poison_origin;
}

void Machine::reshape(State& state, const Instruction& instruction) {
  BlockValue& result = value(state, instruction.result);
  const SlotInfo& from = info(instruction.sources[0]);
  const BlockValue& x = value(state, instruction.sources[0]);
  if (instruction.is_identity || ((x.has & BlockValue::kData) && x.mask == 0)) {
    result.has = instruction.is_identity ? x.has : BlockValue::kData;
    result.mask = x.mask;
    result.base = x.base;
    result.step = x.step;
    result.low = x.low;
    result.high = x.high;
    if (x.has & BlockValue::kData) {
      if (x.mask == 0 && x.data != reinterpret_cast<const uint8_t*>(&x.base))
        std::memcpy(&result.base, x.data, bytes(from.reg));
      result.data = x.mask ? x.data : reinterpret_cast<uint8_t*>(&result.base);
    }
    if (!instruction.is_identity && x.mask == 0 && !from.type.is_float()) {
      finish_scalar(state, instruction.result);
    }
  } else {
    View v = view(state, instruction.sources[0]);
    if (v.mask == from.full_mask) {
      result.has = BlockValue::kData;
      result.mask = info(instruction.result).full_mask;
      result.data = v.data;
    } else {
      set_data(state, instruction.result, info(instruction.result).full_mask);
      expand(from, v, from.full_mask, bytes(from.reg), result.data);
    }
  }
  merge_poison(state, instruction);
}

void Machine::permute(State& state, const Instruction& instruction) {
  if (instruction.is_identity) return reshape(state, instruction);
  const SlotInfo &from = info(instruction.sources[0]), &to = info(instruction.result);
  const BlockValue& x = value(state, instruction.sources[0]);
  BlockValue& result = value(state, instruction.result);
  auto copy_permuted = [&](const uint8_t* in, uint8_t* out, size_t width) {
    std::array<size_t, kMaxRank> source_stride{};
    size_t running = 1;
    for (int a = from.rank - 1; a >= 0; --a) {
      source_stride[static_cast<size_t>(a)] = running;
      running *= static_cast<size_t>(from.extents[static_cast<size_t>(a)]);
    }
    std::array<size_t, kMaxRank> stride{};
    for (size_t a = 0; a < to.rank; ++a) stride[a] = source_stride[static_cast<size_t>(instruction.axes[a])];
    size_t last = static_cast<size_t>(to.rank) - 1;
    size_t inner = static_cast<size_t>(to.extents[last]), rows = static_cast<size_t>(to.numel) / inner;
    with_width(width, [&]<class T>(T) {
      const T* source = reinterpret_cast<const T*>(in);
      T* target = reinterpret_cast<T*>(out);
      std::array<int64_t, kMaxRank> index{};
      size_t offset = 0;
      for (size_t row = 0; row < rows; ++row) {
        for (size_t j = 0; j < inner; ++j) target[row * inner + j] = source[offset + j * stride[last]];
        for (int a = static_cast<int>(last) - 1; a >= 0; --a) {
          size_t i = static_cast<size_t>(a);
          offset += stride[i];
          if (++index[i] < to.extents[i]) break;
          offset -= stride[i] * static_cast<size_t>(to.extents[i]);
          index[i] = 0;
        }
      }
    });
  };
  if (x.has & (BlockValue::kAffine | BlockValue::kBox)) {
    result.has = x.has & (BlockValue::kAffine | BlockValue::kBox);
    result.base = x.base;
    for (size_t a = 0; a < to.rank; ++a) {
      size_t source = static_cast<size_t>(instruction.axes[a]);
      result.step[a] = x.step[source];
      result.low[a] = x.low[source];
      result.high[a] = x.high[source];
    }
    bool is_one = std::all_of(result.step.begin(), result.step.begin() + to.rank,
                              [](int64_t step) { return step == 0; });
    if ((result.has & BlockValue::kAffine) && is_one) set_affine(state, instruction.result, x.base);
  } else {
    View v = view(state, instruction.sources[0]);
    if (__builtin_popcount(v.mask) <= 1) {
      result.has = BlockValue::kData;
      result.mask = 0;
      for (size_t a = 0; a < to.rank; ++a) {
        if (v.mask >> instruction.axes[a] & 1) result.mask |= static_cast<uint8_t>(1u << a);
      }
      if (v.mask == 0) std::memcpy(&result.base, v.data, bytes(from.reg));
      result.data = v.mask ? v.data : reinterpret_cast<uint8_t*>(&result.base);
    } else {
      uint8_t* in = full(state, instruction.sources[0], 0);
      set_data(state, instruction.result, to.full_mask);
      copy_permuted(in, result.data, bytes(from.reg));
    }
  }
  if (x.poison) {
    result.poison = make_poison(state, instruction.result);
    result.poison_origin = x.poison_origin;
    copy_permuted(x.poison, result.poison, 1);
  }
}

void Machine::rearrange(State& state, const Instruction& instruction) {
  const SlotInfo &from = info(instruction.sources[0]), &to = info(instruction.result);
  const triton::Operation& operation = *instruction.operation;
  BlockValue& result = value(state, instruction.result);
  bool any_poison = poison_of(state, instruction.sources[0]) ||
                    (instruction.sources[1] >= 0 && poison_of(state, instruction.sources[1]));
  uint8_t* index_data = nullptr;
  if (instruction.op == Op::Gather) index_data = full(state, instruction.sources[1], 1);
  auto apply = [&](const uint8_t* x, const uint8_t* y, uint8_t* target, size_t width) {
    with_width(width, [&]<class T>(T) {
      const T* a = reinterpret_cast<const T*>(x);
      const T* b = reinterpret_cast<const T*>(y);
      T* out = reinterpret_cast<T*>(target);
      size_t n = static_cast<size_t>(from.numel);
      switch (instruction.op) {
        case Op::Join:
          for (size_t i = 0; i < n; ++i) {
            out[2 * i] = a[i];
            out[2 * i + 1] = b[i];
          }
          return;
        case Op::Cat:
          std::copy_n(a, n, out);
          std::copy_n(b, n, out + n);
          return;
        case Op::Pick: {
          AxisParts parts(from.type.shape, operation.integer);
          size_t begin = static_cast<size_t>(operation.integer2),
                 step = static_cast<size_t>(operation.integer3);
          size_t kept = parts.n / step;
          for (size_t o = 0; o < parts.outer; ++o) {
            for (size_t k = 0; k < kept; ++k) {
              std::copy_n(a + (o * parts.n + begin + k * step) * parts.inner, parts.inner,
                          out + (o * kept + k) * parts.inner);
            }
          }
          return;
        }
        case Op::Shift: {
          AxisParts parts(from.type.shape, operation.integer);
          size_t distance = static_cast<size_t>(operation.integer2) * parts.inner,
                 row = parts.n * parts.inner;
          for (size_t o = 0; o < parts.outer; ++o) {
            std::copy_n(a + o * row, distance, out + o * row);  // lanes without a partner keep their value
            std::copy_n(a + o * row, row - distance, out + o * row + distance);
          }
          return;
        }
        case Op::Flip: {
          AxisParts parts(from.type.shape, operation.integer);
          for (size_t o = 0; o < parts.outer; ++o) {
            for (size_t k = 0; k < parts.n; ++k) {
              std::copy_n(a + (o * parts.n + k) * parts.inner, parts.inner,
                          out + (o * parts.n + parts.n - 1 - k) * parts.inner);
            }
          }
          return;
        }
        default: {  // Gather
          AxisParts source(from.type.shape, operation.integer),
              target_parts(to.type.shape, operation.integer);
          const int64_t* index = reinterpret_cast<const int64_t*>(index_data);
          for (size_t o = 0; o < source.outer; ++o) {
            for (size_t k = 0; k < target_parts.n; ++k) {
              for (size_t j = 0; j < source.inner; ++j) {
                size_t at = (o * target_parts.n + k) * source.inner + j;
                int64_t chosen = index[at];
                if (chosen < 0 || chosen >= static_cast<int64_t>(source.n)) {
                  fault(state, DiagnosticKind::OutOfBounds,
                        "tl.gather: index " + std::to_string(chosen) + " is outside the axis of " +
                            std::to_string(source.n) + " elements",
                        operation.span);
                }
                out[at] = a[(o * source.n + static_cast<size_t>(chosen)) * source.inner + j];
              }
            }
          }
          return;
        }
      }
    });
  };
  uint8_t* x = full(state, instruction.sources[0], 0);
  bool has_second = instruction.op == Op::Join || instruction.op == Op::Cat;
  uint8_t* y = has_second ? full(state, instruction.sources[1], 1) : nullptr;
  set_data(state, instruction.result, to.full_mask);
  apply(x, y, result.data, bytes(to.reg));
  if (to.numel == 1) finish_scalar(state, instruction.result);
  if (!any_poison) return;
  // Undefined lanes move as the data does; a side without any counts as all defined.
  std::vector<uint8_t> clean(static_cast<size_t>(std::max(from.numel, to.numel)));
  auto poison_or_clean = [&](int32_t slot) {
    return slot >= 0 && poison_of(state, slot) ? poison_of(state, slot) : clean.data();
  };
  result.poison = make_poison(state, instruction.result);
  int32_t origin = poison_of(state, instruction.sources[0]) ? instruction.sources[0] : instruction.sources[1];
  result.poison_origin = value(state, origin).poison_origin;
  apply(poison_or_clean(instruction.sources[0]), poison_or_clean(instruction.sources[1]), result.poison, 1);
}

void Machine::reduce(State& state, const Instruction& instruction) {
  const SlotInfo& from = info(instruction.sources[0]);
  const triton::Operation& operation = *instruction.operation;
  AxisParts parts(from.type.shape, operation.integer);
  ReduceKind kind = static_cast<ReduceKind>(operation.kind);
  uint8_t* x = full(state, instruction.sources[0], 0);
  int32_t results[2] = {instruction.result, instruction.result + 1};
  set_data(state, results[0], info(results[0]).full_mask);
  uint8_t* out = value(state, results[0]).data;
  const uint8_t* poison = poison_of(state, instruction.sources[0]);
  if (instruction.op == Op::Scan) {
    scan(kind, from.reg, from.is_unsigned, operation.flag, x, out, parts.outer, parts.n, parts.inner);
  } else if (instruction.op == Op::ArgReduce) {
    set_data(state, results[1], info(results[1]).full_mask);
    arg_reduce(kind, from.reg, from.is_unsigned, x, out, value(state, results[1]).data, parts.outer, parts.n,
               parts.inner);
    if (info(results[1]).numel == 1) finish_scalar(state, results[1]);
    value(state, results[1]).poison = nullptr;
  } else {
    triton::reduce(kind, from.reg, from.is_unsigned, x, out, parts.outer, parts.n, parts.inner);
  }
  if (instruction.round) instruction.round(out, static_cast<size_t>(info(results[0]).numel));
  if (info(results[0]).numel == 1) finish_scalar(state, results[0]);
  if (!poison) return;
  for (int i = 0; i < (instruction.op == Op::ArgReduce ? 2 : 1); ++i) {
    BlockValue& result = value(state, results[i]);
    result.poison = make_poison(state, results[i]);
    result.poison_origin = value(state, instruction.sources[0]).poison_origin;
    if (instruction.op == Op::Scan) {
      scan(ReduceKind::Or, Reg::I1, true, operation.flag, poison, result.poison, parts.outer, parts.n,
           parts.inner);
    } else {
      triton::reduce(ReduceKind::Or, Reg::I1, true, poison, result.poison, parts.outer, parts.n, parts.inner);
    }
    bool is_dirty =
        std::any_of(result.poison, result.poison + info(results[i]).numel, [](uint8_t p) { return p != 0; });
    if (!is_dirty) result.poison = nullptr;
  }
}

void Machine::dot(State& state, const Instruction& instruction) {
  const SlotInfo &as = info(instruction.sources[0]), &bs = info(instruction.sources[1]), &cs = info(instruction.result);
  const Shape& a_shape = as.type.shape;
  size_t rank = a_shape.size();
  size_t batch = rank == 3 ? static_cast<size_t>(a_shape[0]) : 1;
  size_t m = static_cast<size_t>(a_shape[rank - 2]), k = static_cast<size_t>(a_shape[rank - 1]),
         n = static_cast<size_t>(cs.type.shape[rank - 1]);
  uint8_t* a = full(state, instruction.sources[0], 0);
  uint8_t* b = full(state, instruction.sources[1], 1);
  size_t width = bytes(cs.reg);
  if (instruction.operation->flag) {
    View c = separate(state, instruction, instruction.sources[2], cs.full_mask,
                      view(state, instruction.sources[2]), 2);
    set_data(state, instruction.result, cs.full_mask);
    if (c.data != value(state, instruction.result).data)
      expand(cs, c, cs.full_mask, width, value(state, instruction.result).data);
  } else {
    set_data(state, instruction.result, cs.full_mask);
    std::memset(value(state, instruction.result).data, 0, static_cast<size_t>(cs.numel) * width);
  }
  BlockValue& result = value(state, instruction.result);
  for (size_t i = 0; i < batch; ++i) {
    const uint8_t *left = a + i * m * k * bytes(as.reg), *right = b + i * k * n * bytes(bs.reg);
    uint8_t* out = result.data + i * m * n * width;
    if (cs.reg == Reg::F64) {
      dot_f64(reinterpret_cast<const double*>(left), reinterpret_cast<const double*>(right),
              reinterpret_cast<double*>(out), m, n, k);
    } else if (cs.reg == Reg::I32 && size_of(as.type.dtype) == 1) {
      dot_bytes({left, as.is_unsigned, as.reg != Reg::I8},
                {right, bs.is_unsigned, bs.reg != Reg::I8},
                reinterpret_cast<int32_t*>(out), m, n, k, byte_buffers_);
    } else if (cs.reg == Reg::I32) {
      dot_i32(reinterpret_cast<const int32_t*>(left), reinterpret_cast<const int32_t*>(right),
              reinterpret_cast<int32_t*>(out), m, n, k);
    } else {
      dot_f32(static_cast<DotPrecision>(instruction.operation->kind), reinterpret_cast<const float*>(left),
              reinterpret_cast<const float*>(right), reinterpret_cast<float*>(out), m, n, k,
              reinterpret_cast<float*>(scratch_[2].get()), reinterpret_cast<float*>(scratch_[3].get()));
    }
  }
  if (instruction.round) instruction.round(result.data, static_cast<size_t>(cs.numel));
  const uint8_t *pa = poison_of(state, instruction.sources[0]),
                *pb = poison_of(state, instruction.sources[1]);
  const uint8_t* pc = instruction.operation->flag ? poison_of(state, instruction.sources[2]) : nullptr;
  if (!pa && !pb && !pc) return;
  uint8_t* poison = make_poison(state, instruction.result);
  if (pc) {
    std::memmove(poison, pc, static_cast<size_t>(cs.numel));
    result.poison_origin = value(state, instruction.sources[2]).poison_origin;
  } else {
    std::memset(poison, 0, static_cast<size_t>(cs.numel));
  }
  for (size_t i = 0; i < batch; ++i) {
    for (size_t p = 0; p < k; ++p) {
      for (size_t row = 0; pa && row < m; ++row) {
        if (uint8_t bad = pa[(i * m + row) * k + p]) {
          for (size_t j = 0; j < n; ++j) poison[(i * m + row) * n + j] |= bad;
          result.poison_origin = value(state, instruction.sources[0]).poison_origin;
        }
      }
      for (size_t j = 0; pb && j < n; ++j) {
        if (uint8_t bad = pb[(i * k + p) * n + j]) {
          for (size_t row = 0; row < m; ++row) poison[(i * m + row) * n + j] |= bad;
          result.poison_origin = value(state, instruction.sources[1]).poison_origin;
        }
      }
    }
  }
  result.poison = poison;
}

void Machine::sort_or_count(State& state, const Instruction& instruction) {
  const SlotInfo &from = info(instruction.sources[0]), &to = info(instruction.result);
  for (int32_t source : instruction.sources) {
    if (source >= 0) check_defined(state, instruction, source, Use::Sorted, -1);
  }
  uint8_t* x = full(state, instruction.sources[0], 0);
  set_data(state, instruction.result, to.full_mask);
  uint8_t* out = value(state, instruction.result).data;
  if (instruction.op == Op::Sort) {
    std::memcpy(out, x, static_cast<size_t>(from.numel) * bytes(from.reg));
    AxisParts parts(from.type.shape, instruction.operation->integer);
    triton::sort(from.reg, from.is_unsigned, instruction.operation->flag, out, parts.outer, parts.n);
    return;
  }
  const uint8_t* mask = instruction.sources[1] >= 0 ? mask_bytes(state, instruction.sources[1], 1) : nullptr;
  std::memset(out, 0, static_cast<size_t>(to.numel) * 4);
  const int32_t* values = reinterpret_cast<const int32_t*>(x);
  for (int64_t i = 0; i < from.numel; ++i) {
    if (mask && !mask[i]) continue;
    if (values[i] >= 0 && values[i] < to.numel) ++reinterpret_cast<int32_t*>(out)[values[i]];
  }
  if (to.numel == 1) finish_scalar(state, instruction.result);
}

void Machine::philox(State& state, const Instruction& instruction) {
  uint64_t key = static_cast<uint64_t>(value(state, instruction.sources[0]).base);
  std::memcpy(&key, view(state, instruction.sources[0]).data, 8);
  const SlotInfo& s = info(instruction.result);
  uint8_t mask = 0;
  View counters[4];
  for (size_t i = 0; i < 4; ++i) {
    counters[i] = view(state, instruction.sources[i + 1]);
    mask |= counters[i].mask;
  }
  size_t n = static_cast<size_t>(count(s, mask));
  uint32_t* words[4];
  for (int i = 0; i < 4; ++i) {
    int32_t slot = instruction.result + i;
    set_data(state, slot, mask);
    value(state, slot).poison = nullptr;
    words[i] = reinterpret_cast<uint32_t*>(value(state, slot).data);
    expand(s, counters[static_cast<size_t>(i)], mask, 4, reinterpret_cast<uint8_t*>(words[i]));
  }
  int64_t rounds = instruction.operation->integer;
  for (size_t i = 0; i < n; ++i) {
    uint32_t c0 = words[0][i], c1 = words[1][i], c2 = words[2][i], c3 = words[3][i];
    uint32_t k0 = static_cast<uint32_t>(key), k1 = static_cast<uint32_t>(key >> 32);
    for (int64_t r = 0; r < rounds; ++r) {
      uint64_t a = uint64_t{0xD2511F53u} * c0, b = uint64_t{0xCD9E8D57u} * c2;
      uint32_t n0 = static_cast<uint32_t>(b >> 32) ^ c1 ^ k0, n2 = static_cast<uint32_t>(a >> 32) ^ c3 ^ k1;
      c1 = static_cast<uint32_t>(b);
      c3 = static_cast<uint32_t>(a);
      c0 = n0;
      c2 = n2;
      k0 += 0x9E3779B9u;
      k1 += 0xBB67AE85u;
    }
    words[0][i] = c0;
    words[1][i] = c1;
    words[2][i] = c2;
    words[3][i] = c3;
  }
  if (mask == 0) {
    for (int i = 0; i < 4; ++i) finish_scalar(state, instruction.result + i);
  }
  for (size_t i = 0; i < 5; ++i) check_defined(state, instruction, instruction.sources[i], Use::Seed, -1);
}

}  // namespace tilewright::kernels::triton
