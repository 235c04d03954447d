# RUN: tilewright parse --check %s
grid = (triton.cdiv(n, BLOCK,
        1]
# EXPECT stderr
#| fail_mismatched_bracket.py:3:10: error: closing parenthesis ']' does not match opening parenthesis '(' on line 2 [syntax-error]
#|           1]
#|            ^
#| fail_mismatched_bracket.py:2:20: note: '(' was opened here
#|   grid = (triton.cdiv(n, BLOCK,
#|                      ^
# EXPECT exit 2
