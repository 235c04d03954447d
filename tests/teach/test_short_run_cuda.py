"""`tilewright teach --lang cuda` at tiny settings, and what becomes of the language: prompts, examples, the share of them that
the judge sees, the report, later commands."""
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TILEWRIGHT = os.environ.get("TILEWRIGHT", str(ROOT / "build" / "tilewright"))
SETTINGS = {"lang": "cuda", "training-tasks": 40, "rl-tasks": 4, "held-out-tasks": 10, "vocabulary": 512, "width": 32, "layers": 1,
            "heads": 2, "kv-heads": 1, "feed-forward": 64, "sft-steps": 4, "sft-updates-per-step": 4, "sft-batch-tokens": 1024,
            "evaluation-samples": 1, "max-new-tokens": 48, "rl-steps": 1, "rl-prompts": 2, "rl-completions": 2, "continued-steps": 1,
            "rl-truncated": "keep", "judged-share": 0.25}
CLANG = [name for name in ("clang++", *(f"clang++-{n}" for n in range(15, 22))) if shutil.which(name)]

pytestmark = pytest.mark.skipif(not CLANG, reason="needs clang++")


def teach(run, **changes):
    settings = {**SETTINGS, **{key.replace("_", "-"): value for key, value in changes.items()}}
    return subprocess.run([TILEWRIGHT, "teach", "--run", str(run), *(f"--{key}={value}" for key, value in settings.items())],
                          capture_output=True, text=True, timeout=900)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cuda") / "run"
    result = teach(folder)
    assert result.returncode == 0, result.stderr[-2000:] + result.stdout[-2000:]
    return folder


def lines(run, name):
    return [json.loads(line) for line in (run / name).read_text().splitlines()]


def facts(run):
    stages = json.loads((run / "state.json").read_text())["stages"]
    return next(stage["facts"] for stage in stages if stage["name"] == "examples")


def test_examples_are_cuda_and_prompts_say_so(run):
    examples = lines(run, "examples.jsonl")
    assert len(examples) == 40
    for example in examples:
        assert example["prompt"].startswith("# cuda\ndef forward(")
        assert example["completion"].startswith("#include <torch/extension.h>\n")
        assert "__global__ void kernel" in example["completion"] and "torch::Tensor forward(" in example["completion"]


def test_the_judge_saw_a_share_and_passed_all_of_it(run):
    found = facts(run)
    assert found["language"] == "CUDA"
    assert found["verdicts"] == found["verdicts_passed"] > 0
    assert 0 < found["examples_without_verdict"] < 40
    # The examples of tasks that samples are compared on are all judged.
    assert found["verdicts"] >= found["held_out_tasks"] + found["reinforcement_tasks"]


def test_the_report_names_the_language(run):
    assert "A model taught to write CUDA kernels" in (run / "report.html").read_text()


def test_solve_finds_the_language_of_the_run(run, tmp_path):
    (tmp_path / "task.py").write_text(
        "import torch\nimport torch.nn as nn\n\n\nclass Model(nn.Module):\n    def forward(self, x):\n        return torch.relu(x)\n\n\n"
        "def get_inputs():\n    return [torch.randn(4, 8)]\n\n\ndef get_init_inputs():\n    return []\n")
    result = subprocess.run([TILEWRIGHT, "solve", str(tmp_path / "task.py"), "--model", str(run), "--samples", "1",
                             "--max-new-tokens", "16"], capture_output=True, text=True, errors="replace", timeout=300)
    # So small a model writes nothing that compiles; what it wrote was taken for CUDA, not Python.
    assert result.returncode in (0, 1), result.stderr
    assert "syntax_error" not in result.stdout


def test_a_language_that_is_none_is_refused(tmp_path):
    result = teach(tmp_path / "run", lang="fortran")
    assert result.returncode == 2
    assert "--lang fortran: not triton or cuda" in result.stderr
    assert not (tmp_path / "run").exists()
