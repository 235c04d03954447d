# RUN: tilewright check %s
# RUN: tilewright run --json %s
# RUN: tilewright run %s
raise SystemExit("no good")
# EXPECT 1 stdout
#| fail_script_exit_text.py: compile_error: the script ended with exit code 1: no good
#| fail_script_exit_text.py:4:1: error: the script ended with exit code 1: no good [python-exception]
#|   raise SystemExit("no good")
#|   ^~~~~~~~~~~~~~~~~~~~~~~~~~~
#|   0 of 0 trials passed
# EXPECT 1 exit 1
# EXPECT 2 stdout
#| {"diagnostics":[{"column":1,"end_column":28,"file":"fail_script_exit_text.py","kind":"python-exception","line":4,"message":"the script ended with exit code 1: no good","severity":"error","source_line":"raise SystemExit(\"no good\")"}],"error_in_tolerances":0.0,"fuel":23,"launches":[],"sampling":{"basis":"whole","key":"0000000000000000"},"schema":1,"status":"compile_error","summary":"the script ended with exit code 1: no good","timed_sizes":{},"trials":0,"trials_passed":0}
# EXPECT 2 stderr
#| no good
# EXPECT 2 exit 1
# EXPECT 3 stderr
#| no good
# EXPECT 3 exit 1
