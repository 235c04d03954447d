# RUN: tilewright run %s
import numpy as np
import nki
import nki.isa as nisa
import nki.language as nl


@nki.jit
def kernel(x):
    tile = nl.ndarray((128, 512), dtype=x.dtype)
    tile[0:128, 0:512] = nl.load(x)


kernel(np.zeros((128, 512), dtype=np.float32))
# EXPECT stderr
#| fail_assignment.py:11:5: error: assignment to elements of a tensor belongs to generation A (neuronxcc.nki): write with an instruction's dst, nisa.tensor_copy or nisa.dma_copy [kernel-syntax]
#|       tile[0:128, 0:512] = nl.load(x)
#|       ^~~~~~~~~~~~~~~~~~
#| fail_assignment.py:14:1: note: kernel 'kernel' launched here on trn2
#|   kernel(np.zeros((128, 512), dtype=np.float32))
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
