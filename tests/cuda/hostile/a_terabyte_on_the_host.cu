// expect: memory-budget
#include <cstdlib>

int main() {
  long size = 1L << 40;
  auto bytes = static_cast<volatile char*>(std::malloc(size));
  if (bytes == nullptr) std::abort();
  for (long i = 0; i < size; i += 4096) bytes[i] = 1;
}
