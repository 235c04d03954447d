"""Random block programs agree with NumPy, under tilewright and (fewer, of what it does right) under the interpreter.
More by hand: tests/triton/random_programs.py --seed N --count N."""
import pathlib
import subprocess
import sys

import pytest

SCRIPT = pathlib.Path(__file__).with_name("random_programs.py")


def run(*options):
    done = subprocess.run([sys.executable, str(SCRIPT), *options], capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr
    return done.stdout


def test_tilewright():
    assert run("--seed", "1", "--count", "400") == "random programs: 400 agree, 0 do not\n"


def test_interpreter():
    pytest.importorskip("triton")
    assert run("--seed", "1", "--count", "24", "--against", "interpreter") == "random programs: 24 agree, 0 do not\n"


def test_one_seed_is_one_program():
    assert run("--seed", "5", "--count", "2", "--show") == run("--seed", "5", "--count", "2", "--show")
