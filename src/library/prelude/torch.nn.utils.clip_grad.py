# torch.nn.utils.clip_grad: norms of gradients and their limits.
import torch


def _gradients(parameters):
    if torch.is_tensor(parameters):
        parameters = [parameters]
    return [parameter.grad for parameter in parameters if parameter.grad is not None]


def get_total_norm(tensors, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    tensors = [tensors] if torch.is_tensor(tensors) else list(tensors)
    norm_type = float(norm_type)
    if not tensors:
        return torch.tensor(0.0)
    norms = [torch.linalg.vector_norm(tensor, norm_type) for tensor in tensors]
    total = torch.linalg.vector_norm(torch.stack([norm.to(norms[0].device) for norm in norms]), norm_type)
    if error_if_nonfinite and torch.logical_or(total.isnan(), total.isinf()):
        raise RuntimeError(
            f"The total norm of order {norm_type} for gradients from `parameters` is non-finite, so it cannot be "
            "clipped. To disable this error and scale the gradients by the non-finite norm anyway, set "
            "`error_if_nonfinite=False`"
        )
    return total


@torch.no_grad()
def clip_grads_with_norm_(parameters, max_norm, total_norm, foreach=None):
    factor = torch.clamp(float(max_norm) / (total_norm + 1e-6), max=1.0)
    for gradient in _gradients(parameters):
        gradient.mul_(factor.to(gradient.device))


@torch.no_grad()
def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    parameters = [parameters] if torch.is_tensor(parameters) else list(parameters)
    total = get_total_norm(_gradients(parameters), norm_type, error_if_nonfinite, foreach)
    clip_grads_with_norm_(parameters, max_norm, total, foreach)
    return total


def clip_grad_norm(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    return clip_grad_norm_(parameters, max_norm, norm_type, error_if_nonfinite, foreach)


@torch.no_grad()
def clip_grad_value_(parameters, clip_value, foreach=None):
    clip_value = float(clip_value)
    for gradient in _gradients(parameters):
        gradient.clamp_(min=-clip_value, max=clip_value)
