// triton.language: random numbers, Philox-4x32-10 (random.py): key = seed, counter = (offset, 0, 0, 0).
#include <fmt/format.h>

#include "kernels/triton/builtins.h"

namespace tilewright::kernels::triton {

using Fv = FrontValue;
using python::Operator;

// The rounds one by one, for what Op::Philox does not take: words of 64 bits, blocks of seeds.
std::vector<ValueId> Builtins::philox_rounds(Compiler& c, std::array<Fv, 4> counter, Fv k0, Fv k1,
                                             int64_t rounds, Span span) {
  DType dtype = c.type(counter[0]).dtype;
  bool is_wide = dtype == DType::UInt64;
  if (!is_wide && dtype != DType::UInt32)
    c.type_error(fmt::format("philox works on uint32 or uint64, not {}", describe(dtype)), span);
  auto constant = [&](uint64_t narrow, uint64_t wide) {
    return Fv::tensor(c.integer_constant(dtype, static_cast<int64_t>(is_wide ? wide : narrow), span));
  };
  Fv key_a = constant(0x9E3779B9, 0x9E3779B97F4A7C15), key_b = constant(0xBB67AE85, 0xBB67AE8584CAA73B),
     round_a = constant(0xD2511F53, 0xD2E7470EE14C6C93), round_b = constant(0xCD9E8D57, 0xCA5A826395121157);
  auto high = [&](const Fv& x, const Fv& y) {
    auto [a, b] = c.promote(x, y, false, false, true, false, span);
    return Fv::tensor(c.emit_one(Op::MulHigh, {a, b}, c.type(a), span));
  };
  auto mixed = [&](const Fv& x, const Fv& y, const Fv& z) {
    return c.binary(Operator::BitXor, c.binary(Operator::BitXor, x, y, span), z, span);
  };
  for (int64_t i = 0; i < rounds; ++i) {
    Fv c0 = counter[0], c2 = counter[2];
    counter[0] = mixed(high(round_b, c2), counter[1], k0);
    counter[2] = mixed(high(round_a, c0), counter[3], k1);
    counter[1] = c.binary(Operator::Mult, round_b, c2, span);
    counter[3] = c.binary(Operator::Mult, round_a, c0, span);
    k0 = c.binary(Operator::Add, k0, key_a, span);
    k1 = c.binary(Operator::Add, k1, key_b, span);
  }
  Shape shape;
  for (const Fv& word : counter) shape = c.broadcast_shape(shape, c.type(word).shape, span);
  std::vector<ValueId> words;
  for (const Fv& word : counter) words.push_back(c.broadcast(word.id, shape, span));
  return words;
}

int64_t Builtins::philox_round_count(Compiler& c, const Fv& rounds, Span span) {
  int64_t count = rounds.is_given() ? c.constant_int(rounds, "n_rounds", span) : 10;
  if (count < 0 || count > 64)
    c.error(DiagnosticKind::KernelConstexpr, "n_rounds must be from 0 to 64", span);
  return count;
}

std::vector<ValueId> Builtins::philox_words(Compiler& c, const Fv& seed, const std::vector<Fv>& counters,
                                            const Fv& rounds, Span span) {
  ValueId given = c.to_tensor(seed, span);
  if (!c.type(given).is_int()) c.type_error("the seed of random numbers must be an integer", span);
  ValueId key = c.cast(given, DType::UInt64, span);
  int64_t count = philox_round_count(c, rounds, span);
  std::array<Fv, 4> words;
  Shape shape;
  bool is_wide = size_of(c.type(c.to_tensor(counters[0], span)).dtype) == 8;
  for (size_t i = 0; i < 4; ++i) {
    ValueId id = c.to_tensor(counters[i], span);
    if (!c.type(id).is_int()) c.type_error("random offsets must be integers", span);
    words[i] = Fv::tensor(c.cast(id, is_wide ? DType::UInt64 : DType::UInt32, span));
    shape = c.broadcast_shape(shape, c.type(id).shape, span);
  }
  if (is_wide) {
    Fv zero = Fv::tensor(c.integer_constant(DType::UInt64, 0, span));
    return philox_rounds(c, words, Fv::tensor(key), zero, count, span);
  }
  if (!c.type(key).is_scalar()) {
    Fv high = c.binary(Operator::RShift, Fv::tensor(key), Fv::of(script::Value(32)), span);
    return philox_rounds(c, words, Fv::tensor(c.cast(key, DType::UInt32, span)),
                         Fv::tensor(c.cast(high.id, DType::UInt32, span)), count, span);
  }
  std::vector<ValueId> operands{key};
  for (const Fv& word : words) operands.push_back(c.broadcast(word.id, shape, span));
  BlockType word{DType::UInt32, false, false, shape};
  Operation& operation = c.emit(Op::Philox, operands, {word, word, word, word}, span);
  operation.integer = count;
  std::vector<ValueId> results;
  for (size_t i = 0; i < 4; ++i) results.push_back(ValueId(size_t{operation.first_result.index} + i));
  return results;
}

Fv Builtins::philox(Compiler& c, BuiltinCall& call) {
  std::vector<Fv> words;
  for (ValueId id : philox_words(c, call[0], {call[1], call[2], call[3], call[4]}, call[5], call.span))
    words.push_back(Fv::tensor(id));
  return Fv::tuple(std::move(words));
}

Fv Builtins::philox_impl(Compiler& c, BuiltinCall& call) {
  std::array<Fv, 4> counter;
  for (size_t i = 0; i < 4; ++i) counter[i] = Fv::tensor(c.to_tensor(call[i], call.span));
  std::vector<Fv> words;
  for (ValueId id :
       philox_rounds(c, counter, call[4], call[5], philox_round_count(c, call[6], call.span), call.span))
    words.push_back(Fv::tensor(id));
  return Fv::tuple(std::move(words));
}

// seed, offset [, n_rounds]; an offset of 64 bits fills two words of the counter.
std::vector<ValueId> Builtins::random_words(Compiler& c, BuiltinCall& call) {
  ValueId offset = c.to_tensor(call[1], call.span);
  if (!c.type(offset).is_int()) c.type_error("random offsets must be integers", call.span);
  Fv zero = Fv::of(script::Value(0)), high = zero;
  if (size_of(c.type(offset).dtype) == 8) {
    high = c.binary(Operator::RShift, Fv::tensor(offset), Fv::of(script::Value(32)), call.span);
    high = Fv::tensor(c.cast(high.id, DType::UInt32, call.span));
  }
  Fv low = Fv::tensor(c.cast(offset, DType::UInt32, call.span));
  return philox_words(c, call[0], {low, high, zero, zero}, call[2], call.span);
}

Fv Builtins::randint4x(Compiler& c, BuiltinCall& call) {
  std::vector<Fv> words;
  for (ValueId id : random_words(c, call)) words.push_back(Fv::tensor(id));
  return Fv::tuple(std::move(words));
}

Fv Builtins::randint(Compiler& c, BuiltinCall& call) { return Fv::tensor(random_words(c, call)[0]); }

// (x < 0 ? ~x : x) * 2**-31 (nearly; 2**-63 for 64 bits), as random.py's uint_to_uniform_float.
ValueId Builtins::uniform_float(Compiler& c, ValueId word, Span span) {
  BlockType t = c.type(word);
  if (!t.is_int() || size_of(t.dtype) < 4)
    c.type_error("uint_to_uniform_float needs integers of 32 or 64 bits", span);
  bool is_wide = size_of(t.dtype) == 8;
  Fv x = Fv::tensor(c.bitcast(word, t.with_dtype(is_wide ? DType::Int64 : DType::Int32), span));
  Fv folded = c.where(c.compare(Op::Lt, x, Fv::of(script::Value(0)), span), c.invert(x, span), x, span);
  ValueId as_float = c.cast(folded.id, DType::Float32, span);
  double scale = is_wide ? 1.0842020432385337e-19 : 4.6566127342e-10;
  return c.arithmetic(Op::Mul, Fv::tensor(as_float), Fv::of(script::Value(scale)), span).id;
}

Fv Builtins::uint_to_uniform_float(Compiler& c, BuiltinCall& call) {
  return Fv::tensor(uniform_float(c, c.to_tensor(call[0], call.span), call.span));
}

Fv Builtins::rand(Compiler& c, BuiltinCall& call) {
  return Fv::tensor(uniform_float(c, randint(c, call).id, call.span));
}

Fv Builtins::rand4x(Compiler& c, BuiltinCall& call) {
  Fv words = randint4x(c, call);
  for (Fv& word : words.items) word = Fv::tensor(uniform_float(c, word.id, call.span));
  return words;
}

// Box and Muller.
std::pair<ValueId, ValueId> Builtins::normal_pair(Compiler& c, ValueId first, ValueId second, Span span) {
  Fv u1 = c.minimum_maximum(Op::Max, Fv::of(script::Value(1.0e-7)), Fv::tensor(first), span);
  Fv angle = c.arithmetic(Op::Mul, Fv::of(script::Value(6.283185307179586)), Fv::tensor(second), span);
  Fv logarithm = c.unary_float(Op::Log, u1, "log", span);
  Fv radius = c.unary_float(Op::Sqrt, c.arithmetic(Op::Mul, Fv::of(script::Value(-2.0)), logarithm, span),
                            "sqrt", span);
  Fv x = c.arithmetic(Op::Mul, radius, c.unary_float(Op::Cos, angle, "cos", span), span);
  Fv y = c.arithmetic(Op::Mul, radius, c.unary_float(Op::Sin, angle, "sin", span), span);
  return {x.id, y.id};
}

Fv Builtins::pair_uniform_to_normal(Compiler& c, BuiltinCall& call) {
  auto [x, y] = normal_pair(c, c.to_tensor(call[0], call.span), c.to_tensor(call[1], call.span), call.span);
  return Fv::tuple({Fv::tensor(x), Fv::tensor(y)});
}

Fv Builtins::randn(Compiler& c, BuiltinCall& call) {
  std::vector<ValueId> words = random_words(c, call);
  ValueId u1 = uniform_float(c, words[0], call.span), u2 = uniform_float(c, words[1], call.span);
  return Fv::tensor(normal_pair(c, u1, u2, call.span).first);
}

Fv Builtins::randn4x(Compiler& c, BuiltinCall& call) {
  Fv u = rand4x(c, call);
  auto [a, b] = normal_pair(c, u.items[0].id, u.items[1].id, call.span);
  auto [d, e] = normal_pair(c, u.items[2].id, u.items[3].id, call.span);
  return Fv::tuple({Fv::tensor(a), Fv::tensor(b), Fv::tensor(d), Fv::tensor(e)});
}

}  // namespace tilewright::kernels::triton
