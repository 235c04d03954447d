# RUN: tilewright run %s
# What a script writes is there for the script and on no disk: read again, listed, imported, removed.
import os
import pathlib
import shutil
import sys
import tempfile

with tempfile.TemporaryDirectory() as folder:
    path = pathlib.Path(folder) / "made.py"
    path.write_text("value = 3\n")
    with open(path, "a") as file:
        file.write("other = 4\n")
    print(path.read_text().split(), os.listdir(folder), path.exists())
    sys.path.append(folder)
    import made

    print(made.value + made.other)
    path.replace(path.with_name("moved.py"))
    print(os.listdir(folder))
    shutil.copy(os.path.join(folder, "moved.py"), os.path.join(folder, "again.py"))
    os.makedirs(os.path.join(folder, "a", "b"))
    print(sorted(os.listdir(folder)), os.path.getsize(os.path.join(folder, "again.py")))
print(os.path.exists(folder))
for attempt in (lambda: os.remove(__file__), lambda: open("/no/such/folder/file", "w"), lambda: open(folder + "/x")):
    try:
        attempt()
    except OSError as error:
        print(type(error).__name__)

# Source that a script makes.
names = {}
exec("def double(x):\n    return 2 * x\nresult = double(21)", names)
print(names["result"], eval("double(4) + 1", names), eval("[i for i in range(3)]"))


def inner():
    local = 5
    return eval("local + 1")


print(inner())
# EXPECT stdout
#| ['value', '=', '3', 'other', '=', '4'] ['made.py'] True
#| 7
#| ['moved.py']
#| ['a', 'again.py', 'moved.py'] 20
#| False
#| PermissionError
#| FileNotFoundError
#| FileNotFoundError
#| 42 9 [0, 1, 2]
#| 6
