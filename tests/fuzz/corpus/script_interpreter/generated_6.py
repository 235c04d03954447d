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
for k0 in range(2):
    show(lambda: (((a if False else 83) / -15) / (round(2.669569009747568e-06, 2) * (0.03143 * y))))
if attempt(lambda: (not False), False):
    if attempt(lambda: (s < s[-5::]), False):
        s = attempt(lambda: s, 'z')[:12]
        for k2 in range(0):
            print(a, p)
            print(b, p)
            show(lambda: ((8.426334514056062 % (-9.803435156316426e-17 + -7.27)) - -5140.700045647753))
        else:
            print('else')
        show(lambda: a)
    else:
        p = attempt(lambda: q, [1, 2])[:8]
    show(lambda: p)
    try:
        show(lambda: sorted(list(range(5, 6, 3)), reverse=False))
        for k2 in range(4):
            print(b, q)
        else:
            print('else')
        raise KeyError(s)
    except (KeyError, IndexError) as e:
        print('caught', type(e).__name__, e)
    except Exception as e:
        print('other', repr(e))
    finally:
        print('finally')
else:
    q = attempt(lambda: sorted(q[3::2], reverse=False), [1, 2])[:8]
for k0 in range(4):
    show(lambda: f'{a:*^ 012_d}|{x: 15,.2}|{t!r:>12}'.zfill(6))
else:
    print('else')
show(lambda: (((~2147483648) >> 64), t, ((71 >> 0) / (a - 889806687931561688272))))
def f1(u, v=attempt(lambda: (51 * 888731081252733121498), 7), *rest, w=3, **kw):
    total = 0
    for item in rest:
        total += item
    def inner(z):
        nonlocal total
        total += z
        return total
    return [u, v, inner(w), total, sorted(kw.items())]
show(lambda: f1(1))
if attempt(lambda: (((73 % 86) * (b ^ b)) <= 1), False):
    for k1 in range(1):
        for k2 in range(3):
            print(a, q)
            print(b, p)
            x = attempt(lambda: float((((70.7 // -76.0) - 29.026) + ((b + b) / (487123652064152007178 % a)))), 0.5)
        else:
            print('else')
        if k1 > 0: continue
else:
    try:
        show(lambda: (17 <= ((a if False else 1154843973218275231027) >> 26)))
        try:
            b += (((~(b * a)) & ((-9) - len(t)))) % 1000003
        except Exception as e:
            print(type(e).__name__, e)
        pass
    except Exception as e:
        print('caught', type(e).__name__, e)
    except Exception as e:
        print('other', repr(e))
    finally:
        print('finally')
try:
    a += (a) % 1000003
except Exception as e:
    print(type(e).__name__, e)
class C2(Base):
    kind = 8
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
x = attempt(lambda: float((30.918 // y)), 0.5)
