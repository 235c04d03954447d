// RUN: tilewright run %s
__device__ int depth(int n) {
  volatile int kept[64];
  kept[n % 64] = n;
  return n == 0 ? 0 : depth(n - 1) + kept[n % 64];
}

__global__ void run(int* x, int n) { x[0] = depth(n); }

int main() {
  int* x;
  cudaMalloc(&x, sizeof(int));
  run<<<1, 1>>>(x, 100000);
}
// EXPECT stderr
//| fail_stack_overflow.cu:3:3: error: the thread's stack overflows (64 KiB: recursion or large local arrays) [stack-overflow]
//|     volatile int kept[64];
//|     ^~~~~~~~~~~~~~~~~~~~~~
//| note: in kernel 'run', block (0, 0, 0), thread (0, 0, 0)
//| fail_stack_overflow.cu:5:3: note: called from here
//|     return n == 0 ? 0 : depth(n - 1) + kept[n % 64];
//|     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// EXPECT exit 1
