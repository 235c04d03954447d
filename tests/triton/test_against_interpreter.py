"""Each file of cases/ checks its kernels against torch by itself; here it must hold under tilewright and under
the real triton package in interpreter mode."""
import os
import pathlib
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).parent
CASES = sorted((HERE / "cases").glob("*.py"))
TILEWRIGHT = os.environ.get("TILEWRIGHT", str(HERE.parent.parent / "build" / "tilewright"))
# The official interpreter computes on bit patterns of bfloat16 and has no libdevice.
NOT_FOR_THE_INTERPRETER = {"dtypes.py", "language.py", "descriptors.py"}


def run(command, **environment):
    return subprocess.run(command, capture_output=True, text=True, timeout=300, env={**os.environ, **environment})


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.name)
def test_tilewright(case):
    result = run([TILEWRIGHT, "check", str(case)])
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize("case", [c for c in CASES if c.name not in NOT_FOR_THE_INTERPRETER], ids=lambda path: path.name)
def test_interpreter(case):
    pytest.importorskip("triton")
    result = run([sys.executable, str(case)], TRITON_INTERPRET="1", OMP_NUM_THREADS="1")
    assert result.returncode == 0, result.stdout + result.stderr
