// When each instruction of a launch would start and end on the device. Engines run their own instructions in
// program order; an instruction waits for those that wrote what it reads, and for those that read or wrote
// what it writes (semaphores that the compiler sets). Transfers queue for the core's share of memory
// bandwidth.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/source.h"

namespace tilewright::kernels::nki {

enum class Engine : uint8_t { Tensor, Vector, Scalar, GpSimd, Dma, Sync };
inline constexpr size_t kEngines = 6;
std::string_view spelling(Engine engine);

// Part of a buffer: partitions and bytes within a partition (of HBM: one partition).
struct Box {
  int32_t partition_begin = 0, partition_end = 1;
  int64_t begin = 0, end = 0;
};

// The accesses of one buffer that later instructions may have to wait for.
struct Traffic {
  struct Access {
    Box box;
    uint32_t instruction = 0;
    bool is_write = false;
  };
  std::vector<Access> accesses;
};

struct Scheduled {
  double start = 0, end = 0;  // seconds
  Engine engine = Engine::Tensor;
  uint16_t kind = 0;            // row of instructions.def
  uint32_t waited_for = kNone;  // the instruction whose end set `start`
  Span span;
  static constexpr uint32_t kNone = 0xffffffffu;
};

struct TouchedBuffer {
  Traffic* traffic = nullptr;
  Box box;
  bool is_write = false;
};

class Timeline {
 public:
  // `seconds`: what the engine is busy; `latency`: after it until the result can be used by another
  // instruction; `dependent`: added where the instruction has to wait for the one before on its own engine.
  struct Cost {
    double seconds = 0, latency = 0, dependent = 0;
  };
  void issue(Engine engine, uint16_t kind, Span span, Cost cost, const TouchedBuffer* touched, size_t count);

  double seconds() const { return end_; }
  double busy_seconds(Engine engine) const { return busy_[static_cast<size_t>(engine)]; }
  size_t size() const { return scheduled_.size(); }
  const std::vector<Scheduled>& instructions() const { return scheduled_; }
  // The instructions whose ends determine the launch's, first to last.
  std::vector<uint32_t> critical_path() const;

 private:
  std::vector<Scheduled> scheduled_;
  std::array<double, kEngines> free_{}, busy_{};
  std::array<uint32_t, kEngines> latest_ = make_latest();
  double end_ = 0;
  uint32_t last_ = Scheduled::kNone;
  static constexpr std::array<uint32_t, kEngines> make_latest() {
    std::array<uint32_t, kEngines> all{};
    all.fill(Scheduled::kNone);
    return all;
  }
};

}  // namespace tilewright::kernels::nki
