"""Every instruction that src/kernels/nki/instructions.def says to run has a golden kernel that uses it and ends well."""
import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parent


def test_every_instruction_has_a_golden():
    table = (HERE.parent.parent / "src/kernels/nki/instructions.def").read_text()
    run = set(re.findall(r"^TW_INSTRUCTION\((\w+),", table, re.MULTILINE))
    assert len(run) > 30
    used = set()
    for file in (HERE / "nki").glob("*.py"):
        if not file.name.startswith("fail_"):
            used |= set(re.findall(r"nisa\.(\w+)\(", file.read_text()))
    assert sorted(run - used) == []
