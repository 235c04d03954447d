"""Times launches inside one process: the same files run under `tilewright run` and under Python with TRITON_INTERPRET=1.

Arguments of every file here: [repeats] [seconds], at least one repeat, no more once the seconds are used up.
Values are checked. Only the real interpreter may be wrong (it computes on the bits of bfloat16): its time is then marked.
"""
import os
import sys
import time

REPEATS = int(sys.argv[1]) if len(sys.argv) > 1 else 3
SECONDS = float(sys.argv[2]) if len(sys.argv) > 2 else 2.0


def values_hold(check):
    try:
        check()
    except AssertionError:
        if os.environ.get("TRITON_INTERPRET") != "1":
            raise
        return False
    return True


def report(name, launch, check):
    begin = time.perf_counter()
    launch()  # compiles
    first = time.perf_counter() - begin
    right = values_hold(check)
    times = []
    while len(times) < REPEATS and (first + sum(times) < SECONDS):
        begin = time.perf_counter()
        launch()
        times.append(time.perf_counter() - begin)
    times = sorted(times) if times else [first]
    print(f"TIME {name} {times[len(times) // 2]:.9f} {len(times)}{'' if right else ' WRONG'}")
