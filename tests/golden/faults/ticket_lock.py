# RUN: tilewright run %s
import torch
import triton
import triton.language as tl


@triton.jit
def ticket_kernel(log_ptr, length_ptr, ticket_ptr, serving_ptr):
    ticket = tl.atomic_add(ticket_ptr, 1, sem="relaxed")
    while tl.atomic_add(serving_ptr, 0, sem="acquire") != ticket:
        pass
    length = tl.load(length_ptr)
    tl.store(log_ptr + length, tl.program_id(0))
    tl.store(length_ptr, length + 1)
    tl.atomic_add(serving_ptr, 1, sem="release")


log = torch.empty(6, dtype=torch.int32, device="cuda")
length, ticket, serving = (torch.zeros(1, dtype=torch.int32, device="cuda") for _ in range(3))
ticket_kernel[(6,)](log, length, ticket, serving)
print(length.item(), sorted(log.tolist()))
# EXPECT stdout
#| 6 [0, 1, 2, 3, 4, 5]
