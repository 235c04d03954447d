# RUN: tilewright parse --check %s
text = f"{'\n'.join(lines)}"
# EXPECT stderr
#| fail_formatted_backslash.py:2:12: error: f-string expression part cannot include a backslash [syntax-error]
#|   text = f"{'\n'.join(lines)}"
#|              ^
# EXPECT exit 2
