l = [3, 1, 2]
l.append(5); l.extend([7, 8]); l.insert(1, 9); print(l, l.pop(), l.pop(0), l, l.index(2), l.count(1))
l.sort(); print(l); l.sort(reverse=True); print(l); l.reverse(); print(l, l[1:3], l[::-1], l[-2:], l[5:], l[:100])
l[1:2] = [10, 11, 12]; print(l); l[::2] = [0] * len(l[::2]); print(l); del l[0]; del l[1:3]; print(l); l.remove(0) if 0 in l else None; print(l); l.clear(); print(l)
l = [1, 2] * 2 + [3]; print(l, l == [1, 2, 1, 2, 3], l < [1, 3], [1, 2] < [1, 2, 0], l.copy() is l, sorted(l, key=lambda v: (-v, v)), [*l, *'ab'])
try: l[10] = 1
except IndexError as e: print(e)
try: l[::2] = [1]
except ValueError as e: print(e)
t = (1, 2, 3); print(t + (4,), t * 2, t[1], t[::-1], t.index(2), t.count(1), (1,), (), t < (1, 3), 2 in t, hash(t) == hash((1, 2, 3)), tuple('ab'), t[-1:])
d = {'a': 1, 'b': 2}; d['c'] = 3; print(d, d.get('z'), d.get('z', 0), list(d), list(d.keys()), list(d.values()), list(d.items()), 'a' in d, len(d), d.pop('a'), d.pop('q', None), d.setdefault('n', []), d)
d.update({'x': 1}, y=2); d.update([('p', 3)]); print(d, d.popitem(), d | {'b': 9}, {**d, 'k': 0}, dict(a=1, **{'b': 2}), dict([(1, 2)]), dict.fromkeys('ab', 0), d == dict(d), {1: 'a', 1.0: 'b', True: 'c'})
for k, v in d.items(): print(k, v, end=';')
print(); print(d.keys() & {'b'}, d.keys() - {'b', 'c', 'n', 'x', 'y'}, reversed(list(d)) is not None, list(reversed(d)), d.items() == dict(d).items())
try:
    for k in d: d[k + 'q'] = 1
except RuntimeError as e: print(e)
try: d['nope']
except KeyError as e: print(repr(e), e)
del d['b']; print('b' in d, {k: v for k, v in sorted({'z': 1, 'a': 2}.items())})
dd = {}
for i in range(100): dd[i] = i * i
for i in range(0, 100, 2): del dd[i]
print(len(dd), list(dd)[:5], dd[51], sum(dd.values())); dd[0] = 'x'; print(list(dd)[-1])
s = {3, 1, 2}; s.add(5); s.discard(9); print(s, len(s), 3 in s, s | {9}, s & {1, 2}, s - {1}, s ^ {1, 100}, s <= {1, 2, 3, 5, 6}, s > {1}, s.isdisjoint({8}), s.union([7], [8]), sorted(s.intersection([1, 5])), s.issubset(range(10)), s == {1, 2, 3, 5})
print({i * 7 % 64 for i in range(20)}, set(range(30, 0, -3)), {1000, 2000, 3000, 33, 65, 97}, {-1, -2, 5}, set([8, 16, 24, 32, 40]), {10 ** 10, 3, 2 ** 40}, {0.5, 1.5, 2.0}, {(1, 2), (3, 4)}, frozenset([1, 2]), set(), frozenset())
big = set(range(1000)); big -= set(range(0, 1000, 2)); print(len(big), sum(big), list(big)[:5]); big.clear(); print(big)
s = set('a'); s.update('a'); s.remove('a'); print(s)
try: s.remove('zz')
except KeyError as e: print(e)
x = {1, 2, 3, 4}; x &= {2, 3}; print(x); x |= {7}; print(x); x ^= {7, 8}; print(x); print(x.pop() in (2, 3, 8), {frozenset([1]): 'f'}[frozenset([1])], hash(frozenset([1, 2])) == hash(frozenset([2, 1])))
r = range(10); print(r, r[2], r[-1], r[2:5], r[::-1], len(r), 5 in r, 10 in r, 2.0 in r, list(range(10, 0, -3)), range(0) == range(2, 2), r.start, r.stop, r.step, hash(range(3)) == hash(range(0, 3)), list(reversed(range(4))), range(5) == range(0, 5, 1), sum(range(101)))
rec = [1]; rec.append(rec); print(rec); rd = {}; rd['me'] = rd; print(rd)
print([[1, [2, (3, {4: 5})]]], [None, True, 1.5, 'x', b'y'], {'k': [1]}, ((),), [()], {(): []})
nested = [[0] * 3 for _ in range(2)]; nested[0][1] = 5; print(nested); a = [[]] * 3; a[0].append(1); print(a)
print(list(zip('abc', range(2))), list(map(str, [1, 2])), [x for x in 'hello' if x not in 'l'], sum(x * x for x in range(5)), dict(zip('ab', [1, 2])), list(zip()), list(zip([1, 2], [3, 4], [5, 6])))
m = [[1, 2], [3, 4]]; print(list(zip(*m)), [list(row) for row in zip(*m)], [c for row in m for c in row])
sl = slice(1, 10, 2); print(sl, sl.start, sl.indices(5), [0, 1, 2, 3, 4][sl], slice(None).indices(3), 'abcdef'[slice(-3, None)])
it = iter([1, 2, 3]); print(next(it), list(it), list(it)); print(sorted([3, 1, 2], reverse=True), sorted(['b', 'A', 'c'], key=str.lower), sorted([(1, 'b'), (1, 'a'), (0, 'z')]), sorted({'b': 1, 'a': 2}))
print(min([3, 1], [2]), max('abc'), sum([1.5, 2]), [1, 2, 3].__len__(), [1].__contains__(1), 'abc'.__len__(), (5).__add__(3), [].__class__, type([]).__name__, list.append, dict.get is dict.get)
l = [1, 2, 3]; b = l; l += (4,); print(b); l *= 2; print(b, len(b)); l = l + [0]; print(b is l)
import copy
deep = copy.deepcopy({'a': [1, {2: 3}]}); print(deep, copy.copy([1, [2]]))
stable = sorted([(i % 3, i) for i in range(20)], key=lambda p: p[0]); print(stable); print(sorted(range(30), key=lambda v: (v * 7) % 11, reverse=True))
print(all(x < 5 for x in [1, 2]), any(x == 2 for x in [1, 2]), list(filter(lambda v: v % 2, range(6))), [i for i, v in enumerate('abc') if v > 'a'])
del nested[0]; print(nested); x, y = {'p': 1, 'q': 2}; print(x, y); print(str({'a': 'b'}), repr(['it\'s']), [1, 2][True], 'ab' 'cd', [1, 2, 3][-1])
