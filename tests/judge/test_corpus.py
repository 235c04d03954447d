"""Candidates with a known verdict, through a worker's own protocol: correct ones pass, each kind of mistake gets its
status, and the published ways of cheating an evaluator (exploits/, numbered as in docs/judging.md) do not succeed.

Each file says what it is in its first lines:
    # task: name of a file in tasks/ (CUDA files say it in // comments)
    # expect: one status, or several separated by |
    # message: text that the summary or a diagnostic must contain
    # no faster than: file of corpus/ whose estimated time is the least that this one may have
"""
import json
import os
import pathlib
import re
import shutil
import struct
import subprocess

import pytest

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = os.environ.get("TILEWRIGHT", str(HERE.parents[1] / "build" / "tilewright"))
FILES = [path for folder in ("corpus", "exploits") for kind in ("*.py", "*.cu") for path in sorted((HERE / folder).glob(kind))]
HAS_CLANG = any(shutil.which(f"clang++-{version}") for version in range(15, 22))


class Worker:
    """One judge-worker process; a crash fails the test that caused it, and a new one serves the rest."""

    def __init__(self):
        self.start()

    def start(self):
        self.process = subprocess.Popen([PROGRAM, "judge-worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def judge(self, request):
        data = json.dumps(request).encode()
        self.process.stdin.write(struct.pack("<I", len(data)) + data)
        self.process.stdin.flush()
        header = self.process.stdout.read(4)
        if len(header) < 4:
            code = self.process.wait()
            self.start()
            raise AssertionError(f"the worker ended with {code}")
        return json.loads(self.process.stdout.read(struct.unpack("<I", header)[0]))

    def close(self):
        self.process.stdin.close()
        self.process.wait(timeout=60)


@pytest.fixture(scope="module")
def worker():
    worker = Worker()
    yield worker
    worker.close()


def request_for(path, **options):
    text = path.read_text()
    task = re.search(r"^(?:#|//) task: (\S+)", text).group(1)
    return {
        "schema": 1,
        "task_name": f"{task}.py",
        "task_source": (HERE / "tasks" / f"{task}.py").read_text(),
        "candidate_name": path.name,
        "candidate_source": text,
        # Small enough that what runs for ever is stopped in a moment.
        "options": {"seed": 7, "max_elements": 16384, "fuel": 100_000_000, **options},
    }


def say(verdict):
    lines = [f"{verdict['status']}: {verdict['summary']}"]
    for diagnostic in verdict["diagnostics"]:
        lines.append(f"{diagnostic.get('line', '')}: {diagnostic['message']} [{diagnostic['kind']}]")
    return "\n".join(lines)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_verdict(path, worker):
    if path.suffix == ".cu" and not HAS_CLANG:
        pytest.skip("no clang is installed")
    text = path.read_text()
    expected = re.search(r"^(?:#|//) expect: (\S+)", text, re.M).group(1).split("|")
    verdict = worker.judge(request_for(path))
    assert verdict["status"] in expected, say(verdict)
    message = re.search(r"^(?:#|//) message: (.+)$", text, re.M)
    if message:
        assert message.group(1) in say(verdict), say(verdict)
    if verdict["status"] == "correct":
        assert verdict["trials_passed"] == verdict["trials"] >= 5
        # CUDA's counters do not suffice for an estimate yet.
        if path.suffix == ".py" and "load_inline" not in text:
            assert verdict["time"]["kind"] == "estimated" and verdict["time"]["microseconds"] > 0
        assert verdict["error_in_tolerances"] < 0.5, "too near the limit for a correct kernel"
        honest = re.search(r"^# no faster than: (\S+)", text, re.M)
        if honest:
            least = worker.judge(request_for(HERE / "corpus" / honest.group(1)))["time"]["microseconds"]
            assert verdict["time"]["microseconds"] > 0.95 * least, f"{say(verdict)}, honestly {least} us"
    else:
        assert verdict["summary"]


def test_verdicts_do_not_depend_on_the_worker(worker):
    request = request_for(HERE / "corpus" / "correct_softmax.py")
    other = Worker()
    assert worker.judge(request) == other.judge(request)
    other.close()


def test_broken_requests_are_verdicts(worker):
    for request in ({}, {"schema": 99}, {"schema": 1, "candidate_name": 3}, [], "text"):
        verdict = worker.judge(request)
        assert verdict["status"] == "unsupported" and verdict["summary"]
