# RUN: tilewright parse --check %s
values = [1, 2,
other = 3
# EXPECT stderr
#| fail_never_closed.py:2:10: error: '[' was never closed [syntax-error]
#|   values = [1, 2,
#|            ^
# EXPECT exit 2
