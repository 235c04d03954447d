#include "library/twister.h"

#include <array>
#include <cmath>
#include <optional>

#include "kernels/memory/region.h"
#include "script/objects.h"

namespace tilewright::library {
namespace {

using script::CallArguments;
using script::Interpreter;
using script::Value;

// MT19937 (Matsumoto and Nishimura 1998), read as NumPy's RandomState reads it: doubles of 53 bits, normal
// numbers by Marsaglia's polar method, two at a time.
class Twister final : public script::Object {
 public:
  explicit Twister(uint32_t seed) {
    state_[0] = seed;
    for (uint32_t i = 1; i < kWords; ++i)
      state_[i] = 1812433253u * (state_[i - 1] ^ (state_[i - 1] >> 30)) + i;
  }
  std::string_view type_name() const override { return "Twister"; }
  std::optional<Value> find_attribute(Interpreter& interpreter, std::string_view name) override;

  uint32_t word() {
    if (at_ == kWords) refill();
    uint32_t y = state_[at_++];
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680u;
    y ^= (y << 15) & 0xefc60000u;
    return y ^ (y >> 18);
  }
  double random() {
    double high = word() >> 5, low = word() >> 6;
    return (high * 67108864.0 + low) / 9007199254740992.0;
  }
  double normal() {
    if (spare_) {
      double value = *spare_;
      spare_.reset();
      return value;
    }
    double x = 0, y = 0, square = 0;
    do {
      x = 2.0 * random() - 1.0;
      y = 2.0 * random() - 1.0;
      square = x * x + y * y;
    } while (square >= 1.0 || square == 0.0);
    double scale = std::sqrt(-2.0 * std::log(square) / square);
    spare_ = scale * x;
    return scale * y;
  }

 private:
  void refill() {
    for (uint32_t i = 0; i < kWords; ++i) {
      uint32_t y = (state_[i] & 0x80000000u) | (state_[(i + 1) % kWords] & 0x7fffffffu);
      state_[i] = state_[(i + 397) % kWords] ^ (y >> 1) ^ (y & 1 ? 0x9908b0dfu : 0u);
    }
    at_ = 0;
  }
  static constexpr uint32_t kWords = 624;
  std::array<uint32_t, kWords> state_{};
  uint32_t at_ = kWords;
  std::optional<double> spare_;
};

template <double (Twister::*draw)()>
Value fill(Interpreter& interpreter, Twister& source, CallArguments& arguments) {
  auto* tensor =
      arguments.positional.empty() ? nullptr : arguments.positional[0].as<kernels::memory::DeviceTensor>();
  if (tensor == nullptr) interpreter.raise("TypeError", "a tensor is asked for");
  kernels::memory::TensorView view = tensor->device_view();
  size_t count = 1;
  for (int64_t extent : view.shape) count *= static_cast<size_t>(extent);
  size_t bytes = count * sizeof(double);
  if (view.dtype != DType::Float64 || view.byte_offset + bytes > view.region->bytes)
    interpreter.raise("TypeError", "a contiguous tensor of float64 is asked for");
  interpreter.spend(count);
  auto* values = reinterpret_cast<double*>(view.region->base + view.byte_offset);
  for (size_t i = 0; i < count; ++i) values[i] = (source.*draw)();
  view.region->mark_initialised(view.byte_offset, view.byte_offset + bytes);
  view.region->forget_if_initialised();
  return {};
}

std::optional<Value> Twister::find_attribute(Interpreter&, std::string_view name) {
  script::Ref<Twister> self(this);
  auto method = [&](auto body) {
    return Value(script::make_function(
        std::string(name),
        [self, body](Interpreter& host, CallArguments& arguments) { return body(host, *self, arguments); }));
  };
  if (name == "word")
    return method(
        [](Interpreter&, Twister& source, CallArguments&) { return Value(int64_t{source.word()}); });
  if (name == "random")
    return method([](Interpreter&, Twister& source, CallArguments&) { return Value(source.random()); });
  if (name == "normal")
    return method([](Interpreter&, Twister& source, CallArguments&) { return Value(source.normal()); });
  if (name == "fill") return method(fill<&Twister::random>);
  if (name == "fill_normal") return method(fill<&Twister::normal>);
  return std::nullopt;
}

}  // namespace

void install_twister(Interpreter& interpreter) {
  interpreter.add_module("numpy._twister", [](Interpreter&) {
    auto module = script::make<script::Module>("numpy._twister");
    module->set("Twister", script::make_function("Twister", [](Interpreter& host, CallArguments& arguments) {
                  if (arguments.positional.size() != 1) host.raise("TypeError", "Twister() takes a seed");
                  return Value(script::make<Twister>(
                      static_cast<uint32_t>(host.to_int(arguments.positional[0], "seed"))));
                }));
    return module;
  });
}

}  // namespace tilewright::library
