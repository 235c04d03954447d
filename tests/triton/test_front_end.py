"""Small kernels (front_end_cases.py) are taken and refused as the real compiler's front end does, and tl.static_print
says the same of them: types of results, constants, shapes. What differs on purpose stands in DIFFERENT with its reason."""
import json
import os
import pathlib
import re
import struct
import subprocess
import sys

import front_end_cases
import pytest

HERE = pathlib.Path(__file__).parent
TILEWRIGHT = os.environ.get("TILEWRIGHT", str(HERE.parent.parent / "build" / "tilewright"))
PARAMETERS = "x, h, b, d, i, l, s, c, u, uc, m, n, k, f, t, B: tl.constexpr, NONE: tl.constexpr"
IMPORTS = "import triton\nimport triton.language as tl\n"
TENSORS = """import torch

tensors = [torch.ones(64, dtype=dtype, device="cuda") for dtype in (
    torch.float32, torch.float16, torch.bfloat16, torch.float64, torch.int32, torch.int64, torch.int16, torch.int8,
    torch.uint32, torch.uint8, torch.bool)]
"""
WARMUP = "\n\nkernel.warmup(*tensors, 7, 2**40, 2.5, True, 16, None, grid=(1,))\n"
# A candidate that compiles a kernel and launches none: no_kernel, where the kernel is taken.
TASK = """import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x):
        return x + 1


def get_inputs():
    return [torch.rand(4)]


def get_init_inputs():
    return []
"""
FORWARD = "\n\ndef forward(x):\n    return x\n"
BATCH = 100


def kernel(name, body):
    lines = (front_end_cases.LOADS.strip() + "\n" + body).splitlines()
    return f"\n\n@triton.jit\ndef {name}({PARAMETERS}):\n" + "".join(f"    {line}\n" if line else "\n" for line in lines)


def all_cases():
    """Name -> header, body."""
    cases = {}
    for line in front_end_cases.EXPRESSIONS.strip().splitlines():
        for expression in line.split(" ; "):
            cases[expression.strip()] = "", f"tl.static_print({expression.strip()})"
    for block in re.split(r"\n\n(?=# )", front_end_cases.STATEMENTS.strip()):
        name, _, rest = block.partition("\n")
        body, _, header = rest.partition("\n---\n")
        cases[name[2:]] = header, body
    return cases


CASES = all_cases()


def are_taken(cases):
    """(whether it compiles, what is said of it) of each, from one of the judge's workers: length-prefixed JSON."""
    answers = {}
    with subprocess.Popen([TILEWRIGHT, "judge-worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL) as worker:
        for name, (header, body) in cases.items():
            source = IMPORTS + TENSORS + header + kernel("kernel", body) + WARMUP + FORWARD
            request = json.dumps({"schema": 1, "task_name": "task.py", "task_source": TASK, "candidate_name": "kernel.py",
                                  "candidate_source": source}).encode()
            worker.stdin.write(struct.pack("<I", len(request)) + request)
            worker.stdin.flush()
            length = worker.stdout.read(4)
            assert len(length) == 4, f"{name}: the worker ended"
            verdict = json.loads(worker.stdout.read(struct.unpack("<I", length)[0]))
            assert verdict["status"] in ("no_kernel", "compile_error", "launch_error", "unsupported"), f"{name}: {verdict}"
            answers[name] = verdict["status"] == "no_kernel", verdict["summary"]
        worker.stdin.close()
    return answers


def prints_of(folder, cases):
    """Name -> what its kernel prints when it is compiled; all compile."""
    prints, names = {}, list(cases)
    for at in range(0, len(names), BATCH):
        batch = names[at:at + BATCH]
        path = folder / f"batch_{at}.py"
        path.write_text(IMPORTS + TENSORS + "".join(f"print('kernel', {number})\n" + cases[name][0] +
                                                    kernel("kernel", cases[name][1]) + WARMUP
                                                    for number, name in enumerate(batch)))
        done = subprocess.run([TILEWRIGHT, "run", str(path)], capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        texts = re.split(r"^kernel \d+\n", done.stdout, flags=re.M)[1:]
        assert len(texts) == len(batch)
        prints.update(zip(batch, texts))
    return prints


def real_answers(folder):
    files = {}
    for number, (name, (header, body)) in enumerate(CASES.items()):
        path = folder / f"real_{number}.py"
        path.write_text(IMPORTS + header + kernel("kernel", body))
        files[str(path)] = name
    done = subprocess.run([sys.executable, str(HERE / "front_end.py"), *files], capture_output=True, text=True, timeout=900,
                          env={**os.environ, "TRITON_CACHE_DIR": str(folder / "cache")})
    assert done.returncode == 0, done.stderr
    return {files[path]: answer for path, answer in json.loads(done.stdout).items()}


def said(text):
    """Bodies of loops are visited twice there, and calls without a result say `void[]`."""
    lines = [re.sub(r"^void\[\]$", "None", line) for line in text.splitlines()]
    return [line for number, line in enumerate(lines) if number == 0 or line != lines[number - 1]]


def test_as_the_compiler(tmp_path):
    pytest.importorskip("triton")
    real = real_answers(tmp_path)
    assert len(real) > 800 and sum(answer["accepts"] for answer in real.values()) > 400
    ours = are_taken(CASES)
    prints_here = prints_of(tmp_path, {name: CASES[name] for name in CASES if real[name]["accepts"] and ours[name][0]})
    problems = []
    for name, answer in real.items():
        accepts, error = ours[name]
        prints = prints_here.get(name, "")
        is_same = accepts == answer["accepts"] and (not accepts or said(prints) == said(answer["prints"]))
        if is_same and name in front_end_cases.DIFFERENT:
            problems.append(f"{name}: no longer different")
        if is_same or name in front_end_cases.DIFFERENT:
            continue
        theirs = f"prints {answer['prints']!r}" if answer["accepts"] else answer["error"].strip().splitlines()[-1]
        problems.append(f"{name}: the compiler {theirs}; tilewright {f'prints {prints!r}' if accepts else error}")
    assert not problems, "\n".join(problems)
