# RUN: tilewright run %s
import numpy as np
import nki
import nki.isa as nisa
import nki.language as nl


@nki.jit
def kernel(x):
    return nl.load(x)


kernel(np.zeros((128, 512), dtype=np.float32))
# EXPECT stderr
#| fail_result_in_sbuf.py:10:12: error: the kernel returns a tensor of shape (128, 512) and float32 in SBUF: results are tensors in shared HBM (buffer=nl.shared_hbm) [launch-arguments]
#|       return nl.load(x)
#|              ^~~~~~~~~~
#| fail_result_in_sbuf.py:10:12: note: a tensor of shape (128, 512) and float32 in SBUF, allocated here
#|       return nl.load(x)
#|              ^~~~~~~~~~
#| fail_result_in_sbuf.py:13:1: note: kernel 'kernel' launched here on trn2
#|   kernel(np.zeros((128, 512), dtype=np.float32))
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
