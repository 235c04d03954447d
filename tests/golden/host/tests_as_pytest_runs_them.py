# RUN: tilewright run %s --test
import pytest
import torch
import triton
import triton.language as tl


@triton.jit
def add(x_ptr, y_ptr, out_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n, other=0)
    y = tl.load(y_ptr + i, mask=i < n, other=0)
    tl.store(out_ptr + i, x + y, mask=i < n)


@pytest.fixture
def seed():
    torch.manual_seed(1)
    yield 1
    print("closed")


@pytest.mark.parametrize("n", [1, 100, pytest.param(1000, marks=pytest.mark.skip(reason="slow"))])
@pytest.mark.parametrize("dtype", [torch.float32, torch.int32], ids=str)
def test_add(n, dtype):
    x = torch.ones(n, device="cuda").to(dtype)
    out = torch.empty_like(x)
    add[(triton.cdiv(n, 64),)](x, x, out, n, BLOCK=64)
    torch.testing.assert_close(out, x + x)


def test_seed(seed):
    assert torch.initial_seed() == seed


class TestErrors:
    def test_raises(self):
        with pytest.raises(ValueError, match="b.d"):
            raise ValueError("bad")

    @pytest.mark.xfail
    def test_expected(self):
        assert 0.1 + 0.2 == pytest.approx(0.4)


if __name__ == "__main__":
    print("never here")
# EXPECT stdout
#| closed
#| 6 passed, 2 skipped, 1 xfailed
