import functools, itertools, collections, operator, contextlib, string, types, random, json, enum, dataclasses, abc, math, os.path, sys, typing
from typing import Optional, List, Dict, Union, Callable, Any, NamedTuple
from collections import namedtuple, OrderedDict, defaultdict, deque, Counter
from dataclasses import dataclass, field, asdict, replace
from enum import Enum, IntEnum, auto, Flag
import inspect, logging, warnings, numbers, time, argparse
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
l = list(range(8)); random.shuffle(l); print(l, random.Random(7).random(), random.getrandbits(40), random.choices([1, 2, 3], k=3), random.normalvariate(0, 1))
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
