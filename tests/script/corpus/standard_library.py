import base64
import bisect
import builtins
import concurrent.futures
import contextvars
import datetime
import fnmatch
import heapq
import io
import pathlib
import pprint
import queue
import statistics
import struct
import textwrap
import threading
import unittest.mock

p = pathlib.PurePosixPath("/usr/lib") / "python" / "x.tar.gz"
print(p, repr(p), p.name, p.stem, p.suffix, p.suffixes, p.parent, p.parts, p.is_absolute(), p.with_suffix(".zip"), p.with_name("y"))
print(pathlib.PurePosixPath("a//b/./c"), pathlib.PurePosixPath(), pathlib.PurePosixPath("a", "/b", "c"), p.relative_to("/usr"), [str(x) for x in p.parents])
print("x" / pathlib.PurePosixPath("y"), pathlib.PurePosixPath("a") == pathlib.PurePosixPath("a/"), p.match("*.gz"), p.joinpath("z").as_posix(), pathlib.PurePosixPath(".bashrc").suffix)
try:
    p.relative_to("/bin")
except ValueError as error:
    print("ValueError")

h = [5, 3, 8, 1, 9, 2]
heapq.heapify(h)
heapq.heappush(h, 0)
print([heapq.heappop(h) for _ in range(len(h))], heapq.nlargest(2, [1, 5, 3]), heapq.nsmallest(2, [4, 1, 3], key=lambda v: -v))
print(list(heapq.merge([1, 4], [2, 3])), heapq.heappushpop([1, 2], 0), heapq.heapreplace([1, 2], 5))
a = [1, 2, 2, 3]
print(bisect.bisect(a, 2), bisect.bisect_left(a, 2), bisect.bisect_right(a, 0), bisect.bisect_left([(1, "a"), (2, "b")], 2, key=lambda v: v[0]))
bisect.insort(a, 2.5)
print(a)

print(textwrap.dedent("""
    a
      b

    c
"""), end="")
print(textwrap.indent("a\n\nb\n", "> "), textwrap.wrap("the quick brown fox jumps", 10), textwrap.fill("aa bb cc", 5), textwrap.shorten("hello big world", 11))

print(statistics.mean([1, 2, 3, 4]), statistics.mean([1, 2, 3]), statistics.mean([1.5, 2.5]), statistics.median([3, 1, 2]), statistics.median([1, 2, 3, 4]), statistics.mode("aab"), statistics.fmean([1, 2]))
print(round(statistics.stdev([1, 2, 3, 4]), 12), round(statistics.pstdev([1, 2, 3]), 12), statistics.variance([1, 2, 3]), statistics.quantiles([1, 2, 3, 4, 5]), statistics.median_low([1, 2, 3, 4]))

print(struct.pack("<ifh", 1, 1.5, -2), struct.unpack("<ifh", struct.pack("<ifh", 1, 1.5, -2)), struct.calcsize("<iqb"), struct.calcsize("ci"), struct.pack(">I", 258), struct.pack("<e", 0.1), struct.unpack("<f", struct.pack("<f", 0.1))[0])
print(struct.pack("<d", -0.0), struct.unpack("<f", struct.pack("<I", 0x7F800000))[0], struct.unpack("<I", struct.pack("<f", 3.14159))[0], struct.pack("<3s?B", b"ab", True, 255), struct.unpack("<f", struct.pack("<I", 1))[0])
print(base64.b64encode(b"hello"), base64.b64decode("aGVsbG8="), base64.urlsafe_b64encode(b"\xff\xfe\xfd"), base64.b64encode(b"ab"), base64.b64encode(b""))

d = datetime.datetime(2024, 2, 28, 23, 30, 5)
print(d, repr(d), d + datetime.timedelta(hours=1), d.isoformat(), d.strftime("%Y/%m/%d %H:%M:%S %a %b %j"), d.date(), d.weekday())
print(datetime.timedelta(days=1, seconds=3661), datetime.timedelta(hours=-1), datetime.date(2024, 3, 1) - datetime.date(2024, 2, 1), datetime.date(2023, 12, 31).toordinal(), datetime.timedelta(minutes=90).total_seconds(), datetime.date.fromisoformat("2020-01-02"))

s = io.StringIO()
s.write("one\ntwo\n")
print("three", file=s)
print(repr(s.getvalue()), s.seek(0), s.readline(), list(s), io.BytesIO(b"abc").read(2), io.StringIO("a\nb").readlines())
print(fnmatch.fnmatch("a.py", "*.py"), fnmatch.filter(["a.c", "b.h"], "*.[ch]"), fnmatch.fnmatchcase("ab", "a?"))
q = queue.Queue()
q.put(1)
q.put(2)
print(q.get(), q.qsize(), q.empty())
pq = queue.PriorityQueue()
for v in (3, 1, 2):
    pq.put(v)
print([pq.get() for _ in range(3)])
done = []
t = threading.Thread(target=lambda: done.append(1))
t.start()
t.join()
with threading.Lock():
    done.append(2)
print(done, t.is_alive())
with concurrent.futures.ThreadPoolExecutor() as pool:
    print(list(pool.map(lambda v: v * v, [1, 2, 3])), pool.submit(max, 1, 2).result())
var = contextvars.ContextVar("v", default=1)
token = var.set(5)
print(var.get())
var.reset(token)
print(var.get())
print(builtins.len([1]), builtins.max(1, 2))
pprint.pprint([1, {"b": 2, "a": 1}])
pprint.pprint({"key" * 5: list(range(12)), "other" * 4: list(range(12))})


class Thing:
    value = 1


with unittest.mock.patch.object(Thing, "value", 2):
    print(Thing.value)
print(Thing.value)
m = unittest.mock.Mock(return_value=3)
print(m(1, 2), m.called, m.call_count)


class Case(unittest.TestCase):
    def setUp(self):
        self.x = 1

    def test_one(self):
        self.assertEqual(self.x, 1)
        self.assertAlmostEqual(0.1 + 0.2, 0.3)
        with self.assertRaises(ZeroDivisionError):
            1 / 0

    def test_two(self):
        self.assertIn(1, [2])

    @unittest.skip("later")
    def test_three(self):
        self.fail()


result = unittest.TextTestRunner(stream=io.StringIO()).run(unittest.defaultTestLoader.loadTestsFromTestCase(Case))
print(result.testsRun, len(result.failures), len(result.errors), result.wasSuccessful())
