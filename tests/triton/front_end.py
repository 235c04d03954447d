#!/usr/bin/env python3
"""What the real compiler's front end says of kernels: a JSON object of file -> {"accepts", "prints", "error"}.

    tests/triton/front_end.py FILE...

Each file has a function `kernel` with the parameters of front_end_cases.py. It is taken to Triton's IR for sm_90, which
needs no GPU, in another process: wrong IR can end one, and the files that follow then go to a new one."""
import contextlib
import importlib.util
import io
import json
import os
import resource
import sys
import traceback

os.environ.pop("TRITON_INTERPRET", None)
from triton._C.libtriton import ir  # noqa: E402
from triton.backends.compiler import GPUTarget  # noqa: E402
from triton.compiler import ASTSource, make_backend  # noqa: E402

SIGNATURE = {"x": "*fp32", "h": "*fp16", "b": "*bf16", "d": "*fp64", "i": "*i32", "l": "*i64", "s": "*i16", "c": "*i8",
             "u": "*u32", "uc": "*u8", "m": "*i1", "n": "i32", "k": "i64", "f": "fp32", "t": "u1", "B": "constexpr",
             "NONE": "constexpr"}
CONSTANTS = {"B": 16, "NONE": None}
CAPABILITY, SECONDS = 90, 4


def compile_kernel(path):
    spec = importlib.util.spec_from_file_location(os.path.basename(path)[:-3], path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.kernel.cache_key  # visits what the kernel names, which refuses some statements by itself
    target = GPUTarget("cuda", CAPABILITY, 32)
    backend = make_backend(target)
    options = backend.parse_options({"sanitize_overflow": False})
    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    source = ASTSource(module.kernel, SIGNATURE, CONSTANTS)
    made = source.make_ir(target, options, backend.get_codegen_implementation(options), backend.get_module_map(), context)
    backend.make_ttir(made, {}, options, CAPABILITY)


def answer_of(path):
    used = resource.getrusage(resource.RUSAGE_SELF)
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime) + SECONDS, most))
    answer, printed = {"accepts": True, "error": ""}, io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            compile_kernel(path)
    except BaseException as failure:
        while failure.__cause__ is not None:
            failure = failure.__cause__
        answer = {"accepts": False, "error": "".join(traceback.format_exception_only(type(failure), failure))[-300:]}
    answer["prints"] = printed.getvalue()
    return answer


def look_at(paths):
    """What is said of the first of the files, up to one that ends the process; and how that ended."""
    reader, writer = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(reader)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        with os.fdopen(writer, "w") as stream:
            for path in paths:
                print(json.dumps(answer_of(path)), file=stream, flush=True)
            stream.flush()
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as stream:
        answers = [json.loads(line) for line in stream]
    _, status = os.waitpid(process, 0)
    return answers, status


def main():
    paths, results = sys.argv[1:], []
    while len(results) < len(paths):
        answers, status = look_at(paths[len(results):])
        results += answers
        if len(results) < len(paths):
            results.append({"accepts": False, "error": f"the process ended with {status}", "prints": ""})
    json.dump(dict(zip(paths, results)), sys.stdout)


if __name__ == "__main__":
    main()
