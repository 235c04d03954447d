# RUN: tilewright parse --unparse %s
"""Module text."""
import a.b as c   # why
from . import (x, y as z,)
class Model(nn.Module, metaclass = M):
    'Doc "quoted".'
    def forward(self, x: Tensor, /, *args, k: int=3, **rest) -> Tensor:
        if (n := len(x)) > 10 and not (a or b): return -x ** -2
        elif x: pass
        else:
            while True: break
        return (a + b) * c, f"{x!r:>{n}} {{}} {d['k']}", lambda *, q=1: q
async def g():
    async with a as b, c: yield (await d)
    del (a, b), c[1:2, ::3]
try: raise E from None
except* (A, B) as e: assert x, "no"
finally: global t
match p, q:
    case [Point(x=0, y=_), *rest] if x: pass
    case {"k": 1 | 2 as v, **kw} | None: pass
