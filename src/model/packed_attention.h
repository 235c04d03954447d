// Causal attention of packed sequences and its gradient, on plain float32 rows. No sequence sees another:
// the loops run within one sequence at a time.
#pragma once

#include <cstdint>
#include <vector>

namespace tilewright::model {

struct PackedShape {
  int64_t heads = 1;
  int64_t kv_heads = 1;
  int64_t head_dim = 1;
  int64_t row() const { return (heads + 2 * kv_heads) * head_dim; }
};

// qkv [rows, shape.row()], output [rows, heads * head_dim]; log_sums [rows, heads] (the logarithm of each
// query's sum of exponentials, kept for the gradient) may be null.
void packed_attention_forward(const float* qkv, const std::vector<int64_t>& starts, const PackedShape& shape,
                              float* output, float* log_sums);
// dqkv must be zero on entry; probabilities are computed again from log_sums (Dao et al. 2022), so memory
// stays linear in the rows.
void packed_attention_backward(const float* qkv, const std::vector<int64_t>& starts, const PackedShape& shape,
                               const float* output, const float* log_sums, const float* doutput, float* dqkv);

}  // namespace tilewright::model
