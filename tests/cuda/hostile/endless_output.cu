// expect: output-limit
#include <cstdio>

int main() {
  for (;;) std::puts("and again and again and again");
}
