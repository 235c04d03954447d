// A matrix product with its epilogue, an element a thread.
#include <fmt/format.h>

#include "stack/thread_kernels.h"

namespace tilewright::stack {
namespace {

// `text` with the column variable of the product, "rk", written as `along`.
std::string along_k(std::string text, const std::string& along) {
  size_t at = 0;
  while ((at = text.find("rk", at)) != std::string::npos) {
    bool is_last = at + 2 == text.size() && (at == 0 || text.compare(at - 2, 2, "+ ") == 0);
    std::string put = is_last ? along : "(" + along + ")";
    text.replace(at, 2, put);
    at += put.size();
  }
  return text;
}

Expr less(const std::string& left, const std::string& right) {
  return apply_expr(Primitive::Less, {text_expr(left, Precedence::Sum), Expr::variable(right)});
}

class ThreadProduct {
 public:
  explicit ThreadProduct(const KernelContext& context)
      : context_(context),
        program_(context.fused.program),
        style_(context.style),
        names_(thread_names(style_.naming, program_.arguments)),
        product_id_(find_product()),
        in_a_(program_.storage(operand(0))),
        in_b_(program_.storage(operand(1))),
        summed_(only(in_a_, context.group.reduced)),
        batch_(without(only(in_a_, in_b_), context.group.reduced)),
        space_(program_, {{names_.row, names_.size("M"), {"M1", "M2", "M3"}, without(in_a_, in_b_)},
                          {names_.columns, names_.size("N"), {"N1", "N2", "N3"}, without(in_b_, in_a_)},
                          {"rk", names_.size("K"), {"K1", "K2", "K3"}, summed_},
                          {"z", "Z", {"Z1", "Z2", "Z3"}, batch_}}),
        body_(context.fused, context.group, style_, announced(), names_, context.host_names) {
    body_.shape.is_thread = true;
    body_.shape.mask = [](const AxisList&) { return std::string(); };
  }

  Kernel run() {
    kernel_.name = context_.name;
    m_ = space_.total(0), n_ = space_.total(1), k_ = space_.total(2);
    // The product accumulates under its own name, or `acc` where an operation goes on with it.
    const std::string& result = program_[product_id_].result;
    sum_ = body_.names().fresh(result.empty() ? "acc" : result);
    style_.shared_tiles ? through_tiles() : directly();
    Statement leave;
    leave.kind = Statement::Kind::If;
    leave.value = apply_expr(
        Primitive::Or,
        {apply_expr(Primitive::GreaterEqual, {Expr::variable(names_.row), Expr::variable(m_)}),
         apply_expr(Primitive::GreaterEqual, {Expr::variable(names_.columns), Expr::variable(n_)})});
    kernel_.body.insert(style_.shared_tiles ? kernel_.body.end() : kernel_.body.begin() + first_of_loop_,
                        std::move(leave));
    body_.bind(product_id_, sum_);
    body_.emit({}, context_.group.outputs, kernel_.body);
    add_pointers_and_sizes(kernel_, body_, space_);
    finish();
    return std::move(kernel_);
  }

 private:
  ProgramValueId find_product() const {
    for (ProgramValueId id : context_.group.values) {
      if (program_[id].kind == ValueKind::Contract) return id;
    }
    return {};
  }
  ProgramValueId operand(size_t index) const {
    return std::get<ProgramValueId>(program_[product_id_].operands[index]);
  }
  TileSpace& announced() {
    for (const AxisList& storage : accesses_of(context_).storages) space_.announce(storage);
    space_.announce(summed_);
    space_.merge();
    return space_;
  }

  void find_place(const std::string& row, const std::string& column) {
    kernel_.body.push_back(assign(names_.row, row));
    kernel_.body.push_back(assign(names_.columns, column));
    if (!batch_.empty()) kernel_.body.push_back(assign("z", "blockIdx.z"));
    first_of_loop_ = static_cast<long>(kernel_.body.size());
    Statement zero = assign(sum_, Expr::variable("0.0"));
    kernel_.body.push_back(std::move(zero));
  }

  static Expr& load_in(Expr& expr) { return expr.kind == Expr::Kind::Load ? expr : expr.arguments[0]; }

  Expr element(size_t which, const std::string& along) {
    Expr load = body_.load(operand(which));
    Expr& inner = load_in(load);
    inner.index = along_k(inner.index, along);
    return load;
  }

  void directly() {
    find_place("blockIdx.y * blockDim.y + threadIdx.y", "blockIdx.x * blockDim.x + threadIdx.x");
    Statement loop;
    loop.kind = Statement::Kind::Loop;
    loop.target = "k";
    loop.limit = k_;
    loop.step = "1";
    Expr a = element(0, "k");
    Expr b = element(1, "k");
    for (Expr* side : {&a, &b}) {
      // One variable needs no brackets.
      std::string& index = load_in(*side).index;
      for (size_t at; (at = index.find("(k)")) != std::string::npos;) index.replace(at, 3, "k");
    }
    loop.body = {update(sum_, Primitive::Add, apply_expr(Primitive::Mul, {a, b}))};
    kernel_.body.push_back(std::move(loop));
  }

  void through_tiles() {
    Statement loop;
    loop.kind = Statement::Kind::Loop;
    loop.target = "k";
    loop.limit = k_;
    loop.step = "TILE";
    Expr a = element(0, "k + tx"), b = element(1, "k + ty");
    std::string tile_a = tile_of(a), tile_b = tile_of(b);
    for (const std::string& name : {tile_a, tile_b}) {
      Statement tile;
      tile.kind = Statement::Kind::Tile;
      tile.target = name;
      tile.index = "[TILE][TILE]";
      kernel_.body.push_back(std::move(tile));
    }
    kernel_.body.push_back(assign("tx", "threadIdx.x"));
    kernel_.body.push_back(assign("ty", "threadIdx.y"));
    find_place("blockIdx.y * TILE + ty", "blockIdx.x * TILE + tx");
    auto fill = [&](const std::string& tile, Expr inside, Expr value) {
      loop.body.push_back(
          assign(tile + "[ty][tx]",
                 apply_expr(Primitive::Where, {std::move(inside), std::move(value), Expr::variable("0.0")})));
    };
    fill(tile_a, apply_expr(Primitive::And, {less(names_.row, m_), less("k + tx", k_)}), std::move(a));
    fill(tile_b, apply_expr(Primitive::And, {less("k + ty", k_), less(names_.columns, n_)}), std::move(b));
    Statement barrier;
    barrier.kind = Statement::Kind::Barrier;
    loop.body.push_back(barrier);
    Statement inner;
    inner.kind = Statement::Kind::Loop;
    inner.target = "q";
    inner.limit = "TILE";
    inner.step = "1";
    inner.body = {update(sum_, Primitive::Add,
                         apply_expr(Primitive::Mul, {Expr::variable(tile_a + "[ty][q]"),
                                                     Expr::variable(tile_b + "[q][tx]")}))};
    loop.body.push_back(std::move(inner));
    loop.body.push_back(std::move(barrier));
    kernel_.body.push_back(std::move(loop));
  }

  std::string tile_of(Expr& load) {
    const std::string& pointer = load_in(load).text;
    return body_.names().fresh(pointer.substr(0, pointer.size() - 4));
  }

  void finish() {
    std::string tile = style_.shared_tiles ? "TILE" : std::to_string(style_.block_m);
    if (style_.shared_tiles) kernel_.constants = {{"TILE", std::to_string(style_.block_m)}};
    std::string less_one = style_.shared_tiles ? "TILE - 1" : std::to_string(style_.block_m - 1);
    kernel_.grid = {fmt::format("({} + {}) / {}", n_, less_one, tile),
                    fmt::format("({} + {}) / {}", m_, less_one, tile)};
    if (!batch_.empty()) kernel_.grid.push_back(space_.host_product(batch_));
    kernel_.threads = {tile, tile};
    kernel_.description = fmt::format(
        "an element a thread, {}",
        style_.shared_tiles ? fmt::format("shared tiles of {0} by {0}", style_.block_m)
                            : fmt::format("operands read directly, blocks of {0} by {0}", style_.block_m));
  }

  const KernelContext& context_;
  const Program& program_;
  const Style& style_;
  NameSet names_;
  ProgramValueId product_id_;
  AxisList in_a_, in_b_, summed_, batch_;
  TileSpace space_;
  BodyBuilder body_;
  Kernel kernel_;
  std::string m_, n_, k_, sum_;
  long first_of_loop_ = 0;
};

}  // namespace

Kernel thread_product(const KernelContext& context) { return ThreadProduct(context).run(); }

}  // namespace tilewright::stack
