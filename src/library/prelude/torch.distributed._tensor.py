# torch.distributed._tensor: the older name.
from torch.distributed.tensor import *
