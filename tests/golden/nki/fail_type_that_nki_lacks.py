# RUN: tilewright run %s
import numpy as np
import nki
import nki.isa as nisa
import nki.language as nl


@nki.jit
def kernel(x):
    tile = nl.load(x)


kernel(np.zeros((128, 512)))
# EXPECT stderr
#| fail_type_that_nki_lacks.py:13:1: error: 'x' is of float64, which NKI does not have: it has integers and floats of 32, 16 and 8 bits [launch-arguments]
#|   kernel(np.zeros((128, 512)))
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
