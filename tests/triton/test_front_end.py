"""Small kernels (front_end_cases.py) are taken and refused as the real compiler's front end does, and tl.static_print
says the same of them: types of results, constants, shapes. What differs on purpose stands in DIFFERENT with its reason."""
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys

import front_end_cases
import pytest

HERE = pathlib.Path(__file__).parent
TILEWRIGHT = os.environ.get("TILEWRIGHT", str(HERE.parent.parent / "build" / "tilewright"))
PARAMETERS = "x, h, b, d, i, l, s, c, u, uc, m, n, k, f, t, B: tl.constexpr, NONE: tl.constexpr"
IMPORTS = "import triton\nimport triton.language as tl\n"
LAUNCH = """
import torch
tensors = [torch.ones(64, dtype=dtype, device="cuda") for dtype in (
    torch.float32, torch.float16, torch.bfloat16, torch.float64, torch.int32, torch.int64, torch.int16, torch.int8,
    torch.uint32, torch.uint8, torch.bool)]
for number, one in enumerate(({kernels},)):
    print("kernel", number)
    one.warmup(*tensors, 7, 2**40, 2.5, True, 16, None, grid=(1,))
"""
BATCH = 40


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


def run_tilewright(folder, label, header, bodies):
    """What running a file of several kernels gives: exit status, what each printed, errors."""
    path = folder / f"{label}.py"
    names = [f"kernel_{number}" for number in range(len(bodies))]
    text = IMPORTS + header + "".join(kernel(name, body) for name, body in zip(names, bodies))
    path.write_text(text + LAUNCH.format(kernels=", ".join(names)))
    done = subprocess.run([TILEWRIGHT, "run", str(path)], capture_output=True, text=True, timeout=120)
    prints = re.split(r"^kernel \d+\n", done.stdout, flags=re.M)[1:]
    return done.returncode, prints, done.stderr


def tilewright_answers(folder, is_accepted):
    """Name -> accepts, prints, error. Cases that should compile share files; one that does not runs by itself."""
    alone = [name for name, (header, _) in CASES.items() if header or not is_accepted[name]]
    together = [name for name in CASES if name not in set(alone)]
    answers = {}

    def one(name):
        header, body = CASES[name]
        status, prints, error = run_tilewright(folder, f"alone_{list(CASES).index(name)}", header, [body])
        assert status in (0, 1, 2, 3), f"{name}: {status} {error}"
        answers[name] = status == 0, "".join(prints), error

    def batch(names):
        label = f"batch_{list(CASES).index(names[0])}"
        status, prints, _ = run_tilewright(folder, label, "", [CASES[name][1] for name in names])
        if status:
            for name in names:
                one(name)
        else:
            answers.update((name, (True, text, "")) for name, text in zip(names, prints))

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        batches = [together[at:at + BATCH] for at in range(0, len(together), BATCH)]
        list(pool.map(batch, batches))
        list(pool.map(one, alone))
    return answers


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
    ours = tilewright_answers(tmp_path, {name: answer["accepts"] for name, answer in real.items()})
    problems = []
    for name, answer in real.items():
        accepts, prints, error = ours[name]
        is_same = accepts == answer["accepts"] and (not accepts or said(prints) == said(answer["prints"]))
        if is_same and name in front_end_cases.DIFFERENT:
            problems.append(f"{name}: no longer different")
        if is_same or name in front_end_cases.DIFFERENT:
            continue
        theirs = f"prints {answer['prints']!r}" if answer["accepts"] else answer["error"].strip().splitlines()[-1]
        problems.append(f"{name}: the compiler {theirs}; tilewright {f'prints {prints!r}' if accepts else error}")
    assert not problems, "\n".join(problems)
