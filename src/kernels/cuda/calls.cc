#include "kernels/cuda/calls.h"

#include "kernels/cuda/byte_stream.h"

namespace tilewright::kernels::cuda {
namespace {

constexpr int kMostDepth = 8;
constexpr uint64_t kMostItems = 1 << 16;
constexpr uint64_t kMostDimensions = 16;

template <class Value>
void write_plain(ByteWriter& out, const Value& value) {
  out.number(value.kind);
  out.number(value.integer);
  out.number(value.floating);
  out.text(value.text);
}
template <class Value>
void read_plain(ByteReader& in, Value& value) {
  value.kind = in.number<ValueKind>();
  if (value.kind > ValueKind::Tuple) in.fail(0);
  value.integer = in.number<int64_t>();
  value.floating = in.number<double>();
  value.text = in.text();
}

void write(ByteWriter& out, const CallValue& value) {
  write_plain(out, value);
  if (value.kind == ValueKind::Tensor) {
    out.number(value.tensor.storage);
    out.number(value.tensor.dtype);
    out.number(value.tensor.offset);
    out.numbers(value.tensor.sizes);
    out.numbers(value.tensor.strides);
  }
  out.number<uint64_t>(value.items.size());
  for (const CallValue& item : value.items) write(out, item);
}
void read(ByteReader& in, CallValue& value, int depth) {
  read_plain(in, value);
  if (value.kind == ValueKind::Tensor) {
    value.tensor.storage = in.number<uint32_t>();
    value.tensor.dtype = in.number<int32_t>();
    value.tensor.offset = in.number<int64_t>();
    value.tensor.sizes = in.numbers(kMostDimensions);
    value.tensor.strides = in.numbers(kMostDimensions);
  }
  value.items.resize(in.count(depth < kMostDepth ? kMostItems : 0));
  for (CallValue& item : value.items) {
    if (in.is_good()) read(in, item, depth + 1);
  }
}

void write(ByteWriter& out, const Origins& origins) {
  out.number(origins.kernels);
  out.number(origins.constants);
  out.number(origins.inputs);
  out.number(origins.host);
  out.number(origins.unwritten);
}
void read(ByteReader& in, Origins& origins) {
  origins.kernels = in.number<uint64_t>();
  origins.constants = in.number<uint64_t>();
  origins.inputs = in.number<uint64_t>();
  origins.host = in.number<uint64_t>();
  origins.unwritten = in.number<uint64_t>();
}

void write(ByteWriter& out, const ResultValue& value) {
  write_plain(out, value);
  if (value.kind == ValueKind::Tensor) {
    const ResultTensor& tensor = value.tensor;
    out.number<uint8_t>(tensor.is_cuda);
    out.number(tensor.dtype);
    out.numbers(tensor.sizes);
    out.numbers(tensor.strides);
    out.number(tensor.offset);
    out.number(tensor.argument);
    out.text(tensor.data);
    out.text(tensor.unwritten);
    write(out, tensor.origins);
  }
  out.number<uint64_t>(value.items.size());
  for (const ResultValue& item : value.items) write(out, item);
}
void read(ByteReader& in, ResultValue& value, int depth) {
  read_plain(in, value);
  if (value.kind == ValueKind::Tensor) {
    ResultTensor& tensor = value.tensor;
    tensor.is_cuda = in.number<uint8_t>() != 0;
    tensor.dtype = in.number<int32_t>();
    tensor.sizes = in.numbers(kMostDimensions);
    tensor.strides = in.numbers(kMostDimensions);
    tensor.offset = in.number<int64_t>();
    tensor.argument = in.number<int32_t>();
    tensor.data = in.text();
    tensor.unwritten = in.text();
    read(in, tensor.origins);
    int64_t count = elements(tensor.sizes);
    uint64_t size = element_bytes(tensor.dtype);
    bool is_whole = size > 0 && count >= 0 && static_cast<uint64_t>(count) <= tensor.data.size() / size &&
                    static_cast<uint64_t>(count) * size == tensor.data.size();
    if (!is_whole || tensor.strides.size() != tensor.sizes.size() ||
        (!tensor.unwritten.empty() && tensor.unwritten.size() != tensor.data.size()))
      in.fail(0);
  }
  value.items.resize(in.count(depth < kMostDepth ? kMostItems : 0));
  for (ResultValue& item : value.items) {
    if (in.is_good()) read(in, item, depth + 1);
  }
}

}  // namespace

uint64_t element_bytes(int32_t dtype) {
  // uint8 int8 int16 int32 int64 half float double, complex (none), bool, ..., bfloat16 at 15.
  switch (dtype) {
    case 0:
    case 1:
    case 11:
    case 23:
    case 24:
      return 1;
    case 2:
    case 5:
    case 15:
    case 27:
      return 2;
    case 3:
    case 6:
    case 28:
      return 4;
    case 4:
    case 7:
    case 29:
      return 8;
    default:
      return 0;
  }
}

int64_t elements(const std::vector<int64_t>& sizes) {
  int64_t count = 1;
  for (int64_t size : sizes) {
    if (size < 0 || __builtin_mul_overflow(count, size, &count)) return -1;
  }
  return count;
}

std::string encode(const std::vector<Call>& calls) {
  ByteWriter out;
  out.number<uint64_t>(calls.size());
  for (const Call& call : calls) {
    out.text(call.function);
    out.number<uint64_t>(call.arguments.size());
    for (size_t i = 0; i < call.arguments.size(); ++i) {
      out.text(i < call.names.size() ? std::string_view(call.names[i]) : std::string_view());
      write(out, call.arguments[i]);
    }
    out.number<uint64_t>(call.storages.size());
    for (const CallStorage& storage : call.storages) {
      out.number<uint8_t>(storage.is_cuda);
      out.number<uint8_t>(storage.is_read_only);
      out.text(storage.bytes);
      out.number(storage.blank_bytes);
      out.text(storage.unwritten);
    }
  }
  return out.take();
}

bool decode(std::string_view bytes, std::vector<Call>& calls) {
  ByteReader in(bytes);
  calls.resize(in.count(kMostItems));
  for (Call& call : calls) {
    if (!in.is_good()) return false;
    call.function = in.text();
    uint64_t arguments = in.count(kMostItems);
    for (uint64_t i = 0; i < arguments && in.is_good(); ++i) {
      call.names.emplace_back(in.text());
      read(in, call.arguments.emplace_back(), 0);
    }
    uint64_t storages = in.count(kMostItems);
    for (uint64_t i = 0; i < storages && in.is_good(); ++i) {
      CallStorage& storage = call.storages.emplace_back();
      storage.is_cuda = in.number<uint8_t>() != 0;
      storage.is_read_only = in.number<uint8_t>() != 0;
      storage.bytes = in.text();
      storage.blank_bytes = in.number<uint64_t>();
      storage.unwritten = in.text();
      if (!storage.unwritten.empty() && storage.unwritten.size() != storage.bytes.size()) in.fail(0);
      if (storage.blank_bytes != 0 && !storage.bytes.empty()) in.fail(0);
    }
  }
  return in.is_good() && in.is_at_end();
}

std::string encode(const CallResult& result) {
  ByteWriter out;
  out.number<uint8_t>(result.has_failed);
  out.text(result.message);
  out.text(result.file);
  out.number(result.line);
  write(out, result.value);
  out.number<uint64_t>(result.storages.size());
  for (const ReturnedStorage& storage : result.storages) {
    out.number(storage.storage);
    out.text(storage.bytes);
    out.text(storage.unwritten);
    write(out, storage.origins);
  }
  out.number(result.launches);
  out.number(result.bytes_to_host);
  return out.take();
}

bool decode(std::string_view bytes, std::vector<CallResult>& results) {
  ByteReader in(bytes);
  while (!in.is_at_end()) {
    CallResult result;
    result.has_failed = in.number<uint8_t>() != 0;
    result.message = in.text();
    result.file = in.text();
    result.line = in.number<uint32_t>();
    read(in, result.value, 0);
    uint64_t count = in.count(kMostItems);
    for (uint64_t i = 0; i < count && in.is_good(); ++i) {
      ReturnedStorage& storage = result.storages.emplace_back();
      storage.storage = in.number<uint32_t>();
      storage.bytes = in.text();
      storage.unwritten = in.text();
      read(in, storage.origins);
      if (!storage.unwritten.empty() && storage.unwritten.size() != storage.bytes.size()) in.fail(0);
    }
    result.launches = in.number<uint32_t>();
    result.bytes_to_host = in.number<uint64_t>();
    if (!in.is_good()) return false;
    results.push_back(std::move(result));
  }
  return in.is_good();
}

}  // namespace tilewright::kernels::cuda
