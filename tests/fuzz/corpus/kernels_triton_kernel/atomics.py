@triton.jit
def kernel(i_ptr, out_ptr, n, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    a = tl.arange(0, BLOCK)
    while tl.atomic_cas(i_ptr, 0, 1) == 1:
        pass
    old = tl.atomic_add(out_ptr + a, pid + 0.5, mask=a < n)
    tl.atomic_max(i_ptr + 1 + a, a)
    tl.atomic_min(i_ptr + 1 + a, 3)
    tl.atomic_and(i_ptr + a + 70, 6)
    tl.debug_barrier()
    tl.atomic_xchg(i_ptr, 0)
    r = tl.rand(7, a + pid * BLOCK) + tl.randint(3, a).to(tl.float32) * 1e-9
    if pid == tl.num_programs(0) - 1:
        tl.store(out_ptr + 128 + a, r + old)

def main(x, y, i, h, out):
    kernel[(3,)](i, y, 20, BLOCK=32)
