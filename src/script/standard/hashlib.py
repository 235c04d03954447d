# hashlib: MD5 (RFC 1321), SHA-1 and SHA-256 (FIPS 180-4).
_K = []
_H256 = []


def _root_bits(value, power):
    # The first 32 bits of the fractional part of a root of a small prime, by integers alone.
    scaled = value << (32 * power)
    low, high = 0, 1 << 40
    while low + 1 < high:
        middle = (low + high) // 2
        if middle ** power <= scaled:
            low = middle
        else:
            high = middle
    return low & 0xffffffff


def _constants():
    prime, found = 2, 0
    while found < 64:
        if all(prime % k for k in range(2, prime)):
            _K.append(_root_bits(prime, 3))
            if found < 8:
                _H256.append(_root_bits(prime, 2))
            found += 1
        prime += 1


def _rotate(x, n):
    return (x << n | x >> (32 - n)) & 0xffffffff


def _blocks(data, order):
    padded = data + b'\x80' + b'\0' * ((55 - len(data)) % 64) + (8 * len(data)).to_bytes(8, order)
    for at in range(0, len(padded), 64):
        yield [int.from_bytes(padded[i:i + 4], order) for i in range(at, at + 64, 4)]


def _sha256(data):
    if not _K:
        _constants()
    state = list(_H256)
    for w in _blocks(data, 'big'):
        for i in range(16, 64):
            s0 = _rotate(w[i - 15], 25) ^ _rotate(w[i - 15], 14) ^ w[i - 15] >> 3
            s1 = _rotate(w[i - 2], 15) ^ _rotate(w[i - 2], 13) ^ w[i - 2] >> 10
            w.append((w[i - 16] + s0 + w[i - 7] + s1) & 0xffffffff)
        a, b, c, d, e, f, g, h = state
        for i in range(64):
            s1 = _rotate(e, 26) ^ _rotate(e, 21) ^ _rotate(e, 7)
            t1 = h + s1 + (e & f ^ ~e & g) + _K[i] + w[i]
            s0 = _rotate(a, 30) ^ _rotate(a, 19) ^ _rotate(a, 10)
            t2 = s0 + (a & b ^ a & c ^ b & c)
            a, b, c, d, e, f, g, h = (t1 + t2) & 0xffffffff, a, b, c, (d + t1) & 0xffffffff, e, f, g
        state = [(x + y) & 0xffffffff for x, y in zip(state, (a, b, c, d, e, f, g, h))]
    return b''.join(x.to_bytes(4, 'big') for x in state)


def _sha1(data):
    state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]
    for w in _blocks(data, 'big'):
        for i in range(16, 80):
            w.append(_rotate(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1))
        a, b, c, d, e = state
        for i in range(80):
            if i < 20:
                f, k = b & c | ~b & d, 0x5a827999
            elif i < 40:
                f, k = b ^ c ^ d, 0x6ed9eba1
            elif i < 60:
                f, k = b & c | b & d | c & d, 0x8f1bbcdc
            else:
                f, k = b ^ c ^ d, 0xca62c1d6
            a, b, c, d, e = (_rotate(a, 5) + f + e + k + w[i]) & 0xffffffff, a, _rotate(b, 30), c, d
        state = [(x + y) & 0xffffffff for x, y in zip(state, (a, b, c, d, e))]
    return b''.join(x.to_bytes(4, 'big') for x in state)


def _md5(data):
    import math
    sines = [int(abs(math.sin(i + 1)) * 4294967296) for i in range(64)]
    turns = [7, 12, 17, 22] * 4 + [5, 9, 14, 20] * 4 + [4, 11, 16, 23] * 4 + [6, 10, 15, 21] * 4
    state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]
    for w in _blocks(data, 'little'):
        a, b, c, d = state
        for i in range(64):
            if i < 16:
                f, g = b & c | ~b & d, i
            elif i < 32:
                f, g = d & b | ~d & c, (5 * i + 1) % 16
            elif i < 48:
                f, g = b ^ c ^ d, (3 * i + 5) % 16
            else:
                f, g = c ^ (b | ~d & 0xffffffff), 7 * i % 16
            a, d, c, b = d, c, b, (b + _rotate((a + f + sines[i] + w[g]) & 0xffffffff, turns[i])) & 0xffffffff
        state = [(x + y) & 0xffffffff for x, y in zip(state, (a, b, c, d))]
    return b''.join(x.to_bytes(4, 'little') for x in state)


_FUNCTIONS = {'md5': (_md5, 16), 'sha1': (_sha1, 20), 'sha256': (_sha256, 32)}
algorithms_available = algorithms_guaranteed = set(_FUNCTIONS)


class _Hash:
    block_size = 64

    def __init__(self, name, data=b''):
        self.name, self._function, self._data = name, _FUNCTIONS[name][0], bytes(data)
        self.digest_size = _FUNCTIONS[name][1]

    def update(self, data):
        self._data += bytes(data)

    def digest(self):
        return self._function(self._data)

    def hexdigest(self):
        return self.digest().hex()

    def copy(self):
        return _Hash(self.name, self._data)


def new(name, data=b'', **options):
    name = name.lower().replace('-', '')
    if name not in _FUNCTIONS:
        raise ValueError('unsupported hash type ' + name)
    return _Hash(name, data)


def md5(data=b'', *, usedforsecurity=True):
    return _Hash('md5', data)


def sha1(data=b'', *, usedforsecurity=True):
    return _Hash('sha1', data)


def sha256(data=b'', *, usedforsecurity=True):
    return _Hash('sha256', data)
