# RUN: tilewright run %s
import numpy as np
import nki
import nki.isa as nisa
import nki.language as nl


@nki.jit
def kernel(x):
    tile = nl.ndarray((256, 512), dtype=x.dtype, buffer=nl.sbuf)


kernel(np.zeros((128, 512), dtype=np.float32))
# EXPECT stderr
#| fail_partitions.py:10:12: error: the shape (256, 512) has 256 partitions in front, SBUF has 128 [kernel-shape]
#|       tile = nl.ndarray((256, 512), dtype=x.dtype, buffer=nl.sbuf)
#|              ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_partitions.py:13:1: note: kernel 'kernel' launched here on trn2
#|   kernel(np.zeros((128, 512), dtype=np.float32))
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
