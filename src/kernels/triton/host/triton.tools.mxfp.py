# triton.tools.mxfp: microscaling formats on the host, values as float32, codes as uint8.
import torch

_E2M1 = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0)


class _Codes:
    def __init__(self, data=None, size=None, device=None):
        self.device = device
        self.size = size
        if data is not None:
            assert isinstance(data, torch.Tensor), 'Parameter data must be a torch tensor'
            self.device = data.device
            self.data = self._from_float(data)
        elif size is not None:
            self.size = size if isinstance(size, tuple) else (size,)
        else:
            raise ValueError('Either parameter data or size must be provided')


class MXFP4Tensor(_Codes):
    """Codes of e2m1 numbers, one a byte: a sign bit above three bits of magnitude."""

    def random(self):
        sign = torch.randint(0, 2, size=self.size, dtype=torch.uint8, device=self.device)
        exponent = torch.randint(0, 4, size=self.size, dtype=torch.uint8, device=self.device)
        mantissa = torch.randint(0, 2, size=self.size, dtype=torch.uint8, device=self.device)
        self.data = ((sign << 3) | (exponent << 1) | mantissa).type(torch.uint8)
        return self

    def to(self, dtype):
        assert dtype == torch.float32, 'Currently only float32 is supported for f4 to float conversion'
        magnitudes = torch.tensor(_E2M1, dtype=torch.float32, device=self.data.device)
        values = magnitudes[(self.data & 7).long()]
        return torch.where((self.data & 8) != 0, -values, values)

    def _from_float(self, values):
        # The nearest magnitude; ties go to the even code, what is beyond 6 becomes 6.
        magnitudes = torch.tensor(_E2M1, dtype=torch.float32, device=values.device)
        distance = (values.float().abs().unsqueeze(-1) - magnitudes).abs()
        code = distance.argmin(dim=-1)
        upper = (code + 1).clamp(max=7)
        is_tie = distance.gather(-1, upper.unsqueeze(-1)).squeeze(-1) == distance.gather(-1, code.unsqueeze(-1)).squeeze(-1)
        code = torch.where(is_tie & (code % 2 == 1), upper, code)
        return (code | (torch.signbit(values).long() << 3)).to(torch.uint8)

    def to_packed_tensor(self, dim):
        data = self.data
        assert 0 <= dim < data.ndim, 'The dimension to pack along is not within the range of tensor dimensions'
        if data.shape[dim] % 2 != 0:
            padding = list(data.shape)
            padding[dim] = 1
            data = torch.cat([data, torch.zeros(padding, dtype=torch.uint8, device=data.device)], dim=dim)
        pairs = data.movedim(dim, -1).unflatten(-1, (-1, 2))
        return ((pairs[..., 1] << 4) | pairs[..., 0]).movedim(-1, dim).contiguous()

    def unpack_packed_tensor(self, packed_tensor, dim, original_shape):
        moved = packed_tensor.movedim(dim, -1)
        pairs = torch.stack([moved & 15, (moved >> 4) & 15], dim=-1).flatten(-2).movedim(-1, dim)
        return pairs.narrow(dim, 0, original_shape[dim]).type(torch.uint8)


class MXScaleTensor(_Codes):
    """Codes of e8m0 scales: powers of two with a bias of 127; 255 is NaN."""

    def random(self, low=None, high=None):
        bias = 127
        low_exponent = 0 if low is None else max(0, int(torch.log2(torch.tensor(low))) + bias)
        high_exponent = 254 if high is None else min(254, max(0, int(torch.log2(torch.tensor(high))) + bias))
        assert low_exponent <= high_exponent, 'Low must be less than or equal to high'
        self.data = torch.randint(low_exponent, high_exponent + 1, size=self.size, dtype=torch.uint8, device=self.device)
        return self

    def to(self, dtype):
        assert dtype == torch.float32, 'Currently only float32 is supported for f8e8m0 to float conversion'
        values = torch.exp2(self.data.to(torch.float32) - 127)
        return torch.where(self.data == 255, torch.full_like(values, float('nan')), values)

    def _from_float(self, values):
        exponent = torch.floor(torch.log2(values.float()))
        code = (exponent + 127).clamp(0, 254)
        is_invalid = torch.isnan(values) | torch.isinf(values) | (values <= 0)
        return torch.where(is_invalid, torch.full_like(code, 255), code).to(torch.uint8)
