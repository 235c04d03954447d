// What a function's syntax tree is compiled to on its first call: instructions for a stack machine.
// The code of one module is shared by all its functions and lives as long as one of them.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "script/interpreter.h"
#include "script/symbols.h"
#include "script/value.h"

namespace tilewright::script {

enum class Opcode : uint8_t {
#define TW_OPCODE(name) name,
#include "script/opcodes.def"
#undef TW_OPCODE
};

struct Instruction {
  Opcode op;
  uint32_t b = 0;
  uint32_t a = 0;
};

// A protected range of instructions [begin, end): an exception in it cuts the stack to `depth`,
// pushes itself and continues at `handler`. Inner ranges come first.
struct ExceptionRange {
  uint32_t begin, end, handler;
  uint32_t depth;
};

struct FreeVariable {
  uint32_t slot;         // in this code's frame
  uint32_t parent_slot;  // in the frame of the code around it
};

struct Code {
  std::string name, qualified_name;
  const Scope* scope = nullptr;
  bool is_compiled = false;
  bool is_generator = false;
  // Parameters take the first slots: positional-only and positional, keyword-only, *args, **kwargs.
  uint32_t positional_only = 0, positional = 0, keyword_only = 0;  // positional counts both kinds
  bool has_var_positional = false, has_var_keyword = false;
  std::vector<std::string> slot_names;
  std::vector<uint32_t> cell_slots;  // made into cells on entry
  std::vector<FreeVariable> free_variables;
  int class_cell_slot = -1;  // of __class__, for super() without arguments

  uint32_t stack_size = 0;
  std::vector<Instruction> instructions;
  std::vector<std::pair<uint32_t, uint32_t>> places;  // byte range of each instruction's node
  std::vector<ExceptionRange> ranges;
  std::vector<Value> constants;
  std::vector<Ref<String>> names;
  std::vector<Code*> children;  // functions, classes, comprehensions made by this code
  uint32_t parameter_count() const {
    return positional + keyword_only + (has_var_positional ? 1 : 0) + (has_var_keyword ? 1 : 0);
  }
};

// The compiled form of one module.
class CodeUnit {
 public:
  explicit CodeUnit(std::shared_ptr<const python::Ast> tree);
  const std::shared_ptr<const python::Ast> ast;
  SymbolTable symbols;
  bool has_lazy_annotations = false;  // from __future__ import annotations

  // The code of a scope; compiled when `compile` is called with it.
  Code* code_of(const Scope* scope);
  Code* module_code() { return code_of(symbols.module()); }
  Ref<String> intern(std::string_view text);

 private:
  std::unordered_map<const Scope*, std::unique_ptr<Code>> codes_;
  std::unordered_map<std::string_view, Ref<String>> strings_;
};

// Fills code->instructions. What cannot be run becomes an Unsupported instruction at its place.
void compile(CodeUnit& unit, Code& code);

}  // namespace tilewright::script
