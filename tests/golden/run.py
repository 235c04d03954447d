#!/usr/bin/env python3
"""Runs golden tests: text files that hold a command line, its input and what it must print.

    tests/golden/run.py [--update] [--binary PATH] [--jobs N] [FILE or FOLDER ...]

A golden file (any extension; see COMMENT for those whose comments do not begin with '#'):

    # RUN: tilewright parse %s
    x = 1 +
    # EXPECT stderr
    #| fail_operand.py:2:8: error: invalid syntax [syntax-error]
    #|   x = 1 +
    #|          ^
    # EXPECT exit 2

- Everything above the first EXPECT line is the input, RUN lines included, so that line numbers in messages are
  those of the golden file. It is written to a file of the same name in an empty folder, where the command runs.
- In a RUN line %s is the input's name, %root the repository, and `tilewright` the program under test. Words
  are split as a shell would; there is no other shell syntax.
- A line `# --- NAME` above EXPECT ends the input and begins another file NAME in the same folder.
- Several RUN lines run in order; their expectations are then numbered: `# EXPECT 2 stdout`.
- A stream without an EXPECT must be empty, an exit status without one 0. `# IGNORE stderr` (or stdout) above
  the first EXPECT leaves a stream unchecked.
- The folder's and the repository's paths in the output are replaced by %tmp and %root.
- A file without a RUN line is data of some other test and is passed over.
- Files whose run ends in a status other than 0 are named fail_*, and no others are.

--update writes what was printed into the files. Exit status: 0 when all pass, 1 otherwise."""

import argparse
import concurrent.futures
import difflib
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMMENT = {".cu": "//", ".cc": "//", ".h": "//", ".mlir": "//"}  # others: '#'
SKIPPED = {"run.py", "README.md"}
TIMEOUT_SECONDS = 120
NO_LINE_END = "%no-line-end"  # stands after output whose last line has no end


class Golden:
    """A golden file taken apart."""

    def __init__(self, path):
        self.path = path
        self.mark = COMMENT.get(path.suffix, "#")
        self.lines = path.read_text(encoding="utf-8").split("\n")
        expect = re.compile(re.escape(self.mark) + r" EXPECT (?:(\d+) )?(stdout|stderr|exit)(?: (\d+))?$")
        self.head_end = next((i for i, line in enumerate(self.lines) if expect.match(line)), len(self.lines))
        while self.head_end == len(self.lines) and self.lines and not self.lines[-1]:
            self.lines.pop()  # before the first --update the line end at the end of the file is no line
            self.head_end -= 1
        head = self.lines[: self.head_end]
        self.runs = [line[len(self.mark) + 6 :].strip() for line in head if line.startswith(self.mark + " RUN: ")]
        self.ignored = {line.split()[-1] for line in head if line.startswith(self.mark + " IGNORE ")}
        self.files = self._split(head)
        self.expected = {}
        key = None
        for number, line in enumerate(self.lines[self.head_end :], self.head_end + 1):
            match = expect.match(line)
            if match:
                key = (int(match[1] or 1), match[2])
                self.expected[key] = int(match[3] or 0) if match[2] == "exit" else []
            elif line.startswith(self.mark + "|") and key and key[1] != "exit":
                text = line[len(self.mark) + 1 :]
                self.expected[key].append(text[1:] if text.startswith(" ") else text)
            elif line:
                raise ValueError(f"{path}:{number}: neither an EXPECT line nor expected text")

    def _split(self, head):
        files = {self.path.name: []}
        current = files[self.path.name]
        for line in head:
            if line.startswith(self.mark + " --- "):
                current = files.setdefault(line[len(self.mark) + 5 :].strip(), [])
            else:
                current.append(line)
        return {name: "\n".join(lines) + ("\n" if lines else "") for name, lines in files.items()}

    def rewritten(self, results):
        """The file's text with the results as its expectations."""
        lines = self.lines[: self.head_end]
        while lines and not lines[-1]:
            lines.pop()
        for number, result in enumerate(results, 1):
            label = f"{self.mark} EXPECT " + (f"{number} " if len(results) > 1 else "")
            for stream in ("stdout", "stderr"):
                if result[stream]:
                    lines.append(label + stream)
                    lines += [f"{self.mark}| {text}".rstrip() if text.strip() else f"{self.mark}|" for text in result[stream]]
            if result["exit"]:
                lines.append(f"{label}exit {result['exit']}")
        return "\n".join(lines) + "\n"


def to_lines(data, folder):
    text = data.decode("utf-8", "backslashreplace").replace(folder, "%tmp").replace(str(ROOT), "%root")
    if text and not text.endswith("\n"):
        text += "\n" + NO_LINE_END + "\n"
    return [line.rstrip() for line in text.split("\n")[:-1]]


def execute(golden, binary):
    """Runs the commands; a list of {stdout, stderr, exit}."""
    results = []
    with tempfile.TemporaryDirectory(prefix="golden") as folder:
        for name, text in golden.files.items():
            target = pathlib.Path(folder, name)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
        for run in golden.runs:
            words = [word.replace("%s", golden.path.name).replace("%root", str(ROOT)) for word in shlex.split(run)]
            if words[0] != "tilewright":
                raise ValueError(f"{golden.path}: RUN must start with `tilewright`")
            environment = dict(os.environ, LC_ALL="C.UTF-8", NO_COLOR="1", OMP_NUM_THREADS="1")
            done = subprocess.run([binary] + words[1:], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                                  capture_output=True, timeout=TIMEOUT_SECONDS)
            results.append({"stdout": [] if "stdout" in golden.ignored else to_lines(done.stdout, folder),
                            "stderr": [] if "stderr" in golden.ignored else to_lines(done.stderr, folder),
                            "exit": done.returncode})
    return results


def check(path, binary, update):
    """None when the file passes, else what differs."""
    golden = Golden(path)
    results = execute(golden, binary)
    problems = []
    failed = any(result["exit"] for result in results)
    if failed != path.name.startswith("fail_"):
        problems.append(f"exit status {results[-1]['exit']}: the name must {'' if failed else 'not '}begin with fail_")
    if update:
        text = golden.rewritten(results)
        if text != path.read_text(encoding="utf-8"):
            path.write_text(text, encoding="utf-8")
    else:
        for number, result in enumerate(results, 1):
            for stream in ("stdout", "stderr"):
                expected = [line.rstrip() for line in golden.expected.get((number, stream), [])]
                if expected != result[stream]:
                    problems += difflib.unified_diff(expected, result[stream], f"{stream} expected", f"{stream} printed", lineterm="")
            expected = golden.expected.get((number, "exit"), 0)
            if expected != result["exit"]:
                problems.append(f"exit status {result['exit']}, expected {expected}")
    return "\n".join(problems) or None


def has_run(path):
    return (COMMENT.get(path.suffix, "#") + " RUN: ").encode() in path.read_bytes()


def find(arguments):
    for argument in arguments:
        path = pathlib.Path(argument).resolve()
        if path.is_dir():
            for file in sorted(path.rglob("*")):
                if file.is_file() and file.name not in SKIPPED and "__pycache__" not in file.parts and has_run(file):
                    yield file
        else:
            yield path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*", default=[pathlib.Path(__file__).parent, ROOT / "tests" / "triton" / "kernels"])
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--binary", default=os.environ.get("TILEWRIGHT", str(ROOT / "build" / "tilewright")))
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    binary = str(pathlib.Path(options.binary).resolve())
    files = list(find(options.paths))
    if not files:
        print("golden: no file with a RUN line")
        return 1
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        runs = [pool.submit(check, path, binary, options.update) for path in files]
        for path, run in zip(files, runs):
            try:
                problem = run.result()
            except (ValueError, OSError, subprocess.TimeoutExpired) as error:
                problem = str(error)
            if problem:
                failed += 1
                print(f"FAILED {os.path.relpath(path)}\n{problem}\n")
    print(f"golden: {len(files) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
