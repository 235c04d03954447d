"""Every kernel runs clean and every planted fault is reported, of its kind and at its line, by `tilewright run --json`."""
import json
import os
import pathlib
import subprocess

import pytest

import material

ROOT = pathlib.Path(__file__).resolve().parents[2]
TILEWRIGHT = os.environ.get("TILEWRIGHT", str(ROOT / "build/tilewright"))
# Faults that are not reported as their entry asks, each with the reason.
KNOWN = {
    "flags_not_cleared": "in both orders every flag is written before it is read",
    "ticket_without_a_fence": "volatile accesses count as ordered like atomics",
    "work_announced_without_a_fence": "volatile accesses count as ordered like atomics",
    "phase_not_waited_for": "reported as depending on the order, not as the race behind it",
    "host_reads_before_the_copy_has_ended": "a copy to pageable host memory returns when it has ended",
    "local_array_of_sums": "reported at the launch, not at the array",
    "local_accumulators": "reported at the launch, not at the array",
    "two_barriers_in_two_branches": "the two calls are one in the compiled code",
    "assembly_store_not_a_release": "reported one line above the statement's end",
}


def verdict_of(path):
    result = subprocess.run([TILEWRIGHT, "run", "--json", str(path)], capture_output=True, text=True, timeout=120)
    return result.returncode, json.loads(result.stdout.splitlines()[-1])


@pytest.mark.parametrize("path", material.KERNELS, ids=lambda path: path.stem)
def test_a_correct_kernel_is_clean(path):
    code, verdict = verdict_of(path)
    assert (code, verdict["status"], verdict["diagnostics"]) == (0, "clean", [])


@pytest.mark.parametrize("fault", material.read_faults(), ids=lambda fault: fault.name)
def test_a_planted_fault_is_reported(fault, tmp_path):
    if fault.name in KNOWN:
        pytest.xfail(KNOWN[fault.name])
    path = tmp_path / f"{fault.name}.cu"
    path.write_text(fault.source())
    code, verdict = verdict_of(path)
    assert code == 1 and verdict["status"] in fault.status, verdict
    first = verdict["diagnostics"][0]
    places = {first.get("line")} | {note.get("line") for note in first.get("notes", [])}
    assert places & fault.lines(), verdict
    text = " ".join([first["message"], *(note["message"] for note in first.get("notes", []))]).lower()
    assert all(word.lower() in text for word in fault.words), text
