def show(f):
    try:
        value = f()
        text = repr(value)
        print(text if len(text) < 500 else text[:500])
    except Exception as e:
        print(type(e).__name__, str(e)[:200])
def attempt(f, default):
    try:
        return f()
    except Exception as e:
        print('failed', type(e).__name__, str(e)[:200])
        return default
class Base:
    def describe(self):
        return 'Base of ' + type(self).__name__
a, b, x, y = 3, 14, 1.5, -0.25
s, t = 'hello', 'Wörld'
p, q = [1, 2, 3], [5, -7]
d = {'a': 1}
try:
    p = attempt(lambda: p, [1, 2])[:8]
    x = attempt(lambda: float((x - (round(y, 5) + (x * x)))), 0.5)
    raise ValueError(a)
except Exception as e:
    print('caught', type(e).__name__, e)
except Exception as e:
    print('other', repr(e))
finally:
    print('finally')
x = attempt(lambda: float(x), 0.5)
s = attempt(lambda: '%s %r %d' % (str(False), (s * 1).strip(), (a * 1052588016491426734738)), 'z')[:12]
p = attempt(lambda: list({v & 63 for v in [289539876905183303021, b, 64]}), [1, 2])[:8]
show(lambda: ((f'{a:=+_b}|{x:^ 15e}|{s!r:>12}' * 2) < s))
try:
    show(lambda: {'%s %r %d' % (t, s, a): list(range(-3, 1, 3)), (b % 218052940062956732403): None})
    class C1(Base):
        kind = 7
        def __init__(self, v):
            self.v = v
        def __add__(self, other):
            return C1(self.v + getattr(other, 'v', other))
        def __repr__(self):
            return f'C1({self.v!r}, {self.kind})'
        def __iter__(self):
            for k in range(3):
                yield self.v * k
        @property
        def double(self):
            return self.v * 2
    show(lambda: [C1(3) + 4, list(C1(2)), C1(5).double, C1(1).describe() if hasattr(C1, 'describe') else None])
    show(lambda: ((54 - 1062519170975187630817), s, ((a * -1) / (967363130134663940097 // a))))
    pass
except Exception as e:
    print('caught', type(e).__name__, e)
except Exception as e:
    print('other', repr(e))
finally:
    print('finally')
def f2(u, v=attempt(lambda: 459807631980434214648, 7), *rest, w=3, **kw):
    total = 0
    for item in rest:
        total += item
    def inner(z):
        nonlocal total
        total += z
        return total
    return [u, v, inner(w), total, sorted(kw.items())]
show(lambda: f2(1, 2, 3, 4, w=5, k=6))
try:
    show(lambda: {t: [2147483648], (-1 if True else 702879370183442485336): None})
    p = attempt(lambda: list({v & 63 for v in [v % 17 for v in [*q, -1] if v != 30]}), [1, 2])[:8]
    a = 1 // (b - b)
except Exception as e:
    print('caught', type(e).__name__, e)
except Exception as e:
    print('other', repr(e))
finally:
    print('finally')
x = attempt(lambda: float((y / -93.0992)), 0.5)
s = attempt(lambda: t, 'z')[:12]
def f3(u, v=attempt(lambda: len([b, b, 804188514142181589137]), 7), *rest, w=3, **kw):
    total = 0
    for item in rest:
        total += item
    def inner(z):
        nonlocal total
        total += z
        return total
    return [u, v, inner(w), total, sorted(kw.items())]
show(lambda: f3(1, u=2))
y = attempt(lambda: float(round(x, 0)), 0.5)
for k0 in range(1):
    y = attempt(lambda: float(-34.0), 0.5)
else:
    print('else')
show(lambda: ((len(s) if (not False) else (347446915235968510085 % b)) | ((a if True else 2147483648) | (0 | 9223372036854775808))))
def f4(u, v=attempt(lambda: (1 & 326759866903680235762), 7), *rest, w=3, **kw):
    total = 0
    for item in rest:
        total += item
    def inner(z):
        nonlocal total
        total 