# RUN: tilewright run %s
import numpy as np
import nki
import nki.isa as nisa
import nki.language as nl


@nki.jit
def kernel(x):
    tile = nl.load(x)
    nisa.tensor_scalar(dst=tile, data=tile, op0=nl.bitwise_and, operand0=1)


kernel(np.zeros((128, 512), dtype=np.float32))
# EXPECT stderr
#| fail_bitwise_on_floats.py:11:5: error: tensor_scalar: bitwise_and works on integers, 'data' is float32 and 'dst' float32 [kernel-shape]
#|       nisa.tensor_scalar(dst=tile, data=tile, op0=nl.bitwise_and, operand0=1)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_bitwise_on_floats.py:10:12: note: 'data' is a tensor of shape (128, 512) and float32 in SBUF, allocated here
#|       tile = nl.load(x)
#|              ^~~~~~~~~~
#| fail_bitwise_on_floats.py:10:12: note: 'dst' is a tensor of shape (128, 512) and float32 in SBUF, allocated here
#|       tile = nl.load(x)
#|              ^~~~~~~~~~
#| fail_bitwise_on_floats.py:14:1: note: kernel 'kernel' launched here on trn2
#|   kernel(np.zeros((128, 512), dtype=np.float32))
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
