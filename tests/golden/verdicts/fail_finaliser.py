# RUN: tilewright check %s
# RUN: tilewright run %s
# Nothing calls __del__ here: where a candidate is judged the class is refused, a run goes on without it.
import torch


class Work:
    def __del__(self):
        print("released")


def forward(x):
    Work()
    return x
# EXPECT 1 stdout
#| fail_finaliser.py: unsupported: Work.__del__: methods of this name are never called here
#| fail_finaliser.py:7:1: error: Work.__del__: methods of this name are never called here [unsupported]
#|   class Work:
#|   ^~~~~~~~~~~
#|   0 of 0 trials passed
# EXPECT 1 exit 3
