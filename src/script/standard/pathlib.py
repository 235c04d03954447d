# pathlib: POSIX paths as text; what touches files goes through os and open, as far as the script may.
import os


def _split(text):
    root = '/' if text.startswith('/') else ''
    return root, [part for part in text.split('/') if part and part != '.']


class PurePath:
    def __init__(self, *segments):
        texts = [os.fspath(segment) for segment in segments]
        root, parts = '', []
        for text in texts:
            new_root, new_parts = _split(text)
            if new_root:
                root, parts = new_root, []
            parts = parts + new_parts
        self._root = root
        self._names = parts

    def _made(self, root, names):
        made = type(self)()
        made._root, made._names = root, names
        return made

    @property
    def parts(self):
        return tuple(([self._root] if self._root else []) + self._names)

    @property
    def root(self):
        return self._root

    @property
    def anchor(self):
        return self._root

    @property
    def drive(self):
        return ''

    @property
    def name(self):
        return self._names[-1] if self._names else ''

    @property
    def suffix(self):
        dot = self.name.rfind('.')
        return self.name[dot:] if 0 < dot < len(self.name) - 1 else ''

    @property
    def suffixes(self):
        if self.name.endswith('.'):
            return []
        return ['.' + part for part in self.name.lstrip('.').split('.')[1:]]

    @property
    def stem(self):
        dot = self.name.rfind('.')
        return self.name[:dot] if 0 < dot < len(self.name) - 1 else self.name

    @property
    def parent(self):
        return self._made(self._root, self._names[:-1]) if self._names else self

    @property
    def parents(self):
        return tuple(self._made(self._root, self._names[:n]) for n in range(len(self._names) - 1, -1, -1))

    def joinpath(self, *others):
        return type(self)(self, *others)

    def __truediv__(self, other):
        if not isinstance(other, (str, PurePath)):
            return NotImplemented
        return type(self)(self, other)

    def __rtruediv__(self, other):
        if not isinstance(other, str):
            return NotImplemented
        return type(self)(other, self)

    def with_name(self, name):
        if not self.name:
            raise ValueError(f'{self!r} has an empty name')
        return self._made(self._root, self._names[:-1] + [name])

    def with_suffix(self, suffix):
        if suffix and (not suffix.startswith('.') or suffix == '.'):
            raise ValueError(f'Invalid suffix {suffix!r}')
        return self.with_name(self.stem + suffix)

    def with_stem(self, stem):
        return self.with_name(stem + self.suffix)

    def is_absolute(self):
        return bool(self._root)

    def relative_to(self, *other):
        base = type(self)(*other)
        count = len(base._names)
        if base._root != self._root or self._names[:count] != base._names:
            raise ValueError(f"{str(self)!r} is not in the subpath of {str(base)!r} OR one path is relative and the "
                             'other is absolute.')
        return self._made('', self._names[count:])

    def is_relative_to(self, *other):
        try:
            self.relative_to(*other)
            return True
        except ValueError:
            return False

    def match(self, pattern):
        from fnmatch import fnmatchcase
        wanted = [part for part in pattern.split('/') if part]
        names = self._names[len(self._names) - len(wanted):]
        return len(names) == len(wanted) and all(fnmatchcase(a, b) for a, b in zip(names, wanted))

    def as_posix(self):
        return str(self)

    def __fspath__(self):
        return str(self)

    def __str__(self):
        return self._root + '/'.join(self._names) or '.'

    def __repr__(self):
        return f'{type(self).__name__}({str(self)!r})'

    def __hash__(self):
        return hash(str(self))

    def __eq__(self, other):
        return str(self) == str(other) if isinstance(other, PurePath) else NotImplemented

    def __lt__(self, other):
        return self.parts < other.parts

    def __le__(self, other):
        return self.parts <= other.parts

    def __gt__(self, other):
        return self.parts > other.parts

    def __ge__(self, other):
        return self.parts >= other.parts


class PurePosixPath(PurePath):
    pass


class Path(PurePath):
    @classmethod
    def cwd(cls):
        return cls(os.getcwd())

    @classmethod
    def home(cls):
        return cls(os.path.expanduser('~'))

    def exists(self):
        return os.path.exists(str(self))

    def is_file(self):
        return os.path.isfile(str(self))

    def is_dir(self):
        return os.path.isdir(str(self))

    def resolve(self, strict=False):
        return self.absolute() if '..' not in self._names else type(self)(os.path.normpath(str(self.absolute())))

    def absolute(self):
        return self if self._root else type(self)(os.getcwd(), self)

    def expanduser(self):
        return type(self)(os.path.expanduser(str(self)))

    def open(self, mode='r', **options):
        return open(str(self), mode)

    def read_text(self, encoding=None, errors=None):
        with self.open() as file:
            return file.read()

    def read_bytes(self):
        with self.open('rb') as file:
            return file.read()

    def write_text(self, data, encoding=None, errors=None, newline=None):
        with self.open('w') as file:
            return file.write(data)

    def write_bytes(self, data):
        with self.open('wb') as file:
            return file.write(data)

    def mkdir(self, mode=0o777, parents=False, exist_ok=False):
        if exist_ok and self.is_dir():
            return
        os.makedirs(str(self), exist_ok=exist_ok) if parents else os.mkdir(str(self))

    def iterdir(self):
        for name in os.listdir(str(self)):
            yield self / name

    def glob(self, pattern):
        import glob
        return (type(self)(found) for found in glob.glob(str(self / pattern)))

    def rglob(self, pattern):
        for each in self.iterdir():
            if each.match(pattern):
                yield each
            if each.is_dir():
                yield from each.rglob(pattern)

    def unlink(self, missing_ok=False):
        if not missing_ok or self.exists():
            os.unlink(str(self))

    def rename(self, target):
        os.rename(str(self), os.fspath(target))
        return type(self)(target)

    replace = rename

    def rmdir(self):
        os.rmdir(str(self))

    def touch(self, mode=0o666, exist_ok=True):
        if self.exists() and not exist_ok:
            raise FileExistsError(17, 'File exists', str(self))
        with self.open('a'):
            pass

    def samefile(self, other):
        return str(self.resolve()) == str(type(self)(other).resolve())


class PosixPath(Path):
    pass
