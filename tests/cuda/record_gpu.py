"""Runs every kernel on a GPU and writes what it printed and how long it took; runs compute-sanitizer's four tools on every
planted fault (and, with --clean, on every kernel) and writes which of them named it. Needs nvcc and compute-sanitizer.

usage: record_gpu.py [--jobs N] [--output FOLDER] [--clean] [--compiled FOLDER]
Writes FOLDER/gpu_kernels.csv, FOLDER/gpu_faults.csv and, with --clean, FOLDER/gpu_clean.csv; FOLDER defaults to data/."""
import argparse
import concurrent.futures
import csv
import datetime
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

from check_with_nvcc import compile_all
from material import HERE, KERNELS, read_faults

TOOLS = ["memcheck", "racecheck", "initcheck", "synccheck"]
SECONDS = 20  # a fault may hang
# Read with the summary: a run without errors says "ERROR SUMMARY: 0 errors" or "RACECHECK SUMMARY: 0 hazards displayed".
SUMMARY = re.compile(r"(?:ERROR|RACECHECK) SUMMARY: (\d+) (?:errors?|hazards? displayed)")


def gpu_and_driver() -> tuple[str, str]:
    query = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    name, driver = subprocess.run(query, capture_output=True, text=True, check=True).stdout.splitlines()[0].split(", ")
    return name, driver


def run(command: list[str], seconds: float = SECONDS) -> tuple[int | str, str]:
    """Exit code (or "timeout") and output."""
    try:
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=seconds)
        return result.returncode, result.stdout.decode(errors="replace")
    except subprocess.TimeoutExpired as expired:
        return "timeout", (expired.stdout or b"").decode(errors="replace")


def run_kernel(program: pathlib.Path) -> list:
    begin = time.perf_counter()
    code, output = run([str(program)])
    milliseconds = (time.perf_counter() - begin) * 1000
    return [code, f"{milliseconds:.0f}", output.strip().replace("\n", "\\n")]


def findings(tool: str, program: pathlib.Path) -> tuple[str, str]:
    """How many errors the tool counted ("timeout" if the program hung under it), and its first words."""
    extra = ["--leak-check", "full"] if tool == "memcheck" else []
    code, output = run(["compute-sanitizer", "--tool", tool, *extra, str(program)])
    errors = [line.replace("=========", "").strip() for line in output.splitlines() if line.startswith("=========")]
    errors = [line for line in errors if line and not line.startswith(("COMPUTE-SANITIZER", "ERROR SUMMARY"))]
    summary = SUMMARY.search(output)
    if code == "timeout":
        return "timeout", errors[0] if errors else ""
    return (summary[1] if summary else f"exit {code}"), errors[0] if errors else ""


def sanitize(pool, folder: pathlib.Path, names: list[str]) -> dict[str, dict[str, tuple[str, str]]]:
    jobs = [(name, tool) for name in names for tool in TOOLS]
    results = pool.map(lambda job: findings(job[1], folder / job[0]), jobs)
    table: dict[str, dict[str, tuple[str, str]]] = {name: {} for name in names}
    for (name, tool), result in zip(jobs, results):
        table[name][tool] = result
    return table


def named_by(results: dict[str, tuple[str, str]]) -> str:
    return " ".join(tool for tool in TOOLS if results[tool][0].isdigit() and results[tool][0] != "0")


def write(path: pathlib.Path, header: list[str], rows: list[list]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=8)
    parser.add_argument("--output", type=pathlib.Path, default=HERE / "data")
    parser.add_argument("--clean", action="store_true")
    parser.add_argument("--compiled", type=pathlib.Path, help="keep the programs here")
    options = parser.parse_args()
    gpu, driver = gpu_and_driver()
    today = datetime.date.today().isoformat()
    with tempfile.TemporaryDirectory() as temporary, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        folder = options.compiled or pathlib.Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        count, errors = compile_all(folder, [], os.cpu_count() or 1, has_lines=True)
        print("\n".join(errors + [f"{count - len(errors)} of {count} compile"]), flush=True)
        kernels = [path.stem for path in KERNELS]
        rows = [[name, *run_kernel(folder / name), gpu, driver, today] for name in kernels]
        write(options.output / "gpu_kernels.csv",
              ["kernel", "exit", "milliseconds", "output", "gpu", "driver", "date"], rows)
        failed = [row[0] for row in rows if row[1] != 0]
        print(f"{len(rows) - len(failed)} of {len(rows)} kernels are right", *failed, flush=True)
        faults = read_faults()
        plain = dict(zip(faults, pool.map(lambda fault: run_kernel(folder / f"fault.{fault.name}"), faults)))
        table = sanitize(pool, folder, [f"fault.{fault.name}" for fault in faults])
        rows = []
        for fault in faults:
            results = table[f"fault.{fault.name}"]
            first = next((results[tool][1] for tool in named_by(results).split()), "")
            rows.append([fault.name, fault.kernel, " ".join(fault.status), plain[fault][0], named_by(results),
                         *(results[tool][0] for tool in TOOLS), first, gpu, driver, today])
        write(options.output / "gpu_faults.csv",
              ["fault", "kernel", "status", "exit", "named_by", *TOOLS, "first_words", "gpu", "driver", "date"], rows)
        print(f"{sum(1 for row in rows if row[4])} of {len(rows)} faults are named by a tool;",
              f"{sum(1 for row in rows if not row[4] and row[3] == 0)} neither named nor visible", flush=True)
        if options.clean:
            table = sanitize(pool, folder, kernels)
            rows = [[name, named_by(table[name]), *(table[name][tool][0] for tool in TOOLS),
                     next((table[name][tool][1] for tool in named_by(table[name]).split()), ""), gpu, driver, today]
                    for name in kernels]
            write(options.output / "gpu_clean.csv",
                  ["kernel", "named_by", *TOOLS, "first_words", "gpu", "driver", "date"], rows)
            print("not clean:", *(row[0] for row in rows if row[1]), flush=True)
    return 1 if errors or failed else 0


if __name__ == "__main__":
    sys.exit(main())
