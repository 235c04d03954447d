# RUN: tilewright parse --check %s
if x = 3:
    pass
# EXPECT stderr
#| fail_assignment_in_condition.py:2:6: error: invalid syntax. Maybe you meant '==' or ':=' instead of '='? [syntax-error]
#|   if x = 3:
#|        ^
# EXPECT exit 2
