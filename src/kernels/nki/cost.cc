#include "kernels/nki/cost.h"

#include <algorithm>

namespace tilewright::kernels::nki {
namespace {

constexpr double kLeastCycles = 64;
// Rows below 2 KiB use a descriptor badly (nki-dma-bandwidth-guide.rst: at least 2 KiB, below 256 bytes very
// poor). The share of the bandwidth is taken in proportion, down to an eighth.
constexpr double kFullRowBytes = 2048, kWorstShare = 1.0 / 8;

double elements(const View& view) { return static_cast<double>(view.free_elements()); }
bool is_contiguous(const View& view) { return rows_of(view).is_contiguous(); }

bool is_short(const Launch& launch, const View& view) {
  return is_half(view.type) || (launch.chip.generation >= 4 && is_float8(view.type));
}

double contiguous_bytes(const View& view) {
  int64_t run = 1;
  for (size_t d = view.shape.size(); d-- > 0;) {
    if (view.shape[d] != 1 && view.strides[d] != run) break;
    run *= view.shape[d];
  }
  return static_cast<double>(run) * static_cast<double>(view.element_bytes());
}

}  // namespace

double one_tile_cycles(const Launch& launch, const View& in, const View& out) {
  double speed = 1;
  if (launch.chip.generation >= 3 && is_short(launch, in) && is_short(launch, out)) {
    bool in_sbuf = in.space() == Space::Sbuf, out_sbuf = out.space() == Space::Sbuf;
    bool contiguous = is_contiguous(in) && is_contiguous(out);
    if (in_sbuf && out_sbuf) {
      speed = contiguous ? 4 : 2;
    } else if (contiguous && (in_sbuf || out_sbuf)) {
      speed = 2;
    }
  }
  return std::max(kLeastCycles, std::max(elements(in), elements(out)) / speed);
}

double two_tile_cycles(const Launch& launch, const View& a, const View& b, const View& out, bool is_simple) {
  double n = elements(out);
  bool one_in_psum = (a.space() == Space::Psum) != (b.space() == Space::Psum);
  bool both_in_sbuf = a.space() == Space::Sbuf && b.space() == Space::Sbuf;
  bool all_brain = both_in_sbuf && a.type == ElementType::BFloat16 && b.type == ElementType::BFloat16 &&
                   out.type == ElementType::BFloat16 && is_contiguous(a) && is_contiguous(b) &&
                   is_contiguous(out);
  bool is_fast = one_in_psum || (all_brain && is_simple);
  double cycles = is_fast ? n : 2 * n;
  if (launch.chip.generation >= 3 && !is_fast && both_in_sbuf && is_half(a.type) && is_half(b.type))
    cycles = n;
  return std::max(kLeastCycles, cycles);
}

double activation_cycles(const View& in) { return std::max(kLeastCycles, elements(in)); }

double reduce_cycles(const View& in, const View& out, bool is_add_or_max) {
  bool is_half_rate = in.type == ElementType::BFloat16 && out.type == ElementType::BFloat16 && is_add_or_max;
  return std::max(kLeastCycles, elements(in) / (is_half_rate ? 2 : 1));
}

double matmul_cycles(ElementType type, int64_t stationary_columns, int64_t moving_columns,
                     bool is_double_rate) {
  double cycles = static_cast<double>(std::max(std::min<int64_t>(64, stationary_columns), moving_columns));
  if (type == ElementType::Float32) cycles *= 4;
  return is_double_rate ? cycles / 2 : cycles;
}

double transfer_seconds(const chips::NeuronChip& chip, const View& dst, const View& src) {
  double bytes = static_cast<double>(dst.elements()) *
                 static_cast<double>(std::max(dst.element_bytes(), src.element_bytes()));
  double queues = chip.dma_engine_bandwidth * chip.dma_engines;
  double bandwidth = dst.is_on_chip() && src.is_on_chip() ? queues : std::min(queues, chip.memory_bandwidth);
  // A transfer to or from partitions has one row a partition; rows that lie on in HBM make longer descriptors
  // only there.
  double row = std::min(contiguous_bytes(dst), contiguous_bytes(src));
  for (const View* view : {&dst, &src}) {
    if (view->is_on_chip() && !view->shape.empty()) {
      row = std::min(row,
                     static_cast<double>(view->free_elements()) * static_cast<double>(view->element_bytes()));
    }
  }
  double share = std::clamp(row / kFullRowBytes, kWorstShare, 1.0);
  return bytes / (bandwidth * share);
}

}  // namespace tilewright::kernels::nki
