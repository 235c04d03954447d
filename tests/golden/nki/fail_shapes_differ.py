# RUN: tilewright run %s
import numpy as np
import nki
import nki.isa as nisa
import nki.language as nl


@nki.jit
def kernel(x):
    tile = nl.load(x)
    nisa.tensor_tensor(dst=tile, data1=tile, data2=tile[:, 0:256], op=nl.add)


kernel(np.zeros((128, 512), dtype=np.float32))
# EXPECT stderr
#| fail_shapes_differ.py:11:5: error: tensor_tensor: 'data1' has 128 partitions of 512 elements (shape (128, 512)), 'data2' has 128 of 256 (shape (128, 256)) [kernel-shape]
#|       nisa.tensor_tensor(dst=tile, data1=tile, data2=tile[:, 0:256], op=nl.add)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_shapes_differ.py:10:12: note: 'data1' is a tensor of shape (128, 512) and float32 in SBUF, allocated here
#|       tile = nl.load(x)
#|              ^~~~~~~~~~
#| fail_shapes_differ.py:10:12: note: 'data2' is a tensor of shape (128, 256) and float32 in SBUF, allocated here
#|       tile = nl.load(x)
#|              ^~~~~~~~~~
#| fail_shapes_differ.py:14:1: note: kernel 'kernel' launched here on trn2
#|   kernel(np.zeros((128, 512), dtype=np.float32))
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
