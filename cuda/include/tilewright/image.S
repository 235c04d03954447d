// Linked into each image: its handle for destructors of statics, and the short way of the hooks that
// -fsanitize=thread calls before accesses of 4, 8 and 16 bytes. They lie here so that a call of one is direct.
//
// An access that goes on along its line (runtime/lines.h) has the line's key, and its granules are free for it. The key
// holds the address (misaligned ones and those outside of device memory have no line's) and the place, which is the
// address that the hook returns to:
//   key = stamp + place + (stride << 20) - (address rotated left by 20 - stride)
// All else goes on in the runner, with address and place as arguments, which also sees that the fuel is used up. Lines
// are masked so that any address has one. What is touched here is free in a call: rax, rcx, rdx, rsi, r8.
#include "context.h"

#define LINE_READ 0
#define LINE_READ_MASK 8
#define LINE_READABLE 12
#define LINE_WRITE 16
#define LINE_WRITE_MASK 24
#define LINE_VALID 28
#define LINE_EARLIER_READS 48
#define LINE_EARLIER_WRITTEN 52
#define LINE_FOREIGN_READS 60

// rdi: address. After it rax + r8: line, rdx: key, ecx: granule.
.macro BEGIN name stride
.globl \name
.hidden \name
.type \name, @function
.p2align 5
\name:
  subq $1, TW_CONTEXT_PAGE + TW_CONTEXT_FUEL
  js 1f
  mov (%rsp), %rdx
  rorx $1, %rdi, %rax
  rorx $44 + \stride, %rdi, %rcx
  and TW_CONTEXT_PAGE + TW_CONTEXT_LINES, %rax
  movabs $TW_LINES, %r8
  add TW_CONTEXT_PAGE + TW_CONTEXT_STAMP, %rdx
  .if \stride
  add $\stride << 20, %rdx
  .endif
  sub %rcx, %rdx
  mov %edi, %ecx
  shr $2, %ecx
.endm

.macro END name way
1:
  mov (%rsp), %rsi
  jmp *TW_CONTEXT_PAGE + TW_CONTEXT_HOOKS + 8 * \way
.size \name, . - \name
.endm

// Granules that this access may read, in edx.
.macro READABLE
  cmp %rdx, LINE_READ(%rax, %r8)
  jne 1f
  mov LINE_WRITE_MASK(%rax, %r8), %edx
  andn LINE_READABLE(%rax, %r8), %edx, %edx
.endm

.macro WRITABLE
  cmp %rdx, LINE_WRITE(%rax, %r8)
  jne 1f
  mov LINE_READ_MASK(%rax, %r8), %edx
  or LINE_EARLIER_READS(%rax, %r8), %edx
  or LINE_FOREIGN_READS(%rax, %r8), %edx
  or LINE_EARLIER_WRITTEN(%rax, %r8), %edx
  or LINE_WRITE_MASK(%rax, %r8), %edx
  andn LINE_VALID(%rax, %r8), %edx, %edx
.endm

// One granule, of those in edx.
.macro MARK_ONE mask
  bt %ecx, %edx
  jnc 1f
  mov \mask(%rax, %r8), %edx
  bts %ecx, %edx
  mov %edx, \mask(%rax, %r8)
  ret
.endm

.macro MARK_SOME mask granules
  mov $\granules, %esi
  shlx %ecx, %esi, %esi
  andn %esi, %edx, %edx
  jnz 1f
  or %esi, \mask(%rax, %r8)
  ret
.endm

.section tilewright_hooks, "ax", @progbits

BEGIN __tsan_read4 0
READABLE
MARK_ONE LINE_READ_MASK
END __tsan_read4 0

BEGIN __tsan_write4 0
WRITABLE
MARK_ONE LINE_WRITE_MASK
END __tsan_write4 1

BEGIN __tsan_read8 1
READABLE
MARK_SOME LINE_READ_MASK 3
END __tsan_read8 2

BEGIN __tsan_write8 1
WRITABLE
MARK_SOME LINE_WRITE_MASK 3
END __tsan_write8 3

BEGIN __tsan_read16 2
READABLE
MARK_SOME LINE_READ_MASK 15
END __tsan_read16 4

BEGIN __tsan_write16 2
WRITABLE
MARK_SOME LINE_WRITE_MASK 15
END __tsan_write16 5

.data
.globl __dso_handle
.hidden __dso_handle
.p2align 3
__dso_handle:
  .quad __dso_handle

.section .note.GNU-stack, "", @progbits
