# RUN: tilewright parse --check %s
match x:
    case [1, 2] as _:
        pass
# EXPECT stderr
#| fail_match_target.py:3:20: error: cannot use '_' as a target [syntax-error]
#|       case [1, 2] as _:
#|                      ^
# EXPECT exit 2
