#include "kernels/triton/inline_ptx.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace tilewright::kernels::triton {
namespace {

using python::Operator;

bool is_name(char ch) {
  return std::isalnum(static_cast<unsigned char>(ch)) || ch == '_' || ch == '%' || ch == '$';
}

std::string trimmed(std::string_view text) {
  size_t begin = text.find_first_not_of(" \t\r\n"), end = text.find_last_not_of(" \t\r\n");
  return begin == std::string_view::npos ? "" : std::string(text.substr(begin, end - begin + 1));
}

std::string without_comments(std::string_view text) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i, 2) == "//") {
      i = std::min(text.find('\n', i), text.size());
      result += '\n';
    } else if (text.substr(i, 2) == "/*") {
      size_t end = text.find("*/", i);
      i = end == std::string_view::npos ? text.size() : end + 1;
    } else {
      result += text[i];
    }
  }
  return result;
}

bool has(const std::vector<std::string>& parts, std::string_view part) {
  return std::find(parts.begin(), parts.end(), part) != parts.end();
}

}  // namespace

void PtxTranslator::refuse(const Statement& statement) const {
  c_.unsupported(fmt::format("tl.inline_asm_elementwise: the instruction '{}'", statement.spelled), span_);
}

// ---- reading ---------------------------------------------------------------------------------------
std::vector<PtxTranslator::Statement> PtxTranslator::parse() const {
  std::string text = without_comments(text_);
  std::vector<Statement> statements;
  std::string current;
  int braces = 0;
  auto finish = [&] {
    Statement statement;
    statement.spelled = trimmed(current);
    current.clear();
    std::string_view rest = statement.spelled;
    if (rest.empty()) return;
    if (rest[0] == '@') {
      size_t end = std::min(rest.find_first_of(" \t\n"), rest.size());
      std::string guard(rest.substr(1, end - 1));
      statement.is_inverted = guard.starts_with("!");
      statement.predicate = statement.is_inverted ? guard.substr(1) : guard;
      rest = rest.substr(end);
      rest.remove_prefix(std::min(rest.find_first_not_of(" \t\n"), rest.size()));
    }
    size_t end = std::min(rest.find_first_of(" \t\n"), rest.size());
    std::string_view opcode = rest.substr(0, end);
    for (size_t at = 0; at <= opcode.size();) {
      size_t dot = std::min(opcode.find('.', at), opcode.size());
      if (dot > at) statement.opcode.emplace_back(opcode.substr(at, dot - at));
      at = dot + 1;
    }
    int depth = 0;
    std::string operand;
    for (char ch : rest.substr(end)) {
      depth += ch == '{' ? 1 : ch == '}' ? -1 : 0;
      if (ch == ',' && depth == 0) {
        statement.operands.push_back(trimmed(operand));
        operand.clear();
      } else {
        operand += ch;
      }
    }
    if (!trimmed(operand).empty()) statement.operands.push_back(trimmed(operand));
    statements.push_back(std::move(statement));
  };
  for (char ch : text) {
    bool is_block = trimmed(current).empty() && (ch == '{' || ch == '}');
    if (ch == ';') {
      finish();
    } else if (!is_block || braces > 0) {
      braces += ch == '{' ? 1 : ch == '}' ? -1 : 0;
      current += ch;
    }
  }
  finish();
  return statements;
}

std::vector<ValueId> PtxTranslator::run(std::vector<ValueId> registers, const Shape& shape) {
  shape_ = shape;
  numbered_ = std::move(registers);
  for (const Statement& statement : parse()) execute(statement);
  return numbered_;
}

// ---- registers -------------------------------------------------------------------------------------
DType PtxTranslator::dtype_of(std::string_view type) {
  constexpr std::pair<std::string_view, DType> kTypes[] = {
      {"f64", DType::Float64}, {"f32", DType::Float32}, {"f16", DType::Float16}, {"bf16", DType::BFloat16},
      {"s64", DType::Int64},   {"s32", DType::Int32},   {"s16", DType::Int16},   {"s8", DType::Int8},
      {"u64", DType::UInt64},  {"u32", DType::UInt32},  {"u16", DType::UInt16},  {"u8", DType::UInt8},
      {"b64", DType::UInt64},  {"b32", DType::UInt32},  {"b16", DType::UInt16},  {"b8", DType::UInt8}};
  for (const auto& [name, dtype] : kTypes) {
    if (name == type) return dtype;
  }
  return DType::Bool;
}

ValueId PtxTranslator::to_bits(ValueId value) {
  BlockType t = c_.type(value);
  if (t.is_bool()) return value;
  constexpr DType kWords[] = {DType::UInt8, DType::UInt16, DType::UInt32, DType::UInt64};
  size_t size = size_of(t.dtype);
  ValueId word = c_.bitcast(value,
                            t.with_dtype(kWords[size == 1   ? 0
                                                : size == 2 ? 1
                                                : size == 4 ? 2
                                                            : 3]),
                            span_);
  return size < 4 ? c_.cast(word, DType::UInt32, span_) : word;
}

int64_t PtxTranslator::immediate(const std::string& operand, const Statement& statement) const {
  char* end = nullptr;
  int64_t value = static_cast<int64_t>(std::strtoull(operand.c_str(), &end, 0));
  if (operand.starts_with("-")) value = std::strtoll(operand.c_str(), &end, 0);
  if (*end == 'U') ++end;
  if (end == operand.c_str() || *end != 0) refuse(statement);
  return value;
}

// The register or number as unsigned bits of 32 or 64 (predicates: int1).
ValueId PtxTranslator::bits(const std::string& operand, int width, const Statement& statement) {
  ValueId found;
  if (operand.starts_with("$")) {
    size_t index = static_cast<size_t>(immediate(operand.substr(1), statement));
    if (index >= numbered_.size() || !numbered_[index]) refuse(statement);
    found = numbered_[index];
  } else if (auto named = named_.find(operand); named != named_.end()) {
    found = named->second;
  } else {
    DType dtype = width == 64 ? DType::UInt64 : DType::UInt32;
    if (operand.starts_with("0f") || operand.starts_with("0F")) {
      found = number(static_cast<int64_t>(std::strtoull(operand.c_str() + 2, nullptr, 16)), dtype).id;
    } else {
      int64_t value = immediate(operand, statement);
      found = number(width == 64 ? value : value & 0xffffffff, dtype).id;
    }
  }
  BlockType t = c_.type(found);
  if (t.is_bool()) return found;
  return c_.cast(found, width == 64 ? DType::UInt64 : DType::UInt32, span_);
}

FrontValue PtxTranslator::typed(const std::string& operand, const std::string& type,
                                const Statement& statement) {
  DType dtype = dtype_of(type);
  if (dtype == DType::Bool && type != "pred") refuse(statement);
  bool is_float = tilewright::is_float(dtype);
  bool is_decimal =
      is_float && !operand.empty() && !operand.starts_with("0f") && !operand.starts_with("0F") &&
      (std::isdigit(static_cast<unsigned char>(operand[0])) || operand[0] == '-' || operand[0] == '.');
  if (is_decimal) {
    ValueId value = c_.float_constant(dtype, std::strtod(operand.c_str(), nullptr), span_);
    return Fv::tensor(c_.broadcast(value, shape_, span_));
  }
  ValueId word = bits(operand, size_of(dtype) == 8 ? 64 : 32, statement);
  if (type == "pred") return Fv::tensor(word);
  BlockType t = c_.type(word);
  if (t.is_bool()) refuse(statement);
  if (size_of(dtype) < 4) {
    constexpr DType kWords[] = {DType::UInt8, DType::UInt16};
    word = c_.cast(word, kWords[size_of(dtype) - 1], span_);
  }
  return Fv::tensor(c_.bitcast(word, c_.type(word).with_dtype(dtype), span_));
}

void PtxTranslator::write(const std::string& name, ValueId value, const Statement& statement) {
  value = c_.broadcast(to_bits(value), shape_, span_);
  bool is_numbered = name.starts_with("$");
  size_t index = is_numbered ? static_cast<size_t>(immediate(name.substr(1), statement)) : 0;
  if (is_numbered && index >= numbered_.size()) refuse(statement);
  ValueId old = is_numbered ? numbered_[index] : named_.contains(name) ? named_[name] : ValueId();
  if (!statement.predicate.empty()) {
    Fv guard = typed(statement.predicate, "pred", statement);
    if (statement.is_inverted) guard = c_.invert(guard, span_);
    if (!old) old = number(0, c_.type(value).dtype).id;
    value =
        c_.where(guard, Fv::tensor(value), Fv::tensor(c_.cast(old, c_.type(value).dtype, span_)), span_).id;
  }
  (is_numbered ? numbered_[index] : named_[name]) = value;
}

// ---- instructions ----------------------------------------------------------------------------------
void PtxTranslator::execute(const Statement& statement) {
  if (statement.opcode.empty()) refuse(statement);
  const std::string& name = statement.opcode[0];
  if (statement.spelled.starts_with(".reg")) return;  // registers are made when they are written
  if (name == "griddepcontrol" || name == "membar" || name == "fence") return;
  if (statement.operands.empty()) refuse(statement);
  const std::string& target = statement.operands[0];
  if (name == "mov" && target.starts_with("{")) {  // mov.b32 {low, high}, x
    ValueId word = bits(statement.operands[1], statement.opcode.back() == "b64" ? 64 : 32, statement);
    size_t comma = target.find(',');
    if (comma == std::string::npos) refuse(statement);
    bool is_wide = statement.opcode.back() == "b64";
    DType whole = c_.type(word).dtype;
    Fv half = number(is_wide ? 32 : 16, whole), mask = number(is_wide ? 0xffffffff : 0xffff, whole);
    Fv low = binary(Operator::BitAnd, Fv::tensor(word), mask),
       high = binary(Operator::RShift, Fv::tensor(word), half);
    write(trimmed(std::string_view(target).substr(1, comma - 1)), c_.cast(low.id, DType::UInt32, span_),
          statement);
    write(trimmed(std::string_view(target).substr(comma + 1, target.size() - comma - 2)),
          c_.cast(high.id, DType::UInt32, span_), statement);
    return;
  }
  if (!std::all_of(target.begin(), target.end(), is_name)) refuse(statement);
  write(target, compute(statement), statement);
}

ValueId PtxTranslator::compute(const Statement& statement) {
  const std::string &name = statement.opcode[0], &type = statement.opcode.back();
  const std::vector<std::string>& operands = statement.operands;
  auto need = [&](size_t count) {
    if (operands.size() != count + 1) refuse(statement);
  };
  auto word = [&](size_t i) { return bits(operands[i], 32, statement); };
  if (name == "cvt") return convert(statement);
  if (name == "setp" || name == "set") return compare(statement);
  if (type == "f16x2") return paired(statement, name, DType::Float16);
  if (type == "bf16x2") return paired(statement, name, DType::BFloat16);
  if (name == "mov") {
    need(1);
    if (type == "pred") return typed(operands[1], type, statement).id;
    if (!operands[1].starts_with("{")) return typed(operands[1], type, statement).id;
    size_t comma = operands[1].find(',');
    if (comma == std::string::npos) refuse(statement);
    std::string low = trimmed(std::string_view(operands[1]).substr(1, comma - 1));
    std::string high =
        trimmed(std::string_view(operands[1]).substr(comma + 1, operands[1].size() - comma - 2));
    if (type != "b64") return pair(bits(low, 32, statement), bits(high, 32, statement));
    Fv wide = binary(Operator::LShift, Fv::tensor(bits(high, 64, statement)), number(32, DType::UInt64));
    return binary(Operator::BitOr, wide, Fv::tensor(bits(low, 64, statement))).id;
  }
  if (name == "selp") {
    need(3);
    return c_
        .where(typed(operands[3], "pred", statement), typed(operands[1], type, statement),
               typed(operands[2], type, statement), span_)
        .id;
  }
  if (name == "lop3") {
    need(4);
    return lookup3(word(1), word(2), word(3), immediate(operands[4], statement));
  }
  if (name == "prmt") {
    need(3);
    return permute_bytes(word(1), word(2), word(3));
  }
  if (name == "bfe") {  // the field of `length` bits from `position`
    need(3);
    Fv x = typed(operands[1], type, statement), position = Fv::tensor(word(2)), length = Fv::tensor(word(3));
    Fv left = binary(Operator::Sub, number(32, DType::UInt32), binary(Operator::Add, position, length));
    Fv up = c_.shift(Op::Shl, x, Fv::tensor(c_.cast(left.id, c_.type(x).dtype, span_)), span_);
    Fv down = binary(Operator::Sub, number(32, DType::UInt32), length);
    return c_.shift(Op::Shr, up, Fv::tensor(c_.cast(down.id, c_.type(x).dtype, span_)), span_).id;
  }
  if (name == "bfi") {  // a into b
    need(4);
    Fv ones = binary(Operator::Sub, binary(Operator::LShift, number(1, DType::UInt32), Fv::tensor(word(4))),
                     number(1, DType::UInt32));
    Fv mask = binary(Operator::LShift, ones, Fv::tensor(word(3)));
    Fv field =
        binary(Operator::BitAnd, binary(Operator::LShift, Fv::tensor(word(1)), Fv::tensor(word(3))), mask);
    return binary(Operator::BitOr, field,
                  binary(Operator::BitAnd, Fv::tensor(word(2)), c_.invert(mask, span_)))
        .id;
  }
  return arithmetic(statement, name, type);
}

ValueId PtxTranslator::arithmetic(const Statement& statement, const std::string& name,
                                  const std::string& type) {
  const std::vector<std::string>& operands = statement.operands;
  size_t count = operands.size() - 1;
  auto x = [&](size_t i) { return typed(operands[i], type, statement); };
  bool is_float = tilewright::is_float(dtype_of(type));
  auto unary = [&](Op op) { return c_.emit_one(op, {x(1).id}, c_.type(x(1)), span_); };
  constexpr std::pair<std::string_view, Op> kFloat[] = {
      {"ex2", Op::Exp2}, {"lg2", Op::Log2}, {"sqrt", Op::Sqrt}, {"rsqrt", Op::Rsqrt},
      {"sin", Op::Sin},  {"cos", Op::Cos},  {"tanh", Op::Tanh}};
  for (const auto& [known, op] : kFloat) {
    if (name != known) continue;
    if (count != 1 || (type != "f32" && type != "f64")) refuse(statement);
    return unary(op);
  }
  if (count == 1) {
    if (name == "rcp" && is_float) {
      return c_.arithmetic(Op::Div, Fv::of(script::Value(1.0)), x(1), span_).id;
    }
    if (name == "neg" || name == "abs") return unary(name == "neg" ? Op::Neg : Op::Abs);
    if (name == "not") return c_.invert(x(1), span_).id;
    if (name == "popc") return unary(Op::PopCount);
    if (name == "clz") return unary(Op::LeadingZeros);
    refuse(statement);
  }
  constexpr std::pair<std::string_view, Operator> kBinary[] = {
      {"add", Operator::Add},  {"sub", Operator::Sub},    {"and", Operator::BitAnd},
      {"or", Operator::BitOr}, {"xor", Operator::BitXor}, {"shl", Operator::LShift},
      {"rem", Operator::Mod}};
  if (count == 2) {
    if (name == "shl" || name == "shr") {
      // A count of 32 or more shifts everything out.
      Fv by = typed(operands[2], "u32", statement), value = x(1);
      Fv shifted = c_.shift(name == "shl" ? Op::Shl : Op::Shr, value,
                            Fv::tensor(c_.cast(by.id, c_.type(value).dtype, span_)), span_);
      Fv is_small = c_.compare(Op::Lt, by, number(bit_width(c_.type(value).dtype), DType::UInt32), span_);
      Fv rest = number(0, c_.type(value).dtype);
      if (name == "shr") {  // all sign bits, none of an unsigned one
        int64_t most = bit_width(c_.type(value).dtype) - 1;
        Fv sign = c_.shift(Op::Shr, value, number(most, c_.type(value).dtype), span_);
        rest = is_unsigned(c_.type(value).dtype) ? rest : sign;
      }
      return c_.where(is_small, shifted, rest, span_).id;
    }
    for (const auto& [known, op] : kBinary) {
      if (name == known) return binary(op, x(1), x(2)).id;
    }
    if (name == "min" || name == "max")
      return c_.minimum_maximum(name == "min" ? Op::Min : Op::Max, x(1), x(2), span_).id;
    if (name == "div") return c_.emit_one(Op::Div, {x(1).id, x(2).id}, c_.type(x(1)), span_);
    if (name == "mul" && (is_float || has(statement.opcode, "lo")))
      return binary(Operator::Mult, x(1), x(2)).id;
    if (name == "mul" && has(statement.opcode, "hi") && type == "u32")
      return c_.emit_one(Op::MulHigh, {x(1).id, x(2).id}, c_.type(x(1)), span_);
    if (name == "mul" && has(statement.opcode, "wide")) {
      DType wide = type == "s32" ? DType::Int64 : DType::UInt64;
      return binary(Operator::Mult, Fv::tensor(c_.cast(x(1).id, wide, span_)),
                    Fv::tensor(c_.cast(x(2).id, wide, span_)))
          .id;
    }
    refuse(statement);
  }
  if (count == 3 && is_float && (name == "fma" || name == "mad"))
    return c_.emit_one(Op::Fma, {x(1).id, x(2).id, x(3).id}, c_.type(x(1)), span_);
  if (count == 3 && name == "mad" && has(statement.opcode, "lo"))
    return binary(Operator::Add, binary(Operator::Mult, x(1), x(2)), x(3)).id;
  refuse(statement);
}

// ---- halves ----------------------------------------------------------------------------------------
FrontValue PtxTranslator::half_of(ValueId word, int index, DType half) {
  int width = bit_width(half);
  Fv shifted = index == 0 ? Fv::tensor(word)
                          : binary(Operator::RShift, Fv::tensor(word), number(width, c_.type(word).dtype));
  ValueId part = c_.cast(shifted.id, width == 8 ? DType::UInt8 : DType::UInt16, span_);
  return Fv::tensor(c_.bitcast(part, c_.type(part).with_dtype(half), span_));
}

// Two halves of 16 bits (or of 8, where the values have that) in one word.
ValueId PtxTranslator::pair(ValueId low, ValueId high) {
  int64_t width = bit_width(c_.type(low).dtype) == 8 ? 8 : 16;
  Fv mask = number(width == 8 ? 0xff : 0xffff, DType::UInt32);
  Fv bottom = binary(Operator::BitAnd, Fv::tensor(to_bits(low)), mask);
  Fv top = binary(Operator::LShift, binary(Operator::BitAnd, Fv::tensor(to_bits(high)), mask),
                  number(width, DType::UInt32));
  return binary(Operator::BitOr, top, bottom).id;
}

ValueId PtxTranslator::paired(const Statement& statement, const std::string& name, DType half) {
  size_t count = statement.operands.size() - 1;
  ValueId halves[2];
  for (int side = 0; side < 2; ++side) {
    auto x = [&](size_t i) { return half_of(bits(statement.operands[i], 32, statement), side, half); };
    if ((name == "add" || name == "sub" || name == "mul") && count == 2) {
      Op op = name == "add" ? Op::Add : name == "sub" ? Op::Sub : Op::Mul;
      halves[side] = c_.arithmetic(op, x(1), x(2), span_).id;
    } else if ((name == "min" || name == "max") && count == 2) {
      halves[side] = c_.emit_one(name == "min" ? Op::Min : Op::Max, {x(1).id, x(2).id}, c_.type(x(1)), span_);
    } else if (name == "fma" && count == 3) {
      halves[side] = c_.emit_one(Op::Fma, {x(1).id, x(2).id, x(3).id}, c_.type(x(1)), span_);
    } else if ((name == "neg" || name == "abs") && count == 1) {
      halves[side] = c_.emit_one(name == "neg" ? Op::Neg : Op::Abs, {x(1).id}, c_.type(x(1)), span_);
    } else {
      refuse(statement);
    }
  }
  return pair(halves[0], halves[1]);
}

// cvt[.rounding][.satfinite].TO.FROM: single values, two f32 into a pair, a pair of fp8 into a pair of
// halves.
ValueId PtxTranslator::convert(const Statement& statement) {
  const std::vector<std::string>& opcode = statement.opcode;
  const std::vector<std::string>& operands = statement.operands;
  if (opcode.size() < 3) refuse(statement);
  const std::string &to = opcode[opcode.size() - 2], &from = opcode.back();
  constexpr std::pair<std::string_view, DType> kPairs[] = {{"f16x2", DType::Float16},
                                                           {"bf16x2", DType::BFloat16},
                                                           {"e4m3x2", DType::Float8E4M3FN},
                                                           {"e5m2x2", DType::Float8E5M2}};
  auto pair_type = [&](std::string_view name) {
    for (const auto& [known, dtype] : kPairs) {
      if (known == name) return dtype;
    }
    return DType::Bool;
  };
  auto fit = [&](Fv value, DType dtype) {
    // .satfinite: what is too large becomes the largest finite value.
    double most = dtype == DType::Float8E4M3FN ? 448 : dtype == DType::Float8E5M2 ? 57344 : 0;
    if (most != 0 && has(opcode, "satfinite")) {
      value = c_.minimum_maximum(Op::MinNan, value, Fv::of(script::Value(most)), span_);
      value = c_.minimum_maximum(Op::MaxNan, value, Fv::of(script::Value(-most)), span_);
    }
    if (has(opcode, "relu")) value = c_.minimum_maximum(Op::MaxNan, value, Fv::of(script::Value(0.0)), span_);
    return c_.cast(value.id, c_.type(value).with_dtype(dtype), span_, has(opcode, "rz"));
  };
  DType to_pair = pair_type(to), from_pair = pair_type(from);
  if (to_pair != DType::Bool && from == "f32" && operands.size() == 3) {
    return pair(fit(typed(operands[2], "f32", statement), to_pair),
                fit(typed(operands[1], "f32", statement), to_pair));
  }
  if (to_pair != DType::Bool && from_pair != DType::Bool && operands.size() == 2) {
    ValueId word = bits(operands[1], 32, statement);
    return pair(fit(half_of(word, 0, from_pair), to_pair), fit(half_of(word, 1, from_pair), to_pair));
  }
  DType target = dtype_of(to), source = dtype_of(from);
  if (target == DType::Bool || source == DType::Bool || operands.size() != 2) refuse(statement);
  Fv value = typed(operands[1], from, statement);
  bool to_integer = !tilewright::is_float(target) && tilewright::is_float(source);
  if (tilewright::is_float(source) && source != DType::Float64 && source != DType::Float32)
    value = Fv::tensor(c_.cast(value.id, DType::Float32, span_));
  constexpr std::pair<std::string_view, Op> kRounding[] = {
      {"rni", Op::Rint}, {"rzi", Op::Trunc}, {"rmi", Op::Floor}, {"rpi", Op::Ceil}};
  for (const auto& [name, op] : kRounding) {
    if (has(opcode, name) && tilewright::is_float(source))
      value = Fv::tensor(c_.emit_one(op, {value.id}, c_.type(value), span_));
  }
  ValueId result = to_integer ? c_.cast(value.id, target, span_) : fit(value, target);
  // Narrow integers are widened to the register by their sign.
  if (target == DType::Int8 || target == DType::Int16) result = c_.cast(result, DType::Int32, span_);
  return result;
}

ValueId PtxTranslator::compare(const Statement& statement) {
  const std::vector<std::string>& opcode = statement.opcode;
  if (opcode.size() < 3 || statement.operands.size() != 3) refuse(statement);
  constexpr std::pair<std::string_view, Op> kOrders[] = {
      {"eq", Op::Eq}, {"ne", Op::Ne}, {"lt", Op::Lt}, {"le", Op::Le}, {"gt", Op::Gt}, {"ge", Op::Ge},
      {"lo", Op::Lt}, {"ls", Op::Le}, {"hi", Op::Gt}, {"hs", Op::Ge}, {"neu", Op::Ne}};
  for (const auto& [name, op] : kOrders) {
    if (opcode[1] != name) continue;
    return c_
        .compare(op, typed(statement.operands[1], opcode.back(), statement),
                 typed(statement.operands[2], opcode.back(), statement), span_)
        .id;
  }
  refuse(statement);
}

// Bit i of the table: the result where the bits of a, b and c are those of i, a's the highest.
ValueId PtxTranslator::lookup3(ValueId a, ValueId b, ValueId c, int64_t table) {
  Fv result = number(0, DType::UInt32);
  const ValueId inputs[] = {a, b, c};
  for (int i = 0; i < 8; ++i) {
    if (!(table >> i & 1)) continue;
    Fv term;
    for (int k = 0; k < 3; ++k) {
      Fv x = Fv::tensor(inputs[k]);
      if (!(i >> (2 - k) & 1)) x = c_.invert(x, span_);
      term = term.is_missing() ? x : binary(Operator::BitAnd, term, x);
    }
    result = binary(Operator::BitOr, result, term);
  }
  return result.id;
}

// Byte i of the result: the byte of b:a that four bits of the selector name; their highest: its sign
// repeated.
ValueId PtxTranslator::permute_bytes(ValueId a, ValueId b, ValueId selector) {
  auto wide = [&](ValueId id) { return Fv::tensor(c_.cast(id, DType::UInt64, span_)); };
  auto constant = [&](int64_t value) { return number(value, DType::UInt64); };
  Fv both = binary(Operator::BitOr, binary(Operator::LShift, wide(b), constant(32)), wide(a));
  Fv result = constant(0);
  for (int i = 0; i < 4; ++i) {
    Fv nibble =
        binary(Operator::BitAnd, binary(Operator::RShift, wide(selector), constant(4 * i)), constant(15));
    Fv place = binary(Operator::LShift, binary(Operator::BitAnd, nibble, constant(7)), constant(3));
    Fv byte = binary(Operator::BitAnd, binary(Operator::RShift, both, place), constant(255));
    Fv sign = c_.where(c_.compare(Op::Ge, byte, constant(128), span_), constant(255), constant(0), span_);
    byte = c_.where(c_.compare(Op::Ge, nibble, constant(8), span_), sign, byte, span_);
    result = binary(Operator::BitOr, result, binary(Operator::LShift, byte, constant(8 * i)));
  }
  return c_.cast(result.id, DType::UInt32, span_);
}

}  // namespace tilewright::kernels::triton
