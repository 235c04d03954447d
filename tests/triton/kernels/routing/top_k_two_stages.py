# RUN: tilewright run %s
"""The largest k of a long row: candidates by chunk, then the best of those."""
import torch
import triton
import triton.language as tl


@triton.jit
def chunk_kernel(x_ptr, value_ptr, index_ptr, n, K: tl.constexpr, BLOCK: tl.constexpr):
    chunk = tl.program_id(0)
    i = chunk * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n, other=float("-inf"))
    for k in tl.static_range(K):
        best, place = tl.max(x, axis=0, return_indices=True)
        tl.store(value_ptr + chunk * K + k, best)
        tl.store(index_ptr + chunk * K + k, chunk * BLOCK + place)
        x = tl.where(tl.arange(0, BLOCK) == place, float("-inf"), x)


torch.manual_seed(2)
x = torch.randperm(1000).float()
K, chunks = 4, 8
values, indices = torch.empty(chunks * K), torch.empty(chunks * K, dtype=torch.int32)
chunk_kernel[(chunks,)](x, values, indices, 1000, K=K, BLOCK=128)
final, place = torch.empty(K), torch.empty(K, dtype=torch.int32)
chunk_kernel[(1,)](values, final, place, chunks * K, K=K, BLOCK=32)
assert torch.equal(indices[place.long()].long(), x.topk(K).indices)
print(final.tolist())
# EXPECT stdout
#| [999.0, 998.0, 997.0, 996.0]
