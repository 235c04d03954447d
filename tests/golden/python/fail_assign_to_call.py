# RUN: tilewright parse --check %s
tl.load(pointer) = value
# EXPECT stderr
#| fail_assign_to_call.py:2:1: error: cannot assign to function call here. Maybe you meant '==' instead of '='? [syntax-error]
#|   tl.load(pointer) = value
#|   ^~~~~~~~~~~~~~~~
# EXPECT exit 2
