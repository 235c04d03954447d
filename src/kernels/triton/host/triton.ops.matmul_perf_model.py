# triton.ops.matmul_perf_model: every configuration is kept, since the chip model chooses among them.


def early_config_prune(configs, named_args, **options):
    return configs


def estimate_matmul_time(**arguments):
    return 1.0


def get_tensorcore_tflops(device, num_ctas, num_warps, dtype):
    from triton.testing import get_max_tensorcore_tflops
    return get_max_tensorcore_tflops(dtype)


def get_simd_tflops(device, num_ctas, num_warps, dtype):
    from triton.testing import get_max_simd_tflops
    return get_max_simd_tflops(dtype)


def get_tflops(device, num_ctas, num_warps, dtype):
    return get_tensorcore_tflops(device, num_ctas, num_warps, dtype)
