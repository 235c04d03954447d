# torch.nn.utils.parametrize: an attribute of a module that other parameters give.
import torch
from torch.nn.modules.container import ModuleDict, ModuleList
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter


class ParametrizationList(ModuleList):
    """The modules that give one attribute, in their order, and what the first of them is given."""

    def __init__(self, modules, original, unsafe=False):
        super().__init__(modules)
        value = original
        with torch.no_grad():
            for module in reversed(list(self)):
                if hasattr(module, "right_inverse"):
                    value = module.right_inverse(value)
        self.is_tensor = torch.is_tensor(value)
        values = [value] if self.is_tensor else list(value)
        self.ntensors = len(values)
        for i, each in enumerate(values):
            name = "original" if self.is_tensor else f"original{i}"
            if isinstance(original, Parameter):
                setattr(self, name, Parameter(each.detach(), requires_grad=original.requires_grad))
            else:
                self.register_buffer(name, each)

    def right_inverse(self, value):
        with torch.no_grad():
            for module in reversed(list(self)):
                value = module.right_inverse(value)
            for i, each in enumerate([value] if self.is_tensor else list(value)):
                getattr(self, "original" if self.is_tensor else f"original{i}").copy_(each)

    def forward(self):
        modules = list(self)
        if self.is_tensor:
            value = modules[0](self.original)
        else:
            value = modules[0](*[getattr(self, f"original{i}") for i in range(self.ntensors)])
        for module in modules[1:]:
            value = module(value)
        return value


def _give_property(module, name):
    cls = type(module)
    if not getattr(cls, "_is_parametrized_class", False):
        module.__class__ = cls = type("Parametrized" + cls.__name__, (cls,), {"_is_parametrized_class": True})

    def read(self):
        return self.parametrizations[name]()

    def write(self, value):
        self.parametrizations[name].right_inverse(value)

    setattr(cls, name, property(read, write))


def register_parametrization(module, tensor_name, parametrization, *, unsafe=False):
    if is_parametrized(module, tensor_name):
        module.parametrizations[tensor_name].append(parametrization)
        return module
    if tensor_name not in module._parameters and tensor_name not in module._buffers:
        raise ValueError(
            f"Module '{module}' does not have a parameter, a buffer, or a parametrized element with name "
            f"'{tensor_name}'"
        )
    original = getattr(module, tensor_name)
    made = ParametrizationList([parametrization], original, unsafe)
    delattr(module, tensor_name)
    if "parametrizations" not in module._modules:
        module.parametrizations = ModuleDict()
    module.parametrizations[tensor_name] = made
    _give_property(module, tensor_name)
    return module


def is_parametrized(module, tensor_name=None):
    lists = module._modules.get("parametrizations")
    if lists is None:
        return False
    return len(lists) > 0 if tensor_name is None else tensor_name in lists


def remove_parametrizations(module, tensor_name, leave_parametrized=True):
    if not is_parametrized(module, tensor_name):
        raise ValueError(f"Module {module} does not have a parametrization on {tensor_name}")
    held = module.parametrizations[tensor_name]
    with torch.no_grad():
        value = held() if leave_parametrized else held.original
    delattr(type(module), tensor_name)
    is_parameter = len(list(held.parameters(recurse=False))) > 0
    del module.parametrizations[tensor_name]
    if is_parameter:
        module.register_parameter(tensor_name, Parameter(value.detach()))
    else:
        module.register_buffer(tensor_name, value.detach())
    if len(module.parametrizations) == 0:
        del module._modules["parametrizations"]
        module.__class__ = type(module).__mro__[1]
    return module


class cached:
    """A block in which values may be kept; here they are computed at each use, which gives the same ones."""

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        return False
