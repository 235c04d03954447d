// Cycles of instructions: the formulas that AWS printed with each instruction of nki.isa until version 2.26
// of the Neuron documentation (N: elements of a partition), and what the guides of trn2 and trn3 say changes
// there.
#pragma once

#include "kernels/nki/call.h"

namespace tilewright::kernels::nki {

// One tile in, one out: max(64, N) on the Vector Engine of trn1. From trn2 on 16-bit elements in SBUF go 4
// times as fast where they are contiguous, 2 times where they are not or one side is in PSUM (trn3: 8-bit
// ones too).
double one_tile_cycles(const Launch& launch, const View& in, const View& out);
// Two tiles in: max(64, 2N); max(64, N) where exactly one is in PSUM or all hold bf16 in SBUF without gaps
// and the operation is add, subtract or multiply. From trn2 on half of it for 16-bit inputs in SBUF.
double two_tile_cycles(const Launch& launch, const View& a, const View& b, const View& out, bool is_simple);
// The Scalar Engine: max(64, N); from trn3 on copies of 16-bit elements go twice as fast.
double activation_cycles(const View& in);
double reduce_cycles(const View& in, const View& out, bool is_add_or_max);
// The Tensor Engine, averaged over many products back to back: max(min(64, rows of the stationary matrix),
// columns of the moving one), four times that for fp32.
double matmul_cycles(ElementType type, int64_t stationary_columns, int64_t moving_columns,
                     bool is_double_rate);
inline constexpr double kGpSimdStart = 150;  // cycles before an instruction of GpSimd begins
inline double started(Engine engine, double cycles) {
  return engine == Engine::GpSimd ? kGpSimdStart + cycles : cycles;
}

// Seconds that a transfer keeps the core's queues busy: bytes over bandwidth, worse for short rows.
double transfer_seconds(const chips::NeuronChip& chip, const View& dst, const View& src);

}  // namespace tilewright::kernels::nki
