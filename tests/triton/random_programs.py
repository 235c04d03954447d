#!/usr/bin/env python3
"""Random block programs: well-typed Triton kernels together with the values that NumPy gives for them.

    tests/triton/random_programs.py [--seed N] [--count N] [--against tilewright|interpreter] [--show]

A program is drawn statement by statement and computed at once with NumPy over all its programs, so that no statement
divides by zero, converts what does not fit or reads outside of a buffer. Integers, and floats whose operations are
exact, must agree bit for bit; other floats within a bound that is carried along. What fails is cut down to the
statements that the first wrong value needs, and printed with its seed as a file of its own."""
import argparse
import dataclasses
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

HERE = pathlib.Path(__file__).parent
TILEWRIGHT = os.environ.get("TILEWRIGHT", str(HERE.parent.parent / "build" / "tilewright"))
LENGTH = 2048  # elements of every input
OUTPUTS = 4096  # elements of an output that one program may write
UNTOUCHED = -7777  # what outputs hold before
LANES = 64  # elements of memory of one atomic statement
PROGRAMS_A_FILE = 25


# ---- types -------------------------------------------------------------------------------------------------
@dataclasses.dataclass(frozen=True)
class Type:
    name: str  # in triton.language
    kind: str  # b, u, i or f
    bits: int
    store: type  # NumPy's; bfloat16 is kept as float32
    digits: int = 0  # of a float's significand, in bits

    @property
    def is_float(self):
        return self.kind == "f"

    @property
    def is_int(self):
        return self.kind in "ui"

    def least(self):
        return -(1 << (self.bits - 1)) if self.kind == "i" else 0

    def largest(self):
        return (1 << (self.bits - (self.kind == "i"))) - 1


BOOL = Type("int1", "b", 1, np.bool_)
INTEGERS = [Type(f"{'u' if u else ''}int{bits}", "u" if u else "i", bits, getattr(np, f"{'u' if u else ''}int{bits}"))
            for bits in (8, 16, 32, 64) for u in (False, True)]
HALF = Type("float16", "f", 16, np.float16, 11)
BRAIN = Type("bfloat16", "f", 16, np.float32, 8)
SINGLE = Type("float32", "f", 32, np.float32, 24)
DOUBLE = Type("float64", "f", 64, np.float64, 53)
TYPES = {t.name: t for t in [BOOL, *INTEGERS, HALF, BRAIN, SINGLE, DOUBLE]}
I32, I64, U32 = TYPES["int32"], TYPES["int64"], TYPES["uint32"]
# Pointer arguments: name, element type.
INPUTS = [("p_bool", BOOL), ("p_i8", TYPES["int8"]), ("p_u8", TYPES["uint8"]), ("p_i16", TYPES["int16"]), ("p_i32", I32),
          ("p_i64", I64), ("p_f16", HALF), ("p_bf16", BRAIN), ("p_f32", SINGLE), ("p_f64", DOUBLE)]


def round_brain(x):
    """float32 to the nearest bfloat16, ties to even, kept as float32."""
    bits = np.asarray(x, np.float32).view(np.uint32).astype(np.uint64)
    rounded = ((bits + 0x7FFF + ((bits >> 16) & 1)) & 0xFFFF0000).astype(np.uint32).view(np.float32)
    return np.where(np.isnan(x), np.float32("nan"), rounded).astype(np.float32)


def narrow(x, to):
    """A float64 or float32 array as values of a float type."""
    return round_brain(np.asarray(x).astype(np.float32)) if to is BRAIN else np.asarray(x).astype(to.store)


# The positive numbers of both kinds of float8 by their codes.
FLOAT8 = {"float8e4nv": np.array([m / 512 if e == 0 else (8 + m) / 8 * 2.0 ** (e - 7) for e in range(16) for m in range(8)][:127]),
          "float8e5": np.array([m / 65536 if e == 0 else (4 + m) / 4 * 2.0 ** (e - 15) for e in range(31) for m in range(4)])}


def epsilon(to):
    return 2.0 ** -to.digits


def promote(a, a_literal, b, b_literal, is_division=False):
    """The type of a binary operation: Triton's rules for blocks and literals."""
    order = {"b": 0, "u": 1, "i": 1, "f": 2}
    if a_literal != b_literal:
        literal, block = (a, b) if a_literal else (b, a)
        if order[literal.kind] <= order[block.kind]:
            return SINGLE if is_division and block in (HALF, BRAIN) else block
    for wide in (DOUBLE, SINGLE):
        if wide in (a, b):
            return wide
    if HALF in (a, b):
        return SINGLE if is_division else HALF
    if a is BRAIN and b is BRAIN:
        return SINGLE if is_division else BRAIN
    if BRAIN in (a, b):
        return SINGLE
    a_signed, b_signed = a.kind == "i", b.kind == "i"
    if a_signed == b_signed:
        return a if a.bits > b.bits else b
    unsigned, signed = (b, a) if a_signed else (a, b)
    return unsigned if unsigned.bits >= signed.bits else signed


# ---- values and programs -----------------------------------------------------------------------------------
@dataclasses.dataclass
class Value:
    name: str
    type: Type
    data: np.ndarray  # (programs,) + shape
    error: np.ndarray | None = None  # bound of the absolute error; None: every bit must agree

    @property
    def shape(self):
        return self.data.shape[1:]

    @property
    def is_exact(self):
        return self.error is None

    def bound(self):
        return np.zeros(self.data.shape) if self.error is None else self.error


@dataclasses.dataclass
class Statement:
    lines: list
    defines: list  # names
    uses: list
    value: Value | None = None
    region: int | None = None  # of an atomic statement
    memory: np.ndarray | None = None  # what that region holds afterwards
    helpers: tuple = ()


@dataclasses.dataclass
class Output:
    value: Value
    mask: Value | None
    offset: int


class Rejected(Exception):
    """The statement drawn has no defined value here; another one is drawn."""


class Program:
    def __init__(self, seed, against="tilewright"):
        self.seed, self.against = seed, against
        self.random = np.random.default_rng(seed)
        self.types = types_for(against)
        self.programs = int(self.random.integers(1, 4))
        self.statements, self.values, self.helpers, self.outputs = [], [], {}, []
        self.count = self.regions = 0
        self.inputs = make_inputs()
        self.size = self.alpha = None
        Drawer(self).draw()

    def needed(self, outputs, regions):
        """The statements that outputs and atomic regions need, in order."""
        names = {v.name for o in outputs for v in (o.value, o.mask) if v is not None}
        kept = []
        for statement in reversed(self.statements):
            if (statement.region in regions if statement.region is not None else names & set(statement.defines)):
                kept.append(statement)
                names |= set(statement.uses)
        return kept[::-1]

    def source(self, number, outputs=None, regions=None, keep_all=True):
        """The kernel and its helpers; those statements only that the outputs need unless keep_all."""
        outputs = self.outputs if outputs is None else outputs
        regions = set(range(self.regions)) if regions is None else regions
        statements = self.statements if keep_all else self.needed(outputs, regions)
        helpers = dict.fromkeys(h for s in statements for h in s.helpers)
        lines = []
        for helper in helpers:
            lines += self.helpers[helper] + ["", ""]
        names = ", ".join([name for name, _ in INPUTS] + ["o_int", "o_float", "memory", "size", "alpha", "WIDTH: tl.constexpr"])
        lines += ["@triton.jit", f"def kernel_{number}({names}):", "    pid = tl.program_id(0)"]
        lines += ["    " + line for s in statements for line in s.lines]
        for output in outputs:
            lines += ["    " + line for line in store_lines(output)]
        return "\n".join(line.replace("helper_", f"helper_{number}_") for line in lines)


def store_lines(output):
    value = output.value
    target, cast = ("o_float", "tl.float64") if value.type.is_float else ("o_int", "tl.int64")
    place = f"{target} + pid * WIDTH + {output.offset}"
    index = flat_index(value.shape)
    if index:
        place += f" + {index}"
    mask = f", mask={output.mask.name}" if output.mask is not None else ""
    return [f"tl.store({place}, {value.name}.to({cast}){mask})"]


def flat_index(shape):
    terms = []
    for axis, size in enumerate(shape):
        stride = math.prod(shape[axis + 1 :])
        place = ", ".join(":" if i == axis else "None" for i in range(len(shape)))
        term = f"tl.arange(0, {size})" + (f"[{place}]" if len(shape) > 1 else "")
        terms.append(term + (f" * {stride}" if stride > 1 else ""))
    return " + ".join(terms)


INPUT_CODE = f"""lane = torch.arange({LENGTH})
noise = (lane * 1103515245 + 12345) & 0x7FFFFFFF
noise = (noise ^ (noise >> 11)) * 69069 & 0x7FFFFFFF
eighths = ((noise >> 7) % 257 - 128).double() / 8
inputs = [noise % 3 == 0, (noise % 256 - 128).to(torch.int8), (noise % 251).to(torch.uint8),
          ((noise >> 3) % 65536 - 32768).to(torch.int16), (noise - (1 << 30)).to(torch.int32) >> (lane % 31).int(),
          (noise - (1 << 30)) * (1 << (lane % 33)), eighths.half(), eighths.bfloat16(), eighths.float(), eighths / 16]"""


def make_inputs():
    lane = np.arange(LENGTH, dtype=np.int64)
    noise = (lane * 1103515245 + 12345) & 0x7FFFFFFF
    noise = (noise ^ (noise >> 11)) * 69069 & 0x7FFFFFFF
    eighths = ((noise >> 7) % 257 - 128) / 8.0
    arrays = [noise % 3 == 0, (noise % 256 - 128).astype(np.int8), (noise % 251).astype(np.uint8),
              ((noise >> 3) % 65536 - 32768).astype(np.int16), (noise - (1 << 30)).astype(np.int32) >> (lane % 31).astype(np.int32),
              (noise - (1 << 30)) * (np.int64(1) << (lane % 33)), eighths.astype(np.float16), eighths.astype(np.float32),
              eighths.astype(np.float32), eighths / 16]
    return {name: array for (name, _), array in zip(INPUTS, arrays)}


def file_text(kernels):
    """A script that runs kernels (number, program, source) and prints what they wrote, a line of JSON each."""
    parts = ["import json\n\nimport torch\nimport triton\nimport triton.language as tl\n\n" + INPUT_CODE + "\n\n"]
    for number, program, source in kernels:
        parts.append(source + "\n\n")
        parts.append(f"o_int = torch.full(({program.programs * OUTPUTS},), {UNTOUCHED})\n"
                     f"o_float = torch.full(({program.programs * OUTPUTS},), {UNTOUCHED}.0, dtype=torch.float64)\n"
                     f"memory = torch.zeros({max(1, program.regions) * LANES}, dtype=torch.int32)\n"
                     f"kernel_{number}[({program.programs},)](*inputs, o_int, o_float, memory, {program.size}, {program.alpha}, "
                     f"WIDTH={OUTPUTS})\n"
                     f"print(json.dumps([{number}, o_int.tolist(), o_float.view(torch.int64).tolist(), memory.tolist()]))\n\n")
    return "\n".join(parts)


# ---- drawing -----------------------------------------------------------------------------------------------
class Drawer:
    """Draws the statements of one program. In a helper, `pool` holds its parameters and what it has computed."""

    def __init__(self, program):
        self.program = program
        self.random = program.random
        self.pool = program.values
        self.lines = None  # of the helper being drawn

    def draw(self):
        p = self.program
        p.size, p.alpha = int(self.below(60)) + 4, float(self.below(16)) / 4 - 2
        p.values.append(Value("size", I32, np.full(p.programs, p.size, np.int32)))
        if p.against == "tilewright":  # the interpreter takes float arguments for constants
            p.values.append(Value("alpha", SINGLE, np.full(p.programs, p.alpha, np.float32)))
        p.values.append(Value("pid", I32, np.arange(p.programs, dtype=np.int32)))
        for _ in range(3):
            self.attempt([self.load, self.load, self.lanes])
        kinds = [] if p.against == "interpreter" else [self.sort]  # which takes it seconds
        kinds += [self.lanes, self.constant, self.pointer_loop, self.product_loop, self.two_carried, self.through_float8]
        kinds += [self.safe_division, self.safe_division, self.convert, self.convert, self.load, self.load, self.arithmetic, self.arithmetic, self.arithmetic, self.bits, self.shift, self.compare, self.where,
                 self.extreme, self.convert, self.convert, self.bitcast, self.unary, self.mathematics, self.division, self.reduction,
                 self.reduction, self.scan, self.reshape, self.reshape, self.broadcast, self.gather, self.product,
                 self.loop, self.loop, self.while_loop, self.branch, self.helper, self.helper, self.atomic, self.custom_reduction]
        for _ in range(int(self.below(14)) + 6):
            self.attempt(kinds)
        self.choose_outputs()

    def attempt(self, kinds):
        for _ in range(30):
            try:
                with np.errstate(all="ignore"):
                    kinds[self.below(len(kinds))]()
                return
            except Rejected:
                pass

    def choose_outputs(self):
        p = self.program
        offset = 0
        computed = [s.value for s in p.statements if s.value is not None]
        chosen = computed[-3:] + [v for v in computed[:-3] if self.below(4) == 0]
        for value in chosen:
            size = math.prod(value.shape)
            if offset + size > OUTPUTS:
                break
            masks = [v for v in p.values if v.type is BOOL and v.shape == value.shape and v.shape and v.is_exact]
            mask = self.pick(masks) if masks and self.below(4) == 0 else None
            p.outputs.append(Output(value, mask, offset))
            offset += size

    # -- choices --
    def below(self, limit):
        return int(self.random.integers(0, limit))

    def pick(self, items):
        if not items:
            raise Rejected
        return items[self.below(len(items))]

    def value(self, test=lambda v: True):
        # later values are likelier, so that programs are deep
        candidates = [v for v in self.pool if test(v)]
        if not candidates:
            raise Rejected
        return candidates[max(self.below(len(candidates)), self.below(len(candidates)))]

    def block(self, test=lambda v: True):
        return self.value(lambda v: v.shape and test(v))

    def partner(self, a, test=lambda v: True):
        """A value that broadcasts with a."""
        return self.value(lambda v: test(v) and self.joint(a.shape, v.shape) is not None)

    @staticmethod
    def joint(a, b):
        """The shape that both broadcast to; None if there is none (or it would be large)."""
        if a == () or b == ():
            return a or b
        rank = max(len(a), len(b))
        a, b = (1,) * (rank - len(a)) + a, (1,) * (rank - len(b)) + b
        if any(m != n and 1 not in (m, n) for m, n in zip(a, b)):
            return None
        shape = tuple(max(m, n) for m, n in zip(a, b))
        return shape if math.prod(shape) <= 1024 else None

    @staticmethod
    def spread(data, shape):
        """(programs,) + any shape, broadcast to (programs,) + shape."""
        extra = len(shape) - (data.ndim - 1)
        data = data.reshape(data.shape[:1] + (1,) * extra + data.shape[1:])
        return np.broadcast_to(data, data.shape[:1] + shape)

    # -- emitting --
    def emit(self, expression, kind, data, uses, error=None, before=(), helpers=()):
        """Adds `name = expression` whose value is known."""
        data = np.ascontiguousarray(np.asarray(data).astype(kind.store))
        if kind.is_float and error is not None and not np.isfinite(data).all():
            raise Rejected
        if kind.is_float and error is None and not np.isfinite(data).all() and self.below(8):
            raise Rejected
        if error is not None:
            error = np.broadcast_to(np.asarray(error, np.float64), data.shape)
            if not np.isfinite(error).all() or (error > 1e-2 * (np.abs(data.astype(np.float64)) + 1)).any():
                raise Rejected
        if math.prod(data.shape[1:]) > 1024:
            raise Rejected
        self.program.count += 1
        value = Value(f"v{self.program.count}", kind, data, error)
        lines = list(before) + [f"{value.name} = {expression}"]
        if self.lines is not None:
            self.lines += lines
        else:
            self.program.statements.append(Statement(lines, [value.name], [u.name for u in uses], value, helpers=helpers))
        self.pool.append(value)
        return value

    def literal(self, kind):
        """A Python number that suits a type, and its text."""
        if kind.is_float:
            number = float(self.below(65) - 32) / 8
        else:
            number = self.below(21) - (10 if kind.kind == "i" else 0)
        return number

    @staticmethod
    def literal_value(number):
        """What a number becomes where literals have no privilege, as a value."""
        kind = SINGLE if isinstance(number, float) else I32
        return Value(repr(number), kind, np.full((1,), number, kind.store))

    # -- conversions (no statement) --
    def cast(self, value, to):
        """Data and error of value.to(to)."""
        data, source = value.data, value.type
        if source is to:
            return data, value.error
        wide = data.astype(np.float64) if source.is_float else data
        if to is BOOL:
            if not value.is_exact:
                raise Rejected
            return data != 0, None
        if to.is_float:
            if not source.is_float:
                whole = data.astype(object) if source.bits == 64 else data.astype(np.int64)
                if to.bits == 16 and (np.abs(data.astype(np.float64)) >= 2**24).any():
                    raise Rejected
                result = narrow(whole.astype(np.float64), to) if source.bits < 64 or to.bits == 64 else data.astype(to.store)
                return result, None
            if source is DOUBLE and to.bits == 16 and (wide.astype(np.float32) != wide).any():
                raise Rejected
            result = narrow(wide, to)
            if value.is_exact:
                return result, None
            return result, value.error + np.abs(wide) * epsilon(to) + 2.0**-24 * (to is HALF)
        if source.is_float:
            if not value.is_exact or not np.isfinite(wide).all():
                raise Rejected
            whole = np.trunc(wide)
            if (whole < to.least()).any() or (whole > to.largest() // 2).any():
                raise Rejected
            return whole.astype(np.int64).astype(to.store), None
        return data.astype(to.store), None

    def operands(self, is_division=False, test=lambda v: True, literal_chance=4):
        """Two operands of one type and shape: (a text, b text, type, a data, b data, a error, b error, uses)."""
        a = self.value(test)
        if self.below(literal_chance) == 0:
            number = self.literal(a.type)
            if a.type.kind == "b":
                raise Rejected
            if self.below(6) == 0 and not a.type.is_float:
                number = float(number)
            literal = self.literal_value(number)
            kind = promote(a.type, False, literal.type, True, is_division)
            if kind.is_int and not kind.least() <= number <= kind.largest():
                raise Rejected
            a_data, a_error = self.cast(a, kind)
            b_data = np.full((1,), number).astype(kind.store) if kind is not BRAIN else round_brain(np.full((1,), number))
            texts, pair = (a.name, repr(number)), ((a_data, a_error), (np.broadcast_to(b_data, a_data.shape[:1]), None))
            if self.below(2):
                texts, pair = texts[::-1], pair[::-1]
            uses = [a]
        else:
            b = self.partner(a, test)
            kind = promote(a.type, False, b.type, False, is_division)
            texts, pair, uses = (a.name, b.name), (self.cast(a, kind), self.cast(b, kind)), [a, b]
        shape = self.joint(pair[0][0].shape[1:], pair[1][0].shape[1:])
        if shape is None:
            raise Rejected
        (x, ex), (y, ey) = ((self.spread(d, shape), None if e is None else self.spread(np.broadcast_to(e, d.shape), shape))
                            for d, e in pair)
        return texts, kind, x, y, ex, ey, uses

    def compute(self, op, kind, x, y, ex, ey):
        """x op y for + - * in a type, with the error's bound."""
        functions = {"+": np.add, "-": np.subtract, "*": np.multiply}
        if not kind.is_float:
            return functions[op](x, y), None
        work = np.float64 if kind is DOUBLE else np.float32
        result = functions[op](x.astype(work), y.astype(work))
        result = narrow(result, kind)
        if ex is None and ey is None:
            return result, None
        ex, ey = (np.zeros(x.shape) if e is None else e for e in (ex, ey))
        error = ex + ey if op != "*" else np.abs(x.astype(float)) * ey + np.abs(y.astype(float)) * ex + ex * ey
        return result, error + np.abs(result.astype(float)) * 2 * epsilon(kind)

    # -- statements --
    def load(self):
        name, kind = self.pick([(n, t) for n, t in INPUTS if t in self.program.types])
        if self.lines is not None:
            raise Rejected
        g = self.program.programs
        rank = self.below(4)
        shape = tuple(2 ** self.below(6 if rank < 3 else 4) for _ in range(rank))
        if rank == 1 and self.below(2):
            shape = (2 ** (3 + self.below(6)),)
        pid = np.arange(g).reshape((g,) + (1,) * rank)
        start = self.below(LENGTH // 2)
        step = self.below(40)
        index = np.full((g,) + shape, start) + pid * step
        text = f"{name} + {start} + pid * {step}"
        uses = []
        gathered = [v for v in self.pool if v.type.is_int and v.type.bits >= 32 and v.is_exact and v.shape == shape and v.shape]
        if gathered and self.below(3) == 0:
            v = self.pick(gathered)
            index = v.data & 255 if v.type.kind == "i" else (v.data.astype(np.int64) & 255)
            text, uses = f"{name} + ({v.name} & 255)", [v]
        else:
            for axis, size in enumerate(shape):
                stride = [math.prod(shape[axis + 1 :]), self.below(9), -self.below(3)][self.below(3)]
                place = ", ".join(":" if i == axis else "None" for i in range(rank))
                lane = np.arange(size).reshape((1,) + tuple(size if i == axis else 1 for i in range(rank)))
                index = index + lane * stride
                text += f" + tl.arange(0, {size})" + (f"[{place}]" if rank > 1 else "") + f" * {stride}"
        mask_text, mask = "", None
        masks = [v for v in self.pool if v.type is BOOL and v.is_exact and v.shape == shape]
        if masks and self.below(2):
            m = self.pick(masks)
            mask, mask_text = m.data, f", mask={m.name}"
            uses.append(m)
        elif rank == 1 and self.below(3) == 0:
            mask, mask_text = np.broadcast_to(np.arange(shape[0]) < self.program.size, (g,) + shape), f", mask=tl.arange(0, {shape[0]}) < size"
            uses.append(self.program.values[0])
        inside = (index >= 0) & (index < LENGTH)
        if not (inside if mask is None else inside | ~mask).all():
            raise Rejected
        data = self.program.inputs[name][np.where(inside, index, 0)]
        if mask is not None:
            if kind is BOOL:
                raise Rejected
            other = self.below(9)
            mask_text += f", other={other}"
            data = np.where(mask, data, np.asarray(other).astype(kind.store))
        self.emit(f"tl.load({text}{mask_text})", kind, data, uses)

    def lanes(self):
        """Offsets as kernels compute them; comparisons with them make masks."""
        rank = 1 + self.below(3)
        shape = tuple(2 ** self.below(8 if rank == 1 else 5 if rank == 2 else 4) for _ in range(rank))
        factor, start = self.below(5), self.below(40) - 20
        pid = np.arange(self.program.programs).reshape((-1,) + (1,) * rank)
        data, text = pid * factor + start, f"pid * {factor} + {start}"
        used = self.below(2**rank)
        for axis, size in enumerate(shape):
            if rank > 1 and not used >> axis & 1:
                shape = shape[:axis] + (1,) + shape[axis + 1 :]
                continue
            step = self.below(9) - 3
            place = ", ".join(":" if i == axis else "None" for i in range(rank))
            lane = np.arange(size).reshape((1,) + tuple(size if i == axis else 1 for i in range(rank)))
            data = data + lane * step
            text += f" + tl.arange(0, {size})" + (f"[{place}]" if rank > 1 else "") + f" * {step}"
        if data.shape[1:] == (1,) * rank:
            raise Rejected
        self.emit(text, I32, data, [])

    def constant(self):
        kind = self.pick([t for t in self.program.types if t is not BOOL])
        shape = tuple(2 ** self.below(5) for _ in range(1 + self.below(2)))
        number = self.literal(kind) if self.below(3) else 0
        data = np.full((self.program.programs,) + shape, number).astype(kind.store)
        sizes = f"({', '.join(map(str, shape))},)"
        self.emit(f"tl.zeros({sizes}, dtype=tl.{kind.name})" if number == 0 else f"tl.full({sizes}, {number}, tl.{kind.name})", kind, data, [])

    def pointer_loop(self):
        """A sum over tiles of a masked row, the pointer moved from tile to tile."""
        name, kind = self.pick([(n, k) for n, k in INPUTS if k in self.program.types and k in (I32, I64, SINGLE, DOUBLE)])
        if self.lines is not None:
            raise Rejected
        size, step, count = 2 ** (3 + self.below(4)), 1 + self.below(3), self.below(5)
        start, length = self.below(200), self.below(count * size + 20)
        pid = np.arange(self.program.programs)[:, None]
        acc = np.zeros((self.program.programs, size), kind.store)
        for k in range(count):
            lane = k * size + np.arange(size)
            index = start + pid * 16 + lane * step
            inside = np.broadcast_to(lane < length, index.shape)
            if (index[inside] >= LENGTH).any():
                raise Rejected
            acc = acc + np.where(inside, self.program.inputs[name][np.where(inside, index, 0)], 0).astype(kind.store)
        self.program.count += 1
        c, pointers, offsets = (f"{letter}{self.program.count + 1}" for letter in "cpl")
        before = [f"{c} = tl.zeros(({size},), dtype=tl.{kind.name})", f"{offsets} = tl.arange(0, {size})",
                  f"{pointers} = {name} + {start} + pid * 16 + {offsets} * {step}", f"for k in range({count}):",
                  f"    {c} += tl.load({pointers}, mask={offsets} < {length} - k * {size}, other=0)", f"    {pointers} += {size * step}"]
        self.emit(c, kind, acc, [], before=before)

    def product_loop(self):
        """A product accumulated over tiles of K."""
        if self.lines is not None or SINGLE not in self.program.types:
            raise Rejected
        m, n, k, steps = 16, 2 ** (4 + self.below(2)), 16, 1 + self.below(3)
        a_start, b_start = self.below(50), self.below(50)
        width = k * steps
        pid = np.arange(self.program.programs)[:, None, None]
        x = self.program.inputs["p_f32"].astype(np.float64)
        a = x[a_start + pid * 3 + np.arange(m)[:, None] * width + np.arange(width)]
        b = x[b_start + np.arange(width)[:, None] * n + np.arange(n)]
        data, size = np.matmul(a, b), np.matmul(np.abs(a), np.abs(b))
        self.program.count += 1
        c = f"c{self.program.count + 1}"
        before = [f"{c} = tl.zeros(({m}, {n}), dtype=tl.float32)", f"for k in range(0, {width}, {k}):",
                  f"    left = tl.load(p_f32 + {a_start} + pid * 3 + tl.arange(0, {m})[:, None] * {width} + k + tl.arange(0, {k})[None, :])",
                  f"    right = tl.load(p_f32 + {b_start} + (k + tl.arange(0, {k}))[:, None] * {n} + tl.arange(0, {n})[None, :])",
                  self.pick([f"    {c} += tl.dot(left, right, input_precision=\"ieee\")",
                             f"    {c} = tl.dot(left, right, {c}, input_precision=\"ieee\")"])]
        self.emit(c, SINGLE, narrow(data, SINGLE), [], size * (width + 2) * epsilon(SINGLE), before=before)

    def two_carried(self):
        """Two carried values that change places."""
        a, _ = self.carried()
        b = self.value(lambda v: v.is_exact and v.type is a.type and v.shape == a.shape and v is not a)
        if a.type.is_float:
            raise Rejected
        count = self.below(6)
        x, y = a.data, b.data
        for i in range(count):
            x, y = y, x + (y ^ a.type.store(i))
        self.program.count += 1
        c, d = f"c{self.program.count + 1}", f"d{self.program.count + 1}"
        before = [f"{c}, {d} = {a.name}, {b.name}", f"for i in tl.static_range({count}):", f"    {c}, {d} = {d}, {c} + ({d} ^ i)"]
        self.emit(f"{c} - {d}", a.type, x - y, [a, b], before=before)

    def through_float8(self):
        if self.program.against != "tilewright":
            raise Rejected
        a = self.value(lambda v: v.is_exact and v.type in (SINGLE, HALF, BRAIN) and (np.abs(v.data) < 440).all())
        name, table = self.pick(list(FLOAT8.items()))
        size = np.abs(a.data.astype(np.float64))
        high = np.searchsorted(table, size).clip(1, len(table) - 1)
        low = high - 1
        below, above = size - table[low], table[high] - size
        code = np.where((above < below) | ((above == below) & (high % 2 == 0)), high, low)
        self.emit(f"{a.name}.to(tl.{name}).to(tl.float32)", SINGLE, np.copysign(table[code], a.data.astype(np.float64)), [a])

    def arithmetic(self):
        op = "+-*"[self.below(3)]
        texts, kind, x, y, ex, ey, uses = self.operands()
        if kind is BOOL or (kind.is_int and uses[0].type is BOOL and len(uses) == 2 and uses[1].type is BOOL):
            raise Rejected
        data, error = self.compute(op, kind, x, y, ex, ey)
        function = {"+": "add", "-": "sub", "*": "mul"}[op]
        text = f"tl.{function}({texts[0]}, {texts[1]})" if self.below(8) == 0 else f"{texts[0]} {op} {texts[1]}"
        self.emit(text, kind, data, uses, error)

    def bits(self):
        op = "&|^"[self.below(3)]
        texts, kind, x, y, _, _, uses = self.operands(test=lambda v: not v.type.is_float)
        if kind.is_float:
            raise Rejected
        if kind is BOOL and any(t.lstrip("-").isdigit() for t in texts):
            raise Rejected
        function = {"&": np.bitwise_and, "|": np.bitwise_or, "^": np.bitwise_xor}[op]
        self.emit(f"{texts[0]} {op} {texts[1]}", kind, function(x, y), uses)

    def shift(self):
        a = self.value(lambda v: v.type.is_int)
        left = self.below(2)
        if self.below(2):
            amount = self.below(a.type.bits)
            data = np.left_shift(a.data, a.type.store(amount)) if left else np.right_shift(a.data, a.type.store(amount))
            self.emit(f"{a.name} {'<<' if left else '>>'} {amount}", a.type, data, [a])
        else:
            b = self.partner(a, lambda v: v.type is a.type)
            limit = a.type.bits - 1
            shape = self.joint(a.shape, b.shape)
            x, y = self.spread(a.data, shape), self.spread(b.data, shape) & a.type.store(limit)
            data = np.left_shift(x, y) if left else np.right_shift(x, y)
            self.emit(f"{a.name} {'<<' if left else '>>'} ({b.name} & {limit})", a.type, data, [a, b])

    def compare(self):
        a = self.value(lambda v: v.is_exact and v.type is not BOOL)
        b = self.literal_value(self.literal(a.type)) if self.below(3) == 0 else self.partner(a, lambda v: v.is_exact and v.type is not BOOL)
        kind = promote(a.type, False, b.type, False)
        (x, _), (y, _) = self.cast(a, kind), self.cast(b, kind)
        op, function = self.pick([("<", np.less), ("<=", np.less_equal), (">", np.greater), (">=", np.greater_equal),
                                  ("==", np.equal), ("!=", np.not_equal)])
        shape = self.joint(a.shape, b.shape)
        y = np.broadcast_to(y, x.shape[:1] + y.shape[1:])
        self.emit(f"{a.name} {op} {b.name}", BOOL, function(self.spread(x, shape), self.spread(y, shape)), [a] + [b] * (b in self.pool))

    def where(self):
        condition = self.value(lambda v: v.type is BOOL and v.is_exact)
        texts, kind, x, y, ex, ey, uses = self.operands()
        if kind is BOOL:
            raise Rejected
        shape = self.joint(condition.shape, x.shape[1:])
        if shape is None:
            raise Rejected
        c, x, y = self.spread(condition.data, shape), self.spread(x, shape), self.spread(y, shape)
        error = None
        if ex is not None or ey is not None:
            ex, ey = (np.zeros(x.shape) if e is None else self.spread(e, shape) for e in (ex, ey))
            error = np.where(c, ex, ey)
        self.emit(f"tl.where({condition.name}, {texts[0]}, {texts[1]})", kind, np.where(c, x, y), [condition] + uses, error)

    def extreme(self):
        a = self.value(lambda v: v.type is not BOOL)
        b = self.literal_value(self.literal(a.type)) if self.below(3) == 0 else self.partner(a, lambda v: v.type is not BOOL)
        widen = lambda v: Value(v.name, SINGLE, v.data, v.error) if v.type is BRAIN else v
        wa, wb = widen(a), widen(b)
        kind = promote(wa.type, False, wb.type, False)
        (x, ex), (y, ey) = self.cast(wa, kind), self.cast(wb, kind)
        shape = self.joint(a.shape, b.shape)
        y, ey = np.broadcast_to(y, x.shape[:1] + y.shape[1:]), ey if ey is None else np.broadcast_to(ey, x.shape[:1] + y.shape[1:])
        x, y = self.spread(x, shape), self.spread(y, shape)
        if kind.is_float and (np.isnan(x) | np.isnan(y)).any():
            raise Rejected
        error = None
        if ex is not None or ey is not None:
            ex, ey = (np.zeros(x.shape) if e is None else self.spread(e, shape) for e in (ex, ey))
            error = np.maximum(ex, ey)
        is_max = self.below(2)
        data = np.maximum(x, y) if is_max else np.minimum(x, y)
        self.emit(f"tl.{'maximum' if is_max else 'minimum'}({a.name}, {b.name})", kind, data, [a] + [b] * (b in self.pool), error)

    def convert(self):
        a = self.value()
        to = self.pick(self.program.types)
        if to is a.type:
            raise Rejected
        data, error = self.cast(a, to)
        text = f"tl.cast({a.name}, tl.{to.name})" if self.below(4) == 0 else f"{a.name}.to(tl.{to.name})"
        self.emit(text, to, data, [a], error)

    def bitcast(self):
        a = self.value(lambda v: v.is_exact and v.type not in (BOOL, BRAIN))
        to = self.pick([t for t in self.program.types if t.bits == a.type.bits and t not in (a.type, BRAIN)])
        data = a.data.view(to.store)
        if a.type.is_float and np.isnan(a.data).any():
            raise Rejected
        self.emit(f"{a.name}.to(tl.{to.name}, bitcast=True)", to, data, [a])

    def unary(self):
        a = self.value(lambda v: v.type is not BOOL)
        which = self.below(3)
        if which == 0:
            zero = np.zeros_like(a.data)
            self.emit(f"-{a.name}", a.type, zero - a.data, [a], a.error)
        elif which == 1:
            data = a.data if a.type.kind == "u" else np.abs(a.data)
            self.emit(f"tl.abs({a.name})", a.type, data, [a], a.error)
        else:
            a = self.value(lambda v: not v.type.is_float)
            self.emit(f"~{a.name}", a.type, ~a.data, [a])

    def mathematics(self):
        a = self.value(lambda v: v.type in (SINGLE, DOUBLE) and v.is_exact)
        x = a.data
        name, function, inside = self.pick([
            ("floor", np.floor, np.isfinite(x)), ("ceil", np.ceil, np.isfinite(x)), ("sqrt", np.sqrt, x >= 0),
            ("exp", np.exp, np.abs(x) < 20), ("exp2", np.exp2, np.abs(x) < 30), ("log", np.log, x > 1e-3),
            ("log2", np.log2, x > 1e-3), ("sin", np.sin, np.abs(x) < 100), ("cos", np.cos, np.abs(x) < 100),
            ("rsqrt", lambda v: 1 / np.sqrt(v), x > 1e-3), ("sigmoid", lambda v: 1 / (1 + np.exp(-v)), np.abs(x) < 20),
            ("erf", np.vectorize(math.erf, otypes=[np.float64]), np.isfinite(x))])
        text = f"tl.{name}({a.name})"
        if not inside.all():
            raise Rejected
        result = function(x.astype(np.float64))
        is_exact = name in ("floor", "ceil", "sqrt")
        if name == "sqrt":
            result = np.sqrt(x)
        error = None if is_exact else np.abs(result) * (2e-6 if a.type is SINGLE else 1e-12) + (1e-7 if a.type is SINGLE else 1e-14)
        self.emit(text, a.type, narrow(result, a.type), [a], error)

    def division(self):
        op = self.pick(["/", "//", "%"])
        texts, kind, x, y, ex, ey, uses = self.operands(is_division=True, literal_chance=2)
        if any(u.type is BOOL for u in uses):
            raise Rejected
        if ex is not None or ey is not None or (y == 0).any():
            raise Rejected
        if not kind.is_float:
            kinds = {u.type.kind for u in uses}
            if len(kinds) > 1 or (kind.kind == "i" and ((x == kind.least()) & (y == -1)).any()):
                raise Rejected
            if op == "/":
                data = x.astype(np.float32) / y.astype(np.float32)
                self.emit(f"{texts[0]} / {texts[1]}", SINGLE, data, uses)
                return
            quotient = x // y
            if kind.kind == "i":
                quotient = np.where((x % y != 0) & ((x < 0) != (y < 0)), quotient + 1, quotient)
            data = quotient if op == "//" else x - quotient * y
            self.emit(f"{texts[0]} {op} {texts[1]}", kind, data, uses)
            return
        if op == "//" or not np.isfinite(x).all() or not np.isfinite(y).all():
            raise Rejected
        work = np.float64 if kind is DOUBLE else np.float32
        data = x.astype(work) / y.astype(work) if op == "/" else np.fmod(x.astype(work), y.astype(work))
        self.emit(f"{texts[0]} {op} {texts[1]}", kind, data, uses)

    def safe_division(self):
        """An integer divisor made odd, so that it is not zero; // and % round toward zero."""
        a = self.value(lambda v: v.type.is_int)
        b = self.partner(a, lambda v: v.type.kind == a.type.kind)
        kind = promote(a.type, False, b.type, False)
        shape = self.joint(a.shape, b.shape)
        x, y = (self.spread(self.cast(v, kind)[0], shape) for v in (a, b))
        y = y | kind.store(1)
        if kind.kind == "i" and ((x == kind.least()) & (y == -1)).any():
            raise Rejected
        quotient = x // y
        if kind.kind == "i":
            quotient = np.where((x % y != 0) & ((x < 0) != (y < 0)), quotient + 1, quotient)
        op = self.pick(["//", "%", "tl.cdiv"])
        if op == "tl.cdiv":
            total = x + y - 1
            quotient = total // y
            if kind.kind == "i":
                quotient = np.where((total % y != 0) & ((total < 0) != (y < 0)), quotient + 1, quotient)
                if ((total == kind.least()) & (y == -1)).any():
                    raise Rejected
            self.emit(f"tl.cdiv({a.name}, {b.name} | 1)", kind, quotient, [a, b])
        else:
            self.emit(f"{a.name} {op} ({b.name} | 1)", kind, quotient if op == "//" else x - quotient * y, [a, b])

    def axis_of(self, a):
        axis = self.below(len(a.shape))
        return axis, axis - len(a.shape) if self.below(4) == 0 else axis

    def float_sum(self, a, function, count_axis):
        """Sum or running sum of floats: exact where every partial sum is, else with a bound."""
        wide = a.data.astype(np.float64)
        if not np.isfinite(wide).all():
            raise Rejected
        result = function(wide)
        scaled = np.abs(wide) * 1024
        if a.is_exact and (scaled == np.trunc(scaled)).all() and (function(scaled) < 2.0 ** a.type.digits).all():
            return narrow(result, a.type), None
        if a.type in (HALF, BRAIN):
            raise Rejected
        error = function(a.bound()) + function(np.abs(wide)) * count_axis * epsilon(a.type)
        return narrow(result, a.type), error

    def reduction(self):
        a = self.block()
        everything = self.below(6) == 0
        axis, shown = self.axis_of(a)
        keep = not everything and self.below(3) == 0
        where = tuple(range(1, a.data.ndim)) if everything else axis + 1
        count = math.prod(a.shape) if everything else a.shape[axis]
        options = ("" if everything else f", axis={shown}") + (", keep_dims=True" if keep else "")
        which = self.pick(["sum", "sum", "max", "min", "argmax", "argmin", "xor_sum", "max_index"])
        reduce = lambda f: lambda x: f(x, axis=where, keepdims=keep)
        if which == "sum":
            kind = a.type if a.type.is_float or a.type.bits >= 32 else (I32 if a.type.kind == "i" else U32)
            if kind.is_float:
                data, error = self.float_sum(a, reduce(np.sum), count)
            else:
                data, error = np.sum(a.data.astype(kind.store), axis=where, keepdims=keep, dtype=kind.store), None
            self.emit(f"tl.sum({a.name}{options})", kind, data, [a], error)
        elif which in ("max", "min"):
            if a.type.is_float and np.isnan(a.data).any():
                raise Rejected
            kind = a.type if a.type.bits >= 32 else (SINGLE if a.type.is_float else I32)
            function = np.max if which == "max" else np.min
            error = None if a.error is None else np.max(a.error, axis=where, keepdims=keep)
            self.emit(f"tl.{which}({a.name}{options})", kind, function(a.data.astype(kind.store), axis=where, keepdims=keep), [a], error)
        elif which == "xor_sum":
            if not a.type.is_int:
                raise Rejected
            data = np.bitwise_xor.reduce(a.data.reshape(a.data.shape[0], -1), axis=1) if everything else \
                np.bitwise_xor.reduce(a.data, axis=where, keepdims=keep)
            self.emit(f"tl.xor_sum({a.name}{options})", a.type, data, [a])
        else:
            if everything or not a.is_exact or a.type is BOOL or (a.type.is_float and np.isnan(a.data).any()):
                raise Rejected
            function = np.argmin if which == "argmin" else np.argmax
            data = function(a.data, axis=axis + 1)
            if keep:
                data = np.expand_dims(data, axis + 1)
            if which == "max_index":
                text = f"tl.max({a.name}, axis={shown}, return_indices=True{', keep_dims=True' if keep else ''})[1]"
            else:
                text = f"tl.{which}({a.name}{options})"
            self.emit(text, I32, data, [a])

    def scan(self):
        a = self.block(lambda v: v.type is not BOOL)
        axis, shown = self.axis_of(a)
        reverse = self.below(3) == 0
        turn = lambda f: (lambda x: np.flip(f(np.flip(x, axis + 1)), axis + 1)) if reverse else f
        options = f", axis={shown}" + (", reverse=True" if reverse else "")
        which = self.pick(["cumsum", "cumsum", "cumprod", "running"])
        if which == "cumsum":
            if a.type is BRAIN:
                raise Rejected
            kind = a.type if a.type.is_float or a.type.bits >= 32 else (I32 if a.type.kind == "i" else U32)
            if kind.is_float:
                data, error = self.float_sum(a, turn(lambda x: np.cumsum(x, axis=axis + 1)), a.shape[axis])
            else:
                data, error = turn(lambda x: np.cumsum(x, axis=axis + 1, dtype=kind.store))(a.data.astype(kind.store)), None
            self.emit(f"tl.cumsum({a.name}{options})", kind, data, [a], error)
        elif which == "cumprod":
            if a.type.is_float:
                raise Rejected
            data = turn(lambda x: np.cumprod(x, axis=axis + 1, dtype=a.type.store))(a.data)
            self.emit(f"tl.cumprod({a.name}{options})", a.type, data, [a])
        else:
            if a.type in (BRAIN, HALF) or (a.type.is_float and np.isnan(a.data).any()):
                raise Rejected
            data = turn(lambda x: np.maximum.accumulate(x, axis=axis + 1))(a.data)
            error = None if a.error is None else np.broadcast_to(a.error.max(axis=axis + 1, keepdims=True), a.data.shape)
            self.add_helper("helper_larger", ["@triton.jit", "def helper_larger(a, b):", "    return tl.maximum(a, b)"])
            self.emit(f"tl.associative_scan({a.name}, {axis}, helper_larger{', reverse=True' if reverse else ''})", a.type, data, [a],
                      error, helpers=("helper_larger",))

    def add_helper(self, name, lines):
        if self.lines is not None:
            raise Rejected
        self.program.helpers[name] = lines

    def custom_reduction(self):
        a = self.block(lambda v: v.type.is_int and v.type.bits >= 32)
        axis, _ = self.axis_of(a)
        if self.below(2):
            self.add_helper("helper_product", ["@triton.jit", "def helper_product(a, b):", "    return a * b"])
            self.emit(f"tl.reduce({a.name}, {axis}, helper_product)", a.type, np.prod(a.data, axis=axis + 1, dtype=a.type.store), [a],
                      helpers=("helper_product",))
        else:
            b = self.partner(a, lambda v: v.shape == a.shape and v.type.is_int and v.type.bits >= 32)
            self.add_helper("helper_pair", ["@triton.jit", "def helper_pair(a, b, c, d):", "    return a + c, b | d"])
            data = np.sum(a.data, axis=axis + 1, dtype=a.type.store)
            other = np.bitwise_or.reduce(b.data, axis=axis + 1)
            self.program.count += 1
            pair = f"pair{self.program.count}"
            self.emit(f"{pair}[0] ^ {pair}[1]", promote(a.type, False, b.type, False),
                      data.astype(promote(a.type, False, b.type, False).store) ^ other.astype(promote(a.type, False, b.type, False).store),
                      [a, b], before=[f"{pair} = tl.reduce(({a.name}, {b.name}), {axis}, helper_pair)"], helpers=("helper_pair",))

    def reshape(self):
        a = self.block()
        g, shape, rank = a.data.shape[0], a.shape, len(a.shape)
        which = self.pick(["reshape", "trans", "permute", "expand", "ravel", "join", "split", "interleave", "flip"])
        same = lambda text, function: self.emit(text, a.type, function(a.data), [a], None if a.error is None else function(a.error))
        if which in ("reshape", "ravel"):
            size = math.prod(shape)
            parts = []
            if which == "reshape":
                for _ in range(self.below(3)):
                    part = 2 ** self.below(int(math.log2(size)) + 1) if size > 1 else 1
                    parts.append(part)
                    size //= part
            parts.append(size)
            text = f"tl.ravel({a.name})" if which == "ravel" else f"tl.reshape({a.name}, ({', '.join(map(str, parts))},))"
            same(text, lambda x: x.reshape((g,) + tuple(parts)))
        elif which == "trans" and rank >= 2:
            order = tuple(range(rank - 2)) + (rank - 1, rank - 2)
            same(self.pick([f"tl.trans({a.name})"] + [f"{a.name}.T"] * (rank == 2)), lambda x: x.transpose((0,) + tuple(o + 1 for o in order)))
        elif which == "permute" and rank >= 2:
            order = tuple(int(i) for i in self.random.permutation(rank))
            same(f"tl.permute({a.name}, {order})", lambda x: x.transpose((0,) + tuple(o + 1 for o in order)))
        elif which == "expand" and rank < 3:
            axis = self.below(rank + 1)
            place = ", ".join([":"] * axis + ["None"] + [":"] * (rank - axis))
            same(self.pick([f"{a.name}[{place}]", f"tl.expand_dims({a.name}, {axis})"]), lambda x: np.expand_dims(x, axis + 1))
        elif which in ("join", "interleave") and rank < 3:
            b = self.partner(a, lambda v: v.shape == shape and v.type is a.type)
            error = None if a.is_exact and b.is_exact else np.stack([a.bound(), b.bound()], -1)
            data = np.stack([a.data, b.data], -1)
            if which == "interleave":
                form = lambda x: x.reshape((g,) + shape[:-1] + (shape[-1] * 2,))
                data, error = form(data), None if error is None else form(error)
            self.emit(f"tl.{which}({a.name}, {b.name})", a.type, data, [a, b], error)
        elif which == "split" and rank >= 2 and shape[-1] == 2:
            side = self.below(2)
            same(f"tl.split({a.name})[{side}]", lambda x: x[..., side])
        elif which == "flip":
            axis = self.below(rank)
            if a.type.is_float and a.type.bits < 16:
                raise Rejected
            same(f"tl.flip({a.name}, {axis})", lambda x: np.flip(x, axis + 1))
        else:
            raise Rejected

    def broadcast(self):
        a = self.block()
        shape = tuple(2 ** self.below(5) if n == 1 else n for n in a.shape)
        if shape == a.shape:
            raise Rejected
        data = np.broadcast_to(a.data, a.data.shape[:1] + shape)
        error = None if a.error is None else np.broadcast_to(a.error, data.shape)
        self.emit(f"tl.broadcast_to({a.name}, ({', '.join(map(str, shape))},))", a.type, data, [a], error)

    def sort(self):
        a = self.block(lambda v: v.is_exact and v.type not in (BOOL, BRAIN) and v.shape[-1] > 1)
        if a.type.is_float and (np.isnan(a.data).any() or (a.data == 0).any()):
            raise Rejected
        data = np.sort(a.data, axis=-1)
        if self.below(3) == 0:
            k = 2 ** self.below(int(math.log2(a.shape[-1])) + 1)
            self.emit(f"tl.topk({a.name}, {k})", a.type, data[..., ::-1][..., :k], [a])
        elif self.below(2):
            self.emit(f"tl.sort({a.name}, descending=True)", a.type, data[..., ::-1], [a])
        else:
            self.emit(f"tl.sort({a.name})", a.type, data, [a])

    def gather(self):
        a = self.block()
        axis, _ = self.axis_of(a)
        index = self.block(lambda v: v.type in (I32, I64) and v.is_exact and v.shape == a.shape)
        limit = a.shape[axis] - 1
        place = index.data & limit
        take = lambda x: np.take_along_axis(x, place.astype(np.int64), axis + 1)
        self.emit(f"tl.gather({a.name}, {index.name} & {limit}, {axis})", a.type, take(a.data), [a, index],
                  None if a.error is None else take(a.error))

    def product(self):
        kind = self.pick([t for t in (TYPES["int8"], HALF, BRAIN, SINGLE) if t in self.program.types])
        a = self.block(lambda v: v.type is kind and len(v.shape) == 2 and min(v.shape) >= 16)
        b = self.block(lambda v: v.type is kind and len(v.shape) == 2 and min(v.shape) >= 16 and v.shape[0] == a.shape[1])
        if kind.is_float and not (np.isfinite(a.data).all() and np.isfinite(b.data).all()):
            raise Rejected
        if kind is TYPES["int8"]:
            data, error, to = np.matmul(a.data.astype(np.int32), b.data.astype(np.int32)), None, I32
        else:
            wa, wb, to = a.data.astype(np.float64), b.data.astype(np.float64), SINGLE
            data = np.matmul(wa, wb)
            size = np.matmul(np.abs(wa), np.abs(wb))
            error = np.matmul(np.abs(wa), b.bound()) + np.matmul(a.bound(), np.abs(wb)) + np.matmul(a.bound(), b.bound()) \
                + size * (a.shape[1] + 2) * epsilon(SINGLE)
        options = ', input_precision="ieee"' if kind is SINGLE else ""
        self.emit(f"tl.dot({a.name}, {b.name}{options})", to, data, [a, b], error)

    # -- statements that hold others --
    def updates(self, acc, others):
        """Total functions of a carried value: (text with {i}, function of (acc data, i))."""
        kind = acc.type
        result = []
        for other in others:
            if other.type is not kind or self.joint(acc.shape, other.shape) != acc.shape:
                continue
            spread = self.spread(other.data, acc.shape)
            if kind.is_float:
                result += [(f"{{acc}} * 0.5 + {other.name}", lambda x, i, y=spread: narrow(narrow(x * kind.store(0.5), kind) + y, kind), [other]),
                           (f"tl.where({other.name} > {{i}}, {{acc}}, {other.name})", lambda x, i, y=spread: np.where(y > i, x, y), [other])]
            else:
                result += [(f"{{acc}} + {other.name}", lambda x, i, y=spread: x + y, [other]),
                           (f"({{acc}} ^ {other.name}) * 3", lambda x, i, y=spread: (x ^ y) * kind.store(3), [other]),
                           (f"tl.where({other.name} > {{acc}}, {{acc}} - 1, {other.name})",
                            lambda x, i, y=spread: np.where(y > x, x - kind.store(1), y), [other])]
        if kind.is_float:
            result.append(("{acc} + {i}", lambda x, i: narrow(x + kind.store(i), kind), []))
        elif kind.bits >= 32 and kind.kind == "i":
            result.append(("{acc} * 5 + {i}", lambda x, i: x * kind.store(5) + kind.store(i), []))
            result.append(("{acc} - ({acc} >> 1) + {i}", lambda x, i: x - (x >> kind.store(1)) + kind.store(i), []))
        return result

    def carried(self):
        if self.lines is not None:
            raise Rejected
        a = self.value(lambda v: v.is_exact and v.type in (*INTEGERS, SINGLE, DOUBLE)
                       and not (v.type.is_float and not np.isfinite(v.data).all()))
        others = [v for v in self.pool if v.is_exact and v is not a and not (v.type.is_float and not np.isfinite(v.data).all())]
        return a, others

    def loop(self):
        a, others = self.carried()
        text, function, uses = self.pick(self.updates(a, others))
        count = self.below(5)
        header, indices = self.pick([
            (f"for i in range({count}):", range(count)), (f"for i in range(1, {count * 2 + 1}, 2):", range(1, count * 2 + 1, 2)),
            (f"for i in tl.range({count}, 0, -1):", range(count, 0, -1)), (f"for i in tl.static_range({count}):", range(count)),
            ("for i in range(pid + 1):", None), ("for i in range(0, size, 16):", range(0, self.program.size, 16))])
        data = a.data
        if indices is None:
            pid = np.arange(data.shape[0]).reshape((-1,) + (1,) * (data.ndim - 1))
            for i in range(data.shape[0]):
                data = np.where(pid >= i, function(data, i), data)
        else:
            for i in indices:
                data = function(data, i).astype(a.type.store)
        name = f"c{self.program.count + 1}"
        body = text.format(acc=name, i="i")
        before = [f"{name} = {a.name}", header, f"    {name} = {body}"]
        if self.below(3) == 0 and indices is not None:  # a nested loop that does the same twice
            data = a.data
            for i in indices:
                for _ in range(2):
                    data = function(data, i).astype(a.type.store)
            before = [f"{name} = {a.name}", header, "    for _ in range(2):", f"        {name} = {body}"]
        self.emit(name, a.type, data, [a] + uses + [self.program.values[0]], before=before)

    def while_loop(self):
        a, others = self.carried()
        text, function, uses = self.pick(self.updates(a, others))
        limit = self.value(lambda v: v.type is I32 and v.shape == () and v.is_exact)
        steps = limit.data & 3
        data = a.data
        lanes = steps.reshape((-1,) + (1,) * (data.ndim - 1))
        for i in range(int(steps.max())):
            data = np.where(lanes > i, function(data, i), data)
        name, counter = f"c{self.program.count + 1}", f"n{self.program.count + 1}"
        before = [f"{name} = {a.name}", f"{counter} = 0", f"while {counter} < ({limit.name} & 3):",
                  f"    {name} = {text.format(acc=name, i=counter)}", f"    {counter} += 1"]
        self.emit(name, a.type, data, [a, limit] + uses, before=before)

    def branch(self):
        a, others = self.carried()
        updates = self.updates(a, others)
        (text, function, uses), (text2, function2, uses2) = self.pick(updates), self.pick(updates)
        condition = self.value(lambda v: v.shape == () and v.is_exact and v.type in (BOOL, I32, I64, SINGLE)
                               and not (v.type.is_float and np.isnan(v.data).any()))
        flags = condition.data if condition.type is BOOL else condition.data > 1
        test = condition.name if condition.type is BOOL else f"{condition.name} > 1"
        flags = flags.reshape((-1,) + (1,) * (a.data.ndim - 1))
        data = np.where(flags, function(a.data, 1), function2(a.data, 2))
        name = f"c{self.program.count + 1}"
        before = [f"if {test}:", f"    {name} = {text.format(acc=a.name, i=1)}", "else:",
                  f"    {name} = {text2.format(acc=a.name, i=2)}"]
        self.emit(name, a.type, data, [a, condition] + uses + uses2, before=before)

    def helper(self):
        """A jit function with a few statements of its own, called once."""
        if self.lines is not None:
            raise Rejected
        arguments = [self.value()]
        arguments.append(self.partner(arguments[0]))
        parameters = [Value(f"a{i}", v.type, v.data, v.error) for i, v in enumerate(arguments)]
        inner = Drawer(self.program)
        inner.pool, inner.lines = list(parameters), []
        for _ in range(1 + self.below(3)):
            inner.attempt([inner.arithmetic, inner.bits, inner.compare, inner.where, inner.extreme, inner.convert, inner.unary,
                           inner.reduction, inner.reshape, inner.mathematics])
        if len(inner.pool) == 2:
            raise Rejected
        result = inner.pool[-1]
        self.program.count += 1
        name = f"helper_{self.program.count}"
        self.program.helpers[name] = ["@triton.jit", f"def {name}(a0, a1):"] + ["    " + line for line in inner.lines] \
            + [f"    return {result.name}"]
        self.emit(f"{name}({arguments[0].name}, {arguments[1].name})", result.type, result.data, arguments, result.error, helpers=(name,))

    def atomic(self):
        if self.lines is not None or self.program.regions >= 3:
            raise Rejected
        place = self.block(lambda v: v.type is I32 and v.is_exact)
        value = self.partner(place, lambda v: v.type is I32 and v.is_exact and v.shape == place.shape)
        region = self.program.regions
        name, function = self.pick([("add", np.add), ("max", np.maximum), ("min", np.minimum), ("or", np.bitwise_or),
                                    ("xor", np.bitwise_xor), ("and", np.bitwise_and)])
        masks = [v for v in self.pool if v.type is BOOL and v.is_exact and v.shape == place.shape]
        mask = self.pick(masks) if masks and self.below(2) else None
        memory = np.zeros(LANES, np.int32)
        used = np.ones(place.data.shape, bool) if mask is None else mask.data
        function.at(memory, (place.data & (LANES - 1))[used], value.data[used])
        line = f"tl.atomic_{name}(memory + {region * LANES} + ({place.name} & {LANES - 1}), {value.name}"
        line += (f", mask={mask.name}" if mask is not None else "") + ")"
        self.program.regions += 1
        self.program.statements.append(Statement([line], [], [v.name for v in (place, value, mask) if v is not None], None, region, memory))


# ---- running and comparing ---------------------------------------------------------------------------------
def differences(program, outputs, regions, printed):
    """What is wrong in a kernel's output: (output or region, text) or None."""
    _, integers, floats, memory = printed
    integers = np.array(integers, np.int64).reshape(program.programs, OUTPUTS)
    floats = np.array(floats, np.int64).view(np.float64).reshape(program.programs, OUTPUTS)
    for output in outputs:
        value = output.value
        wanted = value.data.reshape(program.programs, -1)
        got = (floats if value.type.is_float else integers)[:, output.offset : output.offset + wanted.shape[1]]
        if value.type.is_float:
            wanted = wanted.astype(np.float64)
            bound = value.bound().reshape(wanted.shape) * 4
            with np.errstate(invalid="ignore"):
                wrong = ~((got == wanted) | (np.isnan(got) & np.isnan(wanted)) | (np.abs(got - wanted) <= bound))
        else:
            wanted = wanted.astype(np.int64)
            wrong = got != wanted
        if output.mask is not None:
            mask = output.mask.data.reshape(wrong.shape)
            wrong = np.where(mask, wrong, got != UNTOUCHED)
        if wrong.any():
            where = tuple(int(i) for i in np.argwhere(wrong)[0])
            return output, f"{value.name} ({value.type.name}, shape {value.shape}), program {where[0]}, lane {where[1]}: " \
                           f"expected {wanted[where]!r}, got {got[where]!r}; {int(wrong.sum())} of {wrong.size} lanes differ"
    memory = np.array(memory, np.int32)
    for statement in program.statements:
        if statement.region in regions and statement.region is not None:
            got = memory[statement.region * LANES :][:LANES]
            if (got != statement.memory).any():
                lane = int(np.argwhere(got != statement.memory)[0][0])
                return statement.region, f"memory of `{statement.lines[0]}`, lane {lane}: expected {statement.memory[lane]}, got {got[lane]}"
    return None


class Runner:
    def __init__(self, against):
        self.against = against

    def run(self, kernels):
        """Printed outputs by number, and what was said of a kernel that ended the script."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "programs.py")
            pathlib.Path(path).write_text(file_text(kernels))
            environment = dict(os.environ, OMP_NUM_THREADS="1", TRITON_INTERPRET="1")
            command = [TILEWRIGHT, "run", path] if self.against == "tilewright" else [sys.executable, path]
            try:
                done = subprocess.run(command, capture_output=True, text=True, timeout=600, env=environment)
                error = f"exit status {done.returncode}\n{done.stderr[-3000:]}"
                lines = done.stdout.splitlines()
            except subprocess.TimeoutExpired as problem:
                error, lines = "no end within 600 seconds", (problem.stdout or b"").decode().splitlines()
        printed = {}
        for line in lines:
            if line.startswith("["):
                entry = json.loads(line)
                printed[entry[0]] = entry
        return printed, error

    def failure(self, program, outputs, regions, keep_all=False):
        """What is wrong with one kernel that stores these outputs, or None."""
        printed, error = self.run([(0, program, program.source(0, outputs, regions, keep_all))])
        if 0 not in printed:
            return error
        found = differences(program, outputs, regions, printed[0])
        return found and found[1]

    def check(self, programs):
        """(program, text) for every program that fails."""
        waiting = list(enumerate(programs))
        failures = []
        while waiting:
            printed, error = self.run([(number, p, p.source(number)) for number, p in waiting])
            rest = []
            for place, (number, program) in enumerate(waiting):
                if number not in printed:
                    failures.append((program, error))
                    rest = waiting[place + 1 :]
                    break
                found = differences(program, program.outputs, set(range(program.regions)), printed[number])
                if found:
                    failures.append((program, found[1]))
            waiting = rest
        return failures


def minimised(runner, program):
    """(outputs, regions, text) of the smallest slice of a program that still fails."""
    tries = [([Output(s.value, None, 0)], set()) if s.value is not None else ([], {s.region}) for s in program.statements]
    tries += [([Output(o.value, o.mask, 0)], set()) for o in program.outputs if o.mask is not None]
    for outputs, regions in tries:
        text = runner.failure(program, outputs, regions)
        if text:
            return outputs, regions, text
    return None


def report(runner, program, text, against):
    print(f"FAILED seed {program.seed} against {against}: {text}")
    found = minimised(runner, program)
    if found:
        outputs, regions, text = found
        source = program.source(0, outputs, regions, keep_all=False)
        print(f"the smallest part that fails: {text}")
    else:
        source = program.source(0)
        print("no single value fails by itself; the whole program:")
    print(file_text([(0, program, source)]))


def types_for(against):
    """Those that are computed rightly: the interpreter has trouble with bfloat16, unsigned and narrow types."""
    return [t for t in TYPES.values() if against == "tilewright" or t in (BOOL, I32, I64, SINGLE, DOUBLE)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1, help="of the first program; the others follow")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--against", choices=["tilewright", "interpreter"], default="tilewright")
    parser.add_argument("--show", action="store_true", help="print the programs instead of running them")
    options = parser.parse_args()
    runner = Runner(options.against)
    failed = 0
    for start in range(options.seed, options.seed + options.count, PROGRAMS_A_FILE):
        seeds = range(start, min(start + PROGRAMS_A_FILE, options.seed + options.count))
        programs = [Program(seed, options.against) for seed in seeds]
        if options.show:
            print(file_text([(p.seed, p, p.source(p.seed)) for p in programs]))
            continue
        for program, text in runner.check(programs):
            failed += 1
            report(runner, program, text, options.against)
    if not options.show:
        print(f"random programs: {options.count - failed} agree, {failed} do not")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
