// expect: host-crash stack-overflow
int deeper(int n, volatile int* keep) {
  volatile int here[1024];
  here[n & 1023] = n;
  return n < 0 ? here[0] : deeper(n + 1, here) + here[1] + keep[0];
}

int main() {
  volatile int first[1] = {0};
  return deeper(0, first);
}
