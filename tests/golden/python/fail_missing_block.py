# RUN: tilewright parse --check %s
for i in range(10):
print(i)
# EXPECT stderr
#| fail_missing_block.py:3:1: error: expected an indented block after 'for' statement on line 2 [indentation-error]
#|   print(i)
#|   ^~~~~
# EXPECT exit 2
