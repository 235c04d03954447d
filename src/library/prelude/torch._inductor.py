# torch._inductor: nothing is compiled; kernels that it wrote find what they import.
