# RUN: tilewright run %s
import numpy as np
import nki
import nki.isa as nisa
import nki.language as nl


@nki.jit
def kernel(x):
    tile = nl.load(x)
    nisa.tensor_copy(dst=tile, src=tile, mask=None)


kernel(np.zeros((128, 512), dtype=np.float32))
# EXPECT stderr
#| fail_mask_of_generation_a.py:11:5: error: TypeError: tensor_copy() takes no 'mask': that is of generation A (neuronxcc.nki); generation B writes to slices of dst and casts to its dtype [python-exception]
#|       nisa.tensor_copy(dst=tile, src=tile, mask=None)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_mask_of_generation_a.py:14:1: note: called from here
#|   kernel(np.zeros((128, 512), dtype=np.float32))
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
