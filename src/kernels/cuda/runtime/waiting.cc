// tw_warp and tw_barrier. The first that comes takes the long way (warp.cc, barriers.cc), unless it is one of
// a whole warp with a usual shuffle; those that come to the same after it take the short one: they count
// themselves, leave what they need later on their stacks, and another lane goes on.
#include "kernels/cuda/runtime/waiting.h"

#include "kernels/cuda/runtime/conflicts.h"

namespace tilewright::kernels::cuda {
namespace {

// What the short ways leave on the stack of a thread that waits.
struct Suspended {
  void* resume;
  uint64_t registers[6];
  const void* place;
};

Block idle_block;

}  // namespace
}  // namespace tilewright::kernels::cuda

extern "C" {
void tw_warp_resumes();
void tw_barrier_resumes();
void tw_waiting_offsets();
}

// Of what the code below touches, for the assembler.
__attribute__((used)) void tw_waiting_offsets() {
  using namespace tilewright::kernels::cuda;
#define TW_SET(name, value) asm volatile(".set " #name ", %c0" ::"i"(value))
  TW_SET(TW_MACHINE_BLOCK, offsetof(Machine, block));
  TW_SET(TW_MACHINE_WARP, offsetof(Machine, warp));
  TW_SET(TW_MACHINE_SPINS, offsetof(Machine, spins));
  TW_SET(TW_MACHINE_REVERSED, offsetof(Machine, is_reversed));
  TW_SET(TW_BLOCK_SHORT_LINE, offsetof(Block, short_line));
  TW_SET(TW_BLOCK_AT_BARRIER, offsetof(Block, at_barrier));
  TW_SET(TW_BLOCK_LIVE, offsetof(Block, live));
  TW_SET(TW_WARP_SEGMENT, offsetof(Warp, nothing));
  TW_SET(TW_WARP_READY, offsetof(Warp, ready));
  TW_SET(TW_WARP_UNSTARTED, offsetof(Warp, unstarted));
  TW_SET(TW_WARP_ASKING_TOUCHED, offsetof(Warp, asking));
  TW_SET(TW_WARP_WAITING, offsetof(Warp, waiting));
  TW_SET(TW_WARP_NEEDED, offsetof(Warp, needed));
  TW_SET(TW_WARP_FIRST_MASK, offsetof(Warp, first_mask));
  TW_SET(TW_WARP_SHORT_ASKED, offsetof(Warp, short_asked));
  TW_SET(TW_WARP_FIRST_ASKED, offsetof(Warp, first_asked));
  TW_SET(TW_WARP_IS_MIXED, offsetof(Warp, is_mixed));
  TW_SET(TW_WARP_EXISTS, offsetof(Warp, exists));
  TW_SET(TW_MACHINE_COUNTING, offsetof(Machine, is_counting));
  TW_SET(TW_FIRST_SHUFFLE, TW_ASKED(TwShuffle, 0, 32));
  TW_SET(TW_SHUFFLES, TwShuffleXor - TwShuffle + 1);
  TW_SET(TW_WARP_IDS, offsetof(Warp, ids));
  TW_SET(TW_WARP_STACKS, offsetof(Warp, stacks));
  TW_SET(TW_WARP_VALUE, offsetof(Warp, value));
  TW_SET(TW_WARP_RESULT, offsetof(Warp, result));
#undef TW_SET
  static_assert(offsetof(Warp, touched) == offsetof(Warp, asking) + 4 && sizeof(ThreadIds) == 32);
}

#define TW_TEXT_OF(text) #text
#define TW_TEXT(macro) TW_TEXT_OF(macro)
#define TW_CONSTANT(name) ".set " #name ", " TW_TEXT(name) "\n"

asm(TW_CONSTANT(TW_CONTEXT_PAGE) TW_CONSTANT(TW_CONTEXT_FUEL) TW_CONSTANT(TW_CONTEXT_LANE)
        TW_CONSTANT(TW_CONTEXT_LANE_BIT) TW_CONSTANT(TW_CONTEXT_ROW) R"(
.set machine, _ZN10tilewright7kernels4cuda7machineE

.macro TW_SAVE resume
  push %rbp
  push %rbx
  push %r12
  push %r13
  push %r14
  push %r15
  push $\resume
.endm

.macro TW_RESTORE
  pop %r15
  pop %r14
  pop %r13
  pop %r12
  pop %rbx
  pop %rbp
.endm

# By a jump: a lane comes back after another has called the next one, which the processor's stack of return addresses takes
# for where this one returns to, whereas jumps are foretold by where the lanes before went.
.macro TW_RETURN
  pop %rcx
  jmp *%rcx
.endm

# rax: warp, r8: lane, saved. The next ready lane goes on: its stack, its ids in the context page.
.macro TW_LEAVE
  mov %rsp, TW_WARP_STACKS(%rax, %r8, 8)
  cmpl $0, TW_WARP_UNSTARTED(%rax)
  jne 5f
  mov TW_WARP_READY(%rax), %ecx
  tzcnt %ecx, %r9d
  jc 5f
  cmpb $0, machine + TW_MACHINE_REVERSED(%rip)
  jne 6f
  blsr %ecx, %ecx
2:
  mov TW_WARP_IDS(%rax), %rdx
  mov TW_WARP_STACKS(%rax, %r9, 8), %rsp
  mov %ecx, TW_WARP_READY(%rax)
  shl $5, %r9d
  vmovdqa (%rdx, %r9), %xmm0
  vmovdqa 16(%rdx, %r9), %xmm1
  vpor TW_WARP_SEGMENT(%rax), %xmm1, %xmm1
  vmovdqa %xmm0, TW_CONTEXT_PAGE
  vmovdqa %xmm1, TW_CONTEXT_PAGE + 16
  TW_RETURN
5:
  call tw_enter_another
  mov %rax, %rsp
  TW_RETURN
6:
  lzcnt %ecx, %r9d
  xor $31, %r9d
  btr %r9d, %ecx
  jmp 2b
.endm

# With the place as the fourth argument.
.macro TW_LONG_WAY way
  addq $1, TW_CONTEXT_PAGE + TW_CONTEXT_FUEL
  mov (%rsp), %rcx
  sub $8, %rsp
  call \way
  add $8, %rsp
  TW_RETURN
.endm

.text
.globl tw_warp
.type tw_warp, @function
.p2align 5
tw_warp:
  subq $1, TW_CONTEXT_PAGE + TW_CONTEXT_FUEL
  js 8f
  mov machine + TW_MACHINE_WARP(%rip), %rax
  cmp %rdi, TW_WARP_SHORT_ASKED(%rax)
  jne 3f
1:
  cmp %esi, TW_WARP_FIRST_MASK(%rax)
  jne 8f
  mov TW_CONTEXT_PAGE + TW_CONTEXT_LANE_BIT, %ecx
  test %ecx, %esi
  jz 8f
  cmpq $0, TW_CONTEXT_PAGE + TW_CONTEXT_ROW
  jne 8f
  cmpq $0, TW_WARP_ASKING_TOUCHED(%rax)
  jne 8f
  mov TW_CONTEXT_PAGE + TW_CONTEXT_LANE, %r8d
  TW_SAVE tw_warp_resumes
  movl $0, machine + TW_MACHINE_SPINS(%rip)
  mov %rdx, TW_WARP_VALUE(%rax, %r8, 8)
  or TW_WARP_WAITING(%rax), %ecx
  mov %ecx, TW_WARP_WAITING(%rax)
  cmp %ecx, TW_WARP_NEEDED(%rax)
  je 7f
  TW_LEAVE
# The first of a whole warp with a usual shuffle.
3:
  cmpl $0, TW_WARP_WAITING(%rax)
  jne 8f
  lea -TW_FIRST_SHUFFLE(%rdi), %ecx
  cmp $TW_SHUFFLES, %cx
  jae 8f
  cmp $-1, %esi
  jne 8f
  cmp %esi, TW_WARP_EXISTS(%rax)
  jne 8f
  cmpb $0, machine + TW_MACHINE_COUNTING(%rip)
  jne 8f
  mov %rdi, TW_WARP_FIRST_ASKED(%rax)
  mov %rdi, TW_WARP_SHORT_ASKED(%rax)
  mov %esi, TW_WARP_FIRST_MASK(%rax)
  mov %esi, TW_WARP_NEEDED(%rax)
  movb $0, TW_WARP_IS_MIXED(%rax)
  jmp 1b
7:
  mov 56(%rsp), %rdi
  call tw_complete
  add $8, %rsp
.globl tw_warp_resumes
tw_warp_resumes:
  TW_RESTORE
  mov machine + TW_MACHINE_WARP(%rip), %rax
  mov TW_CONTEXT_PAGE + TW_CONTEXT_LANE, %ecx
  mov TW_WARP_RESULT(%rax, %rcx, 8), %rax
  TW_RETURN
8:
  TW_LONG_WAY tw_warp_long_way
.size tw_warp, . - tw_warp

.globl tw_barrier
.type tw_barrier, @function
.p2align 5
tw_barrier:
  subq $1, TW_CONTEXT_PAGE + TW_CONTEXT_FUEL
  js 8f
  mov machine + TW_MACHINE_BLOCK(%rip), %r10
  cmp %edx, TW_BLOCK_SHORT_LINE(%r10)
  jne 8f
  test %edi, %edi
  jne 8f
  cmpq $0, TW_CONTEXT_PAGE + TW_CONTEXT_ROW
  jne 8f
  mov machine + TW_MACHINE_WARP(%rip), %rax
  cmpq $0, TW_WARP_ASKING_TOUCHED(%rax)
  jne 8f
  mov TW_BLOCK_AT_BARRIER(%r10), %ecx
  add $1, %ecx
  cmp %ecx, TW_BLOCK_LIVE(%r10)
  je 8f
  mov %ecx, TW_BLOCK_AT_BARRIER(%r10)
  mov TW_CONTEXT_PAGE + TW_CONTEXT_LANE, %r8d
  TW_SAVE tw_barrier_resumes
  TW_LEAVE
.globl tw_barrier_resumes
tw_barrier_resumes:
  TW_RESTORE
  TW_RETURN
8:
  TW_LONG_WAY tw_barrier_long_way
.size tw_barrier, . - tw_barrier
)");

namespace tilewright::kernels::cuda {

void note_waiting(Block& block) {
  for (uint32_t i = 0; i < machine.threads_per_block; ++i) {
    const Warp& warp = block.warps[i / 32];
    uint32_t suspended = warp.alive & ~warp.unstarted & ~warp.ready;
    bool is_running = &block == machine.block && i == thread_index();
    if ((suspended >> i % 32 & 1) == 0 || is_running) continue;
    const auto* stack = static_cast<const Suspended*>(warp.stacks[i % 32]);
    bool is_at_warp = stack->resume == reinterpret_cast<void*>(&tw_warp_resumes);
    if (!is_at_warp && stack->resume != reinterpret_cast<void*>(&tw_barrier_resumes)) continue;
    block.states[i] = is_at_warp ? ThreadState::AtWarp : ThreadState::AtBarrier;
    block.places[i] = stack->place;
  }
  block.waited = machine.threads_per_block;
}

void close_short_way(Warp& warp) {
  if (warp.short_asked == 0) return;
  for (uint32_t lane = 0; lane < 32; ++lane) {
    if ((warp.waiting >> lane & 1) == 0) continue;
    warp.asked[lane] = warp.first_asked;
    warp.mask[lane] = warp.first_mask;
  }
  warp.short_asked = 0;
}

void close_short_ways() {
  machine.block = &idle_block;
  machine.warp = &idle_block.warps[0];
}

}  // namespace tilewright::kernels::cuda
