# RUN: tilewright parse --check %s
name = “kernel”
# EXPECT stderr
#| fail_wrong_quotes.py:2:8: error: invalid character '“' (U+201C) [syntax-error]
#|   name = “kernel”
#|          ^
# EXPECT exit 2
