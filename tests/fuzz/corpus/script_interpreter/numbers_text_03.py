import math
for fn in [lambda: math.sqrt(-1), lambda: math.log(0), lambda: math.exp(1000), lambda: math.factorial(-1), lambda: math.floor(math.inf), lambda: 10.0 ** 400, lambda: int('1' * 5000), lambda: 2.0 ** 5000, lambda: math.nope, lambda: float(10 ** 400), lambda: 10 ** 400 / 3]:
    try: print(fn())
    except Exception as e: print(type(e).__name__, e)
for v in [1e22, 1e21, 123456.789e3, 0.1, 100.0, 1e-10, 2.5e-7, 1/7, 12345678.9, 4.35, 1.1e16, 9007199254740993.0, 1e23]: print(v, end=' ')
print()
print(5 // 0.3, -5 // 0.3, 5 % 0.3, 1e300 * 1e10 == math.inf, 0 ** 0, 0.0 ** 0, (-8) ** 3, 2 ** 10, (-2) ** -3, 7 // 2.0)
