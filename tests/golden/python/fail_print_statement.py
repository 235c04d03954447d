# RUN: tilewright parse --check %s
print "hello"
# EXPECT stderr
#| fail_print_statement.py:2:1: error: Missing parentheses in call to 'print'. Did you mean print(...)? [syntax-error]
#|   print "hello"
#|   ^~~~~~~~~~~~~
# EXPECT exit 2
