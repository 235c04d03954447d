print(MyInt(5) + 1, MyInt(5) * 3, MyInt(7).extra(), MyInt(3) == 3, [10, 20, 30][MyInt(1)], isinstance(MyInt(1), int), repr(MyInt(4)))
class MyStr(str):
    def shout(self): return self.upper() + '!'
print(MyStr('ab').shout(), MyStr('ab') + 'c', MyStr('x') == 'x', {'x': 1}[MyStr('x')], len(MyStr('abc')))
class P(tuple):
    def __new__(cls, a, b): return super().__new__(cls, (a, b))
    a = property(lambda s: s[0])
print(P(1, 2), P(1, 2).a, P(1, 2) == (1, 2), hash(P(1, 2)) == hash((1, 2)))
try:
    class Bad(A, D): pass
except TypeError as e: print(e)
try: A()
except TypeError as e: print(e)
try: object(1)
except TypeError as e: print(e)
try: d.missing
except AttributeError as e: print(e)
try: A.missing
except AttributeError as e: print(e)
class NoEq:
    def __eq__(self, o): return True
try: hash(NoEq())
except TypeError as e: print(e)
class Priv:
    def __init__(self): self.__secret = 1
    def get(self): return self.__secret
p = Priv()
print(p.get(), p.__dict__)
def deco(tag):
    def wrap(cls):
        cls.tag = tag
        return cls
    return wrap
@deco('T')
class Decorated: "doc string"
print(Decorated.tag, Decorated.__doc__, Decorated.__qualname__)
class Outer:
    class Inner:
        def f(self): return __class__.__qualname__
    x = [i for i in range(3)]
    y = 5
    z = y * 2
print(Outer.Inner().f(), Outer.x, Outer.z)
class Ctx:
    def __init__(self, swallow): self.swallow = swallow
    def __enter__(self): print('enter'); return self
    def __exit__(self, t, v, tb): print('exit', t and t.__name__, v); return self.swallow
with Ctx(True) as c, Ctx(False):
    raise ValueError('boom')
def early():
    for i in range(3):
        with Ctx(False):
            if i == 1: return i
print(early())
class It:
    def __init__(self, n): self.n = n
    def __iter__(self): return self
    def __next__(self):
        if self.n == 0: raise StopIteration
        self.n -= 1
        return self.n
