# torch.nn.functional: pools, resizing, folding, embedding.
import math

import torch
from torch import _C


def max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    stride = [] if stride is None else stride
    if return_indices:
        return torch.max_pool1d_with_indices(input, kernel_size, stride, padding, dilation, ceil_mode)
    return torch.max_pool1d(input, kernel_size, stride, padding, dilation, ceil_mode)


def max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    stride = [] if stride is None else stride
    if return_indices:
        return _C.max_pool2d_with_indices(input, kernel_size, stride, padding, dilation, ceil_mode)
    return torch.max_pool2d(input, kernel_size, stride, padding, dilation, ceil_mode)


def max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    stride = [] if stride is None else stride
    if return_indices:
        return _C.max_pool3d_with_indices(input, kernel_size, stride, padding, dilation, ceil_mode)
    return torch.max_pool3d(input, kernel_size, stride, padding, dilation, ceil_mode)


def _sizes_or_input(sizes, input):
    if isinstance(sizes, int):
        return sizes
    defaults = input.size()[-len(sizes):]
    return [default if size is None else size for size, default in zip(sizes, defaults)]


def adaptive_avg_pool2d(input, output_size):
    return _C.adaptive_avg_pool2d(input, _sizes_or_input(output_size, input))


def adaptive_avg_pool3d(input, output_size):
    return _C.adaptive_avg_pool3d(input, _sizes_or_input(output_size, input))


def adaptive_max_pool1d(input, output_size, return_indices=False):
    result = torch.adaptive_max_pool1d(input, output_size)
    return result if return_indices else result[0]


def adaptive_max_pool2d(input, output_size, return_indices=False):
    result = _C.adaptive_max_pool2d(input, _sizes_or_input(output_size, input))
    return result if return_indices else result[0]


def adaptive_max_pool3d(input, output_size, return_indices=False):
    result = _C.adaptive_max_pool3d(input, _sizes_or_input(output_size, input))
    return result if return_indices else result[0]


def _as_list(value, count):
    return [value] * count if isinstance(value, int) else list(value)


def lp_pool1d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    out = _C.avg_pool1d(input.pow(norm_type), kernel_size, [] if stride is None else stride, 0, ceil_mode)
    return (torch.sign(out) * torch.relu(torch.abs(out))).mul(kernel_size).pow(1.0 / norm_type)


def lp_pool2d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    kw, kh = _as_list(kernel_size, 2)
    out = _C.avg_pool2d(input.pow(norm_type), kernel_size, [] if stride is None else stride, 0, ceil_mode)
    return (torch.sign(out) * torch.relu(torch.abs(out))).mul(kw * kh).pow(1.0 / norm_type)


def max_unpool2d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    kernel = _as_list(kernel_size, 2)
    step = kernel if stride is None else _as_list(stride, 2)
    pad = _as_list(padding, 2)
    if output_size is None:
        size = input.size()
        output_size = [(size[-2 + d] - 1) * step[d] - 2 * pad[d] + kernel[d] for d in range(2)]
    return _C.max_unpool2d(input, indices, list(output_size)[-2:])


def interpolate(
    input,
    size=None,
    scale_factor=None,
    mode="nearest",
    align_corners=None,
    recompute_scale_factor=None,
    antialias=False,
):
    spatial = input.dim() - 2
    if (size is None) == (scale_factor is None):
        raise ValueError("only one of size or scale_factor should be defined")
    if size is not None:
        output_size = _as_list(size, spatial)
        scales = None
    else:
        scales = [float(s) for s in ([scale_factor] * spatial if not isinstance(scale_factor, (list, tuple)) else scale_factor)]
        output_size = None
    if scales is not None and (recompute_scale_factor or mode == "area"):
        output_size = [int(math.floor(float(input.size(i + 2)) * scales[i])) for i in range(spatial)]
        scales = None
    align = bool(align_corners)
    if mode == "nearest":
        function = {1: "upsample_nearest1d", 2: "upsample_nearest2d", 3: "upsample_nearest3d"}[spatial]
        return getattr(_C, function)(input, output_size, scales)
    if mode == "area":
        function = {1: torch.adaptive_avg_pool1d, 2: _C.adaptive_avg_pool2d, 3: _C.adaptive_avg_pool3d}[spatial]
        return function(input, output_size)
    names = {("linear", 1): "upsample_linear1d", ("bilinear", 2): "upsample_bilinear2d",
             ("trilinear", 3): "upsample_trilinear3d", ("bicubic", 2): "upsample_bicubic2d"}
    if (mode, spatial) not in names:
        raise NotImplementedError(f"interpolate: mode {mode!r} of a {input.dim()}-dimensional input")
    return getattr(_C, names[(mode, spatial)])(input, output_size, align, scales)


def upsample(input, size=None, scale_factor=None, mode="nearest", align_corners=None):
    return interpolate(input, size, scale_factor, mode, align_corners)


def upsample_nearest(input, size=None, scale_factor=None):
    return interpolate(input, size, scale_factor, mode="nearest")


def upsample_bilinear(input, size=None, scale_factor=None):
    return interpolate(input, size, scale_factor, mode="bilinear", align_corners=True)


def unfold(input, kernel_size, dilation=1, padding=0, stride=1):
    return _C.im2col(input, _as_list(kernel_size, 2), _as_list(dilation, 2), _as_list(padding, 2), _as_list(stride, 2))


def fold(input, output_size, kernel_size, dilation=1, padding=0, stride=1):
    return _C.col2im(
        input,
        _as_list(output_size, 2),
        _as_list(kernel_size, 2),
        _as_list(dilation, 2),
        _as_list(padding, 2),
        _as_list(stride, 2),
    )


def embedding(
    input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False
):
    if padding_idx is None:
        padding_idx = -1
    elif padding_idx < 0:
        padding_idx = weight.size(0) + padding_idx
    if max_norm is not None:
        torch.embedding_renorm_(weight.detach(), input.contiguous(), max_norm, norm_type)
    return torch.embedding(weight, input, padding_idx, scale_grad_by_freq, sparse)


def grid_sample(input, grid, mode="bilinear", padding_mode="zeros", align_corners=None):
    modes = {"bilinear": 0, "nearest": 1, "bicubic": 2}
    paddings = {"zeros": 0, "border": 1, "reflection": 2}
    return torch.grid_sampler(input, grid, modes[mode], paddings[padding_mode], bool(align_corners))


def affine_grid(theta, size, align_corners=None):
    return torch.affine_grid_generator(theta, size, bool(align_corners))


def pad(input, pad, mode="constant", value=None):
    return _C.pad(input, pad, mode, value)
