# RUN: tilewright run %s
import nki.collectives

nki.collectives.all_reduce([], [])
# EXPECT stderr
#| fail_collective.py:4:1: error: nki.collectives.all_reduce is not run yet [unsupported]
#|   nki.collectives.all_reduce([], [])
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 3
