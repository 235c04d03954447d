int main() { return 2; }  // as NVIDIA's samples end where the machine lacks what they are about
