# RUN: tilewright run %s
import numpy as np
import nki
import nki.isa as nisa
import nki.language as nl


@nki.jit
def kernel(x):
    tile = nl.ndarray((128, 100000), dtype=nl.float32)


kernel(np.zeros((128, 512), dtype=np.float32))
# EXPECT stderr
#| fail_tile_beyond_sbuf.py:10:12: error: a tensor of shape (128, 100000) and float32 takes 390.6 KiB of each partition, SBUF of trn2 has 224 KiB [launch-limit]
#|       tile = nl.ndarray((128, 100000), dtype=nl.float32)
#|              ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_tile_beyond_sbuf.py:13:1: note: kernel 'kernel' launched here on trn2
#|   kernel(np.zeros((128, 512), dtype=np.float32))
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
