"""Tasks whose emitted kernels are compared with torch, by name."""
TASK = """
import math
import torch
import torch.nn as nn
import torch.nn.functional as F

class Model(nn.Module):
    def __init__(self):
        super().__init__()
        {init}

    def forward(self, {arguments}):
        {body}
        return {result}

M = 7
N = 37
K = 20

def get_inputs():
    return [{inputs}]

def get_init_inputs():
    return []
"""

X = "torch.randn(M, N)"
X3 = "torch.randn(4, M, N)"
# name -> (result, inputs by name, constructor statement)
TASKS = {
    "relu_scaled": ("torch.relu(x * 0.37) + 1.5", {"x": X}, "pass"),
    "tanh": ("torch.tanh(x)", {"x": X}, "pass"),
    "gelu": ("F.gelu(x)", {"x": X}, "pass"),
    "mish": ("F.mish(x)", {"x": X}, "pass"),
    "softplus": ("F.softplus(x)", {"x": X}, "pass"),
    "row_and_column": ("(x + row) * column", {"x": X, "row": "torch.randn(N)", "column": "torch.randn(M, 1)"}, "pass"),
    "outer": ("a.unsqueeze(1) * b", {"a": "torch.randn(M)", "b": X}, "pass"),
    "sum_middle": ("torch.sum(x, dim=1, keepdim=True)", {"x": X3}, "pass"),
    "mean_first": ("x.mean(dim=0)", {"x": X3}, "pass"),
    "variance": ("torch.var(x, dim=-1)", {"x": X}, "pass"),
    "argmax": ("torch.argmax(x, dim=1)", {"x": X3}, "pass"),
    "product": ("torch.prod(x, dim=1)", {"x": X}, "pass"),
    "logsumexp": ("torch.logsumexp(x, dim=-1)", {"x": X}, "pass"),
    "norm": ("x / torch.norm(x, p=2, dim=1, keepdim=True)", {"x": X}, "pass"),
    "softmax": ("torch.softmax(x * 0.5, dim=-1)", {"x": X}, "pass"),
    "softmax_middle": ("torch.softmax(x, dim=1)", {"x": X3}, "pass"),
    "log_softmax": ("F.log_softmax(x, dim=-1)", {"x": X}, "pass"),
    "layer_norm": ("self.n(x)", {"x": X}, "self.n = nn.LayerNorm(N)"),
    "rms_norm": ("x / torch.sqrt(torch.mean(x ** 2, dim=1, keepdim=True) + 1e-5)", {"x": X3}, "pass"),
    "group_norm": ("self.n(x)", {"x": "torch.randn(M, 8, 5, 5)"}, "self.n = nn.GroupNorm(4, 8)"),
    "batch_norm": ("self.n(x)", {"x": "torch.randn(M, 8, 5, 5)"}, "self.n = nn.BatchNorm2d(8)"),
    "instance_norm": ("self.n(x)", {"x": "torch.randn(M, 8, 5, 5)"}, "self.n = nn.InstanceNorm2d(8)"),
    "frobenius": ("x / torch.norm(x, p='fro')", {"x": X3}, "pass"),
    "mse": ("torch.mean((p - t) ** 2)", {"p": X, "t": X}, "pass"),
    "cross_entropy": ("F.cross_entropy(p, t)", {"p": X, "t": "torch.randint(0, N, (M,))"}, "pass"),
    "smooth_l1": ("F.smooth_l1_loss(p, t)", {"p": X, "t": X}, "pass"),
    "triplet": ("self.l(a, p, n)", {"a": X, "p": X, "n": X}, "self.l = nn.TripletMarginLoss(margin=1.0)"),
    "cumsum": ("torch.cumsum(x, dim=1)", {"x": X}, "pass"),
    "cumsum_reverse": ("torch.cumsum(x.flip(1), dim=1).flip(1)", {"x": X}, "pass"),
    "cumprod": ("torch.cumprod(x, dim=1)", {"x": X}, "pass"),
    "cummax": ("torch.cummax(x, dim=1)[0]", {"x": X3}, "pass"),
    "cummin_reverse": ("torch.cummin(x.flip(1), dim=1)[0].flip(1)", {"x": X}, "pass"),
    "atan": ("torch.atan(x * 2.0)", {"x": X}, "pass"),
    "kl": ("F.kl_div(F.log_softmax(p, dim=-1), F.softmax(t, dim=-1), reduction='batchmean')", {"p": X, "t": X}, "pass"),
    "huber": ("F.huber_loss(p, t, delta=0.7)", {"p": X, "t": X}, "pass"),
    "smoothed_cross_entropy": (
        "F.cross_entropy(p, t, label_smoothing=0.3)",
        {"p": X, "t": "torch.randint(0, N, (M,))"},
        "pass",
    ),
    "matmul": ("torch.matmul(A, B)", {"A": "torch.randn(M, K)", "B": "torch.randn(K, N)"}, "pass"),
    "matmul_transposed": ("torch.matmul(A.T, B.T)", {"A": "torch.randn(K, M)", "B": "torch.randn(N, K)"}, "pass"),
    "matmul_batched": ("torch.bmm(A, B)", {"A": "torch.randn(3, M, K)", "B": "torch.randn(3, K, N)"}, "pass"),
    "matmul_by_matrix": ("A @ B", {"A": "torch.randn(3, M, K)", "B": "torch.randn(K, N)"}, "pass"),
    "matrix_vector": ("A @ b", {"A": "torch.randn(M, K)", "b": "torch.randn(K)"}, "pass"),
    "lower_triangle": ("torch.tril(A @ B)", {"A": "torch.randn(N, N)", "B": "torch.randn(N, N)"}, "pass"),
    "linear_gelu": ("F.gelu(self.fc(x))", {"x": X}, "self.fc = nn.Linear(N, K)"),
    "transpose": ("x.transpose(0, 1).contiguous()", {"x": X}, "pass"),
    "permute_scaled": ("x.permute(2, 0, 1) * 2.0", {"x": X3}, "pass"),
}


def write_task(name, path):
    result, inputs, init = TASKS[name]
    path.write_text(
        TASK.format(init=init, arguments=", ".join(inputs), body="pass", result=result, inputs=", ".join(inputs.values()))
    )
