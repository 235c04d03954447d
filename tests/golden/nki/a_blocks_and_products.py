# RUN: tilewright run %s
import numpy as np
import neuronxcc.nki as nki
import neuronxcc.nki.isa as nisa
import neuronxcc.nki.language as nl


@nki.jit
def product_kernel(a, b):
    """a[M, K] times b[K, N]; blocks of partitions in front of par_dim, += into PSUM, a reduction over a loop."""
    rows, depth = a.shape
    columns = b.shape[1]
    out = nl.ndarray((rows, columns), dtype=np.float32, buffer=nl.shared_hbm)
    largest = nl.ndarray((rows, 1), dtype=np.float32, buffer=nl.shared_hbm)
    identity = nl.load(nl.shared_constant(np.identity(128, dtype=np.float32)))
    b_tiles = nl.ndarray((depth // 128, nl.par_dim(128), columns), dtype=np.float32, buffer=nl.sbuf)
    part, highest = nl.ndarray((2, nl.par_dim(128), 1), dtype=np.float32), nl.ndarray((nl.par_dim(128), 1), dtype=np.float32)
    p, f = nl.arange(128)[:, None], nl.arange(128)[None, :]
    for k in nl.affine_range(depth // 128):
        b_tiles[k] = nl.load(b[k * 128 + p, nl.arange(columns)[None, :]])
    for m in nl.affine_range(rows // 128):
        product = nl.zeros((nl.par_dim(128), columns), dtype=np.float32, buffer=nl.psum)
        for k in nl.affine_range(depth // 128):
            left = nl.load(a[m * 128 + p, k * 128 + f])
            turned = nisa.nc_matmul(left[p, f], identity[p, f], is_moving_onezero=True, is_transpose=True)
            stationary = nl.copy(turned, dtype=np.float32)
            product[...] += nisa.nc_matmul(stationary, b_tiles[k, p, nl.arange(columns)[None, :]])
        result = nl.copy(product)
        nl.store(out[m * 128 + p, nl.arange(columns)[None, :]], value=result)
        for h in nl.affine_range(2):
            half = nl.arange(columns // 2)[None, :] + h * (columns // 2)
            part[h, p, 0] = nisa.tensor_reduce(np.max, data=result[p, half], axis=[1])
            highest[p, 0] = nl.loop_reduce(part[h, p, 0], op=np.max, loop_indices=[h])
        nl.store(largest[m * 128 + p, 0], value=highest[p, 0])
    return out, largest


rng = np.random.default_rng(0)
a, b = rng.standard_normal((256, 384)).astype(np.float32), rng.standard_normal((384, 512)).astype(np.float32)
product, largest = product_kernel(a, b)
print(np.allclose(product, a @ b, rtol=1e-4, atol=1e-4))
print(np.array_equal(largest, product.max(axis=1, keepdims=True)))
# EXPECT stdout
#| True
#| True
# EXPECT stderr
#| nki: kernel 'product_kernel' on trn2: 14.84 us estimated; busy Tensor 39 %, Vector 9 %, Scalar 10 %, DMA 59 %; HBM 1216 KiB read, 513 KiB written; SBUF 8.512 KiB, PSUM 2.5 KiB a partition
