# RUN: tilewright run %s
import torch
import nki
import nki.isa as nisa
import nki.language as nl


@nki.jit
def matmul_kernel(a_transposed, b):
    """out[M, N] = a_transposed[K, M] transposed times b[K, N], in tiles of 128 x 128 x 512."""
    depth, rows = a_transposed.shape
    columns = b.shape[1]
    out = nl.ndarray((rows, columns), dtype=a_transposed.dtype, buffer=nl.shared_hbm)
    for m in nl.affine_range(rows // 128):
        for n in nl.affine_range(columns // 512):
            product = nl.ndarray((128, 512), dtype=nl.float32, buffer=nl.psum)
            for k in nl.affine_range(depth // 128):
                left = nl.ndarray((128, 128), dtype=a_transposed.dtype, buffer=nl.sbuf)
                right = nl.ndarray((128, 512), dtype=b.dtype, buffer=nl.sbuf)
                nisa.dma_copy(dst=left, src=a_transposed[nl.ds(k * 128, 128), nl.ds(m * 128, 128)])
                nisa.dma_copy(dst=right, src=b[nl.ds(k * 128, 128), nl.ds(n * 512, 512)])
                nisa.nc_matmul(dst=product, stationary=left, moving=right)
            tile = nl.ndarray((128, 512), dtype=out.dtype, buffer=nl.sbuf)
            nisa.tensor_copy(dst=tile, src=product)
            nisa.dma_copy(dst=out[nl.ds(m * 128, 128), nl.ds(n * 512, 512)], src=tile)
    return out


torch.manual_seed(0)
for dtype, tolerance in ((torch.float32, 1e-4), (torch.bfloat16, 2e-1)):
    a, b = torch.randn(256, 384).to(dtype), torch.randn(384, 1024).to(dtype)
    c = matmul_kernel(a.t().contiguous(), b)
    print(c.dtype, torch.allclose(c.float(), a.float() @ b.float(), rtol=1e-2, atol=tolerance))
# EXPECT stdout
#| torch.float32 True
#| torch.bfloat16 True
# EXPECT stderr
#| nki: kernel 'matmul_kernel' on trn2: 24.32 us estimated; busy Tensor 42 %, Vector 9 %, DMA 83 %; HBM 3840 KiB read, 1024 KiB written; SBUF 2.5 KiB, PSUM 2 KiB a partition (the longest of 2 launches)
