# RUN: tilewright parse --check %s
name = 'kernel
# EXPECT stderr
#| fail_unterminated_string.py:2:8: error: unterminated string literal (detected at line 2) [syntax-error]
#|   name = 'kernel
#|          ^~~~~~~
# EXPECT exit 2
