"""Runs everything of this folder on a GPU through `tilewright ... --on gpu` and writes what came of it.

usage: record_gpu_worker.py TILEWRIGHT [--output FOLDER] [--jobs N] [--only kernels|times|sanitizer] [--built FOLDER]
Writes FOLDER/gpu_worker_kernels.csv (each kernel's output there against gpu_kernels.csv), gpu_worker_times.csv (the candidates
of gpu/ and PyTorch) and gpu_worker_sanitizer.csv (what compute-sanitizer says about FAULTS, and whether the planted line is in it);
FOLDER defaults to data/. --built: FOLDER/KERNEL holds what `run --gpu-compiler nvrtc --cache FOLDER/KERNEL` built, on a machine
with clang; the worker runs it, and gpu_worker_nvrtc.csv says what came of it."""
import argparse
import concurrent.futures
import csv
import datetime
import json
import pathlib
import subprocess
import sys
import tempfile
import time

from material import HERE, KERNELS, read_faults
from test_programs import recorded_outputs, same

# Planted faults that compute-sanitizer has words for, of every kind.
FAULTS = [
    "allocation_leaked", "allocation_of_a_petabyte", "assembly_load_past_the_end", "asynchronous_copy_not_waited_for",
    "asynchronous_copy_over_a_tile_in_use", "barrier_inside_the_condition", "bin_outside_the_counters", "block_too_deep",
    "buffer_reused_too_early", "byte_past_the_end", "carved_array_misaligned", "cooperative_grid_too_large",
    "copy_wider_than_the_pitch", "endless_recursion", "event_never_recorded", "grid_too_tall", "hash_goes_negative",
    "local_array_before_its_begin", "local_stack_too_small", "result_never_written", "second_load_not_guarded",
    "tile_shuffle_of_some", "token_outside_the_table", "warp_counts_read_too_early",
]


def verdict(command: list[str], seconds: int) -> dict:
    """The verdict that the command prints as its last line; empty: it printed none."""
    result = subprocess.run(command, capture_output=True, text=True, timeout=seconds)
    lines = result.stdout.splitlines()
    try:
        return json.loads(lines[-1])
    except (IndexError, ValueError):
        print(command, result.returncode, result.stderr[-500:], flush=True)
        return {}


def write(path: pathlib.Path, header: list[str], rows: list[list]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)


def about(record: dict) -> list:
    return [record.get("builder"), record.get("device"), record.get("driver"), datetime.date.today().isoformat()]


def record_kernels(tilewright: str, pool, output: pathlib.Path) -> None:
    recorded = recorded_outputs()

    def run(path: pathlib.Path) -> list:
        begin = time.perf_counter()
        record = verdict([tilewright, "run", str(path), "--on", "gpu", "--json"], 300).get("gpu", {})
        expected, actual = recorded[path.stem].split(), record.get("output", "").split()
        agrees = len(expected) == len(actual) and all(map(same, expected, actual))
        milliseconds = (time.perf_counter() - begin) * 1000
        faults = "; ".join(fault["message"] for fault in record.get("faults", []))
        return [path.stem, record.get("exit_code"), int(agrees), f"{milliseconds:.0f}", faults, *about(record)]

    rows = list(pool.map(run, KERNELS))
    write(output / "gpu_worker_kernels.csv",
          ["kernel", "exit", "agrees", "milliseconds", "faults", "builder", "gpu", "driver", "date"], rows)
    print(f"{sum(row[2] for row in rows)} of {len(rows)} kernels agree", *(row[0] for row in rows if not row[2]), flush=True)


def record_built(tilewright: str, pool, built: pathlib.Path, output: pathlib.Path) -> None:
    recorded, worker = recorded_outputs(), str(pathlib.Path(tilewright).with_name("tilewright_cuda_gpu"))
    machine = json.loads(subprocess.run([worker, "probe"], capture_output=True, text=True).stdout)

    def run(folder: pathlib.Path) -> list:
        names = next(folder.glob("*.names.json"), None)
        if names is None:
            return [folder.name, "", 0, "not built"]
        stem = str(names).removesuffix(".names.json")
        command = [worker, "run", f"{stem}.host.so", f"{stem}.cubin", str(names)]
        try:
            result = subprocess.run(command, capture_output=True, text=True, timeout=60)
        except subprocess.TimeoutExpired:
            return [folder.name, "timeout", 0, ""]
        expected, actual = recorded[folder.name].split(), (result.stdout + result.stderr).split()
        agrees = len(expected) == len(actual) and all(map(same, expected, actual))
        return [folder.name, result.returncode, int(agrees), "" if agrees else (result.stdout + result.stderr)[-200:]]

    rows = [row + ["nvrtc", machine.get("name"), machine.get("driver"), datetime.date.today().isoformat()]
            for row in pool.map(run, sorted(path for path in built.iterdir() if path.is_dir()))]
    write(output / "gpu_worker_nvrtc.csv", ["kernel", "exit", "agrees", "faults", "builder", "gpu", "driver", "date"], rows)
    print(f"by NVRTC: {sum(row[2] for row in rows)} of {len(rows)} kernels agree", *(row[0] for row in rows if not row[2]),
          flush=True)


def record_times(tilewright: str, output: pathlib.Path) -> None:
    rows = []
    for candidate in sorted((HERE / "gpu").glob("*.cu")):
        task = candidate.with_suffix(".py")
        answer = verdict([tilewright, "check", str(candidate), "--task", str(task), "--on", "gpu", "--json"], 300)
        record = answer.get("gpu", {})
        times = [record.get(name, {}) for name in ("time", "baseline_time")]
        rows.append([candidate.stem, int(record.get("agrees", False)), record.get("trials_passed"),
                     record.get("error_in_tolerances"), json.dumps(answer.get("timed_sizes", {})),
                     *(time.get(field) for time in times for field in ("median", "low", "high", "repetitions")),
                     times[0].get("clock_megahertz"), record.get("baseline"),
                     "; ".join(fault["message"] for fault in record.get("faults", [])),
                     *about(record)])
        print(*rows[-1], flush=True)
    write(output / "gpu_worker_times.csv",
          ["candidate", "agrees", "trials", "error_in_tolerances", "sizes", "median_us", "low_us", "high_us", "repetitions",
           "baseline_median_us", "baseline_low_us", "baseline_high_us", "baseline_repetitions", "clock_mhz", "baseline",
           "faults", "builder", "gpu", "driver", "date"], rows)


def record_sanitizer(tilewright: str, pool, output: pathlib.Path) -> None:
    def run(fault) -> list:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / f"{fault.name}.cu"
            path.write_text(fault.source())
            record = verdict([tilewright, "run", str(path), "--on", "gpu", "--sanitize", "gpu", "--json"], 600).get("gpu", {})
        tools = record.get("sanitizer", [])
        findings = [(tool["tool"], finding) for tool in tools for finding in tool["findings"]]
        lines = {place.get("line") for _, finding in findings for place in [finding, *finding.get("notes", [])]}
        said = [f"{tool}: {finding['kind']} at line {finding.get('line', 0)}" for tool, finding in findings]
        return [fault.name, " ".join(fault.status), " ".join(str(tool["count"]) for tool in tools), "; ".join(said),
                int(bool(lines & fault.lines())), "; ".join(tool["failure"] for tool in tools if tool["failure"]), *about(record)]

    rows = list(pool.map(run, [fault for fault in read_faults() if fault.name in FAULTS]))
    write(output / "gpu_worker_sanitizer.csv",
          ["fault", "status", "counts", "findings", "has_our_line", "failures", "builder", "gpu", "driver", "date"], rows)
    print(f"{sum(bool(row[3]) for row in rows)} of {len(rows)} faults are named, {sum(row[4] for row in rows)} at our line",
          flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tilewright")
    parser.add_argument("--output", type=pathlib.Path, default=HERE / "data")
    parser.add_argument("--jobs", type=int, default=8)
    parser.add_argument("--only", choices=["kernels", "times", "sanitizer"])
    parser.add_argument("--built", type=pathlib.Path)
    options = parser.parse_args()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        if options.only in (None, "times"):
            record_times(options.tilewright, options.output)
        if options.built:
            record_built(options.tilewright, pool, options.built, options.output)
        if options.only in (None, "kernels"):
            record_kernels(options.tilewright, pool, options.output)
        if options.only in (None, "sanitizer"):
            record_sanitizer(options.tilewright, pool, options.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
