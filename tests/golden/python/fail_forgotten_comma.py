# RUN: tilewright parse --check %s
result = function(first, second third)
# EXPECT stderr
#| fail_forgotten_comma.py:2:26: error: invalid syntax. Perhaps you forgot a comma? [syntax-error]
#|   result = function(first, second third)
#|                            ^~~~~~~~~~~~
# EXPECT exit 2
