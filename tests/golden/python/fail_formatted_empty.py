# RUN: tilewright parse --check %s
text = f"n = {}"
# EXPECT stderr
#| fail_formatted_empty.py:2:14: error: f-string: empty expression not allowed [syntax-error]
#|   text = f"n = {}"
#|                ^~
# EXPECT exit 2
