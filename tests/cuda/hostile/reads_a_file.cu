// expect: capability-denied
#include <cstdio>

int main() {
  std::FILE* file = std::fopen("/etc/passwd", "r");
  char line[256];
  if (file != nullptr && std::fgets(line, sizeof line, file) != nullptr) std::puts(line);
  return 0;
}
