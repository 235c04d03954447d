#include "model/tokenizer.h"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/check.h"
#include "model/bpe.h"
#include "model/byte_level.h"
#include "model/json_reader.h"
#include "model/pre_tokenizer.h"

namespace tilewright::model {
namespace {

using Json = nlohmann::json;

constexpr int64_t kLargestId = 1 << 24;

struct AddedToken {
  int32_t id = 0;
  std::string text;
  bool is_special = false;
  bool strips_left = false;
  bool strips_right = false;
  bool is_single_word = false;
};

tl::unexpected<Diagnostic> bad(std::string_view file, std::string message) {
  return fail(DiagnosticKind::BadFormat, fmt::format("{}: {}", file, message));
}

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

struct Tokenizer::Implementation {
  std::string json;  // tokenizer.json as read or made
  std::unique_ptr<Bpe> bpe;
  PreTokenizer pre_tokenizer;
  bool normalizes_nfc = false;
  std::vector<AddedToken> added;                         // longest text first
  std::array<bool, 256> begins_added{};                  // by first byte
  std::unordered_map<int32_t, const AddedToken*> by_id;  // into `added`
  std::string eos_name = "<|endoftext|>";
  std::string pad_name = "<|pad|>";

  std::optional<int32_t> id_of(std::string_view token) const {
    for (const AddedToken& each : added) {
      if (each.text == token) return each.id;
    }
    auto bytes = characters_to_bytes(token);
    return bytes ? bpe->id_of(*bytes) : std::nullopt;
  }
  const AddedToken* added_at(std::string_view text, size_t place) const;
  void encode_plain(std::string_view text, std::vector<int32_t>& ids) const;
};

namespace {

// "a b" or ["a", "b"]; both are in use.
Result<std::pair<std::string, std::string>> read_merge(const Json& item, std::string_view file,
                                                       size_t index) {
  if (item.is_array() && item.size() == 2 && item[0].is_string() && item[1].is_string()) {
    return std::pair(item[0].get<std::string>(), item[1].get<std::string>());
  }
  if (item.is_string()) {
    const std::string& text = item.get_ref<const std::string&>();
    size_t space = text.find(' ');
    if (space != std::string::npos && space > 0 && space + 1 < text.size() &&
        text.find(' ', space + 1) == std::string::npos) {
      return std::pair(text.substr(0, space), text.substr(space + 1));
    }
  }
  return bad(file, fmt::format("merge {} is neither \"a b\" nor [\"a\", \"b\"]: {}", index,
                               item.dump().substr(0, 80)));
}

using Vocabulary = std::unordered_map<std::string, int32_t>;  // as written

Result<Vocabulary> read_vocabulary(const Json& model, std::string_view file) {
  auto json = model.find("vocab");
  if (json == model.end() || !json->is_object()) return bad(file, "model.vocab is not an object");
  Vocabulary vocabulary;
  vocabulary.reserve(json->size());
  for (const auto& [token, id] : json->items()) {
    if (!id.is_number_unsigned() || id.get<uint64_t>() >= static_cast<uint64_t>(kLargestId)) {
      return bad(file, fmt::format("token '{}' has the id {}", token, id.dump()));
    }
    vocabulary.emplace(token, id.get<int32_t>());
  }
  if (vocabulary.empty()) return bad(file, "the vocabulary is empty");
  return vocabulary;
}

Result<std::unique_ptr<Bpe>> read_model(const Json& json, std::string_view file) {
  auto model = json.find("model");
  if (model == json.end() || !model->is_object()) return bad(file, "'model' is not an object");
  JsonReader reader(file);
  auto type = reader.text(*model, "type", "BPE");
  if (!type) return tl::unexpected(type.error());
  if (*type != "BPE") return bad(file, fmt::format("model type '{}' is not BPE", *type));
  auto fallback = reader.boolean(*model, "byte_fallback", false);
  auto ignore = reader.boolean(*model, "ignore_merges", false);
  if (!fallback) return tl::unexpected(fallback.error());
  if (!ignore) return tl::unexpected(ignore.error());
  if (*fallback) return bad(file, "byte_fallback (a SentencePiece model) is not read here");
  for (const char* key : {"continuing_subword_prefix", "end_of_word_suffix"}) {
    auto affix = reader.text(*model, key, "");
    if (!affix) return tl::unexpected(affix.error());
    if (!affix->empty()) return bad(file, fmt::format("model.{} is not read here", key));
  }
  auto vocabulary = read_vocabulary(*model, file);
  if (!vocabulary) return tl::unexpected(vocabulary.error());
  std::vector<std::optional<std::string>> bytes_of;
  for (const auto& [token, id] : *vocabulary) {
    if (static_cast<size_t>(id) >= bytes_of.size()) bytes_of.resize(static_cast<size_t>(id) + 1);
    auto& place = bytes_of[static_cast<size_t>(id)];
    if (place) return bad(file, fmt::format("id {} is given to two tokens", id));
    auto bytes = characters_to_bytes(token);
    // Special tokens are often listed here too, in plain text outside the byte map.
    place = bytes ? *bytes : token;
  }
  auto merges = model->find("merges");
  if (merges == model->end() || !merges->is_array()) return bad(file, "model.merges is not a list");
  std::vector<Bpe::Merge> joins;
  joins.reserve(merges->size());
  for (size_t i = 0; i < merges->size(); ++i) {
    auto pair = read_merge((*merges)[i], file, i);
    if (!pair) return tl::unexpected(pair.error());
    auto left = vocabulary->find(pair->first);
    auto right = vocabulary->find(pair->second);
    auto result = vocabulary->find(pair->first + pair->second);
    if (left == vocabulary->end() || right == vocabulary->end() || result == vocabulary->end()) {
      return bad(file, fmt::format("merge {} ('{}' with '{}') names a token that is not in the vocabulary", i,
                                   pair->first, pair->second));
    }
    joins.push_back({left->second, right->second, result->second});
  }
  return std::make_unique<Bpe>(std::move(bytes_of), joins, *ignore);
}

Result<std::vector<AddedToken>> read_added_tokens(const Json& json, std::string_view file) {
  std::vector<AddedToken> added;
  Json list = json.value("added_tokens", Json::array());
  if (list.is_null()) return added;
  if (!list.is_array()) return bad(file, "'added_tokens' is not a list");
  JsonReader reader(file);
  for (const Json& item : list) {
    if (!item.is_object()) return bad(file, "an added token is not an object");
    auto id = reader.integer(item, "id");
    auto text = reader.text(item, "content");
    auto special = reader.boolean(item, "special", false);
    auto left = reader.boolean(item, "lstrip", false);
    auto right = reader.boolean(item, "rstrip", false);
    auto single = reader.boolean(item, "single_word", false);
    if (!id) return tl::unexpected(id.error());
    if (!text) return tl::unexpected(text.error());
    for (const auto* flag : {&special, &left, &right, &single}) {
      if (!*flag) return tl::unexpected(flag->error());
    }
    if (*id < 0 || *id >= kLargestId)
      return bad(file, fmt::format("added token '{}' has the id {}", *text, *id));
    if (text->empty()) continue;
    added.push_back({static_cast<int32_t>(*id), *text, *special, *left, *right, *single});
  }
  std::stable_sort(added.begin(), added.end(),
                   [](const AddedToken& a, const AddedToken& b) { return a.text.size() > b.text.size(); });
  return added;
}

// NFC or nothing.
Result<bool> read_normalizer(const Json& json, std::string_view file) {
  Json normalizer = json.value("normalizer", Json());
  if (normalizer.is_null()) return false;
  JsonReader reader(file);
  if (!normalizer.is_object()) return bad(file, "'normalizer' is not an object");
  auto type = reader.text(normalizer, "type");
  if (!type) return tl::unexpected(type.error());
  if (*type == "NFC") return true;
  if (*type == "Sequence" && normalizer.value("normalizers", Json::array()).empty()) return false;
  return bad(file, fmt::format("normalizer '{}' is not known here", *type));
}

std::string to_nfc(std::string_view text) {
  utf8proc_uint8_t* buffer = nullptr;
  utf8proc_ssize_t size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                       static_cast<utf8proc_ssize_t>(text.size()), &buffer,
                                       static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
  if (size < 0) return std::string(text);  // not UTF-8: left as it is
  std::string result(reinterpret_cast<const char*>(buffer), static_cast<size_t>(size));
  std::free(buffer);
  return result;
}

}  // namespace

Tokenizer::Tokenizer(std::unique_ptr<Implementation> implementation)
    : implementation_(std::move(implementation)) {}
Tokenizer::~Tokenizer() = default;
Tokenizer::Tokenizer(Tokenizer&&) noexcept = default;
Tokenizer& Tokenizer::operator=(Tokenizer&&) noexcept = default;

Result<Tokenizer> Tokenizer::from_json(std::string_view text, std::string_view file) {
  auto json = parse_json_object(text, file);
  if (!json) return tl::unexpected(json.error());
  auto made = std::make_unique<Implementation>();
  made->json = std::string(text);
  auto bpe = read_model(*json, file);
  if (!bpe) return tl::unexpected(bpe.error());
  made->bpe = std::move(*bpe);
  auto normalizes = read_normalizer(*json, file);
  if (!normalizes) return tl::unexpected(normalizes.error());
  made->normalizes_nfc = *normalizes;
  auto pre_tokenizer = PreTokenizer::from_json(json->value("pre_tokenizer", Json()), file);
  if (!pre_tokenizer) return tl::unexpected(pre_tokenizer.error());
  made->pre_tokenizer = std::move(*pre_tokenizer);
  auto added = read_added_tokens(*json, file);
  if (!added) return tl::unexpected(added.error());
  made->added = std::move(*added);
  for (const AddedToken& token : made->added) {
    made->begins_added[static_cast<uint8_t>(token.text.front())] = true;
    made->by_id[token.id] = &token;
  }
  return Tokenizer(std::move(made));
}

const AddedToken* Tokenizer::Implementation::added_at(std::string_view text, size_t place) const {
  if (!begins_added[static_cast<uint8_t>(text[place])]) return nullptr;
  for (const AddedToken& token : added) {
    if (text.compare(place, token.text.size(), token.text) != 0) continue;
    size_t end = place + token.text.size();
    if (token.is_single_word &&
        ((place > 0 && is_word(text[place - 1])) || (end < text.size() && is_word(text[end])))) {
      continue;
    }
    return &token;
  }
  return nullptr;
}

void Tokenizer::Implementation::encode_plain(std::string_view text, std::vector<int32_t>& ids) const {
  if (text.empty()) return;
  std::string normalized;
  if (normalizes_nfc) text = normalized = to_nfc(text);
  for (const std::string& piece : pre_tokenizer.split(text)) bpe->encode(piece, ids);
}

std::vector<int32_t> Tokenizer::encode(std::string_view text) const {
  std::vector<int32_t> ids;
  size_t plain = 0;  // where text that is not yet encoded begins
  for (size_t place = 0; place < text.size();) {
    const AddedToken* token = implementation_->added_at(text, place);
    if (token == nullptr) {
      ++place;
      continue;
    }
    size_t end = place;
    while (token->strips_left && end > plain && is_space(text[end - 1])) --end;
    implementation_->encode_plain(text.substr(plain, end - plain), ids);
    ids.push_back(token->id);
    place += token->text.size();
    while (token->strips_right && place < text.size() && is_space(text[place])) ++place;
    plain = place;
  }
  implementation_->encode_plain(text.substr(plain), ids);
  return ids;
}

std::string Tokenizer::decode(std::span<const int32_t> ids, bool keep_special) const {
  std::string text;
  for (int32_t id : ids) {
    if (auto added = implementation_->by_id.find(id); added != implementation_->by_id.end()) {
      if (keep_special || !added->second->is_special) text += added->second->text;
    } else if (const std::string* bytes = implementation_->bpe->bytes_of(id)) {
      text += *bytes;
    }
  }
  return text;
}

int32_t Tokenizer::vocab_size() const {
  int32_t size = implementation_->bpe->size();
  for (const AddedToken& token : implementation_->added) size = std::max(size, token.id + 1);
  return size;
}

std::optional<int32_t> Tokenizer::id_of(std::string_view token) const {
  return implementation_->id_of(token);
}
int32_t Tokenizer::eos() const { return implementation_->id_of(implementation_->eos_name).value_or(-1); }
int32_t Tokenizer::pad() const { return implementation_->id_of(implementation_->pad_name).value_or(-1); }
std::string Tokenizer::to_json() const { return implementation_->json; }

std::string Tokenizer::config_to_json() const {
  Json json = {{"tokenizer_class", "PreTrainedTokenizerFast"},
               {"clean_up_tokenization_spaces", false},
               {"add_bos_token", false},
               {"model_max_length", 1 << 20}};
  if (eos() >= 0) json["eos_token"] = implementation_->eos_name;
  if (pad() >= 0) json["pad_token"] = implementation_->pad_name;
  return json.dump(2) + "\n";
}

Result<void> Tokenizer::apply_config(std::string_view text, std::string_view file) {
  auto json = parse_json_object(text, file);
  if (!json) return tl::unexpected(json.error());
  auto read = [&](const char* key, std::string& name) -> Result<void> {
    Json value = json->value(key, Json());
    if (value.is_object()) value = value.value("content", Json());  // an AddedToken written out
    if (value.is_null()) return {};
    if (!value.is_string()) return bad(file, fmt::format("'{}' is not a token", key));
    name = value.get<std::string>();
    return {};
  };
  if (auto eos = read("eos_token", implementation_->eos_name); !eos) return eos;
  return read("pad_token", implementation_->pad_name);
}

}  // namespace tilewright::model
