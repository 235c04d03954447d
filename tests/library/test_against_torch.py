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
import torch
import torch.nn as nn
import torch.nn.functional as F


def show(value):
    if torch.is_tensor(value):
        value = value.detach()
        return ["tensor", str(value.dtype), list(value.shape), value.to(torch.float64).flatten().tolist()]
    if isinstance(value, (list, tuple)):
        return [show(item) for item in value]
    return value


def run(number, case):
    torch.manual_seed(number)
    try:
        with torch.no_grad():
            print("CASE", number, repr(show(case())))
    except Exception as error:
        print("CASE", number, repr(["raised", type(error).__name__, str(error)]))

'''


def cases():
    found = []
    for line in (HERE / "torch_cases.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            found.append(line)
    return found


def program(lines):
    text = HEADER
    for number, line in enumerate(lines):
        code = line.split(" # ")[0]
        body = "".join(f"    {part.strip()}\n" for part in code.split("; "))
        text += f"def case_{number}():\n{body}    return result\n\n\nrun({number}, case_{number})\n"
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
    assert theirs[number][:1] != ["raised"], f"the case itself fails: {theirs[number]}"
    close = cases()[number].endswith("# close")
    assert same(ours[number], theirs[number], close), f"ours   {ours[number]}\ntorch  {theirs[number]}"
