#include "model/safetensors.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "base/random.h"

namespace tilewright::model {
namespace {

std::string file_of(std::string header, std::string_view data) {
  uint64_t size = header.size();
  std::string bytes(8, '\0');
  std::memcpy(bytes.data(), &size, 8);
  return bytes + header + std::string(data);
}

std::string sample() {
  static const float values[6] = {1, 2, 3, 4, 5, 6};
  static const uint16_t halves[2] = {0x3f80, 0x4000};
  Safetensors contents;
  contents.metadata["format"] = "pt";
  contents.tensors.push_back({"a", DType::Float32, {2, 3}, {reinterpret_cast<const char*>(values), 24}});
  contents.tensors.push_back({"b", DType::BFloat16, {2}, {reinterpret_cast<const char*>(halves), 4}});
  contents.tensors.push_back({"scalar", DType::Int8, {}, "x"});
  return write_safetensors(contents);
}

TEST(Safetensors, RoundTrip) {
  std::string bytes = sample();
  auto read = parse_safetensors(bytes, "f");
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(read->tensors.size(), 3u);
  EXPECT_EQ(read->metadata.at("format"), "pt");
  const StoredTensor* a = read->find("a");
  ASSERT_NE(a, nullptr);
  EXPECT_EQ(a->shape, (std::vector<int64_t>{2, 3}));
  float last;
  std::memcpy(&last, a->bytes.data() + 20, 4);
  EXPECT_EQ(last, 6.0f);
  EXPECT_EQ(read->find("scalar")->bytes, "x");
  EXPECT_EQ(read->find("c"), nullptr);
}

struct Bad {
  const char* what;
  std::string bytes;
  const char* message;
};

TEST(Safetensors, CorruptFilesAreRefusedByName) {
  const std::string entry = R"("dtype":"F32","shape":[2],"data_offsets":[0,8])";
  const Bad cases[] = {
      {"empty", "", "too short"},
      {"header longer than the file", std::string("\xff\0\0\0\0\0\0\0{}", 10), "does not fit"},
      {"huge header", std::string("\xff\xff\xff\xff\xff\xff\xff\x7f{}", 10), "does not fit"},
      {"no object", file_of("[1]", ""), "does not begin"},
      {"bad syntax", file_of("{\"a\":", ""), "not valid JSON"},
      {"unknown dtype", file_of(R"({"a":{"dtype":"Q9","shape":[2],"data_offsets":[0,8]}})", "12345678"),
       "unknown dtype 'Q9'"},
      {"entry is a number", file_of(R"({"a":3})", ""), "not described"},
      {"no offsets", file_of(R"({"a":{"dtype":"F32","shape":[2]}})", "12345678"), "data_offsets"},
      {"negative size", file_of(R"({"a":{"dtype":"F32","shape":[-2],"data_offsets":[0,8]}})", "12345678"),
       "bad shape"},
      {"size overflow",
       file_of(R"({"a":{"dtype":"F32","shape":[4611686018427387904,4],"data_offsets":[0,8]}})", "12345678"),
       "too large"},
      {"past the end", file_of("{\"a\":{" + entry + "}}", "1234"), "ends at byte 8 of 4"},
      {"reversed", file_of(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[8,0]}})", "12345678"),
       "ends at byte"},
      {"wrong bytes", file_of(R"({"a":{"dtype":"F32","shape":[3],"data_offsets":[0,8]}})", "12345678"),
       "its shape needs 12"},
      {"hole", file_of(R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[2,4]}})", "1234"), "hole"},
      {"overlap",
       file_of(
           R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"b":{"dtype":"U8","shape":[2],"data_offsets":[1,3]}})",
           "123"),
       "overlap"},
      {"trailing bytes", file_of("{\"a\":{" + entry + "}}", "123456789"), "1 bytes after"},
      {"metadata of numbers", file_of(R"({"__metadata__":{"x":1}})", ""), "not a string"},
      {"deep nesting", file_of("{\"a\":" + std::string(100000, '[') + "}", ""), "nested too deeply"},
  };
  for (const Bad& bad : cases) {
    auto read = parse_safetensors(bad.bytes, "w.safetensors");
    ASSERT_FALSE(read) << bad.what;
    EXPECT_EQ(read.error().kind, DiagnosticKind::BadFormat);
    EXPECT_NE(read.error().message.find(bad.message), std::string::npos)
        << bad.what << ": " << read.error().message;
    EXPECT_EQ(read.error().message.rfind("w.safetensors", 0), 0u) << bad.what;
  }
}

TEST(Safetensors, FlippedBytesNeverCrash) {
  std::string good = sample();
  Random random({1, 2, 3, 4});
  for (int round = 0; round < 3000; ++round) {
    std::string bytes = good.substr(0, 1 + random.below(good.size()));
    for (int flips = 0; flips < 3; ++flips)
      bytes[random.below(bytes.size())] = static_cast<char>(random.next_u32());
    auto read = parse_safetensors(bytes, "f");
    if (!read) continue;
    for (const StoredTensor& tensor : read->tensors) {
      EXPECT_GE(tensor.bytes.data(), bytes.data());
      EXPECT_LE(tensor.bytes.data() + tensor.bytes.size(), bytes.data() + bytes.size());
    }
  }
}

}  // namespace
}  // namespace tilewright::model
