# RUN: tilewright run %s
# NOT IN INTERPRETER: programs run one after another
"""Programs wait for one with a higher number: all of them must make progress."""
import torch
import triton
import triton.language as tl


@triton.jit
def wait_kernel(flag_ptr, out_ptr):
    pid = tl.program_id(0)
    last = tl.num_programs(0) - 1
    if pid == last:
        tl.store(out_ptr + last, 100)
        tl.atomic_xchg(flag_ptr, 1, sem="release")
    else:
        while tl.atomic_add(flag_ptr, 0, sem="acquire") == 0:
            pass
        tl.store(out_ptr + pid, tl.load(out_ptr + last) + pid)


flag, out = torch.zeros(1, dtype=torch.int32), torch.empty(8, dtype=torch.int32)
wait_kernel[(8,)](flag, out)
print(out.tolist())
assert out.tolist() == [100, 101, 102, 103, 104, 105, 106, 100]
# EXPECT stdout
#| [100, 101, 102, 103, 104, 105, 106, 100]
