// random: the Mersenne Twister (Matsumoto and Nishimura 1998) seeded and read as CPython does, so that a
// seed gives the same numbers.
#include <fmt/format.h>

#include <cmath>

#include "script/arguments.h"
#include "script/big_integer.h"
#include "script/implementation.h"
#include "script/modules.h"

namespace tilewright::script {

namespace {

class Twister {
 public:
  void seed(const std::vector<uint32_t>& key) {
    initialise(19650218u);
    size_t i = 1, j = 0;
    for (size_t k = std::max<size_t>(kSize, key.size()); k > 0; --k) {
      state_[i] = (state_[i] ^ ((state_[i - 1] ^ (state_[i - 1] >> 30)) * 1664525u)) + key[j] +
                  static_cast<uint32_t>(j);
      if (++i >= kSize) state_[0] = state_[kSize - 1], i = 1;
      if (++j >= key.size()) j = 0;
    }
    for (size_t k = kSize - 1; k > 0; --k) {
      state_[i] =
          (state_[i] ^ ((state_[i - 1] ^ (state_[i - 1] >> 30)) * 1566083941u)) - static_cast<uint32_t>(i);
      if (++i >= kSize) state_[0] = state_[kSize - 1], i = 1;
    }
    state_[0] = 0x80000000u;
    index_ = kSize;
  }
  uint32_t next() {
    if (index_ >= kSize) refill();
    uint32_t y = state_[index_++];
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680u;
    y ^= (y << 15) & 0xefc60000u;
    return y ^ (y >> 18);
  }
  double uniform() {
    uint32_t a = next() >> 5, b = next() >> 6;
    return (a * 67108864.0 + b) * (1.0 / 9007199254740992.0);
  }
  uint64_t bits(int count) {
    if (count <= 32) return next() >> (32 - count);
    uint64_t low = next();
    return low | static_cast<uint64_t>(next() >> (64 - count)) << 32;
  }
  uint64_t below(uint64_t bound) {
    int count = 64 - __builtin_clzll(bound);
    uint64_t value = bits(count);
    while (value >= bound) value = bits(count);
    return value;
  }
  std::optional<double> spare_gauss;

 private:
  static constexpr size_t kSize = 624;
  void initialise(uint32_t seed) {
    state_[0] = seed;
    for (size_t i = 1; i < kSize; ++i)
      state_[i] = 1812433253u * (state_[i - 1] ^ (state_[i - 1] >> 30)) + static_cast<uint32_t>(i);
  }
  void refill() {
    for (size_t i = 0; i < kSize; ++i) {
      uint32_t y = (state_[i] & 0x80000000u) | (state_[(i + 1) % kSize] & 0x7fffffffu);
      state_[i] = state_[(i + 397) % kSize] ^ (y >> 1) ^ ((y & 1) != 0 ? 0x9908b0dfu : 0);
    }
    index_ = 0;
  }
  std::array<uint32_t, kSize> state_{};
  size_t index_ = kSize;
};

using State = std::shared_ptr<Twister>;

void seed_with(Interpreter& interpreter, Twister& twister, const Value& value) {
  BigInt number(0);
  if (auto big = as_big(value))
    number = big->is_negative() ? -*big : *big;
  else if (!value.is_none())
    number = BigInt::from_unsigned(interpreter.hash(value));
  std::vector<uint32_t> key = number.twos_complement(0);
  while (key.size() > 1 && key.back() == 0) key.pop_back();
  twister.seed(key);
  twister.spare_gauss.reset();
}

Value random_range(Interpreter& interpreter, Twister& twister, int64_t start, int64_t stop, int64_t step) {
  if (step == 0) interpreter.raise("ValueError", "zero step for randrange()");
  int64_t count = step > 0 ? (stop - start + step - 1) / step : (stop - start + step + 1) / step;
  if (count <= 0)
    interpreter.raise("ValueError",
                      fmt::format("empty range for randrange() ({}, {}, {})", start, stop, stop - start));
  return start + step * static_cast<int64_t>(twister.below(static_cast<uint64_t>(count)));
}

void add_methods(Interpreter& interpreter, const std::function<void(std::string, NativeFunction::Body)>& add,
                 State state) {
  (void)interpreter;
  add("seed", [state](Interpreter& i, CallArguments& a) {
    ArgumentReader reader(i, "seed", a);
    seed_with(i, *state, reader.optional("a").value_or(Value()));
    return Value();
  });
  add("random", [state](Interpreter&, CallArguments&) { return Value(state->uniform()); });
  add("uniform", [state](Interpreter& i, CallArguments& a) {
    double low = i.to_float(a.positional.at(0), ""), high = i.to_float(a.positional.at(1), "");
    return Value(low + (high - low) * state->uniform());
  });
  add("randint", [state](Interpreter& i, CallArguments& a) {
    int64_t low = i.to_int(a.positional.at(0), ""), high = i.to_int(a.positional.at(1), "");
    return random_range(i, *state, low, high + 1, 1);
  });
  add("randrange", [state](Interpreter& i, CallArguments& a) {
    int64_t first = i.to_int(a.positional.at(0), "");
    if (a.positional.size() == 1) return random_range(i, *state, 0, first, 1);
    return random_range(i, *state, first, i.to_int(a.positional[1], ""),
                        a.positional.size() > 2 ? i.to_int(a.positional[2], "") : 1);
  });
  add("getrandbits", [state](Interpreter& i, CallArguments& a) {
    int64_t count = i.to_int(a.positional.at(0), "");
    if (count < 0) i.raise("ValueError", "number of bits must be non-negative");
    i.check_memory(count / 8);
    BigInt result(0);
    for (int64_t done = 0; done < count; done += 32) {
      int part = static_cast<int>(std::min<int64_t>(32, count - done));
      result = result + BigInt::from_unsigned(state->bits(part)).shift_left(static_cast<size_t>(done));
    }
    return make_integer(result);
  });
  add("choice", [state](Interpreter& i, CallArguments& a) {
    int64_t size = i.length(a.positional.at(0));
    if (size == 0) i.raise("IndexError", "Cannot choose from an empty sequence");
    return i.get_item(a.positional[0],
                      Value(static_cast<int64_t>(state->below(static_cast<uint64_t>(size)))));
  });
  add("choices", [state](Interpreter& i, CallArguments& a) {
    ArgumentReader reader(i, "choices", a);
    std::vector<Value> population = i.to_vector(reader.required("population"));
    std::optional<Value> weights = reader.optional("weights"), summed = reader.keyword("cum_weights");
    int64_t count = i.to_int(reader.keyword("k").value_or(Value(1)), "");
    bool has_weights = weights && !weights->is_none(), has_summed = summed && !summed->is_none();
    if (has_weights && has_summed) i.raise("TypeError", "Cannot specify both weights and cumulative weights");
    std::vector<double> cumulative;
    if (has_weights || has_summed) {
      double total = 0;
      for (const Value& weight : i.to_vector(has_weights ? *weights : *summed)) {
        total = has_weights ? total + i.to_float(weight, "") : i.to_float(weight, "");
        cumulative.push_back(total);
      }
      if (cumulative.size() != population.size())
        i.raise("ValueError", "The number of weights does not match the population");
      if (total <= 0) i.raise("ValueError", "Total of weights must be greater than zero");
      if (!std::isfinite(total)) i.raise("ValueError", "Total of weights must be finite");
    }
    if (population.empty() && count > 0) i.raise("IndexError", "list index out of range");
    std::vector<Value> chosen;
    for (int64_t k = 0; k < count; ++k) {
      i.spend(1);
      double drawn = state->uniform();  // one number a pick, as CPython draws
      auto at = static_cast<size_t>(drawn * static_cast<double>(population.size()));
      if (!cumulative.empty()) {
        double wanted = drawn * cumulative.back();
        at = static_cast<size_t>(std::upper_bound(cumulative.begin(), cumulative.end() - 1, wanted) -
                                 cumulative.begin());
      }
      chosen.push_back(population[at]);
    }
    return make_list(std::move(chosen));
  });
  add("shuffle", [state](Interpreter& i, CallArguments& a) {
    auto* list = a.positional.at(0).as<List>();
    if (list == nullptr) i.raise("TypeError", "shuffle() wants a list");
    for (size_t k = list->items.size(); k-- > 1;) std::swap(list->items[k], list->items[state->below(k + 1)]);
    return Value();
  });
  add("sample", [state](Interpreter& i, CallArguments& a) {
    ArgumentReader reader(i, "sample", a);
    std::vector<Value> population = i.to_vector(reader.required("population"));
    int64_t count = i.to_int(reader.required("k"), "");
    auto n = static_cast<int64_t>(population.size());
    if (count < 0 || count > n) i.raise("ValueError", "Sample larger than population or is negative");
    std::vector<Value> result;
    double set_size = 21;
    if (count > 5)
      set_size += std::pow(4.0, std::ceil(std::log(static_cast<double>(count * 3)) / std::log(4.0)));
    if (static_cast<double>(n) <= set_size) {
      for (int64_t k = 0; k < count; ++k) {
        auto j = state->below(static_cast<uint64_t>(n - k));
        result.push_back(population[j]);
        population[j] = population[static_cast<size_t>(n - k - 1)];
      }
    } else {
      std::vector<bool> is_taken(population.size());
      for (int64_t k = 0; k < count; ++k) {
        uint64_t j = state->below(static_cast<uint64_t>(n));
        while (is_taken[j]) j = state->below(static_cast<uint64_t>(n));
        is_taken[j] = true;
        result.push_back(population[j]);
      }
    }
    return make_list(std::move(result));
  });
  add("gauss", [state](Interpreter& i, CallArguments& a) {
    double mean = a.positional.empty() ? 0 : i.to_float(a.positional[0], ""),
           deviation = a.positional.size() > 1 ? i.to_float(a.positional[1], "") : 1;
    double z;
    if (state->spare_gauss) {
      z = *state->spare_gauss;
      state->spare_gauss.reset();
    } else {
      double angle = state->uniform() * 2 * M_PI, radius = std::sqrt(-2.0 * std::log(1.0 - state->uniform()));
      z = std::cos(angle) * radius;
      state->spare_gauss = std::sin(angle) * radius;
    }
    return Value(mean + z * deviation);
  });
  add("normalvariate", [state](Interpreter& i, CallArguments& a) {
    double mean = a.positional.empty() ? 0 : i.to_float(a.positional[0], ""),
           deviation = a.positional.size() > 1 ? i.to_float(a.positional[1], "") : 1;
    const double magic = 4 * std::exp(-0.5) / std::sqrt(2.0);
    while (true) {
      double u = state->uniform(), v = 1.0 - state->uniform();
      double z = magic * (u - 0.5) / v;
      if (z * z / 4.0 <= -std::log(v)) return Value(mean + z * deviation);
    }
  });
  add("expovariate", [state](Interpreter& i, CallArguments& a) {
    return Value(-std::log(1.0 - state->uniform()) / i.to_float(a.positional.at(0), ""));
  });
}

}  // namespace

Ref<Module> make_random_module(Interpreter& interpreter) {
  Ref<Module> module = make<Module>("random");
  State state = std::make_shared<Twister>();
  seed_with(interpreter, *state, Value(0));  // no entropy here: unseeded runs are the same each time
  add_methods(
      interpreter,
      [&](std::string name, NativeFunction::Body body) {
        module->set(name, make_function(name, std::move(body)));
      },
      state);
  Ref<Class> generator = interpreter.make_class("Random", {}, "random");
  generator->construct = [](Interpreter& i, Class& cls, CallArguments& arguments) -> Value {
    Ref<Instance> instance = make<Instance>(Ref<Class>(&cls));
    State own = std::make_shared<Twister>();
    seed_with(i, *own, arguments.positional.empty() ? Value(0) : arguments.positional[0]);
    add_methods(
        i,
        [&](std::string name, NativeFunction::Body body) {
          instance->attributes->set(name, make_function(name, std::move(body)));
        },
        own);
    return instance;
  };
  module->set("Random", generator);
  return module;
}

}  // namespace tilewright::script
