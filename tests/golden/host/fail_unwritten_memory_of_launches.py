# RUN: tilewright run %s none
# RUN: tilewright run %s print
# RUN: tilewright run %s sum
# RUN: tilewright run %s assert_close
# RUN: tilewright run %s clone
# RUN: tilewright run %s tolist
# RUN: tilewright run %s numpy
# RUN: tilewright run %s item
# RUN: tilewright run %s format
# What no launch wrote: moved about it stays unwritten, used it is a fault.
import sys
import torch, triton
import triton.language as tl
@triton.jit
def half_copy(x, o, n, B: tl.constexpr):
    i = tl.arange(0, B); tl.store(o + i, tl.load(x + i, mask=i < n), mask=i < n)
x = torch.arange(32., device="cuda").reshape(8, 4)
out = torch.empty_like(x)
half_copy[(1,)](x, out, 16, B=32)
print(torch.empty(3).shape, out.clone().shape, torch.cat([out, x]).shape)
valid = (torch.arange(8, device="cuda") < 4)[:, None].expand(8, 4)
print(out[:4].sum().item(), torch.where(valid, out, 0.).sum().item(), out.masked_fill(~valid, 0).sum().item(), out[valid].sum().item())
print(out.cpu()[:4].tolist()[3], out.half()[0], out.t().contiguous()[:, :4].sum())
big = torch.zeros(16, 4, device="cuda"); big[8:] = out; print(big[:12].sum())
pad = torch.nn.functional.pad(out, (0, 1)); print(pad[:4].sum())
out2 = torch.empty(4); out2[:2] = 1; print(out2[:2])
str(torch.empty(3)); lin = torch.nn.Linear(4, 4); lin.half().to("cuda")
def check(t): 
    what = sys.argv[1]
    if what == "print": print(t)
    if what == "sum": t.sum()
    if what == "assert_close": torch.testing.assert_close(t, x)
    if what == "clone": t.clone().cpu().sum()
    if what == "item": t[7, 3].item()
    if what == "tolist": t.tolist()
    if what == "numpy": t.cpu().numpy().sum()
    if what == "format": print(f"{t[7,3]:.2f}")
check(out)
# EXPECT 1 stdout
#| torch.Size([3]) torch.Size([8, 4]) torch.Size([16, 4])
#| 120.0 120.0 120.0 120.0
#| [12.0, 13.0, 14.0, 15.0] tensor([0., 1., 2., 3.], device='cuda:0', dtype=torch.float16) tensor(120., device='cuda:0')
#| tensor(120., device='cuda:0')
#| tensor(120., device='cuda:0')
#| tensor([1., 1.])
# EXPECT 2 stdout
#| torch.Size([3]) torch.Size([8, 4]) torch.Size([16, 4])
#| 120.0 120.0 120.0 120.0
#| [12.0, 13.0, 14.0, 15.0] tensor([0., 1., 2., 3.], device='cuda:0', dtype=torch.float16) tensor(120., device='cuda:0')
#| tensor(120., device='cuda:0')
#| tensor(120., device='cuda:0')
#| tensor([1., 1.])
# EXPECT 2 stderr
#| fail_unwritten_memory_of_launches.py:30:25: error: print() reads 16 of 32 elements of 't' that nothing has written, the first at [4, 0] [uninitialised-read]
#|       if what == "print": print(t)
#|                           ^~~~~~~~
#| fail_unwritten_memory_of_launches.py:18:7: note: allocated here
#|   out = torch.empty_like(x)
#|         ^~~~~~~~~~~~~~~~~~~
#| note: kernels were given this memory, last as 'o', and did not store to these elements
# EXPECT 2 exit 1
# EXPECT 3 stdout
#| torch.Size([3]) torch.Size([8, 4]) torch.Size([16, 4])
#| 120.0 120.0 120.0 120.0
#| [12.0, 13.0, 14.0, 15.0] tensor([0., 1., 2., 3.], device='cuda:0', dtype=torch.float16) tensor(120., device='cuda:0')
#| tensor(120., device='cuda:0')
#| tensor(120., device='cuda:0')
#| tensor([1., 1.])
# EXPECT 3 stderr
#| fail_unwritten_memory_of_launches.py:31:23: error: sum() reads 16 of 32 elements of 't' that nothing has written, the first at [4, 0] [uninitialised-read]
#|       if what == "sum": t.sum()
#|                         ^~~~~~~
#| fail_unwritten_memory_of_launches.py:18:7: note: allocated here
#|   out = torch.empty_like(x)
#|         ^~~~~~~~~~~~~~~~~~~
#| note: kernels were given this memory, last as 'o', and did not store to these elements
# EXPECT 3 exit 1
# EXPECT 4 stdout
#| torch.Size([3]) torch.Size([8, 4]) torch.Size([16, 4])
#| 120.0 120.0 120.0 120.0
#| [12.0, 13.0, 14.0, 15.0] tensor([0., 1., 2., 3.], device='cuda:0', dtype=torch.float16) tensor(120., device='cuda:0')
#| tensor(120., device='cuda:0')
#| tensor(120., device='cuda:0')
#| tensor([1., 1.])
# EXPECT 4 stderr
#| fail_unwritten_memory_of_launches.py:32:32: error: isclose() reads 16 of 32 elements of a view of 't' that nothing has written, the first at [4, 0] [uninitialised-read]
#|       if what == "assert_close": torch.testing.assert_close(t, x)
#|                                  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_unwritten_memory_of_launches.py:18:7: note: allocated here
#|   out = torch.empty_like(x)
#|         ^~~~~~~~~~~~~~~~~~~
#| note: kernels were given this memory, last as 'o', and did not store to these elements
# EXPECT 4 exit 1
# EXPECT 5 stdout
#| torch.Size([3]) torch.Size([8, 4]) torch.Size([16, 4])
#| 120.0 120.0 120.0 120.0
#| [12.0, 13.0, 14.0, 15.0] tensor([0., 1., 2., 3.], device='cuda:0', dtype=torch.float16) tensor(120., device='cuda:0')
#| tensor(120., device='cuda:0')
#| tensor(120., device='cuda:0')
#| tensor([1., 1.])
# EXPECT 5 stderr
#| fail_unwritten_memory_of_launches.py:33:25: error: sum() reads 16 of 32 elements of a tensor that nothing has written, the first at [4, 0] [uninitialised-read]
#|       if what == "clone": t.clone().cpu().sum()
#|                           ^~~~~~~~~~~~~~~~~~~~~
#| fail_unwritten_memory_of_launches.py:18:7: note: allocated here
#|   out = torch.empty_like(x)
#|         ^~~~~~~~~~~~~~~~~~~
#| note: kernels were given this memory, last as 'o', and did not store to these elements
# EXPECT 5 exit 1
# EXPECT 6 stdout
#| torch.Size([3]) torch.Size([8, 4]) torch.Size([16, 4])
#| 120.0 120.0 120.0 120.0
#| [12.0, 13.0, 14.0, 15.0] tensor([0., 1., 2., 3.], device='cuda:0', dtype=torch.float16) tensor(120., device='cuda:0')
#| tensor(120., device='cuda:0')
#| tensor(120., device='cuda:0')
#| tensor([1., 1.])
# EXPECT 6 stderr
#| fail_unwritten_memory_of_launches.py:35:26: error: tolist() reads 16 of 32 elements of 't' that nothing has written, the first at [4, 0] [uninitialised-read]
#|       if what == "tolist": t.tolist()
#|                            ^~~~~~~~~~
#| fail_unwritten_memory_of_launches.py:18:7: note: allocated here
#|   out = torch.empty_like(x)
#|         ^~~~~~~~~~~~~~~~~~~
#| note: kernels were given this memory, last as 'o', and did not store to these elements
# EXPECT 6 exit 1
# EXPECT 7 stdout
#| torch.Size([3]) torch.Size([8, 4]) torch.Size([16, 4])
#| 120.0 120.0 120.0 120.0
#| [12.0, 13.0, 14.0, 15.0] tensor([0., 1., 2., 3.], device='cuda:0', dtype=torch.float16) tensor(120., device='cuda:0')
#| tensor(120., device='cuda:0')
#| tensor(120., device='cuda:0')
#| tensor([1., 1.])
# EXPECT 7 stderr
#| fail_unwritten_memory_of_launches.py:36:25: error: sum() reads 16 of 32 elements of a tensor that nothing has written, the first at [4, 0] [uninitialised-read]
#|       if what == "numpy": t.cpu().numpy().sum()
#|                           ^~~~~~~~~~~~~~~~~~~~~
#| fail_unwritten_memory_of_launches.py:18:7: note: allocated here
#|   out = torch.empty_like(x)
#|         ^~~~~~~~~~~~~~~~~~~
#| note: kernels were given this memory, last as 'o', and did not store to these elements
# EXPECT 7 exit 1
# EXPECT 8 stdout
#| torch.Size([3]) torch.Size([8, 4]) torch.Size([16, 4])
#| 120.0 120.0 120.0 120.0
#| [12.0, 13.0, 14.0, 15.0] tensor([0., 1., 2., 3.], device='cuda:0', dtype=torch.float16) tensor(120., device='cuda:0')
#| tensor(120., device='cuda:0')
#| tensor(120., device='cuda:0')
#| tensor([1., 1.])
# EXPECT 8 stderr
#| fail_unwritten_memory_of_launches.py:34:24: error: item() reads a view of 't' that nothing has written [uninitialised-read]
#|       if what == "item": t[7, 3].item()
#|                          ^~~~~~~~~~~~~~
#| fail_unwritten_memory_of_launches.py:18:7: note: allocated here
#|   out = torch.empty_like(x)
#|         ^~~~~~~~~~~~~~~~~~~
#| note: kernels were given this memory, last as 'o', and did not store to these elements
# EXPECT 8 exit 1
# EXPECT 9 stdout
#| torch.Size([3]) torch.Size([8, 4]) torch.Size([16, 4])
#| 120.0 120.0 120.0 120.0
#| [12.0, 13.0, 14.0, 15.0] tensor([0., 1., 2., 3.], device='cuda:0', dtype=torch.float16) tensor(120., device='cuda:0')
#| tensor(120., device='cuda:0')
#| tensor(120., device='cuda:0')
#| tensor([1., 1.])
# EXPECT 9 stderr
#| fail_unwritten_memory_of_launches.py:37:32: error: format() reads a view of 't' that nothing has written [uninitialised-read]
#|       if what == "format": print(f"{t[7,3]:.2f}")
#|                                  ^~~~~~~~~~~~~~~
#| fail_unwritten_memory_of_launches.py:18:7: note: allocated here
#|   out = torch.empty_like(x)
#|         ^~~~~~~~~~~~~~~~~~~
#| note: kernels were given this memory, last as 'o', and did not store to these elements
# EXPECT 9 exit 1
