// expect: capability-denied
#include <unistd.h>

int main() {
  for (int i = 0; i < 1000; ++i) fork();
}
