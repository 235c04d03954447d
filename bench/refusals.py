"""How long a judge-worker takes to refuse a file that cannot compile: request written to verdict read, over the fail_ files
of tests/golden whose verdict is a syntax, compile or launch error. The limit is 2 ms. Every request is a new source text;
the task's reference outputs are kept, as between the candidates of one task.

    python bench/refusals.py [--repeat 30]
"""
import argparse
import json
import os
import pathlib
import re
import struct
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
PROGRAM = os.environ.get("TILEWRIGHT", str(ROOT / "build" / "tilewright"))
REFUSALS = {"syntax_error", "compile_error", "launch_error"}
LIMIT = 2e-3


class Worker:
    def __init__(self):
        self.process = subprocess.Popen([PROGRAM, "judge-worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def judge(self, request):
        data = json.dumps(request).encode()
        data = struct.pack("<I", len(data)) + data
        begin = time.perf_counter()
        self.process.stdin.write(data)
        self.process.stdin.flush()
        size = struct.unpack("<I", self.process.stdout.read(4))[0]
        verdict = self.process.stdout.read(size)
        return time.perf_counter() - begin, json.loads(verdict)


def parts_of(path):
    """The candidate and its task, if it has one, of a golden test of `check` or `run`."""
    text = path.read_text()
    run = re.search(r"^# RUN: tilewright (check|run)\b(.*)", text)
    if not run or "\n# --- " in text.replace("\n# --- task.py\n", "\n"):
        return None
    body = text.split("\n# EXPECT ")[0]
    candidate, _, task = body.partition("\n# --- task.py\n")
    return None if "--task" in run[2] and not task else (candidate, task)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--repeat", type=int, default=30)
    options = options.parse_args()
    worker, rows = Worker(), []
    for path in sorted((ROOT / "tests" / "golden").rglob("fail_*.py")):
        parts = parts_of(path)
        if not parts:
            continue
        request = {"schema": 1, "task_name": "task.py", "task_source": parts[1], "candidate_name": path.name}
        times = []
        for i in range(options.repeat):
            took, verdict = worker.judge({**request, "candidate_source": f"{parts[0]}\n# {i}\n", "options": {"fuel": 100_000_000}})
            if verdict["status"] not in REFUSALS:
                break
            times.append(took)
        else:
            rows.append((sorted(times)[len(times) // 2], min(times), verdict["status"], path.relative_to(ROOT / "tests" / "golden")))
    rows.sort(key=lambda row: -row[0])
    for median, least, status, path in rows:
        print(f"{str(path):<56} {status:<14} median {median * 1e3:6.3f} ms, least {least * 1e3:6.3f} ms")
    medians = [row[0] for row in rows]
    # The least is what other work on the machine lengthens least.
    slow = sum(row[1] > LIMIT for row in rows)
    print(f"{len(rows)} files refused: median {sorted(medians)[len(rows) // 2] * 1e3:.3f} ms, slowest {medians[0] * 1e3:.3f} ms, "
          f"{slow} above {LIMIT * 1e3:.0f} ms")
    sys.exit(1 if slow else 0)


if __name__ == "__main__":
    main()
