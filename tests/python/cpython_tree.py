"""CPython's trees in the form that `tilewright parse --dump` prints (src/python/dump.h)."""

import ast
import json
import os
import pathlib
import subprocess
import tempfile

BINARY = os.environ.get("TILEWRIGHT", str(pathlib.Path(__file__).parents[2] / "build" / "tilewright"))

_SKIPPED = {"type_comment", "type_ignores", "kind"}
_FIELDS = {}
_PLACED = {}


def _constant(node):
    value = node.value
    if value is None:
        return ["None"]
    if value is Ellipsis:
        return ["Ellipsis"]
    if isinstance(value, bool):
        return ["bool", value]
    if isinstance(value, int):
        # Integers beyond CPython's limit of digits come from hexadecimal literals; compare those as such.
        return ["int", str(value) if value.bit_length() < 14000 else hex(value)]
    if isinstance(value, float):
        return ["float", value]
    if isinstance(value, complex):
        return ["imaginary", value.imag]
    if isinstance(value, str):
        return ["str", value, node.kind]
    return ["bytes", value.hex()]


def from_cpython(node):
    """A node of the ast module, or a list or plain field of one, as a dump has it."""
    if isinstance(node, ast.AST):
        cls = node.__class__
        name = cls.__name__
        if name == "Constant":
            out = [name, node.lineno, node.col_offset, node.end_lineno, node.end_col_offset]
            out.append(_constant(node))
            return out
        if name == "MatchSingleton":
            node.kind = None
            return [name, node.lineno, node.col_offset, node.end_lineno, node.end_col_offset, _constant(node)]
        fields = _FIELDS.get(cls)
        if fields is None:
            fields = _FIELDS[cls] = [field for field in cls._fields if field not in _SKIPPED]
            _PLACED[cls] = "lineno" in cls._attributes
        if not fields and not _PLACED[cls]:
            return name  # an operator or a context
        if _PLACED[cls]:
            out = [name, node.lineno, node.col_offset, node.end_lineno, node.end_col_offset]
        else:
            out = [name]
        for field in fields:
            out.append(from_cpython(getattr(node, field)))
        return out
    if isinstance(node, list):
        return [from_cpython(element) for element in node]
    return node


def from_dump(tree):
    """Turns the tagged constants of a dump into the values from_cpython gives (in place)."""
    stack = [tree]
    while stack:
        node = stack.pop()
        if node and node[0] in ("float", "imaginary") and len(node) == 2:
            node[1] = float.fromhex(node[1])
        elif node and node[0] == "str_hex" and len(node) == 3:
            node[0], node[1] = "str", bytes.fromhex(node[1]).decode("utf-8", "surrogatepass")
        elif node and node[0] == "int" and len(node) == 2 and len(node[1]) > 4200:
            node[1] = hex(_int(node[1]))
        for child in node:
            if isinstance(child, list):
                stack.append(child)
    return tree


def _int(text):
    if len(text) <= 4000:
        return int(text)
    half = len(text) // 2
    return _int(text[:-half]) * 10**half + _int(text[-half:])


def without_places(tree):
    """The tree with every place set to zero."""
    if isinstance(tree, list):
        if len(tree) >= 5 and isinstance(tree[0], str) and all(type(value) is int for value in tree[1:5]):
            return [tree[0]] + [without_places(child) for child in tree[5:]]
        return [without_places(child) for child in tree]
    return tree


def first_difference(left, right, path=()):
    """(path, left part, right part) where two trees first differ, or None."""
    if isinstance(left, list) and isinstance(right, list):
        if len(left) == len(right):
            for index, (a, b) in enumerate(zip(left, right)):
                found = first_difference(a, b, path + (left[0] if left and isinstance(left[0], str) else index,))
                if found:
                    return found
            return None
    if left == right:
        return None
    return path, left, right


def dump_files(paths, *options):
    """The lines that one run of `tilewright parse --dump` prints for the files, in order."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as names:
        names.write("\n".join(map(str, paths)))
        names.flush()
        process = subprocess.Popen([BINARY, "parse", *(options or ["--dump"]), "--files-from", names.name],
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        for line in process.stdout:
            yield json.loads(line)
        if process.wait() not in (0, 2):
            raise RuntimeError(f"{BINARY} parse ended with {process.returncode}")
