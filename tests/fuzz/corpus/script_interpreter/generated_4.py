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
p = attempt(lambda: [u * w for u, w in zip(p, list(range(-5, 3, 3)))][:6], [1, 2])[:8]
if attempt(lambda: (((85 == 4) and (23 in [])) or False), False):
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
    try:
        b ^= (len(list(range(3, 8, 3)))) % 1000003
    except Exception as e:
        print(type(e).__name__, e)
    class C2(Base):
        kind = 3
        def __init__(self, v):
            self.v = v
        def __add__(self, other):
            return C2(self.v + getattr(other, 'v', other))
        def __repr__(self):
            return f'C2({self.v!r}, {self.kind})'
        def __iter__(self):
            for k in range(3):
                yield self.v * k
        @property
        def double(self):
            return self.v * 2
    show(lambda: [C2(3) + 4, list(C2(2)), C2(5).double, C2(1).describe() if hasattr(C2, 'describe') else None])
else:
    x = attempt(lambda: float((a / ((423068341608709672552 + -15) + (--1)))), 0.5)
try:
    b = (-1) % 1000003
except Exception as e:
    print(type(e).__name__, e)
show(lambda: (b >> 26))
show(lambda: (0 <= (219207051012129863526 * (~a))))
s = attempt(lambda: t, 'z')[:12]
if attempt(lambda: ((66 - (a if True else -19)) in q), False):
    try:
        b = ((((1 - 510398471809054537189) - (a // 46)) * ((b % a) % (9223372036854775808 >> 69)))) % 1000003
    except Exception as e:
        print(type(e).__name__, e)
    t = attempt(lambda: str((-1 // (~b))), 'z')[:12]
    show(lambda: {f'{a:=0d}|{y:0=15.0f}|{s!r:>12}': [-19][::-1], a: None})
else:
    show(lambda: ((t + '{é"1\n\\ '.upper()) * 3))
    class C3:
        kind = 8
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
show(lambda: (340029490508202895056, '0}aY', round((x % x), 1)))
def f4(u, v=attempt(lambda: 802169220045144940379, 7), *rest, w=3, **kw):
    total = 0
    for item in rest:
        total += item
    def inner(z):
        nonlocal total
        total += z
        return total
    return [u, v, inner(w), total, sorted(kw.items())]
show(lambda: f4())
class C5(Base):
 