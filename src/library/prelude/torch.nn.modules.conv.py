# Convolutions and transposed convolutions.
import math

import torch
from torch.nn import functional as F
from torch.nn import init
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter


def _repeat(value, count):
    if isinstance(value, (list, tuple)):
        return tuple(value)
    return (value,) * count


class _Convolution(Module):
    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size,
        stride,
        padding,
        dilation,
        transposed,
        output_padding,
        groups,
        bias,
        padding_mode,
        device,
        dtype,
    ):
        super().__init__()
        if groups <= 0:
            raise ValueError("groups must be a positive integer")
        if in_channels % groups != 0:
            raise ValueError("in_channels must be divisible by groups")
        if out_channels % groups != 0:
            raise ValueError("out_channels must be divisible by groups")
        if isinstance(padding, str):
            if padding not in ("same", "valid"):
                raise ValueError(f"Invalid padding string {padding!r}, should be one of {{'same', 'valid'}}")
            if padding == "same" and any(step != 1 for step in stride):
                raise ValueError("padding='same' is not supported for strided convolutions")
        if padding_mode not in ("zeros", "reflect", "replicate", "circular"):
            raise ValueError(f"padding_mode must be one of zeros, reflect, replicate, circular, got {padding_mode!r}")
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = kernel_size
        self.stride = stride
        self.padding = padding
        self.dilation = dilation
        self.transposed = transposed
        self.output_padding = output_padding
        self.groups = groups
        self.padding_mode = padding_mode
        if isinstance(padding, str):
            self._border = [0, 0] * len(kernel_size)
            if padding == "same":
                for d, k, i in zip(dilation, kernel_size, range(len(kernel_size) - 1, -1, -1)):
                    total = d * (k - 1)
                    self._border[2 * i] = total // 2
                    self._border[2 * i + 1] = total - total // 2
        else:
            self._border = [width for size in reversed(padding) for width in (size, size)]
        if transposed:
            shape = (in_channels, out_channels // groups, *kernel_size)
        else:
            shape = (out_channels, in_channels // groups, *kernel_size)
        self.weight = Parameter(torch.empty(shape, device=device, dtype=dtype))
        if bias:
            self.bias = Parameter(torch.empty(out_channels, device=device, dtype=dtype))
        else:
            self.register_parameter("bias", None)
        self.reset_parameters()

    def reset_parameters(self):
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            fan_in, _ = init._calculate_fan_in_and_fan_out(self.weight)
            if fan_in != 0:
                bound = 1 / math.sqrt(fan_in)
                init.uniform_(self.bias, -bound, bound)

    def extra_repr(self):
        text = f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, stride={self.stride}"
        if self.padding != (0,) * len(self.kernel_size):
            text += f", padding={self.padding}"
        if self.dilation != (1,) * len(self.kernel_size):
            text += f", dilation={self.dilation}"
        if self.output_padding != (0,) * len(self.kernel_size):
            text += f", output_padding={self.output_padding}"
        if self.groups != 1:
            text += f", groups={self.groups}"
        if self.bias is None:
            text += ", bias=False"
        if self.padding_mode != "zeros":
            text += f", padding_mode={self.padding_mode}"
        return text


class _Forward(_Convolution):
    dimensions = 0
    function = None

    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size,
        stride=1,
        padding=0,
        dilation=1,
        groups=1,
        bias=True,
        padding_mode="zeros",
        device=None,
        dtype=None,
    ):
        n = self.dimensions
        super().__init__(
            in_channels,
            out_channels,
            _repeat(kernel_size, n),
            _repeat(stride, n),
            padding if isinstance(padding, str) else _repeat(padding, n),
            _repeat(dilation, n),
            False,
            (0,) * n,
            groups,
            bias,
            padding_mode,
            device,
            dtype,
        )

    def forward(self, input):
        padding = self.padding
        if self.padding_mode != "zeros":
            input = F.pad(input, self._border, mode=self.padding_mode)
            padding = (0,) * self.dimensions
        return self.convolve(input, self.weight, self.bias, self.stride, padding, self.dilation, self.groups)


class Conv1d(_Forward):
    dimensions = 1

    def convolve(self, *arguments):
        return F.conv1d(*arguments)


class Conv2d(_Forward):
    dimensions = 2

    def convolve(self, *arguments):
        return F.conv2d(*arguments)


class Conv3d(_Forward):
    dimensions = 3

    def convolve(self, *arguments):
        return F.conv3d(*arguments)


class _Transposed(_Convolution):
    dimensions = 0

    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size,
        stride=1,
        padding=0,
        output_padding=0,
        groups=1,
        bias=True,
        dilation=1,
        padding_mode="zeros",
        device=None,
        dtype=None,
    ):
        if padding_mode != "zeros":
            raise ValueError('Only "zeros" padding mode is supported for ' + type(self).__name__)
        n = self.dimensions
        super().__init__(
            in_channels,
            out_channels,
            _repeat(kernel_size, n),
            _repeat(stride, n),
            _repeat(padding, n),
            _repeat(dilation, n),
            True,
            _repeat(output_padding, n),
            groups,
            bias,
            padding_mode,
            device,
            dtype,
        )

    def _output_padding(self, input, output_size):
        if output_size is None:
            return self.output_padding
        n = self.dimensions
        sizes = list(output_size)[-n:]
        result = []
        for d in range(n):
            smallest = (
                (input.size(d + input.dim() - n) - 1) * self.stride[d]
                - 2 * self.padding[d]
                + self.dilation[d] * (self.kernel_size[d] - 1)
                + 1
            )
            if not smallest <= sizes[d] < smallest + self.stride[d]:
                raise ValueError(f"requested an output size of {output_size}, which this convolution cannot give")
            result.append(sizes[d] - smallest)
        return result

    def forward(self, input, output_size=None):
        return self.convolve(
            input,
            self.weight,
            self.bias,
            self.stride,
            self.padding,
            self._output_padding(input, output_size),
            self.groups,
            self.dilation,
        )


class ConvTranspose1d(_Transposed):
    dimensions = 1

    def convolve(self, *arguments):
        return F.conv_transpose1d(*arguments)


class ConvTranspose2d(_Transposed):
    dimensions = 2

    def convolve(self, *arguments):
        return F.conv_transpose2d(*arguments)


class ConvTranspose3d(_Transposed):
    dimensions = 3

    def convolve(self, *arguments):
        return F.conv_transpose3d(*arguments)


class Unfold(Module):
    def __init__(self, kernel_size, dilation=1, padding=0, stride=1):
        super().__init__()
        self.kernel_size = kernel_size
        self.dilation = dilation
        self.padding = padding
        self.stride = stride

    def forward(self, input):
        return F.unfold(input, self.kernel_size, self.dilation, self.padding, self.stride)


class Fold(Module):
    def __init__(self, output_size, kernel_size, dilation=1, padding=0, stride=1):
        super().__init__()
        self.output_size = output_size
        self.kernel_size = kernel_size
        self.dilation = dilation
        self.padding = padding
        self.stride = stride

    def forward(self, input):
        return F.fold(input, self.output_size, self.kernel_size, self.dilation, self.padding, self.stride)
