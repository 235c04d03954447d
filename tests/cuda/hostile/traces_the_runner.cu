// expect: capability-denied
#include <sys/ptrace.h>
#include <unistd.h>

int main() { return ptrace(PTRACE_ATTACH, getppid(), nullptr, nullptr) < 0; }
