// expect: host-crash
// Upwards from its own stack, with the signal ignored.
#include <csignal>

int main() {
  std::signal(SIGSEGV, SIG_IGN);
  volatile char here = 0;
  for (volatile char* at = &here;; ++at) *at = 0x41;
}
