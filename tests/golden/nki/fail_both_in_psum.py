# RUN: tilewright run %s
import numpy as np
import nki
import nki.isa as nisa
import nki.language as nl


@nki.jit
def kernel(x):
    a = nl.zeros((128, 512), dtype=nl.float32, buffer=nl.psum)
    b = nl.zeros((128, 512), dtype=nl.float32, buffer=nl.psum)
    out = nl.ndarray((128, 512), dtype=nl.float32)
    nisa.tensor_tensor(dst=out, data1=a, data2=b, op=nl.add)


kernel(np.zeros((128, 512), dtype=np.float32))
# EXPECT stderr
#| fail_both_in_psum.py:13:5: error: tensor_tensor: 'data1' and 'data2' are both in PSUM, of which an engine reads one operand at a time [kernel-type]
#|       nisa.tensor_tensor(dst=out, data1=a, data2=b, op=nl.add)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_both_in_psum.py:10:9: note: 'data1' is a tensor of shape (128, 512) and float32 in PSUM, allocated here
#|       a = nl.zeros((128, 512), dtype=nl.float32, buffer=nl.psum)
#|           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_both_in_psum.py:11:9: note: 'data2' is a tensor of shape (128, 512) and float32 in PSUM, allocated here
#|       b = nl.zeros((128, 512), dtype=nl.float32, buffer=nl.psum)
#|           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_both_in_psum.py:16:1: note: kernel 'kernel' launched here on trn2
#|   kernel(np.zeros((128, 512), dtype=np.float32))
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
