# triton.ops, which Triton had before 3.0: of its files only matmul_perf_model is imported by kernels.
