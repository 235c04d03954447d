#include "kernels/nki/timeline.h"

#include <algorithm>

#include "base/check.h"

namespace tilewright::kernels::nki {
namespace {

bool overlap(const Box& a, const Box& b) {
  return a.partition_begin < b.partition_end && b.partition_begin < a.partition_end && a.begin < b.end &&
         b.begin < a.end;
}

bool covers(const Box& outer, const Box& inner) {
  return outer.partition_begin <= inner.partition_begin && outer.partition_end >= inner.partition_end &&
         outer.begin <= inner.begin && outer.end >= inner.end;
}

// A new access makes the ones that it covers needless: who waits for it waits for them. A read leaves other
// reads alone.
void remember(Traffic& traffic, const Traffic::Access& access, const std::vector<Scheduled>& scheduled) {
  std::erase_if(traffic.accesses,
                [&](const Traffic::Access& old) { return covers(access.box, old.box) && access.is_write; });
  constexpr size_t kMost = 64;
  if (traffic.accesses.size() >= kMost) {
    // Joined into one: later instructions wait for more than they would have to.
    Traffic::Access joined = access;
    for (const Traffic::Access& old : traffic.accesses) {
      joined.box.partition_begin = std::min(joined.box.partition_begin, old.box.partition_begin);
      joined.box.partition_end = std::max(joined.box.partition_end, old.box.partition_end);
      joined.box.begin = std::min(joined.box.begin, old.box.begin);
      joined.box.end = std::max(joined.box.end, old.box.end);
      joined.is_write |= old.is_write;
      if (old.instruction < scheduled.size() &&
          scheduled[old.instruction].end > scheduled[joined.instruction].end)
        joined.instruction = old.instruction;
    }
    traffic.accesses.clear();
    traffic.accesses.push_back(joined);
    return;
  }
  traffic.accesses.push_back(access);
}

}  // namespace

std::string_view spelling(Engine engine) {
  switch (engine) {
    case Engine::Tensor:
      return "Tensor";
    case Engine::Vector:
      return "Vector";
    case Engine::Scalar:
      return "Scalar";
    case Engine::GpSimd:
      return "GpSimd";
    case Engine::Dma:
      return "DMA";
    case Engine::Sync:
      return "Sync";
  }
  TW_CHECK(false, "engine {}", static_cast<int>(engine));
}

void Timeline::issue(Engine engine, uint16_t kind, Span span, Cost cost, const TouchedBuffer* touched,
                     size_t count) {
  size_t e = static_cast<size_t>(engine);
  auto number = static_cast<uint32_t>(scheduled_.size());
  // A transfer that has to wait leaves the queues to others: they are busy for the sum of all, in whatever
  // order.
  bool is_transfer = engine == Engine::Dma;
  Scheduled entry{is_transfer ? busy_[e] : free_[e], 0, engine, kind, latest_[e], span};
  for (size_t i = 0; i < count; ++i) {
    for (const Traffic::Access& access : touched[i].traffic->accesses) {
      if (!access.is_write && !touched[i].is_write) continue;
      // Of a tensor that outlived its launch: what it waited for is long done.
      if (access.instruction >= number) continue;
      if (!overlap(access.box, touched[i].box)) continue;
      const Scheduled& other = scheduled_[access.instruction];
      // Within one engine the order alone keeps them apart, but the later one waits for the pipeline to
      // drain.
      double ready = other.end;
      bool is_own = other.engine == engine && !is_transfer;
      if (is_own)
        ready = free_[e] + (access.instruction == latest_[e] && access.is_write ? cost.dependent : 0);
      if (ready > entry.start) {
        entry.start = ready;
        entry.waited_for = access.instruction;
      }
    }
  }
  free_[e] = entry.start + cost.seconds;
  entry.end = entry.start + cost.seconds + cost.latency;
  busy_[e] += cost.seconds;
  latest_[e] = number;
  if (entry.end > end_) {
    end_ = entry.end;
    last_ = number;
  }
  scheduled_.push_back(entry);
  for (size_t i = 0; i < count; ++i)
    remember(*touched[i].traffic, {touched[i].box, number, touched[i].is_write}, scheduled_);
}

std::vector<uint32_t> Timeline::critical_path() const {
  std::vector<uint32_t> path;
  for (uint32_t at = last_; at != Scheduled::kNone; at = scheduled_[at].waited_for) path.push_back(at);
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace tilewright::kernels::nki
