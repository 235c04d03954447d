// RUN: tilewright run %s
int main() {
  volatile int* nothing = nullptr;
  *nothing = 1;
}
// EXPECT stderr
//| fail_host_crash.cu:4:3: error: an access to address 0x0, where nothing is mapped [host-crash]
//|     *nothing = 1;
//|     ^~~~~~~~~~~~~
// EXPECT exit 1
