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
