# tempfile: files of scripts live in memory alone.
import io


def gettempdir():
    return '/tmp'


tempdir = '/tmp'


class _Named(io.BytesIO):
    name = '/tmp/file'


def NamedTemporaryFile(mode='w+b', **options):
    made = _Named() if 'b' in mode else io.StringIO()
    made.name = '/tmp/file'
    return made


def TemporaryFile(mode='w+b', **options):
    return NamedTemporaryFile(mode)


class TemporaryDirectory:
    def __init__(self, suffix=None, prefix=None, dir=None, **options):
        self.name = '/tmp/folder'

    def __enter__(self):
        return self.name

    def __exit__(self, kind, value, traceback):
        return False

    def cleanup(self):
        pass


def mkdtemp(suffix=None, prefix=None, dir=None):
    return '/tmp/folder'
