// torch.Generator: a stream of random numbers of its own.
#pragma once

#include <memory>

#include "library/context.h"
#include "script/interpreter.h"

namespace at {
struct Generator;
}

namespace tilewright::library {

class GeneratorObject final : public script::Object {
 public:
  GeneratorObject(std::unique_ptr<at::Generator> generator, Device device);
  ~GeneratorObject() override;
  const at::Generator& generator() const { return *generator_; }
  std::string_view type_name() const override { return "Generator"; }
  script::Value type_object(script::Interpreter&) override;
  std::optional<script::Value> find_attribute(script::Interpreter&, std::string_view) override;

 private:
  std::unique_ptr<at::Generator> generator_;
  Device device_;
};

// torch.Generator, torch.manual_seed, torch.seed, torch.initial_seed.
void install_random(script::Interpreter& interpreter, script::Module& torch);

}  // namespace tilewright::library
