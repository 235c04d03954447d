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
    p = attempt(lambda: [u * w for u, w in zip([*[v % 17 for v in q if v != -4], (b << 58)], ([v % 17 for v in q if v < 26] + [*q, b]))][:6], [1, 2])[:8]
    raise KeyError(s)
except Exception as e:
    print('caught', type(e).__name__, e)
except Exception as e:
    print('other', repr(e))
finally:
    print('finally')
try:
    a -= ((-1 if ((999914713952611018284 & 1151324017417625361491) in list({v & 63 for v in p})) else a)) % 1000003
except Exception as e:
    print(type(e).__name__, e)
show(lambda: (((-9223372036854775808 + 1) | (-1 >> 2)) in [*([5] + q), (+a)]))
show(lambda: ([54, b] + [u * w for u, w in zip(q[4::], list({v & 63 for v in [45]}))][:6]))
p = attempt(lambda: [53, 5970986776960226240], [1, 2])[:8]
for k0 in range(2):
    if attempt(lambda: (not ((s == s) or (9223372036854775808 in q))), False):
        show(lambda: (-8 - (0 & (-9223372036854775808 if False else 926618948962194192832))))
        y = attempt(lambda: float(x), 0.5)
    else:
        show(lambda: ((+(9223372036854775808 if False else b)) if ((867665662080509239675 % 219980441883897331128) in q) else 1))
        s = attempt(lambda: t, 'z')[:12]
        try:
            b += ((31 % 93)) % 1000003
        except Exception as e:
            print(type(e).__name__, e)
    x = attempt(lambda: float(round(((b if True else a) / (9223372036854775808 + b)), 5)), 0.5)
else:
    print('else')
t = attempt(lambda: '{"XY1é'[::1], 'z')[:12]
x = attempt(lambda: float((len((p + q)) / ((b if True else b) ^ (~1018145314589035731041)))), 0.5)
if attempt(lambda: False, False):
    show(lambda: round(((x / 4.0936494970432766e-07) + (y + 9.206521833084294e-10)), 4))
    p = attempt(lambda: list(range(5, 6, 2))[0::2], [1, 2])[:8]
else:
    show(lambda: f'{b:*^ 12x}|{y:8,.0f}|{s!r:>12}'.swapcase())
    show(lambda: (y / round(-51300.97312755854, 1)))
    try:
        a -= ((b - ((498393170391430541454 + 2147483648) & -12))) % 1000003
    except Exception as e:
        print(type(e).__name__, e)
try:
    for k1 in range(2):
        show(lambda: b)
        s = attempt(lambda: t[1:3:1], 'z')[:12]
        if k1 == 2: break
    raise KeyError(s)
except ValueError as e:
    print('caught', type(e).__name__, e)
except Exception as e:
    print('other', repr(e))
finally:
    print('finally')
