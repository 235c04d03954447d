# RUN: tilewright run %s
import numpy as np
import nki
import nki.isa as nisa
import nki.language as nl


@nki.jit
def kernel(x):
    left = nl.load(x[:, 0:128])
    product = nl.zeros((128, 512), dtype=nl.float32, buffer=nl.psum)
    nisa.nc_matmul(dst=product, stationary=left, moving=nl.load(x), accumulate=True)


kernel(np.zeros((128, 512), dtype=np.float32))
# EXPECT stderr
#| fail_accumulate_on_memset.py:12:5: error: nc_matmul: accumulate=True, but no product has written all of 'dst': the Tensor Engine does not add to what other engines wrote into PSUM [uninitialised-read]
#|       nisa.nc_matmul(dst=product, stationary=left, moving=nl.load(x), accumulate=True)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_accumulate_on_memset.py:11:15: note: 'dst' is a tensor of shape (128, 512) and float32 in PSUM, allocated here
#|       product = nl.zeros((128, 512), dtype=nl.float32, buffer=nl.psum)
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_accumulate_on_memset.py:15:1: note: kernel 'kernel' launched here on trn2
#|   kernel(np.zeros((128, 512), dtype=np.float32))
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
