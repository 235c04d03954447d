# RUN: tilewright parse --check %s
if ready
    go()
# EXPECT stderr
#| fail_expected_colon.py:2:9: error: expected ':' [syntax-error]
#|   if ready
#|           ^
# EXPECT exit 2
