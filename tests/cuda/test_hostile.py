"""Programs that mean harm: each is contained and named by `tilewright run --json`, as root and as an unprivileged user, and the
machine is as it was. Many in a row: kernels_cuda_test (src/kernels/cuda/containment_test.cc)."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

import pytest

HERE = pathlib.Path(__file__).parent / "hostile"
PROGRAMS = sorted(HERE.glob("*.cu"))
ROOT = pathlib.Path(__file__).resolve().parents[2]
TILEWRIGHT = os.environ.get("TILEWRIGHT", str(ROOT / "build" / "tilewright"))
NOBODY = 65534


@pytest.fixture(scope="module", params=["caller", "nobody"])
def user(request):
    """What stands before the command, and a folder for the compiled programs that the user may write."""
    prefix = []
    folder = pathlib.Path(tempfile.mkdtemp(prefix="tilewright-hostile-"))
    if request.param == "nobody":
        if os.geteuid() != 0 or shutil.which("setpriv") is None:
            pytest.skip("needs root and setpriv to become another user")
        prefix = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
        os.chown(folder, NOBODY, NOBODY)
        if subprocess.run([*prefix, "test", "-x", TILEWRIGHT]).returncode != 0:
            pytest.skip("another user may not read the build folder")
    yield prefix, folder
    shutil.rmtree(folder, ignore_errors=True)


def run(user, path, pass_fds=()):
    prefix, folder = user
    command = [*prefix, TILEWRIGHT, "run", "--closed", "--json", f"--cache={folder}", "--fuel=3000000", "--milliseconds=500",
               str(path)]
    done = subprocess.run(command, capture_output=True, timeout=120, pass_fds=pass_fds,
                          env={**os.environ, "HOME": str(folder)})
    last = done.stdout.decode(errors="replace").rstrip("\n").rsplit("\n", 1)[-1]
    # Output without a line end stands before the verdict.
    return done.returncode, json.loads(last[last.index('{"'):]), done.stdout


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_is_contained_and_named(user, path):
    text = path.read_text()
    expected = re.match(r"// expect: (.*)\n", text)[1].split()
    code, verdict, output = run(user, path)
    assert verdict["diagnostics"], verdict
    first = verdict["diagnostics"][0]
    assert first["kind"] in expected, first
    assert code == 1
    assert len(output) < 3 << 20
    line = next((number for number, line in enumerate(text.splitlines(), 1) if line.endswith("// line")), None)
    if line is not None:
        assert first["line"] == line, first


def test_nothing_was_left_behind(user):
    assert not pathlib.Path("/tmp/tilewright-was-here").exists()


def test_a_good_program_after_them(user):
    code, verdict, _ = run(user, HERE.parent / "kernels" / "vector_add_float4.cu")
    assert (code, verdict["status"]) == (0, "clean"), verdict


def test_descriptors_of_the_caller_are_not_the_programs(user, tmp_path):
    """A log that the shell has open stays as it is, though the program writes to every descriptor it finds."""
    log = tmp_path / "log"
    with open(log, "wb") as file:
        code, verdict, _ = run(user, HERE / "forges_a_report.cu", pass_fds=[file.fileno()])
    assert (code, verdict["diagnostics"][0]["kind"]) == (1, "out-of-bounds"), verdict
    assert log.read_bytes() == b""
