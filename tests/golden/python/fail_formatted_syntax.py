# RUN: tilewright parse --check %s
text = f"n = {a b}"
# EXPECT stderr
#| fail_formatted_syntax.py:2:15: error: f-string: invalid syntax. Perhaps you forgot a comma? [syntax-error]
#|   text = f"n = {a b}"
#|                 ^~~
# EXPECT exit 2
