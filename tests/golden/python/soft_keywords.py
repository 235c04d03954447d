# RUN: tilewright parse --unparse %s
match = case = _ = 1
match(x)[0] = match[1]
match.group()
print(match, case)
match (x):
    case case: pass
match -x:
    case -1: pass
match * match
# EXPECT stdout
#| match = case = _ = 1
#| match(x)[0] = match[1]
#| match.group()
#| print(match, case)
#| match x:
#|     case case:
#|         pass
#| match -x:
#|     case -1:
#|         pass
#| match * match
