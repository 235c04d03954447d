# RUN: tilewright run %s
import numpy as np
import nki
import nki.isa as nisa
import nki.language as nl


@nki.jit
def kernel(x):
    tile = nl.ndarray((128, 512), dtype=x.dtype)
    nisa.dma_copy(dst=tile[:, 0:500], src=x[:, 0:500])
    nisa.activation(dst=tile, op=nl.exp, data=tile)


kernel(np.zeros((128, 512), dtype=np.float32))
# EXPECT stderr
#| fail_unset_read.py:12:5: error: activation: 'data' is read but nothing has written its element [0, 500] [uninitialised-read]
#|       nisa.activation(dst=tile, op=nl.exp, data=tile)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_unset_read.py:10:12: note: 'data' is a tensor of shape (128, 512) and float32 in SBUF, allocated here
#|       tile = nl.ndarray((128, 512), dtype=x.dtype)
#|              ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_unset_read.py:15:1: note: kernel 'kernel' launched here on trn2
#|   kernel(np.zeros((128, 512), dtype=np.float32))
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
