# RUN: tilewright run %s
import pytest


@pytest.mark.parametrize("a, b", [(1, 1), (1, 2)])
def test_equal(a, b):
    assert a == b, f"{a} is not {b}"


def test_raises():
    with pytest.raises(KeyError):
        pass


if __name__ == "__main__":
    raise SystemExit(pytest.main([__file__]))
# EXPECT stdout
#| FAILED test_equal[1-2] - AssertionError: 1 is not 2
#| FAILED test_raises - Failed: DID NOT RAISE <class 'KeyError'>
#| 2 failed, 1 passed
# EXPECT exit 1
