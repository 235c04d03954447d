#include "model/checkpoint.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/file.h"
#include "model/tokenizer_training.h"
#include "model/transformer_tensors.h"

namespace tilewright::model {
namespace {

namespace fs = std::filesystem;

class CheckpointTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("tilewright_checkpoint_" + std::to_string(::getpid()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  static Tokenizer tokenizer() {
    return std::move(*train_tokenizer({"x = tl.exp(x)\n", "y = 1.5\n"}, {.vocab_size = 280}));
  }
  static ModelConfig config() {
    ModelConfig config;
    config.vocab_size = 280;
    config.width = 16;
    config.feed_forward = 24;
    config.layers = 2;
    config.heads = 4;
    config.kv_heads = 2;
    config.head_dim = 4;
    config.eos_tokens = {0};
    config.pad_token = 1;
    return config;
  }
  // Replaces `from` in one file of a saved checkpoint.
  void edit(const fs::path& file, const std::string& from, const std::string& to) {
    std::string text = *read_file(file);
    size_t place = text.find(from);
    ASSERT_NE(place, std::string::npos) << from;
    text.replace(place, from.size(), to);
    std::ofstream(file, std::ios::binary) << text;
  }
  std::string error_of_loading(const fs::path& path) {
    auto loaded = load_checkpoint(path);
    return loaded ? "" : loaded.error().message;
  }

  fs::path folder_;
};

TEST_F(CheckpointTest, RoundTrip) {
  Transformer model(config(), 5);
  ASSERT_TRUE(save_checkpoint(folder_ / "m", model, tokenizer()));
  auto loaded = load_checkpoint(folder_ / "m");
  ASSERT_TRUE(loaded) << loaded.error().message;
  std::vector<Parameter> a = parameters(model), b = parameters(loaded->model);
  for (size_t i = 0; i < a.size(); ++i) EXPECT_TRUE(a[i].tensor.equal(b[i].tensor)) << a[i].name;
  EXPECT_EQ(loaded->model.config().eos_tokens, (std::vector<int32_t>{0}));
  EXPECT_EQ(loaded->tokenizer.encode("x = tl.exp(x)"), tokenizer().encode("x = tl.exp(x)"));
  // Again over itself, and no other folder is left behind.
  ASSERT_TRUE(save_checkpoint(folder_ / "m", Transformer(config(), 6), tokenizer()));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
  EXPECT_FALSE(parameters(load_checkpoint(folder_ / "m")->model)[0].tensor.equal(a[0].tensor));
}

TEST_F(CheckpointTest, ForeignFoldersAreNotOverwritten) {
  std::ofstream(folder_ / "thesis.txt") << "precious";
  auto saved = save_checkpoint(folder_, Transformer(config(), 5), tokenizer());
  ASSERT_FALSE(saved);
  EXPECT_NE(saved.error().message.find("something other than a checkpoint"), std::string::npos);
  EXPECT_EQ(*read_file(folder_ / "thesis.txt"), "precious");
  EXPECT_FALSE(save_checkpoint("/proc/nowhere/x", Transformer(config(), 5), tokenizer()));
}

TEST_F(CheckpointTest, ErrorsNameFileAndTensor) {
  fs::path m = folder_ / "m";
  EXPECT_NE(error_of_loading(folder_ / "none").find("config.json"), std::string::npos);
  auto fresh = [&] { ASSERT_TRUE(save_checkpoint(m, Transformer(config(), 5), tokenizer())); };
  struct Case {
    const char* file;
    const char* from;
    const char* to;
    const char* message;
  };
  const Case cases[] = {
      {"config.json", "\"llama\"", "\"mamba\"", "model_type is 'mamba'"},
      {"config.json", "\"hidden_size\": 16", "\"hidden_size\": \"16\"", "'hidden_size' must be an integer"},
      {"config.json", "\"hidden_size\": 16", "\"hidden_size\": -16", "hidden_size is -16"},
      {"config.json", "\"hidden_size\": 16", "\"hidden_size\": 100000", "too few for the weights that config.json asks for"},
      {"config.json", "\"intermediate_size\": 24", "\"intermediate_size\": 20", "has shape [24, 16]"},
      {"config.json", "\"num_key_value_heads\": 2", "\"num_key_value_heads\": 3", "cannot share 3"},
      {"config.json", "\"num_hidden_layers\": 2", "\"num_hidden_layers\": 1", "'model.layers.1."},
      {"config.json", "\"vocab_size\": 280", "\"vocab_size\": 100", "below the tokenizer's"},
      {"config.json", "\"attention_bias\": false", "\"attention_bias\": true", "attention_bias"},
      {"config.json", "{", "[", "config.json"},
      {"tokenizer.json", "\"BPE\"", "\"XXX\"", "tokenizer.json"},
      {"model.safetensors", "model.norm.weight", "model.warm.weight", "'model.warm.weight' has no place"},
      {"model.safetensors", "\"F32\"", "\"F99\"", "unknown dtype"},
  };
  for (const Case& each : cases) {
    fresh();
    edit(m / each.file, each.from, each.to);
    EXPECT_NE(error_of_loading(m).find(each.message), std::string::npos) << error_of_loading(m);
  }
  fresh();
  fs::resize_file(m / "model.safetensors", fs::file_size(m / "model.safetensors") - 64);
  EXPECT_NE(error_of_loading(m).find("model.safetensors"), std::string::npos);
  fresh();
  fs::remove(m / "model.safetensors");
  EXPECT_NE(error_of_loading(m).find("model.safetensors"), std::string::npos);
  std::ofstream(m / "model.safetensors.index.json") << R"({"weight_map": {"a": "../../etc/passwd"}})";
  EXPECT_NE(error_of_loading(m).find("not a file name"), std::string::npos);
}

TEST(Config, RoundTripAndNestedRope) {
  ModelConfig config;
  config.vocab_size = 500;
  config.rope_scaling = RopeScaling{32.0, 1.0, 4.0, 8192};
  config.eos_tokens = {3, 4};
  auto read = config_from_json(config_to_json(config), "c");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(config_to_json(*read), config_to_json(config));
  auto nested =
      config_from_json(R"({"model_type":"llama","vocab_size":9,"hidden_size":8,"intermediate_size":8,
      "num_hidden_layers":1,"num_attention_heads":2,"rope_parameters":{"rope_type":"default","rope_theta":5e5}})",
                       "c");
  ASSERT_TRUE(nested) << nested.error().message;
  EXPECT_EQ(nested->rope_theta, 5e5);
  EXPECT_EQ(nested->kv_heads, 2);
  EXPECT_EQ(nested->head_dim, 4);
}

}  // namespace
}  // namespace tilewright::model
