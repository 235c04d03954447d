"""Verdicts a second: correct and broken candidates of tests/judge/corpus, in groups of 16 for one task as the RL loop sends
them, through two judge-worker processes. No verdict is cached, every candidate is parsed and compiled anew.

    python bench/verdicts.py [--workers 2] [--max-elements 65536] [--repeat 4]
"""
import argparse
import pathlib
import resource
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests" / "judge"))
from test_corpus import HERE, Worker, request_for  # noqa: E402


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--workers", type=int, default=2)
    options.add_argument("--max-elements", type=int, default=65536)
    options.add_argument("--repeat", type=int, default=4)
    options = options.parse_args()
    groups = []
    for path in sorted((HERE / "corpus").glob("correct_*.py")):
        request = request_for(path, max_elements=options.max_elements, fuel=2_000_000_000)
        # A comment makes each a new source.
        groups.append([{**request, "candidate_source": request["candidate_source"] + f"\n# {i}\n"} for i in range(16)])
    groups *= options.repeat
    alone = Worker()  # what starting one costs
    alone.judge(groups[0][0])
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    alone.close()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    startup = options.workers * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    workers = [Worker() for _ in range(options.workers)]
    for worker in workers:  # start-up is not what is measured
        worker.judge(groups[0][0])
    waiting, counts, by_name = list(groups), [], {}
    lock = threading.Lock()

    def serve(worker):
        while True:
            with lock:
                if not waiting:
                    return
                group = waiting.pop()
            begin = time.perf_counter()
            verdicts = [worker.judge(request) for request in group]
            took = time.perf_counter() - begin
            with lock:
                counts.append(len(verdicts))
                by_name.setdefault(group[0]["candidate_name"], []).append((took, [v["status"] for v in verdicts]))

    begin = time.perf_counter()
    threads = [threading.Thread(target=serve, args=(worker,)) for worker in workers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    took = time.perf_counter() - begin
    for name, runs in sorted(by_name.items()):
        milliseconds = 1000 * min(t for t, _ in runs) / 16
        statuses = sorted({s for _, all_of in runs for s in all_of})
        print(f"{name:<36} {milliseconds:7.2f} ms a verdict   {', '.join(statuses)}")
    print(f"{sum(counts)} verdicts in {took:.2f} s: {sum(counts) / took:.0f} a second on {options.workers} workers, "
          f"{options.max_elements} elements, oracles included")
    begin = resource.getrusage(resource.RUSAGE_CHILDREN)
    for worker in workers:
        worker.close()
    end = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = end.ru_utime + end.ru_stime - begin.ru_utime - begin.ru_stime - startup
    # On a machine that does other work too, this is what two free cores would give.
    print(f"{cpu:.2f} s of processor time: {options.workers * sum(counts) / cpu:.0f} verdicts a second on {options.workers} free cores; "
          f"largest worker {end.ru_maxrss / 1024:.0f} MiB")


if __name__ == "__main__":
    main()
