# RUN: tilewright parse --check %s
x = 0123
# EXPECT stderr
#| fail_leading_zero.py:2:5: error: leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers [syntax-error]
#|   x = 0123
#|       ^~~~
# EXPECT exit 2
