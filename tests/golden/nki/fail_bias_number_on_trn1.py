# RUN: tilewright run --chip trn1 %s
import numpy as np
import nki
import nki.isa as nisa
import nki.language as nl


@nki.jit
def kernel(x):
    tile = nl.load(x)
    nisa.activation(dst=tile, op=nl.exp, data=tile, bias=1.0)


kernel(np.zeros((128, 512), dtype=np.float32))
# EXPECT stderr
#| fail_bias_number_on_trn1.py:11:5: error: activation: 'bias' must hold one value a partition on trn1; numbers came with trn2 [kernel-shape]
#|       nisa.activation(dst=tile, op=nl.exp, data=tile, bias=1.0)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_bias_number_on_trn1.py:14:1: note: kernel 'kernel' launched here on trn1
#|   kernel(np.zeros((128, 512), dtype=np.float32))
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
