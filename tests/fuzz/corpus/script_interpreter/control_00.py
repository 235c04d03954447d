def f(n):
    try:
        if n == 0: return 'r'
        if n == 1: raise ValueError('one')
        if n == 2: return 1 // 0
        return 'end'
    except ValueError as e:
        return f'caught {e}'
    except ZeroDivisionError as e:
        return repr(e)
    else:
        return 'else'
    finally:
        print('finally', n)
for i in range(4): print(f(i))
def g():
    for i in range(10):
        try:
            if i == 2: continue
            if i == 5: break
            yield i
        finally:
            print('f', i)
    else:
        print('no')
print(list(g()))
def h():
    try:
        return 'try'
    finally:
        return 'fin'
print(h())
def k():
    while True:
        try:
            return 1
        finally:
            break
    return 2
print(k())
try:
    try:
        raise KeyError('k')
    except KeyError as e:
        raise RuntimeError('r') from e
except RuntimeError as e:
    print(repr(e), repr(e.__cause__), e.__suppress_context__)
try:
    try:
        1 / 0
    except ZeroDivisionError:
        undefined_name
except NameError as e:
    print(e, repr(e.__context__))
def rer():
    try:
        raise IndexError('x')
    except IndexError:
        raise
try: rer()
except IndexError as e: print('again', e)
class E1(Exception):
    def __init__(self, a, b):
        super().__init__(a, b)
        self.a = a
    def __str__(self): return f'E1<{self.a}>'
try: raise E1(1, 2)
except (KeyError, E1) as e: print(e, repr(e), e.args)
try: raise ValueError
except ValueError as e: print(repr(e), str(e) == '')
try: raise 5
except TypeError as e: print(e)
x = 'outer'
try: pass
except Exception: print('no')
else: print('else ran')
finally: print('fin')
while x:
    x = x[1:]
    if x == 'er': break
else: print('nope')
print(x)
for i in []: pass
else: print('empty else')
if (n := len('abcd')) > 3: print('walrus', n)
