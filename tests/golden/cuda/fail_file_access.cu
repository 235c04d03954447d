// RUN: tilewright run %s
#include <cstdio>

int main() {
  std::FILE* file = std::fopen("/etc/passwd", "r");
  return file != nullptr;
}
// EXPECT stderr
//| error: the program opens a file; candidates may only compute [capability-denied]
// EXPECT exit 1
