# RUN: tilewright parse --check %s
x = 2n + 1
# EXPECT stderr
#| fail_number_and_name.py:2:5: error: invalid decimal literal [syntax-error]
#|   x = 2n + 1
#|       ^
# EXPECT exit 2
