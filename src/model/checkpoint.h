// A model folder in Hugging Face's layout: config.json, generation_config.json, model.safetensors (or shards
// with model.safetensors.index.json), tokenizer.json, tokenizer_config.json.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"
#include "model/tokenizer.h"
#include "model/transformer.h"

namespace tilewright::model {

struct Checkpoint {
  Transformer model;
  Tokenizer tokenizer;
};

// Errors name the file, and the tensor or key. Unknown and missing tensors are errors.
Result<Checkpoint> load_checkpoint(const std::filesystem::path& folder);
// The folder appears as a whole: it is written beside its place and renamed; an older checkpoint there is
// replaced. A folder that is something else is refused.
Result<void> save_checkpoint(const std::filesystem::path& folder, const Transformer& model,
                             const Tokenizer& tokenizer);

// The weights alone as safetensors bytes under Hugging Face's names, and back into a model of equal config.
std::string weights_to_safetensors(const Transformer& model);
Result<void> weights_from_safetensors(Transformer& model, std::string_view bytes, std::string_view name);

}  // namespace tilewright::model
