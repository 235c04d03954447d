"""`tilewright examples`: what stands in a line, that the data card counts right, that the judge passes each completion
again, and what becomes of mistakes."""
import collections
import json
import os
import pathlib
import re
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TILEWRIGHT = os.environ.get("TILEWRIGHT", str(ROOT / "build" / "tilewright"))
KEYS = ["schema", "prompt_version", "language", "task", "family", "style", "composition", "prompt", "completion", "estimated_us", "chip"]
STYLES = 2
CLANG = [name for name in ("clang++", *(f"clang++-{n}" for n in range(15, 22))) if shutil.which(name)]
TASKS = 20


def examples(folder, *options):
    return subprocess.run([TILEWRIGHT, "examples", "--max-elements", "4096", *options], cwd=folder, capture_output=True, text=True,
                          timeout=300)


def lines_of(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    folder = tmp_path_factory.mktemp("examples")
    result = examples(folder, "--count", str(TASKS), "--styles", str(STYLES), "--workers", "2", "--out", "set.jsonl")
    assert result.returncode == 0, result.stderr
    return folder, result


def test_lines(written):
    folder, _ = written
    lines = lines_of(folder / "set.jsonl")
    assert TASKS <= len(lines) <= TASKS * STYLES
    by_task = collections.defaultdict(list)
    for line in lines:
        assert list(line) == KEYS
        assert line["schema"] == 1 and line["prompt_version"] >= 1 and line["chip"] == "h100"
        assert re.fullmatch(r"[0-9a-f]{32}", line["composition"])
        assert line["estimated_us"] > 0
        assert line["prompt"].strip() and "import torch" not in line["prompt"]
        compile(line["completion"], line["task"], "exec")
        for text in ("import triton.language as tl\n", "@triton.jit\n", "def forward("):
            assert text in line["completion"]
        by_task[line["task"]].append(line)
    assert len({line["family"] for line in lines}) >= 8
    for task in by_task.values():
        assert len({(line["prompt"], line["composition"], line["family"]) for line in task}) == 1
        assert len({line["completion"] for line in task}) == len(task) <= STYLES


@pytest.mark.skipif(not CLANG, reason="needs clang++")
def test_cuda_examples_all_pass_the_judge(tmp_path):
    result = examples(tmp_path, "--lang", "cuda", "--count", "20", "--styles", "2", "--workers", "2", "--out", "set.jsonl")
    assert result.returncode == 0, result.stderr
    lines = lines_of(tmp_path / "set.jsonl")
    assert len({line["task"] for line in lines}) == 20
    assert "## Rejected\n\nNothing." in result.stdout
    for line in lines:
        assert line["language"] == "cuda" and line["prompt"].startswith("# cuda\ndef forward(")
        assert line["completion"].startswith("#include <torch/extension.h>\n")
        assert "__global__ void" in line["completion"] and "torch::Tensor forward(" in line["completion"]


def test_a_language_that_is_none_is_refused(tmp_path):
    result = examples(tmp_path, "--lang", "cobol", "--out", "set.jsonl")
    assert result.returncode == 2 and "--lang cobol: not triton or cuda" in result.stderr
    assert not (tmp_path / "set.jsonl").exists()


def test_card_counts_what_was_written(written):
    folder, result = written
    lines = lines_of(folder / "set.jsonl")
    card = (folder / "set.md").read_text()
    assert result.stdout == card
    families = collections.Counter(line["family"] for line in lines)
    compositions = len({line["composition"] for line in lines})
    assert f"{len(lines)} examples of {len({line['task'] for line in lines})} tasks ({TASKS} tried), {compositions} compositions" in card
    rows = dict(re.findall(r"^\| (\w+) \| \d+ \| \d+ \| (\d+) \|", card, re.M))
    assert {family: int(count) for family, count in rows.items()} == families
    styles = dict(re.findall(r"^\| ([^|]+) \| (\d+) \|$", card, re.M))
    assert {style: int(count) for style, count in styles.items()} == collections.Counter(line["style"] for line in lines)
    assert "not measured" in card


def test_one_seed_one_set(written):
    folder, _ = written
    result = examples(folder, "--count", str(TASKS), "--styles", str(STYLES), "--workers", "1", "--out", "again.jsonl")
    assert result.returncode == 0, result.stderr
    assert (folder / "again.jsonl").read_bytes() == (folder / "set.jsonl").read_bytes()
    result = examples(folder, "--count", "3", "--styles", "1", "--seed", "1", "--out", "other.jsonl")
    assert result.returncode == 0, result.stderr
    other = lines_of(folder / "other.jsonl")
    assert not {line["prompt"] for line in other} & {line["prompt"] for line in lines_of(folder / "set.jsonl")}


def test_held_out_vocabulary(written):
    folder, _ = written
    result = examples(folder, "--count", str(TASKS), "--styles", "1", "--held-out", "--out", "held_out.jsonl")
    assert result.returncode == 0, result.stderr

    def arguments(path):
        heads = re.findall(r"def forward\(([^)]*)\)", "\n".join(line["completion"] for line in lines_of(folder / path)))
        return {name.strip() for head in heads for name in head.split(",")}

    names = arguments("held_out.jsonl")
    assert len(names) > 5
    assert not {name for name in names if not re.search("weight|bias|gamma|beta", name)} & arguments("set.jsonl")


def test_a_folder_of_tasks(tmp_path):
    tasks = tmp_path / "tasks"
    tasks.mkdir()
    (tasks / "good.py").write_text((ROOT / "tests/judge/tasks/softmax.py").read_text())
    (tasks / "strange.py").write_text((ROOT / "tests/judge/tasks/softmax.py").read_text().replace("import torch\n", "import torch\nimport no_such_module\n", 1))
    result = examples(tmp_path, "--tasks", "tasks", "--styles", "1", "--out", "set.jsonl")
    assert result.returncode == 0, result.stderr
    assert [line["task"] for line in lines_of(tmp_path / "set.jsonl")] == ["good"]
    assert re.search(r"strange.*no_such_module", result.stdout)


@pytest.mark.parametrize("options, message", [
    (["--styles", "0"], "must be at least 1"),
    (["--tasks", "nowhere"], "nowhere"),
    (["--chip", "h1000"], "did you mean 'h100'"),
    (["--cuont", "3"], "did you mean '--count'"),
    (["--out", "no/folder/set.jsonl"], "no/folder/set.jsonl"),
    (["--count", "many"], "--count"),
], ids=lambda value: "_".join(value) if isinstance(value, list) else "")
def test_mistakes(tmp_path, options, message):
    result = examples(tmp_path, "--count", "3", *options) if options[0] != "--count" else examples(tmp_path, *options)
    assert result.returncode == 2, result.stdout + result.stderr
    assert message in result.stderr
    assert list(tmp_path.iterdir()) == []
