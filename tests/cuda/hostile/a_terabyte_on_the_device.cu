// expect: memory-budget
int main() {
  void* bytes;
  return cudaMalloc(&bytes, 1L << 40);
}
