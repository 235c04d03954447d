// Optimisers and learning-rate schedules. For .cc files of torch rooms (parameters are tensors).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/transformer_tensors.h"

namespace tilewright::tune {

enum class Schedule : uint8_t { Constant, Linear, Cosine };

// Warm-up from 0 over warmup_steps, then the schedule down to final_fraction * peak at total_steps. `step` is
// 0-based; step 0 already has a rate above 0.
struct ScheduleOptions {
  Schedule schedule = Schedule::Cosine;
  double peak = 1e-3;
  double final_fraction = 0.05;
  int64_t warmup_steps = 50;
  int64_t total_steps = 1000;
};
double learning_rate_at(const ScheduleOptions& options, int64_t step);

enum class OptimizerKind : uint8_t {
  AdamW,  // Loshchilov & Hutter 2019
  Muon    // Jordan et al. 2024: hidden matrices orthogonalised by Newton-Schulz, the rest by AdamW
};

struct OptimizerOptions {
  OptimizerKind kind = OptimizerKind::AdamW;
  double beta1 = 0.9;
  double beta2 = 0.95;
  double epsilon = 1e-8;
  double weight_decay = 0.1;
  double max_gradient_norm = 1.0;  // 0: no clipping
  double muon_momentum = 0.95;
  double muon_rate_ratio = 4.0;  // rate of the orthogonalised matrices over that of the rest
};

class Optimizer {
 public:
  Optimizer(std::vector<model::Parameter> parameters, const OptimizerOptions& options);

  // Uses and then clears the parameters' gradients. Returns the gradients' global norm before clipping; when
  // it is not finite nothing is changed (the gradients are cleared all the same).
  double step(double learning_rate);
  void clear_gradients();
  int64_t steps() const { return steps_; }

  // Moments by "first.<parameter>" and "second.<parameter>"; tensors share memory with the optimiser.
  std::map<std::string, at::Tensor> state() const;
  Result<void> load_state(const std::map<std::string, at::Tensor>& state, int64_t steps);

 private:
  struct Slot {
    model::Parameter parameter;
    at::Tensor first;   // AdamW's first moment, or Muon's momentum
    at::Tensor second;  // AdamW's second moment; undefined under Muon
  };
  bool uses_muon(const Slot& slot) const;
  void step_adamw(double learning_rate);
  void step_muon(Slot& slot, double learning_rate);

  std::vector<Slot> slots_;
  OptimizerOptions options_;
  int64_t steps_ = 0;
};

}  // namespace tilewright::tune
