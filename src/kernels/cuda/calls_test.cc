#include "kernels/cuda/calls.h"

#include <gtest/gtest.h>

namespace tilewright::kernels::cuda {
namespace {

CallResult some_result() {
  CallResult result;
  result.launches = 3;
  result.bytes_to_host = 8;
  result.value.kind = ValueKind::Tuple;
  ResultValue tensor;
  tensor.kind = ValueKind::Tensor;
  tensor.tensor.dtype = 6;
  tensor.tensor.sizes = {2, 3};
  tensor.tensor.strides = {3, 1};
  tensor.tensor.data.assign(24, 'x');
  tensor.tensor.unwritten.assign(24, '\0');
  tensor.tensor.origins.kernels = 20;
  tensor.tensor.origins.inputs = 4;
  ResultValue text;
  text.kind = ValueKind::Text;
  text.text = "done";
  result.value.items = {tensor, text};
  result.storages.push_back({1, "abcd", {}, {}});
  return result;
}

TEST(Calls, ResultsComeBackAsTheyWere) {
  std::string bytes = encode(some_result()) + encode(some_result());
  std::vector<CallResult> results;
  ASSERT_TRUE(decode(bytes, results));
  ASSERT_EQ(results.size(), 2u);
  const ResultTensor& tensor = results[1].value.items.at(0).tensor;
  EXPECT_EQ(tensor.sizes, (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(tensor.data, std::string(24, 'x'));
  EXPECT_EQ(tensor.origins.inputs, 4u);
  EXPECT_EQ(results[1].value.items.at(1).text, "done");
  EXPECT_EQ(results[1].storages.at(0).bytes, "abcd");
  EXPECT_EQ(results[1].launches, 3u);
}

TEST(Calls, ArgumentsComeBackAsTheyWere) {
  Call call;
  call.function = "forward";
  CallValue list;
  list.kind = ValueKind::List;
  list.items.resize(2);
  list.items[1].kind = ValueKind::Floating;
  list.items[1].floating = 2.5;
  call.arguments = {list};
  call.names = {"order"};
  call.storages.push_back({.is_cuda = true, .is_read_only = true, .bytes = "12345678", .unwritten = {}});
  std::string bytes = encode(std::vector<Call>{call});
  std::vector<Call> calls;
  ASSERT_TRUE(decode(bytes, calls));
  ASSERT_EQ(calls.size(), 1u);
  EXPECT_EQ(calls[0].function, "forward");
  EXPECT_EQ(calls[0].names.at(0), "order");
  EXPECT_EQ(calls[0].arguments.at(0).items.at(1).floating, 2.5);
  EXPECT_TRUE(calls[0].storages.at(0).is_read_only);
  EXPECT_EQ(calls[0].storages.at(0).bytes, "12345678");
}

// A candidate's process may leave anything.
TEST(Calls, BrokenResultsAreRefused) {
  std::string bytes = encode(some_result());
  for (size_t size = 1; size < bytes.size(); ++size) {
    std::vector<CallResult> results;
    EXPECT_FALSE(decode(std::string_view(bytes).substr(0, size), results)) << size;
  }
  CallResult wrong = some_result();
  wrong.value.items[0].tensor.sizes = {1 << 30, 1 << 30, 1 << 30};
  std::vector<CallResult> results;
  EXPECT_FALSE(decode(encode(wrong), results));
  wrong.value.items[0].tensor.sizes = {-2, -3};
  EXPECT_FALSE(decode(encode(wrong), results));
  wrong = some_result();
  wrong.value.items[0].tensor.dtype = 99;
  EXPECT_FALSE(decode(encode(wrong), results));
}

}  // namespace
}  // namespace tilewright::kernels::cuda
