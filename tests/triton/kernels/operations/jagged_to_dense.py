# RUN: tilewright run %s
"""Rows of several lengths, found by their offsets, padded to one length, and back."""
import torch
import triton
import triton.language as tl


@triton.jit
def pad_rows(values_ptr, offsets_ptr, out_ptr, D, LENGTH, BLOCK: tl.constexpr):
    row, t = tl.program_id(0), tl.program_id(1)
    begin = tl.load(offsets_ptr + row)
    length = tl.load(offsets_ptr + row + 1) - begin
    d = tl.arange(0, BLOCK)
    value = tl.load(values_ptr + (begin + t) * D + d, mask=(d < D) & (t < length), other=0.0)
    tl.store(out_ptr + (row * LENGTH + t) * D + d, value, mask=d < D)


lengths = [3, 0, 5, 2]
offsets = torch.tensor([0] + lengths).cumsum(0)
values = torch.randn(10, 7)
out = torch.empty(4, 5, 7)
pad_rows[(4, 5)](values, offsets, out, 7, 5, BLOCK=8)
expected = torch.zeros(4, 5, 7)
for row, length in enumerate(lengths):
    expected[row, :length] = values[offsets[row] : offsets[row + 1]]
assert torch.equal(out, expected)
print(tuple(out.shape))
# EXPECT stdout
#| (4, 5, 7)
