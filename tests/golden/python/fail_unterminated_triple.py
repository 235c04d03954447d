# RUN: tilewright parse --check %s
def kernel():
    """What it does.
    return 1
# EXPECT stderr
#| fail_unterminated_triple.py:3:5: error: unterminated triple-quoted string literal (detected at line 4) [syntax-error]
#|       """What it does.
#|       ^~~
# EXPECT exit 2
