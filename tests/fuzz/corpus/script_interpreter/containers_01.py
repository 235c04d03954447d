import copy
l[1:2] = [10, 11, 12]; print(l); l[::2] = [0] * len(l[::2]); print(l); del l[0]; del l[1:3]; print(l); l.remove(0) if 0 in l else None; print(l); l.clear(); print(l)
l[1:2] = [10, 11, 12]; print(l); l[::2] = [0] * len(l[::2]); print(l); del l[0]; del l[1:3]; print(l); l.remove(0) if 0 in l else None; print(l); l.clear(); print(l)
l[1:2] = [10, 11, 12]; print(l); l[::2] = [0] * len(l[::2]); print(l); del l[0]; del l[1:3]; print(l); l.remove(0) if 0 in l else None; print(l); l.clear(); print(l)
l[1:2] = [10, 11, 12]; print(l); l[::2] = [0] * len(l[::2]); print(l); del l[0]; del l[1:3]; print(l); l.remove(0) if 0 in l else None; print(l); l.clear(); print(l)
l[1:2] = [10, 11, 12]; print(l); l[::2] = [0] * len(l[::2]); print(l); del l[0]; del l[1:3]; print(l); l.remove(0) if 0 in l else None; print(l); l.clear(); print(l)
l[1:2] = [10, 11, 12]; print(l); l[::2] = [0] * len(l[::2]); print(l); del l[0]; del l[1:3]; print(l); l.remove(0) if 0 in l else None; print(l); l.clear(); print(l)
l = [1, 2] * 2 + [3]; print(l, l == [1, 2, 1, 2, 3], l < [1, 3], [1, 2] < [1, 2, 0], l.copy() is l, sorted(l, key=lambda v: (-v, v)), [*l, *'ab'])
l = [1, 2] * 2 + [3]; print(l, l == [1, 2, 1, 2, 3], l < [1, 3], [1, 2] < [1, 2, 0], l.copy() is l, sorted(l, key=lambda v: (-v, v)), [*l, *'ab'])
try: l[10] = 1
except IndexError as e: print(e)
try: l[::2] = [1]
except ValueError as e: print(e)
t = (1, 2, 3); print(t + (4,), t * 2, t[1], t[::-1], t.index(2), t.count(1), (1,), (), t < (1, 3), 2 in t, hash(t) == hash((1, 2, 3)), tuple('ab'), t[-1:])
t = (1, 2, 3); print(t + (4,), t * 2, t[1], t[::-1], t.index(2), t.count(1), (1,), (), t < (1, 3), 2 in t, hash(t) == hash((1, 2, 3)), tuple('ab'), t[-1:])
d = {'a': 1, 'b': 2}; d['c'] = 3; print(d, d.get('z'), d.get('z', 0), list(d), list(d.keys()), list(d.values()), list(d.items()), 'a' in d, len(d), d.pop('a'), d.pop('q', None), d.setdefault('n', []), d)
