# ctypes: numbers, structures, arrays and pointers to them as values of C; no shared library is opened here.
import struct

RTLD_LOCAL, RTLD_GLOBAL, DEFAULT_MODE = 0, 256, 0


class ArgumentError(Exception):
    pass


class _Data:
    _code, _zero = None, 0

    @classmethod
    def from_buffer_copy(cls, source, offset=0):
        made = cls()
        made._load(bytes(source[offset:offset + sizeof(cls)]))
        return made

    # What `c_int * 4` calls.
    @staticmethod
    def _array_of(kind, length):
        return ARRAY(kind, length)

    def __init_subclass__(cls, **options):
        super().__init_subclass__(**options)
        if cls.__dict__.get('_fields_') is not None:
            _check_fields(cls)


class _Simple(_Data):
    def __init__(self, value=None):
        self.value = self._zero if value is None else value

    def __setattr__(self, name, value):
        object.__setattr__(self, name, self._converted(value) if name == 'value' else value)

    @classmethod
    def _converted(cls, value):
        if isinstance(value, _Simple):
            value = value.value
        if cls._zero is None:
            return value if value is None or isinstance(value, (bytes, str)) else int(value)
        if isinstance(cls._zero, bool):
            return bool(value)
        if isinstance(cls._zero, float):
            if not isinstance(value, (int, float)):
                raise TypeError(f'must be real number, not {type(value).__name__}')
            return struct.unpack('<' + cls._code, struct.pack('<' + cls._code, float(value)))[0]
        if isinstance(cls._zero, bytes):
            if not isinstance(value, bytes) or len(value) != 1:
                raise TypeError('one character bytes, bytearray or integer expected')
            return value
        if not isinstance(value, int):
            raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer")
        bits = 8 * struct.calcsize('<' + cls._code)
        value &= (1 << bits) - 1
        return value - (1 << bits) if cls._code.islower() and value >> (bits - 1) else value

    def _bytes(self):
        value = self.value
        if self._zero is None:
            value = value if isinstance(value, int) else 0
        return struct.pack('<' + self._code, value)

    def _load(self, data):
        value = struct.unpack('<' + self._code, data)[0]
        self.value = (value or None) if self._zero is None else value

    def __repr__(self):
        return f'{type(self).__name__}({self.value!r})'

    def __bool__(self):
        return bool(self.value)

    @classmethod
    def from_param(cls, value):
        return value if isinstance(value, cls) else cls(value)


def _simple(name, code, zero=0):
    return type(name, (_Simple,), {'_code': code, '_zero': zero})


c_byte, c_ubyte = _simple('c_byte', 'b'), _simple('c_ubyte', 'B')
c_short, c_ushort = _simple('c_short', 'h'), _simple('c_ushort', 'H')
c_int, c_uint = _simple('c_int', 'i'), _simple('c_uint', 'I')
c_long, c_ulong = _simple('c_long', 'q'), _simple('c_ulong', 'Q')
c_float, c_double = _simple('c_float', 'f', 0.0), _simple('c_double', 'd', 0.0)
c_bool, c_char = _simple('c_bool', '?', False), _simple('c_char', 'c', b'\0')
c_void_p, c_char_p, c_wchar_p = (_simple(name, 'Q', None) for name in ('c_void_p', 'c_char_p', 'c_wchar_p'))
c_int8, c_uint8, c_int16, c_uint16 = c_byte, c_ubyte, c_short, c_ushort
c_int32, c_uint32, c_int64, c_uint64 = c_int, c_uint, c_long, c_ulong
c_longlong, c_ulonglong, c_size_t, c_ssize_t = c_long, c_ulong, c_ulong, c_long
py_object = _simple('py_object', 'Q', None)


def _alignment(kind):
    if issubclass(kind, Array):
        return _alignment(kind._type_)
    if issubclass(kind, (Structure, Union)):
        return min(max([_alignment(field[1]) for field in _fields_of(kind)], default=1), getattr(kind, '_pack_', 16))
    return sizeof(kind)


def _fields_of(cls):
    fields = []
    for base in reversed(cls.__mro__):
        fields += base.__dict__.get('_fields_') or []
    return fields


def _check_fields(cls):
    for field in cls._fields_:
        if len(field) > 2:
            raise NotImplementedError('ctypes: fields of bits are not laid out here')
        if not (isinstance(field[1], type) and issubclass(field[1], _Data)):
            raise TypeError('second item in _fields_ tuple must be a C type')


class Structure(_Data):
    def __init__(self, *values, **names):
        for name, kind in _fields_of(type(self)):
            object.__setattr__(self, name, kind() if _is_aggregate(kind) else kind().value)
        fields = _fields_of(type(self))
        if len(values) > len(fields):
            raise TypeError('too many initializers')
        for (name, _), value in zip(fields, values):
            setattr(self, name, value)
        for name, value in names.items():
            setattr(self, name, value)

    def __setattr__(self, name, value):
        kind = dict(_fields_of(type(self))).get(name)
        if kind is None:
            object.__setattr__(self, name, value)
        elif _is_aggregate(kind):
            if not isinstance(value, kind):
                raise TypeError(f'expected {kind.__name__} instance, got {type(value).__name__}')
            object.__setattr__(self, name, value)
        else:
            object.__setattr__(self, name, kind._converted(value))

    @classmethod
    def _offsets(cls):
        at, found = 0, {}
        for name, kind in _fields_of(cls):
            step = min(_alignment(kind), getattr(cls, '_pack_', 16))
            at = -(-at // step) * step
            found[name] = at
            at += sizeof(kind)
        step = _alignment(cls)
        return found, -(-at // step) * step

    def _bytes(self):
        offsets, size = self._offsets()
        data = [0] * size
        for name, kind in _fields_of(type(self)):
            value = getattr(self, name)
            for i, byte in enumerate((value if _is_aggregate(kind) else kind(value))._bytes()):
                data[offsets[name] + i] = byte
        return bytes(data)

    def _load(self, data):
        offsets, _ = self._offsets()
        for name, kind in _fields_of(type(self)):
            part = kind()
            part._load(data[offsets[name]:offsets[name] + sizeof(kind)])
            object.__setattr__(self, name, part if _is_aggregate(kind) else part.value)


class Union(Structure):
    @classmethod
    def _offsets(cls):
        fields = _fields_of(cls)
        step, size = _alignment(cls), max([sizeof(kind) for _, kind in fields], default=0)
        return {name: 0 for name, _ in fields}, -(-size // step) * step

    def __init__(self, *values, **names):
        raise NotImplementedError('ctypes: values of a union are not kept here')


# Elements of an array are objects here.
_MOST_ELEMENTS = 1 << 20


def _elements(kind):
    if issubclass(kind, Array):
        return kind._length_ * _elements(kind._type_)
    if issubclass(kind, (Structure, Union)):
        return sum(_elements(field[1]) for field in _fields_of(kind))
    return 1


class Array(_Data):
    _type_, _length_ = None, 0

    def __init__(self, *values):
        if _elements(type(self)) > _MOST_ELEMENTS:
            raise MemoryError(f'ctypes: {_elements(type(self))} elements; an array has at most {_MOST_ELEMENTS} here')
        if len(values) > self._length_:
            raise IndexError('invalid index')
        kind = self._type_
        self._items = [kind(*([value] if not _is_aggregate(kind) else [])) if not isinstance(value, kind) else value
                       for value in values]
        self._items += [kind() for _ in range(self._length_ - len(values))]

    def __len__(self):
        return self._length_

    def __getitem__(self, index):
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(self._length_))]
        item = self._items[index]
        return item.value if isinstance(item, _Simple) else item

    def __setitem__(self, index, value):
        kind = self._type_
        self._items[index] = value if isinstance(value, kind) else kind(value)

    def __iter__(self):
        return (self[i] for i in range(self._length_))

    def _bytes(self):
        return b''.join(item._bytes() for item in self._items)

    def _load(self, data):
        step = sizeof(self._type_)
        for i, item in enumerate(self._items):
            item._load(data[i * step:(i + 1) * step])

    @property
    def raw(self):
        return self._bytes()

    @property
    def value(self):
        if self._type_ is not c_char:
            raise AttributeError("array object has no attribute 'value'")
        return self._bytes().partition(b'\0')[0]

    @value.setter
    def value(self, data):
        if len(data) > self._length_:
            raise ValueError('byte string too long')
        for i, item in enumerate(self._items):
            item.value = data[i:i + 1] or b'\0'


class _Pointer(_Data):
    _type_, _code = None, 'Q'

    def __init__(self, target=None):
        self._target = target

    @property
    def contents(self):
        if self._target is None:
            raise ValueError('NULL pointer access')
        return self._target

    def __bool__(self):
        return self._target is not None

    def __getitem__(self, index):
        target = self.contents
        if isinstance(target, Array):
            return target[index]
        if index != 0:
            raise NotImplementedError('ctypes: memory beside a value is not looked at here')
        return target.value if isinstance(target, _Simple) else target


def _is_aggregate(kind):
    return issubclass(kind, (Structure, Array, _Pointer))


_arrays, _pointers = {}, {}


def ARRAY(kind, length):
    if (kind, length) not in _arrays:
        _arrays[(kind, length)] = type(f'{kind.__name__}_Array_{length}', (Array,), {'_type_': kind, '_length_': length})
    return _arrays[(kind, length)]


def POINTER(kind):
    if kind is None:
        return c_void_p
    if kind not in _pointers:
        _pointers[kind] = type(f'LP_{kind.__name__}', (_Pointer,), {'_type_': kind})
    return _pointers[kind]


def pointer(value):
    return POINTER(type(value))(value)


byref = pointer


def sizeof(value):
    kind = value if isinstance(value, type) else type(value)
    if issubclass(kind, Structure):
        return kind._offsets()[1]
    if issubclass(kind, Array):
        return kind._length_ * sizeof(kind._type_)
    return struct.calcsize('<' + kind._code)


def alignment(value):
    return _alignment(value if isinstance(value, type) else type(value))


def create_string_buffer(init, size=None):
    if isinstance(init, int):
        return ARRAY(c_char, init)()
    made = ARRAY(c_char, len(init) + 1 if size is None else size)()
    made.value = init
    return made


def cast(value, kind):
    if isinstance(value, _Pointer) and kind is c_void_p:
        return c_void_p(id(value.contents))
    if kind is c_void_p:
        return c_void_p(value.value if isinstance(value, _Simple) else value)
    raise NotImplementedError('ctypes: memory is not looked at as another type here')


def addressof(value):
    return id(value)


def CFUNCTYPE(result, *arguments, **options):
    raise NotImplementedError('ctypes: functions of C are not called here')


PYFUNCTYPE = CFUNCTYPE


def _refuse_memory(*arguments):
    raise NotImplementedError('ctypes: memory is not looked at by its address here')


memmove = memset = string_at = wstring_at = _refuse_memory


class CDLL:
    def __init__(self, name=None, *arguments, **options):
        raise OSError(f'{name}: shared libraries cannot be opened here')


PyDLL = CDLL


class LibraryLoader:
    def LoadLibrary(self, name):
        return CDLL(name)

    def __getattr__(self, name):
        if name.startswith('_'):
            raise AttributeError(name)
        return CDLL(name)


cdll = pydll = LibraryLoader()


def get_errno():
    return 0
