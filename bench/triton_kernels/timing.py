"""Times launches inside one process: the same files run under `tilewright run` and under Python with TRITON_INTERPRET=1.

Arguments of every file here: [repeats] [seconds], at least one repeat, no more once the seconds are used up.
"""
import sys
import time

REPEATS = int(sys.argv[1]) if len(sys.argv) > 1 else 3
SECONDS = float(sys.argv[2]) if len(sys.argv) > 2 else 2.0


def report(name, launch, check):
    begin = time.perf_counter()
    launch()  # compiles
    first = time.perf_counter() - begin
    check()
    times = []
    while len(times) < REPEATS and (first + sum(times) < SECONDS):
        begin = time.perf_counter()
        launch()
        times.append(time.perf_counter() - begin)
    times = sorted(times) if times else [first]
    print(f"TIME {name} {times[len(times) // 2]:.9f} {len(times)}")
