"""A folder of task files beside the generated ones: what cannot be taught is skipped by name, with the reason, in the run's
output, its facts and its report."""
import json
import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TILEWRIGHT = os.environ.get("TILEWRIGHT", str(ROOT / "build" / "tilewright"))
SETTINGS = ["--training-tasks=8", "--rl-tasks=0", "--held-out-tasks=4", "--examples-per-task=1", "--vocabulary=512", "--width=32", "--layers=1",
            "--heads=2", "--kv-heads=1", "--feed-forward=64", "--sft-steps=2", "--sft-updates-per-step=1", "--sft-batch-tokens=512",
            "--evaluation-samples=1", "--max-new-tokens=16", "--rl-steps=1", "--rl-prompts=1", "--rl-completions=2",
            "--continued-steps=0"]
TASK = """import torch
import torch.nn as nn


class Model(nn.Module):
    def forward(self, x):
        return {body}


rows = 64


def get_inputs():
    return [torch.rand(rows, 32)]
"""
TASKS = {
    "mended": "torch.relu(x * 2)",
    "misspelt": "torch.reluu(x)",
    "unwritten": "torch.linalg.inv(x @ x.t())",
}


def test_skipped_files_are_named(tmp_path):
    tasks, run = tmp_path / "tasks", tmp_path / "run"
    tasks.mkdir()
    for name, body in TASKS.items():
        (tasks / f"{name}.py").write_text(TASK.format(body=body))
    result = subprocess.run([TILEWRIGHT, "teach", "--run", run, "--tasks", tasks, *SETTINGS], capture_output=True, text=True,
                            timeout=300)
    assert result.returncode == 0, result.stdout[-2000:] + result.stderr[-2000:]
    assert "skipped misspelt.py: not captured: misspelt.py:7:16: AttributeError" in result.stdout
    assert "skipped unwritten.py: " in result.stdout
    assert "skipped mended.py" not in result.stdout
    taught = [json.loads(line)["name"] for line in (run / "tasks.jsonl").read_text().splitlines()]
    assert "mended" in taught and "misspelt" not in taught and "unwritten" not in taught
    for text in ((run / "state.json").read_text(), (run / "report.html").read_text()):
        assert "misspelt.py" in text and "AttributeError" in text and "unwritten.py" in text
