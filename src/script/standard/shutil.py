# shutil: no program is found; files that the script wrote are copied and removed, those of a disk are only read.
import os


class Error(OSError):
    pass


class SameFileError(Error):
    pass


def which(cmd, mode=None, path=None):
    return None


def get_terminal_size(fallback=(80, 24)):
    return fallback


def copyfileobj(fsrc, fdst, length=0):
    fdst.write(fsrc.read())


def copyfile(src, dst, *, follow_symlinks=True):
    if os.path.abspath(src) == os.path.abspath(dst):
        raise SameFileError(f'{src!r} and {dst!r} are the same file')
    with open(src, 'rb') as source, open(dst, 'wb') as target:
        target.write(source.read())
    return dst


def copy(src, dst, *, follow_symlinks=True):
    if os.path.isdir(dst):
        dst = os.path.join(dst, os.path.basename(src))
    return copyfile(src, dst)


copy2 = copy


def copytree(src, dst, dirs_exist_ok=False, **options):
    os.makedirs(dst, exist_ok=dirs_exist_ok)
    for name in os.listdir(src):
        source, target = os.path.join(src, name), os.path.join(dst, name)
        copytree(source, target, dirs_exist_ok) if os.path.isdir(source) else copy(source, target)
    return dst


def move(src, dst):
    if os.path.isdir(dst):
        dst = os.path.join(dst, os.path.basename(src))
    os.rename(src, dst)
    return dst


def rmtree(path, ignore_errors=False, onerror=None):
    try:
        os._remove_tree(path)
    except OSError:
        if not ignore_errors:
            raise
