// The transformer's own differentiable operations on float32 CPU tensors: what libtorch has no fused form of.
// Each is a pass over rows by model/kernels.h; tests hold them against compositions of torch operations.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <vector>

namespace tilewright::model {

// x [rows, width], weight [width].
at::Tensor rms_norm(const at::Tensor& x, const at::Tensor& weight, double epsilon);

// Rotates the first `heads` heads of each row of x [rows, n * head_dim]; positions int32 [rows]; table
// [positions, head_dim] holds cosines, then sines. The other heads pass through.
at::Tensor rotate_heads(const at::Tensor& x, const at::Tensor& positions, const at::Tensor& table,
                        int64_t heads);

// gate_up [rows, 2 n] -> [rows, n]: silu(gate) * up.
at::Tensor swiglu(const at::Tensor& gate_up);

// Causal attention of packed sequences: rows starts[i]..starts[i + 1] of qkv attend among themselves. qkv
// [rows, (heads + 2 kv_heads) * head_dim] -> [rows, heads * head_dim].
struct HeadShape {
  int64_t heads = 1;
  int64_t kv_heads = 1;
  int64_t head_dim = 1;
};
at::Tensor packed_attention(const at::Tensor& qkv, const std::vector<int32_t>& starts,
                            const HeadShape& shape);

// Of softmax(logits / temperature), for each row's target: [rows] log-probability, entropy, and whether the
// target is the most probable token. logits [rows, vocab], targets int32 [rows].
struct RowScores {
  at::Tensor log_probability;
  at::Tensor entropy;
  at::Tensor is_argmax;
};
RowScores score_rows(const at::Tensor& logits, const at::Tensor& targets, double temperature);

}  // namespace tilewright::model
