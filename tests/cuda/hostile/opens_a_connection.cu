// expect: capability-denied
#include <sys/socket.h>

int main() { return socket(AF_INET, SOCK_STREAM, 0) < 0; }
