# RUN: tilewright parse --check %s
def kernel(x, n=1, y):
    pass
# EXPECT stderr
#| fail_default_order.py:2:20: error: non-default argument follows default argument [syntax-error]
#|   def kernel(x, n=1, y):
#|                      ^
# EXPECT exit 2
