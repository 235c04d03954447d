# RUN: tilewright run %s
import torch

rows = torch.empty(3)
rows.scatter_(0, torch.tensor([0, 2]), torch.ones(2))
print(rows[0], rows[2])
print(rows.sum())
# EXPECT stdout
#| tensor(1.) tensor(1.)
# EXPECT stderr
#| fail_scatter_leaves_memory_unwritten.py:7:7: error: sum() reads 1 of 3 elements of 'rows' that nothing has written, the first at [1] [uninitialised-read]
#|   print(rows.sum())
#|         ^~~~~~~~~~
#| fail_scatter_leaves_memory_unwritten.py:4:8: note: allocated here
#|   rows = torch.empty(3)
#|          ^~~~~~~~~~~~~~
# EXPECT exit 1
