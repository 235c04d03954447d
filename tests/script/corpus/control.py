def f(n):
    try:
        if n == 0: return 'r'
        if n == 1: raise ValueError('one')
        if n == 2: return 1 // 0
        return 'end'
    except ValueError as e:
        return f'caught {e}'
    except ZeroDivisionError as e:
        return repr(e)
    else:
        return 'else'
    finally:
        print('finally', n)
for i in range(4): print(f(i))
def g():
    for i in range(10):
        try:
            if i == 2: continue
            if i == 5: break
            yield i
        finally:
            print('f', i)
    else:
        print('no')
print(list(g()))
def h():
    try:
        return 'try'
    finally:
        return 'fin'
print(h())
def k():
    while True:
        try:
            return 1
        finally:
            break
    return 2
print(k())
try:
    try:
        raise KeyError('k')
    except KeyError as e:
        raise RuntimeError('r') from e
except RuntimeError as e:
    print(repr(e), repr(e.__cause__), e.__suppress_context__)
try:
    try:
        1 / 0
    except ZeroDivisionError:
        undefined_name
except NameError as e:
    print(e, repr(e.__context__))
def rer():
    try:
        raise IndexError('x')
    except IndexError:
        raise
try: rer()
except IndexError as e: print('again', e)
class E1(Exception):
    def __init__(self, a, b):
        super().__init__(a, b)
        self.a = a
    def __str__(self): return f'E1<{self.a}>'
try: raise E1(1, 2)
except (KeyError, E1) as e: print(e, repr(e), e.args)
try: raise ValueError
except ValueError as e: print(repr(e), str(e) == '')
try: raise 5
except TypeError as e: print(e)
x = 'outer'
try: pass
except Exception: print('no')
else: print('else ran')
finally: print('fin')
while x:
    x = x[1:]
    if x == 'er': break
else: print('nope')
print(x)
for i in []: pass
else: print('empty else')
if (n := len('abcd')) > 3: print('walrus', n)
print([y := 5, y ** 2], y)
print([last := v for v in range(3)], last)
assert True, 'no'
try: assert 1 == 2, f'msg {1+1}'
except AssertionError as e: print('AE', e)
try: assert []
except AssertionError as e: print('AE', repr(e))
def gen():
    r = yield 1
    print('got', r)
    try:
        yield 2
    except ValueError as e:
        print('thrown', e)
        yield 3
    return 'done'
c = gen()
print(next(c), c.send('hi'), c.throw(ValueError('v')))
try: next(c)
except StopIteration as e: print('stop', e.value)
def outer():
    v = yield from gen()
    print('yf', v)
    yield from [10, 20]
o = outer()
print(next(o), next(o))
try: o.throw(KeyError('z'))
except KeyError as e: print('out', e)
print(list(outer()))
def closer():
    try:
        yield 1
    finally:
        print('closed')
c = closer()
next(c)
c.close()
print(list(c))
try: next(iter([]))
except StopIteration: print('stop')
print(next(iter([]), 'dflt'))
def bad():
    yield 1
    raise StopIteration
try: list(bad())
except RuntimeError as e: print(e)
x = 1
def scopes():
    global x
    x = 2
    def inner():
        nonlocal z
        z += 1
        return z
    z = 10
    return inner(), inner(), z
print(scopes(), x)
fs = [lambda: i for i in range(3)]
print([q() for q in fs])
fs = [lambda i=i: i for i in range(3)]
print([q() for q in fs])
def ub():
    print(loc)
    loc = 1
try: ub()
except UnboundLocalError as e: print(e)
def ub2():
    def i(): return later
    r = i()
    later = 1
try: ub2()
except NameError as e: print(e)
def dl():
    v = 1
    del v
    try: v
    except UnboundLocalError as e: print(e)
dl()
def m(v):
    match v:
        case 0 | 1: return 'small'
        case int(n) if n > 100: return f'big {n}'
        case int(): return 'int'
        case 'a' | 'b' as s: return 's' + s
        case [1, 2, *rest]: return rest
        case [x, [y, z]]: return (x, y, z)
        case (a, b): return f'pair {a} {b}'
        case []: return 'empty'
        case {'k': val, **rest}: return (val, rest)
        case {'t': [a, b]}: return a + b
        case None: return 'none'
        case True: return 'true'
        case Pt(px, y=py): return (px, py)
        case float(): return 'float'
        case _: return 'other'
class Pt:
    __match_args__ = ('x',)
    def __init__(self, x, y): self.x, self.y = x, y
for v in [0, 1, 500, 50, 'a', [1, 2, 3, 4], [9, [8, 7]], (5, 6), [], {'k': 1, 'z': 2}, {'t': [3, 4]}, None, Pt(1, 2), 1.5, 'zz', {}, [1, 2, 3], {1, 2}]:
    print(m(v))
a = b = [1]
a += [2]
print(a, b, a is b)
(a, b), *c, d = (1, 2), 3, 4, 5
print(a, b, c, d)
[*p, q] = 'xyz'
print(p, q)
i = 0
arr = [0, 0]
i, arr[i] = 1, 9
print(i, arr)
try: a, b = 1, 2, 3
except ValueError as e: print(e)
try: a, b, c = [1]
except ValueError as e: print(e)
try: a, b = 5
except TypeError as e: print(e)
try: a, *b, c = [1]
except ValueError as e: print(e)
print(1 < 2 < 3, 1 < 3 < 2, 3 > 2 >= 2 != 1, 1 in [1] == True)
print(not [], not 1, [] or 'x', 0 and 1, None or 0 or '', 1 and 2 and 3)
if __name__ == '__main__': print('main')
def nested_finally():
    try:
        try:
            return 'a'
        finally:
            print('inner')
    finally:
        print('outer')
print(nested_finally())
def loop_return():
    for a in range(3):
        for b in range(3):
            try:
                if a == 1 and b == 1: return (a, b)
            finally:
                if a == 0 and b == 1: print('at', a, b)
print(loop_return())
def exc_in_finally():
    try:
        raise ValueError('first')
    finally:
        try: raise KeyError('second')
        except KeyError: print('handled second')
try: exc_in_finally()
except ValueError as e: print('outer got', e, e.__context__)
import sys
def handled():
    try: raise ValueError('q')
    except ValueError:
        print(sys.exc_info()[0].__name__)
    print(sys.exc_info()[0])
handled()
