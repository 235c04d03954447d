# RUN: tilewright run %s
import numpy as np
import nki
import nki.isa as nisa
import nki.language as nl


@nki.jit
def kernel(x):
    i = nl.arange(128)


kernel(np.zeros((128, 512), dtype=np.float32))
# EXPECT stderr
#| fail_name_of_the_other_generation.py:10:9: error: nki.language has no 'arange': it belongs to generation A (neuronxcc.nki.language); here: slices and nl.ds(start, size) [unknown-name]
#|       i = nl.arange(128)
#|           ^~~~~~~~~
#| fail_name_of_the_other_generation.py:13:1: note: kernel 'kernel' launched here on trn2
#|   kernel(np.zeros((128, 512), dtype=np.float32))
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
