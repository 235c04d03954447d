// The functions of triton.language (builtins.def): names, signatures and what compiles them.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "kernels/triton/compiler.h"

namespace tilewright::kernels::triton {

// A call with its arguments in the order of the signature.
struct BuiltinCall {
  std::vector<FrontValue> arguments;
  std::vector<FrontValue> rest;  // what `*name` took
  Span span;
  std::string_view name;

  const FrontValue& operator[](size_t index) const { return arguments[index]; }
  bool has(size_t index) const { return arguments[index].is_given(); }
};

struct BuiltinInfo {
  std::string_view name, where;
  bool is_method;
  std::string_view since, signature;
  FrontValue (*handler)(Compiler&, BuiltinCall&);
};

std::span<const BuiltinInfo> builtins();
int find_builtin(std::string_view name);  // -1 if none
int find_method(std::string_view name);

bool is_python_builtin(std::string_view name);

// tl.float32, torch.float32 and the like.
std::optional<DType> host_dtype(script::Interpreter& interpreter, const script::Value& value);

// Handlers, by file: builtins_core.cc (creation, shape), builtins_memory.cc, builtins_math.cc,
// builtins_reduce.cc (reductions, scans, random), builtins_hints.cc.
struct Builtins {
  using Fv = FrontValue;
#define TW_HANDLER(name) static Fv name(Compiler& c, BuiltinCall& call)
  TW_HANDLER(program_id);
  TW_HANDLER(num_programs);
  TW_HANDLER(arange);
  TW_HANDLER(zeros);
  TW_HANDLER(full);
  TW_HANDLER(zeros_like);
  TW_HANDLER(broadcast);
  TW_HANDLER(broadcast_to);
  TW_HANDLER(expand_dims);
  TW_HANDLER(reshape);
  TW_HANDLER(ravel);
  TW_HANDLER(trans);
  TW_HANDLER(cat);
  TW_HANDLER(join);
  TW_HANDLER(split);
  TW_HANDLER(interleave);
  TW_HANDLER(flip);
  TW_HANDLER(squeeze);
  TW_HANDLER(item);
  TW_HANDLER(swizzle2d);
  TW_HANDLER(cast);
  TW_HANDLER(load);
  TW_HANDLER(store);
  TW_HANDLER(make_block_ptr);
  TW_HANDLER(advance);
  TW_HANDLER(make_tensor_descriptor);
  TW_HANDLER(descriptor_load);
  TW_HANDLER(descriptor_store);
  TW_HANDLER(descriptor_gather);
  TW_HANDLER(descriptor_scatter);
  TW_HANDLER(atomic_cas);
  TW_HANDLER(atomic_poll);
  TW_HANDLER(clamp);
  TW_HANDLER(where);
  TW_HANDLER(dot);
  TW_HANDLER(cdiv);
  TW_HANDLER(sigmoid);
  TW_HANDLER(softmax);
  TW_HANDLER(fma);
  TW_HANDLER(fdiv);
  TW_HANDLER(umulhi);
  TW_HANDLER(abs);
  TW_HANDLER(reciprocal);
  TW_HANDLER(sum);
  TW_HANDLER(reduce);
  TW_HANDLER(associative_scan);
  TW_HANDLER(sort);
  TW_HANDLER(topk);
  TW_HANDLER(histogram);
  TW_HANDLER(gather);
  TW_HANDLER(philox);
  TW_HANDLER(randint4x);
  TW_HANDLER(randint);
  TW_HANDLER(rand);
  TW_HANDLER(rand4x);
  TW_HANDLER(randn);
  TW_HANDLER(randn4x);
  TW_HANDLER(uint_to_uniform_float);
  TW_HANDLER(pair_uniform_to_normal);
  TW_HANDLER(philox_impl);
  TW_HANDLER(to_tensor);
  TW_HANDLER(of_hardware);
  template <int factor>
  TW_HANDLER(of_launch);
  TW_HANDLER(range_outside_for);
  TW_HANDLER(first_argument);
  TW_HANDLER(nothing);
  TW_HANDLER(static_print);
  TW_HANDLER(assume);
  TW_HANDLER(debug_barrier);
  TW_HANDLER(static_assert_);
  TW_HANDLER(device_assert);
  TW_HANDLER(device_print);
  TW_HANDLER(inline_assembly);
  TW_HANDLER(dot_scaled);
  TW_HANDLER(map_elementwise);
#undef TW_HANDLER
  template <AtomicKind kind>
  static Fv atomic(Compiler& c, BuiltinCall& call) {
    return atomic_operation(c, call, kind);
  }
  template <Op op>
  static Fv logical_of(Compiler& c, BuiltinCall& call) {
    return c.logical(op, call[0], call[1], call.span);
  }
  template <AtomicKind kind>
  static Fv descriptor_atomic(Compiler& c, BuiltinCall& call) {
    return descriptor_atomic_operation(c, call, kind);
  }
  template <Op op>
  static Fv arithmetic(Compiler& c, BuiltinCall& call) {
    return arithmetic_operation(c, call, op);
  }
  template <Op op, Op nan_op>
  static Fv extreme(Compiler& c, BuiltinCall& call) {
    return extreme_operation(c, call, op, nan_op);
  }
  template <Op op>
  static Fv unary(Compiler& c, BuiltinCall& call) {
    return c.unary_float(op, call[0], call.name, call.span);
  }
  template <Op op>
  static Fv float_test(Compiler& c, BuiltinCall& call) {
    return float_test_operation(c, call, op);
  }
  template <Op op>
  static Fv integer_unary(Compiler& c, BuiltinCall& call) {
    return integer_operation(c, call, op);
  }
  template <Op op>
  static Fv float_binary(Compiler& c, BuiltinCall& call) {
    return float_binary_operation(c, call, op);
  }
  template <Op op>
  static Fv round_to_long(Compiler& c, BuiltinCall& call) {
    return Fv::tensor(c.cast(unary<op>(c, call).id, DType::Int64, call.span));
  }
  template <ReduceKind kind>
  static Fv extreme_of(Compiler& c, BuiltinCall& call) {
    return extreme_reduction(c, call, kind);
  }
  template <ReduceKind kind>
  static Fv index_of(Compiler& c, BuiltinCall& call) {
    return index_reduction(c, call, kind);
  }
  template <ReduceKind kind>
  static Fv bitwise_sum(Compiler& c, BuiltinCall& call) {
    return bitwise_reduction(c, call, kind);
  }
  template <ReduceKind kind>
  static Fv cumulative(Compiler& c, BuiltinCall& call) {
    return cumulative_operation(c, call, kind);
  }

  template <HintKind kind>
  static Fv hint(Compiler& c, BuiltinCall& call) {
    return hint_operation(c, call, kind);
  }

  // Shared parts.
  static std::string printed(const Compiler& c, const Fv& value, bool is_item);
  static Shape new_shape(Compiler& c, const BuiltinCall& call);
  static std::pair<ValueId, ValueId> alike(Compiler& c, const BuiltinCall& call);
  static void check_modifiers(Compiler& c, const BuiltinCall& call, size_t first);
  static void check_hint(Compiler& c, const BuiltinCall& call, size_t index,
                         std::initializer_list<std::string_view> known, std::string_view what);
  static std::vector<int64_t> checked_axes(Compiler& c, const BuiltinCall& call);
  static Fv hint_operation(Compiler& c, BuiltinCall& call, HintKind kind);
  // What a descriptor's base and strides (int64 scalars) must be; checked when it is made.
  static void check_descriptor(Compiler& c, const Fv& base, const std::vector<Fv>& strides, Span span);
  static DotPrecision dot_precision(Compiler& c, BuiltinCall& call);
  static Fv atomic_operation(Compiler& c, BuiltinCall& call, AtomicKind kind);
  static void set_order(Compiler& c, Operation& operation, const BuiltinCall& call);
  static Fv arithmetic_operation(Compiler& c, BuiltinCall& call, Op op);
  static Fv extreme_operation(Compiler& c, BuiltinCall& call, Op op, Op nan_op);
  static Fv float_test_operation(Compiler& c, BuiltinCall& call, Op op);
  static Fv integer_operation(Compiler& c, BuiltinCall& call, Op op);
  static Fv float_binary_operation(Compiler& c, BuiltinCall& call, Op op);
  static Fv extreme_reduction(Compiler& c, BuiltinCall& call, ReduceKind kind);
  static Fv index_reduction(Compiler& c, BuiltinCall& call, ReduceKind kind);
  static Fv bitwise_reduction(Compiler& c, BuiltinCall& call, ReduceKind kind);
  static Fv cumulative_operation(Compiler& c, BuiltinCall& call, ReduceKind kind);
  static ValueId reduce_axis(Compiler& c, ReduceKind kind, ValueId x, int64_t axis, Span span);
  static Fv finish_reduction(Compiler& c, ValueId result, const Shape& original, int64_t axis, bool has_axis,
                             bool keep_dims, Span span);
  static Fv load_block(Compiler& c, const Fv& pointer, const std::vector<int64_t>& checked,
                       const std::string& padding, Span span);
  static Fv store_block(Compiler& c, const Fv& pointer, const Fv& value, const std::vector<int64_t>& checked,
                        Span span);
  static ValueId block_pointers(Compiler& c, const Fv& pointer, const std::vector<int64_t>& checked,
                                ValueId& mask, Span span);
  static Fv at_offsets(Compiler& c, const Fv& descriptor, const Fv& offsets, Span span);
  static Fv descriptor_atomic_operation(Compiler& c, BuiltinCall& call, AtomicKind kind);
  static ValueId row_pointers(Compiler& c, BuiltinCall& call, const Fv& rows, const Fv& column, ValueId& mask);
  static std::vector<ValueId> philox_words(Compiler& c, const Fv& seed, const std::vector<Fv>& counters,
                                           const Fv& rounds, Span span);
  static std::vector<ValueId> philox_rounds(Compiler& c, std::array<Fv, 4> counter, Fv k0, Fv k1, int64_t rounds,
                                            Span span);
  static int64_t philox_round_count(Compiler& c, const Fv& rounds, Span span);
  static std::vector<ValueId> random_words(Compiler& c, BuiltinCall& call);
  static ValueId uniform_float(Compiler& c, ValueId word, Span span);
  static std::pair<ValueId, ValueId> normal_pair(Compiler& c, ValueId first, ValueId second, Span span);
  static ValueId packed_element(Compiler& c, ValueId x, int64_t index, int64_t pack, Span span);
  static ValueId interleaved(Compiler& c, const std::vector<ValueId>& columns, Span span);
  static ValueId decode_e2m1(Compiler& c, ValueId nibbles, Span span);
  static ValueId unpack_e2m1(Compiler& c, ValueId bytes, size_t axis, Span span);
  static ValueId decode_scale(Compiler& c, ValueId scale, Span span);
  static ValueId scaled_operand(Compiler& c, const Fv& given, const Fv& scale, const std::string& format,
                                bool k_pack, bool is_left, Span span);
  static ValueId pick(Compiler& c, ValueId x, int64_t axis, int64_t start, int64_t step, Span span);
};

}  // namespace tilewright::kernels::triton
