# yaml: PyYAML's safe loader and dumper, on libyaml.
import _yaml
import re

__version__ = '6.0'


class YAMLError(Exception):
    pass


class MarkedYAMLError(YAMLError):
    pass


class ReaderError(YAMLError):
    pass


class ScannerError(MarkedYAMLError):
    pass


class ParserError(MarkedYAMLError):
    pass


class ComposerError(MarkedYAMLError):
    pass


class ConstructorError(MarkedYAMLError):
    pass


class RepresenterError(YAMLError):
    pass


class SafeLoader:
    pass


class Loader(SafeLoader):
    pass


class FullLoader(SafeLoader):
    pass


class UnsafeLoader(SafeLoader):
    pass


class SafeDumper:
    pass


class Dumper(SafeDumper):
    pass


BaseLoader, CSafeLoader, CLoader, CFullLoader = SafeLoader, SafeLoader, Loader, FullLoader
CSafeDumper, CDumper = SafeDumper, Dumper

# The forms of YAML 1.1's scalars, https://yaml.org/type/.
_FLOAT = re.compile(r'(?:[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?'
                    r'|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))')
_INTEGER = re.compile(r'(?:[-+]?0b[0-1_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+'
                      r'|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+)')
_DATE = re.compile(r'([0-9]{4})-([0-9]{2})-([0-9]{2})')
_TRUE, _FALSE = ('yes', 'true', 'on'), ('no', 'false', 'off')
_PREFIX = 'tag:yaml.org,2002:'


def _has_one_case(text):
    return text in (text.lower(), text.upper(), text.capitalize())


def _sexagesimal(digits, number):
    value = 0
    for digit in digits.split(':'):
        value = value * 60 + number(digit)
    return value


def _integer(text):
    digits = text.replace('_', '')
    sign = -1 if digits.startswith('-') else 1
    digits = digits.lstrip('+-')
    if digits == '0':
        return 0
    if digits.startswith('0b'):
        return sign * int(digits[2:], 2)
    if digits.startswith('0x'):
        return sign * int(digits[2:], 16)
    if digits.startswith('0'):
        return sign * int(digits, 8)
    return sign * (_sexagesimal(digits, int) if ':' in digits else int(digits))


def _float(text):
    digits = text.replace('_', '').lower()
    sign = -1.0 if digits.startswith('-') else 1.0
    digits = digits.lstrip('+-')
    if digits in ('.inf', '.nan'):
        return sign * float(digits[1:])
    return sign * (_sexagesimal(digits, float) if ':' in digits else float(digits))


def _resolve(text):
    """What a plain scalar means."""
    lower = text.lower()
    if lower in ('', '~', 'null') and _has_one_case(text):
        return None
    if lower in _TRUE and _has_one_case(text):
        return True
    if lower in _FALSE and _has_one_case(text):
        return False
    if _INTEGER.fullmatch(text):
        return _construct(_PREFIX + 'int', text)
    if _FLOAT.fullmatch(text):
        return _float(text)
    found = _DATE.fullmatch(text)
    if found:
        import datetime
        return datetime.date(*(int(part) for part in found.groups()))
    if text in ('=', '<<'):
        return _construct(_PREFIX + ('value' if text == '=' else 'merge'), text)
    return text


def _construct(tag, text):
    kind = tag[len(_PREFIX):] if tag.startswith(_PREFIX) else None
    try:
        if kind == 'str':
            return text
        if kind == 'int':
            return _integer(text)
        if kind == 'float':
            return _float(text)
        if kind == 'null':
            return None
        if kind == 'bool' and text.lower() in _TRUE + _FALSE:
            return text.lower() in _TRUE
        if kind == 'binary':
            import base64
            return base64.b64decode(text.encode())
    except ValueError as error:
        raise ConstructorError(str(error)) from None
    if kind == 'merge':
        return text
    raise ConstructorError(f'could not determine a constructor for the tag {tag!r}')


def _text_of(stream):
    return stream.read() if hasattr(stream, 'read') else stream


def load_all(stream, Loader=SafeLoader):
    for document in _yaml.load(_text_of(stream), _resolve, _construct):
        yield document


def load(stream, Loader=SafeLoader):
    documents = _yaml.load(_text_of(stream), _resolve, _construct)
    if len(documents) > 1:
        raise ComposerError('expected a single document in the stream, but found another document')
    return documents[0] if documents else None


safe_load, safe_load_all, full_load, full_load_all, unsafe_load = load, load_all, load, load_all, load


def dump_all(documents, stream=None, Dumper=Dumper, default_style=None, default_flow_style=False, canonical=None,
             indent=None, width=None, allow_unicode=None, line_break=None, encoding=None, explicit_start=None,
             explicit_end=None, version=None, tags=None, sort_keys=True):
    if default_style is not None or canonical or explicit_end or version or tags:
        raise NotImplementedError('yaml: styles, tags and canonical form are not written here')
    documents = list(documents)
    text = ''.join(_yaml.dump(document, sort_keys, default_flow_style, indent, width, explicit_start or i > 0, _resolve)
                   for i, document in enumerate(documents))
    if encoding is not None:
        text = text.encode()
    if stream is None:
        return text
    stream.write(text)


def dump(data, stream=None, Dumper=Dumper, **options):
    return dump_all([data], stream, **options)


def safe_dump(data, stream=None, **options):
    return dump_all([data], stream, **options)


def safe_dump_all(documents, stream=None, **options):
    return dump_all(documents, stream, **options)


def add_constructor(tag, constructor, Loader=None):
    raise NotImplementedError('yaml: own constructors and representers are not run here')


add_representer = add_multi_representer = add_multi_constructor = add_implicit_resolver = add_constructor
