# RUN: tilewright run %s
import numpy as np
import nki
import nki.isa as nisa
import nki.language as nl


@nki.jit
def kernel(x):
    product = nl.zeros((128, 512), dtype=nl.float32, buffer=nl.psum)
    nisa.tensor_copy(dst=nl.ndarray((128, 512), dtype=nl.float32), src=product, engine=nisa.engine.gpsimd)


kernel(np.zeros((128, 512), dtype=np.float32))
# EXPECT stderr
#| fail_gpsimd_psum.py:11:5: error: tensor_copy: 'src' is in PSUM, which GpSimd cannot reach [kernel-type]
#|       nisa.tensor_copy(dst=nl.ndarray((128, 512), dtype=nl.float32), src=product, engine=nisa.engine.gpsimd)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_gpsimd_psum.py:10:15: note: 'src' is a tensor of shape (128, 512) and float32 in PSUM, allocated here
#|       product = nl.zeros((128, 512), dtype=nl.float32, buffer=nl.psum)
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_gpsimd_psum.py:14:1: note: kernel 'kernel' launched here on trn2
#|   kernel(np.zeros((128, 512), dtype=np.float32))
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
