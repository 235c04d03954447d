// Third step down: groups -> a tile program: kernels with loads, stores, masks and loops decided, not yet as
// source. What a name stands for is the target's: a block of elements (Triton, tile_*.cc) or one thread's
// element (CUDA, thread_*.cc). Index arithmetic is text, in Python's spelling.
#pragma once

#include <optional>
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
  enum class Kind : uint8_t { Assign, Store, AtomicAdd, Loop, If, Tile, Barrier } kind = Kind::Assign;
  bool is_update = false;   // Assign: the target holds a running result
  std::string target;       // Assign: variable; Store, AtomicAdd: pointer; Loop: variable; Tile: shared array
  Expr value;               // Assign, Store, AtomicAdd; If: the condition
  std::string index, mask;  // Store; Tile: its extents, "[16][16]"
  std::string limit, step;  // Loop: from `start` (Triton: 0) by `step` while below `limit`
  std::string start = "0";
  bool counts_down = false;     // Loop: from `limit` - 1 to 0
  std::vector<Statement> body;  // Loop, If; empty: the If leaves the kernel
  std::optional<DType> type;    // Assign: of the variable where its value does not tell
};

struct KernelArgument {
  std::string name;              // in the kernel
  std::string host;              // in the wrapper
  DType dtype = DType::Float32;  // pointers: of the tensor
  bool is_result = false;        // pointers: the kernel writes to it
};

struct Kernel {
  std::string name;
  std::vector<KernelArgument> pointers;
  std::vector<KernelArgument> sizes;      // whole numbers; host: the expression that computes it
  std::vector<KernelArgument> constants;  // compile-time numbers
  std::vector<Statement> body;
  std::vector<std::string> grid;     // host expressions, may use names of sizes
  std::vector<std::string> threads;  // of a block; empty: the target has none
  Gather gather = Gather::Tree;      // how reductions over a block's threads are written
  int num_warps = 4;
  std::string description;
};

struct Allocation {
  std::string name;
  bool is_zero = false;
  std::string like;               // the tensor that has its shape and dtype; "": none
  std::string reference;          // a tensor of the same device
  std::vector<std::string> dims;  // host expressions
  std::string without_last;       // the tensor whose shape it has but for the last dimension; "": none
  std::optional<DType> dtype;     // where the reference's is another
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

Result<TileProgram> make_tiles(const FusedProgram& fused, const Style& style, Target target);
// The allocation as an expression of the Python wrapper.
std::string python_text(const Allocation& allocation);
std::string print(const TileProgram& program);

}  // namespace tilewright::stack
