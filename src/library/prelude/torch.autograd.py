# torch.autograd: Function as a node of the tape, backward and grad.
import torch
from torch import _C


class FunctionCtx:
    """The ctx argument of Function.forward and backward."""

    def __init__(self, needs_input_grad=()):
        self.needs_input_grad = needs_input_grad
        self.to_save = ()
        self.saved = None
        self.dirty_tensors = ()
        self.non_differentiable = ()
        self.materialize_grads = True

    def save_for_backward(self, *tensors):
        self.to_save = tensors

    def save_for_forward(self, *tensors):
        pass

    def mark_dirty(self, *tensors):
        self.dirty_tensors = tensors

    def mark_non_differentiable(self, *tensors):
        self.non_differentiable = tensors

    def set_materialize_grads(self, value):
        self.materialize_grads = value

    @property
    def saved_tensors(self):
        return self.to_save if self.saved is None else _C.unpack_saved(self.saved)

    @property
    def saved_variables(self):
        return self.saved_tensors


class Function(FunctionCtx):
    @classmethod
    def apply(cls, *arguments):
        ctx = FunctionCtx(tuple(torch.is_tensor(a) and a.requires_grad for a in arguments))
        records = _C.computes_gradients() and torch.is_grad_enabled() and any(ctx.needs_input_grad)
        before = _C.set_grad_mode(False) if records else None
        try:
            if "setup_context" in cls.__dict__:
                output = cls.forward(*arguments)
                cls.setup_context(ctx, arguments, output)
            else:
                output = cls.forward(ctx, *arguments)
        finally:
            if records:
                _C.set_grad_mode(before)
        return _C.record_function(cls, ctx, arguments, output) if records else output

    @staticmethod
    def forward(ctx, *arguments):
        raise NotImplementedError("You must implement the forward function for custom autograd.Function.")

    @staticmethod
    def backward(ctx, *gradients):
        raise NotImplementedError(
            "You must implement either the backward or vjp method for your custom autograd.Function to use it "
            "with backward mode AD."
        )


InplaceFunction = Function


class _OnceDifferentiable:
    """A backward whose results no gradient flows through."""

    def __init__(self, function):
        self.function = function

    def __call__(self, ctx, *gradients):
        with torch.no_grad():
            return self.function(ctx, *gradients)


def once_differentiable(function):
    return _OnceDifferentiable(function)


def _as_tuple(value):
    return tuple(value) if isinstance(value, (list, tuple)) else (value,)


def _with_gradients(tensors, gradients):
    """The gradients to begin with: ones for single numbers."""
    made = []
    for tensor, gradient in zip(tensors, gradients):
        if gradient is None and tensor.requires_grad:
            if tensor.numel() != 1:
                raise RuntimeError("grad can be implicitly created only for scalar outputs")
            gradient = torch.ones_like(tensor)
        elif gradient is not None and gradient.shape != tensor.shape:
            raise RuntimeError(
                f"Mismatch in shape: grad_output[{len(made)}] has a shape of {gradient.shape} and "
                f"output[{len(made)}] has a shape of {tensor.shape}."
            )
        made.append(gradient)
    return tuple(made)


def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, grad_variables=None, inputs=None):
    if not _C.computes_gradients():
        return _C.refuse_backward()
    tensors = _as_tuple(tensors)
    gradients = (None,) * len(tensors) if grad_tensors is None else _as_tuple(grad_tensors)
    inputs = () if inputs is None else _as_tuple(inputs)
    retain_graph = create_graph if retain_graph is None else retain_graph
    _C.run_backward(tensors, _with_gradients(tensors, gradients), retain_graph, create_graph, inputs)


def grad(
    outputs,
    inputs,
    grad_outputs=None,
    retain_graph=None,
    create_graph=False,
    only_inputs=True,
    allow_unused=None,
    is_grads_batched=False,
    materialize_grads=False,
):
    if not _C.computes_gradients():
        return _C.refuse_backward()
    outputs, inputs = _as_tuple(outputs), _as_tuple(inputs)
    gradients = (None,) * len(outputs) if grad_outputs is None else _as_tuple(grad_outputs)
    retain_graph = create_graph if retain_graph is None else retain_graph
    allow_unused = materialize_grads if allow_unused is None else allow_unused
    found = _C.run_gradients(
        outputs, inputs, _with_gradients(outputs, gradients), retain_graph, create_graph, allow_unused
    )
    if materialize_grads:
        found = tuple(torch.zeros_like(i) if g is None else g for g, i in zip(found, inputs))
    return found


def _numerical_column(function, inputs, index, position, eps):
    with torch.no_grad():
        flat = inputs[index].view(-1)
        before = flat[position].item()
        flat[position] = before + eps
        above = [output.clone() for output in _as_tuple(function(*inputs))]
        flat[position] = before - eps
        below = [output.clone() for output in _as_tuple(function(*inputs))]
        flat[position] = before
    return [(a - b) / (2 * eps) for a, b in zip(above, below)]


def gradcheck(func, inputs, *, eps=1e-6, atol=1e-5, rtol=1e-3, raise_exception=True, **options):
    """Every derivative against a central difference."""
    inputs = _as_tuple(inputs)
    for index, tensor in enumerate(inputs):
        if not torch.is_tensor(tensor) or not tensor.requires_grad:
            continue
        outputs = _as_tuple(func(*inputs))
        analytical = []
        for output in outputs:
            rows = []
            for position in range(output.numel()):
                seed = torch.zeros_like(output)
                seed.view(-1)[position] = 1
                (row,) = grad(output, (tensor,), seed, retain_graph=True, allow_unused=True)
                rows.append(torch.zeros_like(tensor).view(-1) if row is None else row.reshape(-1))
            analytical.append(torch.stack(rows))
        for position in range(tensor.numel()):
            for number, column in enumerate(_numerical_column(func, inputs, index, position, eps)):
                expected, found = column.view(-1), analytical[number][:, position]
                if torch.allclose(found, expected, rtol=rtol, atol=atol):
                    continue
                if not raise_exception:
                    return False
                raise RuntimeError(
                    f"Jacobian mismatch for output {number} with respect to input {index},\n"
                    f"numerical:{expected}\nanalytical:{found}\n"
                )
    return True


class _Mode:
    def __init__(self, *arguments, **keywords):
        pass

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        return False


class set_detect_anomaly(_Mode):
    pass


class detect_anomaly(_Mode):
    pass


Variable = torch.Tensor
no_grad = torch.no_grad
enable_grad = torch.enable_grad
set_grad_enabled = torch.set_grad_enabled
inference_mode = torch.inference_mode
