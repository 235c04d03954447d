# torch.optim: the optimisers that training loops of examples use, as PyTorch's single-tensor forms compute them.
import math
from collections import defaultdict

import torch


class Optimizer:
    def __init__(self, params, defaults):
        groups = list(params)
        if groups and not isinstance(groups[0], dict):
            groups = [{"params": groups}]
        self.defaults = defaults
        self.param_groups = [{**defaults, **group, "params": list(group["params"])} for group in groups]
        self.state = defaultdict(dict)

    def zero_grad(self, set_to_none=True):
        for group in self.param_groups:
            for parameter in group["params"]:
                if parameter.grad is None:
                    continue
                if set_to_none:
                    parameter.grad = None
                else:
                    parameter.grad.zero_()

    def _update(self, parameter, gradient, group, state):
        raise NotImplementedError

    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        with torch.no_grad():
            for group in self.param_groups:
                for parameter in group["params"]:
                    if parameter.grad is not None:
                        state = self.state.get(parameter, {})
                        gradient = -parameter.grad if group.get("maximize") else parameter.grad
                        self._update(parameter, gradient, group, state)
                        if state:
                            self.state[parameter] = state
        return loss

    def state_dict(self):
        """Parameters are named by their place among all groups."""
        places = {}
        for parameter in self._parameters():
            places.setdefault(parameter, len(places))
        groups = [{**group, "params": [places[parameter] for parameter in group["params"]]} for group in self.param_groups]
        for group in groups:
            group["params"] = group.pop("params")  # the last entry
        state = {places[key] if torch.is_tensor(key) else key: value for key, value in self.state.items()}
        return {"state": state, "param_groups": groups}

    def load_state_dict(self, state_dict):
        groups = state_dict["param_groups"]
        if len(groups) != len(self.param_groups):
            raise ValueError("loaded state dict has a different number of parameter groups")
        if any(len(own["params"]) != len(group["params"]) for own, group in zip(self.param_groups, groups)):
            raise ValueError("loaded state dict contains a parameter group that doesn't match the size of optimizer's group")
        places = [place for group in groups for place in group["params"]]
        parameters = dict(zip(places, self._parameters()))

        def moved(parameter, name, value):
            if isinstance(value, dict):
                return {key: moved(parameter, key, item) for key, item in value.items()}
            if not torch.is_tensor(value) or name == "step":
                return value
            dtype = parameter.dtype if parameter.is_floating_point() else value.dtype
            return value.to(device=parameter.device, dtype=dtype)  # PyTorch too shares what need not move

        state = defaultdict(dict)
        for key, value in state_dict["state"].items():
            if key in parameters:
                state[parameters[key]] = moved(parameters[key], None, value)
            else:
                state[key] = value
        self.state = state
        for own, group in zip(self.param_groups, groups):
            own.update({name: value for name, value in group.items() if name != "params"})

    def _parameters(self):
        return [parameter for group in self.param_groups for parameter in group["params"]]

    def add_param_group(self, param_group):
        self.param_groups.append({**self.defaults, **param_group, "params": list(param_group["params"])})


class SGD(Optimizer):
    def __init__(self, params, lr=1e-3, momentum=0, dampening=0, weight_decay=0, nesterov=False, *, maximize=False, **options):
        super().__init__(
            params,
            dict(lr=lr, momentum=momentum, dampening=dampening, weight_decay=weight_decay, nesterov=nesterov, maximize=maximize),
        )

    def _update(self, parameter, gradient, group, state):
        if group["weight_decay"] != 0:
            gradient = gradient.add(parameter, alpha=group["weight_decay"])
        if group["momentum"] != 0:
            if "momentum_buffer" not in state:
                state["momentum_buffer"] = gradient.clone()
            else:
                state["momentum_buffer"].mul_(group["momentum"]).add_(gradient, alpha=1 - group["dampening"])
            buffer = state["momentum_buffer"]
            gradient = gradient.add(buffer, alpha=group["momentum"]) if group["nesterov"] else buffer
        parameter.add_(gradient, alpha=-group["lr"])


class Adam(Optimizer):
    _decouples = False

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, amsgrad=False, *, maximize=False, **options):
        super().__init__(
            params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, amsgrad=amsgrad, maximize=maximize)
        )

    def _update(self, parameter, gradient, group, state):
        if not state:
            state["step"] = 0
            state["exp_avg"] = torch.zeros_like(parameter)
            state["exp_avg_sq"] = torch.zeros_like(parameter)
            if group["amsgrad"]:
                state["max_exp_avg_sq"] = torch.zeros_like(parameter)
        state["step"] += 1
        beta1, beta2 = group["betas"]
        if group["weight_decay"] != 0:
            if self._decouples:
                parameter.mul_(1 - group["lr"] * group["weight_decay"])
            else:
                gradient = gradient.add(parameter, alpha=group["weight_decay"])
        state["exp_avg"].lerp_(gradient, 1 - beta1)
        state["exp_avg_sq"].mul_(beta2).addcmul_(gradient, gradient, value=1 - beta2)
        correction1 = 1 - beta1 ** state["step"]
        correction2 = math.sqrt(1 - beta2 ** state["step"])
        second = state["exp_avg_sq"]
        if group["amsgrad"]:
            state["max_exp_avg_sq"] = torch.maximum(state["max_exp_avg_sq"], second)
            second = state["max_exp_avg_sq"]
        denominator = (second.sqrt() / correction2).add_(group["eps"])
        parameter.addcdiv_(state["exp_avg"], denominator, value=-group["lr"] / correction1)


class AdamW(Adam):
    _decouples = True

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2, amsgrad=False, *, maximize=False, **options):
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, maximize=maximize)


class RMSprop(Optimizer):
    def __init__(self, params, lr=1e-2, alpha=0.99, eps=1e-8, weight_decay=0, momentum=0, centered=False, **options):
        super().__init__(params, dict(lr=lr, alpha=alpha, eps=eps, weight_decay=weight_decay, momentum=momentum, centered=centered))

    def _update(self, parameter, gradient, group, state):
        if group["weight_decay"] != 0:
            gradient = gradient.add(parameter, alpha=group["weight_decay"])
        square = state.setdefault("square_avg", torch.zeros_like(parameter))
        square.mul_(group["alpha"]).addcmul_(gradient, gradient, value=1 - group["alpha"])
        if group["centered"]:
            average = state.setdefault("grad_avg", torch.zeros_like(parameter))
            average.lerp_(gradient, 1 - group["alpha"])
            root = square.addcmul(average, average, value=-1).sqrt_().add_(group["eps"])
        else:
            root = square.sqrt().add_(group["eps"])
        if group["momentum"] > 0:
            buffer = state.setdefault("momentum_buffer", torch.zeros_like(parameter))
            buffer.mul_(group["momentum"]).addcdiv_(gradient, root)
            parameter.add_(buffer, alpha=-group["lr"])
        else:
            parameter.addcdiv_(gradient, root, value=-group["lr"])
