// RUN: tilewright run %s
// IGNORE stdout
#include <cstdio>

int main() {
  for (;;) std::puts("again and again");
}
// EXPECT stderr
//| error: the program prints more than 1048576 bytes [output-limit]
// EXPECT exit 1
