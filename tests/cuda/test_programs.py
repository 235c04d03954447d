"""Every kernel runs clean and prints what it printed on a GPU; every planted fault is reported by `tilewright run --json`,
of its kind and at its line."""
import csv
import json
import os
import pathlib
import re
import subprocess

import pytest

import material

ROOT = pathlib.Path(__file__).resolve().parents[2]
TILEWRIGHT = os.environ.get("TILEWRIGHT", str(ROOT / "build/tilewright"))
# Faults that are not reported as their entry asks, each with the reason.
KNOWN = {
    "ticket_without_a_fence": "the sums are volatile, which counts as ordered like atomics",
    "work_announced_without_a_fence": "blocks that run one after the other leave all work to the first",
    "host_reads_before_the_copy_has_ended": "what host code reads is checked in pinned and managed memory, not in registered memory",
}


def recorded_outputs():
    """What each kernel printed on a GPU (record_gpu.py)."""
    with (pathlib.Path(__file__).parent / "data/gpu_kernels.csv").open() as file:
        return {row["kernel"]: row["output"].replace("\\n", "\n") for row in csv.DictReader(file)}


def same(expected, actual):
    """Words and integers are equal; numbers with a point may differ by rounding."""
    if expected == actual:
        return True
    if not all(re.fullmatch(r"-?\d+\.\d+(e[+-]\d+)?", word) for word in (expected, actual)):
        return False
    return abs(float(expected) - float(actual)) <= 2e-3 * abs(float(expected)) + 2e-3


def run(path):
    """Exit code, what the program printed, the verdict."""
    result = subprocess.run([TILEWRIGHT, "run", "--json", "--fuel", "400000000", str(path)], capture_output=True, text=True, timeout=120)
    *output, verdict = result.stdout.splitlines()
    return result.returncode, "\n".join(output), json.loads(verdict)


RECORDED = recorded_outputs()


@pytest.mark.parametrize("path", material.KERNELS, ids=lambda path: path.stem)
def test_a_correct_kernel_is_clean(path):
    code, output, verdict = run(path)
    assert (code, verdict["status"], verdict["diagnostics"]) == (0, "clean", [])
    if path.stem not in RECORDED:
        pytest.skip("clean; no GPU has printed its values for comparison yet")
    expected = RECORDED[path.stem].split()
    assert len(expected) == len(output.split()) and all(map(same, expected, output.split())), (expected, output)


@pytest.mark.parametrize("fault", material.read_faults(), ids=lambda fault: fault.name)
def test_a_planted_fault_is_reported(fault, tmp_path):
    if fault.name in KNOWN:
        pytest.xfail(KNOWN[fault.name])
    path = tmp_path / f"{fault.name}.cu"
    path.write_text(fault.source())
    code, _, verdict = run(path)
    assert code == 1 and verdict["status"] in fault.status, verdict
    first = verdict["diagnostics"][0]
    places = {first.get("line")} | {note.get("line") for note in first.get("notes", [])}
    assert places & fault.lines(), verdict
    text = " ".join([first["message"], *(note["message"] for note in first.get("notes", []))]).lower()
    assert all(word.lower() in text for word in fault.words), text
