// Statements of one kernel as CUDA C++: types of variables, expressions, the helpers that reductions need.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "stack/cuda_text.h"
#include "stack/tile.h"

namespace tilewright::stack {

// A device function that brings the parts of a block's threads together.
struct CudaHelper {
  ReduceKind reduce = ReduceKind::Sum;
  Gather gather = Gather::Tree;
  CudaType type = CudaType::Float;
  auto operator<=>(const CudaHelper&) const = default;
};
std::string helper_name(ReduceKind reduce);                      // "block_sum"
std::string helper_text(const CudaHelper& helper, int threads);  // its definition

class CudaBody {
 public:
  explicit CudaBody(const Kernel& kernel);
  std::string text();
  const std::set<CudaHelper>& helpers() const { return helpers_; }

 private:
  struct Written {
    std::string text;
    CudaBinding binding = CudaBinding::Atom;
    CudaType type = CudaType::Float;
  };
  Written write(const Expr& expr);
  Written write_apply(const Expr& expr);
  Written write_text(const Expr& expr);
  Written divide(const Expr& expr);
  std::string at_least(const Expr& expr, CudaBinding needed);

  void add(const std::vector<Statement>& body, const std::string& indent);
  void add_block(const std::string& head, const std::vector<Statement>& body, const std::string& indent);
  void add_assignment(const Statement& statement, const std::string& indent);
  bool add_gathering(const Statement& statement, const std::string& indent);
  void add_store(const Statement& statement, const std::string& indent);
  void add_loop(const Statement& statement, const std::string& indent);
  bool is_declared(const std::string& variable) const;
  CudaType type_of(const std::string& variable) const;

  const Kernel& kernel_;
  std::map<std::string, DType> pointers_;
  std::vector<std::map<std::string, CudaType>> scopes_;
  std::set<std::string> tiles_;  // shared arrays
  std::set<CudaHelper> helpers_;
  std::string out_;
};

}  // namespace tilewright::stack
