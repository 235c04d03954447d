"""Writes a run folder with invented numbers, of the shape that `tilewright teach` leaves behind."""
import json
import math
import random
import sys
from pathlib import Path

FAMILIES = ["activation", "binary", "cumulative", "elementwise", "loss", "matmul", "normalisation", "reduction", "softmax",
            "transpose"]
KERNEL = '''import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    m = i < n
    x = tl.load(x_ptr + i, mask=m)
    tl.store(y_ptr + i, tl.where(x > 0.5, x * 2 & 1, "<b>&amp;</b>"), mask=m)  # a line that is long enough to need its own scroll bar on a phone
'''


def write(folder: Path, seed: int = 0) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    rng = random.Random(seed)
    (folder / "recipe.toml").write_text('seed = 0\nalgorithm = "grpo"\nsft-steps = 2500\n')
    state = {
        "schema": 1, "configuration": "0123456789abcdef0123456789abcdef",
        "environment": {"program": "tilewright 0.1.0", "processor": "a processor, 2 cores", "memory_gib": 24, "torch": "2.11.0"},
        "stages": [
            {"name": "examples", "seconds": 61.2, "facts": {"training_tasks": 2400, "held_out_tasks": 240, "shared_compositions": 0,
                                                            "examples": 6000, "chip": "h100", "verdicts_per_second": 512.3}},
            {"name": "sft", "seconds": 301.0, "facts": {"parameters": 1312000, "tokens_per_second": 14200}},
        ],
    }
    (folder / "state.json").write_text(json.dumps(state))
    with open(folder / "metrics.jsonl", "w") as file:
        for step in range(1, 2501):
            line = {"schema": 1, "stage": "sft", "step": step, "loss": 3 * math.exp(-step / 400) + 0.05 * rng.random() + 0.1,
                    "mean_token_accuracy": 1 - math.exp(-step / 500)}
            file.write(json.dumps(line) + "\n")
        for step in range(60):
            line = {"schema": 1, "stage": "rl", "step": step, "reward": 0.6 + step / 400 + rng.gauss(0, 0.03), "reward_std": 0.2,
                    "entropy": 0.3, "frac_reward_zero_std": 0.4, "rewards/correct/mean": 0.7, "rewards/speed/mean": 0.1,
                    "sampling/sampling_logp_difference/mean": 1e-6}
            file.write(json.dumps(line) + "\n")
        file.write('{"schema":1,"stage":"rl","ste')  # cut short by a kill
    rates = {"nearest": 0.2, "sft": 0.62, "sft_continued": 0.68, "rl": 0.66}
    with open(folder / "evaluations.jsonl", "w") as evaluations, open(folder / "samples.jsonl", "w") as samples:
        for evaluation, rate in rates.items():
            count = 1 if evaluation == "nearest" else 8
            for index in range(240):
                family = FAMILIES[index % len(FAMILIES)]
                task_rate = min(1, max(0, rng.gauss(rate, 0.3)))
                correct = sum(rng.random() < task_rate for _ in range(count))
                fastest = 2.0 + rng.random()
                speed = 0.8 if evaluation == "rl" else 1.1
                record = {"schema": 1, "evaluation": evaluation, "task": f"{family}_{index:06d}", "family": family,
                          "composition": f"{index:032x}", "unseen": index % 2 == 1, "samples": count, "correct": correct,
                          "rewards": [1.2] * correct + [0.1] * (count - correct),
                          "statuses": {k: v for k, v in {"correct": correct, "wrong_values": count - correct}.items() if v},
                          "median_example_microseconds": fastest * 1.3, "fastest_example_microseconds": fastest,
                          "correct_microseconds": [fastest * speed * (1 + rng.random() / 2) for _ in range(correct)],
                          "time_kind": "estimated", "fastest_text": KERNEL if correct else ""}
                evaluations.write(json.dumps(record) + "\n")
                if index < 4:
                    for status in ("correct", "wrong_values", "syntax_error"):
                        samples.write(json.dumps({"schema": 1, "stage": "evaluate_" + evaluation, "task": record["task"],
                                                  "status": status, "summary": "error < 3 tolerances & more", "reward": 1.0,
                                                  "text": KERNEL}, separators=(",", ":")) + "\n")
        samples.write(json.dumps({"schema": 1, "stage": "rl", "step": 0}, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
