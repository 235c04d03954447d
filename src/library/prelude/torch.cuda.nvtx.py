# torch.cuda.nvtx
from torch.cuda import nvtx as _nvtx

range_push, range_pop, mark, range = _nvtx.range_push, _nvtx.range_pop, _nvtx.mark, _nvtx.range
