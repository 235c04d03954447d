# pprint: values on one line where they fit, one item a line where they do not.


def pformat(object, indent=1, width=80, depth=None, **options):
    return _format(object, 0, width, options.get('sort_dicts', True))


def _line(value, sort_dicts):
    if isinstance(value, dict):
        keys = sorted(value, key=str) if sort_dicts else list(value)
        return '{' + ', '.join(f'{key!r}: {_line(value[key], sort_dicts)}' for key in keys) + '}'
    if type(value) is list:
        return '[' + ', '.join(_line(item, sort_dicts) for item in value) + ']'
    if type(value) is tuple:
        return '(' + ', '.join(_line(item, sort_dicts) for item in value) + (',)' if len(value) == 1 else ')')
    return repr(value)


def _format(value, column, width, sort_dicts):
    text = _line(value, sort_dicts)
    if len(text) + column <= width or not isinstance(value, (list, tuple, dict)) or not value:
        return text
    separator = ',\n' + ' ' * (column + 1)
    if isinstance(value, dict):
        keys = sorted(value, key=str) if sort_dicts else list(value)
        items = [f'{key!r}: ' + _format(value[key], column + 1 + len(repr(key)) + 2, width, sort_dicts) for key in keys]
        return '{' + separator.join(items) + '}'
    items = [_format(item, column + 1, width, sort_dicts) for item in value]
    if isinstance(value, list):
        return '[' + separator.join(items) + ']'
    return '(' + separator.join(items) + (',)' if len(items) == 1 else ')')


def pprint(object, stream=None, indent=1, width=80, depth=None, **options):
    text = pformat(object, indent, width, depth, **options) + '\n'
    if stream is None:
        print(text, end='')
    else:
        stream.write(text)


pp = pprint


class PrettyPrinter:
    def __init__(self, indent=1, width=80, depth=None, stream=None, **options):
        self.width, self.stream = width, stream

    def pprint(self, object):
        pprint(object, self.stream, width=self.width)

    def pformat(self, object):
        return pformat(object, width=self.width)
