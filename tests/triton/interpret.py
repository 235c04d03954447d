#!/usr/bin/env python3
"""Runs Triton files under the real package's interpreter mode: a JSON object of file -> {exit, stdout, stderr}.

    tests/triton/interpret.py FILE...

torch and triton are imported once; every file then runs in a process forked from that, two at a time."""
import json
import os
import resource
import sys
import tempfile

os.environ.update(TRITON_INTERPRET="1", OMP_NUM_THREADS="1")
import torch  # noqa: E402
import triton  # noqa: E402,F401
import triton.language  # noqa: E402,F401
import triton.runtime.interpreter  # noqa: E402,F401
import runpy  # noqa: E402

AT_ONCE = 2
CPU_SECONDS = 20  # a file; a spin lock that waits for a later program never ends
torch.set_num_threads(1)


def start(path, folder):
    """The id of a process that runs the file and what it printed goes to."""
    names = [os.path.join(folder, f"{abs(hash(path))}.{stream}") for stream in ("stdout", "stderr")]
    process = os.fork()
    if process:
        return process, names
    for descriptor, name in enumerate(names, 1):
        os.dup2(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), descriptor)
    status = 1
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    try:
        sys.argv = [path]
        runpy.run_path(path, run_name="__main__")
        status = 0
    except SystemExit as request:
        status = request.code if isinstance(request.code, int) else int(request.code is not None)
    except BaseException:
        sys.excepthook(*sys.exc_info())
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def main():
    results, running = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        waiting = sys.argv[1:]
        while waiting or running:
            while waiting and len(running) < AT_ONCE:
                path = waiting.pop(0)
                process, names = start(path, folder)
                running[process] = path, names
            process, status = os.wait()
            path, names = running.pop(process)
            texts = [open(name, encoding="utf-8", errors="replace").read() for name in names]
            results[path] = {"exit": os.waitstatus_to_exitcode(status), "stdout": texts[0], "stderr": texts[1]}
    json.dump(results, sys.stdout)


if __name__ == "__main__":
    main()
