#!/usr/bin/env python3
"""Measures the stack's Triton kernels for the tasks of gpu_tasks/ on a GPU, with the real triton package, at their written sizes.

    build/tilewright examples --tasks bench/gpu_tasks --styles 12 --out examples.jsonl      # needs no GPU
    python bench/record_triton_times.py examples.jsonl [--output bench/data/h200_triton.csv] [--jobs 12]

The kernels that were measured last are kept beside the table, in h200_triton.jsonl, in the same order.

A row for every example: the median of the repetitions in microseconds and their 10th and 90th percentile, by the device's
events over a cold L2 cache (a buffer of twice its size is filled before each), PyTorch's own time for the task in the same
process, the GPU, its driver, triton's version and the date. A kernel whose values differ from PyTorch's is not timed. Kernels
are compiled by several processes first, then timed by one."""
import argparse
import csv
import datetime
import importlib.util
import json
import multiprocessing
import pathlib
import subprocess
import sys
import tempfile

import torch
import triton

HERE = pathlib.Path(__file__).resolve().parent
WARM_UP, REPETITIONS = 5, 50


def load(path, name):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def task_and_inputs(name):
    task = load(HERE / "gpu_tasks" / f"{name}.py", name)
    torch.manual_seed(0)
    return task.Model(*task.get_init_inputs()).cuda(), [x.cuda() for x in task.get_inputs()]


def compile_one(job):
    """Empty, or what went wrong."""
    path, task = job
    try:
        _, inputs = task_and_inputs(task)
        load(path, path.stem).forward(*inputs)
        torch.cuda.synchronize()
        return ""
    except Exception as error:  # of any kind: it belongs into the table
        return f"{type(error).__name__}: {str(error).strip().splitlines()[-1] if str(error).strip() else ''}"[:200]


def microseconds(function, cold):
    """Median, 10th and 90th percentile."""
    for _ in range(WARM_UP):
        function()
    begins, ends = ([torch.cuda.Event(enable_timing=True) for _ in range(REPETITIONS)] for _ in range(2))
    for begin, end in zip(begins, ends):
        cold.zero_()
        begin.record()
        function()
        end.record()
    torch.cuda.synchronize()
    times = sorted(1000 * begin.elapsed_time(end) for begin, end in zip(begins, ends))
    return [round(times[int(part * (len(times) - 1))], 2) for part in (0.5, 0.1, 0.9)]


def clock():
    asked = ["nvidia-smi", "--query-gpu=clocks.sm", "--format=csv,noheader,nounits"]
    return subprocess.run(asked, capture_output=True, text=True).stdout.strip()


def measure(examples, paths, failures):
    """Rows of the table: everything but what is the same in all."""
    properties = torch.cuda.get_device_properties(0)
    cold = torch.empty(2 * properties.L2_cache_size, dtype=torch.int8, device="cuda")
    torch.backends.cuda.matmul.allow_tf32 = False
    tasks, rows = {}, []
    for example, path, failure in zip(examples, paths, failures):
        name = example["task"]
        if name not in tasks:
            model, inputs = task_and_inputs(name)
            with torch.no_grad():
                tasks.clear()
                tasks[name] = model, inputs, model(*inputs), microseconds(lambda: model(*inputs), cold)
        model, inputs, expected, own = tasks[name]
        row = [name, example["style"]]
        if failure:
            rows.append([*row, "", "", "", *own, failure])
            continue
        forward = load(path, path.stem).forward
        with torch.no_grad():
            actual = forward(*inputs)
            close = torch.allclose(actual.float(), expected.float(), rtol=1e-2, atol=1e-2 * expected.float().abs().max().item())
            rows.append([*row, *(microseconds(lambda: forward(*inputs), cold) if close else ["", "", ""]), *own,
                         "" if close else "its values differ from PyTorch's"])
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("examples", type=pathlib.Path)
    parser.add_argument("--output", type=pathlib.Path, default=HERE / "data" / "h200_triton.csv")
    parser.add_argument("--jobs", type=int, default=12)
    options = parser.parse_args()
    examples = sorted((json.loads(line) for line in options.examples.read_text().splitlines()), key=lambda row: row["task"])
    with tempfile.TemporaryDirectory() as folder:
        paths = [pathlib.Path(folder) / f"example_{number}.py" for number in range(len(examples))]
        for example, path in zip(examples, paths):
            path.write_text(example["completion"])
        with multiprocessing.get_context("spawn").Pool(options.jobs) as pool:
            failures = pool.map(compile_one, [(path, row["task"]) for path, row in zip(paths, examples)], chunksize=1)
        rows = measure(examples, paths, failures)
    driver = subprocess.run(["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"], capture_output=True,
                            text=True).stdout.strip().split(", ")
    about = [clock(), *driver, triton.__version__, torch.__version__, datetime.date.today().isoformat()]
    options.output.parent.mkdir(parents=True, exist_ok=True)
    with options.output.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["task", "style", "median_us", "low_us", "high_us", "torch_median_us", "torch_low_us",
                         "torch_high_us", "failure", "clock_mhz", "gpu", "driver", "triton", "torch", "date"])
        writer.writerows(row + about for row in rows)
    with options.output.with_suffix(".jsonl").open("w") as file:
        for row in examples:
            file.write(json.dumps({key: row[key] for key in ("task", "style", "completion")}) + "\n")
    print(f"{sum(row[2] != '' for row in rows)} of {len(rows)} kernels of {len({row[0] for row in rows})} tasks measured")
    for row in rows:
        if row[-1]:
            print(*row[:2], row[-1])
    return 0


if __name__ == "__main__":
    sys.exit(main())
