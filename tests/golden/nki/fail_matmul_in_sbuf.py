# RUN: tilewright run %s
import numpy as np
import nki
import nki.isa as nisa
import nki.language as nl


@nki.jit
def kernel(x):
    left = nl.load(x[:, 0:128])
    product = nl.ndarray((128, 512), dtype=nl.float32, buffer=nl.sbuf)
    nisa.nc_matmul(dst=product, stationary=left, moving=nl.load(x))


kernel(np.zeros((128, 512), dtype=np.float32))
# EXPECT stderr
#| fail_matmul_in_sbuf.py:12:5: error: nc_matmul: 'dst' is in SBUF, it must be in PSUM [kernel-type]
#|       nisa.nc_matmul(dst=product, stationary=left, moving=nl.load(x))
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_matmul_in_sbuf.py:11:15: note: 'dst' is a tensor of shape (128, 512) and float32 in SBUF, allocated here
#|       product = nl.ndarray((128, 512), dtype=nl.float32, buffer=nl.sbuf)
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_matmul_in_sbuf.py:15:1: note: kernel 'kernel' launched here on trn2
#|   kernel(np.zeros((128, 512), dtype=np.float32))
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
