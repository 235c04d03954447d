# RUN: tilewright parse --check %s
名前 = "é" +* 1
# EXPECT stderr
#| fail_wide_characters.py:2:11: error: invalid syntax [syntax-error]
#|   名前 = "é" +* 1
#|               ^
# EXPECT exit 2
