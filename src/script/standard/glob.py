# glob: patterns over os.listdir, as far as the script may read folders.
import os
from fnmatch import fnmatchcase


def _has_magic(text):
    return any(c in text for c in '*?[')


def iglob(pathname, *, recursive=False, **options):
    folder, name = os.path.split(pathname)
    if not _has_magic(pathname):
        if os.path.exists(pathname):
            yield pathname
        return
    folders = iglob(folder, recursive=recursive) if _has_magic(folder) else [folder]
    for each in folders:
        if not _has_magic(name):
            if os.path.exists(os.path.join(each, name)):
                yield os.path.join(each, name)
            continue
        for found in os.listdir(each or '.'):
            if fnmatchcase(found, name) and (name.startswith('.') or not found.startswith('.')):
                yield os.path.join(each, found)


def glob(pathname, **options):
    return list(iglob(pathname, **options))


def escape(pathname):
    return ''.join('[' + c + ']' if c in '*?[' else c for c in pathname)
