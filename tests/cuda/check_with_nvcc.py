"""Compiles every kernel and every planted fault with nvcc; without nvcc it says so and checks the faults' texts only.

usage: check_with_nvcc.py [--jobs N] [--output FOLDER] [--lines] [NAME...]
A FOLDER keeps the programs. --lines adds the line table that compute-sanitizer needs to name lines."""
import argparse
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from material import KERNELS, nvcc_flags, read_faults


def find_nvcc() -> str | None:
    return shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin")


def sources(names: list[str]) -> dict[str, str]:
    """Kernels by name, faults as fault.NAME."""
    result = {path.stem: path.read_text() for path in KERNELS}
    for fault in read_faults():
        fault.lines()  # fails if the expected line is not there
        result[f"fault.{fault.name}"] = fault.source()
    return {name: text for name, text in result.items() if not names or name in names}


def compile_one(nvcc: str, folder: pathlib.Path, name: str, text: str, has_lines: bool) -> str:
    source = folder / f"{name}.cu"
    source.write_text(text)
    command = [nvcc, "-arch=sm_90", "-std=c++17", *(["-lineinfo"] if has_lines else []), *nvcc_flags(text), "-o",
               str(folder / name), str(source)]
    result = subprocess.run(command, capture_output=True, text=True)
    return "" if result.returncode == 0 else f"{name}: {result.stderr or result.stdout}"


def compile_all(folder: pathlib.Path, names: list[str], jobs: int, has_lines: bool) -> tuple[int, list[str]]:
    nvcc = find_nvcc()
    assert nvcc
    texts = sources(names)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        results = pool.map(lambda item: compile_one(nvcc, folder, *item, has_lines), texts.items())
        return len(texts), [error for error in results if error]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--output", type=pathlib.Path)
    parser.add_argument("--lines", action="store_true")
    options = parser.parse_args()
    if not find_nvcc():
        print(f"nvcc is not installed: {len(sources(options.names))} texts hang together, nothing was compiled")
        return 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.output or pathlib.Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        count, errors = compile_all(folder, options.names, options.jobs, options.lines)
    print("\n".join(errors + [f"{count - len(errors)} of {count} compile"]))
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
