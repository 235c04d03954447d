#!/usr/bin/env python3
"""Estimates of NKI kernels against times that were measured on a Trainium chip.

    bench/nki_measured.py ACCELOPT [--binary PATH] [--values] [NAME ...]

ACCELOPT is a clone of github.com/zhang677/AccelOpt: NKIBench's 14 kernels (fp32, one core of trn1) with inputs, references
and, in experiments/full_complete_local/profile_results.csv, the times that neuron-profile measured. Each kernel runs at
its own sizes; --values also computes the NumPy reference and compares. The optimised kernels are published for two of
them only (samples/nki: rope and mamba), whose pairs are compared. Prints a Markdown table and the median error."""

import argparse
import csv
import json
import os
import pathlib
import re
import statistics
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent

# The optimised kernels come without their imports.
HEADER = """import numpy as np
import neuronxcc.nki as nki
import neuronxcc.nki.isa as nisa
import neuronxcc.nki.language as nl
"""
OPTIMISED = {"rope_single_freq_apply_B1_H64_N4096_D128": "rope_optimized.py", "mamba_M7168_C256_S16": "mamba_optimized.py"}

DRIVER = """
import numpy as np
import reference
import kernel_file
np.random.seed(0)
inputs = reference.get_inputs()
given = reference.transform_to_nki_inputs(inputs)
out = kernel_file.kernel(*given)
if {values}:
    expected = reference.forward(*inputs)
    outs = reference.transform_nki_outputs(out, expected)
    expected = expected if isinstance(expected, tuple) else (expected,)
    worst = max(float(np.max(np.abs(np.asarray(o) - e)) / np.max(np.abs(e))) for o, e in zip(outs, expected))
    print("relative error", worst)
"""


def measured_times(accelopt):
    """Name of the reference's file -> milliseconds."""
    times = {}
    with open(accelopt / "experiments/full_complete_local/profile_results.csv") as file:
        for row in csv.DictReader(file):
            name = re.sub(r"_numpy_\d+\.py$", "", pathlib.Path(row["task"]).name)
            times[name] = json.loads(row["profile"])["latency"]
    return times


def best_time(accelopt, name):
    """Measured milliseconds of the optimised kernel."""
    with open(accelopt / "experiments/full_complete_local/results/11110904_best_plan_id.csv") as file:
        for row in csv.DictReader(file):
            if sorted(row["case_name"].split("_")) == sorted(name.split("_")):
                return json.loads(row["kernel_metadata"])["latency"]
    return None


def estimate(binary, reference, kernel, values):
    """Estimated milliseconds, the driver's output, seconds that the run took."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "reference.py").write_text(reference.read_text())
        (folder / "kernel_file.py").write_text(HEADER + kernel.read_text())
        (folder / "run.py").write_text(DRIVER.format(values=values))
        start = time.time()
        ran = subprocess.run([binary, "run", "run.py", "--json", "--chip", "trn1"], cwd=folder, capture_output=True, text=True)
        seconds = time.time() - start
        lines = ran.stdout.strip().splitlines()
        verdict = json.loads(lines[-1]) if lines else {"status": "no output"}
        if "time" not in verdict:
            return None, ran.stderr.strip()[:300] or verdict.get("summary", ""), seconds
        return verdict["time"]["microseconds"] / 1000, " ".join(lines[:-1]), seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("accelopt", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--binary", default=os.environ.get("TILEWRIGHT", str(ROOT / "build" / "tilewright")))
    parser.add_argument("--values", action="store_true")
    options = parser.parse_intermixed_args()
    errors = []
    print("| kernel | measured ms | estimated ms | error | run here s |\n|---|---|---|---|---|")
    for name, measured in sorted(measured_times(options.accelopt).items()):
        if options.names and not any(part in name for part in options.names):
            continue
        reference = next((options.accelopt / "NKIBench/reference").glob(name + "_numpy_*.py"))
        kernel = options.accelopt / "NKIBench/kernels" / (name + "_0.py")
        estimated, text, seconds = estimate(options.binary, reference, kernel, options.values)
        if estimated is None:
            print(f"| {name} | {measured:.3f} | {text} | | {seconds:.0f} |", flush=True)
            continue
        error = estimated / measured - 1
        errors.append(abs(error))
        print(f"| {name} | {measured:.3f} | {estimated:.3f} | {100 * error:+.0f} % | {seconds:.0f} | {text}", flush=True)
        if name in OPTIMISED:
            best = best_time(options.accelopt, name)
            other, text, seconds = estimate(options.binary, reference, options.accelopt / "samples/nki" / OPTIMISED[name], options.values)
            if other is None or best is None:
                print(f"| {name}, optimised | {best} | {text} | | {seconds:.0f} |", flush=True)
                continue
            order = "right" if (other < estimated) == (best < measured) else "wrong"
            print(f"| {name}, optimised | {best:.3f} | {other:.3f} | {100 * (other / best - 1):+.0f} % | {seconds:.0f} | order {order} {text}", flush=True)
    if errors:
        print(f"\nmedian error {100 * statistics.median(errors):.0f} %, mean {100 * statistics.mean(errors):.0f} %, of {len(errors)} kernels")


if __name__ == "__main__":
    main()
