# RUN: tilewright run %s
import numpy as np
import nki
import nki.isa as nisa
import nki.language as nl


@nki.jit
def kernel(x):
    left = nl.load(x[:, 0:128])
    right = nl.load(x, dtype=nl.bfloat16)
    product = nl.ndarray((128, 512), dtype=nl.float32, buffer=nl.psum)
    nisa.nc_matmul(dst=product, stationary=left, moving=right)


kernel(np.zeros((128, 512), dtype=np.float32))
# EXPECT stderr
#| fail_matmul_types.py:13:5: error: nc_matmul: float32 and tfloat32 go only with float32 and tfloat32: 'stationary' is float32, 'moving' bfloat16 [kernel-type]
#|       nisa.nc_matmul(dst=product, stationary=left, moving=right)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_matmul_types.py:10:12: note: 'stationary' is a tensor of shape (128, 128) and float32 in SBUF, allocated here
#|       left = nl.load(x[:, 0:128])
#|              ^~~~~~~~~~~~~~~~~~~~
#| fail_matmul_types.py:11:13: note: 'moving' is a tensor of shape (128, 512) and bfloat16 in SBUF, allocated here
#|       right = nl.load(x, dtype=nl.bfloat16)
#|               ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_matmul_types.py:16:1: note: kernel 'kernel' launched here on trn2
#|   kernel(np.zeros((128, 512), dtype=np.float32))
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
