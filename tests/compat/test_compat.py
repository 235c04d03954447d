"""`tilewright compat` on a folder of small files, one for each thing that may become of a file."""
import json
import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TILEWRIGHT = os.environ.get("TILEWRIGHT", str(ROOT / "build" / "tilewright"))
FILES = Path(__file__).resolve().parent / "files"


def compat(*arguments):
    return subprocess.run([TILEWRIGHT, "compat", *map(str, arguments)], capture_output=True, text=True, timeout=300)


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    path = tmp_path_factory.mktemp("compat") / "report.json"
    result = compat(FILES, "--json", path, "--fuel", 20_000_000)
    assert result.returncode == 3, result.stderr
    return json.loads(path.read_text()), result.stdout


def file(report, name):
    return next(entry for entry in report[0]["files"] if entry["file"] == name)


def test_what_became_of_each_file(report):
    runs = {entry["file"]: (entry["parsed"], entry["run"]) for entry in report[0]["files"]}
    assert runs == {"runs.py": (True, "ran"), "never_launched.py": (True, "ran"), "missing_module.py": (True, "unsupported"),
                    "out_of_bounds.py": (True, "fault"), "endless.py": (True, "limit"), "no_python.py": (False, "raised"),
                    "raises.py": (True, "raised"), "host_modules.py": (True, "ran"), "package/__init__.py": (True, "ran"),
                    "needs_other_device.py": (True, "ran"), "missing_package.py": (True, "unsupported"),
                    "ends_before_its_launch.py": (True, "limit"), "package/helpers.py": (True, "ran"), "package/uses_helpers.py": (True, "ran"),
                    "scripts/uses_package.py": (True, "ran")}


def test_what_became_of_each_kernel(report):
    states = {kernel["name"]: kernel["state"] for entry in report[0]["files"] for kernel in entry["kernels"]}
    assert states == {"twice": "launched", "double_kernel": "launched", "gather_kernel": "guessed",
                      "mistaken_kernel": "undecided", "fill_kernel": "guessed", "copy_kernel": "launched",
                      "clamp": "guessed", "clamp_kernel": "guessed", "scale_kernel": "guessed", "tanh_kernel": "guessed",
                      "pair_kernel": "guessed", "long_kernel": "launched"}


def test_reasons_have_places(report):
    fault = file(report, "out_of_bounds.py")
    assert fault["reason"]["kind"] == "out-of-bounds" and fault["reason"]["line"] == 9, fault
    mistaken = file(report, "never_launched.py")["kernels"][1]
    assert "tanhh" in mistaken["reason"]["message"] and mistaken["reason"]["line"] == 21, mistaken
    reasons = {entry["reason"]: entry for entry in report[0]["reasons"]}
    assert any("no_such_module_anywhere" in reason for reason in reasons), reasons
    counts = [entry["count"] for entry in report[0]["reasons"]]
    assert counts == sorted(counts, reverse=True)


def test_totals_are_sums_over_files(report):
    document, table = report
    kernels = [kernel for entry in document["files"] for kernel in entry["kernels"]]
    totals = document["totals"]
    assert document["schema"] == 1
    assert totals["files"] == len(document["files"]) and totals["kernels"] == len(kernels)
    assert totals["lowered"] == sum(kernel["state"] in ("launched", "guessed") for kernel in kernels)
    assert totals["launches"] == sum(entry["launches"] for entry in document["files"]) == 1
    assert f"{totals['lowered']:6} of {totals['kernels']:5}" in table and "out_of_bounds.py:9" in table


def test_time_limit_leaves_the_other_files(tmp_path):
    (tmp_path / "slow.py").write_text("import triton, triton.language as tl\n@triton.jit\ndef k(x_ptr):\n    tl.store(x_ptr, 1.0)\n"
                                      "while True: pass\n")
    (tmp_path / "quick.py").write_text("x = 1\n")
    path = tmp_path / "report.json"
    result = compat(tmp_path, "--seconds", 3, "--fuel", 10**15, "--json", path)
    assert result.returncode == 1, (result.stdout, result.stderr)
    quick, slow = json.loads(path.read_text())["files"]
    assert quick["run"] == "ran" and slow["run"] == "limit" and slow["reason"]["kind"] == "time"
    assert slow["kernels"][0]["state"] == "guessed"


def test_exit_codes(tmp_path):
    assert compat(tmp_path / "nowhere").returncode == 2
    assert compat(tmp_path).returncode == 2
    (tmp_path / "fine.py").write_text("x = 1\n")
    assert compat(tmp_path).returncode == 0
    assert compat(tmp_path, "--json", tmp_path / "nowhere" / "x.json").returncode == 2


def test_cuda_programs_are_made_of_the_files_of_a_folder(tmp_path):
    path = tmp_path / "report.json"
    result = compat(FILES.parent / "cuda_files", "--json", path, "--seconds", 1)
    assert result.returncode == 3, result.stderr
    document = json.loads(path.read_text())
    runs = {entry["file"]: (entry["compiled"], entry["run"]) for entry in document["files"]}
    assert runs == {"program/kernel.cu": (True, "ran"), "program/shared.cu": (True, "ran"),
                    "alone/only_kernels.cu": (True, "compiled"), "alone/refused.cu": (False, "refused"),
                    "faulty/beyond.cu": (True, "fault"), "failing/exit_code.cu": (True, "failed"),
                    "waiving/exit_code.cu": (True, "waived"),
                    "library/uses_cublas.cu": (False, "unsupported"), "endless/loop.cu": (True, "limit"),
                    "driver/kernel.cu": (True, "compiled")}
    reasons = {entry["file"]: entry["reason"] for entry in document["files"]}
    assert (reasons["faulty/beyond.cu"]["kind"], reasons["faulty/beyond.cu"]["line"]) == ("out-of-bounds", 1)
    assert reasons["alone/refused.cu"]["line"] == 1 and "undeclared_name" in reasons["alone/refused.cu"]["message"]
    assert document["totals"]["cuda_files"] == 10 and document["totals"]["cuda_compiled"] == 8
    assert "CUmodule" in reasons["driver/kernel.cu"]["message"]
    assert "CUDA files compiled" in result.stdout and "kernels lowered" not in result.stdout
