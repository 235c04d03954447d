# RUN: tilewright run %s
import numpy as np
import nki
import nki.isa as nisa
import nki.language as nl


@nki.jit
def kernel(x):
    tile = nl.load(x)
    product = nl.ndarray((128, 1024), dtype=nl.float32, buffer=nl.psum)
    nisa.nc_matmul(dst=product[:, 256:768], stationary=tile[:, 0:128], moving=tile)


kernel(np.zeros((128, 512), dtype=np.float32))
# EXPECT stderr
#| fail_psum_bank.py:12:5: error: nc_matmul: 'dst' lies on bytes 1024 to 3071 of each partition of PSUM: a product goes to one bank of 2048 bytes (512 elements of float32) [kernel-shape]
#|       nisa.nc_matmul(dst=product[:, 256:768], stationary=tile[:, 0:128], moving=tile)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_psum_bank.py:11:15: note: 'dst' is a tensor of shape (128, 512) and float32 in PSUM, allocated here
#|       product = nl.ndarray((128, 1024), dtype=nl.float32, buffer=nl.psum)
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_psum_bank.py:15:1: note: kernel 'kernel' launched here on trn2
#|   kernel(np.zeros((128, 512), dtype=np.float32))
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
