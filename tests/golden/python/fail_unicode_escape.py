# RUN: tilewright parse --check %s
path = "C:\users\name"
# EXPECT stderr
#| fail_unicode_escape.py:2:11: error: (unicode error) truncated \uXXXX escape [syntax-error]
#|   path = "C:\users\name"
#|             ^~
# EXPECT exit 2
