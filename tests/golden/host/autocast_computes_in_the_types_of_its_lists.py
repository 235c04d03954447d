# RUN: tilewright run %s
import torch
import torch.nn.functional as F
from torch.amp import custom_bwd, custom_fwd

x = torch.full((4, 4), 1.0 / 3, device="cuda")
half, exact = x.half(), x.double()


def types(*tensors):
    print(*[str(tensor.dtype).removeprefix("torch.") for tensor in tensors])


print(torch.is_autocast_enabled("cuda"), torch.get_autocast_dtype("cuda"), (x @ x).dtype)
with torch.autocast("cuda"):
    types(x @ x, F.linear(x, half), torch.addmm(x, x, x), torch.einsum("ij,jk->ik", x, x), exact @ exact)
    types(half.exp(), half**2, F.softmax(half, -1), F.layer_norm(half, (4,)), half.sum(), F.mse_loss(half, half))
    types(F.softmax(x, -1, dtype=torch.float16), half.mean(), half.sqrt(), F.gelu(half), half + x)
    types(torch.addcmul(half, x, half), torch.cat([half, x]), torch.cat([half, half]), torch.tensordot(half, x, dims=1))
    types(torch.mm(x, x, out=torch.empty_like(x)), x.clone().addmm_(x, x), x.cpu() @ x.cpu())
    print((x @ x)[0, 0].item(), torch.is_autocast_enabled("cuda"))
    with torch.autocast("cuda", dtype=torch.bfloat16):
        types(x @ x, F.linear(half, x), half.exp())
        with torch.autocast("cuda", enabled=False):
            types(x @ x, half.exp())
        types(x @ x)
    types(x @ x)
    try:
        F.binary_cross_entropy(x, x)
    except RuntimeError as error:
        print(error)
types(x @ x)


@torch.autocast("cuda", dtype=torch.bfloat16)
def product(a, b):
    return a @ b


types(product(x, x))

weight = x.clone().requires_grad_()
with torch.autocast("cuda"):
    y = F.relu(x @ weight) @ weight
y.sum().backward()
types(y, weight.grad)


class Double(torch.autograd.Function):
    @staticmethod
    @custom_fwd(device_type="cuda", cast_inputs=torch.float16)
    def forward(context, a):
        context.seen = a.dtype, (x @ x).dtype
        return a * 2

    @staticmethod
    @custom_bwd(device_type="cuda")
    def backward(context, gradient):
        print(*context.seen, (x @ x).dtype)
        return gradient * 2


class Plain(torch.autograd.Function):
    @staticmethod
    @custom_fwd(device_type="cuda")
    def forward(context, a):
        return a @ a

    @staticmethod
    @custom_bwd(device_type="cuda")
    def backward(context, gradient):
        print((x @ x).dtype)
        return gradient


with torch.autocast("cuda"):
    doubled, plain = Double.apply(weight), Plain.apply(weight)
(doubled.sum() + plain.float().sum()).backward()
# EXPECT stdout
#| False torch.float16 torch.float32
#| float16 float16 float16 float16 float64
#| float32 float32 float32 float32 float32 float32
#| float16 float16 float16 float16 float32
#| float32 float32 float16 float32
#| float32 float32 float32
#| 0.4443359375 True
#| bfloat16 bfloat16 float32
#| float32 float16
#| bfloat16
#| float16
#| torch.nn.functional.binary_cross_entropy and torch.nn.BCELoss are unsafe to autocast: use binary_cross_entropy_with_logits or torch.nn.BCEWithLogitsLoss
#| float32
#| bfloat16
#| float16 float32
#| torch.float16
#| torch.float16 torch.float32 torch.float32
