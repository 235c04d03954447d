// RUN: tilewright run %s
// A program that the user runs reads files; what it writes to files is dropped.
#include <cstdio>

int main() {
  std::FILE* in = std::fopen("/etc/passwd", "r");
  std::FILE* out = std::fopen("/etc/passwd", "w");
  bool is_written = out != nullptr && std::fputs("text", out) >= 0 && std::fclose(out) == 0;
  std::FILE* again = std::fopen("/etc/passwd", "r");
  std::printf("read %d, written %d, read again %d\n", in != nullptr && std::fgetc(in) != EOF, is_written,
              again != nullptr && std::fgetc(again) != EOF);
  return 0;
}
// EXPECT stdout
//| read 1, written 1, read again 1
// EXPECT exit 0
