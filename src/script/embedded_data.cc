// collections, dataclasses, enum, json, argparse, inspect and logging, in Python.
#include <string_view>

namespace tilewright::script {

extern const std::string_view kCollectionsSource, kDataclassesSource, kEnumSource, kJsonSource, kArgparseSource,
    kTypingExtraSource, kInspectSource, kLoggingSource;

const std::string_view kCollectionsSource = R"PY(
class OrderedDict(dict):
    def move_to_end(self, key, last=True):
        value = dict.pop(self, key)
        if last:
            dict.__setitem__(self, key, value)
            return
        rest = list(dict.items(self))
        dict.clear(self)
        dict.__setitem__(self, key, value)
        for k, v in rest:
            dict.__setitem__(self, k, v)
    def popitem(self, last=True):
        if not self:
            raise KeyError('dictionary is empty')
        key = next(reversed(self) if last else iter(self))
        return key, dict.pop(self, key)
    def copy(self):
        return type(self)(self)
    def __eq__(self, other):
        if isinstance(other, OrderedDict):
            return dict.__eq__(self, other) and list(self) == list(other)
        return dict.__eq__(self, other)
    def __repr__(self):
        return f"{type(self).__name__}({list(self.items())!r})" if self else f"{type(self).__name__}()"
    @classmethod
    def fromkeys(cls, iterable, value=None):
        made = cls()
        for key in iterable:
            made[key] = value
        return made

class defaultdict(dict):
    def __init__(self, default_factory=None, /, *args, **kwargs):
        if default_factory is not None and not callable(default_factory):
            raise TypeError('first argument must be callable or None')
        self.default_factory = default_factory
        dict.__init__(self, *args, **kwargs)
    def __missing__(self, key):
        if self.default_factory is None:
            raise KeyError(key)
        value = self.default_factory()
        dict.__setitem__(self, key, value)
        return value
    def copy(self):
        return type(self)(self.default_factory, self)
    def __repr__(self):
        return f"defaultdict({self.default_factory!r}, {dict.__repr__(self)})"

class Counter(dict):
    def __init__(self, iterable=None, /, **kwds):
        dict.__init__(self)
        self.update(iterable, **kwds)
    def __missing__(self, key):
        return 0
    def update(self, iterable=None, /, **kwds):
        if iterable is not None:
            if isinstance(iterable, dict):
                for key, count in iterable.items():
                    self[key] = self.get(key, 0) + count
            else:
                for key in iterable:
                    self[key] = self.get(key, 0) + 1
        if kwds:
            self.update(kwds)
    def subtract(self, iterable=None, /, **kwds):
        if iterable is not None:
            if isinstance(iterable, dict):
                for key, count in iterable.items():
                    self[key] = self.get(key, 0) - count
            else:
                for key in iterable:
                    self[key] = self.get(key, 0) - 1
        if kwds:
            self.subtract(kwds)
    def most_common(self, n=None):
        ordered = sorted(self.items(), key=lambda item: item[1], reverse=True)
        return ordered if n is None else ordered[:n]
    def elements(self):
        for key, count in self.items():
            for _ in range(count):
                yield key
    def total(self):
        return sum(self.values())
    def copy(self):
        return type(self)(self)
    def __add__(self, other):
        result = Counter()
        for key, count in self.items():
            if count + other[key] > 0:
                result[key] = count + other[key]
        for key, count in other.items():
            if key not in self and count > 0:
                result[key] = count
        return result
    def __sub__(self, other):
        result = Counter()
        for key, count in self.items():
            if count - other[key] > 0:
                result[key] = count - other[key]
        for key, count in other.items():
            if key not in self and count < 0:
                result[key] = 0 - count
        return result
    def __or__(self, other):
        result = Counter()
        for key, count in self.items():
            if max(count, other[key]) > 0:
                result[key] = max(count, other[key])
        for key, count in other.items():
            if key not in self and count > 0:
                result[key] = count
        return result
    def __and__(self, other):
        result = Counter()
        for key, count in self.items():
            if min(count, other[key]) > 0:
                result[key] = min(count, other[key])
        return result
    def __repr__(self):
        if not self:
            return 'Counter()'
        return 'Counter({' + ', '.join(f'{k!r}: {v!r}' for k, v in self.most_common()) + '})'

class deque:
    def __init__(self, iterable=(), maxlen=None):
        self._items = []
        self.maxlen = maxlen
        self.extend(iterable)
    def append(self, x):
        self._items.append(x)
        if self.maxlen is not None and len(self._items) > self.maxlen:
            self._items.pop(0)
    def appendleft(self, x):
        self._items.insert(0, x)
        if self.maxlen is not None and len(self._items) > self.maxlen:
            self._items.pop()
    def extend(self, iterable):
        for x in list(iterable):
            self.append(x)
    def extendleft(self, iterable):
        for x in list(iterable):
            self.appendleft(x)
    def pop(self):
        if not self._items:
            raise IndexError('pop from an empty deque')
        return self._items.pop()
    def popleft(self):
        if not self._items:
            raise IndexError('pop from an empty deque')
        return self._items.pop(0)
    def rotate(self, n=1):
        if self._items:
            n %= len(self._items)
            self._items[:] = self._items[-n:] + self._items[:-n]
    def clear(self):
        self._items.clear()
    def copy(self):
        return type(self)(self._items, self.maxlen)
    def count(self, x):
        return self._items.count(x)
    def index(self, x, *args):
        return self._items.index(x, *args)
    def insert(self, i, x):
        self._items.insert(i, x)
    def remove(self, x):
        if x not in self._items:
            raise ValueError('deque.remove(x): x not in deque')
        self._items.remove(x)
    def reverse(self):
        self._items.reverse()
    def __len__(self):
        return len(self._items)
    def __iter__(self):
        return iter(self._items)
    def __reversed__(self):
        return reversed(self._items)
    def __contains__(self, x):
        return x in self._items
    def __getitem__(self, i):
        if not -len(self._items) <= i < len(self._items):
            raise IndexError('deque index out of range')
        return self._items[i]
    def __setitem__(self, i, x):
        self._items[i] = x
    def __delitem__(self, i):
        del self._items[i]
    def __bool__(self):
        return bool(self._items)
    def __eq__(self, other):
        return isinstance(other, deque) and self._items == other._items or NotImplemented
    def __add__(self, other):
        made = self.copy()
        made.extend(other)
        return made
    def __iadd__(self, other):
        self.extend(other)
        return self
    __hash__ = None
    def __repr__(self):
        return f'deque({self._items!r})' if self.maxlen is None else f'deque({self._items!r}, maxlen={self.maxlen})'

def _field(index):
    return property(lambda self: self[index])

def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    if isinstance(field_names, str):
        field_names = field_names.replace(',', ' ').split()
    fields = tuple(str(name) for name in field_names)
    if rename:
        seen = set()
        names = list(fields)
        for i, name in enumerate(names):
            if not name.isidentifier() or name.startswith('_') or name in seen:
                names[i] = f'_{i}'
            seen.add(name)
        fields = tuple(names)
    for name in (typename,) + fields:
        if not name.isidentifier():
            raise ValueError(f'Type names and field names must be valid identifiers: {name!r}')
    seen = set()
    for name in fields:
        if name.startswith('_') and not rename:
            raise ValueError(f'Field names cannot start with an underscore: {name!r}')
        if name in seen:
            raise ValueError(f'Encountered duplicate field name: {name!r}')
        seen.add(name)
    field_defaults = {}
    if defaults is not None:
        defaults = tuple(defaults)
        if len(defaults) > len(fields):
            raise TypeError('Got more default values than field names')
        field_defaults = dict(zip(fields[len(fields) - len(defaults):], defaults))
    def __new__(cls, *args, **kwargs):
        if not kwargs and len(args) == len(fields):
            return tuple.__new__(cls, args)
        if len(args) > len(fields):
            raise TypeError(f'{typename}.__new__() takes {len(fields) + 1} positional arguments but {len(args) + 1} were given')
        values = list(args)
        missing = []
        for name in fields[len(args):]:
            if name in kwargs:
                values.append(kwargs.pop(name))
            elif name in field_defaults:
                values.append(field_defaults[name])
            else:
                missing.append(repr(name))
        if kwargs:
            name = next(iter(kwargs))
            if name in fields:
                raise TypeError(f"{typename}.__new__() got multiple values for argument '{name}'")
            raise TypeError(f"{typename}.__new__() got an unexpected keyword argument '{name}'")
        if missing:
            shown = missing[0] if len(missing) == 1 else ', '.join(missing[:-1]) + (',' if len(missing) > 2 else '') + ' and ' + missing[-1]
            plural = '' if len(missing) == 1 else 's'
            raise TypeError(f'{typename}.__new__() missing {len(missing)} required positional argument{plural}: {shown}')
        return tuple.__new__(cls, values)
    def _make(cls, iterable):
        return cls(*iterable)
    def _replace(self, /, **kwds):
        values = [kwds.pop(name, value) for name, value in zip(fields, self)]
        if kwds:
            raise ValueError(f'Got unexpected field names: {list(kwds)!r}')
        return type(self)(*values)
    def _asdict(self):
        return dict(zip(fields, self))
    def __repr__(self):
        return type(self).__name__ + '(' + ', '.join(f'{name}={value!r}' for name, value in zip(fields, self)) + ')'
    def __getnewargs__(self):
        return tuple(self)
    names = {
        '__doc__': f'{typename}({", ".join(fields)})', '__new__': staticmethod(__new__), '_fields': fields,
        '_field_defaults': field_defaults, '_make': classmethod(_make), '_replace': _replace, '_asdict': _asdict,
        '__repr__': __repr__, '__getnewargs__': __getnewargs__, '__match_args__': fields, '__module__': module or '__main__',
    }
    for i, name in enumerate(fields):
        names[name] = _field(i)
    return type(typename, (tuple,), names)

class ChainMap:
    def __init__(self, *maps):
        self.maps = list(maps) or [{}]
    def __getitem__(self, key):
        for mapping in self.maps:
            if key in mapping:
                return mapping[key]
        raise KeyError(key)
    def get(self, key, default=None):
        return self[key] if key in self else default
    def __contains__(self, key):
        return any(key in m for m in self.maps)
    def __setitem__(self, key, value):
        self.maps[0][key] = value
    def __iter__(self):
        merged = {}
        for mapping in reversed(self.maps):
            merged.update(dict.fromkeys(mapping))
        return iter(merged)
    def __len__(self):
        return len(set().union(*self.maps))
    def keys(self):
        return list(self)
    def items(self):
        return [(k, self[k]) for k in self]
    def new_child(self, m=None):
        return ChainMap({} if m is None else m, *self.maps)

UserDict = dict
UserList = list
)PY";

const std::string_view kDataclassesSource = R"PY(
class _Missing:
    def __repr__(self):
        return '<dataclasses._MISSING_TYPE object>'
MISSING = _Missing()
class KW_ONLY:
    pass
class FrozenInstanceError(AttributeError):
    pass

class Field:
    def __init__(self, default, default_factory, init, repr, hash, compare, metadata, kw_only):
        self.name = None
        self.type = None
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.hash = hash
        self.compare = compare
        self.metadata = metadata or {}
        self.kw_only = kw_only

def field(*, default=MISSING, default_factory=MISSING, init=True, repr=True, hash=None, compare=True, metadata=None, kw_only=MISSING):
    if default is not MISSING and default_factory is not MISSING:
        raise ValueError('cannot specify both default and default_factory')
    return Field(default, default_factory, init, repr, hash, compare, metadata, kw_only)

def _is_classvar(annotation):
    return 'ClassVar' in (annotation if isinstance(annotation, str) else repr(annotation))

def _collect(cls, kw_only):
    fields = {}
    for base in cls.__mro__[-1:0:-1]:
        for name, f in base.__dict__.get('__dataclass_fields__', {}).items():
            fields[name] = f
    for name, annotation in cls.__dict__.get('__annotations__', {}).items():
        if _is_classvar(annotation):
            continue
        if annotation is KW_ONLY or annotation == 'KW_ONLY':
            kw_only = True
            continue
        default = cls.__dict__.get(name, MISSING)
        if isinstance(default, Field):
            f = default
            if f.default is MISSING:
                delattr(cls, name)
            else:
                setattr(cls, name, f.default)
        else:
            f = field(default=default)
        if isinstance(f.default, (list, dict, set)):
            raise ValueError(f'mutable default {type(f.default)} for field {name} is not allowed: use default_factory')
        f.name = name
        f.type = annotation
        if f.kw_only is MISSING:
            f.kw_only = kw_only
        fields[name] = f
    return fields

def _plural(names):
    if len(names) == 1:
        return names[0]
    return ', '.join(names[:-1]) + (',' if len(names) > 2 else '') + ' and ' + names[-1]

def _make_init(cls, fields, frozen):
    order = [f for f in fields.values() if f.init and not f.kw_only]
    keyword = [f for f in fields.values() if f.init and f.kw_only]
    seen_default = None
    for f in order:
        if f.default is not MISSING or f.default_factory is not MISSING:
            seen_default = f
        elif seen_default is not None:
            raise TypeError(f'non-default argument {f.name!r} follows default argument')
    def __init__(self, *args, **kwargs):
        owner = f'{cls.__qualname__}.__init__'
        if len(args) > len(order):
            required = sum(1 for f in order if f.default is MISSING and f.default_factory is MISSING)
            takes = f'{len(order) + 1}' if required == len(order) else f'from {required + 1} to {len(order) + 1}'
            raise TypeError(f'{owner}() takes {takes} positional argument{"" if takes == "1" else "s"} but {len(args) + 1} {"was" if len(args) == 0 else "were"} given')
        store = object.__setattr__
        missing = []
        position = 0
        for f in fields.values():
            if not f.init:
                if f.default_factory is not MISSING:
                    store(self, f.name, f.default_factory())
                continue
            if not f.kw_only and position < len(args):
                value = args[position]
                position += 1
                if f.name in kwargs:
                    raise TypeError(f"{owner}() got multiple values for argument '{f.name}'")
            elif f.name in kwargs:
                value = kwargs.pop(f.name)
                if not f.kw_only:
                    position += 1
            else:
                if not f.kw_only:
                    position += 1
                if f.default is not MISSING:
                    value = f.default
                elif f.default_factory is not MISSING:
                    value = f.default_factory()
                else:
                    missing.append(f)
                    continue
            if frozen:
                store(self, f.name, value)
            else:
                setattr(self, f.name, value)
        if kwargs:
            raise TypeError(f"{owner}() got an unexpected keyword argument '{next(iter(kwargs))}'")
        if missing:
            kind = 'keyword-only' if missing[0].kw_only else 'positional'
            names = [repr(f.name) for f in missing]
            raise TypeError(f"{owner}() missing {len(names)} required {kind} argument{'' if len(names) == 1 else 's'}: {_plural(names)}")
        post = getattr(self, '__post_init__', None)
        if post is not None:
            post()
    return __init__

def dataclass(cls=None, /, *, init=True, repr=True, eq=True, order=False, unsafe_hash=False, frozen=False, match_args=True, kw_only=False, slots=False, weakref_slot=False):
    def wrap(cls):
        show = __builtins_repr
        fields = _collect(cls, kw_only)
        own = cls.__dict__
        cls.__dataclass_fields__ = fields
        compared = [f.name for f in fields.values() if f.compare]
        if init and '__init__' not in own:
            cls.__init__ = _make_init(cls, fields, frozen)
        if repr and '__repr__' not in own:
            shown = [f.name for f in fields.values() if f.repr]
            def __repr__(self):
                return self.__class__.__qualname__ + '(' + ', '.join(f'{name}={show(getattr(self, name))}' for name in shown) + ')'
            cls.__repr__ = __repr__
        if match_args and '__match_args__' not in own:
            cls.__match_args__ = tuple(f.name for f in fields.values() if f.init and not f.kw_only)
        def key(self):
            return tuple([getattr(self, name) for name in compared])
        if eq and '__eq__' not in own:
            def __eq__(self, other):
                if other.__class__ is self.__class__:
                    return key(self) == key(other)
                return NotImplemented
            cls.__eq__ = __eq__
        if order:
            def compare(test):
                def method(self, other):
                    if other.__class__ is self.__class__:
                        return test(key(self), key(other))
                    return NotImplemented
                return method
            cls.__lt__ = compare(lambda a, b: a < b)
            cls.__le__ = compare(lambda a, b: a <= b)
            cls.__gt__ = compare(lambda a, b: a > b)
            cls.__ge__ = compare(lambda a, b: a >= b)
        if unsafe_hash or (eq and frozen):
            hashed = [f.name for f in fields.values() if (f.compare if f.hash is None else f.hash)]
            cls.__hash__ = lambda self: hash(tuple([getattr(self, name) for name in hashed]))
        elif eq and '__hash__' not in own:
            cls.__hash__ = None
        if frozen:
            def __setattr__(self, name, value):
                raise FrozenInstanceError(f'cannot assign to field {name!r}')
            def __delattr__(self, name):
                raise FrozenInstanceError(f'cannot delete field {name!r}')
            cls.__setattr__ = __setattr__
            cls.__delattr__ = __delattr__
        return cls
    return wrap if cls is None else wrap(cls)

__builtins_repr = repr

def fields(class_or_instance):
    found = getattr(class_or_instance, '__dataclass_fields__', None)
    if found is None:
        raise TypeError('must be called with a dataclass type or instance')
    return tuple(found.values())

def is_dataclass(obj):
    return hasattr(obj, '__dataclass_fields__')

def _convert(value, factory):
    if is_dataclass(value) and not isinstance(value, type):
        return factory([(f.name, _convert(getattr(value, f.name), factory)) for f in fields(value)])
    if isinstance(value, (list, tuple)):
        if hasattr(value, '_fields'):
            return type(value)(*[_convert(v, factory) for v in value])
        return type(value)([_convert(v, factory) for v in value])
    if isinstance(value, dict):
        return type(value)((_convert(k, factory), _convert(v, factory)) for k, v in value.items())
    return value

def asdict(obj, *, dict_factory=dict):
    if not is_dataclass(obj) or isinstance(obj, type):
        raise TypeError('asdict() should be called on dataclass instances')
    return _convert(obj, dict_factory)

def astuple(obj, *, tuple_factory=tuple):
    return tuple_factory([_convert(getattr(obj, f.name), lambda pairs: tuple_factory([v for _, v in pairs])) for f in fields(obj)])

def replace(obj, /, **changes):
    for f in fields(obj):
        if f.init and f.name not in changes:
            changes[f.name] = getattr(obj, f.name)
    return obj.__class__(**changes)

def make_dataclass(cls_name, field_list, *, bases=(), namespace=None, **options):
    names = dict(namespace or {})
    annotations = {}
    for item in field_list:
        if isinstance(item, str):
            annotations[item] = object
        else:
            annotations[item[0]] = item[1]
            if len(item) > 2:
                names[item[0]] = item[2]
    names['__annotations__'] = annotations
    return dataclass(type(cls_name, bases, names), **options)
)PY";

const std::string_view kEnumSource = R"PY(
import _script

class auto:
    def __init__(self, value=None):
        self.value = value

class EnumMeta(type):
    pass
EnumType = EnumMeta

def _is_descriptor(value):
    return callable(value) and not isinstance(value, type) or isinstance(value, (property, staticmethod, classmethod)) or hasattr(type(value), '__get__')

def _finish(cls):
    own = _script.own_attributes(cls)
    members = {}
    by_value = []
    last = []
    plain = next((base for base in cls.__mro__ if base in (int, str, float)), None)
    for name, value in list(own.items()):
        if name.startswith('_') or _is_descriptor(value) or name in ('_generate_next_value_',):
            continue
        if isinstance(value, auto):
            generate = getattr(cls, '_generate_next_value_', None)
            if generate is not None:
                value = generate(name, 1, len(last), last)
            elif issubclass(cls, Flag):
                value = 1 << len(last)
            elif issubclass(cls, str):
                value = name.lower()
            else:
                value = (max(last) if last else 0) + 1
        last.append(value)
        alias = next((m for v, m in by_value if v == value), None)
        if alias is not None:
            members[name] = alias
            own[name] = alias
            continue
        arguments = value if isinstance(value, tuple) else (value,)
        member = _script.make_bare(cls, plain(*arguments)) if plain is not None else _script.make_bare(cls)
        names = member.__dict__
        names['_name_'] = name
        names['_value_'] = value
        names['_sort_order_'] = len(members)
        init = getattr(cls, '__init__', None)
        if init is not None and any('__init__' in base.__dict__ for base in cls.__mro__ if base not in (object, int, str, float)):
            init(member, *arguments)
        members[name] = member
        own[name] = member
        by_value.append((member._value_, member))
    own['_member_map_'] = members
    own['_member_names_'] = [m._name_ for m in dict.fromkeys(members.values())] if members else []
    own['_value2member_'] = by_value
    own['__members__'] = members

def _unique_members(cls):
    seen = []
    for name, member in cls._member_map_.items():
        if member._name_ == name:
            seen.append(member)
    return seen

def _call(cls, *args, **kwargs):
    if '_member_map_' not in _script.own_attributes(cls) or not cls._member_map_:
        if len(args) >= 2 or 'names' in kwargs:
            return _functional(cls, *args, **kwargs)
        raise TypeError(f'<enum {cls.__name__!r}> has no members')
    value = args[0]
    for known, member in cls._value2member_:
        if known == value or member is value:
            return member
    missing = getattr(cls, '_missing_', None)
    if missing is not None:
        found = missing(value)
        if found is not None:
            return found
    if issubclass(cls, Flag) and isinstance(value, int):
        return _flag_member(cls, value)
    raise ValueError(f'{value!r} is not a valid {cls.__qualname__}')

def _functional(cls, name, names, **kwargs):
    if isinstance(names, str):
        names = names.replace(',', ' ').split()
    made = type(name, (cls,), {})
    own = _script.own_attributes(made)
    pairs = names.items() if isinstance(names, dict) else [(n, i + 1) if isinstance(n, str) else n for i, n in enumerate(names)]
    for n, v in pairs:
        own[n] = v
    _finish(made)
    return made

def _get_item(cls, name):
    return cls._member_map_[name]

def _contains(cls, item):
    return any(member is item for member in cls._member_map_.values())

class Enum:
    @property
    def name(self):
        return self._name_
    @property
    def value(self):
        return self._value_
    def __repr__(self):
        return f'<{self.__class__.__name__}.{self._name_}: {self._value_!r}>'
    def __str__(self):
        return f'{self.__class__.__name__}.{self._name_}'
    def __format__(self, spec):
        return format(str(self), spec)
    def __hash__(self):
        return hash(self._name_)
    def __setattr__(self, name, value):
        if name in ('name', 'value'):
            raise AttributeError(f"<enum '{self.__class__.__name__}'> cannot set attribute '{name}'")
        object.__setattr__(self, name, value)

_script.set_meta(Enum, finish=_finish, iterate=lambda cls: iter(_unique_members(cls)), call=_call, get_item=_get_item,
                 contains=_contains, length=lambda cls: len(_unique_members(cls)))

class IntEnum(int, Enum):
    def __str__(self):
        return int.__repr__(self)
    def __format__(self, spec):
        return format(int(self), spec)

class StrEnum(str, Enum):
    def __str__(self):
        return str.__str__(self)
    def __format__(self, spec):
        return format(str.__str__(self), spec)

def _flag_member(cls, value):
    member = _script.make_bare(cls, value) if issubclass(cls, int) else _script.make_bare(cls)
    parts = [m for m in _unique_members(cls) if m._value_ & value == m._value_ and m._value_]
    member.__dict__['_name_'] = '|'.join(m._name_ for m in parts) if parts else None
    member.__dict__['_value_'] = value
    cls._value2member_.append((value, member))
    return member

class Flag(Enum):
    def __or__(self, other):
        return self.__class__(self._value_ | other._value_)
    def __and__(self, other):
        return self.__class__(self._value_ & other._value_)
    def __xor__(self, other):
        return self.__class__(self._value_ ^ other._value_)
    def __invert__(self):
        every = 0
        for member in _unique_members(self.__class__):
            every |= member._value_
        return self.__class__(every & ~self._value_)
    def __contains__(self, other):
        return other._value_ & self._value_ == other._value_
    def __bool__(self):
        return bool(self._value_)
    def __iter__(self):
        return iter([m for m in _unique_members(self.__class__) if m._value_ & self._value_])
    def __repr__(self):
        return f'<{self.__class__.__name__}: {self._value_}>' if self._name_ is None else f'<{self.__class__.__name__}.{self._name_}: {self._value_!r}>'

class IntFlag(int, Flag):
    def __or__(self, other):
        return self.__class__(self._value_ | int(other))
    def __and__(self, other):
        return self.__class__(self._value_ & int(other))
    def __xor__(self, other):
        return self.__class__(self._value_ ^ int(other))
    __ror__ = __or__
    __rand__ = __and__
    def __str__(self):
        return int.__repr__(self)

def unique(enumeration):
    duplicates = [(name, member._name_) for name, member in enumeration._member_map_.items() if name != member._name_]
    if duplicates:
        shown = ', '.join(f'{alias} -> {name}' for alias, name in duplicates)
        raise ValueError(f'duplicate values found in {enumeration!r}: {shown}')
    return enumeration
)PY";

const std::string_view kJsonSource = R"PY(
class JSONDecodeError(ValueError):
    def __init__(self, msg, doc, pos):
        line = doc.count('\n', 0, pos) + 1
        column = pos - doc.rfind('\n', 0, pos)
        ValueError.__init__(self, f'{msg}: line {line} column {column} (char {pos})')
        self.msg, self.doc, self.pos, self.lineno, self.colno = msg, doc, pos, line, column

_escapes = {'"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\f': '\\f', '\b': '\\b'}

def _quote(text, ensure_ascii):
    out = ['"']
    for c in text:
        if c in _escapes:
            out.append(_escapes[c])
        elif ord(c) < 32 or (ensure_ascii and ord(c) > 126):
            n = ord(c)
            if n > 0xffff:
                n -= 0x10000
                out.append('\\u%04x\\u%04x' % (0xd800 | n >> 10, 0xdc00 | n & 0x3ff))
            else:
                out.append('\\u%04x' % n)
        else:
            out.append(c)
    out.append('"')
    return ''.join(out)

def _number(value):
    if value != value:
        return 'NaN'
    if value in (float('inf'), float('-inf')):
        return 'Infinity' if value > 0 else '-Infinity'
    return float.__repr__(value)

def dumps(obj, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, cls=None, indent=None, separators=None, default=None, sort_keys=False):
    if isinstance(indent, int):
        indent = ' ' * indent
    item_separator, key_separator = separators or (', ' if indent is None else ',', ': ')
    def encode(value, level):
        if value is None:
            return 'null'
        if value is True:
            return 'true'
        if value is False:
            return 'false'
        if isinstance(value, str):
            return _quote(value, ensure_ascii)
        if isinstance(value, int):
            return int.__repr__(value)
        if isinstance(value, float):
            return _number(value)
        newline = '' if indent is None else '\n' + indent * (level + 1)
        end = '' if indent is None else '\n' + indent * level
        if isinstance(value, (list, tuple)):
            if not value:
                return '[]'
            return '[' + newline + (item_separator + newline).join([encode(v, level + 1) for v in value]) + end + ']'
        if isinstance(value, dict):
            if not value:
                return '{}'
            items = sorted(value.items()) if sort_keys else value.items()
            parts = []
            for k, v in items:
                if isinstance(k, str):
                    pass
                elif k is True or k is False or k is None:
                    k = {True: 'true', False: 'false', None: 'null'}[k]
                elif isinstance(k, int):
                    k = int.__repr__(k)
                elif isinstance(k, float):
                    k = _number(k)
                elif skipkeys:
                    continue
                else:
                    raise TypeError(f'keys must be str, int, float, bool or None, not {type(k).__name__}')
                parts.append(_quote(k, ensure_ascii) + key_separator + encode(v, level + 1))
            return '{' + newline + (item_separator + newline).join(parts) + end + '}'
        if default is not None:
            return encode(default(value), level)
        raise TypeError(f'Object of type {type(value).__name__} is not JSON serializable')
    return encode(obj, 0)

def dump(obj, fp, **kw):
    fp.write(dumps(obj, **kw))

_unescape = {'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

def loads(s, *, object_hook=None, parse_float=None, parse_int=None, object_pairs_hook=None, **kw):
    if isinstance(s, bytes):
        s = s.decode()
    n = len(s)
    def fail(message, at):
        raise JSONDecodeError(message, s, at)
    def skip(i):
        while i < n and s[i] in ' \t\n\r':
            i += 1
        return i
    def string(i):
        out = []
        start = i - 1
        while True:
            if i >= n:
                fail('Unterminated string starting at', start)
            c = s[i]
            if c == '"':
                return ''.join(out), i + 1
            if c == '\\':
                e = s[i + 1:i + 2]
                if e == 'u':
                    code = int(s[i + 2:i + 6], 16)
                    i += 6
                    if 0xd800 <= code < 0xdc00 and s[i:i + 2] == '\\u':
                        code = 0x10000 + ((code - 0xd800) << 10) + (int(s[i + 2:i + 6], 16) - 0xdc00)
                        i += 6
                    out.append(chr(code))
                elif e in _unescape:
                    out.append(_unescape[e])
                    i += 2
                else:
                    fail('Invalid \\escape', i)
            elif c < ' ':
                fail('Invalid control character at', i)
            else:
                out.append(c)
                i += 1
    def value(i):
        if i >= n:
            fail('Expecting value', i)
        c = s[i]
        if c == '"':
            return string(i + 1)
        if c == '{':
            pairs = []
            i = skip(i + 1)
            if s[i:i + 1] == '}':
                i += 1
            else:
                while True:
                    if s[i:i + 1] != '"':
                        fail('Expecting property name enclosed in double quotes', i)
                    key, i = string(i + 1)
                    i = skip(i)
                    if s[i:i + 1] != ':':
                        fail("Expecting ':' delimiter", i)
                    item, i = value(skip(i + 1))
                    pairs.append((key, item))
                    i = skip(i)
                    if s[i:i + 1] == '}':
                        i += 1
                        break
                    if s[i:i + 1] != ',':
                        fail("Expecting ',' delimiter", i)
                    i = skip(i + 1)
            if object_pairs_hook is not None:
                return object_pairs_hook(pairs), i
            made = dict(pairs)
            return (made if object_hook is None else object_hook(made)), i
        if c == '[':
            items = []
            i = skip(i + 1)
            if s[i:i + 1] == ']':
                return items, i + 1
            while True:
                item, i = value(i)
                items.append(item)
                i = skip(i)
                if s[i:i + 1] == ']':
                    return items, i + 1
                if s[i:i + 1] != ',':
                    fail("Expecting ',' delimiter", i)
                i = skip(i + 1)
        for word, constant in (('null', None), ('true', True), ('false', False), ('NaN', float('nan')), ('Infinity', float('inf')), ('-Infinity', float('-inf'))):
            if s.startswith(word, i):
                return constant, i + len(word)
        j = i + 1 if c == '-' else i
        while j < n and s[j].isdigit():
            j += 1
        if j == i or s[i:j] == '-':
            fail('Expecting value', i)
        is_float = False
        if s[j:j + 1] == '.' and s[j + 1:j + 2].isdigit():
            is_float = True
            j += 1
            while j < n and s[j].isdigit():
                j += 1
        if s[j:j + 1] in ('e', 'E'):
            k = j + 1
            if s[k:k + 1] in ('+', '-'):
                k += 1
            if s[k:k + 1].isdigit():
                is_float = True
                while k < n and s[k].isdigit():
                    k += 1
                j = k
        text = s[i:j]
        if is_float:
            return (parse_float or float)(text), j
        return (parse_int or int)(text), j
    result, i = value(skip(0))
    i = skip(i)
    if i != n:
        fail('Extra data', i)
    return result

def load(fp, **kw):
    return loads(fp.read(), **kw)
)PY";

const std::string_view kArgparseSource = R"PY(
import sys

class Namespace:
    def __init__(self, **kwargs):
        self.__dict__.update(kwargs)
    def __repr__(self):
        return 'Namespace(' + ', '.join(f'{k}={v!r}' for k, v in self.__dict__.items()) + ')'
    def __contains__(self, key):
        return key in self.__dict__

class ArgumentError(Exception):
    pass

class _Action:
    pass

SUPPRESS = '==SUPPRESS=='

class RawTextHelpFormatter: pass
class ArgumentDefaultsHelpFormatter: pass
class RawDescriptionHelpFormatter: pass

class ArgumentParser:
    def __init__(self, prog=None, description=None, **kwargs):
        self.prog = prog or (sys.argv[0] if sys.argv else 'script')
        self.description = description
        self._actions = []
        self._defaults = {}
    def add_argument(self, *flags, dest=None, action='store', nargs=None, const=None, default=None, type=None, choices=None, required=False, help=None, metavar=None, **kwargs):
        a = _Action()
        a.flags, a.action, a.nargs, a.const, a.default, a.type, a.choices, a.required, a.help = flags, action, nargs, const, default, type, choices, required, help
        a.positional = not flags[0].startswith('-')
        name = next((f for f in flags if f.startswith('--')), flags[0])
        a.dest = dest or name.lstrip('-').replace('-', '_')
        if action == 'store_true':
            a.default = default or False
        if action == 'store_false':
            a.default = True if default is None else default
        self._actions.append(a)
        return a
    def add_argument_group(self, *args, **kwargs):
        return self
    def add_mutually_exclusive_group(self, **kwargs):
        return self
    def set_defaults(self, **kwargs):
        self._defaults.update(kwargs)
    def error(self, message):
        sys.stderr.write(f'{self.prog}: error: {message}\n')
        sys.exit(2)
    def _convert(self, a, text):
        try:
            value = text if a.type is None else a.type(text)
        except (ValueError, TypeError):
            self.error(f"argument {'/'.join(a.flags)}: invalid {getattr(a.type, '__name__', 'value')} value: {text!r}")
        if a.choices is not None and value not in a.choices:
            shown = ', '.join(map(repr, a.choices))
            self.error(f"argument {'/'.join(a.flags)}: invalid choice: {value!r} (choose from {shown})")
        return value
    def parse_known_args(self, args=None, namespace=None):
        args = list(sys.argv[1:] if args is None else args)
        result = namespace or Namespace()
        for a in self._actions:
            setattr(result, a.dest, self._convert(a, a.default) if isinstance(a.default, str) and a.type else a.default)
        for name, value in self._defaults.items():
            setattr(result, name, value)
        seen = set()
        rest = []
        positional = []
        i = 0
        while i < len(args):
            text = args[i]
            i += 1
            if not text.startswith('-') or text == '-' or text[1:2].isdigit():
                positional.append(text)
                continue
            flag, has_value, value = text.partition('=')
            a = next((a for a in self._actions if flag in a.flags), None)
            if a is None:
                rest.append(text)
                continue
            seen.add(a.dest)
            if a.action == 'store_true':
                setattr(result, a.dest, True)
            elif a.action == 'store_false':
                setattr(result, a.dest, False)
            elif a.action == 'count':
                setattr(result, a.dest, (getattr(result, a.dest) or 0) + 1)
            elif a.action == 'store_const':
                setattr(result, a.dest, a.const)
            elif a.nargs in ('*', '+') or isinstance(a.nargs, int):
                values = [value] if has_value else []
                while i < len(args) and not args[i].startswith('-') and (not isinstance(a.nargs, int) or len(values) < a.nargs):
                    values.append(args[i])
                    i += 1
                setattr(result, a.dest, [self._convert(a, v) for v in values])
            else:
                if not has_value:
                    if i >= len(args):
                        self.error(f"argument {'/'.join(a.flags)}: expected one argument")
                    value = args[i]
                    i += 1
                value = self._convert(a, value)
                if a.action == 'append':
                    value = (getattr(result, a.dest) or []) + [value]
                setattr(result, a.dest, value)
        missing = []
        for a in self._actions:
            if not a.positional:
                if a.required and a.dest not in seen:
                    missing.append('/'.join(a.flags))
                continue
            if a.nargs in ('*', '+'):
                values = [self._convert(a, v) for v in positional]
                positional = []
                if values or a.nargs == '+':
                    setattr(result, a.dest, values)
                if not values and a.nargs == '+':
                    missing.append(a.dest)
            elif positional:
                setattr(result, a.dest, self._convert(a, positional.pop(0)))
            elif a.nargs != '?':
                missing.append(a.dest)
        if missing:
            self.error('the following arguments are required: ' + ', '.join(missing))
        return result, rest + positional
    def parse_args(self, args=None, namespace=None):
        result, rest = self.parse_known_args(args, namespace)
        if rest:
            self.error('unrecognized arguments: ' + ' '.join(rest))
        return result
)PY";

const std::string_view kTypingExtraSource = R"PY(
from collections import namedtuple as _namedtuple
import _script

def _finish(cls):
    annotations = cls.__dict__.get('__annotations__', {})
    own = _script.own_attributes(cls)
    fields = list(annotations)
    defaults = [own[name] for name in fields if name in own]
    made = _namedtuple(cls.__name__, fields, defaults=defaults)
    for name, value in made.__dict__.items():
        if name not in ('__module__', '__doc__') and (name in fields or name not in own):
            own[name] = value

class NamedTuple(tuple):
    pass
_script.set_meta(NamedTuple, finish=_finish)

class TypedDict(dict):
    def __init_subclass__(cls, **kwargs):
        pass

def get_type_hints(obj, *args, **kwargs):
    return dict(getattr(obj, '__annotations__', {}))
def get_origin(tp):
    return getattr(tp, '__origin__', None)
def get_args(tp):
    return getattr(tp, '__args__', ())
)PY";

const std::string_view kInspectSource = R"PY(
import _script

class _empty:
    pass

class Parameter:
    empty = _empty
    POSITIONAL_ONLY, POSITIONAL_OR_KEYWORD, VAR_POSITIONAL, KEYWORD_ONLY, VAR_KEYWORD = range(5)
    def __init__(self, name, kind, *, default=_empty, annotation=_empty):
        self.name, self.kind, self.default, self.annotation = name, kind, default, annotation
    def __str__(self):
        text = ('*' if self.kind == 2 else '**' if self.kind == 4 else '') + self.name
        if self.annotation is not _empty:
            text += ': ' + getattr(self.annotation, '__name__', str(self.annotation))
        if self.default is not _empty:
            text += (' = ' if self.annotation is not _empty else '=') + repr(self.default)
        return text

class Signature:
    empty = _empty
    def __init__(self, parameters=None, *, return_annotation=_empty):
        self.parameters = {p.name: p for p in parameters or ()}
        self.return_annotation = return_annotation
    def __str__(self):
        parts = []
        seen_star = False
        previous = None
        for p in self.parameters.values():
            if previous == 0 and p.kind != 0:
                parts.append('/')
            if p.kind == 2:
                seen_star = True
            if p.kind == 3 and not seen_star:
                parts.append('*')
                seen_star = True
            parts.append(str(p))
            previous = p.kind
        if previous == 0:
            parts.append('/')
        text = '(' + ', '.join(parts) + ')'
        if self.return_annotation is not _empty:
            text += ' -> ' + getattr(self.return_annotation, '__name__', str(self.return_annotation))
        return text
    def bind(self, *args, **kwargs):
        bound = {}
        names = list(self.parameters)
        for name, value in zip(names, args):
            bound[name] = value
        bound.update(kwargs)
        result = _Bound()
        result.arguments = bound
        return result

class _Bound:
    pass

def _anything(*args, **kwargs):
    """What a built-in function is said to take."""

def signature(obj):
    skip = 0
    while hasattr(obj, '__wrapped__'):
        obj = obj.__wrapped__
    if isinstance(obj, type):
        obj = obj.__init__
        skip = 1
    elif hasattr(obj, '__func__'):
        obj = obj.__func__
        skip = 1
    elif not hasattr(obj, '__code__') and hasattr(type(obj), '__call__'):
        obj = type(obj).__call__
        skip = 1
    annotations = getattr(obj, '__annotations__', {})
    parameters = []
    try:
        found = _script.parameters(obj)
    except TypeError:
        if not callable(obj):
            raise TypeError(f'{obj!r} is not a callable object') from None
        found = _script.parameters(obj.fn) if hasattr(obj, 'fn') else _script.parameters(_anything)
    for name, kind, has_default, default in found[skip:]:
        parameters.append(Parameter(name, kind, default=default if has_default else _empty, annotation=annotations.get(name, _empty)))
    return Signature(parameters, return_annotation=annotations.get('return', _empty))

class _Code:
    def __init__(self, filename):
        self.co_filename, self.co_name = filename, '<module>'

class _Frame:
    """Where a script is, as far as its file's name goes."""
    def __init__(self):
        import sys
        self.f_globals = vars(sys.modules['__main__']) if '__main__' in sys.modules else {}
        self.f_locals, self.f_lineno, self.f_back = {}, 0, None
        self.f_code = _Code(self.f_globals.get('__file__', ''))

def currentframe():
    return _Frame()

def stack(context=1):
    return []

def getfile(obj):
    import sys
    if isinstance(obj, _Frame):
        return obj.f_code.co_filename
    name = getattr(obj, '__module__', None) or getattr(obj, '__name__', '')
    found = getattr(sys.modules.get(name), '__file__', None)
    if found is None:
        raise TypeError(f'{obj!r} is a built-in')
    return found

getsourcefile = getabsfile = getfile

def getsource(obj):
    import _source
    function = getattr(obj, '__func__', obj)
    while getattr(function, '__wrapped__', None) is not None:
        function = function.__wrapped__
    if type(function).__name__ == 'JITFunction':
        function = function.fn
    text = _source.text_of_function(function)
    if text is None:
        raise OSError('could not get source code')
    return text

def getsourcelines(obj):
    return getsource(obj).splitlines(True), 0

def isfunction(obj):
    return type(obj) is type(signature)
def ismethod(obj):
    return hasattr(obj, '__self__') and hasattr(obj, '__func__')
def isclass(obj):
    return isinstance(obj, type)
def ismodule(obj):
    return type(obj).__name__ == 'module'
def isgenerator(obj):
    return type(obj).__name__ == 'generator'
def isgeneratorfunction(obj):
    return False
def iscoroutinefunction(obj):
    return False
def isroutine(obj):
    return isfunction(obj) or ismethod(obj) or type(obj) is type(len)
def getdoc(obj):
    return getattr(obj, '__doc__', None)
def getmembers(obj, predicate=None):
    return [(name, getattr(obj, name)) for name in dir(obj) if hasattr(obj, name) and (predicate is None or predicate(getattr(obj, name)))]
)PY";

const std::string_view kLoggingSource = R"PY(
import sys
NOTSET, DEBUG, INFO, WARNING, ERROR, CRITICAL = 0, 10, 20, 30, 40, 50
WARN, FATAL = WARNING, CRITICAL
_names = {0: 'NOTSET', 10: 'DEBUG', 20: 'INFO', 30: 'WARNING', 40: 'ERROR', 50: 'CRITICAL'}
_state = {'format': '%(levelname)s:%(name)s:%(message)s'}

def getLevelName(level):
    return _names.get(level, f'Level {level}')

class Filterer:
    def __init__(self):
        self.filters = []
    def addFilter(self, filter):
        if filter not in self.filters:
            self.filters.append(filter)
    def removeFilter(self, filter):
        if filter in self.filters:
            self.filters.remove(filter)
    def filter(self, record):
        return all(one.filter(record) if hasattr(one, 'filter') else one(record) for one in self.filters)

class Filter:
    def __init__(self, name=''):
        self.name = name
    def filter(self, record):
        return not self.name or record.name == self.name or record.name.startswith(self.name + '.')

class LogRecord:
    def __init__(self, name, level, msg, args):
        self.name, self.levelno, self.levelname, self.msg, self.args = name, level, getLevelName(level), msg, args
        self.pathname = self.filename = self.module = self.funcName = self.asctime = ''
        self.lineno, self.process, self.thread, self.exc_info, self.created = 0, 1, 1, None, 0.0
    def getMessage(self):
        text = str(self.msg)
        if self.args:
            text = text % (self.args[0] if len(self.args) == 1 and isinstance(self.args[0], dict) else self.args)
        return text

class Handler(Filterer):
    def __init__(self, *args, **kwargs):
        super().__init__()
        self.level = NOTSET
    def setLevel(self, level):
        self.level = level
    def setFormatter(self, formatter):
        pass
class StreamHandler(Handler):
    pass
class FileHandler(Handler):
    pass
class NullHandler(Handler):
    pass
class Formatter:
    def __init__(self, *args, **kwargs):
        pass

class Logger(Filterer):
    def __init__(self, name, level=NOTSET):
        super().__init__()
        self.name = name
        self.level = level
        self.handlers = []
        self.propagate = True
        self.disabled = False
    def setLevel(self, level):
        if isinstance(level, str):
            level = next(k for k, v in _names.items() if v == level)
        self.level = level
    def getEffectiveLevel(self):
        return self.level or root.level
    def isEnabledFor(self, level):
        return level >= self.getEffectiveLevel()
    def addHandler(self, handler):
        self.handlers.append(handler)
    def removeHandler(self, handler):
        if handler in self.handlers:
            self.handlers.remove(handler)
    def hasHandlers(self):
        return bool(self.handlers)
    def log(self, level, msg, *args, **kwargs):
        if not self.isEnabledFor(level):
            return
        record = LogRecord(self.name, level, msg, args)
        if self.disabled or not self.filter(record):
            return
        record.message = record.getMessage()
        sys.stderr.write(_state['format'] % record.__dict__ + '\n')
    def getChild(self, suffix):
        return getLogger(suffix if self is root else self.name + '.' + suffix)
    def debug(self, msg, *args, **kwargs): self.log(DEBUG, msg, *args, **kwargs)
    def info(self, msg, *args, **kwargs): self.log(INFO, msg, *args, **kwargs)
    def warning(self, msg, *args, **kwargs): self.log(WARNING, msg, *args, **kwargs)
    warn = warning
    def error(self, msg, *args, **kwargs): self.log(ERROR, msg, *args, **kwargs)
    def exception(self, msg, *args, **kwargs): self.log(ERROR, msg, *args, **kwargs)
    def critical(self, msg, *args, **kwargs): self.log(CRITICAL, msg, *args, **kwargs)

root = Logger('root', WARNING)
_loggers = {}
def getLogger(name=None):
    if not name or name == 'root':
        return root
    if name not in _loggers:
        _loggers[name] = Logger(name)
    return _loggers[name]
def basicConfig(**kwargs):
    if 'level' in kwargs:
        root.setLevel(kwargs['level'])
    if 'format' in kwargs and kwargs.get('style', '%') == '%':
        _state['format'] = kwargs['format']
def debug(msg, *args, **kwargs): root.debug(msg, *args, **kwargs)
def info(msg, *args, **kwargs): root.info(msg, *args, **kwargs)
def warning(msg, *args, **kwargs): root.warning(msg, *args, **kwargs)
def error(msg, *args, **kwargs): root.error(msg, *args, **kwargs)
def exception(msg, *args, **kwargs): root.exception(msg, *args, **kwargs)
def critical(msg, *args, **kwargs): root.critical(msg, *args, **kwargs)
def log(level, msg, *args, **kwargs): root.log(level, msg, *args, **kwargs)
def disable(level=CRITICAL): root.setLevel(level + 1)
def captureWarnings(capture): pass
)PY";

}  // namespace tilewright::script
