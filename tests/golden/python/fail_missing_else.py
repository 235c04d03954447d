# RUN: tilewright parse --check %s
x = 1 if ready
# EXPECT stderr
#| fail_missing_else.py:2:5: error: expected 'else' after 'if' expression [syntax-error]
#|   x = 1 if ready
#|       ^~~~~~~~~~
# EXPECT exit 2
