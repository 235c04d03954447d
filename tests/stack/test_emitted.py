"""Kernels that `tilewright compile` writes, run by the real triton's interpreter and compared with torch."""
import importlib.util
import os
import pathlib
import subprocess
import types

import numpy
import pytest

os.environ["TRITON_INTERPRET"] = "1"
import torch  # noqa: E402

tl = pytest.importorskip("triton.language")

TILEWRIGHT = os.environ.get("TILEWRIGHT", "build/tilewright")
ROOT = pathlib.Path(__file__).resolve().parents[2]

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


def numpy_atan(x):
    return tl.core.tensor(type(x.handle)(numpy.arctan(x.handle.data), x.handle.dtype), x.type)


def load(source, path):
    path.write_text(source)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if hasattr(module, "libdevice"):
        # The interpreter has no libdevice; these are its functions in triton.language.
        module.libdevice = types.SimpleNamespace(
            tanh=lambda x: 2.0 * tl.sigmoid(2.0 * x) - 1.0,
            atan=numpy_atan,
            expm1=lambda x: tl.exp(x) - 1.0,
            log1p=lambda x: tl.log(1.0 + x),
        )
    return module


def compiled(path, *options):
    return subprocess.run([TILEWRIGHT, "compile", str(path), *options], capture_output=True, text=True, cwd=ROOT)


@pytest.mark.parametrize("name", TASKS)
def test_styles_agree_with_torch(name, tmp_path):
    result, inputs, init = TASKS[name]
    task = tmp_path / f"{name}.py"
    task.write_text(
        TASK.format(init=init, arguments=", ".join(inputs), body="pass", result=result, inputs=", ".join(inputs.values()))
    )
    reference = load(task.read_text(), tmp_path / f"{name}_reference.py")
    torch.manual_seed(0)
    model = reference.Model()
    for parameter in model.parameters():
        parameter.data = torch.randn_like(parameter)
    arguments = reference.get_inputs()
    state = [value.clone() for value in model.state_dict().values()]
    with torch.no_grad():
        expected = model(*[argument.clone() for argument in arguments])
    styles = compiled(task, "--list-styles")
    assert styles.returncode == 0, styles.stderr
    # The first, and the one that differs most from it.
    for style in sorted({0, len(styles.stdout.splitlines()) - 1}):
        emitted = compiled(task, "--style", str(style))
        assert emitted.returncode == 0, emitted.stderr
        kernel = load(emitted.stdout, tmp_path / f"{name}_{style}.py")
        actual = kernel.forward(*[argument.clone() for argument in arguments], *state)
        torch.testing.assert_close(actual, expected, atol=2e-5, rtol=2e-4)


def test_unsupported_is_named_and_exits_with_3(tmp_path):
    task = tmp_path / "conv.py"
    task.write_text(
        TASK.format(
            init="self.c = nn.Conv1d(4, 4, 3)",
            arguments="x",
            body="pass",
            result="self.c(x)",
            inputs="torch.randn(2, 4, N)",
        )
    )
    emitted = compiled(task)
    assert emitted.returncode == 3
    assert "conv1d" in emitted.stderr


def test_show_prints_every_layer(tmp_path):
    task = tmp_path / "softmax.py"
    task.write_text(
        TASK.format(init="pass", arguments="x", body="pass", result="torch.softmax(x, dim=-1)", inputs=X)
    )
    shown = compiled(task, "--show", "all").stdout
    for layer in ("graph", "decomposed", "fused", "tile", "source"):
        assert f"# ---- {layer}\n" in shown
    assert compiled(task, "--show", "nothing").returncode == 2
