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
