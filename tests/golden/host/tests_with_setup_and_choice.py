# RUN: tilewright run --test %s -v -k "not slow and (Two or plain)"
# RUN: tilewright run --test %s
import pytest

calls = []


def setup_module(module):
    calls.append("module " + module.__name__)


def teardown_module():
    print(calls)


def setup_function(function):
    calls.append(function.__name__)


def test_plain(shared):
    assert calls[-1] == "test_plain" and shared == 3


@pytest.mark.parametrize("n", [1, 2])
def test_slow(n):
    assert n


class TestTwo:
    @classmethod
    def setup_class(cls):
        cls.size = 4

    def setup_method(self, method):
        self.items = [method.__name__]

    def teardown_method(self):
        calls.append(f"end {self.items}")

    def test_a(self):
        assert self.items == ["test_a"] and self.size == 4

    def test_b(self):
        self.items.append(1)
        assert len(self.items) == 2
# --- conftest.py
import pytest


@pytest.fixture
def shared():
    return 3
# EXPECT 1 stdout
#| test_plain PASSED
#| TestTwo::test_a PASSED
#| TestTwo::test_b PASSED
#| ['module tests_with_setup_and_choice', 'test_plain', "end ['test_a']", "end ['test_b', 1]"]
#| 3 passed, 2 deselected
# EXPECT 2 stdout
#| ['module tests_with_setup_and_choice', 'test_plain', 'test_slow', 'test_slow', "end ['test_a']", "end ['test_b', 1]"]
#| 5 passed
