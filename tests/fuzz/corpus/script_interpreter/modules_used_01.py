import functools, itertools, collections, operator, contextlib, string, types, random, json, enum, dataclasses, abc, math, os.path, sys, typing
from typing import Optional, List, Dict, Union, Callable, Any, NamedTuple
from collections import namedtuple, OrderedDict, defaultdict, deque, Counter
from dataclasses import dataclass, field, asdict, replace
from enum import Enum, IntEnum, auto, Flag
import inspect, logging, warnings, numbers, time, argparse
P = namedtuple('P', 'x y')
p = P(1, y=2)
print(p, p.x, p[1], p._replace(x=5), p._asdict(), P._fields, p == (1, 2), tuple(p), P._make([3, 4]))
x, y = p
print(x, y)
for bad in [lambda: P(1), lambda: P(1, 2, 3), lambda: P(1, z=2)]:
    try: bad()
    except TypeError as e: print(e)
od = OrderedDict(a=1, b=2); od.move_to_end('a'); print(od, list(od), od == OrderedDict(b=2, a=1))
od = OrderedDict(a=1, b=2); od.move_to_end('a'); print(od, list(od), od == OrderedDict(b=2, a=1))
od = OrderedDict(a=1, b=2); od.move_to_end('a'); print(od, list(od), od == OrderedDict(b=2, a=1))
dd = defaultdict(list); dd['k'].append(1); print(dd, dd['z'], len(dd), dd.get('q'), isinstance(dd, dict))
dd = defaultdict(list); dd['k'].append(1); print(dd, dd['z'], len(dd), dd.get('q'), isinstance(dd, dict))
dd = defaultdict(list); dd['k'].append(1); print(dd, dd['z'], len(dd), dd.get('q'), isinstance(dd, dict))
ct = Counter('abracadabra'); print(ct, ct['a'], ct['zz'], ct.most_common(2), Counter(a=1) + Counter(a=2, b=1), sum(ct.values()))
ct = Counter('abracadabra'); print(ct, ct['a'], ct['zz'], ct.most_common(2), Counter(a=1) + Counter(a=2, b=1), sum(ct.values()))
dq = deque([1, 2, 3], maxlen=3); dq.append(4); dq.appendleft(0); print(dq, dq.pop(), dq.popleft(), list(dq), len(dq)); dq.rotate(1); print(dq)
dq = deque([1, 2, 3], maxlen=3); dq.append(4); dq.appendleft(0); print(dq, dq.pop(), dq.popleft(), list(dq), len(dq)); dq.rotate(1); print(dq)
dq = deque([1, 2, 3], maxlen=3); dq.append(4); dq.appendleft(0); print(dq, dq.pop(), dq.popleft(), list(dq), len(dq)); dq.rotate(1); print(dq)
dq = deque([1, 2, 3], maxlen=3); dq.append(4); dq.appendleft(0); print(dq, dq.pop(), dq.popleft(), list(dq), len(dq)); dq.rotate(1); print(dq)
dq = deque([1, 2, 3], maxlen=3); dq.append(4); dq.appendleft(0); print(dq, dq.pop(), dq.popleft(), list(dq), len(dq)); dq.rotate(1); print(dq)
