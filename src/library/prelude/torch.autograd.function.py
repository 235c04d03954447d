# torch.autograd.function
from torch.autograd import Function, FunctionCtx, InplaceFunction, once_differentiable
