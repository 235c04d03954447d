import functools, itertools, collections, operator, contextlib, string, types, random, json, enum, dataclasses, abc, math, os.path, sys, typing
from typing import Optional, List, Dict, Union, Callable, Any, NamedTuple
from collections import namedtuple, OrderedDict, defaultdict, deque, Counter
from dataclasses import dataclass, field, asdict, replace
from enum import Enum, IntEnum, auto, Flag
import inspect, logging, warnings, numbers, time, argparse
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
