# uuid: numbers counted up, so that a run is the same every time.
_made = 0


class UUID:
    def __init__(self, hex=None, int=None):
        self.int = int if int is not None else _number(hex)

    @property
    def hex(self):
        return f'{self.int:032x}'

    def __str__(self):
        text = self.hex
        return '-'.join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))

    def __repr__(self):
        return f"UUID('{self}')"

    def __eq__(self, other):
        return isinstance(other, UUID) and self.int == other.int

    def __hash__(self):
        return hash(self.int)


def _number(text):
    return int(text.replace('-', ''), 16)


def uuid4():
    global _made
    _made += 1
    return UUID(int=_made)


uuid1 = uuid4
