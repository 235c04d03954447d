// expect: fuel-exhausted
#include <csignal>

int main() {
  std::signal(SIGPROF, SIG_IGN);
  volatile int n = 1;
  for (;;) n = n + 1;  // line
}
