# RUN: tilewright parse --check %s
f(a.b=1)
# EXPECT stderr
#| fail_assignment_in_call.py:2:3: error: expression cannot contain assignment, perhaps you meant "=="? [syntax-error]
#|   f(a.b=1)
#|     ^~~~
# EXPECT exit 2
