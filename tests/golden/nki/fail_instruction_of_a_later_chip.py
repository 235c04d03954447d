# RUN: tilewright run %s
import numpy as np
import nki
import nki.isa as nisa
import nki.language as nl


@nki.jit
def kernel(x):
    tile = nl.load(x)
    nisa.exponential(dst=tile, src=tile)


kernel(np.zeros((128, 512), dtype=np.float32))
# EXPECT stderr
#| fail_instruction_of_a_later_chip.py:11:5: error: trn2 has no exponential: it came with trn3 [unknown-name]
#|       nisa.exponential(dst=tile, src=tile)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_instruction_of_a_later_chip.py:14:1: note: kernel 'kernel' launched here on trn2
#|   kernel(np.zeros((128, 512), dtype=np.float32))
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
