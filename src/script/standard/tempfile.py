# tempfile: files of scripts live in memory alone.
import io
import os

tempdir = '/tmp'
_made = [0]


def gettempdir():
    return tempdir


def mktemp(suffix='', prefix='tmp', dir=None):
    _made[0] += 1
    return os.path.join(dir or tempdir, f'{prefix or "tmp"}{_made[0]:08d}{suffix or ""}')


class _Named:
    """A written file that is removed when it is closed."""

    def __init__(self, name, mode, delete):
        self.name, self._file, self._deletes = name, open(name, mode), delete

    def close(self):
        self._file.close()
        if self._deletes and os.path.exists(self.name):
            os.remove(self.name)

    def __getattr__(self, name):
        return getattr(self._file, name)

    def __iter__(self):
        return iter(self._file)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        self.close()
        return False


def NamedTemporaryFile(mode='w+b', buffering=-1, encoding=None, newline=None, suffix='', prefix='tmp', dir=None,
                       delete=True, **options):
    if not os._may_write():
        made = io.BytesIO() if 'b' in mode else io.StringIO()
        made.name = mktemp(suffix, prefix, dir)
        return made
    os.makedirs(dir or tempdir, exist_ok=True)
    return _Named(mktemp(suffix, prefix, dir), mode, delete)


def TemporaryFile(mode='w+b', *arguments, **options):
    return NamedTemporaryFile(mode, *arguments, **options)


def mkdtemp(suffix='', prefix='tmp', dir=None):
    name = mktemp(suffix, prefix, dir)
    if os._may_write():
        os.makedirs(name)
    return name


class TemporaryDirectory:
    def __init__(self, suffix='', prefix='tmp', dir=None, ignore_cleanup_errors=False, **options):
        self.name = mkdtemp(suffix, prefix, dir)

    def __enter__(self):
        return self.name

    def __exit__(self, kind, value, traceback):
        self.cleanup()
        return False

    def cleanup(self):
        if os._may_write() and os.path.isdir(self.name):
            os._remove_tree(self.name)
