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
show(lambda: 'Z0c'.join(map(str, [u * w for u, w in zip([u * w for u, w in zip(p, q)][:6], [388868088197598089276])][:6])))
def f1(u, v=attempt(lambda: (a if True else 235606631829755235297), 7), *rest, w=3, **kw):
    total = 0
    for item in rest:
        total += item
    def inner(z):
        nonlocal total
        total += z
        return total
    return [u, v, inner(w), total, sorted(kw.items())]
show(lambda: f1(1, u=2))
show(lambda: (b, '%s %r %d' % (s, s, b)[:5:2], (-62.93 * round(y, 2))))
x = attempt(lambda: float(round((round(x, 0) + x), 5)), 0.5)
show(lambda: list(range(-4, 11, 2)))
s = attempt(lambda: str(len('b'.center(12, chr(42)))), 'z')[:12]
show(lambda: ((1 + b) / ((a // 591791695010975852811) & -1)))
show(lambda: ((~(2147483648 ^ a)), "\\'c{%", ((x + x) + (y + 66.6072))))
y = attempt(lambda: float(x), 0.5)
for k0 in range(1):
    try:
        show(lambda: ([*[u * w for u, w in zip([], q)][:6], (a if True else a)] + [a]))
        if attempt(lambda: ((a <= (81 // b)) or (not True)), False):
            x = attempt(lambda: float(((4818915.760857498 - round(-6.369900905856667e-14, 3)) * y)), 0.5)
            q = attempt(lambda: ([*sorted(q, reverse=True), (+a)] + q), [1, 2])[:8]
        else:
            print(a, p)
            t = attempt(lambda: f'{a:^ 012_X}|{y:^ ,e}|{t!r:>12}', 'z')[:12]
            try:
                b = (len(('%s %r %d' % (s, s, -1) * -1))) % 1000003
            except Exception as e:
                print(type(e).__name__, e)
        for k2 in range(3):
            show(lambda: (((a % 931680498290219212295) << 47), t.rjust(9), (-2 / (77 >> 49))))
            s = attempt(lambda: s, 'z')[:12]
            print(b, p)
            if k2 == 2: continue
        raise KeyError(s)
    except ValueError as e:
        print('caught', type(e).__name__, e)
    except Exception as e:
        print('other', repr(e))
    finally:
        print('finally')
    if k0 > 0: continue
q = attempt(lambda: p, [1, 2])[:8]
try:
    a ^= (a) % 1000003
except Exception as e:
    print(type(e).__name__, e)
for k0 in range(4):
    if attempt(lambda: ((b if (1 < 1) else (0 | 87)) == a), False):
        for k2 in range(1):
            p = attempt(lambda: q, [1, 2])[:8]
            print(b, p)
            p = attempt(lambda: [u * w for u, w in zip((sorted(p, reverse=True) + p), q)][:6], [1, 2])[:8]
            if k2 == 2: continue
        try:
            x = attempt(lambda: float(((y + (-549043.101975222 / x)) % round(x, 4))), 0.5)
            show(lambda: ((len(p) ^ 9223372036854775808), str((-a)), round(x, 1)))
            raise KeyError(s)
        except (KeyError, IndexError) as e:
            print('caught', type(e).__name__, e)
        except Exception as e:
            print('other', repr(e))
        finally:
            print('finally')
    else:
        show(lambda: (a / (0 | (-9223372036854775808 << 52))))
        p = attempt(lambda: q, [1, 2])[:8]
    show(lambda: list(range(-2, 0, 1)))
    i