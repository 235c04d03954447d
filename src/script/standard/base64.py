# base64
_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'


def b64encode(s, altchars=None):
    data, text = list(s), ''
    for i in range(0, len(data), 3):
        group = data[i:i + 3]
        number = int.from_bytes(bytes(group + [0] * (3 - len(group))), 'big')
        letters = ''.join(_LETTERS[(number >> shift) & 63] for shift in (18, 12, 6, 0))
        text += letters[:len(group) + 1] + '=' * (3 - len(group))
    if altchars is not None:
        plus, slash = (chr(c) if isinstance(c, int) else c for c in altchars)
        text = text.replace('+', plus).replace('/', slash)
    return text.encode()


def b64decode(s, altchars=None, validate=False):
    text = s if isinstance(s, str) else s.decode()
    text = text.replace('-', '+').replace('_', '/') if altchars is not None else text
    text = ''.join(c for c in text if c in _LETTERS)
    found = []
    for i in range(0, len(text), 4):
        group = text[i:i + 4]
        number = 0
        for c in group:
            number = number * 64 + _LETTERS.index(c)
        number <<= 6 * (4 - len(group))
        found.extend([(number >> 16) & 255, (number >> 8) & 255, number & 255][:len(group) - 1])
    return bytes(found)


def urlsafe_b64encode(s):
    return b64encode(s, b'-_')


def urlsafe_b64decode(s):
    return b64decode(s, b'-_')


standard_b64encode, standard_b64decode = b64encode, b64decode
