"""Seeded random Python scripts whose output any correct interpreter must reproduce."""

import random


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.names = {"int": ["a", "b"], "float": ["x", "y"], "str": ["s", "t"], "list": ["p", "q"], "dict": ["d"]}
        self.counter = 0

    def pick(self, *items):
        return self.random.choice(items)

    def integer(self, depth=0):
        r = self.random
        if depth > 2 or r.random() < 0.3:
            return self.pick(*self.names["int"], str(r.randint(-20, 100)), str(r.randint(0, 2**70)), str(r.choice([0, 1, -1, 2**31, 2**63, -2**63])))
        kind = r.randrange(9)
        if kind < 5:
            return f"({self.integer(depth + 1)} {self.pick('+', '-', '*', '//', '%', '&', '|', '^')} {self.integer(depth + 1)})"
        if kind == 5:
            return f"({self.pick('-', '~', '+')}{self.integer(depth + 1)})"
        if kind == 6:
            return f"len({self.pick(self.string(depth + 1), self.listing(depth + 1))})"
        if kind == 7:
            return f"({self.integer(depth + 1)} {self.pick('<<', '>>')} {r.randint(0, 70)})"
        return f"({self.integer(depth + 1)} if {self.boolean(depth + 1)} else {self.integer(depth + 1)})"

    def floating(self, depth=0):
        r = self.random
        if depth > 2 or r.random() < 0.3:
            return self.pick(*self.names["float"], repr(round(r.uniform(-100, 100), r.randint(0, 6))), repr(r.uniform(-1, 1) * 10.0 ** r.randint(-20, 20)))
        kind = r.randrange(5)
        if kind < 3:
            return f"({self.floating(depth + 1)} {self.pick('+', '-', '*', '/', '//', '%')} {self.floating(depth + 1)})"
        if kind == 3:
            return f"({self.integer(depth + 1)} / {self.integer(depth + 1)})"
        return f"round({self.floating(depth + 1)}, {r.randint(0, 5)})"

    def string(self, depth=0):
        r = self.random
        if depth > 2 or r.random() < 0.4:
            return self.pick(*self.names["str"], repr("".join(r.choice("abcXYZ 01é\n'\"\\{}%") for _ in range(r.randint(0, 8)))))
        kind = r.randrange(8)
        if kind == 0:
            return f"({self.string(depth + 1)} + {self.string(depth + 1)})"
        if kind == 1:
            return f"({self.string(depth + 1)} * {r.randint(-1, 3)})"
        if kind == 2:
            return f"{self.string(depth + 1)}[{r.choice(['', r.randint(-5, 5)])}:{r.choice(['', r.randint(-5, 5)])}:{r.choice(['', 1, 2, -1])}]"
        if kind == 3:
            return f"{self.string(depth + 1)}.{self.pick('upper()', 'lower()', 'strip()', 'title()', 'swapcase()', 'capitalize()', 'center(12, chr(42))', 'zfill(6)', 'rjust(9)', 'replace(chr(97), chr(98))')}"
        if kind == 4:
            return f"f'{{{self.pick(*self.names['int'])}:{self.int_spec()}}}|{{{self.pick(*self.names['float'])}:{self.float_spec()}}}|{{{self.pick(*self.names['str'])}!r:>12}}'"
        if kind == 5:
            return f"'%s %r %d' % ({self.string(depth + 1)}, {self.string(depth + 1)}, {self.integer(depth + 2)})"
        if kind == 6:
            return f"str({self.pick(self.integer(depth + 1), self.floating(depth + 1), self.listing(depth + 1), self.boolean(depth + 1))})"
        return f"{self.string(depth + 1)}.join(map(str, {self.listing(depth + 1)}))"

    def int_spec(self):
        r = self.random
        return r.choice(["", "<", ">", "^", "*^", "="]) + r.choice(["", "+", " ", "-"]) + r.choice(["", "#"]) + r.choice(["", "0"]) + r.choice(["", "5", "12"]) + r.choice(["", "_"]) + r.choice(["", "d", "x", "b", "o", "X"])

    def float_spec(self):
        r = self.random
        return r.choice(["", "<", ">", "^", "0="]) + r.choice(["", "+", " "]) + r.choice(["", "8", "15"]) + r.choice(["", ","]) + r.choice(["", ".0", ".2", ".7"]) + r.choice(["", "f", "e", "g", "%"])

    def boolean(self, depth=0):
        r = self.random
        kind = r.randrange(6)
        if depth > 2 or kind == 0:
            return self.pick("True", "False")
        if kind == 1:
            return f"({self.integer(depth + 1)} {self.pick('<', '<=', '==', '!=', '>', '>=')} {self.integer(depth + 1)})"
        if kind == 2:
            return f"({self.boolean(depth + 1)} {self.pick('and', 'or')} {self.boolean(depth + 1)})"
        if kind == 3:
            return f"(not {self.boolean(depth + 1)})"
        if kind == 4:
            return f"({self.integer(depth + 1)} in {self.listing(depth + 1)})"
        return f"({self.string(depth + 1)} {self.pick('<', '==', 'in')} {self.string(depth + 1)})"

    def listing(self, depth=0):
        r = self.random
        if depth > 2 or r.random() < 0.3:
            return self.pick(*self.names["list"], "[" + ", ".join(self.integer(3) for _ in range(r.randint(0, 5))) + "]")
        kind = r.randrange(8)
        if kind == 0:
            return f"({self.listing(depth + 1)} + {self.listing(depth + 1)})"
        if kind == 1:
            return f"[v % 17 for v in {self.listing(depth + 1)} if v {self.pick('>', '<', '!=')} {r.randint(-5, 30)}]"
        if kind == 2:
            return f"sorted({self.listing(depth + 1)}, reverse={self.pick('True', 'False')})"
        if kind == 3:
            return f"{self.listing(depth + 1)}[{r.choice(['', r.randint(-4, 4)])}:{r.choice(['', r.randint(-4, 4)])}:{r.choice(['', 2, -1, 3])}]"
        if kind == 4:
            return f"list(range({r.randint(-5, 5)}, {r.randint(0, 12)}, {r.choice([1, 2, 3])}))"
        if kind == 5:
            return f"list({{v & 63 for v in {self.listing(depth + 1)}}})"
        if kind == 6:
            return f"[*{self.listing(depth + 1)}, {self.integer(depth + 1)}]"
        return f"[u * w for u, w in zip({self.listing(depth + 1)}, {self.listing(depth + 1)})][:6]"

    def expression(self):
        return self.pick(self.integer(), self.floating(), self.string(), self.boolean(), self.listing(),
                         f"({self.integer(1)}, {self.string(1)}, {self.floating(1)})", f"{{{self.string(2)}: {self.listing(2)}, {self.integer(2)}: None}}")

    def statement(self, indent, depth):
        r = self.random
        pad = "    " * indent
        kind = r.randrange(12)
        if kind < 3:
            return [f"{pad}show(lambda: {self.expression()})"]
        if kind == 3:
            name = self.pick(*self.names["int"])
            return [f"{pad}try:", f"{pad}    {name} {self.pick('+=', '-=', '=', '^=')} ({self.integer()}) % 1000003", f"{pad}except Exception as e:", f"{pad}    print(type(e).__name__, e)"]
        if kind == 4:
            return [f"{pad}{self.pick(*self.names['list'])} = attempt(lambda: {self.listing()}, [1, 2])[:8]"]
        if kind == 5:
            return [f"{pad}{self.pick(*self.names['str'])} = attempt(lambda: {self.string()}, 'z')[:12]"]
        if kind == 6:
            return [f"{pad}{self.pick(*self.names['float'])} = attempt(lambda: float({self.floating()}), 0.5)"]
        if depth > 2:
            return [f"{pad}print({self.pick(*self.names['int'])}, {self.pick(*self.names['list'])})"]
        if kind == 7:
            lines = [f"{pad}for k{depth} in range({r.randint(0, 4)}):"] + self.block(indent + 1, depth + 1)
            if r.random() < 0.5:
                lines.append(f"{pad}    if {self.pick('k%d == 2' % depth, 'k%d > 0' % depth)}: {self.pick('break', 'continue')}")
            return lines + ([f"{pad}else:", f"{pad}    print('else')"] if r.random() < 0.4 else [])
        if kind == 8:
            return [f"{pad}if attempt(lambda: {self.boolean()}, False):"] + self.block(indent + 1, depth + 1) + [f"{pad}else:"] + self.block(indent + 1, depth + 1)
        if kind == 9:
            return [f"{pad}try:"] + self.block(indent + 1, depth + 1) + [f"{pad}    {self.pick('raise ValueError(a)', 'raise KeyError(s)', 'a = 1 // (b - b)', 'pass', 'p[100]', 'd[s, t]', 'int(s)')}",
                    f"{pad}except {self.pick('ValueError', '(KeyError, IndexError)', 'Exception')} as e:", f"{pad}    print('caught', type(e).__name__, e)",
                    f"{pad}except Exception as e:", f"{pad}    print('other', repr(e))", f"{pad}finally:", f"{pad}    print('finally')"]
        if kind == 10:
            self.counter += 1
            name = f"f{self.counter}"
            lines = [f"{pad}def {name}(u, v=attempt(lambda: {self.integer(2)}, 7), *rest, w=3, **kw):", f"{pad}    total = 0", f"{pad}    for item in rest:", f"{pad}        total += item",
                     f"{pad}    def inner(z):", f"{pad}        nonlocal total", f"{pad}        total += z", f"{pad}        return total", f"{pad}    return [u, v, inner(w), total, sorted(kw.items())]"]
            call = self.pick(f"{name}(1)", f"{name}(1, 2, 3, 4, w=5, k=6)", f"{name}(*p, **{{'w': 1}})", f"{name}()", f"{name}(1, u=2)")
            return lines + [f"{pad}show(lambda: {call})"]
        self.counter += 1
        name = f"C{self.counter}"
        base = self.pick("", "(Base)", "(Base)")
        lines = [f"{pad}class {name}{base}:", f"{pad}    kind = {self.integer(2)!s} % 7" if r.random() < 0.0 else f"{pad}    kind = {r.randint(0, 9)}",
                 f"{pad}    def __init__(self, v):", f"{pad}        self.v = v",
                 f"{pad}    def __add__(self, other):", f"{pad}        return {name}(self.v + getattr(other, 'v', other))",
                 f"{pad}    def __repr__(self):", f"{pad}        return f'{name}({{self.v!r}}, {{self.kind}})'",
                 f"{pad}    def __iter__(self):", f"{pad}        for k in range(3):", f"{pad}            yield self.v * k",
                 f"{pad}    @property", f"{pad}    def double(self):", f"{pad}        return self.v * 2"]
        return lines + [f"{pad}show(lambda: [{name}(3) + 4, list({name}(2)), {name}(5).double, {name}(1).describe() if hasattr({name}, 'describe') else None])"]

    def block(self, indent, depth):
        lines = []
        for _ in range(self.random.randint(1, 3)):
            lines += self.statement(indent, depth)
        return lines

    def script(self):
        lines = ["def show(f):", "    try:", "        value = f()", "        text = repr(value)", "        print(text if len(text) < 500 else text[:500])",
                 "    except Exception as e:", "        print(type(e).__name__, str(e)[:200])",
                 "def attempt(f, default):", "    try:", "        return f()", "    except Exception as e:", "        print('failed', type(e).__name__, str(e)[:200])", "        return default",
                 "class Base:", "    def describe(self):", "        return 'Base of ' + type(self).__name__",
                 "a, b, x, y = 3, 14, 1.5, -0.25", "s, t = 'hello', 'Wörld'", "p, q = [1, 2, 3], [5, -7]", "d = {'a': 1}"]
        for _ in range(self.random.randint(8, 16)):
            lines += self.statement(0, 0)
        return "\n".join(lines) + "\n"


def generate(seed):
    return Generator(seed).script()


def mutate(data, seed):
    r = random.Random(seed)
    text = bytearray(data)
    for _ in range(r.randint(1, 6)):
        at = r.randrange(len(text))
        kind = r.randrange(4)
        if kind == 0:
            text[at] = r.randrange(256)
        elif kind == 1:
            del text[at:at + r.randint(1, 8)]
        elif kind == 2:
            text[at:at] = r.choice([b"[", b")", b"**", b"10**99", b"yield ", b"del ", b"\x00", b"self.", b"0 or "])
        else:
            lines = bytes(text).split(b"\n")
            r.shuffle(lines[: r.randint(2, 6)])
            i, j = r.randrange(len(lines)), r.randrange(len(lines))
            lines[i], lines[j] = lines[j], lines[i]
            text = bytearray(b"\n".join(lines))
        if not text:
            break
    return bytes(text)
