// expect: capability-denied
#include <fstream>

int main() {
  std::ofstream("/tmp/tilewright-was-here") << "x";
  return 0;
}
