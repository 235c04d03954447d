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
t = attempt(lambda: s, 'z')[:12]
show(lambda: "{é'\\YZX")
show(lambda: ((not True) or True))
try:
    x = attempt(lambda: float(round(x, 2)), 0.5)
    d[s, t]
except ValueError as e:
    print('caught', type(e).__name__, e)
except Exception as e:
    print('other', repr(e))
finally:
    print('finally')
for k0 in range(1):
    try:
        b = ((~((-2147483648) * (80 % 687998223365213534105)))) % 1000003
    except Exception as e:
        print(type(e).__name__, e)
    for k1 in range(0):
        def f1(u, v=attempt(lambda: (-1 ^ 1), 7), *rest, w=3, **kw):
            total = 0
            for item in rest:
                total += item
            def inner(z):
                nonlocal total
                total += z
                return total
            return [u, v, inner(w), total, sorted(kw.items())]
        show(lambda: f1(1, u=2))
        class C2(Base):
            kind = 2
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
        print('else')
    if attempt(lambda: ('1 Xab{'.title() == ''), False):
        class C3:
            kind = 4
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
    else:
        show(lambda: {(' 0Z"\\\n01' + t): [u * w for u, w in zip(q, p)][:6], (26 & b): None})
    if k0 == 2: continue
t = attempt(lambda: t, 'z')[:12]
try:
    for k1 in range(2):
        if attempt(lambda: (not (b >= (37 | b))), False):
            print(a, p)
        else:
            print(a, p)
            print(b, p)
        show(lambda: s)
        if k1 > 0: break
    class C4(Base):
        kind = 7
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
    show(lambda: 