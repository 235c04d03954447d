"""Kernels that `tilewright compile` writes, run by the real triton's interpreter and compared with torch."""
import importlib.util
import os
import pathlib
import subprocess
import types

import numpy
import pytest

from emitted_tasks import TASK, TASKS, X, write_task

os.environ["TRITON_INTERPRET"] = "1"
import torch  # noqa: E402

tl = pytest.importorskip("triton.language")

TILEWRIGHT = os.environ.get("TILEWRIGHT", "build/tilewright")
ROOT = pathlib.Path(__file__).resolve().parents[2]

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
    task = tmp_path / f"{name}.py"
    write_task(name, task)
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
