# RUN: tilewright run %s
"""What is captured would run again at every replay."""
import torch

x = torch.zeros(1, device="cuda")
graph = torch.cuda.CUDAGraph()
with torch.cuda.graph(graph):
    x += 1
graph.replay()
print(x.item())
# EXPECT stderr
#| <torch.cuda>:317:9: error: replaying a CUDA graph: what is captured runs once, when it is captured [unsupported]
#|           _C.unsupported("replaying a CUDA graph: what is captured runs once, when it is captured")
#|           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_graph_replay.py:9:1: note: called from here
#|   graph.replay()
#|   ^~~~~~~~~~~~~~
# EXPECT exit 3
