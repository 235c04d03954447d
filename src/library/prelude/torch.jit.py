# torch.jit: compiling is the identity.


def script(obj, *arguments, **keywords):
    return obj


def trace(func, example_inputs=None, *arguments, **keywords):
    return func


def ignore(fn=None, **keywords):
    return fn if fn is not None else (lambda function: function)


def export(fn):
    return fn


def unused(fn):
    return fn


def is_scripting():
    return False


def is_tracing():
    return False


def script_if_tracing(fn):
    return fn


def annotate(the_type, the_value):
    return the_value


def final(value):
    return value


Final = None
