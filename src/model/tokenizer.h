// Byte-level BPE tokenizers: Hugging Face's tokenizer.json in, token ids out, and back.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace tilewright::model {

class Tokenizer {
 public:
  // `name` is the file's name in messages.
  static Result<Tokenizer> from_json(std::string_view json, std::string_view name);
  ~Tokenizer();
  Tokenizer(Tokenizer&&) noexcept;
  Tokenizer& operator=(Tokenizer&&) noexcept;

  // Ids of any bytes; text that is not UTF-8 is split as its longest valid pieces. Added tokens written in
  // the text become their ids. Nothing is put before or after. Safe to call from several threads.
  std::vector<int32_t> encode(std::string_view text) const;
  // The bytes of the ids; special tokens are left out unless asked for. Ids out of range have no bytes.
  std::string decode(std::span<const int32_t> ids, bool keep_special = false) const;

  int32_t vocab_size() const;                                  // largest id + 1
  std::optional<int32_t> id_of(std::string_view token) const;  // as written in the vocabulary or added tokens
  int32_t eos() const;                 // "<|endoftext|>" or what tokenizer_config.json names; -1: none
  int32_t pad() const;                 // -1: none
  std::string to_json() const;         // tokenizer.json
  std::string config_to_json() const;  // tokenizer_config.json
  // Names of the end and padding tokens from tokenizer_config.json.
  Result<void> apply_config(std::string_view json, std::string_view name);

  struct Implementation;
  explicit Tokenizer(std::unique_ptr<Implementation> implementation);

 private:
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace tilewright::model
