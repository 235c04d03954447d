# numpy.random: the Mersenne Twister seeded and read as NumPy's RandomState reads it.
import math

import numpy as np
import torch


class _Twister:
    """MT19937 (Matsumoto and Nishimura 1998)."""

    def __init__(self, seed):
        state = [seed & 0xFFFFFFFF]
        for i in range(1, 624):
            state.append((1812433253 * (state[-1] ^ (state[-1] >> 30)) + i) & 0xFFFFFFFF)
        self._state, self._at = state, 624

    def _refill(self):
        state = self._state
        for i in range(624):
            word = (state[i] & 0x80000000) | (state[(i + 1) % 624] & 0x7FFFFFFF)
            state[i] = state[(i + 397) % 624] ^ (word >> 1) ^ (0x9908B0DF if word & 1 else 0)
        self._at = 0

    def word(self):
        if self._at == 624:
            self._refill()
        y = self._state[self._at]
        self._at += 1
        y ^= y >> 11
        y ^= (y << 7) & 0x9D2C5680
        y ^= (y << 15) & 0xEFC60000
        return y ^ (y >> 18)

    def random(self):
        a, b = self.word() >> 5, self.word() >> 6
        return (a * 67108864.0 + b) / 9007199254740992.0


class RandomState:
    def __init__(self, seed=None):
        self.seed(seed)

    def seed(self, seed=None):
        self._source = _Twister(5489 if seed is None else int(seed))
        self._spare = None

    def _shaped(self, draw, size, kind):
        if size is None or size == ():
            return np._find(kind)(draw())
        shape = (size,) if isinstance(size, int) else tuple(size)
        count = math.prod(shape)
        values = torch.tensor([draw() for _ in range(count)], dtype=np._torch_type(kind), device="cpu")
        return np._wrap(values.reshape(shape))

    def _normal(self):
        if self._spare is not None:
            value, self._spare = self._spare, None
            return value
        while True:
            x1 = 2.0 * self._source.random() - 1.0
            x2 = 2.0 * self._source.random() - 1.0
            r2 = x1 * x1 + x2 * x2
            if 0.0 < r2 < 1.0:
                break
        scale = math.sqrt(-2.0 * math.log(r2) / r2)
        self._spare = scale * x1
        return scale * x2

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
        return self._shaped(self._source.random, size, "float64")

    random = ranf = sample = random_sample

    def rand(self, *shape):
        return self.random_sample(shape)

    def randn(self, *shape):
        return self._shaped(self._normal, shape, "float64")

    def standard_normal(self, size=None):
        return self._shaped(self._normal, size, "float64")

    def uniform(self, low=0.0, high=1.0, size=None):
        return self._shaped(lambda: low + (high - low) * self._source.random(), size, "float64")

    def normal(self, loc=0.0, scale=1.0, size=None):
        return self._shaped(lambda: loc + scale * self._normal(), size, "float64")

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
