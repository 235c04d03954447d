// functools, itertools, operator, contextlib, copy and small modules, in Python.
#include "script/embedded_modules.h"

#include <vector>

namespace tilewright::script {

extern const std::string_view kCollectionsSource, kDataclassesSource, kEnumSource, kJsonSource,
    kArgparseSource, kTypingExtraSource, kInspectSource, kLoggingSource, kImportlibSource,
    kPackagingSource, kPackagingVersionSource, kTabulateSource;

namespace {

constexpr std::string_view kFunctools = R"PY(
WRAPPER_ASSIGNMENTS = ('__module__', '__name__', '__qualname__', '__doc__', '__annotations__')
WRAPPER_UPDATES = ('__dict__',)

def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    for attr in assigned:
        try:
            value = getattr(wrapped, attr)
        except AttributeError:
            continue
        try:
            setattr(wrapper, attr, value)
        except AttributeError:
            pass
    names = getattr(wrapped, '__dict__', None)
    if isinstance(names, dict):
        for name, value in list(names.items()):
            try:
                setattr(wrapper, name, value)
            except (AttributeError, TypeError):
                pass
    try:
        wrapper.__wrapped__ = wrapped
    except (AttributeError, TypeError):
        pass
    return wrapper

def wraps(wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    def decorate(wrapper):
        return update_wrapper(wrapper, wrapped, assigned, updated)
    return decorate

_initial = object()

def reduce(function, sequence, initial=_initial, /):
    it = iter(sequence)
    if initial is _initial:
        try:
            value = next(it)
        except StopIteration:
            raise TypeError("reduce() of empty iterable with no initial value") from None
    else:
        value = initial
    for element in it:
        value = function(value, element)
    return value

class partial:
    def __init__(self, func, /, *args, **keywords):
        if not callable(func):
            raise TypeError("the first argument must be callable")
        if isinstance(func, partial):
            args = func.args + args
            keywords = {**func.keywords, **keywords}
            func = func.func
        self.func = func
        self.args = args
        self.keywords = keywords
    def __call__(self, /, *args, **keywords):
        return self.func(*self.args, *args, **{**self.keywords, **keywords})
    def __repr__(self):
        parts = [repr(self.func)]
        parts.extend(repr(x) for x in self.args)
        parts.extend(f"{k}={v!r}" for (k, v) in self.keywords.items())
        return f"functools.partial({', '.join(parts)})"

class partialmethod:
    def __init__(self, func, /, *args, **keywords):
        self.func = func
        self.args = args
        self.keywords = keywords
    def __get__(self, obj, cls=None):
        return partial(getattr(self.func, '__get__', None) and self.func or self.func, obj, *self.args, **self.keywords)

class _CacheInfo(tuple):
    def __new__(cls, hits, misses, maxsize, currsize):
        return tuple.__new__(cls, (hits, misses, maxsize, currsize))
    hits = property(lambda self: self[0])
    misses = property(lambda self: self[1])
    maxsize = property(lambda self: self[2])
    currsize = property(lambda self: self[3])
    def __repr__(self):
        return f'CacheInfo(hits={self[0]}, misses={self[1]}, maxsize={self[2]}, currsize={self[3]})'

_marker = object()

def lru_cache(maxsize=128, typed=False):
    if callable(maxsize):
        return lru_cache(128, typed)(maxsize)
    if isinstance(maxsize, int) and maxsize < 0:
        maxsize = 0
    def decorate(function):
        cache = {}
        counts = [0, 0]
        def wrapper(*args, **kwargs):
            key = args
            if kwargs:
                key += (_marker,) + tuple(kwargs.items())
            if typed:
                key += tuple(type(value) for value in args)
            if key in cache:
                counts[0] += 1
                value = cache[key]
                if maxsize is not None:
                    del cache[key]
                    cache[key] = value
                return value
            counts[1] += 1
            value = function(*args, **kwargs)
            if maxsize != 0:
                cache[key] = value
                if maxsize is not None and len(cache) > maxsize:
                    del cache[next(iter(cache))]
            return value
        def cache_info():
            return _CacheInfo(counts[0], counts[1], maxsize, len(cache))
        def cache_clear():
            cache.clear()
            counts[0] = counts[1] = 0
        update_wrapper(wrapper, function)
        wrapper.cache_info = cache_info
        wrapper.cache_clear = cache_clear
        wrapper.cache_parameters = lambda: {'maxsize': maxsize, 'typed': typed}
        return wrapper
    return decorate

def cache(function, /):
    return lru_cache(maxsize=None)(function)

class cached_property:
    def __init__(self, func):
        self.func = func
        self.attrname = None
        self.__doc__ = func.__doc__
    def __set_name__(self, owner, name):
        self.attrname = name
    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        value = self.func(instance)
        instance.__dict__[self.attrname] = value
        return value

def cmp_to_key(mycmp):
    class K:
        def __init__(self, obj):
            self.obj = obj
        def __lt__(self, other):
            return mycmp(self.obj, other.obj) < 0
        def __gt__(self, other):
            return mycmp(self.obj, other.obj) > 0
        def __eq__(self, other):
            return mycmp(self.obj, other.obj) == 0
        def __le__(self, other):
            return mycmp(self.obj, other.obj) <= 0
        def __ge__(self, other):
            return mycmp(self.obj, other.obj) >= 0
        __hash__ = None
    return K

def _own(cls, name):
    return any(name in base.__dict__ for base in cls.__mro__ if base is not object)

def total_ordering(cls):
    has = [op for op in ('__lt__', '__le__', '__gt__', '__ge__') if _own(cls, op)]
    if not has:
        raise ValueError('must define at least one ordering operation: < > <= >=')
    if '__lt__' in has:
        less = lambda a, b: a < b
    elif '__gt__' in has:
        less = lambda a, b: b > a
    elif '__le__' in has:
        less = lambda a, b: a <= b and not a == b
    else:
        less = lambda a, b: b >= a and not a == b
    if '__lt__' not in has:
        cls.__lt__ = lambda self, other: less(self, other)
    if '__gt__' not in has:
        cls.__gt__ = lambda self, other: not less(self, other) and not self == other
    if '__le__' not in has:
        cls.__le__ = lambda self, other: less(self, other) or self == other
    if '__ge__' not in has:
        cls.__ge__ = lambda self, other: not less(self, other)
    return cls

def singledispatch(func):
    registry = {object: func}
    def register(cls, function=None):
        if function is None:
            if isinstance(cls, type):
                return lambda f: register(cls, f)
            function = cls
            cls = next(iter(function.__annotations__.values()))
        registry[cls] = function
        return function
    def dispatch(cls):
        for base in cls.__mro__:
            if base in registry:
                return registry[base]
        return func
    def wrapper(*args, **kw):
        return dispatch(type(args[0]))(*args, **kw)
    update_wrapper(wrapper, func)
    wrapper.register = register
    wrapper.dispatch = dispatch
    wrapper.registry = registry
    return wrapper
)PY";

constexpr std::string_view kItertools = R"PY(
def count(start=0, step=1):
    while True:
        yield start
        start += step

def cycle(iterable):
    saved = []
    for item in iterable:
        yield item
        saved.append(item)
    while saved:
        for item in saved:
            yield item

def repeat(object, times=None):
    if times is None:
        while True:
            yield object
    for _ in range(times):
        yield object

def accumulate(iterable, func=None, *, initial=None):
    it = iter(iterable)
    total = initial
    if initial is None:
        try:
            total = next(it)
        except StopIteration:
            return
    yield total
    for item in it:
        total = total + item if func is None else func(total, item)
        yield total

class chain:
    def __init__(self, *iterables):
        self._it = (item for iterable in iterables for item in iterable)
    @classmethod
    def from_iterable(cls, iterables):
        made = cls()
        made._it = (item for iterable in iterables for item in iterable)
        return made
    def __iter__(self):
        return self
    def __next__(self):
        return next(self._it)

def compress(data, selectors):
    return (d for d, s in zip(data, selectors) if s)

def dropwhile(predicate, iterable):
    it = iter(iterable)
    for item in it:
        if not predicate(item):
            yield item
            break
    yield from it

def takewhile(predicate, iterable):
    for item in iterable:
        if not predicate(item):
            break
        yield item

def filterfalse(predicate, iterable):
    if predicate is None:
        predicate = bool
    for item in iterable:
        if not predicate(item):
            yield item

class groupby:
    def __init__(self, iterable, key=None):
        self._key = key or (lambda x: x)
        self._it = iter(iterable)
        self._done = object()
        self._target = self._current = self._value = self._done
    def __iter__(self):
        return self
    def __next__(self):
        self._id = object()
        while self._current is self._done or self._current == self._target:
            self._value = next(self._it)
            self._current = self._key(self._value)
            if self._target is self._done:
                break
        self._target = self._current
        return (self._current, self._grouper(self._target, self._id))
    def _grouper(self, target, id):
        while self._id is id and self._current == target:
            yield self._value
            try:
                self._value = next(self._it)
            except StopIteration:
                return
            self._current = self._key(self._value)

def islice(iterable, *args):
    s = slice(*args)
    start, stop, step = s.start or 0, s.stop, s.step or 1
    if start < 0 or (stop is not None and stop < 0) or step < 1:
        raise ValueError("Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
    def walk():
        wanted = start
        if stop is not None and start >= stop:
            position = 0
            for item in iterable_it:
                position += 1
                if position >= stop:
                    return
            return
        for position, item in enumerate(iterable_it):
            if position == wanted:
                yield item
                wanted += step
            if stop is not None and position + 1 >= stop:
                return
    iterable_it = iter(iterable)
    if stop == 0:
        return iter(())
    return walk()

def pairwise(iterable):
    it = iter(iterable)
    try:
        before = next(it)
    except StopIteration:
        return
    for item in it:
        yield before, item
        before = item

def starmap(function, iterable):
    for args in iterable:
        yield function(*args)

def tee(iterable, n=2):
    it = iter(iterable)
    buffers = [[] for _ in range(n)]
    def walk(mine):
        while True:
            if not mine:
                try:
                    item = next(it)
                except StopIteration:
                    return
                for buffer in buffers:
                    buffer.append(item)
            yield mine.pop(0)
    return tuple(walk(buffer) for buffer in buffers)

def zip_longest(*iterables, fillvalue=None):
    iterators = [iter(it) for it in iterables]
    active = len(iterators)
    if not active:
        return
    ended = [False] * active
    while True:
        values = []
        for i, it in enumerate(iterators):
            value = fillvalue
            if not ended[i]:
                try:
                    value = next(it)
                except StopIteration:
                    ended[i] = True
                    active -= 1
                    if not active:
                        return
            values.append(value)
        yield tuple(values)

def product(*iterables, repeat=1):
    pools = [tuple(pool) for pool in iterables] * repeat
    if any(not pool for pool in pools):
        return
    indices = [0] * len(pools)
    while True:
        yield tuple([pool[i] for pool, i in zip(pools, indices)])
        for k in range(len(pools) - 1, -1, -1):
            indices[k] += 1
            if indices[k] < len(pools[k]):
                break
            indices[k] = 0
        else:
            return

def permutations(iterable, r=None):
    pool = tuple(iterable)
    n = len(pool)
    r = n if r is None else r
    if r > n:
        return
    indices = list(range(n))
    cycles = list(range(n, n - r, -1))
    yield tuple([pool[i] for i in indices[:r]])
    while n:
        for i in reversed(range(r)):
            cycles[i] -= 1
            if cycles[i] == 0:
                indices[i:] = indices[i + 1:] + indices[i:i + 1]
                cycles[i] = n - i
            else:
                j = cycles[i]
                indices[i], indices[-j] = indices[-j], indices[i]
                yield tuple([pool[i] for i in indices[:r]])
                break
        else:
            return

def combinations(iterable, r):
    pool = tuple(iterable)
    n = len(pool)
    if r > n:
        return
    indices = list(range(r))
    yield tuple([pool[i] for i in indices])
    while True:
        for i in reversed(range(r)):
            if indices[i] != i + n - r:
                break
        else:
            return
        indices[i] += 1
        for j in range(i + 1, r):
            indices[j] = indices[j - 1] + 1
        yield tuple([pool[i] for i in indices])

def combinations_with_replacement(iterable, r):
    pool = tuple(iterable)
    n = len(pool)
    if not n and r:
        return
    indices = [0] * r
    yield tuple([pool[i] for i in indices])
    while True:
        for i in reversed(range(r)):
            if indices[i] != n - 1:
                break
        else:
            return
        indices[i:] = [indices[i] + 1] * (r - i)
        yield tuple([pool[i] for i in indices])
)PY";

constexpr std::string_view kOperator = R"PY(
def lt(a, b): return a < b
def le(a, b): return a <= b
def eq(a, b): return a == b
def ne(a, b): return a != b
def ge(a, b): return a >= b
def gt(a, b): return a > b
def not_(a): return not a
def truth(a): return bool(a)
def is_(a, b): return a is b
def is_not(a, b): return a is not b
def abs(a): return a.__abs__()
def add(a, b): return a + b
def and_(a, b): return a & b
def floordiv(a, b): return a // b
def index(a): return a.__index__()
def inv(a): return ~a
invert = inv
def lshift(a, b): return a << b
def mod(a, b): return a % b
def mul(a, b): return a * b
def matmul(a, b): return a @ b
def neg(a): return -a
def or_(a, b): return a | b
def pos(a): return +a
def pow(a, b): return a ** b
def rshift(a, b): return a >> b
def sub(a, b): return a - b
def truediv(a, b): return a / b
def xor(a, b): return a ^ b
def concat(a, b): return a + b
def contains(a, b): return b in a
def countOf(a, b): return sum(1 for x in a if x is b or x == b)
def delitem(a, b): del a[b]
def getitem(a, b): return a[b]
def setitem(a, b, c): a[b] = c
def indexOf(a, b):
    for i, x in enumerate(a):
        if x is b or x == b:
            return i
    raise ValueError('sequence.index(x): x not in sequence')
def iadd(a, b):
    a += b
    return a
def imul(a, b):
    a *= b
    return a
class attrgetter:
    def __init__(self, *names):
        self._names = names
    def __call__(self, obj):
        def resolve(name):
            value = obj
            for part in name.split('.'):
                value = getattr(value, part)
            return value
        if len(self._names) == 1:
            return resolve(self._names[0])
        return tuple(resolve(name) for name in self._names)
class itemgetter:
    def __init__(self, *items):
        self._items = items
    def __call__(self, obj):
        if len(self._items) == 1:
            return obj[self._items[0]]
        return tuple(obj[item] for item in self._items)
class methodcaller:
    def __init__(self, name, /, *args, **kwargs):
        self._name, self._args, self._kwargs = name, args, kwargs
    def __call__(self, obj):
        return getattr(obj, self._name)(*self._args, **self._kwargs)
)PY";

constexpr std::string_view kContextlib = R"PY(
import sys as _sys
from functools import wraps as _wraps

class AbstractContextManager:
    def __enter__(self):
        return self
    def __exit__(self, exc_type, exc_value, traceback):
        return None

class ContextDecorator:
    def _recreate_cm(self):
        return self
    def __call__(self, func):
        @_wraps(func)
        def inner(*args, **kwds):
            with self._recreate_cm():
                return func(*args, **kwds)
        return inner

class _GeneratorContextManager(ContextDecorator):
    def __init__(self, func, args, kwds):
        self.gen = func(*args, **kwds)
        self.func, self.args, self.kwds = func, args, kwds
    def _recreate_cm(self):
        return self.__class__(self.func, self.args, self.kwds)
    def __enter__(self):
        try:
            return next(self.gen)
        except StopIteration:
            raise RuntimeError("generator didn't yield") from None
    def __exit__(self, typ, value, traceback):
        if typ is None:
            try:
                next(self.gen)
            except StopIteration:
                return False
            raise RuntimeError("generator didn't stop")
        if value is None:
            value = typ()
        try:
            self.gen.throw(value)
        except StopIteration as exc:
            return exc is not value
        except RuntimeError as exc:
            if exc is value:
                return False
            if isinstance(value, StopIteration) and exc.__cause__ is value:
                return False
            raise
        except BaseException as exc:
            if exc is not value:
                raise
            return False
        raise RuntimeError("generator didn't stop after throw()")

def contextmanager(func):
    @_wraps(func)
    def helper(*args, **kwds):
        return _GeneratorContextManager(func, args, kwds)
    return helper

class closing(AbstractContextManager):
    def __init__(self, thing):
        self.thing = thing
    def __enter__(self):
        return self.thing
    def __exit__(self, *exc_info):
        self.thing.close()

class nullcontext(AbstractContextManager):
    def __init__(self, enter_result=None):
        self.enter_result = enter_result
    def __enter__(self):
        return self.enter_result
    def __exit__(self, *excinfo):
        pass

class suppress(AbstractContextManager):
    def __init__(self, *exceptions):
        self._exceptions = exceptions
    def __enter__(self):
        pass
    def __exit__(self, exctype, excinst, exctb):
        return exctype is not None and issubclass(exctype, self._exceptions)

class redirect_stdout(AbstractContextManager):
    _stream = 'stdout'
    def __init__(self, new_target):
        self._new_target = new_target
        self._old_targets = []
    def __enter__(self):
        self._old_targets.append(getattr(_sys, self._stream))
        setattr(_sys, self._stream, self._new_target)
        return self._new_target
    def __exit__(self, *excinfo):
        setattr(_sys, self._stream, self._old_targets.pop())

class redirect_stderr(redirect_stdout):
    _stream = 'stderr'

class ExitStack:
    def __init__(self):
        self._callbacks = []
    def enter_context(self, cm):
        result = cm.__enter__()
        self._callbacks.append(cm.__exit__)
        return result
    def push(self, exit):
        self._callbacks.append(getattr(exit, '__exit__', exit))
        return exit
    def callback(self, callback, /, *args, **kwds):
        self._callbacks.append(lambda *exc: callback(*args, **kwds) and False)
        return callback
    def pop_all(self):
        new = type(self)()
        new._callbacks = self._callbacks
        self._callbacks = []
        return new
    def close(self):
        self.__exit__(None, None, None)
    def __enter__(self):
        return self
    def __exit__(self, exc_type, exc, tb):
        received = exc
        pending = exc
        while self._callbacks:
            callback = self._callbacks.pop()
            try:
                if callback(type(pending) if pending is not None else None, pending, None):
                    pending = None
            except BaseException as new:
                pending = new
        if pending is not None and pending is not received:
            raise pending
        return received is not None and pending is None
)PY";

constexpr std::string_view kCopy = R"PY(
class Error(Exception):
    pass
error = Error

_atomic = (type(None), int, float, bool, str, bytes, type, range, type(len), type(lambda: 0))

def copy(x):
    cls = type(x)
    if isinstance(x, _atomic) or isinstance(x, (tuple, frozenset)) and cls in (tuple, frozenset):
        return x
    if cls is list or cls is dict or cls is set:
        return x.copy()
    method = getattr(cls, '__copy__', None)
    if method is not None:
        return method(x)
    if not hasattr(x, '__dict__'):
        method = getattr(x, '__copy__', None) or getattr(x, 'copy', None)
        if method is not None:
            return method()
    return _reconstruct(x, lambda value: value)

def _reconstruct(x, convert):
    import _script
    cls = type(x)
    for base, conv in ((dict, dict), (list, list), (set, set), (tuple, tuple), (str, str), (int, int), (float, float)):
        if isinstance(x, base):
            made = _script.make_bare(cls, conv(convert(conv(x))))
            break
    else:
        made = _script.make_bare(cls)
    for name, value in x.__dict__.items():
        made.__dict__[name] = convert(value)
    return made

def deepcopy(x, memo=None):
    if memo is None:
        memo = {}
    if isinstance(x, _atomic) and type(x) in _atomic:
        return x
    known = memo.get(id(x))
    if known is not None:
        return known
    made = _deep_copy(x, memo)
    if made is not x:
        memo[id(x)] = made
        memo.setdefault(id(memo), []).append(x)  # an object that lives on keeps its id to itself
    return made

def _deep_copy(x, memo):
    cls = type(x)
    if cls is list:
        made = []
        memo[id(x)] = made
        for item in x:
            made.append(deepcopy(item, memo))
        return made
    if cls is tuple:
        made = tuple([deepcopy(item, memo) for item in x])
        return x if all(a is b for a, b in zip(made, x)) else memo.get(id(x), made)
    if cls is dict:
        made = {}
        memo[id(x)] = made
        for key, value in x.items():
            made[deepcopy(key, memo)] = deepcopy(value, memo)
        return made
    if cls is set or cls is frozenset:
        return cls([deepcopy(item, memo) for item in x])
    method = getattr(cls, '__deepcopy__', None)
    if method is not None:
        return method(x, memo)
    if not hasattr(x, '__dict__'):
        method = getattr(x, '__deepcopy__', None)
        if method is not None:
            return method(memo)
        if hasattr(x, 'clone'):
            return x.clone()
        return x
    import _script
    if isinstance(x, (dict, list, set, tuple, str, int, float)):
        return _reconstruct(x, lambda value: deepcopy(value, memo))
    made = _script.make_bare(cls)
    memo[id(x)] = made
    for name, value in x.__dict__.items():
        made.__dict__[name] = deepcopy(value, memo)
    return made
)PY";

constexpr std::string_view kAbc = R"PY(
class ABCMeta(type):
    pass

class ABC(metaclass=ABCMeta):
    pass

def abstractmethod(funcobj):
    funcobj.__isabstractmethod__ = True
    return funcobj

def abstractproperty(function):
    return property(abstractmethod(function))
)PY";

constexpr std::string_view kFuture = R"PY(
annotations = division = print_function = absolute_import = generator_stop = unicode_literals = with_statement = nested_scopes = generators = True
)PY";

constexpr std::string_view kWarnings = R"PY(
def warn(message, category=None, stacklevel=1, source=None):
    import sys
    if category is None:
        category = type(message) if isinstance(message, Warning) else UserWarning
    sys.stderr.write(f"{category.__name__}: {message}\n")
def warn_explicit(message, category, *args, **kwargs):
    warn(message, category)
def filterwarnings(*args, **kwargs):
    pass
def simplefilter(*args, **kwargs):
    pass
def resetwarnings():
    pass
class catch_warnings:
    def __init__(self, *, record=False, **kwargs):
        self._record = record
    def __enter__(self):
        return [] if self._record else None
    def __exit__(self, *exc):
        return None
)PY";

constexpr std::string_view kString = R"PY(
whitespace = ' \t\n\r\v\f'
ascii_lowercase = 'abcdefghijklmnopqrstuvwxyz'
ascii_uppercase = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
ascii_letters = ascii_lowercase + ascii_uppercase
digits = '0123456789'
hexdigits = digits + 'abcdef' + 'ABCDEF'
octdigits = '01234567'
punctuation = r"""!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~"""
printable = digits + ascii_letters + punctuation + whitespace
def capwords(s, sep=None):
    return (sep or ' ').join(map(str.capitalize, s.split(sep)))
class Template:
    def __init__(self, template):
        self.template = template
    def _expand(self, values, is_safe):
        out = []
        text = self.template
        i = 0
        while i < len(text):
            c = text[i]
            if c != '$':
                out.append(c)
                i += 1
                continue
            if text[i + 1:i + 2] == '$':
                out.append('$')
                i += 2
                continue
            braced = text[i + 1:i + 2] == '{'
            j = start = i + (2 if braced else 1)
            while j < len(text) and (text[j].isalnum() or text[j] == '_'):
                j += 1
            name = text[start:j]
            end = j + 1 if braced else j
            if not name:
                if not is_safe:
                    raise ValueError('Invalid placeholder in string')
                out.append('$')
                i += 1
                continue
            if name in values:
                out.append(str(values[name]))
            elif is_safe:
                out.append(text[i:end])
            else:
                raise KeyError(name)
            i = end
        return ''.join(out)
    def substitute(self, mapping={}, /, **kws):
        return self._expand({**mapping, **kws}, False)
    def safe_substitute(self, mapping={}, /, **kws):
        return self._expand({**mapping, **kws}, True)
)PY";

constexpr std::string_view kNumbers = R"PY(
import _script
class Number:
    pass
class Complex(Number):
    pass
class Real(Complex):
    pass
class Rational(Real):
    pass
class Integral(Rational):
    pass
_script.set_meta(Number, is_instance=lambda x: isinstance(x, (int, float)))
_script.set_meta(Complex, is_instance=lambda x: isinstance(x, (int, float)))
_script.set_meta(Real, is_instance=lambda x: isinstance(x, (int, float)))
_script.set_meta(Rational, is_instance=lambda x: isinstance(x, int))
_script.set_meta(Integral, is_instance=lambda x: isinstance(x, int))
)PY";

constexpr std::string_view kTypes = R"PY(
def _f(): pass
def _g(): yield 1
class _C:
    def _m(self): pass
FunctionType = type(_f)
LambdaType = type(lambda: None)
GeneratorType = type(_g())
MethodType = type(_C()._m)
BuiltinFunctionType = type(len)
BuiltinMethodType = type([].append)
NoneType = type(None)
EllipsisType = type(...)
NotImplementedType = type(NotImplemented)
import sys as _sys
ModuleType = type(_sys)
class SimpleNamespace:
    def __init__(self, /, **kwargs):
        self.__dict__.update(kwargs)
    def __repr__(self):
        return f"namespace({', '.join(f'{k}={v!r}' for k, v in self.__dict__.items())})"
    def __eq__(self, other):
        if isinstance(self, SimpleNamespace) and isinstance(other, SimpleNamespace):
            return self.__dict__ == other.__dict__
        return NotImplemented
def MappingProxyType(mapping):
    return dict(mapping)
)PY";

const std::vector<EmbeddedModule>& table() {
  static const std::vector<EmbeddedModule> modules{{"functools", kFunctools},
                                                   {"itertools", kItertools},
                                                   {"operator", kOperator},
                                                   {"contextlib", kContextlib},
                                                   {"copy", kCopy},
                                                   {"abc", kAbc},
                                                   {"__future__", kFuture},
                                                   {"warnings", kWarnings},
                                                   {"string", kString},
                                                   {"numbers", kNumbers},
                                                   {"types", kTypes},
                                                   {"collections", kCollectionsSource},
                                                   {"dataclasses", kDataclassesSource},
                                                   {"enum", kEnumSource},
                                                   {"json", kJsonSource},
                                                   {"argparse", kArgparseSource},
                                                   {"_typing_extra", kTypingExtraSource},
                                                   {"inspect", kInspectSource},
                                                   {"logging", kLoggingSource},
                                                   {"importlib", kImportlibSource},
                                                   {"packaging", kPackagingSource},
                                                   {"packaging.version", kPackagingVersionSource},
                                                   {"tabulate", kTabulateSource}};
  return modules;
}

}  // namespace

std::span<const EmbeddedModule> embedded_modules() { return table(); }

}  // namespace tilewright::script
