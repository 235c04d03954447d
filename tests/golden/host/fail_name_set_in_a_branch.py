# RUN: tilewright run %s branch
# RUN: tilewright run %s later
# RUN: tilewright run %s global
# RUN: tilewright run %s misspelled
# RUN: tilewright run %s deleted
import sys


def branch(n):
    if n > 3:
        block = 128
    return block


def later():
    print(rows)
    rows = 4


def global_name():
    return grid


def misspelled():
    return lenn([1])


def deleted():
    tile = 3
    del tile
    return tile


case = sys.argv[1]
if case == "none":
    grid = (1,)
{"branch": lambda: branch(1), "later": later, "global": global_name, "misspelled": misspelled, "deleted": deleted}[case]()
# EXPECT 1 stderr
#| fail_name_set_in_a_branch.py:12:12: error: UnboundLocalError: cannot access local variable 'block' where it is not associated with a value [python-exception]
#|       return block
#|              ^~~~~
#| fail_name_set_in_a_branch.py:11:9: note: 'block' is set only here, in a part that has not run
#|           block = 128
#|           ^~~~~
#| fail_name_set_in_a_branch.py:37:20: note: called from here
#|   {"branch": lambda: branch(1), "later": later, "global": global_name, "misspelled": misspelled, "deleted": deleted}[case]()
#|                      ^~~~~~~~~
#| fail_name_set_in_a_branch.py:37:1: note: called from here
#|   {"branch": lambda: branch(1), "later": later, "global": global_name, "misspelled": misspelled, "deleted": deleted}[case]()
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT 1 exit 1
# EXPECT 2 stderr
#| fail_name_set_in_a_branch.py:16:11: error: UnboundLocalError: cannot access local variable 'rows' where it is not associated with a value [python-exception]
#|       print(rows)
#|             ^~~~
#| fail_name_set_in_a_branch.py:17:5: note: 'rows' is set only further down
#|       rows = 4
#|       ^~~~
#| fail_name_set_in_a_branch.py:37:1: note: called from here
#|   {"branch": lambda: branch(1), "later": later, "global": global_name, "misspelled": misspelled, "deleted": deleted}[case]()
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT 2 exit 1
# EXPECT 3 stderr
#| fail_name_set_in_a_branch.py:21:12: error: NameError: name 'grid' is not defined [python-exception]
#|       return grid
#|              ^~~~
#| fail_name_set_in_a_branch.py:36:5: note: 'grid' is set only here, in a part that has not run
#|       grid = (1,)
#|       ^~~~
#| fail_name_set_in_a_branch.py:37:1: note: called from here
#|   {"branch": lambda: branch(1), "later": later, "global": global_name, "misspelled": misspelled, "deleted": deleted}[case]()
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT 3 exit 1
# EXPECT 4 stderr
#| fail_name_set_in_a_branch.py:25:12: error: NameError: name 'lenn' is not defined [python-exception]
#|       return lenn([1])
#|              ^~~~
#| note: did you mean 'len'?
#| fail_name_set_in_a_branch.py:37:1: note: called from here
#|   {"branch": lambda: branch(1), "later": later, "global": global_name, "misspelled": misspelled, "deleted": deleted}[case]()
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT 4 exit 1
# EXPECT 5 stderr
#| fail_name_set_in_a_branch.py:31:12: error: UnboundLocalError: cannot access local variable 'tile' where it is not associated with a value [python-exception]
#|       return tile
#|              ^~~~
#| fail_name_set_in_a_branch.py:37:1: note: called from here
#|   {"branch": lambda: branch(1), "later": later, "global": global_name, "misspelled": misspelled, "deleted": deleted}[case]()
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT 5 exit 1
