class Meta: pass
class A:
    count = 0
    def __init__(self, x):
        self.x = x
        A.count += 1
    def who(self): return 'A'
    @staticmethod
    def st(v): return v * 2
    @classmethod
    def make(cls, x): return cls(x)
    @property
    def double(self): return self.x * 2
    @double.setter
    def double(self, v): self.x = v // 2
    @double.deleter
    def double(self): print('deleting')
    def __repr__(self): return f'{type(self).__name__}({self.x})'
    def __eq__(self, o): return isinstance(o, A) and self.x == o.x
    def __lt__(self, o): return self.x < o.x
    def __hash__(self): return hash(self.x)
    def __len__(self): return self.x
    def __bool__(self): return self.x > 1
    def __contains__(self, v): return v == self.x
    def __getitem__(self, k): return (self.x, k)
    def __call__(self, *a, **k): return (self.x, a, k)
    def __neg__(self): return type(self)(-self.x)
    def __add__(self, o): return type(self)(self.x + (o.x if isinstance(o, A) else o))
    def __radd__(self, o): return type(self)(o + self.x)
    def __iadd__(self, o):
        self.x += o
        return self
    def __format__(self, spec): return f'<{self.x}:{spec}>'
class B(A):
    def who(self): return 'B' + super().who()
class C(A):
    def who(self): return 'C' + super(C, self).who()
class D(B, C):
    def who(self): return 'D' + super().who()
d = D(5)
print(d.who(), [c.__name__ for c in D.__mro__], d.double, D.st(4), D.make(9))
d.double = 30
del d.double
print(d, d.x, len(d), bool(d), 15 in d, d[1:2], d(1, k=2), -d, d + 1, 1 + d, d + B(2), f'{d:>5}', format(d, 'q'))
d += 5
print(d, A.count, d == D(20), d != D(20), d < D(21), sorted([D(3), D(1), D(2)]), {D(1): 2}[D(1)])
print(isinstance(d, A), issubclass(D, C), hasattr(d, 'nope'), getattr(d, 'nope', 7), type(d), D.__name__, D.__bases__)
class G:
    def __getattr__(self, n):
        if n.startswith('z'): raise AttributeError(n)
        return 'got ' + n
    def __setattr__(self, n, v): object.__setattr__(self, n, v * 2)
    def __delattr__(self, n):
        print('del', n)
        super().__delattr__(n)
g = G()
g.a = 4
print(g.a, g.b, hasattr(g, 'zz'), g.__dict__)
del g.a
print(g.a)
class Desc:
    def __set_name__(self, owner, name): self.name = name
    def __get__(self, o, t=None): return self if o is None else o.__dict__.get(self.name, 'unset')
    def __set__(self, o, v): o.__dict__[self.name] = ('set', v)
class H:
    f = Desc()
h = H()
print(h.f)
h.f = 3
print(h.f, type(H.f).__name__)
class Sub:
    def __init_subclass__(cls, /, tag=None, **kw):
        super().__init_subclass__(**kw)
        cls.tag = tag
    def __class_getitem__(cls, k): return f'{cls.__name__}[{k}]'
class Sub2(Sub, tag='hello'): pass
print(Sub2.tag, Sub2[3], Sub[int] if False else Sub['x'])
class Single:
    _one = None
    def __new__(cls, *a):
        if cls._one is None: cls._one = super().__new__(cls)
        return cls._one
    def __init__(self, v): self.v = v
print(Single(1) is Single(2), Single(3).v)
class MyList(list):
    def __init__(self, *a):
        super().__init__(a)
        self.tag = 'm'
    def append(self, v):
        super().append(v * 10)
    def __getitem__(self, i):
        return ('item', super().__getitem__(i))
m = MyList(1, 2)
m.append(3)
print(m, len(m), m[0], m.tag, isinstance(m, list), list(m), m + [4], m == [1, 2, 30])
class MyDict(dict):
    def __missing__(self, k): return k * 2
    def __setitem__(self, k, v): super().__setitem__(k, v + 1)
md = MyDict(a=1)
md['b'] = 5
print(md, md['zz'], md.get('q'), 'a' in md, len(md), sorted(md.items()))
class MyInt(int):
    def __add__(self, o): return MyInt(int(self) + o + 100)
    def extra(self): return self * 2
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
print(list(It(3)), sum(It(4)), max(It(5)), tuple(It(2)), [*It(2)])
a, *b = It(4)
print(a, b)
class Seq:
    def __getitem__(self, i):
        if i > 2: raise IndexError
        return i * i
print(list(Seq()), 4 in Seq())
print(type('Dyn', (A,), {'y': 3})(4).y)
