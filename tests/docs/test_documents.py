"""Runs the commands that README.md and docs/*.md show, as written, and compares what they print.

A fenced block that begins with ```console holds `$ command` lines, each followed by its output. A line `...` in the
output stands for any number of lines. A block is left out when the line before its fence is an HTML comment
`<!-- not run: REASON -->` (a long run, a figure that changes). Commands run in the repository's root with build/ first
on PATH."""
import os
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def console_blocks():
    for document in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        if not document.exists():
            continue
        lines = document.read_text().splitlines()
        index = 0
        while index < len(lines):
            if lines[index].strip() == "```console":
                is_left_out = index > 0 and lines[index - 1].startswith("<!-- not run:")
                start = index + 1
                index = start
                while lines[index].strip() != "```":
                    index += 1
                if not is_left_out:
                    yield f"{document.name}:{start}", lines[start:index]
            index += 1


def commands(block):
    found = []
    for line in block:
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif found:
            found[-1][1].append(line)
    return found


def matches(expected, actual):
    pattern = []
    for line in expected:
        pattern.append(r"(?:.*\n)*?" if line.strip() == "..." else re.escape(line.rstrip()) + r"[ ]*\n")
    return re.fullmatch("".join(pattern), "".join(line.rstrip() + "\n" for line in actual)) is not None


BLOCKS = list(console_blocks())


@pytest.mark.parametrize("place,block", BLOCKS, ids=[place for place, _ in BLOCKS])
def test_console_block(place, block):
    environment = dict(os.environ, PATH=f"{ROOT / 'build'}:{os.environ['PATH']}")
    for command, expected in commands(block):
        result = subprocess.run(command, shell=True, cwd=ROOT, env=environment, text=True, timeout=300,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        while expected and not expected[-1].strip():
            expected.pop()
        actual = result.stdout.rstrip("\n").splitlines() if result.stdout else []
        assert matches(expected, actual), f"{place}: $ {command}\nexpected:\n" + "\n".join(expected) + \
            "\nprinted:\n" + result.stdout


def test_there_are_blocks_to_run():
    assert len(BLOCKS) >= 1
