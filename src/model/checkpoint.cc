#include "model/checkpoint.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/empty.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>

#include "base/check.h"
#include "base/file.h"
#include "model/json_reader.h"
#include "model/safetensors.h"
#include "model/transformer_tensors.h"

namespace tilewright::model {
namespace {

namespace fs = std::filesystem;

// One of Hugging Face's tensors: a range of rows of one of ours.
struct NamedRows {
  std::string name;
  at::Tensor rows;  // a view, contiguous
};

std::vector<NamedRows> hugging_face_names(const Transformer& model) {
  const Transformer::Tensors& tensors = model.tensors();
  const ModelConfig& config = tensors.config;
  int64_t q = config.heads * config.head_dim, kv = config.kv_heads * config.head_dim;
  std::vector<NamedRows> list;
  list.push_back({"model.embed_tokens.weight", tensors.embedding});
  for (size_t i = 0; i < tensors.layers.size(); ++i) {
    const LayerWeights& layer = tensors.layers[i];
    auto add = [&](const char* part, const at::Tensor& rows) {
      list.push_back({fmt::format("model.layers.{}.{}.weight", i, part), rows});
    };
    add("input_layernorm", layer.attention_norm);
    add("self_attn.q_proj", layer.qkv.narrow(0, 0, q));
    add("self_attn.k_proj", layer.qkv.narrow(0, q, kv));
    add("self_attn.v_proj", layer.qkv.narrow(0, q + kv, kv));
    add("self_attn.o_proj", layer.output);
    add("post_attention_layernorm", layer.mlp_norm);
    add("mlp.gate_proj", layer.gate_up.narrow(0, 0, config.feed_forward));
    add("mlp.up_proj", layer.gate_up.narrow(0, config.feed_forward, config.feed_forward));
    add("mlp.down_proj", layer.down);
  }
  list.push_back({"model.norm.weight", tensors.final_norm});
  if (tensors.head.defined()) list.push_back({"lm_head.weight", tensors.head});
  return list;
}

tl::unexpected<Diagnostic> bad(std::string_view file, std::string message) {
  return fail(DiagnosticKind::BadFormat, fmt::format("{}: {}", file, message));
}

std::string shape_text(const std::vector<int64_t>& shape) {
  return fmt::format("[{}]", fmt::join(shape, ", "));
}

Result<void> copy_in(const StoredTensor& stored, const at::Tensor& rows, std::string_view file) {
  std::vector<int64_t> shape(rows.sizes().begin(), rows.sizes().end());
  if (stored.shape != shape) {
    return bad(file, fmt::format("tensor '{}' has shape {}, the config asks for {}", stored.name,
                                 shape_text(stored.shape), shape_text(shape)));
  }
  float* out = rows.mutable_data_ptr<float>();
  int64_t count = rows.numel();
  const char* in = stored.bytes.data();
  if (stored.dtype == DType::Float32) {
    std::memcpy(out, in, static_cast<size_t>(count) * 4);
  } else if (stored.dtype == DType::BFloat16 || stored.dtype == DType::Float16) {
    for (int64_t i = 0; i < count; ++i) {
      uint16_t bits;
      std::memcpy(&bits, in + 2 * i, 2);
      out[i] = stored.dtype == DType::BFloat16 ? bfloat16_to_float(bits) : half_to_float(bits);
    }
  } else {
    return bad(file, fmt::format("tensor '{}' has dtype {}; weights are float32, float16 or bfloat16",
                                 stored.name, torch_name(stored.dtype)));
  }
  return {};
}

// Which tensors are still missing as files are read.
class WeightLoader {
 public:
  explicit WeightLoader(Transformer& model) : is_tied_(model.config().tied_embeddings) {
    for (NamedRows& named : hugging_face_names(model)) missing_.emplace(named.name, named.rows);
  }

  Result<void> read(std::string_view bytes, std::string_view file) {
    auto contents = parse_safetensors(bytes, file);
    if (!contents) return tl::unexpected(contents.error());
    at::NoGradGuard no_gradients;
    for (const StoredTensor& stored : contents->tensors) {
      auto place = missing_.find(stored.name);
      if (place != missing_.end()) {
        if (auto copied = copy_in(stored, place->second, file); !copied) return copied;
        missing_.erase(place);
        continue;
      }
      // Older files carry the rotary frequencies, which follow from the config; a tied head repeats the
      // embedding.
      if (stored.name.ends_with(".rotary_emb.inv_freq")) continue;
      if (is_tied_ && stored.name == "lm_head.weight") continue;
      return bad(file, fmt::format("tensor '{}' has no place in this model", stored.name));
    }
    return {};
  }

  Result<void> finish(std::string_view file) const {
    if (missing_.empty()) return {};
    std::string names;
    size_t shown = 0;
    for (const auto& [name, rows] : missing_) {
      if (++shown > 3) break;
      names += (names.empty() ? "'" : ", '") + name + "'";
    }
    return bad(file, fmt::format("{} tensors are missing: {}{}", missing_.size(), names,
                                 missing_.size() > 3 ? ", ..." : ""));
  }

 private:
  bool is_tied_;
  std::map<std::string, at::Tensor> missing_;
};

// The files that hold the weights: one, or the shards of an index.
Result<std::vector<fs::path>> weight_files(const fs::path& folder) {
  fs::path index = folder / "model.safetensors.index.json";
  std::error_code error;
  if (!fs::exists(index, error)) return std::vector<fs::path>{folder / "model.safetensors"};
  auto text = read_file(index);
  if (!text) return tl::unexpected(text.error());
  auto json = parse_json_object(*text, index.string());
  if (!json) return tl::unexpected(json.error());
  auto map = json->find("weight_map");
  if (map == json->end() || !map->is_object()) return bad(index.string(), "weight_map is not an object");
  std::set<fs::path> files;
  for (const auto& [tensor, file] : map->items()) {
    if (!file.is_string()) return bad(index.string(), fmt::format("tensor '{}' has no file", tensor));
    fs::path name = file.get<std::string>();
    // A shard lies beside its index: nothing outside the folder is read.
    if (name.empty() || name != name.filename() || name == "..") {
      return bad(index.string(), fmt::format("'{}' is not a file name", name.string()));
    }
    files.insert(folder / name);
  }
  return std::vector<fs::path>(files.begin(), files.end());
}

Result<Tokenizer> load_tokenizer(const fs::path& folder) {
  fs::path file = folder / "tokenizer.json";
  auto text = read_file(file);
  if (!text) return tl::unexpected(text.error());
  auto tokenizer = Tokenizer::from_json(*text, file.string());
  if (!tokenizer) return tokenizer;
  fs::path config = folder / "tokenizer_config.json";
  std::error_code error;
  if (fs::exists(config, error)) {
    auto config_text = read_file(config);
    if (!config_text) return tl::unexpected(config_text.error());
    if (auto applied = tokenizer->apply_config(*config_text, config.string()); !applied) {
      return tl::unexpected(applied.error());
    }
  }
  return tokenizer;
}

// A folder that may be replaced: absent, empty, or a checkpoint.
Result<void> may_replace(const fs::path& folder) {
  std::error_code error;
  if (!fs::exists(folder, error)) return {};
  if (!fs::is_directory(folder, error)) {
    return fail(DiagnosticKind::FileUnwritable, fmt::format("'{}' is not a folder", folder.string()));
  }
  if (fs::is_empty(folder, error) || fs::exists(folder / "config.json", error)) return {};
  return fail(
      DiagnosticKind::FileUnwritable,
      fmt::format("'{}' holds something other than a checkpoint; nothing was written", folder.string()));
}

// Gives `making` the name of `target`; afterwards `making` is the old folder, or nothing. The two are
// exchanged in one step; where the file system cannot, at no moment is there a half-written folder under the
// name.
Result<void> put_in_place(const fs::path& making, const fs::path& target) {
  std::error_code error;
  if (!fs::exists(target, error)) {
    fs::rename(making, target, error);
  } else if (::renameat2(AT_FDCWD, making.c_str(), AT_FDCWD, target.c_str(), RENAME_EXCHANGE) != 0) {
    fs::path old = making;
    old += ".old";
    fs::rename(target, old, error);
    if (!error) fs::rename(making, target, error);
    if (!error) fs::rename(old, making, error);
  }
  if (!error) return {};
  std::error_code ignored;
  fs::remove_all(making, ignored);
  return fail(DiagnosticKind::FileUnwritable,
              fmt::format("cannot replace '{}': {}", target.string(), error.message()));
}

}  // namespace

std::string weights_to_safetensors(const Transformer& model) {
  Safetensors contents;
  contents.metadata["format"] = "pt";
  for (const NamedRows& named : hugging_face_names(model)) {
    StoredTensor stored{named.name, DType::Float32, {}, {}};
    stored.shape.assign(named.rows.sizes().begin(), named.rows.sizes().end());
    stored.bytes = {static_cast<const char*>(named.rows.const_data_ptr()),
                    static_cast<size_t>(named.rows.nbytes())};
    contents.tensors.push_back(std::move(stored));
  }
  return write_safetensors(contents);
}

Result<void> weights_from_safetensors(Transformer& model, std::string_view bytes, std::string_view name) {
  WeightLoader loader(model);
  if (auto read = loader.read(bytes, name); !read) return read;
  return loader.finish(name);
}

Result<Checkpoint> load_checkpoint(const fs::path& folder) {
  fs::path config_file = folder / "config.json";
  auto config_text = read_file(config_file);
  if (!config_text) return tl::unexpected(config_text.error());
  auto config = config_from_json(*config_text, config_file.string());
  if (!config) return tl::unexpected(config.error());
  auto tokenizer = load_tokenizer(folder);
  if (!tokenizer) return tl::unexpected(tokenizer.error());
  if (tokenizer->vocab_size() > config->vocab_size) {
    return bad(config_file.string(), fmt::format("vocab_size {} is below the tokenizer's {}",
                                                 config->vocab_size, tokenizer->vocab_size()));
  }
  if (config->eos_tokens.empty() && tokenizer->eos() >= 0) config->eos_tokens.push_back(tokenizer->eos());
  auto files = weight_files(folder);
  if (!files) return tl::unexpected(files.error());
  // Sizes come from a file anyone may have written: check the bytes there before allocating for them.
  uint64_t stored = 0;
  for (const fs::path& file : *files) {
    std::error_code error;
    uint64_t size = fs::file_size(file, error);
    if (error) return fail(DiagnosticKind::FileNotFound, fmt::format("cannot open '{}'", file.string()));
    stored += size;
  }
  double wanted = 2.0 * static_cast<double>(config->width) *
                  (static_cast<double>(config->vocab_size) +
                   static_cast<double>(config->layers) *
                       (3.0 * static_cast<double>(config->feed_forward) +
                        2.0 * static_cast<double>((config->heads + config->kv_heads) * config->head_dim)));
  if (wanted > static_cast<double>(stored)) {
    return bad(files->front().string(),
               fmt::format("{} bytes are too few for the weights that config.json asks for: cut off, or of "
                           "another model",
                           stored));
  }
  Transformer model(*config, 0);
  WeightLoader loader(model);
  for (const fs::path& file : *files) {
    auto bytes = read_file(file);
    if (!bytes) return tl::unexpected(bytes.error());
    if (auto read = loader.read(*bytes, file.string()); !read) return tl::unexpected(read.error());
  }
  if (auto complete = loader.finish(files->front().string()); !complete)
    return tl::unexpected(complete.error());
  return Checkpoint{std::move(model), std::move(*tokenizer)};
}

Result<void> save_checkpoint(const fs::path& folder, const Transformer& model, const Tokenizer& tokenizer) {
  if (auto allowed = may_replace(folder); !allowed) return allowed;
  std::error_code error;
  fs::path target = fs::absolute(folder, error).lexically_normal();
  if (!target.has_filename()) target = target.parent_path();
  fs::path making = target;
  making += fmt::format(".new{}", ::getpid());
  fs::remove_all(making, error);
  fs::create_directories(making, error);
  if (error) {
    return fail(DiagnosticKind::FileUnwritable,
                fmt::format("cannot create '{}': {}", making.string(), error.message()));
  }
  const std::pair<const char*, std::string> files[] = {
      {"config.json", config_to_json(model.config())},
      {"generation_config.json", generation_config_to_json(model.config())},
      {"tokenizer.json", tokenizer.to_json()},
      {"tokenizer_config.json", tokenizer.config_to_json()},
      {"model.safetensors", weights_to_safetensors(model)}};
  for (const auto& [name, text] : files) {
    if (auto written = write_file_atomically(making / name, text); !written) {
      fs::remove_all(making, error);
      return written;
    }
  }
  if (auto replaced = put_in_place(making, target); !replaced) return replaced;
  fs::remove_all(making, error);
  return {};
}

}  // namespace tilewright::model
