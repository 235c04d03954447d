// expect: capability-denied
#include <unistd.h>

struct Early {
  Early() { fork(); }
} early;

int main() { return 0; }
