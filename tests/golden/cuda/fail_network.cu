// RUN: tilewright run %s
#include <cstdio>
#include <sys/socket.h>

int main() {
  return socket(AF_INET, SOCK_STREAM, 0) >= 0;
}
// EXPECT stderr
//| fail_network.cu:6:3: error: the program opens a network connection; candidates may only compute [capability-denied]
//|     return socket(AF_INET, SOCK_STREAM, 0) >= 0;
//|     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// EXPECT exit 1
