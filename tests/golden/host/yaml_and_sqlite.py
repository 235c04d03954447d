# RUN: tilewright run %s
import ctypes
import getopt
import sqlite3

import yaml

text = """
base: &base [1, 2.5, on, ~, 'yes', 0x1f, 017, 1_000, 1e5, 1.5e+3, .inf]
merged: {<<: {k: 1, m: 0}, m: *base}
block: |
  several
  lines
tagged: !!str 12
day: 2001-12-14
large: 12345678901234567890123
clock: 190:20:30
"""
print(yaml.safe_load(text))
for wrong in ("a: [1, 2", "a: *nowhere", "!!python/object:os.system {}", "a: b: c", "- [x]\n- ? {a: [b\n"):
    try:
        print(yaml.safe_load(wrong))
    except yaml.YAMLError as error:
        print(type(error).__name__)
print(yaml.dump({"z": [1, 2, {"b": None}], "a": "yes", "f": 1e20, "e": "", "n": [[1, 2], []], "t": "1"}), end="")
print(list(yaml.safe_load_all("a: 1\n---\nb: 2\n")))

connection = sqlite3.connect("/tmp/database")
connection.execute("create table shapes (n INTEGER, name TEXT, primary key (n))")
connection.executemany("insert or replace into shapes values (?, ?)", [(1, "one"), (2, "two"), (1, "uno")])
print(sqlite3.connect("/tmp/database").execute("select name from shapes where n = ?", (1,)).fetchall())
print([row[1] for row in connection.execute("PRAGMA table_info(shapes)")])
for wrong in ("selec 1", "attach '/etc/passwd' as other", "insert into shapes values (1, 'again')"):
    try:
        connection.execute(wrong)
    except sqlite3.Error as error:
        print(type(error).__name__)


class Pair(ctypes.Structure):
    _fields_ = [("x", ctypes.c_int), ("y", ctypes.c_double), ("z", ctypes.c_char)]


pair = Pair(1, 2.5)
print(ctypes.sizeof(Pair), pair.x, pair.y, (ctypes.c_int * 3)(1, 2)[1], ctypes.c_uint8(300).value, ctypes.c_int8(200).value)
try:
    ctypes.CDLL("libcudart.so")
except OSError as error:
    print(error)
print(getopt.getopt(["-a", "-b", "x", "--long=3", "rest"], "ab:", ["long="]))
# EXPECT stdout
#| {'base': [1, 2.5, True, None, 'yes', 31, 15, 1000, '1e5', 1500.0, inf], 'merged': {'k': 1, 'm': [1, 2.5, True, None, 'yes', 31, 15, 1000, '1e5', 1500.0, inf]}, 'block': 'several\nlines\n', 'tagged': '12', 'day': datetime.date(2001, 12, 14), 'large': 12345678901234567890123, 'clock': 685230}
#| ParserError
#| ComposerError
#| ConstructorError
#| ScannerError
#| ParserError
#| a: 'yes'
#| e: ''
#| f: 1.0e+20
#| n:
#| - - 1
#|   - 2
#| - []
#| t: '1'
#| z:
#| - 1
#| - 2
#| - b: null
#| [{'a': 1}, {'b': 2}]
#| [('uno',)]
#| ['n', 'name']
#| OperationalError
#| OperationalError
#| IntegrityError
#| 24 1 2.5 2 44 -56
#| libcudart.so: shared libraries cannot be opened here
#| ([('-a', ''), ('-b', 'x'), ('--long', '3')], ['rest'])
