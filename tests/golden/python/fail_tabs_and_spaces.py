# RUN: tilewright parse --check %s
if ready:
        go()
	stop()
# EXPECT stderr
#| fail_tabs_and_spaces.py:4:2: error: inconsistent use of tabs and spaces in indentation [indentation-error]
#|    stop()
#|    ^~~~~~
# EXPECT exit 2
