import sys
class Pt:
    __match_args__ = ('x',)
    def __init__(self, x, y): self.x, self.y = x, y
for v in [0, 1, 500, 50, 'a', [1, 2, 3, 4], [9, [8, 7]], (5, 6), [], {'k': 1, 'z': 2}, {'t': [3, 4]}, None, Pt(1, 2), 1.5, 'zz', {}, [1, 2, 3], {1, 2}]:
    print(m(v))
a = b = [1]
a += [2]
print(a, b, a is b)
(a, b), *c, d = (1, 2), 3, 4, 5
print(a, b, c, d)
[*p, q] = 'xyz'
print(p, q)
i = 0
arr = [0, 0]
i, arr[i] = 1, 9
print(i, arr)
try: a, b = 1, 2, 3
except ValueError as e: print(e)
try: a, b, c = [1]
except ValueError as e: print(e)
try: a, b = 5
except TypeError as e: print(e)
try: a, *b, c = [1]
except ValueError as e: print(e)
print(1 < 2 < 3, 1 < 3 < 2, 3 > 2 >= 2 != 1, 1 in [1] == True)
print(not [], not 1, [] or 'x', 0 and 1, None or 0 or '', 1 and 2 and 3)
if __name__ == '__main__': print('main')
def nested_finally():
    try:
        try:
            return 'a'
        finally:
            print('inner')
    finally:
        print('outer')
print(nested_finally())
def loop_return():
    for a in range(3):
        for b in range(3):
            try:
                if a == 1 and b == 1: return (a, b)
            finally:
                if a == 0 and b == 1: print('at', a, b)
print(loop_return())
def exc_in_finally():
    try:
        raise ValueError('first')
    finally:
        try: raise KeyError('second')
        except KeyError: print('handled second')
try: exc_in_finally()
except ValueError as e: print('outer got', e, e.__context__)
import sys
def handled():
    try: raise ValueError('q')
    except ValueError:
        print(sys.exc_info()[0].__name__)
    print(sys.exc_info()[0])
handled()
