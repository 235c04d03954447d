# triton._C
