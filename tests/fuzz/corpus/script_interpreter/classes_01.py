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
