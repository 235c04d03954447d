// For the tests of this room: host tensors without torch, and a script run against them.
#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "kernels/memory/region.h"
#include "kernels/triton/registers.h"
#include "kernels/triton/triton.h"
#include "kernels/triton/vector_kernels.h"
#include "script/interpreter.h"

namespace tilewright::kernels::triton::testing {

class FakeTensor final : public script::Object, public memory::DeviceTensor {
 public:
  FakeTensor(DType element, std::vector<int64_t> extents, bool initialised)
      : dtype(element), shape(std::move(extents)) {
    size_t count = 1;
    for (int64_t extent : shape) count *= static_cast<size_t>(extent);
    storage.resize(count * size_of(dtype));
    region = std::make_shared<memory::Region>();
    region->base = storage.data();
    region->bytes = storage.size();
    if (!initialised) region->initialised = memory::ByteSet(storage.size());
  }
  std::string_view type_name() const override { return "Tensor"; }
  memory::TensorView device_view() override {
    std::vector<int64_t> strides(shape.size(), 1);
    for (size_t i = shape.size(); i-- > 1;) strides[i - 1] = strides[i] * shape[i];
    return {region, 0, dtype, shape, strides};
  }
  std::optional<script::Value> find_attribute(script::Interpreter&, std::string_view name) override {
    if (name == "shape") {
      std::vector<script::Value> items;
      for (int64_t extent : shape) items.emplace_back(extent);
      return script::make_tuple(std::move(items));
    }
    return std::nullopt;
  }
  double get(size_t i) const { return load_as_double(dtype, storage.data() + i * size_of(dtype)); }
  void set(size_t i, double v) { store_from_double(dtype, storage.data() + i * size_of(dtype), v); }
  size_t size() const { return storage.size() / size_of(dtype); }

  DType dtype;
  std::vector<int64_t> shape;
  std::vector<std::byte> storage;
  std::shared_ptr<memory::Region> region;
};

using TensorRef = script::Ref<FakeTensor>;

inline TensorRef tensor(std::vector<double> values, DType dtype = DType::Float32,
                        std::vector<int64_t> shape = {}) {
  if (shape.empty()) shape = {static_cast<int64_t>(values.size())};
  TensorRef result = script::make<FakeTensor>(dtype, std::move(shape), true);
  for (size_t i = 0; i < values.size(); ++i) result->set(i, values[i]);
  return result;
}
inline TensorRef empty(std::vector<int64_t> shape, DType dtype = DType::Float32) {
  return script::make<FakeTensor>(dtype, std::move(shape), false);
}
inline TensorRef zeros(std::vector<int64_t> shape, DType dtype = DType::Float32) {
  return script::make<FakeTensor>(dtype, std::move(shape), true);
}

// Runs a script that defines `main`, then main(arguments...).
class Runner {
 public:
  explicit Runner(const std::string& source, TritonOptions options = {}, BudgetLimits limits = {})
      : budget(limits) {
    session.options = options;
    capabilities.standard_output = [this](std::string_view text) { output += text; };
    interpreter = std::make_unique<script::Interpreter>(sources, budget, capabilities);
    install(*interpreter, session);
    SourceId id = sources.add("kernel.py", "import triton\nimport triton.language as tl\n" + source);
    module = interpreter->run_module(id, "kernel");
  }
  // The rendered diagnostic, or "" if all went well.
  template <class... Values>
  std::string run(Values... values) {
    if (!module) return render(module.error(), sources);
    auto function = (*module)->globals->find("main");
    script::CallArguments arguments;
    (arguments.positional.push_back(script::Value(values)), ...);
    Result<script::Value> result = interpreter->call(*function, std::move(arguments));
    return result ? "" : render(result.error(), sources);
  }

  SourceManager sources;
  Budget budget;
  TritonSession session;
  script::Capabilities capabilities;
  std::string output;
  std::unique_ptr<script::Interpreter> interpreter;
  Result<script::Ref<script::Module>> module = fail(DiagnosticKind::Unsupported, "not run");
};

}  // namespace tilewright::kernels::triton::testing
