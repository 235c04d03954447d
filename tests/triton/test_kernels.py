"""The golden kernels of kernels/ run under the real triton package's interpreter mode, too, and print the same there.
A file that it computes wrongly or not at all says so: `# NOT IN INTERPRETER: reason`."""
import json
import pathlib
import subprocess
import sys

import pytest

from expected_output import expected_output

HERE = pathlib.Path(__file__).parent
FILES = sorted((HERE / "kernels").rglob("*.py"))
MARK = "# NOT IN INTERPRETER:"


@pytest.fixture(scope="module")
def results():
    pytest.importorskip("triton")
    files = [str(path) for path in FILES if MARK not in path.read_text()]
    done = subprocess.run([sys.executable, str(HERE / "interpret.py")] + files, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_there_are_enough():
    assert len(FILES) >= 120
    assert all(path.read_text().startswith("# RUN: tilewright run %s\n") for path in FILES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_interpreter(path, results):
    if str(path) not in results:
        pytest.skip(path.read_text().split(MARK)[1].splitlines()[0].strip())
    result = results[str(path)]
    assert result["exit"] == 0, result["stderr"]
    assert result["stdout"].rstrip("\n").split("\n") == expected_output(path)
