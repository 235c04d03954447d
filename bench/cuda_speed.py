"""Checked runs of the kernels in bench/cuda_kernels on the CPU against the same work as plain scalar loops (bench/cuda_loops.cc,
g++ -O1, nothing checked): medians of five, by the processor's time stamps, best of the rounds. At most 30 times as long is the
limit. For a quiet machine: what else runs counts as well.

    python bench/cuda_speed.py [--rounds 3] [--limit 30]
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TILEWRIGHT = os.environ.get("TILEWRIGHT", str(HERE.parent / "build" / "tilewright"))


def median_of(command):
    """Of the run's own repetitions, in time stamps. The printed time differs between two orders, so there is one."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    found = re.search(r"median ([0-9]+)$", done.stdout.strip())
    if done.returncode != 0 or not found:
        sys.exit(f"{' '.join(map(str, command))}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return float(found[1])


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--limit", type=float, default=30)
    options = options.parse_args()
    over = []
    with tempfile.TemporaryDirectory() as folder:
        loops = pathlib.Path(folder) / "loops"
        subprocess.run(["g++", "-O1", "-I", HERE, HERE / "cuda_loops.cc", "-o", loops], check=True)
        stamps = median_of([loops, "second"]) / 1e3
        print("| kernel | plain loops | checked | ratio | of the limit |\n|---|---|---|---|---|")
        for kernel in sorted((HERE / "cuda_kernels").glob("*.cu")):
            plain = min(median_of([loops, kernel.stem]) for _ in range(options.rounds)) / stamps
            checked = min(median_of([TILEWRIGHT, "run", "--one-order", kernel]) for _ in range(options.rounds)) / stamps
            ratio = checked / plain
            print(f"| {kernel.stem} | {plain:.2f} ms | {checked:.1f} ms | {ratio:.1f} | {100 * ratio / options.limit:.0f} % |", flush=True)
            if ratio > options.limit:
                over.append(kernel.stem)
    print(f"over the limit of {options.limit:g}: {', '.join(over) or 'none'}")


if __name__ == "__main__":
    main()
