# RUN: tilewright check %s
# RUN: tilewright run --json %s
# RUN: tilewright run %s
import sys

sys.exit(3)
# EXPECT 1 stdout
#| fail_script_exit.py: compile_error: the script ended with exit code 3
#| fail_script_exit.py:6:1: error: the script ended with exit code 3 [python-exception]
#|   sys.exit(3)
#|   ^~~~~~~~~~~
#|   0 of 0 trials passed
# EXPECT 1 exit 1
# EXPECT 2 stdout
#| {"diagnostics":[{"column":1,"end_column":12,"file":"fail_script_exit.py","kind":"python-exception","line":6,"message":"the script ended with exit code 3","severity":"error","source_line":"sys.exit(3)"}],"error_in_tolerances":0.0,"fuel":23,"launches":[],"sampling":{"basis":"whole","key":"0000000000000000"},"schema":1,"status":"compile_error","summary":"the script ended with exit code 3","timed_sizes":{},"trials":0,"trials_passed":0}
# EXPECT 2 exit 1
# EXPECT 3 exit 3
