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
    show(lambda: (('%s %r %d' % (t, '1é"Xa', b) in t.title()) or (a < (20 * 1093360186893161449207))))
    class C1:
        kind = 8
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
    x = attempt(lambda: float(round(round((0 / -9), 0), 0)), 0.5)
    int(s)
except ValueError as e:
    print('caught', type(e).__name__, e)
except Exception as e:
    print('other', repr(e))
finally:
    print('finally')
def f2(u, v=attempt(lambda: (0 // a), 7), *rest, w=3, **kw):
    total = 0
    for item in rest:
        total += item
    def inner(z):
        nonlocal total
        total += z
        return total
    return [u, v, inner(w), total, sorted(kw.items())]
show(lambda: f2(1, u=2))
s = attempt(lambda: str(-2.4935080855623485e-06).center(12, chr(42)).zfill(6), 'z')[:12]
class C3(Base):
    kind = 9
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
def f4(u, v=attempt(lambda: (b << 8), 7), *rest, w=3, **kw):
    total = 0
    for item in rest:
        total += item
    def inner(z):
        nonlocal total
        total += z
        return total
    return [u, v, inner(w), total, sorted(kw.items())]
show(lambda: f4(1, 2, 3, 4, w=5, k=6))
p = attempt(lambda: list(range(-3, 2, 3)), [1, 2])[:8]
class C5(Base):
    kind = 4
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
show(lambda: [C5(3) + 4, list(C5(2)), C5(5).double, C5(1).describe() if hasattr(C5, 'describe') else None])
show(lambda: {(t + '%c}'): [b, a], (b ^ a): None})
try:
    a ^= ((len(list(range(0, 5, 2))) | b)) % 1000003
except Exception as e:
    print(type(e).__name__, e)
for k0 in range(4):
    show(lambda: t)
    if k0 == 2: break
show(lambda: {(t * 1): p, (-a): None})
