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
P = namedtuple('P', 'x y')
p = P(1, y=2)
print(p, p.x, p[1], p._replace(x=5), p._asdict(), P._fields, p == (1, 2), tuple(p), P._make([3, 4]))
x, y = p
print(x, y)
for bad in [lambda: P(1), lambda: P(1, 2, 3), lambda: P(1, z=2)]:
    try: bad()
    except TypeError as e: print(e)
od = OrderedDict(a=1, b=2); od.move_to_end('a'); print(od, list(od), od == OrderedDict(b=2, a=1))
dd = defaultdict(list); dd['k'].append(1); print(dd, dd['z'], len(dd), dd.get('q'), isinstance(dd, dict))
ct = Counter('abracadabra'); print(ct, ct['a'], ct['zz'], ct.most_common(2), Counter(a=1) + Counter(a=2, b=1), sum(ct.values()))
dq = deque([1, 2, 3], maxlen=3); dq.append(4); dq.appendleft(0); print(dq, dq.pop(), dq.popleft(), list(dq), len(dq)); dq.rotate(1); print(dq)
print(operator.itemgetter(1)([5, 6]), operator.attrgetter('x')(p), operator.add(1, 2), operator.methodcaller('upper')('a'))
@contextlib.contextmanager
def cm(v):
    print('in', v)
    try: yield v * 2
    finally: print('out', v)
with cm(3) as r: print(r)
try:
    with cm(4): raise ValueError('inside')
except ValueError as e: print(e)
with contextlib.suppress(KeyError): {}['a']
with contextlib.nullcontext(5) as n: print(n)
with contextlib.ExitStack() as st:
    print(st.enter_context(cm(1)), st.enter_context(cm(2)))
    st.callback(print, 'cb')
print(string.ascii_lowercase, string.digits, types.SimpleNamespace(a=1, b='x'))
random.seed(42)
print(random.random(), random.randint(1, 100), random.choice('abc'), random.uniform(0, 1), random.sample(range(10), 3), random.gauss(0, 1), random.randrange(10))
l = list(range(8)); random.shuffle(l); print(l, random.Random(7).random(), random.getrandbits(40), random.choices([1, 2, 3], k=3), random.normalvariate(0, 1))
print(json.dumps({'a': [1, 2.5, None, True], 'b': 'é"\n'}), json.loads('{"x": [1, -2.5e3, "q\\u00e9", null, false]}'), json.dumps([1, {'z': 2}], indent=2), json.dumps({'b': 1, 'a': 2}, sort_keys=True))
try: json.loads('[1,')
except json.JSONDecodeError as e: print(e)
class Color(Enum):
    RED = 1
    GREEN = auto()
    ALSO_RED = 1
    def describe(self): return self.name.lower()
print(Color.RED, repr(Color.GREEN), Color(1), Color['GREEN'], list(Color), len(Color), Color.RED is Color.ALSO_RED, Color.RED.value, Color.GREEN.describe(), isinstance(Color.RED, Color), Color.RED == 1, {Color.RED: 'r'}[Color.RED], Color.RED in Color)
try: Color(9)
except ValueError as e: print(e)
class N(IntEnum):
    A = 1
    B = 5
print(N.B + 1, N.A < N.B, N(5), repr(N.A), [10, 20][N.A], f'{N.B}', sorted([N.B, N.A]))
class Perm(Flag):
    R = 1
    W = 2
print(Perm.R | Perm.W, Perm.R in (Perm.R | Perm.W), bool(Perm.R & Perm.W))
@dataclass
class Pt:
    x: int
    y: float = 2.0
    tags: list = field(default_factory=list)
    def norm(self): return self.x + self.y
a, b = Pt(1), Pt(1, 2.0, [])
print(a, a == b, a.norm(), replace(a, x=9), asdict(a), a.tags is b.tags, [f.name for f in dataclasses.fields(a)])
@dataclass(order=True, frozen=True)
class Fz:
    a: int
    b: str = 'q'
    def __post_init__(self): print('post', self.a)
print(Fz(1) < Fz(2), hash(Fz(1)) == hash(Fz(1)), {Fz(1): 2})
try: Fz(1).a = 5
except dataclasses.FrozenInstanceError as e: print(e)
for bad in [lambda: Pt(), lambda: Pt(1, 2, 3, 4), lambda: Pt(1, q=2)]:
    try: bad()
    except TypeError as e: print(e)
@dataclass
class Sub(Pt):
    z: int = 0
print(Sub(1, z=4))
class Shape(abc.ABC):
    @abc.abstractmethod
    def area(self): ...
    @property
    @abc.abstractmethod
    def name(self): ...
class Sq(Shape):
    def area(self): return 4
    name = 'sq'
print(Sq().area(), Sq().name)
try: Shape()
except TypeError as e: print(e)
print(os.path.join('a', 'b', '/c', 'd'), os.path.basename('/x/y.py'), os.path.splitext('a.tar.gz'), os.path.dirname('/x/y'), sys.maxsize, sys.byteorder)
def typed(a: Optional[int] = None, b: Union[int, str] = 1, c: List[Dict[str, Any]] = None, d: Callable[[int], int] = None, e: 'int | None' = None) -> Optional[List[int]]: return a
print(typed(3), typing.TYPE_CHECKING, list[int], dict[str, list[int]], int | None, Optional[int], List[int])
class NT(NamedTuple):
    a: int
    b: str = 'z'
print(NT(1), NT(1, 'q').b, NT(1) == (1, 'z'))
T = typing.TypeVar('T')
class Gen(typing.Generic[T]):
    def __init__(self, v: T): self.v = v
print(Gen(3).v, Gen[int](4).v if False else 4, isinstance(3, int | str))
import inspect, logging, warnings, numbers, time, argparse
print(inspect.signature(lambda a, b=1, *c, d, **e: 0), isinstance(3, numbers.Number), list(inspect.signature(typed).parameters))
pa = argparse.ArgumentParser(); pa.add_argument('--n', type=int, default=3); pa.add_argument('--flag', action='store_true'); ns = pa.parse_args(['--n', '5']); print(ns.n, ns.flag)
try: import no_such_module_xyz
except ImportError as e: print(type(e).__name__, e)
try: from math import nope
except ImportError as e: print(str(e).split('(')[0])
