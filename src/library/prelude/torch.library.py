# torch.library: custom operators are the functions themselves, found again under torch.ops.
import torch
from torch import _C


class _CustomOperator:
    def __init__(self, name, function):
        self._qualname, self.function = name, function
        self._backward = self._setup_context = None
        namespace, _, short = name.partition("::")
        if short:
            torch.ops._register(namespace, short.partition(".")[0], self)

    def __call__(self, *arguments, **keywords):
        if self._backward is None or not _C.computes_gradients():
            return self.function(*arguments, **keywords)
        return _differentiable(self, arguments, keywords)

    @property
    def default(self):
        return self

    def register_fake(self, function):
        return function

    register_impl_abstract = register_fake

    def register_kernel(self, device_types, function=None):
        if function is not None:
            self.function = function
            return function
        return lambda inner: inner

    def register_torch_dispatch(self, dispatch_class, function=None):
        return function if function is not None else (lambda inner: inner)

    def register_vmap(self, function=None):
        return function if function is not None else (lambda inner: inner)

    def register_autograd(self, backward, *, setup_context=None):
        self._backward, self._setup_context = backward, setup_context


def _differentiable(operator, arguments, keywords):
    class CustomFunction(torch.autograd.Function):
        @staticmethod
        def forward(ctx, *inputs):
            output = operator.function(*inputs, **keywords)
            if operator._setup_context is not None:
                operator._setup_context(ctx, inputs, output)
            return output

        @staticmethod
        def backward(ctx, *gradients):
            return operator._backward(ctx, *gradients)

    CustomFunction.__name__ = operator._qualname.replace("::", "_")
    return CustomFunction.apply(*arguments)


def custom_op(name, fn=None, *, mutates_args=(), device_types=None, schema=None):
    if fn is not None:
        return _CustomOperator(name, fn)
    return lambda function: _CustomOperator(name, function)


def triton_op(name, fn=None, *, mutates_args=(), schema=None):
    return custom_op(name, fn)


def wrap_triton(kernel):
    return kernel


def _find(op):
    if isinstance(op, str):
        namespace, _, name = op.partition("::")
        return getattr(getattr(torch.ops, namespace), name)
    return op


def register_fake(op, func=None, **keywords):
    return func if func is not None else (lambda function: function)


impl_abstract = register_fake


def register_kernel(op, device_types, func=None, **keywords):
    return func if func is not None else (lambda function: function)


def register_autograd(op, backward, *, setup_context=None, **keywords):
    _find(op).register_autograd(backward, setup_context=setup_context)


def define(qualname, schema=None, **keywords):
    pass


def impl(qualname, types, func=None, **keywords):
    if func is None:
        return lambda function: impl(qualname, types, function)
    if isinstance(qualname, str):
        _CustomOperator(qualname, func)
    return func


def opcheck(op, args, kwargs=None, **keywords):
    return {}


class Library:
    """An own namespace of operators; operators of PyTorch cannot be replaced."""

    def __init__(self, ns, kind, dispatch_key=""):
        self.ns, self.kind = ns, kind

    def define(self, schema, alias_analysis="", **keywords):
        return schema.partition("(")[0]

    def impl(self, op_name, fn, dispatch_key="", **keywords):
        if self.ns != "aten" and callable(fn) and isinstance(op_name, str):
            _CustomOperator(f"{self.ns}::{op_name}", fn)

    def _register_fake(self, op_name, fn, **keywords):
        pass
