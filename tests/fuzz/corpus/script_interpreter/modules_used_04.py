import functools, itertools, collections, operator, contextlib, string, types, random, json, enum, dataclasses, abc, math, os.path, sys, typing
from typing import Optional, List, Dict, Union, Callable, Any, NamedTuple
from collections import namedtuple, OrderedDict, defaultdict, deque, Counter
from dataclasses import dataclass, field, asdict, replace
from enum import Enum, IntEnum, auto, Flag
import inspect, logging, warnings, numbers, time, argparse
class Gen(typing.Generic[T]):
    def __init__(self, v: T): self.v = v
print(Gen(3).v, Gen[int](4).v if False else 4, isinstance(3, int | str))
import inspect, logging, warnings, numbers, time, argparse
print(inspect.signature(lambda a, b=1, *c, d, **e: 0), isinstance(3, numbers.Number), list(inspect.signature(typed).parameters))
pa = argparse.ArgumentParser(); pa.add_argument('--n', type=int, default=3); pa.add_argument('--flag', action='store_true'); ns = pa.parse_args(['--n', '5']); print(ns.n, ns.flag)
pa = argparse.ArgumentParser(); pa.add_argument('--n', type=int, default=3); pa.add_argument('--flag', action='store_true'); ns = pa.parse_args(['--n', '5']); print(ns.n, ns.flag)
pa = argparse.ArgumentParser(); pa.add_argument('--n', type=int, default=3); pa.add_argument('--flag', action='store_true'); ns = pa.parse_args(['--n', '5']); print(ns.n, ns.flag)
pa = argparse.ArgumentParser(); pa.add_argument('--n', type=int, default=3); pa.add_argument('--flag', action='store_true'); ns = pa.parse_args(['--n', '5']); print(ns.n, ns.flag)
pa = argparse.ArgumentParser(); pa.add_argument('--n', type=int, default=3); pa.add_argument('--flag', action='store_true'); ns = pa.parse_args(['--n', '5']); print(ns.n, ns.flag)
try: import no_such_module_xyz
except ImportError as e: print(type(e).__name__, e)
try: from math import nope
except ImportError as e: print(str(e).split('(')[0])
