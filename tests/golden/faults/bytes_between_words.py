# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def bytes_and_words_kernel(words_ptr):
    if tl.program_id(0) == 0:
        tl.store(words_ptr + tl.arange(0, 4), tl.arange(0, 4) + 1, mask=tl.arange(0, 4) != 2)
    else:
        tl.store(words_ptr.to(tl.pointer_type(tl.int8)) + 8 + tl.arange(0, 4), (tl.arange(0, 4) + 1).to(tl.int8))


words = torch.zeros(4, dtype=torch.int32, device="cuda")
bytes_and_words_kernel[(2,)](words)
print(words.tolist())
# EXPECT stdout
#| [1, 2, 67305985, 4]
