// importlib, and what kernel files import of packages that are no part of Python, in Python.
#include <string_view>

namespace tilewright::script {

extern const std::string_view kImportlibSource, kPackagingSource,
    kPackagingVersionSource, kTabulateSource;

const std::string_view kImportlibSource = R"PY(
import sys as _sys

def _absolute(name, package):
    if not package:
        raise TypeError(f"the 'package' argument is required to perform a relative import for {name!r}")
    level = len(name) - len(name.lstrip('.'))
    parts = package.split('.')
    if level > len(parts):
        raise ImportError('attempted relative import beyond top-level package')
    return '.'.join(parts[:len(parts) - level + 1] + [part for part in [name[level:]] if part])

def import_module(name, package=None):
    if name.startswith('.'):
        name = _absolute(name, package)
    module = __import__(name)
    for part in name.split('.')[1:]:
        module = getattr(module, part)
    return module

def reload(module):
    return module

def invalidate_caches():
    pass

import importlib.machinery, importlib.util
)PY";

const std::string_view kPackagingSource = "";

// Of PEP 440: numbers, then a pre-, post- or development release; a local part after '+' is left out.
const std::string_view kPackagingVersionSource = R"PY(
class InvalidVersion(ValueError):
    pass

def _split(text):
    parts, current = [], ''
    for c in text:
        if c in '.-_' or (current and c.isdigit() != current[-1].isdigit()):
            if current:
                parts.append(current)
            current = '' if c in '.-_' else c
        else:
            current += c
    if current:
        parts.append(current)
    return parts

_STAGES = {'dev': -4, 'a': -3, 'alpha': -3, 'b': -2, 'beta': -2, 'rc': -1, 'c': -1, 'pre': -1, 'post': 1}

class Version:
    def __init__(self, version):
        text = str(version).strip().lower().lstrip('v')
        self._text = text
        self.local = text.partition('+')[2] or None
        release, stage, number = [], 0, 0
        for part in _split(text.partition('+')[0]):
            if part.isdigit():
                if stage == 0:
                    release.append(int(part))
                else:
                    number = int(part)
            elif part in _STAGES:
                if stage == 0:
                    stage = _STAGES[part]
            else:
                raise InvalidVersion(f"Invalid version: '{version}'")
        if not release:
            raise InvalidVersion(f"Invalid version: '{version}'")
        self.release = tuple(release)
        self.is_prerelease = stage < 0
        self.is_devrelease = stage == -4
        while len(release) > 1 and release[-1] == 0:
            release.pop()
        self._key = (tuple(release), stage, number)

    major = property(lambda self: self.release[0])
    minor = property(lambda self: self.release[1] if len(self.release) > 1 else 0)
    micro = property(lambda self: self.release[2] if len(self.release) > 2 else 0)
    base_version = property(lambda self: '.'.join(str(n) for n in self.release))
    public = property(lambda self: self._text.partition('+')[0])

    def __repr__(self):
        return f"<Version('{self._text}')>"
    def __str__(self):
        return self._text
    def __hash__(self):
        return hash(self._key)
    def __eq__(self, other):
        return isinstance(other, Version) and self._key == other._key
    def __lt__(self, other):
        return self._key < other._key
    def __le__(self, other):
        return self._key <= other._key
    def __gt__(self, other):
        return self._key > other._key
    def __ge__(self, other):
        return self._key >= other._key

def parse(version):
    return Version(version)
)PY";

const std::string_view kTabulateSource = R"PY(
def tabulate(rows, headers=(), **options):
    table = [[str(cell) for cell in row] for row in ([list(headers)] if headers else []) + [list(row) for row in rows]]
    widths = [max(len(row[i]) for row in table if i < len(row)) for i in range(max((len(row) for row in table), default=0))]
    lines = ['  '.join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in table]
    if headers and lines:
        lines.insert(1, '  '.join('-' * width for width in widths))
    return '\n'.join(lines)
)PY";

}  // namespace tilewright::script
