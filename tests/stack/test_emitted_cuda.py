"""CUDA kernels that the stack writes, run on the CPU and compared with torch by the judge: every style of the listed tasks,
and generated tasks of all families."""
import json
import os
import pathlib
import shutil
import subprocess

import pytest

from emitted_tasks import TASKS, write_task

ROOT = pathlib.Path(__file__).resolve().parents[2]
TILEWRIGHT = os.environ.get("TILEWRIGHT", str(ROOT / "build" / "tilewright"))
CLANG = [name for name in ("clang++", *(f"clang++-{n}" for n in range(15, 22))) if shutil.which(name)]

pytestmark = pytest.mark.skipif(not CLANG, reason="needs clang++")


def examples(folder, *options, lang="cuda"):
    """`tilewright examples` writes a line for each kernel that the judge passed and counts those that it did not."""
    out = folder / "set.jsonl"
    result = subprocess.run([TILEWRIGHT, "examples", "--lang", lang, "--max-elements", "4096", "--out", str(out), "--force",
                             *options],
                            capture_output=True, text=True, timeout=1500)
    assert result.returncode == 0, result.stderr
    return [json.loads(line) for line in out.read_text().splitlines()], result.stdout


def test_every_style_of_the_listed_tasks_is_correct(tmp_path):
    (tmp_path / "tasks").mkdir()
    for name in TASKS:
        write_task(name, tmp_path / "tasks" / f"{name}.py")
    lines, card = examples(tmp_path, "--tasks", str(tmp_path / "tasks"), "--styles", "20")
    assert {line["task"] for line in lines} == set(TASKS), card
    assert "## Rejected\n\nNothing." in card
    styles = {line["style"] for line in lines}
    for part in ("a row a warp", "a row a thread", "by shuffles", "in shared memory", "by atomics", "shared tiles of 32", "read directly",
                 "in a loop by the grid's size"):
        assert any(part in style for style in styles), (part, styles)


def test_generated_tasks_are_correct(tmp_path):
    """Every task whose Triton kernel passes: some norms of rows that clamping made equal have no kernel that does, since their
    exact result is 0 and the rounding of a mean is not."""
    lines, card = examples(tmp_path, "--count", "60", "--styles", "1", "--seed", "5")
    triton, _ = examples(tmp_path, "--count", "60", "--styles", "1", "--seed", "5", lang="triton")
    passed = {line["task"] for line in lines}
    assert passed >= {line["task"] for line in triton} and len(passed) >= 58, card
    assert len({line["family"] for line in lines}) == 10
