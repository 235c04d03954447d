# RUN: tilewright run %s
"""The matrix product of the vendor that tutorials compare with."""
import torch
from triton._C.libtriton import nvidia
w = torch.empty(32, device="cuda", dtype=torch.uint8)
blas = nvidia.cublas.CublasLt(w)
a = torch.randn(4, 8); b = torch.randn(5, 8); c = torch.empty(4, 5)
blas.matmul(a, b, c)
torch.testing.assert_close(c, a @ b.T)
print("ok")
# EXPECT stdout
#| ok
