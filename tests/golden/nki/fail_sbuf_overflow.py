# RUN: tilewright run %s
import numpy as np
import nki
import nki.isa as nisa
import nki.language as nl


@nki.jit
def kernel(x):
    tiles = []
    for i in range(5):
        tile = nl.ndarray((128, 16384), dtype=nl.float32, name=f"tile{i}")
        nisa.memset(dst=tile, value=i)
        tiles.append(tile)
    for tile in tiles:
        nisa.tensor_scalar(dst=tile, data=tile, op0=nl.add, operand0=1.0)


kernel(np.zeros((128, 512), dtype=np.float32))
# EXPECT stderr
#| fail_sbuf_overflow.py:19:1: error: kernel 'kernel' needs 320 KiB of each partition of SBUF at one time, trn2 has 224 KiB [launch-limit]
#|   kernel(np.zeros((128, 512), dtype=np.float32))
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_sbuf_overflow.py:12:16: note: 64 KiB of each partition held by each of 5 tensors allocated here
#|           tile = nl.ndarray((128, 16384), dtype=nl.float32, name=f"tile{i}")
#|                  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
