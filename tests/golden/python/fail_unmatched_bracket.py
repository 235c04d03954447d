# RUN: tilewright parse --check %s
x = (1 + 2))
# EXPECT stderr
#| fail_unmatched_bracket.py:2:12: error: unmatched ')' [syntax-error]
#|   x = (1 + 2))
#|              ^
# EXPECT exit 2
