"""Triton on the CPU, side by side: `tilewright run` with its checks on, the real triton's interpreter, plain C++ loops on two
threads (bench/loops.cc) and PyTorch's own operators on two threads. Kernels: bench/triton_kernels. Medians of launches alone.

    python bench/triton_speed.py [--tilewright build/tilewright] [--quick] [--no-interpreter] [--rounds 3] [--markdown]
                                 [--json FILE]

The runs take turns --rounds times and the best median counts, which is fair to all of them on a machine that does other
work too; the interpreter, which takes minutes, runs once after them. --quick: one round, few repeats, no interpreter.
--markdown prints the table as docs/speed.md shows it.
"""
import argparse
import datetime
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
KERNELS = ["add", "softmax", "layer_norm", "matmul", "attention"]
LIMITS = {"add": ("loop", 4), "softmax": ("loop", 4), "layer_norm": ("loop", 4), "matmul": ("torch", 6), "attention": ("torch", 6)}
THREADS = 2
WRONG_VALUES = set()  # what the interpreter computed wrongly; everyone else's wrong value ends the run


def times_of(command, environment=None):
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **(environment or {})}, cwd=HERE)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    lines = [line.split() for line in done.stdout.splitlines() if line.startswith("TIME ")]
    for words in lines:
        if words[-1] == "WRONG":
            WRONG_VALUES.add(words[1])
    return {words[1]: float(words[2]) for words in lines}


def torch_times(repeats):
    import torch
    torch.set_num_threads(THREADS)
    functional = torch.nn.functional
    result = {}

    def measure(name, operation):
        operation()
        times = []
        for _ in range(repeats):
            begin = time.perf_counter()
            operation()
            times.append(time.perf_counter() - begin)
        result[name] = sorted(times)[repeats // 2]

    for suffix, dtype in (("", torch.float32), ("-bf16", torch.bfloat16)):
        x, y, out = [torch.randn(1 << 20).to(dtype) for _ in range(3)]
        measure("add" + suffix, lambda: torch.add(x, y, out=out))
        rows, weight = torch.randn(4096, 1024).to(dtype), torch.randn(1024).to(dtype)
        measure("softmax" + suffix, lambda: torch.softmax(rows, 1))
        measure("layer_norm" + suffix, lambda: functional.layer_norm(rows, (1024,), weight, weight))
        a, b = torch.randn(512, 512).to(dtype), torch.randn(512, 512).to(dtype)
        measure("matmul" + suffix, lambda: torch.mm(a, b))
        q, k, v = [torch.randn(2, 4, 512, 64).to(dtype) for _ in range(3)]
        measure("attention" + suffix, lambda: functional.scaled_dot_product_attention(q, k, v))
        if not suffix:
            measure("attention-causal", lambda: functional.scaled_dot_product_attention(q, k, v, is_causal=True))
    a, b = [torch.randint(-100, 100, (512, 512)).to(torch.int8) for _ in range(2)]
    measure("matmul-int8", lambda: torch._int_mm(a, b))
    return result


def keep_best(best, found):
    for name, seconds in found.items():
        best[name] = min(seconds, best.get(name, seconds))


def cpu_name():
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return "unknown"


def print_columns(rows):
    milliseconds = lambda value: f"{value * 1000:10.3f}" if value is not None else f"{'-':>10}"
    print(f"{'kernel':<22}{'tilewright':>10} {'1 thread':>10} {'C++ loop':>10} {'torch':>10} {'interpret.':>10} {'ratio':>7} {'limit':>5} over interpreter")
    for row in rows:
        gain = f"{row['interpreter'] / row['tilewright']:7.0f}x" if row["interpreter"] else ""
        gain += "" if row["interpreter_is_right"] else " (its values are wrong)"
        print(f"{row['kernel']:<22}" + " ".join(milliseconds(row[key]) for key in ("tilewright", "one_thread", "loop", "torch", "interpreter"))
              + f" {row['ratio']:6.2f}x {row['limit']:>4}x {gain}")


def print_markdown(rows):
    milliseconds = lambda value: f"{value * 1000:.2f}" if value is not None else "-"
    print("| kernel / tile | tilewright | one thread | C++ loop | torch | interpreter | ratio | times the interpreter's speed |")
    print("|" + "---|" * 8)
    for row in rows:
        interpreter = f"{row['interpreter'] * 1000:,.0f}" if row["interpreter"] else "-"
        interpreter += "" if row["interpreter_is_right"] else " (wrong values)"
        gain = f"{row['interpreter'] / row['tilewright']:,.0f}" if row["interpreter"] else "-"
        times = " | ".join(milliseconds(row[key]) for key in ("tilewright", "one_thread", "loop", "torch"))
        of = "the loop" if row["ratio_of"] == "loop" else "torch"
        print(f"| {row['kernel']} | {times} | {interpreter} | {row['ratio']:.2f} of {of} (at most {row['limit']}) | {gain} |")


def main():
    begin, load = time.perf_counter(), os.getloadavg()[0]
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--tilewright", default=os.environ.get("TILEWRIGHT", str(HERE.parent / "build" / "tilewright")))
    options.add_argument("--quick", action="store_true")
    options.add_argument("--no-interpreter", action="store_true")
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--kernels", nargs="*", default=KERNELS)
    options.add_argument("--markdown", action="store_true")
    options.add_argument("--json")
    options = options.parse_args()
    repeats, rounds = (5, 1) if options.quick else (25, options.rounds)
    tilewright = pathlib.Path(options.tilewright).resolve()
    ours, one_thread, loops, operators, interpreter = {}, {}, {}, {}, {}
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "loops"
        subprocess.run(["g++", "-O3", "-march=x86-64-v3", "-std=c++20", "-fopenmp", HERE / "loops.cc", "-o", program], check=True)
        for _ in range(rounds):
            keep_best(loops, times_of([program, str(repeats)], {"OMP_NUM_THREADS": str(THREADS)}))
            keep_best(operators, torch_times(repeats))
            for kernel in options.kernels:
                file = HERE / "triton_kernels" / f"{kernel}.py"
                for threads, best in ((THREADS, ours), (1, one_thread)):
                    # Options come before the file: what follows it is the script's.
                    keep_best(best, times_of([tilewright, "run", f"--threads={threads}", file, str(repeats), "3"]))
    if not (options.quick or options.no_interpreter):
        for kernel in options.kernels:
            file = HERE / "triton_kernels" / f"{kernel}.py"
            keep_best(interpreter, times_of([sys.executable, file, "3", "20"], {"TRITON_INTERPRET": "1"}))

    rows = []
    for name, seconds in ours.items():
        plain = name.split("/")[0]
        kind, limit = LIMITS[plain.split("-")[0]]
        yardstick = (loops if kind == "loop" else operators).get(plain)
        rows.append({
            "kernel": name, "tilewright": seconds, "one_thread": one_thread[name], "loop": loops.get(plain),
            "torch": operators.get(plain), "interpreter": interpreter.get(name), "ratio_of": kind, "limit": limit,
            "ratio": seconds / yardstick, "interpreter_is_right": name not in WRONG_VALUES,
        })
    (print_markdown if options.markdown else print_columns)(rows)
    print(f"{datetime.date.today()}, {cpu_name()}, {THREADS} threads, load {load:.1f} when the run began, which took "
          f"{time.perf_counter() - begin:.0f} s; milliseconds, medians of {repeats}, best of {rounds} rounds")
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps({"schema": 1, "date": str(datetime.date.today()), "cpu": cpu_name(),
                                                          "threads": THREADS, "rows": rows}, indent=1) + "\n")


if __name__ == "__main__":
    main()
