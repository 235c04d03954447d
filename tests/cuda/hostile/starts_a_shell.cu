// expect: capability-denied
#include <cstdlib>

int main() { return std::system("id"); }
