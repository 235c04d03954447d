#include "library/context.h"

#include <c10/core/DefaultDtype.h>
#include <c10/core/ScalarType.h>

#include "base/check.h"
#include "script/variables.h"

namespace tilewright::library {
namespace {

// context_of() is on the path of every tensor operation: the last answer is kept.
thread_local const script::Interpreter* last_interpreter = nullptr;
thread_local Context* last_context = nullptr;

}  // namespace

Context::Context(script::Interpreter& owner, LibrarySession& library_session)
    : interpreter(owner),
      session(library_session),
      account(std::make_shared<MemoryAccount>()),
      default_dtype(static_cast<int8_t>(c10::ScalarType::Float)) {
  account->budget = &owner.budget();
  std::shared_ptr<void>& measured = owner.extension(kernels::memory::kMeasurementKey);
  if (!measured) measured = std::make_shared<kernels::memory::Measurement>();
  measurement = std::static_pointer_cast<kernels::memory::Measurement>(measured);
  std::shared_ptr<void>& devices = owner.extension(kernels::memory::kDeviceUseKey);
  if (!devices) devices = std::make_shared<kernels::memory::DeviceUse>();
  device_use = std::static_pointer_cast<kernels::memory::DeviceUse>(devices);
  account->limit_bytes = static_cast<int64_t>(owner.budget().limits().memory_bytes);
  if (library_session.options.default_device.starts_with("cuda")) default_device = {Device::Type::Cuda, 0};
}

Context::~Context() {
  account->budget = nullptr;
  if (last_context == this) last_interpreter = nullptr, last_context = nullptr;
}

Span Context::user_span() const {
  Span span = interpreter.current_span();
  if (!is_prelude(span)) return span;
  if (entry_span) return entry_span;
  Span place = script::user_place(interpreter);
  return place ? place : span;
}

Context& context_of(script::Interpreter& interpreter) {
  if (last_interpreter == &interpreter && last_context != nullptr) return *last_context;
  auto& extension = interpreter.extension("torch");
  TW_CHECK(extension != nullptr, "library::install was not called for this interpreter");
  last_interpreter = &interpreter;
  last_context = static_cast<Context*>(extension.get());
  return *last_context;
}

}  // namespace tilewright::library
