# RUN: tilewright run %s
# IGNORE stderr
import torch
import triton
import triton.language as tl


def hook(arguments):
    arguments["out_ptr"].zero_()
    seen.add(arguments["BLOCK"])


def prune(configs, arguments, **keywords):
    print(sorted(arguments), sorted(keywords), len(configs), isinstance(configs[0], triton.Config))
    return [config for config in configs if config.kwargs["BLOCK"] >= 64]


@triton.autotune(
    configs=[triton.Config({"BLOCK": block}, num_warps=4, pre_hook=hook) for block in (32, 64, 128)],
    key=["n"],
    prune_configs_by={"early_config_prune": prune},
)
@triton.jit
def total(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_add(out_ptr, tl.sum(tl.load(x_ptr + i, mask=i < n, other=0.0)))


seen = set()
x = torch.ones(1000, device="cuda")
out = torch.zeros(1, device="cuda")
for _ in range(2):
    total[lambda meta: (triton.cdiv(1000, meta["BLOCK"]),)](x, out, n=1000)
    print(out.item(), sorted(seen))
print(isinstance(total, triton.runtime.Autotuner), total.best_config.kwargs["BLOCK"] >= 64)


class Strided:
    """What Triton takes besides tensors: anything with dtype and data_ptr()."""

    def __init__(self, base, offset):
        self.base, self.offset, self.dtype = base, offset, base.dtype

    def data_ptr(self):
        return self.base.data_ptr() + self.offset * self.dtype.itemsize


total[lambda meta: (triton.cdiv(10, meta["BLOCK"]),)](Strided(x, 500), out, n=10)
print(out.item())
# EXPECT stdout
#| ['out_ptr', 'x_ptr'] ['n'] 3 True
#| 1000.0 [64, 128]
#| 1000.0 [64, 128]
#| True True
#| ['out_ptr', 'x_ptr'] ['n'] 3 True
#| 10.0
