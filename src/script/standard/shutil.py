# shutil: no program is found, no file changes.


class Error(OSError):
    pass


def which(cmd, mode=None, path=None):
    return None


def get_terminal_size(fallback=(80, 24)):
    return fallback


def _refuse(name):
    def function(*arguments, **options):
        raise PermissionError(1, f'shutil.{name} is not available to scripts here')

    return function


copy, copy2, copyfile, copytree = (_refuse(name) for name in ('copy', 'copy2', 'copyfile', 'copytree'))
move, rmtree = _refuse('move'), _refuse('rmtree')
