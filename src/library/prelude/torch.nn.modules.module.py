# torch.nn.Module: registration by assignment, traversal, state, conversion.
import torch
from torch import _C
from torch.nn.parameter import Buffer, Parameter


class Module(_C._ModuleBase):
    training = True

    def __init__(self, *arguments, **keywords):
        attributes = self.__dict__
        attributes["training"] = True
        attributes["_parameters"] = {}
        attributes["_buffers"] = {}
        attributes["_modules"] = {}
        attributes["_transient"] = set()
        attributes["_hooks"] = {}

    def __setattr__(self, name, value):
        if name == "__class__":
            return object.__setattr__(self, name, value)
        attributes = self.__dict__
        parameters = attributes.get("_parameters")
        if isinstance(value, Parameter):
            if parameters is None:
                raise AttributeError("cannot assign parameters before Module.__init__() call")
            self._forget(name)
            parameters[name] = value
            return
        if isinstance(value, Module):
            if parameters is None:
                raise AttributeError("cannot assign module before Module.__init__() call")
            self._forget(name)
            attributes["_modules"][name] = value
            return
        if parameters is None:
            attributes[name] = value
            return
        if name in parameters:
            if value is not None:
                raise TypeError(
                    f"cannot assign '{torch.typename(value)}' as parameter '{name}' "
                    "(torch.nn.Parameter or None expected)"
                )
            parameters[name] = None
        elif name in attributes["_modules"]:
            if value is not None:
                raise TypeError(
                    f"cannot assign '{torch.typename(value)}' as child module '{name}' "
                    "(torch.nn.Module or None expected)"
                )
            attributes["_modules"][name] = None
        elif isinstance(value, Buffer):
            self._forget(name)
            attributes["_buffers"][name] = value
        elif name in attributes["_buffers"]:
            attributes["_buffers"][name] = value
        else:
            attributes[name] = value

    def __getattr__(self, name):
        attributes = self.__dict__
        for table in ("_parameters", "_buffers", "_modules"):
            entries = attributes.get(table)
            if entries is not None and name in entries:
                return entries[name]
        _C.missing_member(name)
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __delattr__(self, name):
        attributes = self.__dict__
        for table in ("_parameters", "_buffers", "_modules"):
            if name in attributes[table]:
                del attributes[table][name]
                return
        del attributes[name]

    def _forget(self, name):
        attributes = self.__dict__
        for table in ("_parameters", "_buffers", "_modules"):
            attributes[table].pop(name, None)
        attributes.pop(name, None)
        attributes["_transient"].discard(name)

    def forward(self, *arguments):
        raise NotImplementedError(f'Module [{type(self).__name__}] is missing the required "forward" function')

    # ---- hooks; _ModuleBase.__call__ asks for _call_with_hooks where there are any
    def _add_hook(self, kind, hook, prepend, with_kwargs=False):
        hooks = self.__dict__["_hooks"].setdefault(kind, {})
        handle = RemovableHandle(hooks)
        others = dict(hooks) if prepend else {}
        if prepend:
            hooks.clear()
        hooks[handle.id] = (hook, with_kwargs)
        hooks.update(others)
        return handle

    def register_forward_pre_hook(self, hook, *, prepend=False, with_kwargs=False):
        return self._add_hook("forward_pre", hook, prepend, with_kwargs)

    def register_forward_hook(self, hook, *, prepend=False, with_kwargs=False, always_call=False):
        return self._add_hook("forward", hook, prepend, with_kwargs)

    def _call_with_hooks(self, *arguments, **keywords):
        hooks = self.__dict__["_hooks"]
        for hook, with_kwargs in list(hooks.get("forward_pre", {}).values()):
            changed = hook(self, arguments, keywords) if with_kwargs else hook(self, arguments)
            if changed is not None and with_kwargs:
                arguments, keywords = changed
            elif changed is not None:
                arguments = changed if isinstance(changed, tuple) else (changed,)
        result = self.forward(*arguments, **keywords)
        for hook, with_kwargs in list(hooks.get("forward", {}).values()):
            changed = hook(self, arguments, keywords, result) if with_kwargs else hook(self, arguments, result)
            if changed is not None:
                result = changed
        return result

    # ---- registration
    def register_parameter(self, name, param):
        if "_parameters" not in self.__dict__:
            raise AttributeError("cannot assign parameter before Module.__init__() call")
        self._parameters[name] = param

    def register_buffer(self, name, tensor, persistent=True):
        if "_buffers" not in self.__dict__:
            raise AttributeError("cannot assign buffer before Module.__init__() call")
        self._forget(name)
        self._buffers[name] = tensor
        if not persistent:
            self._transient.add(name)

    def add_module(self, name, module):
        self._modules[name] = module

    def register_module(self, name, module):
        self.add_module(name, module)

    # ---- traversal
    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        if memo is None:
            memo = []
        if any(self is seen for seen in memo):
            return
        memo.append(self)
        yield prefix, self
        for name, module in self._modules.items():
            if module is not None:
                yield from module.named_modules(memo, prefix + ("." if prefix else "") + name)

    def modules(self):
        for _, module in self.named_modules():
            yield module

    def named_children(self):
        for name, module in self._modules.items():
            if module is not None:
                yield name, module

    def children(self):
        for _, module in self.named_children():
            yield module

    def _named(self, table, prefix, recurse, remove_duplicate=True):
        seen = []
        modules = self.named_modules(prefix=prefix) if recurse else [(prefix, self)]
        for module_prefix, module in modules:
            for name, value in module.__dict__[table].items():
                if value is None or any(value is other for other in seen):
                    continue
                if remove_duplicate:
                    seen.append(value)
                yield module_prefix + ("." if module_prefix else "") + name, value

    def named_parameters(self, prefix="", recurse=True, remove_duplicate=True):
        yield from self._named("_parameters", prefix, recurse, remove_duplicate)

    def parameters(self, recurse=True):
        for _, parameter in self.named_parameters(recurse=recurse):
            yield parameter

    def named_buffers(self, prefix="", recurse=True, remove_duplicate=True):
        yield from self._named("_buffers", prefix, recurse, remove_duplicate)

    def buffers(self, recurse=True):
        for _, buffer in self.named_buffers(recurse=recurse):
            yield buffer

    def get_submodule(self, target):
        module = self
        for name in target.split(".") if target else []:
            module = getattr(module, name)
        return module

    def get_parameter(self, target):
        path, _, name = target.rpartition(".")
        return self.get_submodule(path)._parameters[name]

    def get_buffer(self, target):
        path, _, name = target.rpartition(".")
        return self.get_submodule(path)._buffers[name]

    def set_submodule(self, target, module, strict=False):
        path, _, name = target.rpartition(".")
        setattr(self.get_submodule(path), name, module)

    def apply(self, function):
        for module in self.children():
            module.apply(function)
        function(self)
        return self

    # ---- state
    def _state_entries(self, prefix=""):
        entries = []
        for name, parameter in self._parameters.items():
            if parameter is not None:
                entries.append((prefix + name, parameter, True))
        for name, buffer in self._buffers.items():
            if buffer is not None and name not in self._transient:
                entries.append((prefix + name, buffer, False))
        for name, module in self._modules.items():
            if module is not None:
                entries.extend(module._state_entries(prefix + name + "."))
        return entries

    def state_dict(self, destination=None, prefix="", keep_vars=False):
        state = {} if destination is None else destination
        for key, tensor, _ in self._state_entries(prefix):
            state[key] = tensor if keep_vars else tensor.detach()
        return state

    def load_state_dict(self, state_dict, strict=True, assign=False):
        missing = []
        known = set()
        for key, tensor, _ in self._state_entries():
            known.add(key)
            if key not in state_dict:
                missing.append(key)
                continue
            source = state_dict[key]
            if tuple(source.shape) != tuple(tensor.shape):
                raise RuntimeError(
                    f"Error(s) in loading state_dict for {type(self).__name__}: size mismatch for {key}: copying "
                    f"a param with shape {source.shape} from checkpoint, the shape in current model is {tensor.shape}."
                )
            tensor.data.copy_(source)
        unexpected = [key for key in state_dict if key not in known]
        if strict and (missing or unexpected):
            raise RuntimeError(
                f"Error(s) in loading state_dict for {type(self).__name__}: "
                f"Missing key(s): {missing}. Unexpected key(s): {unexpected}."
            )
        return _LoadedKeys(missing, unexpected)

    # ---- modes and conversion
    def train(self, mode=True):
        self.training = mode
        for module in self.children():
            module.train(mode)
        return self

    def eval(self):
        return self.train(False)

    def requires_grad_(self, requires_grad=True):
        for parameter in self.parameters():
            parameter.requires_grad = requires_grad
        return self

    def zero_grad(self, set_to_none=True):
        for parameter in self.parameters():
            parameter.grad = None

    def _convert(self, function):
        for module in self.children():
            module._convert(function)
        for parameter in self._parameters.values():
            if parameter is not None:
                parameter.data = function(parameter.data)
        for name, buffer in self._buffers.items():
            if buffer is not None:
                self._buffers[name] = function(buffer)
        return self

    def to(self, *arguments, **keywords):
        def function(tensor):
            if tensor.is_floating_point():
                return tensor.to(*arguments, **keywords)
            targets = [a for a in arguments if not isinstance(a, torch.dtype)]
            names = {name: value for name, value in keywords.items() if name != "dtype"}
            return tensor.to(*targets, **names) if targets or names else tensor

        return self._convert(function)

    def _cast(self, dtype):
        return self._convert(lambda tensor: tensor.to(dtype) if tensor.is_floating_point() else tensor)

    def double(self):
        return self._cast(torch.float64)

    def float(self):
        return self._cast(torch.float32)

    def half(self):
        return self._cast(torch.float16)

    def bfloat16(self):
        return self._cast(torch.bfloat16)

    def type(self, dtype):
        return self._cast(dtype)

    def cuda(self, device=None):
        return self._convert(lambda tensor: tensor.cuda())

    def cpu(self):
        return self._convert(lambda tensor: tensor.cpu())

    def to_empty(self, *, device, recurse=True):
        return self._convert(lambda tensor: torch.empty_like(tensor, device=device))

    def share_memory(self):
        return self

    def compile(self, *arguments, **keywords):
        return None

    # ---- text
    def _get_name(self):
        return type(self).__name__

    def extra_repr(self):
        return ""

    def __repr__(self):
        extra = self.extra_repr()
        lines = extra.split("\n") if extra else []
        children = []
        for name, module in self._modules.items():
            children.append("(" + name + "): " + repr(module).replace("\n", "\n  "))
        text = self._get_name() + "("
        if lines or children:
            if len(lines) == 1 and not children:
                text += lines[0]
            else:
                text += "\n  " + "\n  ".join(lines + children) + "\n"
        return text + ")"


class RemovableHandle:
    """What a registration answers: remove() takes the hook away."""

    _next = [0]

    def __init__(self, hooks):
        self._hooks, self.id = hooks, RemovableHandle._next[0]
        RemovableHandle._next[0] += 1

    def remove(self):
        self._hooks.pop(self.id, None)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        self.remove()
        return False


class _LoadedKeys:
    def __init__(self, missing, unexpected):
        self.missing_keys = missing
        self.unexpected_keys = unexpected

    def __repr__(self):
        return "<All keys matched successfully>"
