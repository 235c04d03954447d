# RUN: tilewright run %s
import numpy as np
from scipy.special import erf, log_softmax, logsumexp, softmax

x = np.array([[1.0, 2.0], [3.0, 4.0]])
print(np.allclose(softmax(x, axis=-1), np.exp(x) / np.exp(x).sum(axis=-1, keepdims=True)))
print(np.allclose(log_softmax(x, axis=0), np.log(softmax(x, axis=0))), softmax(x).sum())
print(round(float(logsumexp(x)), 6), round(float(erf(0.5)), 6))

# The numbers of numpy.random do not depend on how many are asked for at a time.
np.random.seed(3)
one = [np.random.normal() for _ in range(4)] + [np.random.rand()]
np.random.seed(3)
print(np.array_equal(np.random.normal(size=4), np.array(one[:4])), np.random.rand() == one[4])
print(np.random.uniform(2.0, 4.0, size=(2, 3)).shape)
# EXPECT stdout
#| True
#| True 1.0
#| 4.44019 0.5205
#| True True
#| (2, 3)
