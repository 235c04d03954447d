#include "kernels/cuda/runtime/operations.h"

#include <dlfcn.h>
#include <signal.h>
#include <ucontext.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>

#include "kernels/cuda/runtime/image.h"
#include "kernels/cuda/runtime/machine.h"

namespace tilewright::kernels::cuda {
namespace {

// Instructions followed, of a launch and of a run: each costs about two microseconds.
constexpr uint32_t kMostOfLaunch = 4000, kMostOfRun = 24000;
constexpr unsigned long long kTrapFlag = 0x100;

// The end of a hook that takes longer than this is not waited for.
constexpr uint32_t kMostOfHook = 300;

// Functions of the C library, of doubles and with an f behind their names of floats.
struct Library {
  const char* name;
  uint32_t arithmetic;  // 0: a special function
};
constexpr Library kLibrary[] = {
    {"fma", 2},    {"fmin", 1},  {"fmax", 1},  {"floor", 1}, {"ceil", 1},  {"rint", 1},  {"nearbyint", 1}, {"round", 1},
    {"trunc", 1},  {"fabs", 1},  {"fdim", 1},  {"fmod", 0},  {"exp", 0},   {"exp2", 0},  {"exp10", 0},     {"expm1", 0},
    {"log", 0},    {"log2", 0},  {"log10", 0}, {"log1p", 0}, {"sin", 0},   {"cos", 0},   {"tan", 0},       {"sincos", 0},
    {"asin", 0},   {"acos", 0},  {"atan", 0},  {"atan2", 0}, {"sinh", 0},  {"cosh", 0},  {"tanh", 0},      {"asinh", 0},
    {"acosh", 0},  {"atanh", 0}, {"pow", 0},   {"sqrt", 0},  {"cbrt", 0},  {"hypot", 0}, {"erf", 0},       {"erfc", 0},
    {"tgamma", 0}, {"lgamma", 0}};
constexpr size_t kLibraries = std::size(kLibrary);
std::array<uintptr_t, 4 * kLibraries> g_library;  // of doubles, then of floats; the same of the first version of each

// What a thread does between the hook at one place of the code and its next hook.
struct Stretch {
  const void* place = nullptr;  // null: free
  uint64_t executions = 0;      // by the threads of counted blocks
  uint64_t next = 1;            // the execution that is followed next
  uint32_t followed = 0;
  std::array<uint32_t, kOperationTypes> arithmetic{}, special{};  // of those followed
};
constexpr size_t kStretches = 1024;
std::array<Stretch, kStretches> g_stretches;
size_t g_used = 0;

struct sigaction g_usual;
bool g_is_installed = false;
Stretch* g_following = nullptr;  // the trap flag is set
// What has been seen of it.
std::array<uint32_t, kOperationTypes> g_arithmetic, g_special;
uint32_t g_thread = 0;           // that is followed
bool g_was_in_program = false;
uint32_t g_of_hook = 0;  // instructions of the hook's end
bool g_is_marked = false;  // what runs stands for an operation that its mark has counted
uint32_t g_left_of_launch = 0, g_left_of_run = kMostOfRun;

bool is_program(uintptr_t address) { return address - machine.code_begin < machine.code_bytes; }
extern "C" char __executable_start, etext;
bool is_runner(uintptr_t address) {
  return address - reinterpret_cast<uintptr_t>(&__executable_start) <
         static_cast<uintptr_t>(&etext - &__executable_start);
}

// Below the 128 bytes that a function may use without moving the stack pointer.
inline __attribute__((always_inline)) void change_flags(unsigned long long set, unsigned long long keep) {
  asm volatile(
      "leaq -128(%%rsp), %%rsp\n\tpushfq\n\torq %0, (%%rsp)\n\tandq %1, (%%rsp)\n\tpopfq\n\tleaq 128(%%rsp), %%rsp"
      :
      : "r"(set), "r"(keep)
      : "memory", "cc");
}

void stop_following(ucontext_t& context) {
  context.uc_mcontext.gregs[REG_EFL] &= ~static_cast<long long>(kTrapFlag);
  for (size_t i = 0; i < kOperationTypes; ++i) {
    g_following->arithmetic[i] += g_arithmetic[i];
    g_following->special[i] += g_special[i];
  }
  g_following = nullptr;
}

// Its end will not be seen: it counts as never followed.
void abandon(ucontext_t& context) {
  g_arithmetic = g_special = {};
  --g_following->followed;
  stop_following(context);
}

void note_library(uintptr_t address) {
  size_t at = static_cast<size_t>(std::find(g_library.begin(), g_library.end(), address) - g_library.begin());
  if (at == g_library.size()) return;
  int type = at / kLibraries % 2 == 0 ? kOperationDouble : kOperationFloat;
  uint32_t arithmetic = kLibrary[at % kLibraries].arithmetic;
  if (arithmetic > 0)
    g_arithmetic[static_cast<size_t>(type)] += arithmetic;
  else
    ++g_special[static_cast<size_t>(type)];
}

// What the headers say of narrow types, which are computed as wider ones.
void note_mark(uint32_t mark) {
  g_is_marked = mark != 0xff;
  uint32_t type = mark >> 4;
  if (!g_is_marked || type >= kOperationTypes) return;
  ((mark & 1) != 0 ? g_special : g_arithmetic)[type] += mark >> 1 & 7;
}

void on_step(int number, siginfo_t* info, void* raw) {
  auto& context = *static_cast<ucontext_t*>(raw);
  if (g_following == nullptr || info->si_code != TRAP_TRACE) {
    g_usual.sa_sigaction(number, info, raw);
    return;
  }
  uintptr_t address = static_cast<uintptr_t>(context.uc_mcontext.gregs[REG_RIP]);
  bool is_in_program = is_program(address), was_in_program = g_was_in_program;
  g_was_in_program = is_in_program;
  // The next hook: its first part is in the image.
  if (is_hook(address)) return stop_following(context);
  if (thread_index() != g_thread) return stop_following(context);
  if (g_left_of_launch == 0 || g_left_of_run == 0) return abandon(context);
  --g_left_of_launch;
  --g_left_of_run;
  if (!is_in_program) {
    // Hooks begin to follow again where they end; the C library is walked through.
    if (!was_in_program) {
      if (++g_of_hook == kMostOfHook && is_runner(address)) {
        // Nothing was seen of this one: the next is followed instead.
        g_following->next = 0;
        abandon(context);
      }
      return;
    }
    if (is_runner(address)) return stop_following(context);
    return note_library(address);
  }
  const auto* code = reinterpret_cast<const unsigned char*>(address);
  if (code[0] == 0x0f && code[1] == 0x1f && code[2] == 0x80) {
    uint32_t mark;
    std::memcpy(&mark, code + 3, sizeof mark);
    if ((mark & ~0xffu) == TW_OPERATION_MARK) note_mark(mark & 0xff);
    return;
  }
  if (g_is_marked) return;
  DecodedOperation operation = decode_operation(code);
  g_arithmetic[static_cast<size_t>(operation.dtype)] += operation.arithmetic;
  g_special[static_cast<size_t>(operation.dtype)] += operation.special;
}

void install() {
  g_is_installed = true;
  for (size_t i = 0; i < kLibraries; ++i) {
    char of_floats[16];
    std::snprintf(of_floats, sizeof of_floats, "%sf", kLibrary[i].name);
    g_library[i] = reinterpret_cast<uintptr_t>(::dlsym(RTLD_DEFAULT, kLibrary[i].name));
    g_library[kLibraries + i] = reinterpret_cast<uintptr_t>(::dlsym(RTLD_DEFAULT, of_floats));
    // What names no version is given the oldest.
    constexpr const char* kFirst = "GLIBC_2.2.5";
    g_library[2 * kLibraries + i] = reinterpret_cast<uintptr_t>(::dlvsym(RTLD_DEFAULT, kLibrary[i].name, kFirst));
    g_library[3 * kLibraries + i] = reinterpret_cast<uintptr_t>(::dlvsym(RTLD_DEFAULT, of_floats, kFirst));
  }
  struct sigaction action {};
  action.sa_sigaction = on_step;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  ::sigaction(SIGTRAP, &action, &g_usual);
}

}  // namespace

DecodedOperation decode_operation(const unsigned char* code) {
  constexpr int kFloat = kOperationFloat, kDouble = kOperationDouble;
  constexpr DecodedOperation kNone;
  int prefix = 0, map = 1, wide = 0, lanes_bit = 0;
  unsigned char operation = 0;
  if (code[0] == 0xc5) {
    prefix = code[1] & 3, lanes_bit = code[1] >> 2 & 1, operation = code[2];
  } else if (code[0] == 0xc4) {
    map = code[1] & 31, wide = code[2] >> 7, lanes_bit = code[2] >> 2 & 1, prefix = code[2] & 3, operation = code[3];
  } else {
    const unsigned char* at = code;
    if (*at == 0x66 || *at == 0xf3 || *at == 0xf2) prefix = *at == 0x66 ? 1 : *at == 0xf3 ? 2 : 3, ++at;
    if ((*at & 0xf0) == 0x40) ++at;
    if (*at != 0x0f) return kNone;
    operation = at[1];
  }
  uint32_t floats = lanes_bit != 0 ? 8 : 4;
  if (map == 2 && prefix == 1) {
    // vfmadd and its kin: 96-9f, a6-af, b6-bf; from 8 on odd ones are scalar.
    int row = operation >> 4, column = operation & 15;
    if (row < 9 || row > 11 || column < 6) return kNone;
    bool is_scalar = column >= 8 && column % 2 == 1;
    uint32_t lanes = is_scalar ? 1 : wide != 0 ? floats / 2 : floats;
    return {wide != 0 ? kDouble : kFloat, 2 * lanes, 0};
  }
  if (map != 1) return kNone;
  bool is_double = prefix == 1 || prefix == 3, is_scalar = prefix >= 2;
  uint32_t lanes = is_scalar ? 1 : is_double ? floats / 2 : floats;
  int type = is_double ? kDouble : kFloat;
  switch (operation) {
    case 0x58:  // add
    case 0x59:  // multiply
    case 0x5c:  // subtract
    case 0x5d:  // least
    case 0x5f:  // greatest
      return {type, lanes, 0};
    case 0x2e:  // compare; c2, a comparison's mask, goes with the least and the greatest of what may be no number
    case 0x2f:
      return prefix > 1 ? kNone : DecodedOperation{type, 1, 0};
    case 0x51:  // square root
    case 0x52:  // 1 / square root
    case 0x53:  // 1 / x
    case 0x5e:  // divide
      return {type, 0, lanes};
    default:
      return kNone;
  }
}

void begin_operations() {
  if (g_used != 0) g_stretches = {};
  g_used = 0;
  g_left_of_launch = kMostOfLaunch;
  if (!g_is_installed) install();
}

void follow_thread(const void* place) {
  size_t at = (reinterpret_cast<uintptr_t>(place) * 0x9e3779b97f4a7c15ull >> 54) % kStretches;
  while (g_stretches[at].place != place) {
    if (g_stretches[at].place == nullptr) {
      if (g_used > kStretches / 2) return;
      ++g_used;
      g_stretches[at].place = place;
      break;
    }
    at = (at + 1) % kStretches;
  }
  Stretch& stretch = g_stretches[at];
  if (++stretch.executions < stretch.next || g_left_of_launch == 0 || g_left_of_run == 0 || g_following != nullptr)
    return;
  // Ever more seldom, and not the same lane each time.
  stretch.next = 3 * stretch.executions + 1 + stretch.executions % 5;
  ++stretch.followed;
  g_following = &stretch;
  g_arithmetic = g_special = {};
  g_thread = thread_index();
  g_was_in_program = g_is_marked = false;
  g_of_hook = 0;
  change_flags(kTrapFlag, ~0ull);
}

void end_operations(LaunchRecord& record, double blocks_share) {
  if (g_following != nullptr) {
    change_flags(0, ~kTrapFlag);
    --g_following->followed;
    g_following = nullptr;
  }
  std::array<double, kOperationTypes> arithmetic{}, special{};
  for (const Stretch& stretch : g_stretches) {
    if (stretch.followed == 0) continue;
    double factor = static_cast<double>(stretch.executions) / stretch.followed / blocks_share;
    for (size_t i = 0; i < kOperationTypes; ++i) {
      arithmetic[i] += stretch.arithmetic[i] * factor;
      special[i] += stretch.special[i] * factor;
    }
  }
  for (size_t i = 0; i < kOperationTypes; ++i) {
    record.arithmetic[i] = static_cast<uint64_t>(arithmetic[i] + 0.5);
    record.special[i] = static_cast<uint64_t>(special[i] + 0.5);
  }
}

}  // namespace tilewright::kernels::cuda
