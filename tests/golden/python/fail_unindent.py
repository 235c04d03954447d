# RUN: tilewright parse --check %s
if ready:
        go()
    stop()
# EXPECT stderr
#| fail_unindent.py:4:5: error: unindent does not match any outer indentation level [indentation-error]
#|       stop()
#|       ^~~~~~
# EXPECT exit 2
