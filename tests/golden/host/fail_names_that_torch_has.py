# RUN: tilewright run %s
# What PyTorch has and this program lacks is no mistake of the script; what is nowhere is.
import torch

for attempt in (
    lambda: torch.xyzzy,
    lambda: torch.vmap,
    lambda: torch.zeros(2).xyzzy,
    lambda: torch.nn.Linear(2, 2).xyzzy,
    lambda: torch.ops.aten.xyzzy,
    lambda: torch.ops.aten._cudnn_rnn,
):
    try:
        print(attempt())
    except AttributeError as error:
        print(error)
print(hasattr(torch, "vmap"), getattr(torch, "vmap", None))
for name in ("from torch.nn import xyzzy", "from torch.func import vmap", "import torch.distributed.fsdp"):
    try:
        exec(name)
    except ImportError as error:
        print(error)
torch.vmap(lambda x: x)
# EXPECT stdout
#| module 'torch' has no attribute 'xyzzy'
#| torch.vmap is not supported
#| 'Tensor' object has no attribute 'xyzzy'
#| 'Linear' object has no attribute 'xyzzy'
#| '_OpNamespace' 'aten' object has no attribute 'xyzzy'
#| torch.ops.aten._cudnn_rnn is not supported
#| False None
#| cannot import name 'xyzzy' from 'torch.nn' (unknown location)
#| module 'torch.func' is not supported
#| module 'torch.distributed.fsdp' is not supported
# EXPECT stderr
#| fail_names_that_torch_has.py:23:1: error: torch.vmap is not supported [unsupported]
#|   torch.vmap(lambda x: x)
#|   ^~~~~~~~~~
# EXPECT exit 3
