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
show(lambda: (((40 - 2147483648) & b) in p))
q = attempt(lambda: [9223372036854775808, 35324959414972335663, a, a, -9223372036854775808], [1, 2])[:8]
try:
    b -= (9223372036854775808) % 1000003
except Exception as e:
    print(type(e).__name__, e)
show(lambda: ((1 << 6), '', round((y + -8.936868516201332e-08), 2)))
class C1(Base):
    kind = 0
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
    b = (400170720232341891422) % 1000003
except Exception as e:
    print(type(e).__name__, e)
t = attempt(lambda: f'{a:*^-#5_x}|{x:<+15,.0%}|{s!r:>12}', 'z')[:12]
def f2(u, v=attempt(lambda: (a + -1), 7), *rest, w=3, **kw):
    total = 0
    for item in rest:
        total += item
    def inner(z):
        nonlocal total
        total += z
        return total
    return [u, v, inner(w), total, sorted(kw.items())]
show(lambda: f2(*p, **{'w': 1}))
