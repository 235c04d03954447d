// Linked into each image: its handle for destructors of statics, and the short way of the hooks that
// -fsanitize=thread calls before accesses of 4, 8 and 16 bytes. They lie here so that a call of one is direct.
//
// An access that goes on along its line (runtime/lines.h) has the line's key, and its lane is free to. The key
// holds the address (misaligned ones and those outside of device memory have no line's) and the place, which is the
// address that the hook returns to:
//   key = stamp + place + (stride << 20) - (address rotated left by 20 - stride)
// All else goes on in the runner, with address and place as arguments, which also sees that the fuel is used up. Lines
// are masked so that any address has one. What is touched here is free in a call: rax, rcx, rdx, rsi, r8.
#include "context.h"

#define LINE_READ 0
#define LINE_WRITE 16
// Behind each key.
#define LINE_LANES 8
#define LINE_FREE 12

// rdi: address.
.macro HOOK name stride line way
.globl \name
.hidden \name
.type \name, @function
.p2align 5
\name:
  subq $1, TW_CONTEXT_PAGE + TW_CONTEXT_FUEL
  js 1f
  rorx $1, %rdi, %rax
  rorx $44 + \stride, %rdi, %rcx
  and TW_CONTEXT_PAGE + TW_CONTEXT_LINES, %rax
  movabs $TW_LINES + \line, %r8
  add (%rax, %r8), %rcx
  sub TW_CONTEXT_PAGE + TW_CONTEXT_STAMP, %rcx
  .if \stride
  sub $\stride << 20, %rcx
  .endif
  mov TW_CONTEXT_PAGE + TW_CONTEXT_LANE_BIT, %edx
  cmp (%rsp), %rcx
  jne 1f
  test %edx, LINE_FREE(%rax, %r8)
  jz 1f
  or %edx, LINE_LANES(%rax, %r8)
  ret
1:
  mov (%rsp), %rsi
  jmp *TW_CONTEXT_PAGE + TW_CONTEXT_HOOKS + 8 * \way
.size \name, . - \name
.endm

.section tilewright_hooks, "ax", @progbits

HOOK __tsan_read4 0 LINE_READ 0
HOOK __tsan_write4 0 LINE_WRITE 1
HOOK __tsan_read8 1 LINE_READ 2
HOOK __tsan_write8 1 LINE_WRITE 3
HOOK __tsan_read16 2 LINE_READ 4
HOOK __tsan_write16 2 LINE_WRITE 5

.data
.globl __dso_handle
.hidden __dso_handle
.p2align 3
__dso_handle:
  .quad __dso_handle

.section .note.GNU-stack, "", @progbits
