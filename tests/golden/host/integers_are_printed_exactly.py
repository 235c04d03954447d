# RUN: tilewright run %s
import torch

x = torch.tensor([2**53 + 1, 2**63 - 1, -(2**63) + 5])
print(x)
print(x[0], x[:1], x.reshape(3, 1))
print(torch.tensor([[1, -20], [300, 4]]), torch.tensor(7), torch.tensor([True, False]))
print(torch.tensor([1, 255], dtype=torch.uint8), torch.arange(2, dtype=torch.int32))
# EXPECT stdout
#| tensor([    9007199254740993,  9223372036854775807, -9223372036854775803])
#| tensor(9007199254740993) tensor([9007199254740993]) tensor([[    9007199254740993],
#|         [ 9223372036854775807],
#|         [-9223372036854775803]])
#| tensor([[  1, -20],
#|         [300,   4]]) tensor(7) tensor([ True, False])
#| tensor([  1, 255], dtype=torch.uint8) tensor([0, 1], dtype=torch.int32)
