#!/usr/bin/env python3
"""Runs the kernels of kernels/ with the real triton package on a GPU and writes what came of it.

usage: record_gpu.py [--output FILE] [--jobs N] [--seconds 60] [FILE...]

A kernel's file makes its tensors without a device; here the default device is the GPU, and random numbers, which differ
between devices, are drawn on the CPU. The CSV (default data/gpu_kernels.csv) has a row for every file: its exit code, whether
it printed what the file expects, the first line of what went wrong, the GPU, its driver, triton's version and the date.
torch and triton are imported once; every file then runs in a process forked from that."""
import argparse
import csv
import datetime
import os
import pathlib
import runpy
import subprocess
import sys
import tempfile
import time

import torch
import triton
import triton.language  # noqa: F401

from expected_output import expected_output

HERE = pathlib.Path(__file__).parent


def make_tensors_there():
    """Tensors made without a device are the GPU's (beside the default device, which holds for one thread, and gradients are
    computed in another); random ones get the CPU's numbers."""
    def made(function):
        return lambda *arguments, device=None, **options: function(*arguments, device=device or "cuda", **options)

    def drawn(function):
        def draw(*arguments, device=None, requires_grad=False, **options):
            return function(*arguments, device="cpu", **options).to(device or "cuda").requires_grad_(requires_grad)
        return draw

    def drawn_like(function):
        return lambda x, **options: function(*x.shape, **{"dtype": x.dtype, **options})

    for name in ["empty", "zeros", "ones", "full", "arange", "linspace", "tensor", "eye"]:
        setattr(torch, name, made(getattr(torch, name)))
    for name in ["rand", "randn", "randint", "randperm"]:
        setattr(torch, name, drawn(getattr(torch, name)))
    for name in ["rand", "randn"]:
        setattr(torch, f"{name}_like", drawn_like(getattr(torch, name)))
    manual_seed = torch.manual_seed

    def seed(value):
        manual_seed(value)
        return torch.random.default_generator
    torch.manual_seed = seed


def start(path, folder):
    """The id of a process that runs the file, and where what it prints goes to."""
    names = [os.path.join(folder, f"{path.parent.name}.{path.stem}.{stream}") for stream in ("stdout", "stderr")]
    process = os.fork()
    if process:
        return process, names
    for descriptor, name in enumerate(names, 1):
        os.dup2(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), descriptor)
    status = 1
    try:
        make_tensors_there()
        torch.set_default_device("cuda")
        sys.argv = [str(path)]
        runpy.run_path(str(path), run_name="__main__")
        status = 0
    except SystemExit as request:
        status = request.code if isinstance(request.code, int) else int(request.code is not None)
    except BaseException:
        sys.excepthook(*sys.exc_info())
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def run_all(files, jobs, seconds):
    """(file, exit code or "timeout", standard output, standard error) of each, in their order."""
    results, running, waiting = {}, {}, list(files)
    with tempfile.TemporaryDirectory() as folder:
        while waiting or running:
            while waiting and len(running) < jobs:
                path = waiting.pop(0)
                process, names = start(path, folder)
                running[process] = path, names, time.monotonic() + seconds
            process, status = os.waitpid(-1, os.WNOHANG)
            if not process:
                late = {process for process, (_, _, end) in running.items() if time.monotonic() > end}
                for process in late:
                    os.kill(process, 9)
                time.sleep(0.02)
                continue
            path, names, end = running.pop(process)
            texts = [pathlib.Path(name).read_text(errors="replace") for name in names]
            killed = time.monotonic() > end
            results[path] = "timeout" if killed else os.waitstatus_to_exitcode(status), *texts
    return [(path, *results[path]) for path in files]


def said(error):
    """The line of a traceback that says what went wrong."""
    lines = [line.strip() for line in error.splitlines() if line.strip()]
    return next((line for line in reversed(lines) if "Error" in line or "error" in line), lines[-1] if lines else "")[:200]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--output", type=pathlib.Path, default=HERE / "data" / "gpu_kernels.csv")
    parser.add_argument("--jobs", type=int, default=14)
    parser.add_argument("--seconds", type=float, default=60)
    options = parser.parse_args()
    files = options.files or sorted((HERE / "kernels").rglob("*.py"))
    driver = subprocess.run(["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"], capture_output=True,
                            text=True).stdout.strip().split(", ")
    about = [*driver, triton.__version__, datetime.date.today().isoformat()]
    rows = []
    for path, status, output, error in run_all(files, options.jobs, options.seconds):
        agrees = status == 0 and output.rstrip("\n").split("\n") == (expected_output(path) or [""])
        told = "" if agrees else said(error) if status else "prints: " + " / ".join(output.split("\n"))[:300]
        rows.append([f"{path.parent.name}/{path.stem}", status, int(agrees), told, *about])
    options.output.parent.mkdir(parents=True, exist_ok=True)
    with options.output.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["kernel", "exit", "agrees", "said", "gpu", "driver", "triton", "date"])
        writer.writerows(rows)
    print(f"{sum(row[2] for row in rows)} of {len(rows)} kernels print the same")
    for row in rows:
        if not row[2]:
            print(*row[:4])


if __name__ == "__main__":
    main()
