# RUN: tilewright run %s
import numpy as np
import nki
import nki.isa as nisa
import nki.language as nl


@nki.jit
def kernel(x):
    tile = nl.load(x)
    twice = tile + tile


kernel(np.zeros((128, 512), dtype=np.float32))
# EXPECT stderr
#| fail_operators.py:11:13: error: operators on tensors belong to generation A (neuronxcc.nki): call nisa.tensor_tensor, nisa.tensor_scalar or a function of nki.language [kernel-syntax]
#|       twice = tile + tile
#|               ^~~~~~~~~~~
#| fail_operators.py:10:12: note: a tensor of shape (128, 512) and float32 in SBUF, allocated here
#|       tile = nl.load(x)
#|              ^~~~~~~~~~
#| fail_operators.py:14:1: note: kernel 'kernel' launched here on trn2
#|   kernel(np.zeros((128, 512), dtype=np.float32))
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
