# re
import _re

A = ASCII = 256
I = IGNORECASE = 2
L = LOCALE = 4
M = MULTILINE = 8
S = DOTALL = 16
U = UNICODE = 32
X = VERBOSE = 64
NOFLAG = 0
RegexFlag = int

_SEARCH, _MATCH, _FULLMATCH, _NEXT = 0, 1, 2, 3


class error(Exception):
    def __init__(self, msg, pattern=None, pos=None):
        super().__init__(msg)
        self.msg, self.pattern, self.pos = msg, pattern, pos


class Match:
    def __init__(self, pattern, string, ends, pos, endpos):
        self.re, self.string, self.pos, self.endpos = pattern, string, pos, endpos
        self._ends = ends

    def _number(self, group):
        if isinstance(group, int):
            if not 0 <= group <= self.re.groups:
                raise IndexError('no such group')
            return group
        if group not in self.re.groupindex:
            raise IndexError('no such group')
        return self.re.groupindex[group]

    def _text(self, number, default=None):
        start = self._ends[2 * number]
        return default if start < 0 else self.string[start:self._ends[2 * number + 1]]

    def group(self, *groups):
        if len(groups) == 1:
            return self._text(self._number(groups[0]))
        if not groups:
            return self._text(0)
        return tuple(self._text(self._number(group)) for group in groups)

    def __getitem__(self, group):
        return self._text(self._number(group))

    def groups(self, default=None):
        return tuple(self._text(number, default) for number in range(1, self.re.groups + 1))

    def groupdict(self, default=None):
        return {name: self._text(number, default) for name, number in self.re.groupindex.items()}

    def start(self, group=0):
        return self._ends[2 * self._number(group)]

    def end(self, group=0):
        return self._ends[2 * self._number(group) + 1]

    def span(self, group=0):
        return (self.start(group), self.end(group))

    def expand(self, template):
        return _expand(_parse_template(template, self.re), self)

    @property
    def lastindex(self):
        best, best_end = None, -1
        for number in range(1, self.re.groups + 1):
            if self._ends[2 * number + 1] > best_end:
                best, best_end = number, self._ends[2 * number + 1]
        return best

    @property
    def lastgroup(self):
        for name, number in self.re.groupindex.items():
            if number == self.lastindex:
                return name
        return None

    def __bool__(self):
        return True

    def __repr__(self):
        return f'<re.Match object; span={self.span()}, match={self.group()!r}>'


_ESCAPES = {'n': '\n', 't': '\t', 'r': '\r', 'a': '\a', 'b': '\b', 'f': '\f', 'v': '\v', '\\': '\\'}


def _parse_template(template, pattern):
    """Texts and group numbers, in order."""
    parts, text, i = [], '', 0
    while i < len(template):
        c = template[i]
        if c != '\\' or i + 1 == len(template):
            text += c
            i += 1
            continue
        following = template[i + 1]
        i += 2
        if following == 'g':
            if template[i:i + 1] != '<' or '>' not in template[i:]:
                raise error('missing <')
            end = template.index('>', i)
            name = template[i + 1:end]
            i = end + 1
            number = int(name) if name.isdigit() else pattern.groupindex.get(name)
            if number is None:
                raise IndexError(f'unknown group name {name!r}')
            parts.extend((text, number))
            text = ''
        elif following.isdigit() and following != '0':
            digits = following
            if template[i:i + 1].isdigit():
                digits += template[i]
                i += 1
            if int(digits) > pattern.groups:
                raise error(f'invalid group reference {digits}')
            parts.extend((text, int(digits)))
            text = ''
        elif following == '0':
            text += '\0'
        elif following in _ESCAPES:
            text += _ESCAPES[following]
        elif following.isalpha():
            raise error(f'bad escape \\{following}')
        else:
            text += '\\' + following
    parts.append(text)
    return parts


def _expand(parts, match):
    return ''.join(match._text(part, '') if isinstance(part, int) else part for part in parts)


class Pattern:
    def __init__(self, pattern, flags):
        self.pattern, self.flags = pattern, flags | (0 if isinstance(pattern, bytes) else U)
        self._code = _re.compile(pattern, flags)
        if isinstance(self._code, str):
            raise error(self._code, pattern)
        self.groups = self._code.groups
        self.groupindex = self._code.groupindex

    def _run(self, string, pos, endpos, mode):
        ends = _re.match(self._code, string, pos, endpos, mode)
        if ends is None:
            return None
        return Match(self, string, ends, pos, len(string) if endpos is None else endpos)

    def search(self, string, pos=0, endpos=None):
        return self._run(string, pos, endpos, _SEARCH)

    def match(self, string, pos=0, endpos=None):
        return self._run(string, pos, endpos, _MATCH)

    def fullmatch(self, string, pos=0, endpos=None):
        return self._run(string, pos, endpos, _FULLMATCH)

    def finditer(self, string, pos=0, endpos=None):
        mode = _SEARCH
        while True:
            found = self._run(string, pos, endpos, mode)
            if found is None:
                return
            yield found
            pos = found.end()
            mode = _NEXT if found.start() == pos else _SEARCH

    def findall(self, string, pos=0, endpos=None):
        if self.groups == 0:
            return [match.group() for match in self.finditer(string, pos, endpos)]
        empty = string[:0]
        if self.groups == 1:
            return [match._text(1, empty) for match in self.finditer(string, pos, endpos)]
        return [match.groups(empty) for match in self.finditer(string, pos, endpos)]

    def subn(self, repl, string, count=0):
        parts = None if callable(repl) else _parse_template(repl, self)
        pieces, at, done = [], 0, 0
        for match in self.finditer(string):
            if count and done == count:
                break
            pieces.append(string[at:match.start()])
            pieces.append(repl(match) if parts is None else _expand(parts, match))
            at = match.end()
            done += 1
        pieces.append(string[at:])
        return string[:0].join(pieces), done

    def sub(self, repl, string, count=0):
        return self.subn(repl, string, count)[0]

    def split(self, string, maxsplit=0):
        pieces, at = [], 0
        for match in self.finditer(string):
            if maxsplit and len(pieces) // (self.groups + 1) == maxsplit:
                break
            pieces.append(string[at:match.start()])
            pieces.extend(match.groups())
            at = match.end()
        pieces.append(string[at:])
        return pieces

    def __eq__(self, other):
        return isinstance(other, Pattern) and (self.pattern, self.flags) == (other.pattern, other.flags)

    def __hash__(self):
        return hash((self.pattern, self.flags))

    def __repr__(self):
        names = [name for name, value in (('re.IGNORECASE', I), ('re.MULTILINE', M), ('re.DOTALL', S), ('re.VERBOSE', X),
                                          ('re.ASCII', A)) if self.flags & value]
        return f"re.compile({self.pattern!r}{', ' + '|'.join(names) if names else ''})"


_known = {}


def compile(pattern, flags=0):
    if isinstance(pattern, Pattern):
        return pattern
    key = (type(pattern), pattern, int(flags))
    found = _known.get(key)
    if found is None:
        if len(_known) >= 512:
            _known.clear()
        found = _known[key] = Pattern(pattern, int(flags))
    return found


def search(pattern, string, flags=0):
    return compile(pattern, flags).search(string)


def match(pattern, string, flags=0):
    return compile(pattern, flags).match(string)


def fullmatch(pattern, string, flags=0):
    return compile(pattern, flags).fullmatch(string)


def findall(pattern, string, flags=0):
    return compile(pattern, flags).findall(string)


def finditer(pattern, string, flags=0):
    return compile(pattern, flags).finditer(string)


def sub(pattern, repl, string, count=0, flags=0):
    return compile(pattern, flags).sub(repl, string, count)


def subn(pattern, repl, string, count=0, flags=0):
    return compile(pattern, flags).subn(repl, string, count)


def split(pattern, string, maxsplit=0, flags=0):
    return compile(pattern, flags).split(string, maxsplit)


def escape(pattern):
    special = '\\.^$*+?{}[]|()-&~# \t\n\r\v\f'
    return ''.join('\\' + c if c in special else c for c in pattern)


def purge():
    _known.clear()
