#include "kernels/cuda/runtime/faults.h"

#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "kernels/cuda/runtime/fibers.h"
#include "kernels/cuda/runtime/image.h"
#include "kernels/cuda/runtime/launch.h"
#include "kernels/cuda/runtime/memory.h"
#include "kernels/cuda/runtime/scheduler.h"

namespace tilewright::kernels::cuda {
namespace {

uintptr_t g_frame = 0;  // of the program where a signal arrived; 0: %rbp is still the program's

// Where frames of the program's functions lie on the running stack: they keep frame pointers, and this file's
// callers are compiled not to touch %rbp (-ffixed-rbp), so that it is still the program's.
void add_callers(FaultRecord& record, const void* place) {
  int count = 0;
  uint32_t offset = image_offset(place);
  if (offset != kNoPlace) record.places[count++] = offset;
  uintptr_t frame = g_frame;
  if (frame == 0) asm volatile("mov %%rbp, %0" : "=r"(frame));
  g_frame = 0;
  uintptr_t stack;
  asm volatile("mov %%rsp, %0" : "=r"(stack));
  for (int depth = 0; depth < 16 && count < kMaxPlaces; ++depth) {
    uintptr_t on_fiber = frame - machine.stacks_begin;
    bool is_on_fiber =
        on_fiber < machine.stacks_bytes && on_fiber % (kStackBytes + kGuardBytes) >= kGuardBytes;
    if ((!is_on_fiber && frame - stack > (1 << 20)) || (frame & 7) != 0) break;
    auto* words = reinterpret_cast<uintptr_t*>(frame);
    offset = image_offset(reinterpret_cast<void*>(words[1]));
    if (offset != kNoPlace && (count == 0 || record.places[count - 1] != offset))
      record.places[count++] = offset;
    if (words[0] <= frame) break;
    frame = words[0];
  }
  for (; count < kMaxPlaces; ++count) record.places[count] = kNoPlace;
}

bool is_known(FaultKind kind, uint32_t place) {
  for (uint32_t i = 0; i < machine.report->fault_count; ++i) {
    const FaultRecord& fault = machine.report->faults[i];
    if (fault.kind == kind && fault.places[0] == place) return true;
  }
  return false;
}

// A signal that an instruction of the program caused.
void on_signal(int number, siginfo_t* info, void* raw) {
  auto* context = static_cast<ucontext_t*>(raw);
  bool lacks_memory = errno == ENOMEM && !machine.in_kernel;
  const void* after = place_of(*context);
  uintptr_t address = number == SIGSEGV || number == SIGBUS ? reinterpret_cast<uintptr_t>(info->si_addr) : 0;
  if (number == SIGPROF) {
    record_fault(FaultKind::TimeLimit, after,
                 machine.in_kernel ? "the kernel does not end: it was here when its time was used up"
                                   : "the program does not end: it was here when its time was used up");
  } else if (lacks_memory && (number == SIGABRT || address < 65536)) {
    record_fault(FaultKind::MemoryLimit, after,
                 "the program asks for more memory than the %lu MiB that it may have", host_memory() >> 20);
  } else if (machine.in_kernel && address - machine.stacks_begin < machine.stacks_bytes) {
    record_fault(FaultKind::StackOverflow, after,
                 "the thread's stack overflows (64 KiB: recursion or large local arrays)");
  } else if (number == SIGILL && machine.in_kernel) {
    // The compiler's check of accesses whose object it sees (-fsanitize=local-bounds) ends in this instruction.
    record_fault(FaultKind::OutOfBounds, after, "out of bounds: this access lies outside the object that its pointer was made from");
  } else if (number == SIGFPE) {
    record_fault(FaultKind::DivisionByZero, after, "integer division by zero");
  } else if (number == SIGSEGV || number == SIGBUS) {
    record_fault(machine.in_kernel ? FaultKind::OutOfBounds : FaultKind::Crash, after,
                 "an access to address 0x%lx, where nothing is mapped", address);
  } else {
    record_fault(FaultKind::Crash, after, "signal %d (%s)", number, strsignal(number));
  }
  if (machine.in_kernel && number != SIGPROF) abort_launch(cudaErrorIllegalAddress);
  finish_run();
  ::_exit(128 + number);
}

}  // namespace

const void* place_of(const ucontext_t& context) {
  // Return addresses point behind the call, this one at the instruction itself.
  const void* after = reinterpret_cast<const char*>(context.uc_mcontext.gregs[REG_RIP]) + 1;
  g_frame = static_cast<uintptr_t>(context.uc_mcontext.gregs[REG_RBP]);
  if (is_hook(static_cast<uintptr_t>(context.uc_mcontext.gregs[REG_RIP]))) {
    // These keep nothing on the stack.
    after = *reinterpret_cast<void**>(context.uc_mcontext.gregs[REG_RSP]);
  } else if (image_offset(after) == kNoPlace) {
    // In a function of ours or of a library: the program's nearest return address on the stack.
    auto stack = static_cast<uintptr_t>(context.uc_mcontext.gregs[REG_RSP]);
    uintptr_t slot = kStackBytes + kGuardBytes, within = (stack - machine.stacks_begin) % slot;
    bool is_fiber = stack - machine.stacks_begin < machine.stacks_bytes;
    if (is_fiber && within < kGuardBytes) stack += kGuardBytes - within;
    uintptr_t end = is_fiber ? stack - (stack - machine.stacks_begin) % slot + slot : stack + 65536;
    for (auto* word = reinterpret_cast<uintptr_t*>((stack + 7) & ~uintptr_t{7});
         reinterpret_cast<uintptr_t>(word) + 8 <= end; ++word) {
      if (image_offset(reinterpret_cast<void*>(*word)) == kNoPlace || function_at(*word) == 0) continue;
      after = reinterpret_cast<void*>(*word);
      break;
    }
  }
  return after;
}

FaultRecord* begin_fault(FaultKind kind, const void* place) {
  RunReport& report = *machine.report;
  if (report.fault_count >= kMaxFaults || is_known(kind, image_offset(place))) return nullptr;
  FaultRecord& record = report.faults[report.fault_count];
  std::memset(&record, 0, sizeof record);
  record.kind = kind;
  record.call = report.current_call;
  record.other_place = kNoPlace;
  record.launch_place = machine.in_kernel ? machine.launch_place : kNoPlace;
  add_callers(record, place);
  if (machine.in_kernel) {
    record.has_thread = 1;
    std::memcpy(record.block, machine.block->id, sizeof record.block);
    thread_coordinates(thread_index(), record.thread);
    std::snprintf(record.kernel, sizeof record.kernel, "%s", machine.kernel);
  }
  ++report.fault_count;
  return &record;
}

void record_fault(FaultKind kind, const void* place, const char* format, ...) {
  FaultRecord* record = begin_fault(kind, place);
  if (record == nullptr) return;
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(record->message, sizeof record->message, format, arguments);
  va_end(arguments);
}

void record_error(FaultKind kind, const void* place, const char* format, ...) {
  FaultRecord* record = begin_fault(kind, place);
  if (record == nullptr) return;
  record->is_error = 1;
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(record->message, sizeof record->message, format, arguments);
  va_end(arguments);
}

void mark_errors_handled() {
  RunReport& report = *machine.report;
  for (uint32_t i = 0; i < report.fault_count; ++i) report.faults[i].was_handled |= report.faults[i].is_error;
}

void set_note(FaultRecord* record, const char* format, ...) {
  if (record == nullptr) return;
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(record->note, sizeof record->note, format, arguments);
  va_end(arguments);
}

void set_other(FaultRecord* record, uint32_t block, uint32_t thread, uint32_t place) {
  record->has_other_thread = 1;
  block_coordinates(block, record->other_block);
  thread_coordinates(thread, record->other_thread);
  record->other_place =
      place == 0 ? kNoPlace : image_offset(reinterpret_cast<void*>(machine.code_begin + place));
}

void abort_launch(cudaError_t error) {
  machine.sticky_error = machine.last_error = error;
  leave_launch();
}

void run_out_of_fuel(const void* place) {
  record_fault(FaultKind::TimeLimit, place,
               "the %s does not end: it was here after %lu steps (accesses, turns of loops, barriers, warp "
               "operations)",
               machine.in_kernel ? "kernel" : "program", machine.all_fuel);
  finish_run();
  ::_exit(128 + SIGXCPU);
}

void install_signal_handlers() {
  constexpr size_t kBytes = 64 << 10;
  stack_t stack{};
  stack.ss_sp = ::mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  stack.ss_size = kBytes;
  ::sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGPROF})
    ::sigaction(number, &action, nullptr);
}

void finish_run() { std::fflush(nullptr); }

}  // namespace tilewright::kernels::cuda

using namespace tilewright::kernels::cuda;

extern "C" void tw_out_of_fuel() { run_out_of_fuel(TW_CALLER); }

extern "C" void tw_trap(const char* reason) {
  record_fault(FaultKind::DeviceAssert, TW_CALLER, "%s", reason);
  if (machine.in_kernel) abort_launch(cudaErrorLaunchFailure);
  ::abort();
}

extern "C" void tw_unsupported(const char* what) {
  record_fault(FaultKind::Unsupported, TW_CALLER, "%s", what);
  if (machine.in_kernel) abort_launch(cudaErrorNotSupported);
  finish_run();
  ::_exit(3);
}

// assert() of <assert.h>, in kernels and in host code.
extern "C" void __assert_fail(const char* expression, const char* file, unsigned line,
                              const char* function) noexcept {
  if (machine.in_kernel) {
    record_fault(FaultKind::DeviceAssert, TW_CALLER, "assertion failed: %s", expression);
    abort_launch(cudaErrorAssert);
  }
  std::fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, expression);
  machine.report->has_finished = 1;
  finish_run();
  ::_exit(134);
}
