# RUN: tilewright run %s
import torch

try:
    from triton.language.core import _aggregate
except ImportError as error:
    print(error)
parameter = torch.nn.Parameter(torch.zeros(300, 3))
state = {}
print(state[parameter])
# EXPECT stdout
#| triton.language.core._aggregate is not supported
# EXPECT stderr
#| fail_key_that_is_a_tensor.py:10:7: error: KeyError: Parameter containing: ... [python-exception]
#|   print(state[parameter])
#|         ^~~~~~~~~~~~~~~~
# EXPECT exit 1
