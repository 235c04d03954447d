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
#| fail_graph_replay.py:9:1: error: replaying a CUDA graph: what is captured runs once, when it is captured [unsupported]
#|   graph.replay()
#|   ^~~~~~~~~~~~~~
#| fail_graph_replay.py:9:1: note: called from here
#|   graph.replay()
#|   ^~~~~~~~~~~~~~
# EXPECT exit 3
