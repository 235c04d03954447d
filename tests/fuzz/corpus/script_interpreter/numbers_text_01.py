import math
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
