"""The C++ reader of Python against CPython's own, which must be a 3.11: trees with all positions over the standard
library, over part of what is installed, and over generated programs; accept or reject over damaged programs;
and that unparsed text reads back as the same tree.

What may differ, and why:
- Deep input. The reader stops at 1000 levels of one expression (or elifs in a row) so that no reader of a
  tree overflows its stack; CPython at about 3000, by other measures.
- A string of several lines inside the braces of an f-string, beginning on the expression's first line:
  CPython 3.11 forgets to add the f-string's column to where that string begins. The reader gives the true place.
- Integers of more than 40000 digits in a base other than ten are refused (of base ten, more than 4300, as
  CPython does).
- Null bytes: CPython gives no syntax error but a ValueError; the reader a diagnostic. Both refuse.
- Encodings: what ICU knows by the declared name against what Python's codecs know.
"""

import ast
import os
import pathlib
import random
import re
import sys
import sysconfig
import textwrap
import warnings

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import cpython_tree
import program_generator

SEED = int(os.environ.get("TILEWRIGHT_TEST_SEED", "20260101"))
STANDARD_LIBRARY = pathlib.Path(sysconfig.get_path("stdlib"))
REFUSALS = (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError)
TOKEN = re.compile(r"\w+|\"[^\"\n]*\"|'[^'\n]*'|[^\w\s]|\n")

pytestmark = pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="compares with the grammar of CPython 3.11")


@pytest.fixture(autouse=True)
def quiet_and_deep():
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(20000)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
    sys.setrecursionlimit(limit)


def cpython(data):
    """CPython's tree, or the exception with which it refuses."""
    try:
        return compile(data, "input.py", "exec", ast.PyCF_ONLY_AST)
    except REFUSALS as error:
        return error


def compare(paths):
    """What differs, as lines of text; and how many files both accepted."""
    problems, accepted = [], 0
    for path, line in zip(paths, cpython_tree.dump_files(paths), strict=True):
        assert line["file"] == str(path)
        expected = cpython(path.read_bytes())
        if isinstance(expected, Exception):
            if "tree" in line:
                problems.append(f"{path}: accepted, but CPython says {expected!r}")
            continue
        if "error" in line:
            problems.append(f"{path}: refused with {line['error']}, but CPython accepts")
            continue
        accepted += 1
        ours, theirs = cpython_tree.from_dump(line["tree"]), cpython_tree.from_cpython(expected)
        if ours != theirs:
            place, left, right = cpython_tree.first_difference(theirs, ours)
            problems.append(f"{path}: at {place[-6:]} CPython has {str(left)[:200]}, we {str(right)[:200]}")
    return problems, accepted


def write_all(folder, texts):
    paths = []
    for index, text in enumerate(texts):
        path = folder / f"{index}.py"
        path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
        paths.append(path)
    return paths


def library_files():
    return sorted(path for path in STANDARD_LIBRARY.rglob("*.py") if "site-packages" not in path.parts)


def test_standard_library():
    problems, accepted = compare(library_files())
    assert not problems, "\n".join(problems)
    assert accepted > 150


def test_installed_packages():
    packages = pathlib.Path(sysconfig.get_path("purelib"))
    files = sorted(packages.rglob("*.py"))
    chosen = random.Random(SEED).sample(files, min(len(files), 200))
    problems, _ = compare(chosen)
    assert not problems, "\n".join(problems)


def test_generated_programs(tmp_path):
    print("seed", SEED)
    texts = [program_generator.generate(SEED + index) for index in range(800)]
    problems, accepted = compare(write_all(tmp_path, texts))
    assert not problems, "\n".join(problems)
    assert accepted > 250


def damaged_programs(count):
    rng = random.Random(SEED)
    library = sorted(STANDARD_LIBRARY.glob("*.py"))
    for _ in range(count):
        if rng.random() < 0.5:
            text = program_generator.generate(rng.randrange(10**9), 3)
        else:
            lines = rng.choice(library).read_text(errors="replace").split("\n")
            start = rng.randrange(len(lines))
            text = textwrap.dedent("\n".join(lines[start : start + rng.randint(1, 25)])) + "\n"
        yield program_generator.damage(rng, text, [match.span() for match in TOKEN.finditer(text)])


def test_damaged_programs(tmp_path):
    print("seed", SEED)
    paths = write_all(tmp_path, damaged_programs(2000))
    problems, accepted = compare(paths)
    assert not problems, "\n".join(problems)
    assert 50 < accepted < 1000


def test_messages_are_mostly_those_of_cpython(tmp_path):
    print("seed", SEED)
    paths = write_all(tmp_path, damaged_programs(1000))
    same = same_line = refused = 0
    for path, line in zip(paths, cpython_tree.dump_files(paths), strict=True):
        expected = cpython(path.read_bytes())
        if not isinstance(expected, SyntaxError) or "error" not in line:
            continue
        refused += 1
        same += expected.msg == line["error"]["message"]
        same_line += expected.lineno == line["error"]["line"]
    assert refused > 500
    assert same > 0.8 * refused, f"{same} of {refused}"
    assert same_line > 0.85 * refused, f"{same_line} of {refused}"


CHOSEN = [
    b"x = 0x" + b"F" * 5000, b"x = 0b" + b"1" * 20000,
    b"\xef\xbb\xbfx = 1\n", b"# coding: latin-1\nx = '\xe9'\n", b"#!/bin/x\n# -*- coding: cp1252 -*-\ny = '\x80'\n",
    b"x = '\xff'\n", b"\x00", b"x = 1\x00", b"", b"\n", b"\\\n", b"x = \\", b"x \\\n  = 1", b"\\\n  x = 1\n",
    b"if a:\r\n  b\r\n", b"if a:\r  b\r", b"'''a\r\nb\rc'''", b"'a\\\r\nb'", b"if a:\n\tb\n        c\n", b"if a:\n        b\n\tc\n",
    b"\x0cif a:\n  \x0c  b\n", b"if a:\n  \\\n    b\n  c\n", b" x", b"if a:\n  b\n c", b"x = (\n#\n)\n", b"(" * 199 + b")" * 199,
    b"(" * 201 + b")" * 201, b"x = 0777", b"0_0", b"1__0", b"1_", b"0x_f", b"0x", b"0b2", b"0o8", b"1e", b"1.e5j", b"1if x else y",
    b"1_000j", b"0xfor x in y", b"1 if 1else 2", b"9" * 4300, b"9" * 4301, b"1e999, -1e999, 1e-999",
    "ªº = ﬁ = K".encode(), "x·y = ℘".encode(), "𝔘 = 1".encode(), "x = 1\u2028".encode(), "€ = 1".encode(),
    b"f'{a!r:>{b}} {c=} {d = !s}'", b"f'{a:{b:{c}}}'", b"f'{a:{b:c}}'", b"f'{a[\"b\"]}{{}}'", b"f'{lambda x: 1}'", b"f'{(lambda x: 1)}'",
    b"f'{a!=b}{a==b}{a<=b}{a>b}'", b"f'{*a, b}'", b"f'{yield}'", b"f'{a:=5}{(a:=5)}'", b"f'{}'", b"f'{ }'", b"f'{!r}'", b"f'{a!x}'",
    b"f'{a'", b"f'}'", b"f'{a}}'", b"f'{\\n}'", b"f'{#}'", b"f'''{\na}'''", b"f'''{ \n(a, b)}'''", b"f'{a}' 'b' f'{c}'",
    b"u'a' f'{b:c}' 'd'", b"f'\\N{DIGIT ONE}{a}'", b"rf'\\N{a}'", b"f'\\{a}'", b"'\\N{no such name}'", b"'\\N{}'", b"'\\N'", b"b'\\N{x}'",
    b"'\\x4'", b"'\\u12'", b"'\\U00110000'", b"'\\ud83d\\ude00'", b"'\\777'", b"b'\\xg'", "b'é'".encode(), b"b'a' 'b'", b"ur'a'", b"bu'a'",
    b"match x:\n  case _(): pass\n", b"match x:\n  case a._: pass\n", b"match = 1", b"match[1]: int", b"match (x): int", b"match: x",
    b"match x, *y:\n case [a, *_] if (b := c): pass\n", b"match *a:\n case 1: pass\n", b"match x:\n case *a: pass\n", b"match x:\n case -1 + 2j: pass\n",
    b"match x:\n case 1j + 2: pass\n", b"match x:\n case a as b.c: pass\n", b"match x:\n case {**_}: pass\n", b"match x:\n case {1: a, **b, 2: c}: pass\n",
    b"with (a, b): pass", b"with (a as b, c as d,): pass", b"with (a, b) as c: pass", b"with (a): pass", b"with (a for a in b): pass",
    b"with (yield): pass", b"with (a := b): pass", b"with (a, *b): pass", b"with (): pass", b"with (a)[0] as b: pass", b"with (a), (b): pass",
    b"a: int", b"(a): int", b"a.b: int = yield", b"a, b: int", b"[a]: int", b"(a, b) += 1", b"*a = b", b"*a, = b", b"(*a) = b", b"a = yield = b",
    b"x = *a", b"x = (*a)", b"print(*a, **b, *c)", b"f(a for a in b, c)", b"f(a, b for b in c)", b"f(a=1, b)", b"f(**a, *b)", b"f(a.b=1)", b"f(True=1)",
    b"class A(x for x in y): pass", b"def f(a, /, b, *, c, **d): pass", b"def f(*): pass", b"def f(*, **a): pass", b"def f(a=1, b): pass",
    b"def f(*a: *b): pass", b"def f(a: *b): pass", b"lambda *a, b=1, **c: 0", b"lambda (a): 0", b"a[b:c, *d]", b"a[*b]", b"a[b:=c]", b"a[b:=c:d]",
    b"{**a, 'b': c}", b"{a: b for c in d}", b"{**a for b in c}", b"{*a for b in c}", b"[*a for b in c]", b"{a, b: c}", b"{a: *b}", b"{a:}",
    b"not a not in b", b"a if b else c if d else e", b"a if b", b"lambda: (yield)", b"await a ** b", b"await -a", b"- -a ** -b", b"a < b < c is not d",
    b"del a, (b, [c]), d.e", b"del *a", b"del f()", b"del ()", b"for a, *b in c: pass", b"for a.b[c] in d, e: pass", b"for f() in x: pass", b"for x in: pass",
    b"try: pass\nfinally: pass", b"try: pass\nexcept* A: pass\nexcept* B as c: pass", b"try: pass\nexcept: pass\nexcept* A: pass", b"try: pass\nexcept*: pass",
    b"async def f():\n async for a in b: pass\n async with c as d: pass\n [e async for e in g]\n", b"async x", b"@a\nasync with b: pass", b"@a.b[c](d)\nclass E: pass",
    b"from . import a", b"from ...a.b import (c, d as e,)", b"from a import b,", b"from a import ()", b"from a import *, b", b"import a.b as c, d", b"import a.b.c as d.e",
    b"a <> b", b"a = b = c", b"a += b = c", b"a := b", b"(a := b)", b"x = a := b", b"f(a := b)", b"f(a := b for c in d)", b"global a, b", b"nonlocal", b"return *a, b", b"raise a from b",
    b"x = 1;", b"x = 1;;", b";", b"if a: b; c\nelse: d", b"if a:\n  b\nelif c: d\nelse:\n  e", b"else: a", b"class A: pass", b"class A(B, *c, metaclass=D, **e): pass", b"pass pass",
]


def test_chosen_sources(tmp_path):
    problems, _ = compare(write_all(tmp_path, CHOSEN))
    assert not problems, "\n".join(problems)


def bare_tree(tree):
    return cpython_tree.without_places(cpython_tree.from_cpython(tree))


def unparse_problems(paths):
    problems = []
    for path, line in zip(paths, cpython_tree.dump_files(paths, "--dump", "--unparse"), strict=True):
        tree = cpython(path.read_bytes())
        if isinstance(tree, Exception):
            continue
        again = cpython(line["text"])
        if isinstance(again, Exception):
            problems.append(f"{path}: the text does not parse: {again!r}")
        elif bare_tree(tree) != bare_tree(again):
            problems.append(f"{path}: the text has another tree")
    return problems


def test_unparse_keeps_the_tree(tmp_path):
    library = random.Random(SEED).sample(library_files(), 150)
    generated = write_all(tmp_path, [program_generator.generate(SEED + index) for index in range(400)])
    chosen_folder = tmp_path / "chosen"
    chosen_folder.mkdir()
    problems = unparse_problems(library + generated + write_all(chosen_folder, CHOSEN))
    assert not problems, "\n".join(problems)
