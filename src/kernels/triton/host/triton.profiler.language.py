# triton.profiler.language


def enable_semantic(name):
    pass
