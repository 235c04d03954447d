# RUN: tilewright run %s
# What is scattered over memory that nothing wrote is written; the rest is not.
import torch

order = torch.tensor([2, 0, 1])
inverse = torch.empty_like(order)
inverse.scatter_(0, order, torch.arange(3))
print(inverse)
rows = torch.empty(4, 2)
rows.index_copy_(0, torch.tensor([1, 3]), torch.ones(2, 2))
print(rows[[1, 3]])
rows.scatter_(0, torch.tensor([[0, 0], [2, 2]]), 5.0)
print(rows)
# EXPECT stdout
#| tensor([1, 2, 0])
#| tensor([[1., 1.],
#|         [1., 1.]])
#| tensor([[5., 5.],
#|         [1., 1.],
#|         [5., 5.],
#|         [1., 1.]])
