# RUN: tilewright run %s
import numpy as np
import nki
import nki.isa as nisa
import nki.language as nl


@nki.jit
def kernel(x):
    tile = nl.load(x)
    if tile:
        nisa.memset(dst=tile, value=0)


kernel(np.zeros((128, 512), dtype=np.float32))
# EXPECT stderr
#| fail_branch_on_tensor.py:11:8: error: a tensor's value is known only on the device: Python's if and while cannot test it [kernel-constexpr]
#|       if tile:
#|          ^~~~
#| fail_branch_on_tensor.py:10:12: note: a tensor of shape (128, 512) and float32 in SBUF, allocated here
#|       tile = nl.load(x)
#|              ^~~~~~~~~~
#| fail_branch_on_tensor.py:15:1: note: kernel 'kernel' launched here on trn2
#|   kernel(np.zeros((128, 512), dtype=np.float32))
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
