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
class C1(Base):
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
show(lambda: ((18 % (-41)) < (~a)))
if attempt(lambda: (((-1 + 77) >> 43) >= 89), False):
    q = attempt(lambda: list({v & 63 for v in [*sorted([b, a, 1, -1, 372543043569368317069], reverse=True), b]}), [1, 2])[:8]
    show(lambda: f'{b:>+#_d}|{y:8.7%}|{t!r:>12}')
else:
    for k1 in range(0):
        show(lambda: ('{ébb Z' + str(list(range(2, 3, 3)))))
    t = attempt(lambda: (str(sorted([-18, 1116049892803979876142, 37], reverse=True)) + (t * 3).center(12, chr(42))), 'z')[:12]
x = attempt(lambda: float((-9223372036854775808 / (-(a if False else 169109084517604470711)))), 0.5)
show(lambda: round(((y + 2.0689619426990104e-10) - (x / y)), 3))
for k0 in range(1):
    s = attempt(lambda: s, 'z')[:12]
    if k0 == 2: continue
else:
    print('else')
def f2(u, v=attempt(lambda: (0 + a), 7), *rest, w=3, **kw):
    total = 0
    for item in rest:
        total += item
    def inner(z):
        nonlocal total
        total += z
        return total
    return [u, v, inner(w), total, sorted(kw.items())]
show(lambda: f2(1))
show(lambda: ((not (74 != 1)) or ((0 ^ 0) != 9223372036854775808)))
try:
    a -= (598530281339980555115) % 1000003
except Exception as e:
    print(type(e).__name__, e)
def f3(u, v=attempt(lambda: 69, 7), *rest, w=3, **kw):
    total = 0
    for item in rest:
        total += item
    def inner(z):
        nonlocal total
        total += z
        return total
    return [u, v, inner(w), total, sorted(kw.items())]
show(lambda: f3(*p, **{'w': 1}))
class C4:
    kind = 8
    def __init__(self, v):
        self.v = v
    def __add__(self, other):
        return C4(self.v + getattr(other, 'v', other))
    def __repr__(self):
        return f'C4({self.v!r}, {self.kind})'
    def __iter__(self):
        for k in range(3):
            yield self.v * k
    @property
    def double(self):
        return self.v * 2
show(lambda: [C4(3) + 4, list(C4(2)), C4(5).double, C4(1).describe() if hasattr(C4, 'describe') else None])
show(lambda: ('é\\' + '\n%%\naZ}'))
