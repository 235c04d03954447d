# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def bytes_and_words_kernel(words_ptr):
    if tl.program_id(0) == 0:
        tl.store(words_ptr + tl.arange(0, 4), tl.arange(0, 4) + 1)
    else:
        tl.store(words_ptr.to(tl.pointer_type(tl.int8)) + 11, (tl.program_id(0) + 5).to(tl.int8))


bytes_and_words_kernel[(2,)](torch.zeros(8, dtype=torch.int32, device="cuda"))
# EXPECT stderr
#| fail_race_partial_overlap.py:12:9: error: race: 'words_ptr' index 2 (byte 11) is written by program (1, 0, 0) and written by program (0, 0, 0) [race]
#|           tl.store(words_ptr.to(tl.pointer_type(tl.int8)) + 11, (tl.program_id(0) + 5).to(tl.int8))
#|           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_race_partial_overlap.py:10:9: note: it is written by program (0, 0, 0) here
#|           tl.store(words_ptr + tl.arange(0, 4), tl.arange(0, 4) + 1)
#|           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: programs of one launch run in any order; give each its own elements, use atomics, or launch twice
#| note: in program (1, 0, 0) of kernel 'bytes_and_words_kernel', grid (2, 1, 1)
#| fail_race_partial_overlap.py:15:1: note: launched here
#|   bytes_and_words_kernel[(2,)](torch.zeros(8, dtype=torch.int32, device="cuda"))
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
