"""Every kind of diagnostic is printed by a golden file, but for those named here with the reason."""
import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parent
KINDS = re.findall(r'^TW_KIND\(\w+, "([^"]+)"', (HERE.parents[1] / "src/base/kinds.def").read_text(), re.M)
WITHOUT_GOLDEN = {
    "file-unwritable": "needs a full disk or a folder without rights; tests/teach fills a disk",
    "worker-crash": "no input is known that crashes a worker; judge_pool_test kills one",
}


def test_every_kind_has_a_golden_file():
    printed = set()
    for path in HERE.rglob("*"):
        if path.is_file() and path.suffix != ".graph":
            printed.update(re.findall(r"\[([a-z-]+)\]$", path.read_text(), re.M))
    assert len(KINDS) > 30
    assert sorted(kind for kind in KINDS if kind not in printed) == sorted(WITHOUT_GOLDEN)
