# RUN: tilewright parse --check %s
try:
    go()
except ValueError, TypeError:
    pass
# EXPECT stderr
#| fail_except_tuple.py:4:8: error: multiple exception types must be parenthesized [syntax-error]
#|   except ValueError, TypeError:
#|          ^~~~~~~~~~~
# EXPECT exit 2
