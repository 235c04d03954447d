# torch.library: custom operators are the functions themselves, found again under torch.ops.
import torch
from torch import _C


def _devices(types):
    """Of device types or dispatch keys: what tensors an implementation is for ("cpu", "cuda"; None: any)."""
    types = types if isinstance(types, (list, tuple)) else (types,)
    return [_device(kind) for kind in types]


def _device(kind):
    kind = (kind or "").lower()
    return None if kind in ("", "default") or kind.startswith("composite") else kind


def _tensors(values):
    for value in values:
        if torch.is_tensor(value):
            yield value
        elif isinstance(value, (list, tuple)):
            yield from _tensors(value)


class _CustomOperator:
    def __init__(self, name, function=None, device_types=None, returns_own_memory=False):
        self._qualname, self._functions, self._returns_own_memory = name, {}, returns_own_memory
        self._backward = self._setup_context = None
        if function is not None:
            self._implement(device_types, function)
        namespace, _, short = name.partition("::")
        if short:
            torch.ops._register(namespace, short.partition(".")[0], self)

    def _implement(self, types, function):
        for device in _devices(types):
            self._functions[device] = function

    def _chosen(self, arguments):
        """What is for the tensors' device, for any, or for gradients; fake and Meta forms compute nothing."""
        places = [tensor.device.type for tensor in _tensors(arguments)]
        device = next((place for place in places if place != "cpu"), "cpu")
        for key in (device, None, "autograd", "autograd" + device):
            if key in self._functions:
                return self._functions[key]
        if not places and self._functions:
            return next(iter(self._functions.values()))
        raise NotImplementedError(
            f"Could not run '{self._qualname}' with arguments from the '{device.upper()}' backend. This could be because "
            "the operator doesn't exist for this backend, or was omitted during the selective/custom build process (if "
            "using custom build)."
        )

    def function(self, *arguments, **keywords):
        inputs = [*arguments, *keywords.values()]
        output = self._chosen(inputs)(*arguments, **keywords)
        if self._returns_own_memory:
            self._check_aliases(inputs, output)
        return output

    def _check_aliases(self, inputs, output):
        seen = {_C.storage_number(tensor) for tensor in _tensors(inputs)}
        for tensor in _tensors([output]):
            number = _C.storage_number(tensor)
            if number in seen:
                name = self._qualname.partition("::")[2] or self._qualname
                raise RuntimeError(
                    f"{name} (with implementation in <module 'torch._library.custom_ops'>): The output of this custom "
                    "operator (1) must not also be an input to this custom operator and (2) may not alias any inputs to "
                    "this custom operator or other returns. The most common way to trigger this error is if we have "
                    "y = custom_op(x) and y and x are the same Tensor. Please instead return a clone of the offending "
                    "output tensor(s) (e.g. return x.clone()) or refactor the custom operator to not return y."
                )
            seen.add(number)

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
        if function is None:
            return lambda inner: self.register_kernel(device_types, inner)
        self._implement(device_types, function)
        return function

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
        return _CustomOperator(name, fn, device_types, True)
    return lambda function: _CustomOperator(name, function, device_types, True)


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
    if func is None:
        return lambda function: register_kernel(op, device_types, function)
    found = _find(op)
    if isinstance(found, _CustomOperator):
        found.register_kernel(device_types, func)
    return func


def register_autograd(op, backward, *, setup_context=None, **keywords):
    _find(op).register_autograd(backward, setup_context=setup_context)


def define(qualname, schema=None, **keywords):
    pass


def _implement(name, types, function):
    """Of an operator that was defined before, or else is by this."""
    namespace, _, short = name.partition("::")
    found = torch.ops._find(namespace)._operators.get(short.partition(".")[0])
    if not isinstance(found, _CustomOperator):
        found = _CustomOperator(name)
    found._implement(types, function)


def impl(qualname, types="", func=None, *, dispatch_key="", lib=None):
    """impl("space::name", "cuda") and impl(library, "name", "CUDA"), both also as decorators."""
    if isinstance(qualname, Library):
        library, name, key = qualname, types, func or dispatch_key

        def wrap(function):
            library.impl(name, function, key)
            return function

        return wrap
    if func is None:
        return lambda function: impl(qualname, types, function)
    if isinstance(qualname, str):
        _implement(qualname, types, func)
    return func


def opcheck(op, args, kwargs=None, **keywords):
    return {}


class Library:
    """An own namespace of operators; operators of PyTorch cannot be replaced."""

    def __init__(self, ns, kind, dispatch_key=""):
        self.ns, self.kind, self.dispatch_key = ns, kind, dispatch_key

    def define(self, schema, alias_analysis="", **keywords):
        return schema.partition("(")[0]

    def impl(self, op_name, fn, dispatch_key="", **keywords):
        if self.ns != "aten" and callable(fn) and isinstance(op_name, str):
            _implement(f"{self.ns}::{op_name.rpartition('::')[2]}", dispatch_key or self.dispatch_key, fn)

    def _register_fake(self, op_name, fn, **keywords):
        pass
