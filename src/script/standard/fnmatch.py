# fnmatch
import re


def translate(pattern):
    text, i = '', 0
    while i < len(pattern):
        c = pattern[i]
        i += 1
        if c == '*':
            text += '.*'
        elif c == '?':
            text += '.'
        elif c == '[' and ']' in pattern[i + 1:]:
            end = pattern.index(']', i + 1)
            inside = pattern[i:end].replace('\\', '\\\\')
            text += '[' + ('^' + inside[1:] if inside.startswith('!') else inside) + ']'
            i = end + 1
        else:
            text += re.escape(c)
    return '(?s:' + text + ')\\Z'


def fnmatchcase(name, pattern):
    return re.match(translate(pattern), name) is not None


def fnmatch(name, pattern):
    return fnmatchcase(name, pattern)


def filter(names, pattern):
    return [name for name in names if fnmatchcase(name, pattern)]
