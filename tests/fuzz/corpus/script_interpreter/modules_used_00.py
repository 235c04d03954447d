import functools, itertools, collections, operator, contextlib, string, types, random, json, enum, dataclasses, abc, math, os.path, sys, typing
from typing import Optional, List, Dict, Union, Callable, Any, NamedTuple
from collections import namedtuple, OrderedDict, defaultdict, deque, Counter
from dataclasses import dataclass, field, asdict, replace
from enum import Enum, IntEnum, auto, Flag
print(functools.reduce(lambda a, b: a * b, [1, 2, 3, 4]), functools.partial(pow, 2)(5), functools.partial(int, base=2)('101'))
calls = []
@functools.lru_cache(maxsize=None)
def slow(n):
    calls.append(n)
    return n * 2
print(slow(2), slow(2), slow(3), calls, slow.cache_info(), slow.__name__)
@functools.wraps(slow)
def other(): "x"
print(other.__name__)
@functools.total_ordering
class V:
    def __init__(self, v): self.v = v
    def __eq__(self, o): return self.v == o.v
    def __lt__(self, o): return self.v < o.v
print(V(1) <= V(1), V(2) > V(1), V(2) >= V(3))
class CP:
    @functools.cached_property
    def p(self):
        print('computed')
        return 5
c = CP()
print(c.p, c.p)
print(sorted([3, 1, 2], key=functools.cmp_to_key(lambda a, b: b - a)))
print(list(itertools.chain([1], [2, 3])), list(itertools.islice(itertools.count(5), 3)), list(itertools.product('ab', [1, 2])), list(itertools.permutations([1, 2, 3], 2)), list(itertools.combinations('abc', 2)), list(itertools.accumulate([1, 2, 3])), list(itertools.repeat(1, 2)), list(itertools.takewhile(lambda v: v < 3, range(9))), list(itertools.dropwhile(lambda v: v < 3, range(5))), [(k, list(g)) for k, g in itertools.groupby('aabbc')], list(itertools.zip_longest([1], [2, 3], fillvalue=0)), list(itertools.starmap(pow, [(2, 3)])), list(itertools.pairwise([1, 2, 3])), list(itertools.chain.from_iterable([[1], [2]])), list(itertools.compress('abc', [1, 0, 1])), list(itertools.islice(itertools.cycle('ab'), 5)), [list(t) for t in itertools.tee([1, 2])], list(itertools.islice(range(10), 2, 8, 3)), list(itertools.filterfalse(lambda v: v % 2, range(5))))
