# RUN: tilewright parse --check %s
first = 1
    second = 2
# EXPECT stderr
#| fail_unexpected_indent.py:3:5: error: unexpected indent [indentation-error]
#|       second = 2
#|       ^
# EXPECT exit 2
