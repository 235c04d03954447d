# RUN: tilewright check %s
from beside import scale

print(scale)
# --- beside.py
scale = 2
# EXPECT stdout
#| fail_module_beside.py: unsupported: check takes one file, and module 'beside' is another beside it: `tilewright run --strict --orders fail_module_beside.py` runs both (pytest's tests: with --test)
#| fail_module_beside.py:2:1: error: check takes one file, and module 'beside' is another beside it: `tilewright run --strict --orders fail_module_beside.py` runs both (pytest's tests: with --test) [unsupported]
#|   from beside import scale
#|   ^~~~~~~~~~~~~~~~~~~~~~~~
#|   0 of 0 trials passed
# EXPECT exit 3
