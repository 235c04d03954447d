// Third step down: groups -> a tile program: kernels over blocks of elements with loads, stores, masks and
// loops decided, not yet in any language. Index arithmetic is text (it is the same in every language).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "stack/fuse.h"
#include "stack/primitive.h"
#include "stack/stack.h"

namespace tilewright::stack {

inline constexpr int kEveryAxis = -1;

// An expression over block variables.
struct Expr {
  enum class Kind : uint8_t { Text, Apply, Reduce, Scan, Load, Dot, Fill } kind = Kind::Text;
  std::string text;                          // Text: variable, number or index; Load: pointer; Fill: shape
  Precedence precedence = Precedence::Atom;  // Text
  Primitive primitive = Primitive::Copy;     // Apply
  ReduceKind reduce = ReduceKind::Sum;       // Reduce, Scan
  int axis = 0;                              // Reduce, Scan; kEveryAxis: the whole block to one number
  bool keeps_axis = false;                   // Reduce
  bool is_reverse = false;                   // Scan
  std::string index, mask, other;            // Load: offsets; "" where every lane is inside, or none matters
  std::vector<Expr> arguments;               // Fill: the value

  static Expr variable(std::string name) {
    Expr expr;
    expr.text = std::move(name);
    return expr;
  }
};

struct Statement {
  enum class Kind : uint8_t { Assign, Store, AtomicAdd, Loop } kind = Kind::Assign;
  bool is_update = false;   // Assign: the target holds a running result
  std::string target;       // Assign: variable; Store, AtomicAdd: pointer; Loop: variable
  Expr value;               // Assign, Store, AtomicAdd
  std::string index, mask;  // Store
  std::string limit, step;  // Loop: range(0, limit, step)
  std::vector<Statement> body;
};

struct KernelArgument {
  std::string name;  // in the kernel
  std::string host;  // in the wrapper
};

struct Kernel {
  std::string name;
  std::vector<KernelArgument> pointers;
  std::vector<KernelArgument> sizes;      // whole numbers; host: the expression that computes it
  std::vector<KernelArgument> constants;  // compile-time numbers
  std::vector<Statement> body;
  std::vector<std::string> grid;  // host expressions, may use names of sizes
  int num_warps = 4;
  std::string description;
};

struct Allocation {
  std::string name;
  std::string text;  // host expression
};

struct TileProgram {
  std::vector<std::string> arguments;          // forward's
  std::vector<std::string> contiguous_inputs;  // to be made contiguous first
  struct Launch {
    std::vector<Allocation> allocations;
    Kernel kernel;
  };
  std::vector<Launch> launches;
  std::vector<std::string> results;
};

Result<TileProgram> make_tiles(const FusedProgram& fused, const Style& style);
std::string print(const TileProgram& program);

}  // namespace tilewright::stack
