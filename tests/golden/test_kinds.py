"""Every kind of diagnostic is printed by a golden file, but for those named here with the reason."""
import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parent
KINDS = re.findall(r'^TW_KIND\(\w+, "([^"]+)"', (HERE.parents[1] / "src/base/kinds.def").read_text(), re.M)
WITHOUT_GOLDEN = {
    "file-unwritable": "needs a full disk or a folder without rights; tests/teach fills a disk",
    "worker-crash": "no input is known that crashes a worker; judge_pool_test kills one",
    "misaligned": "reserved: a load from an odd address through a cast pointer is not reported yet",
    "device-assert": "reserved: tl.device_assert does nothing, as in Triton without its debug mode",
    "integer-overflow": "reserved: kernels compute as the chip does, without a warning yet",
    "float-to-int": "reserved: kernels compute as the chip does, without a warning yet",
    "division-by-zero": "reserved: kernels compute as the chip does, without a warning yet",
}


def test_every_kind_has_a_golden_file():
    printed = set()
    for path in HERE.rglob("*"):
        if path.is_file() and path.suffix != ".graph":
            printed.update(re.findall(r"\[([a-z-]+)\]$", path.read_text(), re.M))
    assert len(KINDS) > 30
    assert sorted(kind for kind in KINDS if kind not in printed) == sorted(WITHOUT_GOLDEN)
