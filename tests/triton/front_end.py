#!/usr/bin/env python3
"""What the real compiler's front end says of kernels: a JSON object of file -> {"accepts", "prints", "error"}.

    tests/triton/front_end.py FILE...

Each file has a function `kernel` with the parameters of front_end_cases.py. It is taken to Triton's IR for sm_90, which
needs no GPU; a case runs in a process of its own, since wrong IR can end one."""
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
CAPABILITY, SECONDS = 90, 30


def compile_kernel(path):
    spec = importlib.util.spec_from_file_location(os.path.basename(path)[:-3], path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    target = GPUTarget("cuda", CAPABILITY, 32)
    backend = make_backend(target)
    options = backend.parse_options({"sanitize_overflow": False})
    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    source = ASTSource(module.kernel, SIGNATURE, CONSTANTS)
    made = source.make_ir(target, options, backend.get_codegen_implementation(options), backend.get_module_map(), context)
    backend.make_ttir(made, {}, options, CAPABILITY)


def look_at(path, channel):
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    answer, printed = {"accepts": True, "error": ""}, io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            compile_kernel(path)
    except BaseException as failure:
        while failure.__cause__ is not None:
            failure = failure.__cause__
        answer = {"accepts": False, "error": "".join(traceback.format_exception_only(type(failure), failure))[-300:]}
    answer["prints"] = printed.getvalue()
    os.write(channel, json.dumps(answer).encode())
    os._exit(0)


def main():
    results = {}
    for path in sys.argv[1:]:
        reader, writer = os.pipe()
        process = os.fork()
        if process == 0:
            os.close(reader)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            look_at(path, writer)
        os.close(writer)
        with os.fdopen(reader) as stream:
            text = stream.read()
        _, status = os.waitpid(process, 0)
        ended = {"accepts": False, "error": f"the process ended with {status}", "prints": ""}
        results[path] = json.loads(text) if text else ended
    json.dump(results, sys.stdout)


if __name__ == "__main__":
    main()
