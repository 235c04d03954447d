// expect: capability-denied
#include <csignal>
#include <unistd.h>

int main() {
  kill(getppid(), SIGKILL);
  kill(-1, SIGKILL);
  return 0;
}
