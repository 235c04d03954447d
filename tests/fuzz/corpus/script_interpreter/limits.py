def depth(n):
    return depth(n + 1) if n < 10**9 else n

class Odd:
    def __init__(self, n): self.n = n
    def __eq__(self, other): return self.n == getattr(other, "n", other)
    def __hash__(self): return hash(self.n)
    def __lt__(self, other): return other.n < self.n
    def __getitem__(self, key): return (key, self.n)
    def __len__(self): return self.n
    def __iter__(self): return iter(range(self.n))
    def __contains__(self, item): return item in self.n
    def __enter__(self): return self
    def __exit__(self, *error): return True
    def __getattr__(self, name): return name * 2
    def __call__(self, *args, **kwargs): return args, kwargs
    def __repr__(self): return f"Odd({self.n!r:>{8}})"

with Odd(3) as odd:
    depth(0)
for call in (lambda: "a" * 10**12, lambda: [0] * -1, lambda: 10**10**6, lambda: 1 << 10**9, lambda: -7 // 0, lambda: 2.0**10000,
             lambda: int("9" * 5000), lambda: "%*d %.3s %r" % (5, 7, "abc", 1), lambda: "{0[1]!r:^{1}}".format([1, 2], 9),
             lambda: sorted([3, 1, 2], key=lambda v: -v), lambda: max([], default=None), lambda: [*range(9)][::-2][5:-1:3],
             lambda: bytes(range(8))[2:-1].hex(), lambda: {**{1: 2}, 3: 4}.popitem(), lambda: next(iter(())), lambda: "ab".join(3)):
    try:
        print(str(call())[:40])
    except (ArithmeticError, TypeError, ValueError, LookupError, StopIteration) as error:
        print(type(error).__name__, error)
values = [1, 2, 3]
for v in values:
    if len(values) < 50:
        values.append(v)
    values[0:1] = [v, v]
items = {i: i for i in range(5)}
for key in list(items):
    del items[key]
    items[key + 10] = items
print(items == items, values < values, Odd(2) in [Odd(1), Odd(2)], odd.missing)

def spread(n):
    got = yield n
    while got:
        got = yield from inner(got)
    return n

def inner(n):
    try:
        yield n
    finally:
        yield -n

g = spread(1)
print(next(g), g.send(2), g.throw(ValueError("x")), g.close())
