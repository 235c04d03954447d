#include "kernels/cuda/runtime/virtual_clock.h"

#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>

#include "kernels/cuda/runtime/machine.h"

namespace tilewright::kernels::cuda {
namespace {

constexpr uint64_t kSecond = 1'000'000'000;
// 2026-01-01 00:00:00 UTC: a program that seeds its random numbers by the date gets the same ones in each
// run.
constexpr uint64_t kFirstDate = 1767225600 * kSecond;
// Clocks that count from the machine's start: not 0, which some programs take for "not yet".
constexpr uint64_t kUptime = 1000 * kSecond;

uint64_t g_waited = 0;  // by asking, sleeping and steps not taken

// The runner itself, before a program runs, has real clocks.
bool is_program() { return machine.report != nullptr; }

timespec spec_of(uint64_t nanoseconds) {
  return {static_cast<time_t>(nanoseconds / kSecond), static_cast<long>(nanoseconds % kSecond)};
}

uint64_t date() { return kFirstDate + ask_clock(); }

int sleep_for(const timespec* duration) {
  bool is_valid =
      duration->tv_sec >= 0 && duration->tv_nsec >= 0 && duration->tv_nsec < static_cast<long>(kSecond);
  if (!is_valid) return EINVAL;
  g_waited += static_cast<uint64_t>(duration->tv_sec) * kSecond + static_cast<uint64_t>(duration->tv_nsec);
  return 0;
}

}  // namespace

uint64_t ask_clock() {
  g_waited += 1000;
  int64_t left = fuel() < 0 ? 0 : fuel();
  return (machine.all_fuel - static_cast<uint64_t>(left) + g_waited) * machine.clock_rate;
}

void pass_time(uint64_t nanoseconds) { g_waited += nanoseconds; }

}  // namespace tilewright::kernels::cuda

using namespace tilewright::kernels::cuda;

// In place of the C library's, also for what the C++ library calls (std::chrono,
// std::this_thread::sleep_for).
extern "C" {

uint64_t tw_clock();

int clock_gettime(clockid_t id, timespec* time) noexcept {
  if (!is_program()) return static_cast<int>(::syscall(SYS_clock_gettime, id, time));
  bool is_date = id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE || id == CLOCK_TAI;
  *time = spec_of(is_date ? date() : kUptime + ask_clock());
  return 0;
}

int gettimeofday(timeval* time, void*) noexcept {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  *time = {now.tv_sec, now.tv_nsec / 1000};
  return 0;
}

time_t time(time_t* seconds) noexcept {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  if (seconds != nullptr) *seconds = now.tv_sec;
  return now.tv_sec;
}

// The C library's in host code and a counter in kernels.
clock_t clock() noexcept {
  if (machine.in_kernel) return static_cast<clock_t>(tw_clock());
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec * CLOCKS_PER_SEC + time.tv_nsec / 1000;
}

// Nobody waits for a program that sleeps.
int nanosleep(const timespec* duration, timespec*) {
  int error = sleep_for(duration);
  if (error != 0) errno = error;
  return error == 0 ? 0 : -1;
}

int clock_nanosleep(clockid_t id, int flags, const timespec* duration, timespec*) {
  if (!(flags & TIMER_ABSTIME)) return sleep_for(duration);
  timespec now{};
  clock_gettime(id, &now);
  bool is_past =
      duration->tv_sec < now.tv_sec || (duration->tv_sec == now.tv_sec && duration->tv_nsec <= now.tv_nsec);
  if (is_past) return 0;
  timespec left = {duration->tv_sec - now.tv_sec, duration->tv_nsec - now.tv_nsec};
  if (left.tv_nsec < 0) {
    --left.tv_sec;
    left.tv_nsec += static_cast<long>(kSecond);
  }
  return sleep_for(&left);
}

int usleep(useconds_t microseconds) {
  if (!is_program()) {
    timespec real = spec_of(uint64_t{microseconds} * 1000);
    return static_cast<int>(::syscall(SYS_nanosleep, &real, nullptr));
  }
  g_waited += uint64_t{microseconds} * 1000;
  return 0;
}

unsigned sleep(unsigned seconds) {
  g_waited += uint64_t{seconds} * kSecond;
  return 0;
}

}  // extern "C"
