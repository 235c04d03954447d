# RUN: tilewright run %s
import numpy as np
import nki
import nki.isa as nisa
import nki.language as nl


@nki.jit
def kernel(x):
    tile = nl.load(x)
    part = nl.ndarray((64, 512), dtype=x.dtype)
    nisa.tensor_copy(dst=part, src=tile[32:96, :])


kernel(np.zeros((128, 512), dtype=np.float32))
# EXPECT stderr
#| fail_start_partition.py:12:5: error: tensor_copy: 'src' starts at partition 32: an access of 64 partitions may start at 0 or 64 [kernel-shape]
#|       nisa.tensor_copy(dst=part, src=tile[32:96, :])
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_start_partition.py:10:12: note: 'src' is a tensor of shape (64, 512) and float32 in SBUF, allocated here
#|       tile = nl.load(x)
#|              ^~~~~~~~~~
#| fail_start_partition.py:15:1: note: kernel 'kernel' launched here on trn2
#|   kernel(np.zeros((128, 512), dtype=np.float32))
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
