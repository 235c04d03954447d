"""The evaluator against CPython: the same scripts, the same output byte for byte.

Corpus scripts cover the language feature by feature; a seeded generator writes random ones
(arithmetic, strings, containers, classes, closures, generators, exceptions, formatting).
TILEWRIGHT_SCRIPT_TEST names the script_test program (default build/script_test).
"""

import os
import pathlib
import subprocess
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import generate_scripts  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
CORPUS = sorted((pathlib.Path(__file__).parent / "corpus").glob("*.py"))
PROGRAM = pathlib.Path(os.environ.get("TILEWRIGHT_SCRIPT_TEST", ROOT / "build" / "script_test"))
GENERATED = int(os.environ.get("TILEWRIGHT_GENERATED_SCRIPTS", "300"))


def run_ours(paths, fuel=None):
    listing = paths[0].parent / "scripts.txt"
    listing.write_text("".join(f"{path}\n" for path in paths))
    environment = dict(os.environ, TILEWRIGHT_SCRIPTS=str(listing))
    if fuel is not None:
        environment["TILEWRIGHT_SCRIPT_FUEL"] = str(fuel)
    done = subprocess.run(
        [PROGRAM, "--gtest_filter=*RunsScriptsOfTheDifferentialTest"],
        env=environment, capture_output=True, timeout=300)
    assert done.returncode == 0, done.stdout.decode(errors="replace") + done.stderr.decode(errors="replace")
    return [pathlib.Path(f"{path}.out").read_bytes() for path in paths]


def run_cpython(path):
    done = subprocess.run([sys.executable, path], capture_output=True, timeout=60, env={**os.environ, "PYTHONHASHSEED": "0"})
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    return done.stdout


@pytest.mark.skipif(not PROGRAM.exists(), reason=f"{PROGRAM} is not built")
@pytest.mark.parametrize("script", CORPUS, ids=lambda path: path.stem)
def test_corpus(script, tmp_path):
    copy = tmp_path / script.name
    copy.write_bytes(script.read_bytes())
    assert run_ours([copy])[0].decode() == run_cpython(script).decode()


@pytest.mark.skipif(not PROGRAM.exists(), reason=f"{PROGRAM} is not built")
def test_generated(tmp_path):
    seed = int(os.environ.get("TILEWRIGHT_SEED", "1"))
    paths = []
    for index in range(GENERATED):
        path = tmp_path / f"generated_{seed}_{index}.py"
        path.write_text(generate_scripts.generate(seed * 1_000_003 + index))
        paths.append(path)
    runner = tmp_path / "all.py"
    runner.write_text(
        "import contextlib, io, sys\n"
        "for path in sys.argv[1:]:\n"
        "    out = io.StringIO()\n"
        "    with contextlib.redirect_stdout(out):\n"
        "        exec(compile(open(path).read(), path, 'exec'), {'__name__': '__main__'})\n"
        "    open(path + '.expected', 'w').write(out.getvalue())\n")
    subprocess.run([sys.executable, runner, *paths], check=True, timeout=300)
    for path, ours in zip(paths, run_ours(paths)):
        expected = pathlib.Path(f"{path}.expected").read_text()
        assert ours.decode() == expected, f"seed {seed}: {path.name}\n{path.read_text()}"


@pytest.mark.skipif(not PROGRAM.exists(), reason=f"{PROGRAM} is not built")
def test_mutated_scripts_never_crash(tmp_path):
    paths = []
    for index in range(200):
        path = tmp_path / f"mutated_{index}.py"
        path.write_bytes(generate_scripts.mutate(CORPUS[index % len(CORPUS)].read_bytes(), index))
        paths.append(path)
    run_ours(paths, fuel=300_000)
