// Threads of the host, where a program may have them: each runs at once, to its end, where it is started. A program whose
// threads wait for each other does not end. Calls of the C and C++ libraries come here as well.
#include <pthread.h>

#include <cerrno>
#include <map>

#include "kernels/cuda/runtime/contain.h"

namespace tilewright::kernels::cuda {
namespace {

bool g_is_allowed = false;
pthread_t g_next = 1;
std::map<pthread_t, void*> g_results;

}  // namespace

void allow_threads() { g_is_allowed = true; }

}  // namespace tilewright::kernels::cuda

using namespace tilewright::kernels::cuda;

extern "C" {

int pthread_create(pthread_t* thread, const pthread_attr_t*, void* (*function)(void*), void* argument) noexcept {
  if (!g_is_allowed) {
    refuse_thread(__builtin_return_address(0));
    return EAGAIN;
  }
  *thread = g_next++;
  g_results[*thread] = function(argument);
  return 0;
}
int pthread_join(pthread_t thread, void** result) {
  auto found = g_results.find(thread);
  if (found == g_results.end()) return ESRCH;
  if (result != nullptr) *result = found->second;
  g_results.erase(found);
  return 0;
}
int pthread_detach(pthread_t thread) noexcept { return g_results.erase(thread) == 1 ? 0 : ESRCH; }

}  // extern "C"
