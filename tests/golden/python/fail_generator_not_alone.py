# RUN: tilewright parse --check %s
total = sum(x for x in values, 0)
# EXPECT stderr
#| fail_generator_not_alone.py:2:13: error: Generator expression must be parenthesized [syntax-error]
#|   total = sum(x for x in values, 0)
#|               ^~~~~~~~~~~~~~~~~
# EXPECT exit 2
