#include "decode/sampler.h"

#include <ATen/ops/empty.h>
#include <c10/core/InferenceMode.h>

#include <algorithm>
#include <map>
#include <memory>
#include <numeric>

#include "base/check.h"
#include "decode/kv_cache.h"
#include "decode/token_draw.h"
#include "model/fused_ops.h"
#include "model/kernels.h"
#include "model/parallel.h"
#include "model/transformer_tensors.h"

namespace tilewright::decode {
namespace {

namespace kernels = model::kernels;

// Reading the prompts: packed attention that keeps what later tokens will attend to.
class PrefillAttention : public model::Attention {
 public:
  PrefillAttention(const model::ModelConfig& config, const std::vector<int32_t>& starts, KeyValueCache& cache)
      : config_(config), starts_(starts), cache_(cache) {}

  at::Tensor attend(int64_t layer, const at::Tensor& qkv) override {
    int64_t row = qkv.size(1), offset = config_.heads * config_.head_dim;
    const float* in = qkv.const_data_ptr<float>();
    for (size_t s = 0; s + 1 < starts_.size(); ++s) {
      for (int32_t t = starts_[s]; t < starts_[s + 1]; ++t) {
        cache_.put_prompt(layer, static_cast<int32_t>(s), t - starts_[s], in + t * row + offset);
      }
    }
    return model::packed_attention(qkv, starts_, {config_.heads, config_.kv_heads, config_.head_dim});
  }

 private:
  const model::ModelConfig& config_;
  const std::vector<int32_t>& starts_;
  KeyValueCache& cache_;
};

// One new token for each active row.
class StepAttention : public model::Attention {
 public:
  StepAttention(const model::ModelConfig& config, KeyValueCache& cache) : config_(config), cache_(cache) {}

  std::vector<int32_t> rows;  // cache row of each row of the batch
  int64_t generated = 0;      // tokens that each row has cached already

  at::Tensor attend(int64_t layer, const at::Tensor& qkv) override {
    int64_t count = qkv.size(0), row = qkv.size(1), dim = config_.head_dim, heads = config_.heads;
    int64_t group = heads / config_.kv_heads;
    at::Tensor output = at::empty({count, heads * dim}, qkv.options());
    const float* in = qkv.const_data_ptr<float>();
    float* out = output.mutable_data_ptr<float>();
    float scale = 1.0f / std::sqrt(static_cast<float>(dim));
    model::parallel_rows(count, 4, [&](int64_t begin, int64_t end) {
      std::vector<float> scores;
      for (int64_t r = begin; r < end; ++r) {
        int32_t cache_row = rows[static_cast<size_t>(r)];
        cache_.put_row(layer, cache_row, generated, in + r * row + heads * dim);
        int64_t positions = cache_.prompt_length(cache_.prompt_of(cache_row)) + generated + 1;
        scores.resize(static_cast<size_t>(positions + kernels::kPositionBlock));
        for (int64_t head = 0; head < heads; ++head) {
          auto segments = cache_.segments(layer, cache_row, head / group, generated + 1);
          kernels::attend_one(in + r * row + head * dim, segments.data(), 2, scale, scores.data(),
                              out + (r * heads + head) * dim, dim);
        }
      }
    });
    return output;
  }

 private:
  const model::ModelConfig& config_;
  KeyValueCache& cache_;
};

// One batch of rows decoded together.
class Batch {
 public:
  struct Row {
    int32_t prompt = 0;  // index into `prompts`
    RandomKey key;
    Completion* completion = nullptr;
  };

  Batch(const model::Transformer& model, const SamplingOptions& options,
        std::vector<std::vector<int32_t>> prompts, std::vector<Row> rows)
      : model_(model), options_(options), prompts_(std::move(prompts)), rows_(std::move(rows)) {
    stops_ = options.stop_tokens.empty() ? model.config().eos_tokens : options.stop_tokens;
    if (options.ignore_stop) stops_.clear();
    for (const Row& row : rows_) random_.emplace_back(row.key);
  }

  // False when `go_on` said so.
  bool run(const std::function<bool(int64_t)>& go_on) {
    KeyValueCache cache = make_cache();
    at::Tensor last = read_prompts(cache);  // [prompts, width]: what predicts each prompt's next token
    std::vector<int64_t> source;
    active_.resize(rows_.size());
    std::iota(active_.begin(), active_.end(), 0);
    at::Tensor prompt_logits = model::logits(model_, last);
    std::vector<int64_t> logit_rows;
    for (const Row& row : rows_) logit_rows.push_back(row.prompt);
    draw(prompt_logits, logit_rows);
    StepAttention attention(model_.config(), cache);
    int64_t finished = static_cast<int64_t>(rows_.size() - active_.size());
    while (!active_.empty()) {
      if (!go_on(finished)) return false;
      at::Tensor step_logits = step(attention);
      logit_rows.resize(active_.size());
      std::iota(logit_rows.begin(), logit_rows.end(), 0);
      draw(step_logits, logit_rows);
      finished = static_cast<int64_t>(rows_.size() - active_.size());
    }
    return go_on(finished);
  }

 private:
  KeyValueCache make_cache() const {
    std::vector<int32_t> lengths, prompt_of_row;
    for (const auto& prompt : prompts_) lengths.push_back(static_cast<int32_t>(prompt.size()));
    for (const Row& row : rows_) prompt_of_row.push_back(row.prompt);
    return KeyValueCache(model_.config(), lengths, prompt_of_row, options_.max_new_tokens);
  }

  at::Tensor read_prompts(KeyValueCache& cache) const {
    model::PackedTokens packed;
    std::vector<int32_t> places;
    for (const auto& prompt : prompts_) {
      packed.add(prompt);
      for (size_t i = 0; i < prompt.size(); ++i) places.push_back(static_cast<int32_t>(i));
    }
    PrefillAttention attention(model_.config(), packed.starts, cache);
    at::Tensor hidden =
        model::hidden_states(model_, int_tensor(packed.tokens), int_tensor(places), attention);
    std::vector<int64_t> last;
    for (size_t s = 1; s < packed.starts.size(); ++s) last.push_back(packed.starts[s] - 1);
    at::Tensor index = at::empty({static_cast<int64_t>(last.size())}, at::kLong);
    std::copy(last.begin(), last.end(), index.mutable_data_ptr<int64_t>());
    return hidden.index_select(0, index);
  }

  // Runs the last token of each active row.
  at::Tensor step(StepAttention& attention) const {
    std::vector<int32_t> tokens, places;
    attention.rows.clear();
    for (int32_t row : active_) {
      const Row& each = rows_[static_cast<size_t>(row)];
      const std::vector<int32_t>& own = each.completion->tokens;
      tokens.push_back(own.back());
      places.push_back(
          static_cast<int32_t>(prompts_[static_cast<size_t>(each.prompt)].size() + own.size() - 1));
      attention.rows.push_back(row);
      attention.generated = static_cast<int64_t>(own.size()) - 1;
    }
    return model::logits(model_,
                         model::hidden_states(model_, int_tensor(tokens), int_tensor(places), attention));
  }

  // Draws for each active row from its row of logits; rows that are done leave active_.
  void draw(const at::Tensor& logits, const std::vector<int64_t>& logit_rows) {
    int64_t vocab = logits.size(1);
    const float* in = logits.const_data_ptr<float>();
    DrawOptions how{options_.temperature, options_.top_k, options_.top_p};
    model::parallel_rows(static_cast<int64_t>(active_.size()), 8, [&](int64_t begin, int64_t end) {
      std::vector<float> scratch;
      for (int64_t i = begin; i < end; ++i) {
        size_t row = static_cast<size_t>(active_[static_cast<size_t>(i)]);
        std::span<const float> values(in + logit_rows[static_cast<size_t>(i)] * vocab,
                                      static_cast<size_t>(vocab));
        Draw drawn = draw_token(values, how, random_[row].uniform(), scratch);
        Completion& completion = *rows_[row].completion;
        completion.tokens.push_back(drawn.token);
        completion.log_probabilities.push_back(drawn.log_probability);
        completion.stopped = std::find(stops_.begin(), stops_.end(), drawn.token) != stops_.end();
      }
    });
    std::erase_if(active_, [&](int32_t row) {
      const Row& each = rows_[static_cast<size_t>(row)];
      int64_t length = static_cast<int64_t>(each.completion->tokens.size());
      int64_t prompt = static_cast<int64_t>(prompts_[static_cast<size_t>(each.prompt)].size());
      return each.completion->stopped || length >= options_.max_new_tokens ||
             prompt + length >= model_.config().max_positions;
    });
  }

  static at::Tensor int_tensor(const std::vector<int32_t>& values) {
    at::Tensor tensor = at::empty({static_cast<int64_t>(values.size())}, at::kInt);
    std::copy(values.begin(), values.end(), tensor.mutable_data_ptr<int32_t>());
    return tensor;
  }

  const model::Transformer& model_;
  const SamplingOptions& options_;
  std::vector<std::vector<int32_t>> prompts_;
  std::vector<Row> rows_;
  std::vector<Random> random_;
  std::vector<int32_t> stops_;
  std::vector<int32_t> active_;
};

}  // namespace

// Structure: requests become rows; rows are cut into batches, equal prompts of a batch read once; each batch
// reads its prompts, then runs token by token until its rows are done.
std::vector<std::vector<Completion>> sample(const model::Transformer& model,
                                            std::span<const SampleRequest> requests,
                                            const SamplingOptions& options, const SampleProgress& progress) {
  c10::InferenceMode inference;
  std::vector<std::vector<Completion>> results(requests.size());
  std::vector<std::pair<size_t, int32_t>> rows;  // request, completion
  for (size_t i = 0; i < requests.size(); ++i) {
    TW_CHECK(!requests[i].prompt.empty(), "an empty prompt");
    TW_CHECK(static_cast<int64_t>(requests[i].prompt.size()) <= model.config().max_positions,
             "a prompt of {} tokens in a model of {} positions", requests[i].prompt.size(),
             model.config().max_positions);
    results[i].resize(static_cast<size_t>(requests[i].count));
    for (int32_t j = 0; j < requests[i].count; ++j) rows.emplace_back(i, j);
  }
  if (options.max_new_tokens <= 0) return results;
  int64_t done = 0, total = static_cast<int64_t>(rows.size());
  size_t size = static_cast<size_t>(std::max(1, options.max_batch_rows));
  for (size_t begin = 0; begin < rows.size(); begin += size) {
    std::vector<std::vector<int32_t>> prompts;
    std::map<size_t, int32_t> prompt_of_request;
    std::vector<Batch::Row> batch;
    for (size_t i = begin; i < std::min(begin + size, rows.size()); ++i) {
      auto [request, index] = rows[i];
      auto [place, is_new] = prompt_of_request.emplace(request, static_cast<int32_t>(prompts.size()));
      if (is_new) prompts.push_back(requests[request].prompt);
      RandomKey key = requests[request].key;
      key.sample += static_cast<uint64_t>(index);
      batch.push_back({place->second, key, &results[request][static_cast<size_t>(index)]});
    }
    int64_t count = static_cast<int64_t>(batch.size());
    Batch run(model, options, std::move(prompts), std::move(batch));
    bool goes_on = run.run([&](int64_t finished) { return !progress || progress(done + finished, total); });
    if (!goes_on) break;
    done += count;
  }
  return results;
}

}  // namespace tilewright::decode
