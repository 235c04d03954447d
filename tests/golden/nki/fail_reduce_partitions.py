# RUN: tilewright run %s
import numpy as np
import nki
import nki.isa as nisa
import nki.language as nl


@nki.jit
def kernel(x):
    tile = nl.load(x)
    total = nl.ndarray((1, 512), dtype=nl.float32)
    nisa.tensor_reduce(dst=total, op=nl.add, data=tile, axis=0)


kernel(np.zeros((128, 512), dtype=np.float32))
# EXPECT stderr
#| fail_reduce_partitions.py:12:5: error: tensor_reduce: 'axis' holds 0, the partitions: use nisa.tensor_partition_reduce or a matrix product with ones [kernel-shape]
#|       nisa.tensor_reduce(dst=total, op=nl.add, data=tile, axis=0)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_reduce_partitions.py:10:12: note: 'data' is a tensor of shape (128, 512) and float32 in SBUF, allocated here
#|       tile = nl.load(x)
#|              ^~~~~~~~~~
#| fail_reduce_partitions.py:15:1: note: kernel 'kernel' launched here on trn2
#|   kernel(np.zeros((128, 512), dtype=np.float32))
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
