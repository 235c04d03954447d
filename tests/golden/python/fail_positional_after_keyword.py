# RUN: tilewright parse --check %s
kernel[grid](x, BLOCK=128, y)
# EXPECT stderr
#| fail_positional_after_keyword.py:2:28: error: positional argument follows keyword argument [syntax-error]
#|   kernel[grid](x, BLOCK=128, y)
#|                              ^
# EXPECT exit 2
