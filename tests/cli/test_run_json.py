"""`tilewright run --json` reports a fault in the shape of `check --json`."""
import json
import os
import pathlib
import subprocess

TILEWRIGHT = os.environ.get("TILEWRIGHT", str(pathlib.Path(__file__).resolve().parents[2] / "build/tilewright"))
SCRIPT = """
import torch
import triton
import triton.language as tl


@triton.jit
def mean_kernel(sum_ptr, count_ptr, out_ptr, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(out_ptr + offsets, tl.load(sum_ptr + offsets) // tl.load(count_ptr + offsets))


values = torch.arange(16, dtype=torch.int32, device="cuda") + START
mean_kernel[(1,)](values, values, torch.empty_like(values), BLOCK=16)
"""


def verdict_of(command, path):
    result = subprocess.run([TILEWRIGHT, command, "--json", str(path)], capture_output=True, text=True)
    return result.returncode, json.loads(result.stdout)


def test_a_fault_has_the_same_shape(tmp_path):
    path = tmp_path / "mean.py"
    path.write_text(SCRIPT.replace("START", "0"))
    run_code, run = verdict_of("run", path)
    check_code, check = verdict_of("check", path)
    assert run_code == check_code == 1
    assert run["status"] == check["status"]
    assert run["summary"] == check["summary"]
    assert run["diagnostics"] == check["diagnostics"]
    assert run["diagnostics"][0]["kind"] == "division-by-zero"
    assert run["diagnostics"][0]["line"] == 10
    assert set(run) == set(check)


def test_a_clean_script(tmp_path):
    path = tmp_path / "mean.py"
    path.write_text(SCRIPT.replace("START", "1"))
    code, run = verdict_of("run", path)
    assert code == 0
    assert run["status"] == "clean"
    assert run["diagnostics"] == []
    assert run["launches"][0]["kernel"] == "mean_kernel"
