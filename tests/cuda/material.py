"""The kernels and the planted faults: where they are, which flags they need, how a fault is applied to its kernel."""
import dataclasses
import pathlib
import re
import tomllib

HERE = pathlib.Path(__file__).parent
KERNELS = sorted((HERE / "kernels").glob("*.cu"))
# Statuses of docs/verdict.md that a fault may have.
STATUSES = {
    "memory_fault", "uninitialised_read", "race", "barrier_divergence", "launch_error", "nondeterministic", "timeout",
    "out_of_memory", "wrong_values",
}


@dataclasses.dataclass(frozen=True)
class Fault:
    """One edit of one kernel and what must be said about it."""
    name: str
    kernel: str
    replace: str  # occurs once in the kernel
    replacement: str
    status: tuple[str, ...]  # one of these
    at: tuple[str, ...]  # the report names one of these lines; each text occurs once in the patched source
    words: tuple[str, ...]  # occur in the diagnostic or its notes

    def source(self) -> str:
        text = (HERE / "kernels" / f"{self.kernel}.cu").read_text()
        assert text.count(self.replace) == 1, f"{self.name}: {self.replace!r} occurs {text.count(self.replace)} times"
        return text.replace(self.replace, self.replacement)

    def lines(self) -> set[int]:
        """The lines on which the texts of `at` end; indentation does not matter."""
        source = self.source()
        result = set()
        for text in self.at:
            pattern = r"\s*\n\s*".join(re.escape(line.strip()) for line in text.strip().splitlines())
            found = list(re.finditer(pattern, source))
            assert len(found) == 1, f"{self.name}: {text!r} occurs {len(found)} times"
            result.add(source.count("\n", 0, found[0].end()) + 1)
        return result


def one_or_several(value: str | list[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def read_faults() -> list[Fault]:
    faults = []
    for path in sorted((HERE / "faults").glob("*.toml")):
        for entry in tomllib.loads(path.read_text())["fault"]:
            fault = Fault(
                name=entry["name"], kernel=entry["kernel"], replace=entry["replace"], replacement=entry["with"],
                status=one_or_several(entry["status"]), at=one_or_several(entry["at"]),
                words=tuple(entry.get("words", ())))
            assert STATUSES.issuperset(fault.status), f"{fault.name}: {fault.status}"
            faults.append(fault)
    names = [fault.name for fault in faults]
    assert len(names) == len(set(names)), "two faults have the same name"
    return faults


def nvcc_flags(source: str) -> list[str]:
    """The first line of a kernel may name flags that it needs."""
    found = re.match(r"// nvcc: (.*)", source)
    return found[1].split() if found else []
