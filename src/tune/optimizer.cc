#include "tune/optimizer.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/_fused_adamw.h>
#include <ATen/ops/full.h>
#include <ATen/ops/mm.h>
#include <ATen/ops/zeros_like.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tilewright::tune {
namespace {

// Five Newton-Schulz steps towards the nearest orthogonal matrix, with the coefficients of Keller Jordan's
// Muon (github.com/KellerJordan/Muon, zeropower_via_newtonschulz5).
at::Tensor orthogonalise(const at::Tensor& gradient) {
  constexpr double a = 3.4445, b = -4.7750, c = 2.0315;
  bool is_tall = gradient.size(0) > gradient.size(1);
  at::Tensor x = is_tall ? gradient.t().contiguous() : gradient.contiguous();
  x = x.div(x.norm().add(1e-7));
  for (int step = 0; step < 5; ++step) {
    at::Tensor square = at::mm(x, x.t());
    at::Tensor mixed = at::mm(square, square).mul_(c).add_(square, b);
    x = at::mm(mixed, x).add_(x, a);
  }
  return is_tall ? x.t() : x;
}

}  // namespace

double learning_rate_at(const ScheduleOptions& options, int64_t step) {
  double warmup = static_cast<double>(options.warmup_steps);
  double done = static_cast<double>(step);
  if (step < options.warmup_steps) return options.peak * (done + 1.0) / warmup;
  double rest = static_cast<double>(options.total_steps) - warmup;
  double progress = rest > 0 ? std::clamp((done - warmup) / rest, 0.0, 1.0) : 1.0;
  double fraction = 1.0;
  if (options.schedule == Schedule::Linear) fraction = 1.0 - progress;
  if (options.schedule == Schedule::Cosine) fraction = 0.5 * (1.0 + std::cos(M_PI * progress));
  return options.peak * (options.final_fraction + (1.0 - options.final_fraction) * fraction);
}

Optimizer::Optimizer(std::vector<model::Parameter> parameters, const OptimizerOptions& options)
    : options_(options) {
  for (model::Parameter& parameter : parameters) {
    Slot slot{std::move(parameter), {}, {}};
    slot.first = at::zeros_like(slot.parameter.tensor, at::MemoryFormat::Contiguous).detach();
    if (!uses_muon(slot)) slot.second = at::zeros_like(slot.first);
    slots_.push_back(std::move(slot));
  }
}

bool Optimizer::uses_muon(const Slot& slot) const {
  return options_.kind == OptimizerKind::Muon && slot.parameter.is_hidden_matrix;
}

void Optimizer::clear_gradients() {
  for (Slot& slot : slots_) slot.parameter.tensor.mutable_grad() = at::Tensor();
}

double Optimizer::step(double learning_rate) {
  at::NoGradGuard no_gradients;
  double squares = 0;
  for (const Slot& slot : slots_) {
    const at::Tensor& gradient = slot.parameter.tensor.grad();
    if (!gradient.defined()) continue;
    double norm = gradient.norm().item().toDouble();
    squares += norm * norm;
  }
  double norm = std::sqrt(squares);
  if (!std::isfinite(norm)) {
    clear_gradients();
    return norm;
  }
  if (options_.max_gradient_norm > 0 && norm > options_.max_gradient_norm) {
    double scale = options_.max_gradient_norm / (norm + 1e-6);
    for (Slot& slot : slots_) {
      if (slot.parameter.tensor.grad().defined()) slot.parameter.tensor.mutable_grad().mul_(scale);
    }
  }
  ++steps_;
  step_adamw(learning_rate);
  for (Slot& slot : slots_) {
    if (uses_muon(slot) && slot.parameter.tensor.grad().defined()) step_muon(slot, learning_rate);
  }
  clear_gradients();
  return norm;
}

// libtorch's fused kernel, once for the parameters that decay and once for the rest.
void Optimizer::step_adamw(double learning_rate) {
  for (bool decays : {true, false}) {
    std::vector<at::Tensor> parameters, gradients, first, second, counts;
    for (Slot& slot : slots_) {
      if (uses_muon(slot) || slot.parameter.decays != decays) continue;
      if (!slot.parameter.tensor.grad().defined()) continue;
      parameters.push_back(slot.parameter.tensor);
      gradients.push_back(slot.parameter.tensor.grad().contiguous());
      first.push_back(slot.first);
      second.push_back(slot.second);
      counts.push_back(at::full({}, static_cast<double>(steps_), at::kFloat));
    }
    if (parameters.empty()) continue;
    at::_fused_adamw_(parameters, gradients, first, second, {}, counts, learning_rate, options_.beta1,
                      options_.beta2, decays ? options_.weight_decay : 0.0, options_.epsilon, false, false);
  }
}

void Optimizer::step_muon(Slot& slot, double learning_rate) {
  double rate = learning_rate * options_.muon_rate_ratio;
  at::Tensor gradient = slot.parameter.tensor.grad();
  slot.first.mul_(options_.muon_momentum).add_(gradient, 1.0 - options_.muon_momentum);
  // Nesterov: a step ahead of the momentum.
  at::Tensor ahead = gradient.mul(1.0 - options_.muon_momentum).add_(slot.first, options_.muon_momentum);
  at::Tensor weights = slot.parameter.tensor.detach();
  if (options_.weight_decay > 0) weights.mul_(1.0 - learning_rate * options_.weight_decay);
  int64_t row = 0;
  for (int64_t rows : slot.parameter.blocks) {
    at::Tensor part = ahead.narrow(0, row, rows);
    double shape = std::sqrt(std::max(1.0, static_cast<double>(rows) / static_cast<double>(part.size(1))));
    weights.narrow(0, row, rows).add_(orthogonalise(part), -rate * shape);
    row += rows;
  }
}

std::map<std::string, at::Tensor> Optimizer::state() const {
  std::map<std::string, at::Tensor> state;
  for (const Slot& slot : slots_) {
    state["first." + slot.parameter.name] = slot.first;
    if (slot.second.defined()) state["second." + slot.parameter.name] = slot.second;
  }
  return state;
}

Result<void> Optimizer::load_state(const std::map<std::string, at::Tensor>& state, int64_t steps) {
  at::NoGradGuard no_gradients;
  std::map<std::string, at::Tensor> own = this->state();
  for (const auto& [name, tensor] : own) {
    auto found = state.find(name);
    if (found == state.end() || found->second.sizes() != tensor.sizes()) {
      return fail(DiagnosticKind::RunMismatch,
                  fmt::format("the optimiser's state has no fitting '{}'", name));
    }
  }
  for (auto& [name, tensor] : own) tensor.copy_(state.at(name));
  steps_ = steps;
  return {};
}

}  // namespace tilewright::tune
