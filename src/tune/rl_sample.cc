#include "tune/rl_sample.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/text.h"

namespace tilewright::tune {

using Json = nlohmann::ordered_json;

std::string to_json(const RlSample& sample) {
  Json json;
  json["schema"] = kSampleSchema;
  json["stage"] = sample.stage;
  json["step"] = sample.step;
  json["group"] = sample.group;
  json["index"] = sample.index;
  json["turn"] = sample.turn;
  json["task"] = sample.task;
  json["status"] = sample.reward.status;
  json["summary"] = sample.reward.summary;
  json["reward"] = sample.reward.value ? Json(*sample.reward.value) : Json(nullptr);
  Json parts = Json::object();
  for (const RewardPart& part : sample.reward.parts) parts[part.name] = part.value;
  json["reward_parts"] = parts;
  json["truncated"] = sample.is_truncated;
  json["prompt_tokens"] = sample.prompt_tokens;
  json["tokens"] = sample.tokens;
  json["log_probabilities"] = sample.log_probabilities;
  json["mask"] = sample.mask;
  // One number a completion where all its tokens share it, as with every estimator but a critic's.
  bool is_shared = true;
  std::optional<double> shared;
  for (size_t t = 0; t < sample.advantages.size(); ++t) {
    if (!sample.mask[t]) continue;
    if (!shared) shared = sample.advantages[t];
    is_shared = is_shared && *shared == sample.advantages[t];
  }
  if (is_shared && shared) {
    json["advantage"] = *shared;
  } else if (shared) {
    json["advantages"] = sample.advantages;
  }
  json["text"] = sample.text;
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<RlSample> sample_from_json(std::string_view line, std::string_view name) {
  try {
    Json json = Json::parse(line);
    if (json.at("schema").get<int>() != kSampleSchema) {
      return fail(DiagnosticKind::BadFormat,
                  fmt::format("{}: samples of schema {} are not read by this version", name,
                              json.at("schema").get<int>()));
    }
    RlSample sample;
    sample.stage = json.at("stage").get<std::string>();
    sample.step = json.at("step").get<int64_t>();
    sample.group = json.at("group").get<int64_t>();
    sample.index = json.at("index").get<int32_t>();
    sample.turn = json.at("turn").get<int32_t>();
    sample.task = json.at("task").get<std::string>();
    sample.reward.status = json.at("status").get<std::string>();
    sample.reward.summary = json.at("summary").get<std::string>();
    sample.text = json.at("text").get<std::string>();
    if (!json.at("reward").is_null()) sample.reward.value = json.at("reward").get<double>();
    for (const auto& [part, value] : json.at("reward_parts").items()) {
      sample.reward.parts.push_back({part, value.get<double>()});
    }
    sample.is_truncated = json.at("truncated").get<bool>();
    sample.prompt_tokens = json.at("prompt_tokens").get<std::vector<int32_t>>();
    sample.tokens = json.at("tokens").get<std::vector<int32_t>>();
    sample.log_probabilities = json.at("log_probabilities").get<std::vector<float>>();
    sample.mask = json.at("mask").get<std::vector<uint8_t>>();
    if (json.contains("advantage")) {
      for (uint8_t bit : sample.mask) sample.advantages.push_back(bit ? json["advantage"].get<double>() : 0);
    } else if (json.contains("advantages")) {
      sample.advantages = json["advantages"].get<std::vector<double>>();
    }
    if (sample.tokens.size() != sample.mask.size() ||
        sample.tokens.size() != sample.log_probabilities.size()) {
      return fail(DiagnosticKind::BadFormat,
                  fmt::format("{}: tokens, log_probabilities and mask differ in length", name));
    }
    return sample;
  } catch (const Json::exception& error) {
    return fail(DiagnosticKind::BadFormat,
                fmt::format("{}: no sample record: {}", name, json_mistake(error.what())));
  }
}

}  // namespace tilewright::tune
