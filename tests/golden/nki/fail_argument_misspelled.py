# RUN: tilewright run %s
import numpy as np
import nki
import nki.isa as nisa
import nki.language as nl


@nki.jit
def kernel(x):
    tile = nl.load(x)
    nisa.activation(dest=tile, op=nl.exp, data=tile)


kernel(np.zeros((128, 512), dtype=np.float32))
# EXPECT stderr
#| fail_argument_misspelled.py:11:5: error: TypeError: activation() got an unexpected keyword argument 'dest': did you mean 'dst'?; its arguments are (dst, op, data, bias=..., scale=..., reduce_op=..., reduce_res=..., reduce_cmd=...) [python-exception]
#|       nisa.activation(dest=tile, op=nl.exp, data=tile)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_argument_misspelled.py:14:1: note: called from here
#|   kernel(np.zeros((128, 512), dtype=np.float32))
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
