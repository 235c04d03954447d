# numpy.random: the Mersenne Twister seeded and read as NumPy's RandomState reads it.
import math

import numpy as np
import torch

from numpy._twister import Twister


class RandomState:
    def __init__(self, seed=None):
        self.seed(seed)

    def seed(self, seed=None):
        self._source = Twister(5489 if seed is None else int(seed))

    def _shaped(self, draw, size, kind):
        if size is None or size == ():
            return np._find(kind)(draw())
        shape = (size,) if isinstance(size, int) else tuple(size)
        count = math.prod(shape)
        values = torch.tensor([draw() for _ in range(count)], dtype=np._torch_type(kind), device="cpu")
        return np._wrap(values.reshape(shape))

    def _filled(self, fill, size, scale=1.0, start=0.0):
        """start + scale * the numbers of the source."""
        shape = () if size is None else (size,) if isinstance(size, int) else tuple(size)
        values = torch.empty(shape, dtype=torch.float64, device="cpu")
        fill(values)
        if scale != 1.0 or start != 0.0:
            values = start + scale * values
        return np._result(values)

    def _below(self, bound):
        """Whole numbers 0..bound by masked rejection."""
        if bound <= 0:
            return 0
        mask = (1 << bound.bit_length()) - 1
        while True:
            value = self._source.word()
            if bound > 0xFFFFFFFF:
                value = value << 32 | self._source.word()
            if value & mask <= bound:
                return value & mask

    def random_sample(self, size=None):
        return self._filled(self._source.fill, size)

    random = ranf = sample = random_sample

    def rand(self, *shape):
        return self.random_sample(shape)

    def randn(self, *shape):
        return self._filled(self._source.fill_normal, shape)

    def standard_normal(self, size=None):
        return self._filled(self._source.fill_normal, size)

    def uniform(self, low=0.0, high=1.0, size=None):
        return self._filled(self._source.fill, size, high - low, low)

    def normal(self, loc=0.0, scale=1.0, size=None):
        return self._filled(self._source.fill_normal, size, scale, loc)

    def exponential(self, scale=1.0, size=None):
        return self._shaped(lambda: -scale * math.log(1.0 - self._source.random()), size, "float64")

    def randint(self, low, high=None, size=None, dtype="int64"):
        if high is None:
            low, high = 0, low
        if low >= high:
            raise ValueError("low >= high")
        return self._shaped(lambda: low + self._below(high - low - 1), size, dtype)

    integers = randint

    def permutation(self, x):
        values = list(range(x)) if isinstance(x, int) else np.asarray(x).tolist()
        self.shuffle(values)
        return np.array(values)

    def shuffle(self, x):
        for i in range(len(x) - 1, 0, -1):
            j = self._below(i)
            x[i], x[j] = (x[j], x[i]) if isinstance(x, list) else (np.array(x[j]), np.array(x[i]))

    def choice(self, a, size=None, replace=True, p=None):
        values = np.arange(a) if isinstance(a, int) else np.asarray(a)
        count = 1 if size is None else math.prod((size,) if isinstance(size, int) else size)
        if p is not None:
            bounds = np.cumsum(np.asarray(p, np.float64))
            picks = [int(np.searchsorted(bounds, self._source.random() * float(bounds[-1]), "right")) for _ in range(count)]
        elif replace:
            picks = [self._below(len(values) - 1) for _ in range(count)]
        else:
            picks = self.permutation(len(values)).tolist()[:count]
        if size is None:
            return values[picks[0]]
        return values[np.array(picks)].reshape(size if isinstance(size, (tuple, list)) else (size,))


Generator = RandomState


def default_rng(seed=None):
    return RandomState(seed)


_shared = RandomState()
seed, rand, randn, random, uniform = _shared.seed, _shared.rand, _shared.randn, _shared.random, _shared.uniform
randint, normal, choice, permutation = _shared.randint, _shared.normal, _shared.choice, _shared.permutation
shuffle, random_sample, standard_normal = _shared.shuffle, _shared.random_sample, _shared.standard_normal
exponential = _shared.exponential
