# RUN: tilewright parse --check %s
def lambda(x):
    return x
# EXPECT stderr
#| fail_keyword_as_name.py:2:5: error: invalid syntax [syntax-error]
#|   def lambda(x):
#|       ^~~~~~
#| note: 'lambda' is a keyword and names nothing else
# EXPECT exit 2
