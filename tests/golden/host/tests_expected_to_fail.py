# RUN: tilewright run --test %s -v
import pytest


@pytest.mark.xfail(reason="known")
def test_fails():
    assert 1 == 2


@pytest.mark.xfail(True, reason="here")
def test_condition_met():
    raise ValueError("no")


@pytest.mark.xfail(False, reason="elsewhere")
def test_condition_not_met():
    pass


@pytest.mark.xfail
def test_passes():
    pass


@pytest.mark.xfail(raises=ValueError)
def test_raises():
    int("x")


@pytest.mark.xfail(run=False)
def test_not_run():
    raise SystemExit(7)


@pytest.mark.parametrize("n", [1, pytest.param(2, marks=pytest.mark.xfail(strict=True))])
def test_parameters(n):
    assert n == 1


def test_says_so():
    pytest.xfail("in the middle")


@pytest.mark.xfail
def test_skips():
    pytest.skip("not here")


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("data")


def test_folders(folder, tmp_path, tmp_path_factory):
    assert folder.name == "data0" and tmp_path_factory.mktemp("data").name == "data1"
    assert tmp_path.name == "test_folders0" and tmp_path_factory.mktemp("own", numbered=False).name == "own"
    (folder / "a.txt").write_text("text")
    (tmp_path / "b.txt").write_text("b")
    assert (folder / "a.txt").read_text() == "text" and [p.name for p in tmp_path.iterdir()] == ["b.txt"]
    with pytest.raises(FileExistsError):
        tmp_path_factory.mktemp("own", numbered=False)
# EXPECT stdout
#| test_fails XFAIL
#| test_condition_met XFAIL
#| test_condition_not_met PASSED
#| test_passes XPASS
#| test_raises XFAIL
#| test_not_run XFAIL
#| test_parameters[1] PASSED
#| test_parameters[2] XFAIL
#| test_says_so XFAIL
#| test_skips SKIPPED
#| test_folders PASSED
#| 3 passed, 1 skipped, 6 xfailed, 1 xpassed
