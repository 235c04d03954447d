# RUN: tilewright run %s
import numpy as np
import nki
import nki.isa as nisa
import nki.language as nl


@nki.jit
def kernel(x):
    left = nl.load(x[0:64, 0:128])
    product = nl.ndarray((128, 512), dtype=nl.float32, buffer=nl.psum)
    nisa.nc_matmul(dst=product, stationary=left, moving=nl.load(x))


kernel(np.zeros((128, 512), dtype=np.float32))
# EXPECT stderr
#| fail_contraction.py:12:5: error: nc_matmul: the contraction lies on the partitions: 'stationary' has 64 of them, 'moving' has 128 [kernel-shape]
#|       nisa.nc_matmul(dst=product, stationary=left, moving=nl.load(x))
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_contraction.py:10:12: note: 'stationary' is a tensor of shape (64, 128) and float32 in SBUF, allocated here
#|       left = nl.load(x[0:64, 0:128])
#|              ^~~~~~~~~~~~~~~~~~~~~~~
#| fail_contraction.py:12:57: note: 'moving' is a tensor of shape (128, 512) and float32 in SBUF, allocated here
#|       nisa.nc_matmul(dst=product, stationary=left, moving=nl.load(x))
#|                                                           ^~~~~~~~~~
#| fail_contraction.py:15:1: note: kernel 'kernel' launched here on trn2
#|   kernel(np.zeros((128, 512), dtype=np.float32))
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
