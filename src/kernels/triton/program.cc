#include "kernels/triton/program.h"

#include <fmt/format.h>

namespace tilewright::kernels::triton {
namespace {

struct OpInfo {
  std::string_view spelling;
  OpGroup group;
  OpCost cost;
};

constexpr OpInfo kOps[] = {
#define TW_TRITON_OP(identifier, spelling, group, cost, since, doc) {spelling, OpGroup::group, OpCost::cost},
#include "kernels/triton/ops.def"
#undef TW_TRITON_OP
};

void print_block(const BlockProgram& program, BlockId id, int depth, std::string& out);

void print_operation(const BlockProgram& program, const Operation& operation, int depth, std::string& out) {
  out.append(static_cast<size_t>(depth) * 2, ' ');
  for (uint32_t i = 0; i < operation.result_count; ++i) {
    out += fmt::format("{}%{}", i ? ", " : "", operation.first_result.index + i);
  }
  if (operation.result_count) out += " = ";
  out += spelling(operation.op);
  for (size_t i = 0; i < operation.operands.size(); ++i) {
    out += fmt::format("{}%{}", i ? ", " : " ", operation.operands[i].index);
  }
  if (operation.op == Op::Constant) {
    const BlockType& type = program.type(operation.first_result);
    out += type.is_float() ? fmt::format(" {}", operation.number) : fmt::format(" {}", operation.integer);
  } else if (operation.op == Op::Atomic) {
    out += fmt::format(" {}{}", spelling(static_cast<AtomicKind>(operation.kind)),
                       operation.is_local ? " cta" : "");
  } else if (group(operation.op) == OpGroup::Reduction && operation.op != Op::Dot) {
    out += fmt::format(" {} axis={}", spelling(static_cast<ReduceKind>(operation.kind)), operation.integer);
  } else if (group(operation.op) == OpGroup::Source || operation.op == Op::Permute ||
             operation.op == Op::Pick) {
    out += fmt::format(" {}", operation.integer);
  }
  if (operation.result_count) out += " : ";
  for (uint32_t i = 0; i < operation.result_count; ++i) {
    out += (i ? ", " : "") + describe(program.values[operation.first_result.index + i]);
  }
  out += '\n';
  for (BlockId block : operation.blocks) print_block(program, block, depth + 1, out);
}

void print_block(const BlockProgram& program, BlockId id, int depth, std::string& out) {
  const Block& block = program[id];
  out.append(static_cast<size_t>(depth) * 2, ' ');
  out += '(';
  for (size_t i = 0; i < block.parameters.size(); ++i) {
    out += fmt::format("{}%{}: {}", i ? ", " : "", block.parameters[i].index,
                       describe(program.type(block.parameters[i])));
  }
  out += "):\n";
  for (OperationId operation : block.operations) print_operation(program, program[operation], depth, out);
}

}  // namespace

std::string_view spelling(Op op) { return kOps[static_cast<size_t>(op)].spelling; }
OpGroup group(Op op) { return kOps[static_cast<size_t>(op)].group; }
OpCost cost(Op op) { return kOps[static_cast<size_t>(op)].cost; }

std::string_view spelling(AtomicKind kind) {
  constexpr std::string_view kNames[] = {"add", "max", "min", "and", "or", "xor", "xchg", "cas"};
  return kNames[static_cast<size_t>(kind)];
}

std::string_view spelling(ReduceKind kind) {
  constexpr std::string_view kNames[] = {"sum", "product", "max", "min", "and", "or", "xor"};
  return kNames[static_cast<size_t>(kind)];
}

std::string print(const BlockProgram& program) {
  std::string out = program.name + "(";
  for (size_t i = 0; i < program.parameters.size(); ++i) {
    out += fmt::format("{}{}: {}", i ? ", " : "", program.parameters[i].name,
                       describe(program.parameters[i].type));
  }
  out += ")\n";
  print_block(program, program.entry, 1, out);
  return out;
}

}  // namespace tilewright::kernels::triton
