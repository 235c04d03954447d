"""docs/run_folder.md against a short run: every field that is written is in the document's tables, and every row without
"(when)" is written."""
import json
import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TILEWRIGHT = os.environ.get("TILEWRIGHT", str(ROOT / "build" / "tilewright"))
SETTINGS = {"training-tasks": 12, "rl-tasks": 4, "held-out-tasks": 8, "examples-per-task": 1, "vocabulary": 512, "width": 32, "layers": 1, "heads": 2,
            "kv-heads": 1, "feed-forward": 64, "sft-steps": 2, "sft-updates-per-step": 2, "sft-batch-tokens": 1024,
            "evaluation-samples": 2, "max-new-tokens": 48, "rl-steps": 2, "rl-prompts": 2, "rl-completions": 4, "continued-steps": 1,
            "rl-truncated": "keep"}


def tables():
    """Section -> list of tables; a table is a list of (names, is conditional, text of the row)."""
    sections, current = {}, []
    for line in (ROOT / "docs" / "run_folder.md").read_text().splitlines():
        if line.startswith("## "):
            current = sections[line[3:]] = []
        elif line.startswith("|---"):
            current.append([])
        elif line.startswith("| `") and current:
            cells = line.split("|")
            current[-1].append((re.findall(r"`([^`]+)`", cells[1]), "(when)" in cells[1], line))
    return sections


def names(table):
    return {name for row in table for name in row[0]}


def required(table):
    return {name for row in table if not row[1] for name in row[0]}


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("document") / "run"
    command = [TILEWRIGHT, "teach", "--run", str(folder), *(f"--{key}={value}" for key, value in SETTINGS.items())]
    result = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert result.returncode == 0, result.stderr[-2000:]
    return folder


def lines(run, name):
    return [json.loads(line) for line in (run / name).read_text().splitlines()]


@pytest.mark.parametrize("file", ["tasks.jsonl", "examples.jsonl", "samples.jsonl", "evaluations.jsonl"])
def test_lines_have_the_documented_fields(run, file):
    (table,) = tables()[file]
    for line in lines(run, file):
        assert required(table) <= set(line) <= names(table)


def test_metrics_have_the_documented_fields(run):
    common, sft, rl = tables()["metrics.jsonl"]
    stages = set()
    for line in lines(run, "metrics.jsonl"):
        stages.add(line["stage"])
        table = common + (rl if line["stage"] == "rl" else sft)
        assert required(table) <= set(line) <= names(table)
    assert stages == {"sft", "rl", "sft_continued"}


def test_state_has_the_documented_fields(run):
    (table,) = tables()["state.json"]
    state = json.loads((run / "state.json").read_text())
    assert set(state) == {row[0][0] for row in table}
    rows = {row[0][0]: row[2] for row in table}
    for part in (state["environment"], state["stages"][0]):
        row = rows["environment" if "program" in part else "stages"]
        assert all(f"`{key}`" in row for key in part)


def test_files_are_the_documented_ones(run):
    text = (ROOT / "docs" / "run_folder.md").read_text()
    for path in run.iterdir():
        assert f"`{path.name}" in text, path.name
    for checkpoint in (run / "checkpoints").iterdir():
        assert f"`{checkpoint.name}`" in text
        for path in checkpoint.iterdir():
            assert f"`{path.name}`" in text


def test_excerpts_have_the_fields_of_their_tables():
    text = (ROOT / "docs" / "run_folder.md").read_text()
    excerpts = re.findall(r"```json\n(.*?)\n```", text, re.S)
    assert len(excerpts) == 5
    for excerpt in excerpts:
        fields = set(json.loads(excerpt))
        assert any(required(table) <= fields <= names(table) for parts in tables().values()
                   for table in parts + [sum(parts[:2], [])]), fields
