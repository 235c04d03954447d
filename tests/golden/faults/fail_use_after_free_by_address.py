# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def sum_kernel(addresses_ptr, out_ptr, BLOCK: tl.constexpr):
    address = tl.load(addresses_ptr + tl.program_id(0))
    x = tl.load(address.to(tl.pointer_type(tl.float32)) + tl.arange(0, BLOCK))
    tl.store(out_ptr + tl.program_id(0), tl.sum(x, axis=0))


kept = torch.ones(16, device="cuda")
addresses = [kept.data_ptr(), torch.ones(16, device="cuda").data_ptr()]
out = torch.empty(2, device="cuda")
sum_kernel[(2,)](torch.tensor(addresses, device="cuda"), out, BLOCK=16)
# EXPECT stderr
#| fail_use_after_free_by_address.py:10:9: error: load in memory that was freed: that of a tensor of 64 bytes, in program (1, 0, 0) [use-after-free]
#|       x = tl.load(address.to(tl.pointer_type(tl.float32)) + tl.arange(0, BLOCK))
#|           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_use_after_free_by_address.py:15:31: note: its address was taken here; keep the tensor until the launch
#|   addresses = [kept.data_ptr(), torch.ones(16, device="cuda").data_ptr()]
#|                                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: in program (1, 0, 0) of kernel 'sum_kernel', grid (2, 1, 1)
#| fail_use_after_free_by_address.py:17:1: note: launched here
#|   sum_kernel[(2,)](torch.tensor(addresses, device="cuda"), out, BLOCK=16)
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 1
