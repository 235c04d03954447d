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
