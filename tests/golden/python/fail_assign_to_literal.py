# RUN: tilewright parse --check %s
1 = x
# EXPECT stderr
#| fail_assign_to_literal.py:2:1: error: cannot assign to literal here. Maybe you meant '==' instead of '='? [syntax-error]
#|   1 = x
#|   ^
# EXPECT exit 2
