import sys
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
