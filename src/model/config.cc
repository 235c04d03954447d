#include "model/config.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "model/json_reader.h"

namespace tilewright::model {
namespace {

using Json = nlohmann::json;

// Keys whose value must be one of these, since the forward pass knows nothing else.
Result<void> refuse_other_architectures(const Json& json, const JsonReader& reader) {
  std::string type = json.contains("model_type") && json["model_type"].is_string()
                         ? json["model_type"].get<std::string>()
                         : std::string();
  if (type != "llama") {
    return fail(DiagnosticKind::BadFormat,
                fmt::format("{}: model_type is '{}'; only 'llama' is run here", reader.name(), type));
  }
  for (const char* key : {"attention_bias", "mlp_bias"}) {
    if (json.value(key, Json(false)) == Json(true)) {
      return fail(DiagnosticKind::BadFormat,
                  fmt::format("{}: {} is true; biases are not run here", reader.name(), key));
    }
  }
  Json activation = json.value("hidden_act", Json("silu"));
  if (activation != Json("silu")) {
    return fail(DiagnosticKind::BadFormat, fmt::format("{}: hidden_act is {}; only \"silu\" is run here",
                                                       reader.name(), activation.dump()));
  }
  return {};
}

// rope_theta and rope_scaling, which newer files nest in rope_parameters.
Result<void> read_rope(const Json& json, const JsonReader& reader, ModelConfig& config) {
  const Json& nested = json.contains("rope_parameters") && json["rope_parameters"].is_object()
                           ? json["rope_parameters"]
                           : json;
  if (auto theta = reader.number(nested, "rope_theta", config.rope_theta); !theta) {
    return tl::unexpected(theta.error());
  } else {
    config.rope_theta = *theta;
  }
  const Json* scaling = nullptr;
  if (json.contains("rope_parameters") && json["rope_parameters"].is_object())
    scaling = &json["rope_parameters"];
  if (json.contains("rope_scaling") && json["rope_scaling"].is_object()) scaling = &json["rope_scaling"];
  if (scaling == nullptr) return {};
  Json type = scaling->value("rope_type", scaling->value("type", Json("default")));
  if (type == Json("default")) return {};
  if (type != Json("llama3")) {
    return fail(DiagnosticKind::BadFormat,
                fmt::format("{}: rope_type {} is not run here", reader.name(), type.dump()));
  }
  RopeScaling values;
  auto factor = reader.number(*scaling, "factor", values.factor);
  auto low = reader.number(*scaling, "low_freq_factor", values.low_frequency_factor);
  auto high = reader.number(*scaling, "high_freq_factor", values.high_frequency_factor);
  auto original = reader.integer(*scaling, "original_max_position_embeddings", values.original_positions);
  for (const auto* value : {&factor, &low, &high}) {
    if (!*value) return tl::unexpected(value->error());
  }
  if (!original) return tl::unexpected(original.error());
  if (*factor <= 0 || *low <= 0 || *high <= *low || *original <= 0) {
    return fail(DiagnosticKind::BadFormat,
                fmt::format("{}: rope_scaling's factors make no sense", reader.name()));
  }
  config.rope_scaling = RopeScaling{*factor, *low, *high, *original};
  return {};
}

Result<std::optional<int32_t>> read_token(const Json& json, const char* key, const JsonReader& reader) {
  if (!json.contains(key) || json[key].is_null()) return std::optional<int32_t>();
  auto value = reader.integer(json, key, -1);
  if (!value) return tl::unexpected(value.error());
  if (*value < 0) return std::optional<int32_t>();
  if (*value > std::numeric_limits<int32_t>::max())
    return fail(DiagnosticKind::BadFormat, fmt::format("{}: {} is {}", reader.name(), key, *value));
  return std::optional<int32_t>(static_cast<int32_t>(*value));
}

Result<void> read_tokens(const Json& json, const JsonReader& reader, ModelConfig& config) {
  auto bos = read_token(json, "bos_token_id", reader);
  if (!bos) return tl::unexpected(bos.error());
  config.bos_token = *bos;
  auto pad = read_token(json, "pad_token_id", reader);
  if (!pad) return tl::unexpected(pad.error());
  config.pad_token = *pad;
  Json eos = json.value("eos_token_id", Json());
  if (!eos.is_array()) eos = eos.is_null() ? Json::array() : Json::array({eos});
  for (const Json& item : eos) {
    if (!item.is_number_integer() || item.get<int64_t>() < 0 ||
        item.get<int64_t>() > std::numeric_limits<int32_t>::max()) {
      return fail(DiagnosticKind::BadFormat,
                  fmt::format("{}: eos_token_id holds {}", reader.name(), item.dump()));
    }
    config.eos_tokens.push_back(item.get<int32_t>());
  }
  return {};
}

}  // namespace

Result<ModelConfig> config_from_json(std::string_view text, std::string_view name) {
  auto parsed = parse_json_object(text, name);
  if (!parsed) return tl::unexpected(parsed.error());
  const Json& json = *parsed;
  JsonReader reader(name);
  if (auto known = refuse_other_architectures(json, reader); !known) return tl::unexpected(known.error());
  ModelConfig config;
  struct Field {
    const char* key;
    int64_t* value;
    bool required;
  };
  for (Field field :
       {Field{"vocab_size", &config.vocab_size, true}, Field{"hidden_size", &config.width, true},
        Field{"intermediate_size", &config.feed_forward, true},
        Field{"num_hidden_layers", &config.layers, true}, Field{"num_attention_heads", &config.heads, true},
        Field{"max_position_embeddings", &config.max_positions, false}}) {
    auto value =
        field.required ? reader.integer(json, field.key) : reader.integer(json, field.key, *field.value);
    if (!value) return tl::unexpected(value.error());
    *field.value = *value;
  }
  auto kv_heads = reader.integer(json, "num_key_value_heads", config.heads);
  if (!kv_heads) return tl::unexpected(kv_heads.error());
  config.kv_heads = *kv_heads;
  auto head_dim = reader.integer(json, "head_dim", config.heads > 0 ? config.width / config.heads : 0);
  if (!head_dim) return tl::unexpected(head_dim.error());
  config.head_dim = *head_dim;
  auto epsilon = reader.number(json, "rms_norm_eps", 1e-6);
  if (!epsilon) return tl::unexpected(epsilon.error());
  config.norm_epsilon = *epsilon;
  auto range = reader.number(json, "initializer_range", config.initializer_range);
  if (!range) return tl::unexpected(range.error());
  config.initializer_range = *range;
  // LlamaConfig's own default is false.
  config.tied_embeddings = json.value("tie_word_embeddings", Json(false)) == Json(true);
  if (auto rope = read_rope(json, reader, config); !rope) return tl::unexpected(rope.error());
  if (auto tokens = read_tokens(json, reader, config); !tokens) return tl::unexpected(tokens.error());
  if (auto valid = validate(config, name); !valid) return tl::unexpected(valid.error());
  return config;
}

Result<void> validate(const ModelConfig& config, std::string_view name) {
  auto bad = [&](std::string message) {
    return fail(DiagnosticKind::BadFormat, fmt::format("{}: {}", name, message));
  };
  struct Bound {
    const char* key;
    int64_t value;
    int64_t most;
  };
  for (Bound bound :
       {Bound{"vocab_size", config.vocab_size, 1 << 24}, Bound{"hidden_size", config.width, 1 << 17},
        Bound{"intermediate_size", config.feed_forward, 1 << 19},
        Bound{"num_hidden_layers", config.layers, 1024}, Bound{"num_attention_heads", config.heads, 1024},
        Bound{"num_key_value_heads", config.kv_heads, 1024}, Bound{"head_dim", config.head_dim, 1024},
        Bound{"max_position_embeddings", config.max_positions, 1 << 24}}) {
    if (bound.value < 1 || bound.value > bound.most) {
      return bad(fmt::format("{} is {}, not in 1..{}", bound.key, bound.value, bound.most));
    }
  }
  if (config.heads % config.kv_heads != 0) {
    return bad(
        fmt::format("{} attention heads cannot share {} key/value heads", config.heads, config.kv_heads));
  }
  if (config.head_dim % 2 != 0) return bad(fmt::format("head_dim {} is odd", config.head_dim));
  if (!(config.norm_epsilon > 0) || !(config.rope_theta > 0)) {
    return bad("rms_norm_eps and rope_theta must be above 0");
  }
  for (int32_t token : config.eos_tokens) {
    if (token >= config.vocab_size)
      return bad(fmt::format("eos_token_id {} is not in the vocabulary", token));
  }
  return {};
}

namespace {

Json token_or_null(const std::optional<int32_t>& token) { return token ? Json(*token) : Json(); }

Json eos_to_json(const ModelConfig& config) {
  if (config.eos_tokens.empty()) return {};
  if (config.eos_tokens.size() == 1) return config.eos_tokens[0];
  return config.eos_tokens;
}

}  // namespace

std::string config_to_json(const ModelConfig& config) {
  Json json = {{"architectures", {"LlamaForCausalLM"}},
               {"model_type", "llama"},
               {"vocab_size", config.vocab_size},
               {"hidden_size", config.width},
               {"intermediate_size", config.feed_forward},
               {"num_hidden_layers", config.layers},
               {"num_attention_heads", config.heads},
               {"num_key_value_heads", config.kv_heads},
               {"head_dim", config.head_dim},
               {"rms_norm_eps", config.norm_epsilon},
               {"rope_theta", config.rope_theta},
               {"rope_scaling", nullptr},
               {"max_position_embeddings", config.max_positions},
               {"tie_word_embeddings", config.tied_embeddings},
               {"hidden_act", "silu"},
               {"attention_bias", false},
               {"attention_dropout", 0.0},
               {"mlp_bias", false},
               {"initializer_range", config.initializer_range},
               {"use_cache", true},
               {"torch_dtype", "float32"},
               {"bos_token_id", token_or_null(config.bos_token)},
               {"pad_token_id", token_or_null(config.pad_token)},
               {"eos_token_id", eos_to_json(config)}};
  if (config.rope_scaling) {
    json["rope_scaling"] = {{"rope_type", "llama3"},
                            {"factor", config.rope_scaling->factor},
                            {"low_freq_factor", config.rope_scaling->low_frequency_factor},
                            {"high_freq_factor", config.rope_scaling->high_frequency_factor},
                            {"original_max_position_embeddings", config.rope_scaling->original_positions}};
  }
  return json.dump(2) + "\n";
}

std::string generation_config_to_json(const ModelConfig& config) {
  Json json = {{"bos_token_id", token_or_null(config.bos_token)},
               {"pad_token_id", token_or_null(config.pad_token)},
               {"eos_token_id", eos_to_json(config)},
               {"do_sample", true},
               {"temperature", 1.0},
               {"top_k", 0},
               {"top_p", 1.0}};
  return json.dump(2) + "\n";
}

}  // namespace tilewright::model
