# RUN: tilewright run %s
# What would reach beyond memory, or take far too much of it.
import ctypes
import sqlite3
import yaml

shared = [1]
tree = {'b': shared, 'a': {'c': shared}}
print(yaml.dump({'x': tree, 'y': tree}), end='')
circle = []
circle.append(circle)
print(yaml.dump(circle), end='')
bomb = ['x']
for _ in range(40):
    bomb = [bomb] * 9
print(len(yaml.dump(bomb)) < 50000)

database = sqlite3.connect(':memory:')
for statement in ("select fts3_tokenizer('simple')", "select fts3_tokenizer('simple', x'4141414141414141')",
                  "create virtual table t using fts3(a)", "pragma temp_store_directory = '/tmp'", "attach 'x.db' as x",
                  "select load_extension('x')"):
    try:
        print(database.execute(statement).fetchall())
    except sqlite3.DatabaseError as error:
        print(error)
print(database.execute('pragma user_version').fetchall())

for make in (lambda: (ctypes.c_int * 10**12)(), lambda: ctypes.create_string_buffer(10**11), lambda: ((ctypes.c_int * 4096) * 4096)()):
    try:
        make()
    except MemoryError as error:
        print(error)
# EXPECT stdout
#| x: &id002
#|   a:
#|     c: &id001
#|     - 1
#|   b: *id001
#| y: *id002
#| &id001
#| - *id001
#| True
#| not authorized to use function: fts3_tokenizer
#| not authorized to use function: fts3_tokenizer
#| not authorized
#| not authorized
#| not authorized
#| not authorized to use function: load_extension
#| [(0,)]
#| ctypes: 1000000000000 elements; an array has at most 1048576 here
#| ctypes: 100000000000 elements; an array has at most 1048576 here
#| ctypes: 16777216 elements; an array has at most 1048576 here
