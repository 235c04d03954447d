// expect: host-crash
int main(int count, char**) {
  for (long address = 4096L * count;; address += 4096) *reinterpret_cast<volatile long*>(address) = address;
}
