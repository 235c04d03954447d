print(10 ** 30, -7 // 2, -7 % 3, 7 % -3, 7 // -2, 2 ** -1, 2 ** 0.5, 10 ** 20 // 7, -10 ** 20 % 7, 1 << 100, -1 >> 3, (1 << 70) >> 68)
print(2 ** 64 - 1, -2 ** 63, 2 ** 63, 9223372036854775807 + 1, -9223372036854775808 - 1, 9223372036854775807 * 2, 5 ** 50 & 3 ** 40, ~(2 ** 65), (-2 ** 70) | 5, (-2 ** 70) ^ 12345)
print(divmod(17, 5), divmod(-17, 5), divmod(17.5, 5), divmod(2 ** 80, 12345), pow(3, 100, 7), pow(3, -1, 7), abs(-5), abs(-2.5))
print(7 / 2, 2 ** 80 / 3, 1 / 3, -7.5 // 2, -7.5 % 2, 5.5 % -2, 1e308 * 10, -1e308 * 10, 0.1 + 0.2, 1e16, 1e15, 123456789012345678.0, 1e-5, 0.0001, 1.0, -0.0, 5e-324, 1.7976931348623157e308)
print(float('inf'), float('nan'), float('-inf'), float(' 1.5e3 '), int(3.9), int(-3.9), int('0x1f', 16), int('  -42 '), int('1_000'), int('101', 2), int('z', 36), int(1e20), float(2 ** 70))
print(round(2.5), round(3.5), round(-2.5), round(2.675, 2), round(1234.5678, -2), round(12345, -2), round(15, -1), round(25, -1), round(0.5), round(1e20), round(2.5, 0))
print(hash(1), hash(-1), hash(1.0), hash(2 ** 61 - 1), hash(2 ** 70), hash(1.5), hash(True), hash(float('inf')), hash((1, 2)), hash(()), hash((1, (2, 3))))
print(1 == 1.0, True == 1, 2 ** 53 + 1 == float(2 ** 53 + 1), 2 ** 70 > 1e20, float('nan') == float('nan'), 0.0 == -0.0, 10 ** 400 > 1e308)
print(True + True, True & False, True | False, True ^ True, -True, ~True, True * 3, sum([True, True]))
print((5).bit_length(), (2 ** 100).bit_length(), (255).to_bytes(2, 'big'), int.from_bytes(b'\x01\x00', 'big'), (0.5).as_integer_ratio(), (3.0).is_integer(), (0.1).hex(), (7).bit_count())
print(bin(10), hex(255), oct(8), bin(-5), hex(2 ** 70), chr(8364), ord('é'), ascii('é€\U0001f600'), repr('it\'s'), repr("q\"'"), repr('\n\t\\\x00\x7fé\u200b'))
for spec in ['', 'd', '5d', '<5d', '^7d', '+d', ' d', '05d', ',', '_', 'x', '#x', '#X', '#b', '#o', '08b', '_b', 'e', '.2f', '10.3f', '%', 'g', 'n', 'c', '*^9', '=+8', '010,', '#010x']:
    try: print(repr(spec), repr(format(65, spec)), repr(format(-1234567, spec)) if spec != 'c' else '')
    except Exception as e: print(type(e).__name__, e)
for spec in ['', '.2f', '8.3f', '<10.1f', '+.0f', '.0f', 'e', '.3e', 'E', 'g', '.3g', 'G', '%', '.1%', ',.2f', '_.2f', '010.2f', '#.0f', 'n', '.10g', '.3', '20', '^20', '=+20.2f', '*<12', 'z.0f', '015,.2f']:
    for v in [0.0, -0.0, 1.5, 1234567.891, -0.00001234, 1e22, float('inf'), float('nan')]:
        try: print(repr(spec), repr(format(v, spec)), end=' ')
        except Exception as e: print(type(e).__name__, e, end=' ')
    print()
for spec in ['', 's', '10', '<10', '>10', '^11', '.2', '*^9.3', '010', 'é>5']:
    try: print(repr(format('abcd', spec)))
    except Exception as e: print(type(e).__name__, e)
print('%s|%r|%a' % ('é', 'é', 'é'), '%5d|%-5d|%05d|%+d|% d' % (42, 42, 42, 42, 42), '%x %X %o %#x' % (255, 255, 8, 255), '%.2f %e %g %G' % (3.14159, 31415.9, 0.00001, 1e20), '%c%c' % ('a', 98), '%5.1f|%-8.3f|' % (2.25, 2.5), '%(a)s %(b)d' % {'a': 1, 'b': 2}, '%%', '%s' % (1,), '%s' % [1, 2], '%10s|%-10s|' % ('r', 'l'), '%.3s' % 'abcdef', '%*d' % (5, 3), '%i' % 3.7)
print('{} {}'.format(1, 2), '{1} {0} {1}'.format('a', 'b'), '{a[0]} {b.real}'.format(a=[5], b=3) if False else '{a[0]}'.format(a=[5]), '{:>5}|{:<5}|{:^5}|'.format(1, 2, 3), '{0:{w}.{p}f}'.format(3.14159, w=10, p=2), '{{}}'.format(), '{!r}'.format('x'), '{x!s:>4}'.format(x='q'), '{d[k]}'.format(d={'k': 'v'}))
n, w = 3.14159, 10
print(f'{n:.2f} {n:{w}.{2}f} {n!r} {n=} {n = :.1f} {"q"} {{}} {1 + 1} {[1, 2][0]} {"a" "b"!r:>6} {n:>{w}}', f'{w:05}', f"{'nested ' + f'{w}'}")
s = 'Hello, Wörld'
print(s.upper(), s.lower(), s.title(), s.swapcase(), s.capitalize(), s.casefold(), s.center(20, '*'), s.ljust(15, '.') + '|', s.rjust(15) + '|', s.zfill(15), '-5'.zfill(4))
print(s.find('o'), s.rfind('ö'), s.index('W'), s.count('l'), s.startswith('He'), s.endswith(('x', 'ld')), s.replace('l', 'L', 2), s.split(', '), s.partition(','), s.rpartition('l'), s[1:5], s[::-1], s[-3:], s[7], len(s))
print('a,b,,c'.split(','), ' a  b '.split(), 'a b c'.split(None, 1), 'a b c'.rsplit(' ', 1), 'a\nb\r\nc'.splitlines(), 'a\nb'.splitlines(True), '  x '.strip(), 'xxaxx'.strip('x'), 'abc'.lstrip('a'), 'abc'.rstrip('c'), '-'.join(['a', 'b']), 'abc'.removeprefix('a'), 'abc'.removesuffix('c'), 'a\tb'.expandtabs(4))
print('abc'.isalpha(), '12'.isdigit(), 'a1'.isalnum(), ' '.isspace(), 'Ab'.istitle(), 'AB'.isupper(), 'ab'.islower(), 'x_1'.isidentifier(), '1x'.isidentifier(), ''.isalpha(), 'é'.isascii(), 'a b'.isprintable(), '½'.isnumeric(), '²'.isdigit())
print('abc'.translate(str.maketrans('ab', 'xy', 'c')), 'abc' < 'abd', 'a' in 'abc', 'abc' * 2, 'abc'.encode(), b'abc'.decode(), b'ab\x00\xff', b'abc'[1], b'abc'[1:], bytes(3), bytes([65, 66]), 'é'.encode(), list(b'ab'), b'a' + b'b', b'abc'.hex())
print('ünïcödé'.upper(), 'ß'.upper(), 'ǆ'.title(), 'Σ'.lower(), '日本語'[1], '日本語'.find('語'), len('😀'), '😀'[0], 'aéb'.index('b'), repr('日本'))
print(str(1.5), str(True), str(None), str([1, 'a']), str(b'x'), repr(1e100), str(2 ** 100), repr(...), str(NotImplemented))
print(int('9' * 30), len(str(2 ** 1000)), 10 ** 25 // 10 ** 5, (10 ** 30) % (10 ** 7 + 9), 3 ** 200 // 2 ** 100)
import math
print(math.pi, math.e, math.inf, math.sqrt(2), math.floor(-1.5), math.ceil(1.2), math.trunc(-1.7), math.log(10), math.log(8, 2), math.log2(8), math.log10(1000), math.exp(1), math.sin(1), math.gcd(12, 18), math.lcm(4, 6), math.factorial(20), math.factorial(25), math.comb(5, 2), math.perm(5, 2), math.prod([1, 2, 3]), math.isqrt(10 ** 20), math.hypot(3, 4), math.isclose(0.1 + 0.2, 0.3), math.fsum([0.1] * 10), math.copysign(1, -0.0), math.modf(1.5), math.frexp(8.0), math.ldexp(0.5, 3), math.isnan(math.nan), math.fmod(-7, 3), math.remainder(7, 4), math.degrees(math.pi), math.radians(180), math.atan2(1, 1), math.dist([0, 0], [3, 4]), math.erf(0.5), math.gamma(5), math.cbrt(27))
for fn in [lambda: math.sqrt(-1), lambda: math.log(0), lambda: math.exp(1000), lambda: math.factorial(-1), lambda: math.floor(math.inf), lambda: 10.0 ** 400, lambda: int('1' * 5000), lambda: 2.0 ** 5000, lambda: math.nope, lambda: float(10 ** 400), lambda: 10 ** 400 / 3]:
    try: print(fn())
    except Exception as e: print(type(e).__name__, e)
for v in [1e22, 1e21, 123456.789e3, 0.1, 100.0, 1e-10, 2.5e-7, 1/7, 12345678.9, 4.35, 1.1e16, 9007199254740993.0, 1e23]: print(v, end=' ')
print()
print(5 // 0.3, -5 // 0.3, 5 % 0.3, 1e300 * 1e10 == math.inf, 0 ** 0, 0.0 ** 0, (-8) ** 3, 2 ** 10, (-2) ** -3, 7 // 2.0)
