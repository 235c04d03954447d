#include "model/fused_ops.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_like.h>
#include <ATen/ops/zeros.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/check.h"
#include "model/kernels.h"
#include "model/packed_attention.h"
#include "model/parallel.h"

namespace tilewright::model {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

// Rows of a part: enough work to pay for waking a thread.
constexpr int64_t kRowGrain = 64;

bool records(const at::Tensor& a) { return at::GradMode::is_enabled() && a.requires_grad(); }

at::Tensor rms_norm_forward(const at::Tensor& x, const at::Tensor& weight, double epsilon,
                            at::Tensor* inverses) {
  int64_t rows = x.size(0), width = x.size(1);
  at::Tensor y = at::empty_like(x);
  if (inverses != nullptr) *inverses = at::empty({rows}, x.options());
  const float* in = x.const_data_ptr<float>();
  const float* scale = weight.const_data_ptr<float>();
  float* out = y.mutable_data_ptr<float>();
  float* inverse = inverses != nullptr ? inverses->mutable_data_ptr<float>() : nullptr;
  parallel_rows(rows, kRowGrain, [&](int64_t begin, int64_t end) {
    for (int64_t r = begin; r < end; ++r) {
      float value =
          kernels::rms_norm(in + r * width, scale, out + r * width, width, static_cast<float>(epsilon));
      if (inverse != nullptr) inverse[r] = value;
    }
  });
  return y;
}

struct RmsNorm : torch::autograd::Function<RmsNorm> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& weight,
                            double epsilon) {
    at::Tensor inverses;
    at::Tensor y = rms_norm_forward(x, weight, epsilon, &inverses);
    context->save_for_backward({x, weight, inverses});
    return y;
  }
  static variable_list backward(AutogradContext* context, variable_list gradients) {
    variable_list saved = context->get_saved_variables();
    const at::Tensor &x = saved[0], &weight = saved[1], &inverses = saved[2];
    at::Tensor dy = gradients[0].contiguous();
    int64_t rows = x.size(0), width = x.size(1);
    at::Tensor dx = at::empty_like(x);
    // The weight's gradient is summed in a fixed number of parts, so that it does not depend on the threads.
    constexpr int64_t kParts = 8;
    at::Tensor parts = at::zeros({kParts, width}, x.options());
    const float *in = x.const_data_ptr<float>(), *scale = weight.const_data_ptr<float>();
    const float *inverse = inverses.const_data_ptr<float>(), *up = dy.const_data_ptr<float>();
    float *down = dx.mutable_data_ptr<float>(), *sums = parts.mutable_data_ptr<float>();
    parallel_rows(kParts, 1, [&](int64_t begin, int64_t end) {
      for (int64_t part = begin; part < end; ++part) {
        for (int64_t r = rows * part / kParts; r < rows * (part + 1) / kParts; ++r) {
          kernels::rms_norm_backward(in + r * width, scale, inverse[r], up + r * width, down + r * width,
                                     sums + part * width, width);
        }
      }
    });
    return {dx, parts.sum(0), at::Tensor()};
  }
};

void rotate_rows(const at::Tensor& x, const at::Tensor& positions, const at::Tensor& table, int64_t heads,
                 float direction, at::Tensor& y) {
  int64_t rows = x.size(0), width = x.size(1), head_dim = table.size(1), half = head_dim / 2;
  const float *in = x.const_data_ptr<float>(), *angles = table.const_data_ptr<float>();
  const int32_t* place = positions.const_data_ptr<int32_t>();
  float* out = y.mutable_data_ptr<float>();
  parallel_rows(rows, kRowGrain, [&](int64_t begin, int64_t end) {
    for (int64_t r = begin; r < end; ++r) {
      const float* cosines = angles + place[r] * head_dim;
      for (int64_t h = 0; h < heads; ++h) {
        int64_t offset = r * width + h * head_dim;
        kernels::rotate(in + offset, cosines, cosines + half, out + offset, half, direction);
      }
      std::copy(in + r * width + heads * head_dim, in + (r + 1) * width, out + r * width + heads * head_dim);
    }
  });
}

struct RotateHeads : torch::autograd::Function<RotateHeads> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& positions,
                            const at::Tensor& table, int64_t heads) {
    at::Tensor y = at::empty_like(x);
    rotate_rows(x, positions, table, heads, 1.0f, y);
    context->save_for_backward({positions, table});
    context->saved_data["heads"] = heads;
    return y;
  }
  static variable_list backward(AutogradContext* context, variable_list gradients) {
    variable_list saved = context->get_saved_variables();
    at::Tensor dy = gradients[0].contiguous();
    at::Tensor dx = at::empty_like(dy);
    rotate_rows(dy, saved[0], saved[1], context->saved_data["heads"].toInt(), -1.0f, dx);
    return {dx, at::Tensor(), at::Tensor(), at::Tensor()};
  }
};

at::Tensor swiglu_forward(const at::Tensor& gate_up) {
  int64_t rows = gate_up.size(0), size = gate_up.size(1) / 2;
  at::Tensor y = at::empty({rows, size}, gate_up.options());
  const float* in = gate_up.const_data_ptr<float>();
  float* out = y.mutable_data_ptr<float>();
  parallel_rows(rows, kRowGrain / 2, [&](int64_t begin, int64_t end) {
    for (int64_t r = begin; r < end; ++r) {
      kernels::swiglu(in + r * 2 * size, in + r * 2 * size + size, out + r * size, size);
    }
  });
  return y;
}

struct SwiGlu : torch::autograd::Function<SwiGlu> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& gate_up) {
    context->save_for_backward({gate_up});
    return swiglu_forward(gate_up);
  }
  static variable_list backward(AutogradContext* context, variable_list gradients) {
    at::Tensor gate_up = context->get_saved_variables()[0];
    at::Tensor dy = gradients[0].contiguous();
    at::Tensor dx = at::empty_like(gate_up);
    int64_t rows = gate_up.size(0), size = gate_up.size(1) / 2;
    const float *in = gate_up.const_data_ptr<float>(), *up = dy.const_data_ptr<float>();
    float* down = dx.mutable_data_ptr<float>();
    parallel_rows(rows, kRowGrain / 2, [&](int64_t begin, int64_t end) {
      for (int64_t r = begin; r < end; ++r) {
        const float* row = in + r * 2 * size;
        kernels::swiglu_backward(row, row + size, up + r * size, down + r * 2 * size,
                                 down + r * 2 * size + size, size);
      }
    });
    return {dx};
  }
};

struct PackedAttentionFunction : torch::autograd::Function<PackedAttentionFunction> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& qkv,
                            const std::vector<int64_t>& starts, const std::vector<int64_t>& shape) {
    at::Tensor output = at::empty({qkv.size(0), shape[0] * shape[2]}, qkv.options());
    at::Tensor log_sums = at::empty({qkv.size(0), shape[0]}, qkv.options());
    PackedShape sizes{shape[0], shape[1], shape[2]};
    packed_attention_forward(qkv.const_data_ptr<float>(), starts, sizes, output.mutable_data_ptr<float>(),
                             log_sums.mutable_data_ptr<float>());
    context->save_for_backward({qkv, output, log_sums});
    context->saved_data["starts"] = starts;
    context->saved_data["shape"] = shape;
    return output;
  }
  static variable_list backward(AutogradContext* context, variable_list gradients) {
    variable_list saved = context->get_saved_variables();
    std::vector<int64_t> starts = context->saved_data["starts"].toIntVector();
    std::vector<int64_t> shape = context->saved_data["shape"].toIntVector();
    at::Tensor gradient = gradients[0].contiguous();
    at::Tensor dqkv = at::zeros(saved[0].sizes(), saved[0].options());
    PackedShape sizes{shape[0], shape[1], shape[2]};
    packed_attention_backward(saved[0].const_data_ptr<float>(), starts, sizes,
                              saved[1].const_data_ptr<float>(), saved[2].const_data_ptr<float>(),
                              gradient.const_data_ptr<float>(), dqkv.mutable_data_ptr<float>());
    return {dqkv, at::Tensor(), at::Tensor()};
  }
};

// One row: the probabilities' unnormalised exponentials are left in `scratch`.
struct RowSummary {
  float log_sum;  // log of the sum of exp(logit / temperature)
  float entropy;
  int64_t argmax;
};
RowSummary summarise(const float* logits, int64_t vocab, float inverse_temperature, float* scratch) {
  float most = kernels::largest(logits, vocab);
  float sum = kernels::exp_and_sum(logits, inverse_temperature, most * inverse_temperature, scratch, vocab);
  float mean = kernels::dot(scratch, logits, vocab) * inverse_temperature / sum;
  float log_sum = std::log(sum) + most * inverse_temperature;
  int64_t argmax = std::find(logits, logits + vocab, most) - logits;
  return {log_sum, log_sum - mean, argmax};
}

RowScores score_forward(const at::Tensor& logits, const at::Tensor& targets, double temperature) {
  int64_t rows = logits.size(0), vocab = logits.size(1);
  RowScores scores{at::empty({rows}, logits.options()), at::empty({rows}, logits.options()),
                   at::empty({rows}, logits.options().dtype(at::kBool))};
  const float* in = logits.const_data_ptr<float>();
  const int32_t* target = targets.const_data_ptr<int32_t>();
  float* log_probability = scores.log_probability.mutable_data_ptr<float>();
  float* entropy = scores.entropy.mutable_data_ptr<float>();
  bool* is_argmax = scores.is_argmax.mutable_data_ptr<bool>();
  float inverse = static_cast<float>(1.0 / temperature);
  parallel_rows(rows, 8, [&](int64_t begin, int64_t end) {
    std::vector<float> scratch(static_cast<size_t>(vocab));
    for (int64_t r = begin; r < end; ++r) {
      const float* row = in + r * vocab;
      RowSummary summary = summarise(row, vocab, inverse, scratch.data());
      log_probability[r] = row[target[r]] * inverse - summary.log_sum;
      entropy[r] = summary.entropy;
      is_argmax[r] = summary.argmax == target[r];
    }
  });
  return scores;
}

struct ScoreRows : torch::autograd::Function<ScoreRows> {
  static variable_list forward(AutogradContext* context, const at::Tensor& logits, const at::Tensor& targets,
                               double temperature) {
    RowScores scores = score_forward(logits, targets, temperature);
    context->save_for_backward({logits, targets});
    context->saved_data["temperature"] = temperature;
    context->mark_non_differentiable({scores.is_argmax});
    return {scores.log_probability, scores.entropy, scores.is_argmax};
  }
  // d log p(target) / d logit = (one - p) / T;  d entropy / d logit = -p (log p + entropy) / T.
  static variable_list backward(AutogradContext* context, variable_list gradients) {
    variable_list saved = context->get_saved_variables();
    const at::Tensor& logits = saved[0];
    float inverse = static_cast<float>(1.0 / context->saved_data["temperature"].toDouble());
    int64_t rows = logits.size(0), vocab = logits.size(1);
    at::Tensor gradient = at::empty_like(logits);
    at::Tensor to_score = gradients[0].defined() ? gradients[0].contiguous() : at::Tensor();
    at::Tensor to_entropy = gradients[1].defined() ? gradients[1].contiguous() : at::Tensor();
    const float* in = logits.const_data_ptr<float>();
    const int32_t* target = saved[1].const_data_ptr<int32_t>();
    const float* score = to_score.defined() ? to_score.const_data_ptr<float>() : nullptr;
    const float* entropy = to_entropy.defined() ? to_entropy.const_data_ptr<float>() : nullptr;
    float* out = gradient.mutable_data_ptr<float>();
    parallel_rows(rows, 8, [&](int64_t begin, int64_t end) {
      for (int64_t r = begin; r < end; ++r) {
        float *row = out + r * vocab, scored = score != nullptr ? score[r] * inverse : 0.0f;
        const float* logit = in + r * vocab;
        RowSummary summary = summarise(logit, vocab, inverse, row);
        float most = kernels::largest(logit, vocab) * inverse;
        float normaliser = std::exp(most - summary.log_sum);
        if (entropy == nullptr || entropy[r] == 0.0f) {
          for (int64_t v = 0; v < vocab; ++v) row[v] *= -scored * normaliser;
        } else {
          float weight = entropy[r] * inverse;
          float offset = summary.entropy - summary.log_sum;
          for (int64_t v = 0; v < vocab; ++v) {
            row[v] *= -normaliser * (scored + weight * (logit[v] * inverse + offset));
          }
        }
        row[target[r]] += scored;
      }
    });
    return {gradient, at::Tensor(), at::Tensor()};
  }
};

}  // namespace

at::Tensor rms_norm(const at::Tensor& x, const at::Tensor& weight, double epsilon) {
  TW_CHECK(x.dim() == 2 && x.is_contiguous(), "rms_norm needs contiguous rows");
  if (!records(x) && !records(weight)) return rms_norm_forward(x, weight, epsilon, nullptr);
  return RmsNorm::apply(x, weight, epsilon);
}

at::Tensor rotate_heads(const at::Tensor& x, const at::Tensor& positions, const at::Tensor& table,
                        int64_t heads) {
  TW_CHECK(x.dim() == 2 && x.is_contiguous(), "rotate_heads needs contiguous rows");
  if (records(x)) return RotateHeads::apply(x, positions, table, heads);
  at::Tensor y = at::empty_like(x);
  rotate_rows(x, positions, table, heads, 1.0f, y);
  return y;
}

at::Tensor swiglu(const at::Tensor& gate_up) {
  TW_CHECK(gate_up.dim() == 2 && gate_up.is_contiguous(), "swiglu needs contiguous rows");
  return records(gate_up) ? SwiGlu::apply(gate_up) : swiglu_forward(gate_up);
}

at::Tensor packed_attention(const at::Tensor& qkv, const std::vector<int32_t>& starts,
                            const HeadShape& shape) {
  TW_CHECK(qkv.dim() == 2 && qkv.is_contiguous(), "packed_attention needs contiguous rows");
  TW_CHECK(!starts.empty() && starts.back() == qkv.size(0), "sequences do not cover the rows");
  std::vector<int64_t> wide_starts(starts.begin(), starts.end());
  if (records(qkv)) {
    return PackedAttentionFunction::apply(qkv, wide_starts,
                                          std::vector<int64_t>{shape.heads, shape.kv_heads, shape.head_dim});
  }
  at::Tensor output = at::empty({qkv.size(0), shape.heads * shape.head_dim}, qkv.options());
  packed_attention_forward(qkv.const_data_ptr<float>(), wide_starts,
                           {shape.heads, shape.kv_heads, shape.head_dim}, output.mutable_data_ptr<float>(),
                           nullptr);
  return output;
}

RowScores score_rows(const at::Tensor& logits, const at::Tensor& targets, double temperature) {
  TW_CHECK(logits.dim() == 2 && logits.is_contiguous(), "score_rows needs contiguous rows");
  TW_CHECK(temperature > 0, "a temperature of {}", temperature);
  if (!records(logits)) return score_forward(logits, targets, temperature);
  variable_list scores = ScoreRows::apply(logits, targets, temperature);
  return {scores[0], scores[1], scores[2]};
}

}  // namespace tilewright::model
