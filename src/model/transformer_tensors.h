// The transformer's weights and forward pass as tensors, for .cc files of torch rooms only.
// Everything is float32 on the CPU. Functions record autograd history when gradients are enabled.
#pragma once

#include <ATen/core/Tensor.h>

#include <string>
#include <vector>

#include "model/transformer.h"

namespace tilewright::model {

struct LayerWeights {
  at::Tensor attention_norm;  // [width]
  at::Tensor qkv;             // [(heads + 2 kv_heads) * head_dim, width]: q, k, v stacked
  at::Tensor output;          // [width, heads * head_dim]
  at::Tensor mlp_norm;        // [width]
  at::Tensor gate_up;         // [2 feed_forward, width]: gate, up stacked
  at::Tensor down;            // [width, feed_forward]
};

struct Transformer::Tensors {
  ModelConfig config;
  at::Tensor embedding;  // [vocab, width]
  std::vector<LayerWeights> layers;
  at::Tensor final_norm;  // [width]
  at::Tensor head;        // [vocab, width]; undefined when tied to the embedding
  at::Tensor rope_table;  // [max_positions, head_dim]: cosines, then sines; no parameter
};

// A trainable tensor. `blocks` are the row counts of the matrices stacked in it (q, k, v; gate, up).
struct Parameter {
  std::string name;
  at::Tensor tensor;
  bool decays = false;            // weight decay applies: matrices, not norms
  bool is_hidden_matrix = false;  // neither an embedding, a head nor a norm
  std::vector<int64_t> blocks;
};
// In a fixed order; the tensors require gradients.
std::vector<Parameter> parameters(const Transformer& model);

// What rows of one forward pass attend to.
class Attention {
 public:
  virtual ~Attention() = default;
  // Row r of qkv ([rows, (heads + 2 kv_heads) * head_dim], rotated) belongs to the token given as row r.
  // Returns [rows, heads * head_dim].
  virtual at::Tensor attend(int64_t layer, const at::Tensor& qkv) = 0;
};

// The pass itself: tokens and positions int32 [rows]; returns the final norm's output, [rows, width].
at::Tensor hidden_states(const Transformer& model, const at::Tensor& tokens, const at::Tensor& positions,
                         Attention& attention);
// Packed sequences, each causal and on its own: [tokens, width].
at::Tensor hidden_states(const Transformer& model, const PackedTokens& batch);
// [rows, vocab].
at::Tensor logits(const Transformer& model, const at::Tensor& hidden);

// Scores of given next tokens, from the rows that predict them.
struct TokenScores {
  at::Tensor log_probability;  // [rows], of softmax(logits / temperature); differentiable
  at::Tensor entropy;          // [rows], of the same distribution, in nats; differentiable
  at::Tensor is_argmax;        // [rows] bool: the target is the most probable token
};
// hidden [rows, width], targets int32 [rows].
TokenScores score_tokens(const Transformer& model, const at::Tensor& hidden, const at::Tensor& targets,
                         double temperature = 1.0);

// Rows of a packed batch that predict its completions: sequence i's first prompt_lengths[i] tokens are the
// prompt, the rest the completion. rows: index of the predicting token (one before), in order; targets: the
// completion tokens, laid end to end.
struct CompletionRows {
  at::Tensor rows;     // int64 [completion tokens]
  at::Tensor targets;  // int32 [completion tokens]
};
CompletionRows completion_rows(const PackedTokens& batch, const std::vector<int32_t>& prompt_lengths);

}  // namespace tilewright::model
