// expect: memory-budget fuel-exhausted
#include <cstring>
#include <vector>

int main() {
  std::vector<char*> all;
  for (;;) {
    all.push_back(new char[64 << 20]);
    std::memset(all.back(), 1, 64 << 20);
  }
}
