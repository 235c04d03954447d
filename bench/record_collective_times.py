#!/usr/bin/env python3
"""Measures NCCL's collectives between the GPUs of one machine.

    torchrun --nproc-per-node 2 bench/record_collective_times.py [--output FILE.csv]

Kept in data/h200_collectives.csv, for two and for four GPUs. A row for every collective and size, by the first GPU's events: the
median of the repetitions in microseconds, their 10th and 90th percentile. `bytes` is what each GPU holds: all_reduce, broadcast
and all_to_all the whole buffer, all_gather its result, reduce_scatter its input, as NVIDIA's nccl-tests count."""
import argparse
import csv
import datetime
import os
import pathlib
import subprocess

import torch
import torch.distributed as dist

HERE = pathlib.Path(__file__).resolve().parent
WARM_UP, REPETITIONS, IN_A_GRAPH = 10, 30, 10
LARGEST = 1 << 30


def collectives(size, count):
    """Name and function, for bfloat16 buffers of `size` bytes."""
    whole = torch.ones(size // 2, dtype=torch.bfloat16, device="cuda")
    other = torch.empty_like(whole)
    part = torch.ones(size // 2 // count, dtype=torch.bfloat16, device="cuda")
    return {
        "all_reduce": lambda: dist.all_reduce(whole, op=dist.ReduceOp.MAX),
        "all_gather": lambda: dist.all_gather_into_tensor(other, part),
        "reduce_scatter": lambda: dist.reduce_scatter_tensor(part, whole, op=dist.ReduceOp.MAX),
        "broadcast": lambda: dist.broadcast(whole, 0),
        "all_to_all": lambda: dist.all_to_all_single(other, whole),
    }


def microseconds(function):
    """Of one call in a graph of several, so that the host's time for a call is not what is measured."""
    for _ in range(WARM_UP):
        function()
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for _ in range(IN_A_GRAPH):
            function()
    graph.replay()
    begins, ends = ([torch.cuda.Event(enable_timing=True) for _ in range(REPETITIONS)] for _ in range(2))
    for begin, end in zip(begins, ends):
        begin.record()
        graph.replay()
        end.record()
    torch.cuda.synchronize()
    times = sorted(1000 * begin.elapsed_time(end) / IN_A_GRAPH for begin, end in zip(begins, ends))
    return [round(times[int(part * (len(times) - 1))], 2) for part in (0.5, 0.1, 0.9)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=pathlib.Path, default=HERE / "data" / "h200_collectives.csv")
    options = parser.parse_args()
    rank, count = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
    torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
    dist.init_process_group("nccl", device_id=torch.device("cuda", int(os.environ["LOCAL_RANK"])))
    rows = []
    size = 1 << 10
    while size <= LARGEST:
        for name, function in collectives(size, count).items():
            dist.barrier()
            rows.append([name, count, size, *microseconds(function)])
        torch.cuda.empty_cache()
        size *= 2
    if rank == 0:
        driver = subprocess.run(["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader", "-i", "0"], capture_output=True,
                                text=True).stdout.strip()
        about = [torch.cuda.get_device_name(0), driver, ".".join(map(str, torch.cuda.nccl.version())), torch.__version__,
                 datetime.date.today().isoformat()]
        options.output.parent.mkdir(parents=True, exist_ok=True)
        with options.output.open("w", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["collective", "count", "bytes", "median_us", "low_us", "high_us", "gpu", "driver", "nccl", "torch", "date"])
            writer.writerows(row + about for row in rows)
        print(f"{len(rows)} rows")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
