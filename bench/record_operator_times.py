#!/usr/bin/env python3
"""Measures PyTorch's own kernels on a GPU: copies, elementwise operators, softmax, layer norm, products, attention.

    python bench/record_operator_times.py [--output bench/data/h200_operators]

One CSV file a family, in the columns of NeuSight's public measurements (OPName, Latency, Device, ..., sizes), so that both are
read alike, with what they lack: element type, spread, registers, shared memory, driver, date. `Latency` is in milliseconds: the
median over the repetitions of the time that the operator's kernels ran, by CUPTI, each on a cold L2 cache (a buffer of twice its
size is filled before). Sizes: B x H rows and columns; linear: x of M x K times a weight of N x K; bmm: B products of M x K and
K x N; attention: B sequences, M heads, N positions of queries and keys, K columns."""
import argparse
import csv
import datetime
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import torch
import torch.nn.functional as F
from torch.profiler import ProfilerActivity, profile

HERE = pathlib.Path(__file__).resolve().parent
WARM_UP, REPETITIONS, BATCH = 2, 9, 12
TYPES = {"float32": torch.float32, "tf32": torch.float32, "bfloat16": torch.bfloat16, "float16": torch.float16}
LARGEST_BYTES, LARGEST_FLOPS = 8e9, {"float32": 3e12, "tf32": 1e13, "bfloat16": 2e13, "float16": 2e13}

ELEMENTWISE = {
    "add": lambda x, y: x + y, "mul": lambda x, y: x * y, "div": lambda x, y: x / y, "addu": lambda x, y: x + 1.5,
    "mulu": lambda x, y: x * 1.5, "powu": lambda x, y: x**2, "relu": lambda x, y: F.relu(x), "gelu": lambda x, y: F.gelu(x),
    "tanh": lambda x, y: torch.tanh(x), "exp": lambda x, y: torch.exp(x), "silu": lambda x, y: F.silu(x),
    "copy": lambda x, y: x.clone(),
}


def tensors(dtype, *shapes):
    return [torch.randn(shape, device="cuda", dtype=TYPES[dtype]) for shape in shapes]


def elementwise(name, dtype, b, h):
    x, y = tensors(dtype, (b, h), (b, h))
    return lambda: ELEMENTWISE[name](x, y)


def row_operator(name, dtype, b, h):
    x, weight, bias = tensors(dtype, (b, h), (h,), (h,))
    if name == "softmax":
        return lambda: torch.softmax(x, -1)
    if name == "sum":
        return lambda: x.sum(-1)
    return lambda: F.layer_norm(x, (h,), weight, bias)


def linear(name, dtype, b, m, n, k):
    x, weight = tensors(dtype, (m, k), (n, k))
    return lambda: F.linear(x, weight)


def bmm(name, dtype, b, m, n, k):
    x, y = tensors(dtype, (b, m, k), (b, k, n))
    return lambda: torch.bmm(x, y)


def attention(name, dtype, b, m, n, k):
    query, key, value = tensors(dtype, *[(b, m, n, k)] * 3)
    return lambda: F.scaled_dot_product_attention(query, key, value, is_causal=name == "causal_attention")


def rows_and_columns(draw, count):
    """Sizes of language models' activations, small ones that the cache holds included."""
    columns = [64, 256, 512, 768, 1024, 1280, 1600, 2048, 3072, 4096, 5120, 8192, 10240, 16384, 30522, 50272]
    rows = [32, 128, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536]
    return draw.sample([(b, h) for b in rows for h in columns if 4 * 3 * b * h <= LARGEST_BYTES], count)


def products(draw, count):
    widths = [256, 512, 768, 1024, 1280, 1600, 2048, 2560, 4096, 5120, 8192, 12288, 16384, 30522, 50272]
    rows = [1, 16, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384]
    squares = [(1, size, size, size) for size in (256, 512, 1024, 1536, 2048, 3072, 4096, 6144, 8192)]
    return squares + [(1, draw.choice(rows), draw.choice(widths), draw.choice(widths)) for _ in range(count)]


def batched_products(draw, count):
    extents = [64, 96, 128, 196, 256, 384, 512, 1024, 2048, 4096]
    return [(draw.choice([8, 12, 32, 64, 128, 256, 512, 1024]), draw.choice(extents), draw.choice(extents), draw.choice(extents))
            for _ in range(count)]


def attentions(draw, count):
    return [(draw.choice([1, 2, 4, 8, 16, 32]), draw.choice([8, 12, 16, 32, 64]), draw.choice([128, 256, 512, 1024, 2048, 4096, 8192]),
             draw.choice([64, 128])) for _ in range(count)]


def cases(draw):
    """(family, name, type, sizes, function)"""
    for name in ELEMENTWISE:
        for dtype in ("float32", "bfloat16"):
            for sizes in rows_and_columns(draw, 24):
                yield "elem", name, dtype, sizes, elementwise
    for family, name in (("softmax", "softmax"), ("ln", "ln"), ("reduction", "sum")):
        for dtype in ("float32", "bfloat16"):
            for sizes in rows_and_columns(draw, 60):
                yield family, name, dtype, sizes, row_operator
    for family, function, drawn in (("linear", linear, products(draw, 110)), ("bmm", bmm, batched_products(draw, 90))):
        for dtype in TYPES:
            for sizes in drawn:
                b, m, n, k = sizes
                bytes_moved = torch.finfo(TYPES[dtype]).bits // 8 * b * (m * k + k * n + m * n)
                if bytes_moved <= LARGEST_BYTES and 2 * b * m * n * k <= LARGEST_FLOPS[dtype]:
                    yield family, family, dtype, sizes, function
    for name in ("attention", "causal_attention"):
        for dtype in ("bfloat16", "float16"):
            for sizes in attentions(draw, 45):
                b, m, n, k = sizes
                if 4 * b * m * n * n * k <= LARGEST_FLOPS[dtype] and 8 * b * m * n * k <= LARGEST_BYTES:
                    yield "attention", name, dtype, sizes, attention


def kernels_of(trace, cold_bytes):
    """Kernels between two fills of the cold buffer, fill by fill."""
    events = [e for e in json.loads(pathlib.Path(trace).read_text())["traceEvents"]
              if e.get("cat") in ("kernel", "gpu_memcpy", "gpu_memset")]
    events.sort(key=lambda e: e["ts"])
    runs = []
    for event in events:
        is_fill = "FillFunctor" in event["name"] or event["cat"] == "gpu_memset" and event["args"].get("bytes") == cold_bytes
        if is_fill:
            runs.append([])
        elif runs:
            runs[-1].append(event)
    return runs


def measure(batch, cold):
    made = []
    for case in batch:
        family, name, dtype, sizes, function = case
        torch.backends.cuda.matmul.allow_tf32 = dtype == "tf32"
        made.append(function(name, dtype, *sizes))
        for _ in range(WARM_UP):
            made[-1]()
    torch.cuda.synchronize()
    with profile(activities=[ProfilerActivity.CUDA]) as session:
        for case, operation in zip(batch, made):
            torch.backends.cuda.matmul.allow_tf32 = case[2] == "tf32"
            for _ in range(REPETITIONS):
                cold.zero_()
                operation()
        torch.cuda.synchronize()
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        session.export_chrome_trace(file.name)
        runs = kernels_of(file.name, cold.numel())
    assert len(runs) == len(batch) * REPETITIONS, (len(runs), len(batch))
    return [runs[i * REPETITIONS:(i + 1) * REPETITIONS] for i in range(len(batch))]


def row_of(case, runs, about):
    family, name, dtype, sizes, _ = case
    times = sorted(sum(event["dur"] for event in run) / 1000 for run in runs)
    longest = max(runs[0], key=lambda event: event["dur"])
    args = longest["args"]
    names = ["B", "H"] if len(sizes) == 2 else ["B", "M", "N", "K"]
    return {"OPName": name, "Latency": round(times[len(times) // 2], 6), "Low": round(times[0], 6), "High": round(times[-2], 6),
            "DType": dtype, **about, "Kernel Name": longest["name"], "Kernels": len(runs[0]),
            "Warps per SM": args.get("warps per SM", ""), "Blocks per SM": args.get("blocks per SM", ""),
            **{f"Grid {axis}": value for axis, value in zip("xyz", args.get("grid", ["", "", ""]))},
            **{f"Block {axis}": value for axis, value in zip("xyz", args.get("block", ["", "", ""]))},
            "Registers": args.get("registers per thread", ""), "Shared Memory": args.get("shared memory", ""),
            **dict(zip(names, sizes))}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=pathlib.Path, default=HERE / "data" / "h200_operators")
    options = parser.parse_args()
    properties = torch.cuda.get_device_properties(0)
    cold = torch.empty(2 * properties.L2_cache_size, dtype=torch.int8, device="cuda")
    driver = subprocess.run(["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"], capture_output=True,
                            text=True).stdout.strip()
    about = {"Device": torch.cuda.get_device_name(0), "Torch Version": torch.__version__,
             "CUDNN Version": torch.backends.cudnn.version(), "CUDA Version": torch.version.cuda, "Driver": driver,
             "Date": datetime.date.today().isoformat()}
    todo = list(cases(random.Random(20261130)))
    rows = {}
    with torch.no_grad():
        for begin in range(0, len(todo), BATCH):
            batch = todo[begin:begin + BATCH]
            for case, runs in zip(batch, measure(batch, cold)):
                rows.setdefault(case[0], []).append(row_of(case, runs, about))
            torch.cuda.empty_cache()
    options.output.mkdir(parents=True, exist_ok=True)
    for family, found in rows.items():
        with (options.output / f"{family}.csv").open("w", newline="") as file:
            writer = csv.DictWriter(file, fieldnames=list(found[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(found)
        print(family, len(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
