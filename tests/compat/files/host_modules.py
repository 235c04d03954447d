import importlib

from packaging.version import Version
from packaging import version
import importlib.util
import pytest, triton, torch
assert Version("2.10.0+cu1") > Version("2.9") and Version("3.0.0rc1") < Version("3.0") and version.parse("1.0") == Version("1.0.0")
assert importlib.import_module("torch.nn.functional").relu
assert importlib.util.find_spec("nothing_there") is None


@pytest.mark.parametrize("x", [1])
def f(x):
    return x


assert f(3) == 3


@triton.testing.perf_report(
    triton.testing.Benchmark(x_names=["size"], x_vals=[64, 16, 32], line_arg="provider", line_vals=["a", "b"],
                             line_names=["A", "B"], plot_name="sizes", args={}))
def benchmark(size, provider):
    sizes.append((size, provider))
    return triton.testing.do_bench(lambda: None, quantiles=[0.5, 0.2, 0.8])


sizes = []
benchmark.run(print_data=True)
assert sizes == [(16, "a"), (16, "b")]
assert triton.runtime.driver.active.get_current_target().backend == "cuda"
assert triton.runtime.driver.active.get_active_torch_device().type == "cuda"
