#include "model/packed_attention.h"

#include <algorithm>
#include <cmath>

#include "model/kernels.h"
#include "model/parallel.h"

namespace tilewright::model {
namespace {

// Queries handled together: their keys are those up to the last of them.
constexpr int64_t kBlock = 16;

// One key/value head of one sequence, with room for the intermediate matrices.
struct HeadWork {
  int64_t first = 0;   // row
  int64_t length = 0;  // positions
  int64_t kv_head = 0;
};

std::vector<HeadWork> list_work(const std::vector<int64_t>& starts, const PackedShape& shape) {
  std::vector<HeadWork> work;
  for (size_t s = 0; s + 1 < starts.size(); ++s) {
    if (starts[s + 1] == starts[s]) continue;
    for (int64_t head = 0; head < shape.kv_heads; ++head) {
      work.push_back({starts[s], starts[s + 1] - starts[s], head});
    }
  }
  return work;
}

struct Scratch {
  std::vector<float> keys, values, scores, gradients, turned;
  void resize(int64_t length, int64_t head_dim) {
    keys.resize(static_cast<size_t>(length * head_dim));
    values.resize(static_cast<size_t>(length * head_dim));
    scores.resize(static_cast<size_t>(length * kBlock));
    gradients.resize(static_cast<size_t>(length * kBlock));
    turned.resize(static_cast<size_t>(length * kBlock));
  }
};

void forward_head(const float* qkv, const PackedShape& shape, const HeadWork& work, float* output,
                  float* log_sums, Scratch& scratch) {
  int64_t row = shape.row(), dim = shape.head_dim, group = shape.heads / shape.kv_heads;
  const float* base = qkv + work.first * row;
  const float* keys = base + (shape.heads + work.kv_head) * dim;
  const float* values = keys + shape.kv_heads * dim;
  float scale = 1.0f / std::sqrt(static_cast<float>(dim));
  scratch.resize(work.length, dim);
  kernels::transpose(keys, row, scratch.keys.data(), work.length, work.length, dim);
  float* scores = scratch.scores.data();
  for (int64_t head = work.kv_head * group; head < (work.kv_head + 1) * group; ++head) {
    for (int64_t begin = 0; begin < work.length; begin += kBlock) {
      int64_t end = std::min(begin + kBlock, work.length), count = end - begin;
      kernels::multiply(base + begin * row + head * dim, row, scratch.keys.data(), work.length, scores, end,
                        count, end, dim, false);
      for (int64_t q = begin; q < end; ++q) {
        float* line = scores + (q - begin) * end;
        float most = kernels::largest(line, q + 1);
        float sum = kernels::exp_and_sum(line, scale, most * scale, line, q + 1);
        float inverse = 1.0f / sum;
        for (int64_t k = 0; k <= q; ++k) line[k] *= inverse;
        std::fill(line + q + 1, line + end, 0.0f);
        if (log_sums != nullptr)
          log_sums[(work.first + q) * shape.heads + head] = std::log(sum) + most * scale;
      }
      kernels::multiply(scores, end, values, row,
                        output + (work.first + begin) * shape.heads * dim + head * dim, shape.heads * dim,
                        count, dim, end, false);
    }
  }
}

void backward_head(const float* qkv, const PackedShape& shape, const HeadWork& work, const float* output,
                   const float* log_sums, const float* doutput, float* dqkv, Scratch& scratch) {
  int64_t row = shape.row(), dim = shape.head_dim, group = shape.heads / shape.kv_heads;
  int64_t out_row = shape.heads * dim;
  const float* base = qkv + work.first * row;
  int64_t key_offset = (shape.heads + work.kv_head) * dim;
  int64_t value_offset = key_offset + shape.kv_heads * dim;
  float* dbase = dqkv + work.first * row;
  float scale = 1.0f / std::sqrt(static_cast<float>(dim));
  scratch.resize(work.length, dim);
  kernels::transpose(base + key_offset, row, scratch.keys.data(), work.length, work.length, dim);
  kernels::transpose(base + value_offset, row, scratch.values.data(), work.length, work.length, dim);
  float *p = scratch.scores.data(), *ds = scratch.gradients.data(), *turned = scratch.turned.data();
  for (int64_t head = work.kv_head * group; head < (work.kv_head + 1) * group; ++head) {
    for (int64_t begin = 0; begin < work.length; begin += kBlock) {
      int64_t end = std::min(begin + kBlock, work.length), count = end - begin;
      const float* query = base + begin * row + head * dim;
      const float* up = doutput + (work.first + begin) * out_row + head * dim;
      const float* out = output + (work.first + begin) * out_row + head * dim;
      kernels::multiply(query, row, scratch.keys.data(), work.length, p, end, count, end, dim, false);
      kernels::multiply(up, out_row, scratch.values.data(), work.length, ds, end, count, end, dim, false);
      for (int64_t q = begin; q < end; ++q) {
        float *line = p + (q - begin) * end, *gradient = ds + (q - begin) * end;
        float log_sum = log_sums[(work.first + q) * shape.heads + head];
        kernels::exp_and_sum(line, scale, log_sum, line, q + 1);
        std::fill(line + q + 1, line + end, 0.0f);
        float mean = kernels::dot(up + (q - begin) * out_row, out + (q - begin) * out_row, dim);
        for (int64_t k = 0; k < end; ++k) gradient[k] = line[k] * (gradient[k] - mean) * scale;
      }
      kernels::multiply(ds, end, base + key_offset, row, dbase + begin * row + head * dim, row, count, dim,
                        end, false);
      kernels::transpose(ds, end, turned, count, count, end);
      kernels::multiply(turned, count, query, row, dbase + key_offset, row, end, dim, count, true);
      kernels::transpose(p, end, turned, count, count, end);
      kernels::multiply(turned, count, up, out_row, dbase + value_offset, row, end, dim, count, true);
    }
  }
}

}  // namespace

void packed_attention_forward(const float* qkv, const std::vector<int64_t>& starts, const PackedShape& shape,
                              float* output, float* log_sums) {
  std::vector<HeadWork> work = list_work(starts, shape);
  parallel_rows(static_cast<int64_t>(work.size()), 1, [&](int64_t begin, int64_t end) {
    Scratch scratch;
    for (int64_t i = begin; i < end; ++i) {
      forward_head(qkv, shape, work[static_cast<size_t>(i)], output, log_sums, scratch);
    }
  });
}

void packed_attention_backward(const float* qkv, const std::vector<int64_t>& starts, const PackedShape& shape,
                               const float* output, const float* log_sums, const float* doutput,
                               float* dqkv) {
  std::vector<HeadWork> work = list_work(starts, shape);
  parallel_rows(static_cast<int64_t>(work.size()), 1, [&](int64_t begin, int64_t end) {
    Scratch scratch;
    for (int64_t i = begin; i < end; ++i) {
      backward_head(qkv, shape, work[static_cast<size_t>(i)], output, log_sums, doutput, dqkv, scratch);
    }
  });
}

}  // namespace tilewright::model
