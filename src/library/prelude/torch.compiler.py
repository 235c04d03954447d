# torch.compiler: nothing is compiled.


def disable(fn=None, recursive=True, **keywords):
    return fn if fn is not None else (lambda function: function)


def allow_in_graph(fn):
    return fn


def is_compiling():
    return False


def is_dynamo_compiling():
    return False


def reset():
    pass
