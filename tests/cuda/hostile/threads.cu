// expect: capability-denied
#include <pthread.h>

void* forever(void*) {
  for (;;) {
  }
}

int main() {
  for (int i = 0; i < 1000; ++i) {
    pthread_t thread;
    pthread_create(&thread, nullptr, forever, nullptr);
  }
}
