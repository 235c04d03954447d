"""Runs every kernel on a GPU and writes what it printed and how long it took; runs compute-sanitizer's four tools on every
planted fault (and, with --clean, on every kernel) and writes which of them named it. Needs nvcc and compute-sanitizer.

usage: record_gpu.py [--jobs N] [--output FOLDER] [--clean] [--compiled FOLDER] [NAME...]
Writes FOLDER/gpu_kernels.csv, FOLDER/gpu_faults.csv and, with --clean, FOLDER/gpu_clean.csv; FOLDER defaults to data/.
NAMEs (faults as fault.NAME) run alone; the other rows stay as they were in data/."""
import argparse
import concurrent.futures
import csv
import datetime
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

from check_with_nvcc import compile_all
from material import HERE, KERNELS, read_faults

TOOLS = ["memcheck", "racecheck", "initcheck", "synccheck"]
SECONDS = 30  # a fault may hang
# Read with the summary: a run without errors says "ERROR SUMMARY: 0 errors" or "RACECHECK SUMMARY: 0 hazards displayed".
SUMMARY = re.compile(r"(?:ERROR|RACECHECK) SUMMARY: (\d+) (?:errors?|hazards? displayed)")


def gpu_and_driver() -> tuple[str, str]:
    query = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    name, driver = subprocess.run(query, capture_output=True, text=True, check=True).stdout.splitlines()[0].split(", ")
    return name, driver


def run(command: list[str]) -> tuple[int | str, str]:
    """Exit code (or "timeout") and output. A process group, because compute-sanitizer's child would outlive it."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, process_group=0)
    try:
        output, _ = process.communicate(timeout=SECONDS)
        return process.returncode, output.decode(errors="replace")
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, _ = process.communicate()
        return "timeout", output.decode(errors="replace")


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


def described(results: dict[str, tuple[str, str]], without: dict[str, str]) -> list[str]:
    """The tools that counted more than for the kernel without its fault, what each counted, the words of the first."""
    named = [tool for tool in TOOLS if results[tool][0].isdigit() and int(results[tool][0]) > int(without.get(tool, 0))]
    return [" ".join(named), *(results[tool][0] for tool in TOOLS), results[named[0]][1] if named else ""]


def write(path: pathlib.Path, header: list[str], rows: list[list]) -> None:
    """Rows that were not made anew stay, if their kernel or fault is still there."""
    new, recorded = {row[0] for row in rows}, HERE / "data" / path.name
    if recorded.exists():
        known = {kernel.stem for kernel in KERNELS} | {fault.name for fault in read_faults()}
        with recorded.open(newline="") as file:
            rows = rows + [row for row in list(csv.reader(file))[1:] if row[0] not in new and row[0] in known]
    rows = sorted(rows)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)


def record_kernels(pool, folder: pathlib.Path, output: pathlib.Path, about: list[str]) -> list[str]:
    """The names of the kernels that failed."""
    names = [path.stem for path in KERNELS if (folder / path.stem).exists()]
    results = list(pool.map(lambda name: run_kernel(folder / name), names))
    write(output / "gpu_kernels.csv", ["kernel", "exit", "milliseconds", "output", "gpu", "driver", "date"],
          [[name, *result, *about] for name, result in zip(names, results)])
    failed = [name for name, result in zip(names, results) if result[0] != 0]
    print(f"{len(names) - len(failed)} of {len(names)} kernels are right", *failed, flush=True)
    return failed


def record_faults(pool, folder: pathlib.Path, output: pathlib.Path, about: list[str]) -> None:
    faults = [fault for fault in read_faults() if (folder / f"fault.{fault.name}").exists()]
    plain = list(pool.map(lambda fault: run_kernel(folder / f"fault.{fault.name}"), faults))
    table = sanitize(pool, folder, [f"fault.{fault.name}" for fault in faults])
    with (HERE / "data" / "gpu_clean.csv").open(newline="") as file:
        clean = {row["kernel"]: {tool: row[tool] for tool in TOOLS if row[tool].isdigit()} for row in csv.DictReader(file)}
    rows = []
    for fault, (code, _, _) in zip(faults, plain):
        results = table[f"fault.{fault.name}"]
        rows.append([fault.name, fault.kernel, " ".join(fault.status), code,
                     *described(results, clean.get(fault.kernel, {})), *about])
    write(output / "gpu_faults.csv",
          ["fault", "kernel", "status", "exit", "named_by", *TOOLS, "first_words", "gpu", "driver", "date"], rows)
    print(f"{sum(1 for row in rows if row[4])} of {len(rows)} faults are named by a tool;",
          f"{sum(1 for row in rows if not row[4] and row[3] == 0)} are neither named nor give a wrong value", flush=True)


def record_clean(pool, folder: pathlib.Path, output: pathlib.Path, about: list[str]) -> None:
    names = [path.stem for path in KERNELS if (folder / path.stem).exists()]
    table = sanitize(pool, folder, names)
    rows = [[name, *described(table[name], {}), *about] for name in names]
    write(output / "gpu_clean.csv", ["kernel", "named_by", *TOOLS, "first_words", "gpu", "driver", "date"], rows)
    print("not clean:", *(row[0] for row in rows if row[1]), flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--jobs", type=int, default=8)
    parser.add_argument("--output", type=pathlib.Path, default=HERE / "data")
    parser.add_argument("--clean", action="store_true")
    parser.add_argument("--compiled", type=pathlib.Path, help="keep the programs here")
    options = parser.parse_args()
    about = [*gpu_and_driver(), datetime.date.today().isoformat()]
    with tempfile.TemporaryDirectory() as temporary, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        folder = options.compiled or pathlib.Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        count, errors = compile_all(folder, options.names, os.cpu_count() or 1, has_lines=True)
        print("\n".join(errors + [f"{count - len(errors)} of {count} compile"]), flush=True)
        failed = record_kernels(pool, folder, options.output, about)
        record_faults(pool, folder, options.output, about)
        if options.clean:
            record_clean(pool, folder, options.output, about)
    return 1 if errors or failed else 0


if __name__ == "__main__":
    sys.exit(main())
