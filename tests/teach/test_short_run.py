"""The main job at tiny settings: it ends in a report, survives kill -9, Ctrl-C and a full disk with the same result,
and refuses a folder that another configuration made."""
import hashlib
import json
import os
import random
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TILEWRIGHT = os.environ.get("TILEWRIGHT", str(ROOT / "build" / "tilewright"))
SETTINGS = {"training-tasks": 30, "rl-tasks": 6, "held-out-tasks": 20, "examples-per-task": 2, "vocabulary": 512, "width": 32, "layers": 1, "heads": 2,
            "kv-heads": 1, "feed-forward": 64, "sft-steps": 6, "sft-updates-per-step": 4, "sft-batch-tokens": 1024,
            "evaluation-samples": 2, "max-new-tokens": 48, "rl-steps": 3, "rl-prompts": 3, "rl-completions": 4, "continued-steps": 3,
            "rl-truncated": "keep"}
LINES = ["tasks.jsonl", "examples.jsonl", "metrics.jsonl", "samples.jsonl", "evaluations.jsonl"]
WEIGHTS = ["checkpoints/sft/model.safetensors", "checkpoints/rl/model.safetensors", "checkpoints/sft_continued/model.safetensors"]
STAGES = ["examples", "tokenizer", "evaluate_nearest", "sft", "evaluate_sft", "rl", "evaluate_rl", "sft_continued",
          "evaluate_sft_continued", "report"]


def command(run, **changes):
    settings = {**SETTINGS, **{key.replace("_", "-"): value for key, value in changes.items()}}
    return [TILEWRIGHT, "teach", "--run", str(run), *(f"--{key}={value}" for key, value in settings.items())]


def teach(run, **changes):
    return subprocess.run(command(run, **changes), capture_output=True, text=True, timeout=600)


def digests(run, names=LINES + WEIGHTS):
    return {name: hashlib.sha256((run / name).read_bytes()).hexdigest() for name in names}


def state(run):
    try:
        return json.loads((run / "state.json").read_text())
    except FileNotFoundError:
        return {"stages": [], "stage": None}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    run = tmp_path_factory.mktemp("whole") / "run"
    result = teach(run)
    assert result.returncode == 0, result.stderr[-2000:] + result.stdout[-2000:]
    return run, result


def test_run_ends_in_a_report(whole):
    run, result = whole
    assert [stage["name"] for stage in state(run)["stages"]] == STAGES
    page = (run / "report.html").read_text()
    for text in ("After SFT", "After RL", "SFT continued", "Nearest training example", "Never seen"):
        assert text in page
    assert "pass@1" in result.stdout and "left" not in result.stdout.splitlines()[-1]


def test_records_carry_schemas_and_what_readers_need(whole):
    run, _ = whole
    for name in LINES:
        for line in (run / name).read_text().removesuffix("\n").split("\n"):  # samples may hold other line ends
            assert json.loads(line)["schema"] == 1, name
    samples = [json.loads(line) for line in (run / "samples.jsonl").read_text().removesuffix("\n").split("\n")]
    drawn = [sample for sample in samples if sample["stage"] == "rl"]
    assert len(drawn) == 3 * 3 * 4
    for sample in drawn:
        assert len(sample["tokens"]) == len(sample["log_probabilities"]) == len(sample["mask"])
        assert sample["turn"] == 0 and set(sample["reward_parts"]) >= {"correct", "speed"} or sample["status"] == "unsupported"
    metrics = [json.loads(line) for line in (run / "metrics.jsonl").read_text().splitlines()]
    rl = [line for line in metrics if line["stage"] == "rl"]
    assert [line["step"] for line in rl] == [1, 2, 3]
    for line in rl:
        if "sampling/sampling_logp_difference/mean" in line:
            assert line["sampling/sampling_logp_difference/mean"] < 1e-4
    sft = [line for line in metrics if line["stage"] == "sft"]
    assert [line["step"] for line in sft] == list(range(1, 7))
    assert sft[-1]["loss"] < sft[0]["loss"]


def test_training_and_held_out_tasks_share_no_composition(whole):
    run, _ = whole
    tasks = [json.loads(line) for line in (run / "tasks.jsonl").read_text().splitlines()]
    sides = {side: {task["composition"] for task in tasks if task["split"] == side} for side in ("train", "held_out")}
    assert not sides["train"] & sides["held_out"]
    held_out = [task for task in tasks if task["split"] == "held_out"]
    assert 2 * sum(task["unseen"] for task in held_out) >= len(held_out)
    trained = {task["name"] for task in tasks if task["split"] == "train"}
    examples = [json.loads(line) for line in (run / "examples.jsonl").read_text().splitlines()]
    assert {example["task"] for example in examples} <= trained


def test_every_example_was_judged(whole):
    run, _ = whole
    facts = next(stage["facts"] for stage in state(run)["stages"] if stage["name"] == "examples")
    assert facts["language"] == "Triton" and facts["examples_without_verdict"] == 0
    assert facts["verdicts_passed"] > 0


def test_the_same_command_again_changes_nothing(whole):
    run, _ = whole
    before = digests(run, LINES + WEIGHTS + ["state.json", "report.html"])
    result = teach(run)
    assert result.returncode == 0
    assert digests(run, LINES + WEIGHTS + ["state.json", "report.html"]) == before


def test_another_configuration_is_refused(whole):
    run, _ = whole
    before = digests(run, LINES + WEIGHTS + ["state.json", "report.html", "recipe.toml"])
    result = teach(run, rl_algorithm="ppo")
    assert result.returncode == 2
    assert "rl-algorithm" in result.stderr and "grpo" in result.stderr and "ppo" in result.stderr
    assert digests(run, LINES + WEIGHTS + ["state.json", "report.html", "recipe.toml"]) == before


def test_the_recipe_gives_the_same_run_from_a_file(whole, tmp_path):
    run, _ = whole
    result = subprocess.run([TILEWRIGHT, "teach", "--run", str(run), "--config", str(run / "recipe.toml")], capture_output=True,
                            text=True, timeout=600)
    assert result.returncode == 0, result.stderr


def wait_for_stage(process, run, stage, timeout=300):
    """True once the run is in `stage`; False when it ended before."""
    deadline = time.time() + timeout
    while time.time() < deadline and process.poll() is None:
        current = state(run)["stage"]
        if current and current["name"] == stage:
            return True
        time.sleep(0.01)
    return False


def test_kill_9_at_any_moment_gives_the_same_result(whole, tmp_path):
    run = tmp_path / "run"
    rng = random.Random(5)
    kills = 0
    # Another number of judges changes nothing either.
    for stage in ("examples", "examples", "evaluate_nearest", "sft", "sft", "evaluate_sft", "rl", "rl", "evaluate_rl",
                  "sft_continued"):
        process = subprocess.Popen(command(run) + ["--workers=1"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        if wait_for_stage(process, run, stage):
            time.sleep(rng.uniform(0, 0.1))  # a stage at these settings lasts some tenths of a second
        if process.poll() is None:
            os.kill(process.pid, signal.SIGKILL)
            kills += 1
        process.wait()
    assert kills >= 6
    assert teach(run).returncode == 0
    assert digests(run) == digests(whole[0])


def test_ctrl_c_ends_cleanly_and_goes_on(whole, tmp_path):
    run = tmp_path / "run"
    process = subprocess.Popen(command(run), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.time() + 300
    while time.time() < deadline and "sft" not in str(state(run)["stage"]):
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=120)
    assert process.returncode == 130, errors
    assert "the same command goes on" in output
    assert teach(run).returncode == 0
    assert digests(run) == digests(whole[0])


def test_ctrl_c_within_a_step_keeps_its_updates(tmp_path):
    # One recorded step of many updates: the interruption falls within it.
    changes = {"sft-steps": 1, "sft-updates-per-step": 1600, "rl-steps": 0, "continued-steps": 0, "training-tasks": 12, "held-out-tasks": 4}
    assert teach(tmp_path / "whole", **changes).returncode == 0
    run = tmp_path / "run"
    for _ in range(2):
        process = subprocess.Popen(command(run, **changes), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert wait_for_stage(process, run, "sft")
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        began = time.time()
        _, errors = process.communicate(timeout=60)
        assert process.returncode == 130, errors
        assert time.time() - began < 5
        assert state(run)["stage"]["snapshot"] and not (run / "metrics.jsonl").exists()
    assert teach(run, **changes).returncode == 0
    names = [name for name in LINES if (run / name).exists()] + WEIGHTS[:1]
    assert digests(run, names) == digests(tmp_path / "whole", names)


def test_an_evaluation_keeps_the_parts_that_are_done(tmp_path):
    # 100 held-out tasks are three parts; the kill comes when the first is kept.
    changes = {"held-out-tasks": 100, "training-tasks": 12, "examples-per-task": 1, "rl-steps": 0, "continued-steps": 0}
    assert teach(tmp_path / "whole", **changes).returncode == 0
    run = tmp_path / "run"
    process = subprocess.Popen(command(run, **changes), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    deadline = time.time() + 300
    while time.time() < deadline and process.poll() is None:
        stage = state(run)["stage"]
        if stage and stage["name"] == "evaluate_sft" and stage["snapshot"]:
            break
        time.sleep(0.005)
    process.kill()
    process.wait()
    kept = state(run)
    assert kept["stage"] and kept["stage"]["name"] == "evaluate_sft" and kept["stage"]["snapshot"]
    assert kept["files"]["evaluations.jsonl"] > kept["stage"]["files_before"]["evaluations.jsonl"]
    assert teach(run, **changes).returncode == 0
    names = [name for name in LINES if (run / name).exists()] + WEIGHTS[:1]
    assert digests(run, names) == digests(tmp_path / "whole", names)
    for evaluation in ("nearest", "sft"):
        lines = [json.loads(line) for line in (run / "evaluations.jsonl").read_text().splitlines()]
        assert len([line for line in lines if line["evaluation"] == evaluation]) == 100
    groups = [json.loads(line)["group"] for line in (run / "samples.jsonl").read_text().removesuffix("\n").split("\n") if '"evaluate_sft"' in line]
    assert sorted(set(groups)) == list(range(100))


def test_a_second_process_is_refused(tmp_path):
    run = tmp_path / "run"
    process = subprocess.Popen(command(run), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while not (run / "state.json").exists():
            time.sleep(0.02)
        result = teach(run)
        assert result.returncode == 2
        assert "another process" in result.stderr
    finally:
        process.kill()
        process.wait()


def test_a_full_disk_is_an_error_and_nothing_is_lost(whole, tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", str(disk)], capture_output=True).returncode != 0:
        pytest.skip("no right to mount a small disk")
    try:
        result = teach(disk / "run")
        assert result.returncode == 2
        assert "No space left" in result.stderr
        subprocess.run(["mount", "-o", "remount,size=200m", str(disk)], check=True)
        assert teach(disk / "run").returncode == 0
        assert digests(disk / "run") == digests(whole[0])
    finally:
        subprocess.run(["umount", str(disk)])


@pytest.mark.parametrize("option, text", [("--sft-step=3", "--sft-steps"), ("--width=33", "width"), ("--rl-algorithm=grop", "grpo"),
                                          ("--evaluation-samples=0", "evaluation-samples"), ("--tasks=/nonexistent", "/nonexistent"), ("--chip=h1000", "h1000")])
def test_mistakes_are_named_and_nothing_is_written(tmp_path, option, text):
    run = tmp_path / "run"
    result = subprocess.run(command(run) + [option], capture_output=True, text=True, timeout=60)
    assert result.returncode == 2
    assert text in result.stderr
    assert not run.exists()


def test_solve_writes_what_the_judge_passed(whole, tmp_path):
    run, _ = whole
    task = tmp_path / "task.py"
    line = next(line for line in (run / "tasks.jsonl").read_text().splitlines())
    task.write_text(json.loads(line)["source"])
    out = tmp_path / "kernel.py"
    result = subprocess.run([TILEWRIGHT, "solve", str(task), "--model", str(run), "--samples", "4", "--max-new-tokens", "48", "--out", str(out)],
                            capture_output=True, text=True, timeout=300)
    assert result.returncode in (0, 1), result.stderr
    assert out.exists() == (result.returncode == 0)


def test_solve_names_missing_and_damaged_models(whole, tmp_path):
    run, _ = whole
    task = tmp_path / "task.py"
    task.write_text(json.loads((run / "tasks.jsonl").read_text().splitlines()[0])["source"])
    result = subprocess.run([TILEWRIGHT, "solve", str(task), "--model", str(tmp_path)], capture_output=True, text=True)
    assert result.returncode == 2 and "no model" in result.stderr
    damaged = tmp_path / "damaged"
    shutil.copytree(run / "checkpoints" / "sft", damaged)
    weights = (damaged / "model.safetensors").read_bytes()
    (damaged / "model.safetensors").write_bytes(weights[: len(weights) // 2])
    result = subprocess.run([TILEWRIGHT, "solve", str(task), "--model", str(damaged)], capture_output=True, text=True)
    assert result.returncode == 2 and "model.safetensors" in result.stderr
    result = subprocess.run([TILEWRIGHT, "solve", str(tmp_path / "none.py"), "--model", str(run)], capture_output=True, text=True)
    assert result.returncode == 2 and "none.py" in result.stderr


def test_eval_scores_a_folder(whole, tmp_path):
    run, _ = whole
    folder = tmp_path / "tasks"
    folder.mkdir()
    for line in (run / "tasks.jsonl").read_text().splitlines()[:3]:
        record = json.loads(line)
        (folder / (record["name"] + ".py")).write_text(record["source"])
    (folder / "broken.py").write_text("class Model(:\n")
    scores = tmp_path / "scores.jsonl"
    result = subprocess.run([TILEWRIGHT, "eval", str(folder), "--model", str(run), "--samples", "2", "--max-new-tokens", "48", "--json", str(scores)],
                            capture_output=True, text=True, timeout=300)
    assert result.returncode == 0, result.stderr
    assert "broken.py:1" in result.stderr
    assert "3 tasks: pass@1" in result.stdout
    assert len(scores.read_text().splitlines()) == 3
