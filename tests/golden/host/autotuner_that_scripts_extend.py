# RUN: tilewright run %s
import torch, triton
import triton.language as tl
from triton.runtime.autotuner import Autotuner

class Cached(Autotuner):
    def __init__(self, fn, arg_names, configs, key, reset_to_zero, restore_value, **kw):
        super().__init__(fn, arg_names, configs, key, reset_to_zero, restore_value, **kw)
        self.kernel_name = fn.fn.__name__ if hasattr(fn, 'fn') else fn.__name__
    def run(self, *args, **kwargs):
        print("run", self.kernel_name, sorted(kwargs))
        return super().run(*args, **kwargs)

def cached(configs, key=None):
    return lambda fn: Cached(fn, fn.arg_names, configs, key or [], None, None)

@triton.heuristics({'HAS_B': lambda args: args['b'] is not None})
@cached([triton.Config({'BLOCK': 64}), triton.Config({'BLOCK': 128}, num_warps=2)], key=['n'])
@triton.jit
def add(a, b, out, n, HAS_B: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(a + i, mask=i < n)
    if HAS_B:
        x += tl.load(b + i, mask=i < n)
    tl.store(out + i, x, mask=i < n)

a, b = torch.ones(200, device='cuda'), torch.arange(200., device='cuda')
out = torch.empty_like(a)
for other in (b, None):
    add[lambda meta: (triton.cdiv(200, meta['BLOCK']),)](a, other, out, 200)
    print(out.sum().item())
print(isinstance(add.fn, Autotuner), len(add.fn.cache), add.fn.best_config.num_warps in (2, 4), add.fn.fn.fn.__name__)
@triton.autotune([triton.Config({'BLOCK': 64})], key=[])
@triton.jit
def other(BLOCK: tl.constexpr): pass
print(isinstance(other, Autotuner))
# EXPECT stdout
#| run add ['HAS_B', 'grid', 'warmup']
#| 20100.0
#| run add ['HAS_B', 'grid', 'warmup']
#| 200.0
#| True 2 True add
#| True
# EXPECT stderr
#| autotune: add: BLOCK: 64, num_warps: 4, num_ctas: 1, num_stages: 3 (estimated 3.4 us on h100, best of 2)
#| autotune: add: BLOCK: 64, num_warps: 4, num_ctas: 1, num_stages: 3 (estimated 3.4 us on h100, best of 2)
