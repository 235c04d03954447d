# torch.backends.cuda: switches of matrix products and of attention.
import torch
from torch.backends import _Nothing, _Switches

matmul = _Switches(
    allow_tf32=False,
    allow_fp16_reduced_precision_reduction=True,
    allow_bf16_reduced_precision_reduction=True,
    allow_fp16_accumulation=False,
    fp32_precision="none",
)
cufft_plan_cache = _Switches(size=0, max_size=4096)
_enabled = {"flash": True, "mem_efficient": True, "math": True, "cudnn": True}
_libraries = {"linalg": "default", "blas": "cublas"}


def is_built():
    return torch.cuda.is_available()


def preferred_linalg_library(backend=None):
    if backend is not None:
        _libraries["linalg"] = backend
    return _libraries["linalg"]


def preferred_blas_library(backend=None):
    if backend is not None:
        _libraries["blas"] = backend
    return _libraries["blas"]


def flash_sdp_enabled():
    return _enabled["flash"]


def enable_flash_sdp(enabled):
    _enabled["flash"] = enabled


def mem_efficient_sdp_enabled():
    return _enabled["mem_efficient"]


def enable_mem_efficient_sdp(enabled):
    _enabled["mem_efficient"] = enabled


def math_sdp_enabled():
    return _enabled["math"]


def enable_math_sdp(enabled):
    _enabled["math"] = enabled


def cudnn_sdp_enabled():
    return _enabled["cudnn"]


def enable_cudnn_sdp(enabled):
    _enabled["cudnn"] = enabled


def sdp_kernel(enable_flash=True, enable_math=True, enable_mem_efficient=True, enable_cudnn=True):
    return _Nothing()
