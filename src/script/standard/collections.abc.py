# collections.abc: what a value can do, asked of its type; as bases they add what follows from the methods a class has.
from typing import *

import _script

_BUILT_IN = (list, tuple, dict, set, frozenset, str, bytes, range)


def _has(*names):
    def test(value):
        return all(getattr(type(value), name, None) is not None or hasattr(value, name) for name in names)

    return test


def _is_iterable(value):
    return isinstance(value, _BUILT_IN) or _has('__iter__')(value) or type(value).__name__ in ('generator', 'Tensor')


def _is_iterator(value):
    return type(value).__name__ == 'generator' or type(value).__name__.endswith('iterator') or _has('__next__', '__iter__')(value)


def _derived(value, base):
    return any(each is base for each in type(value).__mro__)


class _Abstract:
    def __class_getitem__(cls, item):
        return cls


def _own_test(cls):
    """Of a class that derives from one of these: its instances are those that it makes."""
    _script.set_meta(cls, is_instance=lambda value: NotImplemented, finish=_own_test)


def _abstract(cls, test):
    _script.set_meta(cls, is_instance=lambda value: _derived(value, cls) or test(value), finish=_own_test)


class Container(_Abstract):
    pass


class Hashable(_Abstract):
    pass


class Sized(_Abstract):
    pass


class Callable(_Abstract):
    pass


class Iterable(_Abstract):
    pass


class Iterator(Iterable):
    def __iter__(self):
        return self


class Generator(Iterator):
    pass


class Reversible(Iterable):
    pass


class Collection(Iterable):
    pass


class Sequence(Collection):
    def __iter__(self):
        i = 0
        while i < len(self):
            yield self[i]
            i += 1

    def __contains__(self, value):
        return any(item is value or item == value for item in self)

    def __reversed__(self):
        for i in reversed(range(len(self))):
            yield self[i]

    def index(self, value, start=0, stop=None):
        for i in range(start, len(self) if stop is None else min(stop, len(self))):
            if self[i] is value or self[i] == value:
                return i
        raise ValueError

    def count(self, value):
        return sum(1 for item in self if item is value or item == value)


class MutableSequence(Sequence):
    def append(self, value):
        self.insert(len(self), value)

    def extend(self, values):
        for value in list(values):
            self.append(value)

    def pop(self, index=-1):
        value = self[index]
        del self[index]
        return value

    def remove(self, value):
        del self[self.index(value)]

    def clear(self):
        while len(self):
            self.pop()


class ByteString(Sequence):
    pass


class Set(Collection):
    def isdisjoint(self, other):
        return all(value not in self for value in other)


class MutableSet(Set):
    def remove(self, value):
        if value not in self:
            raise KeyError(value)
        self.discard(value)


class Mapping(Collection):
    def get(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            return default

    def __contains__(self, key):
        try:
            self[key]
        except KeyError:
            return False
        return True

    def keys(self):
        return list(self)

    def values(self):
        return [self[key] for key in self]

    def items(self):
        return [(key, self[key]) for key in self]

    def __eq__(self, other):
        return dict(self.items()) == dict(other.items()) if isinstance(other, Mapping) else NotImplemented


_missing = object()


class MutableMapping(Mapping):
    def pop(self, key, default=_missing):
        try:
            value = self[key]
        except KeyError:
            if default is _missing:
                raise
            return default
        del self[key]
        return value

    def popitem(self):
        for key in self:
            return key, self.pop(key)
        raise KeyError('popitem(): mapping is empty')

    def clear(self):
        for key in list(self):
            del self[key]

    def update(self, other=(), /, **names):
        pairs = other.items() if isinstance(other, Mapping) else other
        for key, value in list(pairs) + list(names.items()):
            self[key] = value

    def setdefault(self, key, default=None):
        if key not in self:
            self[key] = default
        return self[key]


class MappingView(_Abstract):
    pass


class KeysView(MappingView):
    pass


class ItemsView(MappingView):
    pass


class ValuesView(MappingView):
    pass


_SIZED = lambda value: isinstance(value, _BUILT_IN) or _has('__len__')(value)
for _cls, _test in (
    (Container, lambda value: isinstance(value, _BUILT_IN) or _has('__contains__')(value)),
    (Hashable, lambda value: not isinstance(value, (list, dict, set)) and type(value).__hash__ is not None),
    (Sized, _SIZED), (Callable, callable), (Iterable, _is_iterable), (Iterator, _is_iterator),
    (Generator, lambda value: type(value).__name__ == 'generator'),
    (Reversible, lambda value: isinstance(value, (list, tuple, dict, str, range)) or _has('__reversed__')(value)),
    (Collection, lambda value: isinstance(value, _BUILT_IN) or _has('__len__', '__iter__', '__contains__')(value)),
    (Sequence, lambda value: isinstance(value, (list, tuple, str, bytes, range))),
    (MutableSequence, lambda value: isinstance(value, list)), (ByteString, lambda value: isinstance(value, bytes)),
    (Set, lambda value: isinstance(value, (set, frozenset))), (MutableSet, lambda value: isinstance(value, set)),
    (Mapping, lambda value: isinstance(value, dict)), (MutableMapping, lambda value: isinstance(value, dict)),
    (MappingView, lambda value: type(value).__name__ in ('dict_keys', 'dict_items', 'dict_values')),
    (KeysView, lambda value: type(value).__name__ == 'dict_keys'),
    (ItemsView, lambda value: type(value).__name__ == 'dict_items'),
    (ValuesView, lambda value: type(value).__name__ == 'dict_values'),
):
    _abstract(_cls, _test)
