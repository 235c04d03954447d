# RUN: tilewright run %s
import numpy as np
import nki
import nki.isa as nisa
import nki.language as nl


nl.ndarray((128, 512), dtype=nl.float32)
# EXPECT stderr
#| fail_host_call.py:8:1: error: RuntimeError: ndarray works only inside a kernel: call the function that @nki.jit decorates [python-exception]
#|   nl.ndarray((128, 512), dtype=nl.float32)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
