"""Mutation test of the oracle: worked kernels (corpus/correct_*.py) are broken in one place at a time, and the judge must
notice. Prints the share it catches; a kernel whose change makes no difference is listed in EQUIVALENT with the reason."""
import re

import pytest
from test_corpus import HERE, Worker, request_for, say

# (fault, pattern, replacement): applied to each place where the pattern matches, one at a time.
FAULTS = [
    ("constant changed", r"(?<![\w.])2\.5(?![\w.])", "2.4999"),
    ("constant changed", r"\* 2(?=[,)])", "* 2.001"),
    ("constant changed", r"x \+ 1(?=[,)])", "x + 1.001"),
    ("constant changed", r"1e-5", "1e-4"),
    ("operation dropped", r"tl\.maximum\(([^()]+|[^()]*\([^()]*\)[^()]*), 0\.0\)", r"(\1)"),
    ("operation dropped", r" \* 2\.5", ""),
    ("operation dropped", r" \+ b\[None, :\]", ""),
    ("operation dropped", r" \* w \+ b", " + b"),
    ("operation dropped", r" \* w \+ b", " * w"),
    ("operation dropped", r" \* rstd", ""),
    ("operation dropped", r"tl\.exp\(([^()]*\([^()]*\)[^()]*)\)", r"(\1)"),
    ("operation dropped", r" / tl\.sum\(e, axis=0\)", ""),
    ("operation dropped", r" / columns", ""),
    ("operation dropped", r" / n\b", ""),
    ("operation changed", r"x \* x|d \* d", "d"),
    ("operation changed", r"tl\.exp\(", "tl.exp2("),
    ("operation changed", r"tl\.sum\(", "tl.max("),
    ("operation changed", r"tl\.argmax\(", "tl.argmin("),
    ("operation changed", r"tl\.rsqrt\(", "tl.sqrt("),
    ("operation changed", r"mask=mask\) \+ tl\.load", "mask=mask) - tl.load"),
    ("operation changed", r"/ columns", "/ (columns - 1)"),
    ("operation changed", r"acc \+= ", "acc = "),
    ("operation changed", r"total \+= ", "total = "),
    ("maximum not taken off", r" - tl\.max\(x, axis=0\)", ""),
    ("mask off by one", r"offsets < n\b", "offsets < n - 1"),
    ("mask off by one", r"offsets < n\b", "offsets <= n"),
    ("mask off by one", r"offsets < columns", "offsets < columns - 1"),
    ("mask off by one", r"offsets < columns", "offsets <= columns"),
    ("mask off by one", r"rk\[(None, :|:, None)\] < K", r"rk[\1] < K - 1"),
    ("mask dropped", r", mask=mask(?=\))", ""),
    ("mask dropped", r", mask=offsets < columns", ""),
    ("masked lanes count", r"other=0\.0", "other=1.0"),
    ("masked lanes count", r"other=float\(\"-inf\"\)", "other=0.0"),
    ("masked lanes count", r"tl\.where\(mask, x - mean, 0\.0\)", "x - mean"),
    ("wrong stride", r"row \* columns", "row * (columns + 1)"),
    ("wrong stride", r"rm\[:, None\] \* K", "rm[:, None] * N"),
    ("wrong stride", r"rn\[:, None\] \* M", "rn[:, None] * N"),
    ("wrong axis", r"tl\.program_id\(1\)", "tl.program_id(0)"),
    ("wrong axis", r"tl\.trans\(x\)", "x"),
    ("tail skipped", r"triton\.cdiv\(n, 1024\)", "n // 1024"),
    ("tail skipped", r"triton\.cdiv\(x\.numel\(\), (\d+)\)", r"x.numel() // \1"),
    ("tail skipped", r"range\(0, (\w+), (\w+)\)", r"range(0, \1 - \2 + 1, \2)"),
    ("tail skipped", r"\[\(rows,\)\]", "[(rows - 1,)]"),
    ("start skipped", r"range\(0, (\w+), (\w+)\)", r"range(\2, \1, \2)"),
    ("lower precision", r"(tl\.store\([^,]+, )(.+?)(, mask=[^=]+\)|\))$", r"\1(\2).to(tl.float16).to(tl.float32)\3"),
    ("lower precision", r"(tl\.store\([^,]+, )(.+?)(, mask=[^=]+\)|\))$", r"\1(\2).to(tl.bfloat16).to(tl.float32)\3"),
    ("lower precision", r"acc \+= tl\.dot\(x, w", "acc += tl.dot(x.to(tl.bfloat16), w.to(tl.bfloat16)"),
    ("shifted", r"tl\.arange\(0, BLOCK\)$", "tl.arange(0, BLOCK) + 1"),
    ("reads the wrong tensor", r"tl\.load\(y_ptr", "tl.load(x_ptr"),
    ("reads the wrong tensor", r"tl\.load\(t_ptr", "tl.load(p_ptr"),
    ("reads the wrong tensor", r"tl\.load\(b_ptr", "tl.load(w_ptr"),
    ("writes the wrong tensor", r"tl\.store\(b_ptr", "tl.store(a_ptr"),
]

# Mutants that are right: (file, fault, start of the changed line) -> why.
EQUIVALENT = {
    ("correct_argmax", "lower precision", "tl.store"): "an index below 2048 survives float16; the store casts it back",
    ("correct_linear", "masked lanes count", "x ="): "the other operand's lanes are zero there, and masked rows are not stored",
    ("correct_linear", "masked lanes count", "w ="): "the other operand's lanes are zero there, and masked columns are not stored",
    ("correct_linear", "masked lanes count", "b ="): "masked columns are not stored",
}


def is_equivalent(name, fault, line):
    return any(name == n and fault == f and line.startswith(start) for n, f, start in EQUIVALENT)


def mutants(path):
    """The text with one fault, its name and the changed line."""
    head, text = path.read_text().split("import torch\n", 1)
    lines = text.split("\n")
    for fault, pattern, replacement in FAULTS:
        for number, line in enumerate(lines):
            for match in re.finditer(pattern, line):
                changed = line[: match.start()] + match.expand(replacement) + line[match.end() :]
                if changed != line:
                    mutated = "\n".join(lines[:number] + [changed] + lines[number + 1 :])
                    yield fault, changed.strip(), head + "import torch\n" + mutated


def all_mutants():
    for path in sorted((HERE / "corpus").glob("correct_*.py")):
        for fault, line, text in mutants(path):
            yield path, fault, line, text


@pytest.fixture(scope="module")
def verdicts():
    worker = Worker()
    results = []
    for path, fault, line, text in all_mutants():
        request = request_for(path)
        request["candidate_source"] = text
        results.append((path.stem, fault, line, worker.judge(request)))
    worker.close()
    return results


def test_faults_are_caught(verdicts, capsys):
    assert len(verdicts) > 150
    caught, missed, equivalent = 0, [], 0
    for name, fault, line, verdict in verdicts:
        if verdict["status"] != "correct":
            caught += 1
        elif is_equivalent(name, fault, line):
            equivalent += 1
        else:
            missed.append(f"{name}: {fault}: {line}")
    share = caught / (caught + len(missed))
    with capsys.disabled():
        print(f"\n{caught} of {caught + len(missed)} injected faults caught ({share:.1%}), {equivalent} equivalent")
        for line in missed:
            print("  missed:", line)
    assert share >= 0.98


def test_no_fault_is_called_unsupported(verdicts):
    for name, fault, line, verdict in verdicts:
        assert verdict["status"] != "unsupported", f"{name}: {fault}: {line}\n{say(verdict)}"
