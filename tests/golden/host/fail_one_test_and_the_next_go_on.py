# RUN: tilewright run --test %s -v
# RUN: tilewright run --test %s -k "file or prints or state"
import sys

import pytest
import torch
import triton
import triton.language as tl

calls = []


@triton.jit
def double(x, n, SIZE: tl.constexpr):
    at = tl.arange(0, SIZE)
    tl.store(x + at, tl.load(x + at) * 2)


@pytest.fixture
def watched():
    yield 1
    calls.append("down")


@pytest.fixture(scope="module")
def once():
    calls.append("once")
    return len(calls)


def test_outside(watched):
    with torch.no_grad():
        double[(1,)](torch.ones(3, device="cuda"), 3, SIZE=4)


def test_state():
    assert torch.is_grad_enabled()


def test_inside(once):
    x = torch.ones(4, device="cuda")
    double[(1,)](x, 4, SIZE=4)
    assert x.tolist() == [2] * 4


def test_unsupported():
    with torch.autocast("cpu"):
        pass


def test_file(tmp_path, once):
    calls.append(str(tmp_path))
    assert calls.count("once") == 1


def test_prints(capsys, tmp_path):
    assert str(tmp_path) not in calls
    print("kept")
    print("wrong", file=sys.stderr)
    read = capsys.readouterr()
    assert (read.out, read.err) == ("kept\n", "wrong\n") and capsys.readouterr().out == ""
    with capsys.disabled():
        print("shown")


def test_asserts():
    assert calls == []


class TestOptions:
    @pytest.fixture(autouse=True)
    def size(self, request):
        self.size = request.config.getoption("--size")

    def test_size(self, request):
        assert self.size == 3 and request.node.name == "test_size"
# --- conftest.py
from _pytest.config.argparsing import Parser


def pytest_addoption(parser: Parser) -> None:
    parser.addoption("--size", type=int, default=3)
# EXPECT 1 stdout
#| test_outside FAILED
#| test_state PASSED
#| test_inside PASSED
#| test_unsupported UNDECIDED
#| test_file PASSED
#| shown
#| test_prints PASSED
#| test_asserts FAILED
#| TestOptions::test_size PASSED
#| FAILED test_outside - out-of-bounds: load out of bounds: 'x' index 3 (valid: 0..2) in program (0, 0, 0)
#| FAILED test_asserts - AssertionError
#| UNDECIDED test_unsupported - unsupported: torch.autocast of another device than cuda
#| 2 failed, 1 undecided, 5 passed
# EXPECT 1 stderr
#| fail_one_test_and_the_next_go_on.py:16:22: error: load out of bounds: 'x' index 3 (valid: 0..2) in program (0, 0, 0) [out-of-bounds]
#|       tl.store(x + at, tl.load(x + at) * 2)
#|                        ^~~~~~~~~~~~~~~
#| note: 'x' is a tensor of shape [3] and dtype float32
#| note: lane 3 of the block's 4
#| note: the access has no mask
#| note: in program (0, 0, 0) of kernel 'double', grid (1, 1, 1)
#| fail_one_test_and_the_next_go_on.py:33:9: note: launched here
#|           double[(1,)](torch.ones(3, device="cuda"), 3, SIZE=4)
#|           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| <torch._functions>:170:9: error: torch.autocast of another device than cuda [unsupported]
#|           _C.set_autocast(self.device, self._enabled, self.fast_dtype)
#|           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| fail_one_test_and_the_next_go_on.py:47:10: note: called from here
#|       with torch.autocast("cpu"):
#|            ^~~~~~~~~~~~~~~~~~~~~
#| <pytest>:396:13: note: called from here
#|               self.function(**arguments)
#|               ^~~~~~~~~~~~~~~~~~~~~~~~~~
#| <pytest>:592:21: note: called from here
#|               fault = _script.attempt(test.run, expected is not None)
#|                       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| <pytest>:659:13: note: called from here
#|               self._run(test)
#|               ^~~~~~~~~~~~~~~
#| <pytest>:673:17: note: called from here
#|                   self._run_group(None, list(self._expand(name, item, marks, module)), 'nothing')
#|                   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| <pytest>:715:5: note: called from here
#|       runner.run(module)
#|       ^~~~~~~~~~~~~~~~~~
# EXPECT 1 exit 1
# EXPECT 2 stdout
#| shown
#| 3 passed, 5 deselected
