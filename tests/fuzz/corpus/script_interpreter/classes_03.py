print(list(It(3)), sum(It(4)), max(It(5)), tuple(It(2)), [*It(2)])
a, *b = It(4)
print(a, b)
class Seq:
    def __getitem__(self, i):
        if i > 2: raise IndexError
        return i * i
print(list(Seq()), 4 in Seq())
print(type('Dyn', (A,), {'y': 3})(4).y)
