def f(a, b=2, *args, c, d=4, **kw): return (a, b, args, c, d, kw)
print(f(1, c=3), f(1, 2, 3, 4, c=5, z=6), f(*[1, 2, 3], **{'c': 1, 'y': 2}))
def g(a, /, b, *, c): return (a, b, c)
print(g(1, b=2, c=3))
for call in [lambda: f(), lambda: f(1), lambda: g(1, 2), lambda: g(a=1, b=2, c=3), lambda: g(1, 2, 3), lambda: g(1, 2, c=3, d=4), lambda: f(1, a=2, c=3),
             lambda: (lambda x: x)(), lambda: (lambda x, y: x)(1, 2, 3), lambda: (lambda x, y=1: x)(1, 2, 3), lambda: (lambda: 0)(1), lambda: len(), lambda: len(1), lambda: int('x'), lambda: 5(), lambda: None.x,
             lambda: (lambda *, k1, k2: 0)(), lambda: (lambda a, b, c: 0)(), lambda: [].append(), lambda: 'a' + 1, lambda: 1 + 'a', lambda: [1] + (2,), lambda: 'a' < 1, lambda: {}['k'], lambda: [1][5], lambda: (1,)[5],
             lambda: {}[[]], lambda: int([]), lambda: float('q'), lambda: 1 / 0, lambda: 1 % 0, lambda: 1.0 // 0, lambda: chr(-1), lambda: ord('ab'), lambda: 'abc'.index('z'), lambda: [1].index(2), lambda: [].pop(), lambda: {}.pop('a'),
             lambda: iter(5), lambda: next([]), lambda: sum(['a']), lambda: max([]), lambda: min(1), lambda: sorted([1, 'a']), lambda: range(1, 2, 0), lambda: 'x'.nope, lambda: (1).real_nope, lambda: abs('a'), lambda: round('a'), lambda: -'a', lambda: ~1.5,
             lambda: 'a' * 'b', lambda: [1] * 1.5, lambda: 2 ** 'a', lambda: 'abc'[1.5], lambda: [1]['a'], lambda: 'abc'['a'], lambda: len(5), lambda: isinstance(1, 5), lambda: issubclass(1, int), lambda: hash([]), lambda: set([[]]), lambda: dict([1]), lambda: dict([(1, 2, 3)]), lambda: int('12', 99), lambda: bytes([300]), lambda: ','.join([1]), lambda: 'a'.split(''), lambda: divmod(1, 0), lambda: pow(2, -1, 4), lambda: 1 << -1, lambda: 1 in 5, lambda: list(zip([1], [1, 2], strict=True)), lambda: f(**{1: 2}), lambda: f(*5), lambda: getattr(1, 'x'), lambda: setattr(1, 'x', 2), lambda: [].remove(1), lambda: (1).__foo__, lambda: print(sep=1, foo=2), lambda: '%d' % 'a', lambda: '%d %d' % 1, lambda: '%d' % (1, 2), lambda: '{}'.format(), lambda: '{0.x}'.format(1), lambda: format(1, 'q'), lambda: format('a', 'd'), lambda: format(1.5, 'd')]:
    try: print(call())
    except Exception as e: print(type(e).__name__ + ':', e)
def fib(n, memo={}):
    if n < 2: return n
    if n not in memo: memo[n] = fib(n - 1) + fib(n - 2)
    return memo[n]
print(fib(90))
def counter():
    n = 0
    def inc(by=1):
        nonlocal n
        n += by
        return n
    return inc
c = counter()
print(c(), c(5), c())
def deco(fn):
    def wrapper(*a, **k):
        print('calling', fn.__name__)
        return fn(*a, **k)
    return wrapper
@deco
@deco
def add(a, b):
    """doc"""
    return a + b
print(add(1, 2), add.__name__)
def ann(a: int, b: 'str' = 'x', *c: float) -> list: pass
print(ann.__annotations__, ann.__defaults__, ann.__name__, ann.__qualname__, ann.__doc__)
print((lambda *a, **k: (a, k))(1, 2, x=3))
ann.attr = 5
print(ann.attr, hasattr(ann, 'nope'))
def gen(n):
    for i in range(n): yield i * i
print(sum(gen(5)), list(gen(4)), dict(zip('abc', gen(3))), {x for x in gen(3)}, any(x > 3 for x in gen(4)))
print([(x, y) for x in range(3) if x for y in range(x)], {k: v for k, v in zip('ab', [1, 2])}, [[j for j in range(i)] for i in range(3)])
def varkw(**kw): return kw
print(varkw(a=1, **{'b': 2}, **{'c': 3}))
try: varkw(**{'a': 1}, **{'a': 2})
except TypeError as e: print(e)
print(*[1, 2], *(3,), sep='-', end='!\n')
print(print.__name__, len.__name__)
def rec(n): return 0 if n == 0 else 1 + rec(n - 1)
print(rec(500))
try: rec(10000)
except RecursionError as e: print(e)
x: int = 5
print(x, __annotations__)
def outer():
    def a(): return b()
    def b(): return 'b'
    return a()
print(outer())
print(list(map(lambda a, b: a + b, [1, 2], [10, 20])), list(filter(None, [0, 1, '', 'a'])), list(enumerate('ab', 1)), list(reversed([1, 2, 3])), sorted('hello', key=lambda ch: -ord(ch)))
print(max(3, 1, 2), max([1, 5], key=lambda v: -v), min('b', 'a'), max([], default=9), sum([[1], [2]], []), any([]), all([]))
print(callable(len), callable(5), type(len).__name__, type(lambda: 0).__name__, type(gen(1)).__name__)
print(list(iter(counter(), 4)))
print(vars(type('N', (), {'a': 1})()), sorted(k for k in globals() if k.startswith('f')))
def local_test():
    aa = 1
    bb = 2
    return sorted(locals())
print(local_test())
print(eval if False else 'no eval', __name__)
