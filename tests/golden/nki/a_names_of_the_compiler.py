# RUN: tilewright run %s
import numpy as np
import neuronxcc.nki as nki
import neuronxcc.nki.compiler as ncc
import neuronxcc.nki.isa as nisa
import neuronxcc.nki.language as nl


@nki.compiler.skip_middle_end_transformations
@nki.jit
def doubled_kernel(x):
    """Programs of a grid over two cores; buffers allocated by hand have memory of their own here."""
    out = nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.shared_hbm)
    start = nl.program_id(0) * 128
    tile = nl.ndarray((nl.par_dim(128), 64), dtype=x.dtype, buffer=ncc.sbuf.mod_alloc(base_addr=0, num_free_tiles=(1,)))
    with ncc.no_reorder():
        tile[...] = nl.load(x[start : start + 128, :])
        # On the Scalar Engine.
        nl.store(out[start : start + 128, :], value=nl.copy(nisa.tensor_scalar(tile, np.multiply, 2.0)))
    return out


x = np.arange(512 * 64, dtype=np.float32).reshape(512, 64)
print(np.array_equal(doubled_kernel[nl.spmd_dim(nl.nc(2), 2)](x), 2 * x))
# EXPECT stdout
#| True
# EXPECT stderr
#| nki: kernel 'doubled_kernel' on trn2: 17.12 us estimated; busy Vector 2 %, Scalar 1 %, DMA 34 %; HBM 128 KiB read, 128 KiB written; SBUF 0.5 KiB, PSUM 0 KiB a partition
