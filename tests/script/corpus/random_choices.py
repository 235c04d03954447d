import random

random.seed(7)
print(random.choices("abcde", k=8))
print(random.choices("abcde", weights=[5, 1, 0, 2, 2], k=8))
print(random.choices([1, 2, 3], cum_weights=[1, 1.5, 4], k=8))
print(random.choices(range(10), [1] * 10, k=3), random.random())
for arguments in (
    {"weights": [1]},
    {"weights": [0, 0]},
    {"cum_weights": [1, float("inf")]},
    {"weights": [1, 2], "cum_weights": [1, 3]},
):
    try:
        print(random.choices("ab", **arguments))
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
try:
    random.choices([])
except IndexError as error:
    print(error)
print(random.choices([], k=0))
