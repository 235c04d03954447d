import copy
d = {'a': 1, 'b': 2}; d['c'] = 3; print(d, d.get('z'), d.get('z', 0), list(d), list(d.keys()), list(d.values()), list(d.items()), 'a' in d, len(d), d.pop('a'), d.pop('q', None), d.setdefault('n', []), d)
d = {'a': 1, 'b': 2}; d['c'] = 3; print(d, d.get('z'), d.get('z', 0), list(d), list(d.keys()), list(d.values()), list(d.items()), 'a' in d, len(d), d.pop('a'), d.pop('q', None), d.setdefault('n', []), d)
d.update({'x': 1}, y=2); d.update([('p', 3)]); print(d, d.popitem(), d | {'b': 9}, {**d, 'k': 0}, dict(a=1, **{'b': 2}), dict([(1, 2)]), dict.fromkeys('ab', 0), d == dict(d), {1: 'a', 1.0: 'b', True: 'c'})
d.update({'x': 1}, y=2); d.update([('p', 3)]); print(d, d.popitem(), d | {'b': 9}, {**d, 'k': 0}, dict(a=1, **{'b': 2}), dict([(1, 2)]), dict.fromkeys('ab', 0), d == dict(d), {1: 'a', 1.0: 'b', True: 'c'})
d.update({'x': 1}, y=2); d.update([('p', 3)]); print(d, d.popitem(), d | {'b': 9}, {**d, 'k': 0}, dict(a=1, **{'b': 2}), dict([(1, 2)]), dict.fromkeys('ab', 0), d == dict(d), {1: 'a', 1.0: 'b', True: 'c'})
for k, v in d.items(): print(k, v, end=';')
print(); print(d.keys() & {'b'}, d.keys() - {'b', 'c', 'n', 'x', 'y'}, reversed(list(d)) is not None, list(reversed(d)), d.items() == dict(d).items())
print(); print(d.keys() & {'b'}, d.keys() - {'b', 'c', 'n', 'x', 'y'}, reversed(list(d)) is not None, list(reversed(d)), d.items() == dict(d).items())
try:
    for k in d: d[k + 'q'] = 1
except RuntimeError as e: print(e)
try: d['nope']
except KeyError as e: print(repr(e), e)
del d['b']; print('b' in d, {k: v for k, v in sorted({'z': 1, 'a': 2}.items())})
del d['b']; print('b' in d, {k: v for k, v in sorted({'z': 1, 'a': 2}.items())})
dd = {}
for i in range(100): dd[i] = i * i
for i in range(0, 100, 2): del dd[i]
print(len(dd), list(dd)[:5], dd[51], sum(dd.values())); dd[0] = 'x'; print(list(dd)[-1])
