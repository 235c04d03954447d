// A candidate's functions on a GPU, called in a worker process: tensors go in and come out as bytes. A worker that
// crashes, hangs or breaks the device's context is ended; the next candidate begins with a fresh one.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "base/result.h"
#include "base/subprocess.h"
#include "kernels/cuda/gpu/message.h"

namespace tilewright::kernels::cuda::gpu {

// An argument or a result of a candidate's function.
struct GpuValue {
  enum class Kind : uint8_t { None, Bool, Int, Float, String, Tensor, List };
  Kind kind = Kind::None;
  int64_t integer = 0;  // Bool and Int
  double floating = 0;
  std::string text;
  DType dtype = DType::Float32;    // Tensor: contiguous
  std::vector<int64_t> shape;
  std::string bytes;               // empty while the shape is not: the worker fills it (floats in -1 to 1, integers 0)
  std::vector<GpuValue> items;     // List
};

struct GpuTiming {
  std::vector<double> microseconds;  // by events, one a repetition, each with a cold L2 cache
  // The same with the host waiting for the whole device before the second event: much more says that work went on
  // where events do not see it. A few repetitions.
  std::vector<double> waited_microseconds;
  int clock_megahertz = 0;
};

class GpuCandidate {
 public:
  // `worker`: the command of the worker, without its own arguments. `image`: a shared object that registers its functions
  // (cuda/extension). `milliseconds` of wall clock for each call.
  static Result<GpuCandidate> start(const std::vector<std::string>& worker, const std::string& image, int milliseconds);

  // Names of its functions.
  const std::vector<std::string>& functions() const { return functions_; }
  // A PythonException: the function threw; other kinds as the driver names what its kernels did, or FuelExhausted.
  Result<GpuValue> call(const std::string& function, const std::vector<GpuValue>& arguments);
  // Ends the worker and waits until it is gone, or kills it when its time is over.
  void finish();
  Result<GpuTiming> time(const std::string& function, const std::vector<GpuValue>& arguments, int repetitions);

 private:
  GpuCandidate(Subprocess process, int milliseconds) : process_(std::move(process)), milliseconds_(milliseconds) {}
  Result<Message> ask(const Message& request);

  Subprocess process_;
  int milliseconds_;
  std::vector<std::string> functions_;
};

// As messages carry them; also the worker's side.
nlohmann::json value_to_json(const GpuValue& value, std::string& bytes);
Result<GpuValue> value_from_json(const nlohmann::json& value, const std::string& bytes);

}  // namespace tilewright::kernels::cuda::gpu
