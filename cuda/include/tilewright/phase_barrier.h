// A barrier with phases in memory (cuda::barrier, pipelines): who arrives publishes what it did, who waits learns it.
#pragma once

namespace tilewright {

struct PhaseBarrier {
  unsigned expected, arrived, phase;
};

TW_INLINE TW_UNINSTRUMENTED void phase_init(PhaseBarrier* barrier, unsigned expected) {
  barrier->expected = expected;
  barrier->arrived = 0;
  barrier->phase = 0;
}
TW_ATOMIC_FUNCTION inline unsigned phase_arrive(PhaseBarrier* barrier, unsigned count) {
  // What orders the arriving thread after the others is the wait, not the arrival; and a wait learns of its own phase, not
  // of what faster threads did towards the next.
  unsigned phase = barrier->phase;
  tw_atomic_order((char*)barrier + phase % 8, 1, 0);
  barrier->arrived += count;
  if (barrier->arrived >= barrier->expected) {
    barrier->arrived = 0;
    ++barrier->phase;
  }
  TW_PROGRESS();
  return phase;
}
TW_ATOMIC_FUNCTION inline bool phase_is_over(PhaseBarrier* barrier, unsigned phase) {
  if (*(volatile unsigned*)&barrier->phase == phase) return false;
  tw_atomic_order((char*)barrier + phase % 8, 0, 1);
  return true;
}
TW_INLINE void phase_wait(PhaseBarrier* barrier, unsigned phase) {
  while (!phase_is_over(barrier, phase)) tw_yield();
}

}  // namespace tilewright

namespace tilewright {
// An asynchronous copy into shared memory shared out among the threads of a group.
TW_INLINE void copy_pieces(void* destination, const void* source, size_t bytes, size_t rank, size_t threads) {
  size_t both = (size_t)destination | (size_t)source | bytes;
  size_t piece = both % 16 == 0 ? 16 : both % 8 == 0 ? 8 : both % 4 == 0 ? 4 : 1;
  for (size_t at = rank * piece; at < bytes; at += threads * piece)
    tw_copy_async((char*)destination + at, (const char*)source + at, piece, piece);
}
}  // namespace tilewright
