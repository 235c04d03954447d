"""Runs torch_cases.txt by Tilewright and by PyTorch under the same seeds and compares every value."""
import math
import os
import pathlib
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PROGRAM = os.environ.get("TILEWRIGHT", str(ROOT / "build" / "tilewright"))

HEADER = '''
import math
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


def message(function):
    try:
        function()
    except Exception as error:
        return type(error).__name__ + ": " + str(error)


def show(value):
    if isinstance(value, np.ndarray):
        return ["array", str(value.dtype), list(value.shape), value.astype(np.float64).reshape(-1).tolist()]
    if isinstance(value, np.generic):
        return ["number", str(value.dtype), value.item()]
    if torch.is_tensor(value):
        value = value.detach()
        return ["tensor", str(value.dtype), list(value.shape), value.to(torch.float64).flatten().tolist()]
    if isinstance(value, (list, tuple)):
        return [show(item) for item in value]
    return value


def run(number, case, computes_gradients):
    torch.manual_seed(number)
    try:
        with torch.set_grad_enabled(computes_gradients):
            print("CASE", number, repr(show(case())))
    except Exception as error:
        print("CASE", number, repr(["raised", type(error).__name__, str(error).split("\\n")[0]]))

'''


def cases():
    found = []
    for line in (HERE / "torch_cases.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            found.append(line)
    return found


def words_of(line):
    return line.partition(" # ")[2].split()


def program(lines):
    text = HEADER
    for number, line in enumerate(lines):
        code = line.split(" # ")[0]
        computes_gradients = "grad" in words_of(line)
        body = "".join(f"    {part.strip()}\n" for part in code.split("; "))
        text += f"def case_{number}():\n{body}    return result\n\n\nrun({number}, case_{number}, {computes_gradients})\n"
    return text


def results(command, path):
    environment = dict(os.environ, OMP_NUM_THREADS="1", MKL_NUM_THREADS="1")
    done = subprocess.run(command + [str(path)], capture_output=True, text=True, env=environment, timeout=600)
    found = {}
    for line in done.stdout.splitlines():
        if line.startswith("CASE "):
            _, number, value = line.split(" ", 2)
            found[int(number)] = eval(value, {"inf": math.inf, "nan": math.nan})
    return found, done.stderr[-3000:]


@pytest.fixture(scope="module")
def outputs(tmp_path_factory):
    path = tmp_path_factory.mktemp("library") / "cases.py"
    path.write_text(program(cases()))
    ours, errors = results([PROGRAM, "run"], path)
    theirs, their_errors = results([sys.executable], path)
    assert len(theirs) == len(cases()), their_errors
    return ours, theirs, errors


def same(left, right, close):
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(same(a, b, close) for a, b in zip(left, right))
    if isinstance(left, float) and isinstance(right, float):
        if math.isnan(left) or math.isnan(right):
            return math.isnan(left) and math.isnan(right)
        if left == right:
            return True
        return close and math.isclose(left, right, rel_tol=2e-4, abs_tol=2e-6)
    return type(left) is type(right) and left == right


@pytest.mark.parametrize("number", range(len(cases())), ids=lambda n: f"{n}: {cases()[n][:60]}")
def test_case(outputs, number):
    ours, theirs, errors = outputs
    assert number in ours, errors
    words = words_of(cases()[number])
    has_raised = isinstance(theirs[number], list) and theirs[number][:1] == ["raised"]
    assert has_raised == ("raises" in words), f"the case itself: {theirs[number]}"
    assert same(ours[number], theirs[number], "close" in words), f"ours   {ours[number]}\ntorch  {theirs[number]}"
