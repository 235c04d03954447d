# RUN: tilewright run %s
import torch

for name in ("cuda", "cuda:1", "xpu", "npu", "hip", "mps", "cpu", "meta"):
    x = torch.zeros(2, device=name)
    print(x.device, x.is_cuda, x.is_cpu, repr(x.device))
print(torch.zeros(1, device="xpu"))
try:
    torch.zeros(2, device="xpu") + torch.zeros(2)
except RuntimeError as error:
    print(error)
try:
    torch.zeros(2, device="tpu")
except RuntimeError as error:
    print(str(error).split(":")[0])
print(torch.zeros(2, device="cuda").cpu().numpy(), torch.xpu.is_available(), torch.cuda.is_available())
try:
    torch.zeros(2, device="cuda").numpy()
except TypeError as error:
    print(error)
graph = torch.cuda.CUDAGraph()
with torch.cuda.graph(graph), torch.cuda.stream(torch.cuda.Stream()), torch.cuda.device(0):
    y = torch.ones(2, device="cuda")
torch.cuda.synchronize()
print(y.tolist(), torch.cuda.current_device(), torch.cuda.get_device_capability())
# EXPECT stdout
#| cuda:0 True False device(type='cuda', index=0)
#| cuda:1 True False device(type='cuda', index=1)
#| xpu:0 False False device(type='xpu', index=0)
#| npu:0 False False device(type='npu', index=0)
#| hip:0 False False device(type='hip', index=0)
#| mps:0 False False device(type='mps', index=0)
#| cpu False True device(type='cpu')
#| meta False False device(type='meta')
#| tensor([0.], device='xpu:0')
#| Expected all tensors to be on the same device, but found at least two devices, xpu:0 and cpu! (in add)
#| Expected one of cpu, cuda, xpu, hip, npu, mps, meta device type at start of device string
#| [0. 0.] False True
#| can't convert cuda:0 device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first.
#| [1.0, 1.0] 0 (9, 0)
