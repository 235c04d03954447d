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
x = attempt(lambda: float(0.08364686635702637), 0.5)
s = attempt(lambda: f'{a: 0X}|{y:^ ,.7e}|{s!r:>12}', 'z')[:12]
if attempt(lambda: (not (not (35343859864865050278 in [b, 1, 37, 50, 9223372036854775808]))), False):
    for k1 in range(0):
        y = attempt(lambda: float((2.255463597372134e-05 + 8.467620318925613e-16)), 0.5)
        class C1(Base):
            kind = 3
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
        try:
            b = ((-((-b) & (~b)))) % 1000003
        except Exception as e:
            print(type(e).__name__, e)
    x = attempt(lambda: float((y % (round(-79.7, 2) / y))), 0.5)
else:
    t = attempt(lambda: ('Z\n' + t).center(12, chr(42))[4:5:-1], 'z')[:12]
    def f2(u, v=attempt(lambda: a, 7), *rest, w=3, **kw):
        total = 0
        for item in rest:
            total += item
        def inner(z):
            nonlocal total
            total += z
            return total
        return [u, v, inner(w), total, sorted(kw.items())]
    show(lambda: f2(*p, **{'w': 1}))
class C3:
    kind = 2
    def __init__(self, v):
        self.v = v
    def __add__(self, other):
        return C3(self.v + getattr(other, 'v', other))
    def __repr__(self):
        return f'C3({self.v!r}, {self.kind})'
    def __iter__(self):
        for k in range(3):
            yield self.v * k
    @property
    def double(self):
        return self.v * 2
show(lambda: [C3(3) + 4, list(C3(2)), C3(5).double, C3(1).describe() if hasattr(C3, 'describe') else None])
try:
    b = ((+(len(s) - 224722315812353865919))) % 1000003
except Exception as e:
    print(type(e).__name__, e)
def f4(u, v=attempt(lambda: 15, 7), *rest, w=3, **kw):
    total = 0
    for item in rest:
        total += item
    def inner(z):
        nonlocal total
        total += z
        return total
    return [u, v, inner(w), total, sorted(kw.items())]
show(lambda: f4(1))
show(lambda: {s.join(map(str, p)): [u * w for u, w in zip(p, q)][:6], len(t): None})
s = attempt(lambda: t[::-1], 'z')[:12]
show(lambda: q)
class C5:
    kind = 0
    def __init__(self, v):
        self.v = v
    def __add__(self, other):
        return C5(self.v + getattr(other, 'v', other))
    def __repr__(self):
        return f'C5({self.v!r}, {self.kind})'
    def __iter__(self):
        for k in range(3):
            yield self.v * k
    @property
    def double(self):
        return self.v * 2
show(lambda: [C5(3) + 4, list(C5(2)), C5(5).double, C5(1).describe() if hasa