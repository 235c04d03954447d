# RUN: tilewright run %s cpu
# RUN: tilewright run %s caught
# RUN: tilewright run %s mixed
# RUN: tilewright run %s interpreted
# Where a script has tensors on a device, kernels refuse those of the processor as Triton's launcher does.
import os
import sys

import torch
import triton
import triton.language as tl


@triton.jit
def double(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out_ptr + i, tl.load(x_ptr + i, mask=i < n, other=0) * 2, mask=i < n)


case = sys.argv[1]
x = torch.ones(10)
if case == "cpu":  # no tensor on a device: a script for a machine without one
    out = torch.empty(10)
    double[(1,)](x, out, 10, BLOCK=16)
    print(out.sum().item())
elif case == "caught":
    pinned, empty = torch.ones(10, pin_memory=True), torch.empty(0)
    out = torch.empty(10, device=triton.runtime.driver.active.get_active_torch_device())
    double[(1,)](pinned, out, 10, BLOCK=16)
    double[(1,)](empty, out, 0, BLOCK=16)
    try:
        double[(1,)](out, x, 10, BLOCK=16)
    except ValueError as error:
        print(out.sum().item(), error)
elif case == "interpreted":
    os.environ["TRITON_INTERPRET"] = "1"
    y = x.cuda()
    double[(1,)](x, x, 10, BLOCK=16)
    print(x.sum().item())
else:
    double[(1,)](x, x.cuda(), 10, BLOCK=16)
# EXPECT 1 stdout
#| 20.0
# EXPECT 2 stdout
#| 20.0 Pointer argument (at 1) cannot be accessed from Triton (cpu tensor?)
# EXPECT 3 stderr
#| fail_cpu_tensor_beside_the_devices.py:41:5: error: ValueError: Pointer argument (at 0) cannot be accessed from Triton (cpu tensor?) [python-exception]
#|       double[(1,)](x, x.cuda(), 10, BLOCK=16)
#|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| note: parameter 'x_ptr' got a cpu tensor: move it with .to(device), or allocate it with device=...; without any tensor on a device, kernels take cpu tensors
# EXPECT 3 exit 1
# EXPECT 4 stdout
#| 20.0
