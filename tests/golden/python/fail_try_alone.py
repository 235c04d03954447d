# RUN: tilewright parse --check %s
try:
    go()
stop()
# EXPECT stderr
#| fail_try_alone.py:4:1: error: expected 'except' or 'finally' block [syntax-error]
#|   stop()
#|   ^~~~
# EXPECT exit 2
