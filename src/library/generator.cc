#include "library/generator.h"

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/core/Generator.h>
#include <ATen/core/Tensor.h>

#include <mutex>
#include <random>

#include "library/call_operator.h"
#include "library/tensor_object.h"

namespace tilewright::library {
namespace {

using script::CallArguments;
using script::Interpreter;
using script::Value;

uint64_t seed_of(Interpreter& interpreter, const CallArguments& arguments) {
  if (arguments.positional.empty() && arguments.keywords.empty()) {
    interpreter.raise("TypeError", "manual_seed() missing 1 required positional argument: 'seed'");
  }
  const Value& seed = arguments.positional.empty() ? arguments.keywords[0].second : arguments.positional[0];
  return static_cast<uint64_t>(interpreter.to_int(seed, "seed"));
}

void seed_generator(at::Generator generator, uint64_t seed) {
  std::lock_guard lock(generator.mutex());
  generator.set_current_seed(seed);
}

Value default_generator(Device device) {
  return Value(script::make<GeneratorObject>(
      std::make_unique<at::Generator>(at::detail::getDefaultCPUGenerator()), device));
}

}  // namespace

GeneratorObject::GeneratorObject(std::unique_ptr<at::Generator> generator, Device device)
    : generator_(std::move(generator)), device_(device) {}
GeneratorObject::~GeneratorObject() = default;

Value GeneratorObject::type_object(Interpreter& interpreter) {
  return context_of(interpreter).generator_class;
}

std::optional<Value> GeneratorObject::find_attribute(Interpreter&, std::string_view name) {
  script::Ref<GeneratorObject> self(this);
  if (name == "device") return Value(script::make<DeviceObject>(device_));
  if (name == "manual_seed") {
    return script::make_function("manual_seed", [self](Interpreter& in, CallArguments& arguments) {
      seed_generator(self->generator(), seed_of(in, arguments));
      return Value(self);
    });
  }
  if (name == "initial_seed" || name == "seed") {
    return script::make_function(std::string(name), [self](Interpreter&, CallArguments&) {
      return Value(static_cast<int64_t>(self->generator().current_seed()));
    });
  }
  if (name == "get_state" || name == "clone_state") {
    return script::make_function(std::string(name), [self](Interpreter& in, CallArguments&) {
      return Value(wrap_tensor(context_of(in), self->generator().get_state(), {}, {}));
    });
  }
  if (name == "set_state") {
    return script::make_function("set_state", [self](Interpreter& in, CallArguments& arguments) {
      auto* state = arguments.positional.empty() ? nullptr : arguments.positional[0].as<TensorObject>();
      if (state == nullptr) in.raise("TypeError", "set_state() needs what get_state() returned");
      translate_errors(in, [&] {
        at::Generator generator = self->generator();
        std::lock_guard lock(generator.mutex());
        generator.set_state(state->tensor());
      });
      return Value(self);
    });
  }
  return std::nullopt;
}

void install_random(Interpreter& interpreter, script::Module& torch) {
  Context& context = context_of(interpreter);
  context.generator_class = interpreter.make_class("Generator", {}, "torch");
  context.generator_class->construct = [](Interpreter& in, script::Class&, CallArguments& arguments) {
    Device device;
    auto given = arguments.take_keyword("device");
    if (!given && !arguments.positional.empty()) given = arguments.positional[0];
    if (given) device = to_device(in, *given);
    auto generator = at::detail::createCPUGenerator();
    return Value(
        script::make<GeneratorObject>(std::make_unique<at::Generator>(std::move(generator)), device));
  };
  torch.set("Generator", context.generator_class);
  torch.set("manual_seed",
            script::make_function("manual_seed", [](Interpreter& in, CallArguments& arguments) {
              library::manual_seed(in, seed_of(in, arguments));
              return default_generator({});
            }));
  torch.set("initial_seed", script::make_function("initial_seed", [](Interpreter&, CallArguments&) {
              return Value(static_cast<int64_t>(at::detail::getDefaultCPUGenerator().current_seed()));
            }));
  torch.set("seed", script::make_function("seed", [](Interpreter& in, CallArguments&) {
              // Programs have no source of true randomness here: a run stays the same every time.
              library::manual_seed(in, 0);
              return Value(0);
            }));
  torch.set(
      "get_rng_state", script::make_function("get_rng_state", [](Interpreter& in, CallArguments&) {
        return Value(wrap_tensor(context_of(in), at::detail::getDefaultCPUGenerator().get_state(), {}, {}));
      }));
  torch.set(
      "set_rng_state", script::make_function("set_rng_state", [](Interpreter& in, CallArguments& arguments) {
        auto* state = arguments.positional.empty() ? nullptr : arguments.positional[0].as<TensorObject>();
        if (state == nullptr) in.raise("TypeError", "set_rng_state() needs what get_rng_state() returned");
        translate_errors(in, [&] {
          at::Generator generator = at::detail::getDefaultCPUGenerator();
          std::lock_guard lock(generator.mutex());
          generator.set_state(state->tensor());
        });
        return Value();
      }));
  torch.set("default_generator", default_generator({}));
}

void manual_seed(Interpreter&, uint64_t seed) { seed_generator(at::detail::getDefaultCPUGenerator(), seed); }

}  // namespace tilewright::library
