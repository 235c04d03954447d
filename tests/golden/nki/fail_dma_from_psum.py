# RUN: tilewright run %s
import numpy as np
import nki
import nki.isa as nisa
import nki.language as nl


@nki.jit
def kernel(x):
    product = nl.zeros((128, 512), dtype=nl.float32, buffer=nl.psum)
    nisa.dma_copy(dst=x, src=product)


kernel(np.zeros((128, 512), dtype=np.float32))
# EXPECT stderr
#| fail_dma_from_psum.py:11:5: error: dma_copy: 'src' is in PSUM, which transfers cannot reach: copy it to SBUF with nisa.tensor_copy [kernel-type]
#|       nisa.dma_copy(dst=x, src=product)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_dma_from_psum.py:10:15: note: 'src' is a tensor of shape (128, 512) and float32 in PSUM, allocated here
#|       product = nl.zeros((128, 512), dtype=nl.float32, buffer=nl.psum)
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_dma_from_psum.py:14:1: note: kernel 'kernel' launched here on trn2
#|   kernel(np.zeros((128, 512), dtype=np.float32))
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
