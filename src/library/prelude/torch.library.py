# torch.library: custom operators are the functions themselves.


class _CustomOperator:
    def __init__(self, function):
        self.function = function

    def __call__(self, *arguments, **keywords):
        return self.function(*arguments, **keywords)

    def register_fake(self, function):
        return function

    def register_kernel(self, device_types, function=None):
        return function if function is not None else (lambda inner: inner)

    def register_autograd(self, backward, setup_context=None):
        pass


def custom_op(name, fn=None, *, mutates_args=(), device_types=None, schema=None):
    if fn is not None:
        return _CustomOperator(fn)
    return _CustomOperator


def triton_op(name, fn=None, *, mutates_args=(), schema=None):
    if fn is not None:
        return _CustomOperator(fn)
    return _CustomOperator


def wrap_triton(kernel):
    return kernel


def register_fake(op, func=None, **keywords):
    return func if func is not None else (lambda function: function)


def register_autograd(op, backward, setup_context=None):
    pass
