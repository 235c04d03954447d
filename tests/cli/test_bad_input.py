"""What a user may get wrong, on the built program: each mistake ends with exit code 2, a message that names the file or
option and the place, and nothing overwritten."""
import json
import os
import resource
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TILEWRIGHT = os.environ.get("TILEWRIGHT", str(ROOT / "build" / "tilewright"))
TASK = ROOT / "tests/judge/tasks/softmax.py"
KERNEL = ROOT / "tests/judge/corpus/correct_softmax.py"
SETTINGS = ["--training-tasks=8", "--rl-tasks=0", "--held-out-tasks=4", "--examples-per-task=1", "--vocabulary=512", "--width=32", "--layers=1",
            "--heads=2", "--kv-heads=1", "--feed-forward=64", "--sft-steps=2", "--sft-updates-per-step=1", "--sft-batch-tokens=512",
            "--evaluation-samples=1", "--max-new-tokens=16", "--rl-steps=1", "--rl-prompts=1", "--rl-completions=2",
            "--continued-steps=0"]
IS_ROOT = os.geteuid() == 0


def tilewright(*arguments, **changes):
    return subprocess.run([TILEWRIGHT, *map(str, arguments)], capture_output=True, text=True, timeout=300, **changes)


def refused(result, *texts):
    assert result.returncode == 2, (result.returncode, result.stdout[-500:], result.stderr[-500:])
    for text in texts:
        assert text in result.stderr + result.stdout, (text, result.stdout[-500:], result.stderr[-500:])


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("input") / "run"
    result = tilewright("teach", "--run", folder, *SETTINGS)
    assert result.returncode == 0, result.stderr[-2000:]
    return folder


def contents(folder):
    return {path.relative_to(folder): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


# ---- commands and options ----


@pytest.mark.parametrize("arguments, texts", [
    (["chek", "x.py"], ["'chek' is no command", "'check'"]),
    (["solve", "x.py", "--modle", "x"], ["--modle", "'--model'"]),
    (["compile", TASK, "--show", "nope"], ["nope", "graph"]),
    (["compile", TASK, "--style", "nope"], ["--style takes a whole number, not 'nope'"]),
    (["compile", TASK, "--style", "99999999999"], ["--style takes a whole number between"]),
    (["compile", TASK, "--show"], ["--show"]),
    (["compile"], ["TASK is missing"]),
    (["compile", TASK, TASK], ["unexpected argument"]),
    (["tasks", "--count", "-3"], ["--count takes a whole number between 0 and", "-3"]),
    (["tasks", "--count", "0"], ["--count is 0, but must be at least 1"]),
    (["check", KERNEL, "--task", TASK, "--max-elements=-1"], ["--max-elements is -1"]),
    (["check", KERNEL, "--task", TASK, "--chip", "h1000"], ["h1000", "'h100'"]),
    (["run", KERNEL, "--threads", "-3"], ["--threads is -3, but must be at least 0"]),
    (["run", KERNEL, "--threads", "2000000000"], ["--threads is 2", "at most 1024"]),
    (["run", KERNEL, "--fuel", "0"], ["--fuel is 0"]),
    (["run", KERNEL, "--memory-bytes", "0"], ["--memory-bytes is 0"]),
    (["compile", TASK, "--naming", "-1"], ["--naming is -1"]),
    (["compile", TASK, "--max-elements=-1"], ["--max-elements is -1"]),
    (["compat", TASK.parent, "--jobs", "-2"], ["--jobs is -2"]),
    (["compat", TASK.parent, "--fuel", "0"], ["--fuel is 0"]),
    (["examples", "--workers", "100000"], ["--workers is 100000, but must be at most 1024"]),
    (["examples", "--count", "0"], ["--count is 0"]),
    (["examples", "--styles", "0"], ["--styles is 0"]),
    (["examples", "--out", "/nonexistent/x.jsonl"], ["--out", "/nonexistent"]),
    (["teach", "--workers", "-2"], ["--workers is -2"]),
    (["teach", "--rl-steps", "abc"], ["--rl-steps takes a whole number, not 'abc'"]),
    (["teach", "--rl-steps", "-3"], ["--rl-steps is -3"]),
    (["teach", "--rl-learning-rate", "nan"], ["--rl-learning-rate takes a number, not 'nan'"]),
    (["teach", "--held-out-tasks", "0"], ["--held-out-tasks is 0"]),
])
def test_options(arguments, texts, tmp_path):
    refused(tilewright(*arguments, cwd=tmp_path), *texts)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("option", ["--samples=0", "--samples=-5", "--max-new-tokens=0", "--temperature=-1", "--workers=-1"])
def test_solve_options(run, option):
    name = option.split("=")[0]
    refused(tilewright("solve", TASK, "--model", run, option), f"{name} is")


def test_the_place_of_a_result_is_checked_before_the_work(run):
    refused(tilewright("solve", TASK, "--model", run, "--out", "/nonexistent/kernel.py"), "--out", "/nonexistent")
    refused(tilewright("eval", TASK.parent, "--model", run, "--json", "/nonexistent/scores.jsonl"), "--json", "/nonexistent")


def test_no_output_replaces_what_is_no_output_of_ours(tmp_path):
    script, task = tmp_path / "a.py", tmp_path / "tasks"
    script.write_text("import torch\n")
    mine = tmp_path / "mine.html"
    mine.write_text("my notes")
    for arguments in (["run", "--trace=mine.html", script], ["compat", task, "--json", mine], ["examples", "--out", mine],
                      ["report", tmp_path, "--out", mine]):
        refused(tilewright(*arguments, cwd=tmp_path), "mine.html", "--force replaces it")
        assert mine.read_text() == "my notes"
    (tmp_path / "set.md").write_text("my notes")  # the data card's place
    refused(tilewright("examples", "--out", "set.jsonl", cwd=tmp_path), "set.md", "--force replaces it")
    page = tmp_path / "page.html"
    for _ in range(2):  # a former page is
        assert tilewright("run", f"--trace={page}", script).returncode == 0
    assert tilewright("run", f"--trace={mine}", "--force", script).returncode == 0
    assert mine.read_text().startswith("<!DOCTYPE html>")


def test_generated_tasks_replace_nothing_else(tmp_path):
    assert tilewright("tasks", "--count", "2", "--out", tmp_path).returncode == 0
    assert tilewright("tasks", "--count", "2", "--out", tmp_path).returncode == 0  # the same files
    first = sorted(tmp_path.iterdir())[0]
    first.write_text("my notes")
    refused(tilewright("tasks", "--count", "2", "--out", tmp_path), first.name, "--force replaces it")
    assert first.read_text() == "my notes"
    assert tilewright("tasks", "--count", "2", "--out", tmp_path, "--force").returncode == 0


# ---- task and kernel files ----

MODEL = "import torch\nimport torch.nn as nn\nclass Model(nn.Module):\n    def forward(self, x):\n        return x\n"
TASKS = {
    "syntax": ("class Model(:\n", ":1:13", "invalid syntax"),
    "bytes": ("\0\1\2", ":1:1", "null bytes"),
    "empty": ("", "", ""),
    "no_model": ("import torch\n", ":1:1", "class Model"),
    "no_inputs": (MODEL, ":1:1", "get_inputs"),
    "wrong_inputs": (MODEL + "def get_inputs():\n    return 3\ndef get_init_inputs():\n    return []\n", ":6:1", "returned int"),
    "raises": (MODEL + "def get_inputs():\n    return [1 / 0]\ndef get_init_inputs():\n    return []\n", ":7:", "ZeroDivisionError"),
}


@pytest.mark.parametrize("name", TASKS)
def test_task_files(name, run, tmp_path):
    source, place, text = TASKS[name]
    task = tmp_path / f"{name}.py"
    task.write_text(source)
    for arguments in (["compile", task], ["check", KERNEL, "--task", task], ["solve", task, "--model", run]):
        refused(tilewright(*arguments), f"{name}.py{place}" if place else f"{name}.py", text)
    # Only what no reading of the file could find is left for the run of a folder, which skips it by name.
    if name not in ("wrong_inputs", "raises"):
        refused(tilewright("teach", "--run", tmp_path / "run", "--tasks", tmp_path, *SETTINGS), f"{name}.py{place}", text)
        assert not (tmp_path / "run").exists()
    result = tilewright("eval", tmp_path, "--model", run)
    refused(result, f"{name}.py{place}" if place else f"{name}.py")


@pytest.mark.parametrize("arguments", [["compile", "{}"], ["check", KERNEL, "--task", "{}"], ["check", "{}", "--task", TASK],
                                       ["run", "{}"], ["parse", "{}"]])
def test_files_that_cannot_be_read(arguments, tmp_path):
    missing, folder = tmp_path / "none.py", tmp_path / "folder.py"
    folder.mkdir()
    refused(tilewright(*(str(each).format(missing) for each in arguments)), "none.py", "No such file")
    refused(tilewright(*(str(each).format(folder) for each in arguments)), "folder.py", "folder")
    pipe = tmp_path / "pipe.py"
    os.mkfifo(pipe)
    refused(tilewright(*(str(each).format(pipe) for each in arguments)), "pipe.py", "is a pipe")
    refused(tilewright(*(str(each).format("/dev/zero") for each in arguments)), "/dev/zero", "is a device")


@pytest.mark.skipif(IS_ROOT and shutil.which("setpriv") is None, reason="root reads everything")
def test_a_file_without_permission(tmp_path):
    task = tmp_path / "secret.py"
    task.write_text(TASK.read_text())
    task.chmod(0)
    for folder in [tmp_path, *tmp_path.parents][:3]:
        if IS_ROOT:
            folder.chmod(0o755)
    other = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"] if IS_ROOT else []
    result = subprocess.run([*other, TILEWRIGHT, "compile", str(task)], capture_output=True, text=True)
    if result.returncode == 127 or "failed to execute" in result.stderr:
        pytest.skip("another user cannot run the program here")
    refused(result, "secret.py", "Permission denied")


# ---- models ----


def cut(path, size):
    path.write_bytes(path.read_bytes()[:size])


def edit(path, before, after):
    data = path.read_bytes()
    assert before in data
    path.write_bytes(data.replace(before, after, 1))


def edit_json(path, change):
    data = json.loads(path.read_text())
    change(data)
    path.write_text(json.dumps(data))


def set_hidden_size(value):
    return lambda folder: edit_json(folder / "config.json", lambda data: data.update(hidden_size=value))


MODELS = {
    "weights cut off": (lambda f: cut(f / "model.safetensors", 50000), ["model.safetensors", "cut off"]),
    "weights one byte short": (lambda f: cut(f / "model.safetensors", (f / "model.safetensors").stat().st_size - 1),
                               ["model.safetensors"]),
    "weights empty": (lambda f: cut(f / "model.safetensors", 0), ["model.safetensors"]),
    "weights missing": (lambda f: (f / "model.safetensors").unlink(), ["model.safetensors"]),
    "header of zeros": (lambda f: (f / "model.safetensors").write_bytes(bytes((f / "model.safetensors").stat().st_size)),
                        ["model.safetensors"]),
    "another dtype": (lambda f: edit(f / "model.safetensors", b'"F32"', b'"F16"'), ["model.safetensors", "model.embed_tokens.weight"]),
    "unknown dtype": (lambda f: edit(f / "model.safetensors", b'"F32"', b'"Q77"'), ["model.safetensors", "Q77"]),
    "another shape": (lambda f: edit(f / "model.safetensors", b"[512,32]", b"[256,64]"), ["model.embed_tokens.weight", "[256, 64]"]),
    "config no JSON": (lambda f: (f / "config.json").write_text('{"a": '), ["config.json", "line 1, column"]),
    "config a list": (lambda f: (f / "config.json").write_text("[]"), ["config.json", "object"]),
    "config negative": (set_hidden_size(-4), ["config.json", "hidden_size is -4"]),
    "config of another model": (set_hidden_size(64), ["model.safetensors"]),
    "config a text": (set_hidden_size("x"), ["config.json", "hidden_size"]),
    "tokenizer cut off": (lambda f: cut(f / "tokenizer.json", 3000), ["tokenizer.json", "line"]),
    "tokenizer empty": (lambda f: (f / "tokenizer.json").write_text("{}"), ["tokenizer.json", "model"]),
    "tokenizer missing": (lambda f: (f / "tokenizer.json").unlink(), ["tokenizer.json", "No such file"]),
    "tokenizer's merges": (lambda f: edit_json(f / "tokenizer.json", lambda data: data["model"]["merges"].insert(0, ["zz~", "qq~"])),
                           ["tokenizer.json", "zz~"]),
}


@pytest.mark.parametrize("name", MODELS)
def test_damaged_models(name, run, tmp_path):
    damage, texts = MODELS[name]
    folder = tmp_path / "model"
    shutil.copytree(run / "checkpoints" / "sft", folder)
    damage(folder)
    before = contents(folder)
    result = tilewright("solve", TASK, "--model", folder, "--samples", "2", "--max-new-tokens", "16")
    refused(result, *texts)
    assert "json.exception" not in result.stderr
    assert contents(folder) == before


def test_no_model(run, tmp_path):
    for model in ("/nonexistent", tmp_path, TASK):
        refused(tilewright("solve", TASK, "--model", model), "no model in", str(model))


# ---- run folders ----


@pytest.mark.parametrize("name, damage, texts", [
    ("state cut off", lambda f: cut(f / "state.json", 40), ["state.json"]),
    ("state of another version", lambda f: edit(f / "state.json", b'"schema": 1', b'"schema": 99'), ["state.json", "version"]),
    ("state without a field", lambda f: edit_json(f / "state.json", lambda data: data.pop("files")), ["state.json", "files"]),
    ("metrics cut off", lambda f: cut(f / "metrics.jsonl", 20), ["metrics.jsonl", "20 bytes"]),
    ("another recipe", lambda f: edit_json(f / "state.json", lambda data: data.update(configuration="0" * 32)), ["configuration"]),
])
def test_damaged_runs(name, damage, texts, run, tmp_path):
    folder = tmp_path / "run"
    shutil.copytree(run, folder)
    damage(folder)
    before = contents(folder)
    refused(tilewright("teach", "--run", folder, *SETTINGS), *texts)
    assert contents(folder) == before


def test_a_damaged_checkpoint_of_a_run(run, tmp_path):
    folder = tmp_path / "run"
    shutil.copytree(run, folder)
    # As after a crash between RL's end and its evaluation, with a disk that lost part of the weights.
    edit_json(folder / "state.json", lambda data: data.update(stages=data["stages"][:6]))
    cut(folder / "checkpoints" / "rl" / "model.safetensors", 5000)
    refused(tilewright("teach", "--run", folder, *SETTINGS), "rl/model.safetensors")


def test_another_configuration(run):
    before = contents(run)
    refused(tilewright("teach", "--run", run, *SETTINGS, "--rl-algorithm", "ppo"), "rl-algorithm", "grpo", "ppo")
    assert contents(run) == before


def test_run_folders_that_are_none(tmp_path):
    (tmp_path / "file").write_text("mine")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "thing").write_text("mine")
    before = contents(tmp_path)
    refused(tilewright("teach", "--run", tmp_path / "file", *SETTINGS), "file", "no folder")
    refused(tilewright("teach", "--run", tmp_path / "other", *SETTINGS), "other", "thing")
    refused(tilewright("teach", "--run", "/proc/run", *SETTINGS), "/proc/run")
    refused(tilewright("report", tmp_path / "other"), "other")
    assert contents(tmp_path) == before


def test_task_folders(tmp_path):
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "readme.txt").write_text("no task")
    for folder, text in (("none", "No such file"), ("empty", "no task files")):
        refused(tilewright("teach", "--run", tmp_path / "run", "--tasks", tmp_path / folder, *SETTINGS), "--tasks", folder, text)
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("recipe, texts", [
    ('width = "x"\n', ["recipe.toml:1:9", "whole number"]),
    ("widht = 3\n", ["recipe.toml:1:1", "'width'"]),
    ("width = = 3\n", ["recipe.toml:1:9"]),
    ("width = -5\n", ["width is -5"]),
])
def test_recipes(recipe, texts, tmp_path):
    (tmp_path / "recipe.toml").write_text(recipe)
    refused(tilewright("teach", "--run", tmp_path / "run", "--config", tmp_path / "recipe.toml"), *texts)
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("size", [4096, 20000, 90000])
def test_a_limit_on_file_size(run, tmp_path, size):
    """As on a full disk: the run stops with the file's name, and the same command ends it once there is room."""
    folder = tmp_path / "run"

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    result = tilewright("teach", "--run", folder, *SETTINGS, preexec_fn=limit)
    refused(result, "File too large", str(folder))
    assert tilewright("teach", "--run", folder, *SETTINGS).returncode == 0
    for name in ("metrics.jsonl", "samples.jsonl", "evaluations.jsonl", "tasks.jsonl", "examples.jsonl"):
        assert (folder / name).read_bytes() == (run / name).read_bytes()


@pytest.mark.skipif(not IS_ROOT or shutil.which("setpriv") is None, reason="root may write everywhere")
def test_a_folder_without_permission(tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    for each in [tmp_path, *tmp_path.parents][:3]:
        each.chmod(0o755)
    for run in (folder, folder / "deeper"):
        result = subprocess.run(["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", TILEWRIGHT, "teach", "--run",
                                 str(run), *SETTINGS], capture_output=True, text=True)
        if result.returncode == 127 or "failed to execute" in result.stderr:
            pytest.skip("another user cannot run the program here")
        refused(result, str(run), "Permission denied")


def test_ctrl_c_of_a_pipe_is_no_crash(tmp_path):
    process = subprocess.Popen([TILEWRIGHT, "tasks", "--count", "2000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.readline()
    process.stdout.close()
    errors = process.stderr.read()
    assert process.wait(timeout=60) in (0, -signal.SIGPIPE) and errors == b""
