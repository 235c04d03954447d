# struct: whole numbers and floats in either order of bytes.
import math as _math


class error(Exception):
    pass


_SIZES = {'b': 1, 'B': 1, '?': 1, 'c': 1, 'h': 2, 'H': 2, 'i': 4, 'I': 4, 'l': 8, 'L': 8, 'q': 8, 'Q': 8, 'n': 8, 'N': 8,
          'e': 2, 'f': 4, 'd': 8, 'x': 1, 's': 1, 'P': 8}
_FLOATS = {'e': (5, 10), 'f': (8, 23), 'd': (11, 52)}


def _items(format):
    order, standard = '<', False
    if format and format[0] in '@=<>!':
        order = '>' if format[0] in '>!' else '<'
        standard = format[0] != '@'
        format = format[1:]
    items, count = [], ''
    for c in format:
        if c.isdigit():
            count += c
        elif not c.isspace():
            if c not in _SIZES:
                raise error('bad char in struct format')
            size = 4 if standard and c in 'lL' else _SIZES[c]
            number = int(count) if count else 1
            items.extend([(c, number)] if c == 's' else [(c, size)] * number)
            count = ''
    return order, items, standard


def _aligned(items, standard):
    at = 0
    for c, size in items:
        if not standard and c not in 'sx':
            at += -at % size
        yield c, size, at
        at += size
    yield None, 0, at


def calcsize(format):
    order, items, standard = _items(format)
    *_, (_, _, end) = _aligned(items, standard)
    return end


def _to_bits(value, exponent_bits, fraction_bits):
    bias = (1 << (exponent_bits - 1)) - 1
    sign = 1 if _math.copysign(1.0, value) < 0 else 0
    value = abs(value)
    if value != value:
        exponent, fraction = (1 << exponent_bits) - 1, 1 << (fraction_bits - 1)
    elif value == float('inf'):
        exponent, fraction = (1 << exponent_bits) - 1, 0
    elif value == 0:
        exponent, fraction = 0, 0
    else:
        mantissa, power = _math.frexp(value)
        exponent = power - 1 + bias
        if exponent <= 0:
            fraction = _round(_math.ldexp(value, bias - 1 + fraction_bits))
            exponent = 0
        else:
            fraction = _round(_math.ldexp(mantissa, fraction_bits + 1)) - (1 << fraction_bits)
        if fraction >> fraction_bits:
            exponent, fraction = exponent + 1, 0
        if exponent >= (1 << exponent_bits) - 1:
            raise OverflowError('float too large to pack')
    return (sign << (exponent_bits + fraction_bits)) | (exponent << fraction_bits) | fraction


def _round(value):
    return round(value)


def _from_bits(bits, exponent_bits, fraction_bits):
    bias = (1 << (exponent_bits - 1)) - 1
    fraction = bits & ((1 << fraction_bits) - 1)
    exponent = (bits >> fraction_bits) & ((1 << exponent_bits) - 1)
    sign = -1.0 if bits >> (exponent_bits + fraction_bits) else 1.0
    if exponent == (1 << exponent_bits) - 1:
        return float('nan') if fraction else sign * float('inf')
    if exponent == 0:
        return sign * _math.ldexp(fraction, 1 - bias - fraction_bits)
    return sign * _math.ldexp(fraction | (1 << fraction_bits), exponent - bias - fraction_bits)


def pack(format, *values):
    order, items, standard = _items(format)
    data, left = b'', list(values)
    for c, size, at in _aligned(items, standard):
        data += bytes(at - len(data))
        if c is None:
            break
        if c == 'x':
            data += bytes(1)
            continue
        if not left:
            raise error('pack expected more items for packing')
        value = left.pop(0)
        if c == 's':
            piece = (value + bytes(size))[:size]
        elif c == 'c':
            piece = value
        else:
            number = _to_bits(float(value), *_FLOATS[c]) if c in _FLOATS else int(value)
            signed = c in 'bhilqn'
            low, high = (-(1 << (8 * size - 1)), (1 << (8 * size - 1)) - 1) if signed else (0, (1 << (8 * size)) - 1)
            if not low <= number <= high:
                raise error(f"'{c}' format requires {low} <= number <= {high}")
            number &= (1 << (8 * size)) - 1
            piece = bytes((number >> (8 * i)) & 255 for i in range(size))
            piece = piece if order == '<' else piece[::-1]
        data += piece
    if left:
        raise error('pack expected fewer items for packing')
    return data


def unpack(format, buffer):
    order, items, standard = _items(format)
    if len(buffer) != calcsize(format):
        raise error(f'unpack requires a buffer of {calcsize(format)} bytes')
    values = []
    for c, size, at in _aligned(items, standard):
        if c is None or c == 'x':
            continue
        piece = buffer[at:at + size]
        if c in 'sc':
            values.append(piece)
            continue
        number = 0
        for byte in (reversed(list(piece)) if order == '<' else list(piece)):
            number = number << 8 | byte
        if c in _FLOATS:
            values.append(_from_bits(number, *_FLOATS[c]))
        elif c == '?':
            values.append(bool(number))
        else:
            values.append(number - (1 << (8 * size)) if c in 'bhilqn' and number >> (8 * size - 1) else number)
    return tuple(values)


def unpack_from(format, buffer, offset=0):
    return unpack(format, buffer[offset:offset + calcsize(format)])


def iter_unpack(format, buffer):
    size = calcsize(format)
    return (unpack(format, buffer[at:at + size]) for at in range(0, len(buffer), size))


class Struct:
    def __init__(self, format):
        self.format, self.size = format, calcsize(format)

    def pack(self, *values):
        return pack(self.format, *values)

    def unpack(self, buffer):
        return unpack(self.format, buffer)
