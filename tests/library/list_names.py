"""Prints src/library/known_names.def: the public names of PyTorch's and NumPy's modules and of their main classes."""
import importlib.util
import pathlib
import textwrap
import types
import warnings

MODULES = """torch torch.accelerator torch.amp torch.autograd torch.autograd.forward_ad torch.autograd.functional
torch.autograd.graph torch.autograd.profiler torch.backends torch.backends.cuda torch.backends.cudnn torch.compiler torch.cpu
torch.cuda torch.cuda.amp torch.cuda.comm torch.cuda.graphs torch.cuda.memory torch.cuda.nvtx torch.cuda.profiler
torch.cuda.random torch.cuda.streams torch.distributed torch.distributed.fsdp torch.distributed.tensor torch.distributions
torch.export torch.fft torch.func torch.futures torch.fx torch.hub torch.jit torch.library torch.linalg torch.masked torch.mps
torch.multiprocessing torch.nested torch.nn torch.nn.attention torch.nn.attention.bias torch.nn.attention.flex_attention
torch.nn.functional torch.nn.init torch.nn.modules torch.nn.modules.activation torch.nn.modules.batchnorm
torch.nn.modules.container torch.nn.modules.conv torch.nn.modules.dropout torch.nn.modules.linear torch.nn.modules.loss
torch.nn.modules.module torch.nn.modules.normalization torch.nn.modules.pooling torch.nn.modules.rnn torch.nn.modules.utils
torch.nn.parallel torch.nn.parameter torch.nn.utils torch.nn.utils.parametrizations torch.nn.utils.parametrize
torch.nn.utils.prune torch.nn.utils.rnn torch.nn.utils.stateless torch.onnx torch.optim torch.optim.lr_scheduler
torch.optim.optimizer torch.optim.swa_utils torch.overrides torch.package torch.profiler torch.quantization torch.random
torch.serialization torch.signal torch.signal.windows torch.sparse torch.special torch.storage torch.testing torch.types
torch.utils torch.utils.benchmark torch.utils.checkpoint torch.utils.cpp_extension torch.utils.data torch.utils.dlpack
torch.utils.hooks torch.utils.tensorboard torch.version torch.xpu numpy numpy.fft numpy.lib.stride_tricks numpy.linalg numpy.ma
numpy.polynomial numpy.random numpy.testing numpy.typing""".split()
# By the name of the module that defines them here.
CLASSES = {
    "torch.Tensor": "torch.Tensor",
    "torch.nn.modules.module.Module": "torch.nn.Module",
    "torch.Generator": "torch.Generator",
    "torch.optim.Optimizer": "torch.optim.Optimizer",
    "numpy.ndarray": "numpy.ndarray",
}
# Folders of PyTorch whose modules are its own affair.
INTERNAL = ("_internal", "_inductor", "_export", "onnx", "fx", "ao", "testing", "_dynamo", "functorch")


def is_own(package, value):
    """Whether a name is one of the package, no import of its own."""
    if isinstance(value, types.ModuleType):
        return value.__name__.startswith(package)
    return (getattr(value, "__module__", None) or package).split(".")[0] not in ("typing", "collections", "enum", "functools")


def names_of(name):
    owner = importlib.import_module(name)
    package = name.split(".")[0]
    return sorted(each for each in dir(owner) if not each.startswith("_") and is_own(package, getattr(owner, each, None)))


def names_of_class(name):
    module, _, short = name.rpartition(".")
    return sorted(each for each in dir(getattr(importlib.import_module(module), short)) if not each.startswith("_"))


def submodules():
    """The dotted names of PyTorch's modules, none of them imported."""
    root = pathlib.Path(importlib.util.find_spec("torch").origin).parent
    found = []
    for path in root.rglob("*.py"):
        parts = path.relative_to(root.parent).with_suffix("").parts
        if not any(part in INTERNAL for part in parts[1:-1]):
            found.append(".".join(part for part in parts if part != "__init__"))
    return sorted(found)


def table():
    warnings.simplefilter("ignore")
    found = []
    for name in MODULES:
        try:
            found.append((name, names_of(name)))
        except ImportError:  # a part that needs a package which is not installed
            continue
    found.append(("modules", submodules()))
    return found + [(owner, names_of_class(name)) for owner, name in CLASSES.items()]


def main():
    import numpy
    import torch

    print(f"// TW_KNOWN_NAMES(owner, names): made by tests/library/list_names.py from PyTorch {torch.__version__.split('+')[0]} and")
    print(f"// NumPy {numpy.__version__}: what a program may rightly ask for. What is not built of it is our shortcoming.")
    for owner, names in table():
        lines = textwrap.wrap(" ".join(names), 104, break_long_words=False, break_on_hyphens=False)
        print(f'TW_KNOWN_NAMES("{owner}",')
        print("\n".join(f'  "{line} "' for line in lines) + ")")


if __name__ == "__main__":
    main()
