# textwrap: dedent, indent and filling of paragraphs.


def dedent(text):
    lines = text.split('\n')
    margin = None
    for i, line in enumerate(lines):
        if not line.strip(' \t'):
            lines[i] = ''
            continue
        indent = line[:len(line) - len(line.lstrip(' \t'))]
        if margin is None:
            margin = indent
        while not indent.startswith(margin):
            margin = margin[:-1]
    if margin:
        lines = [line[len(margin):] if line else line for line in lines]
    return '\n'.join(lines)


def indent(text, prefix, predicate=None):
    keep = predicate if predicate is not None else (lambda line: line.strip())
    return ''.join(prefix + line if keep(line) else line for line in text.splitlines(True))


def wrap(text, width=70, initial_indent='', subsequent_indent='', **options):
    lines, current = [], ''
    for word in text.split():
        prefix = subsequent_indent if lines else initial_indent
        if not current:
            current = prefix + word
        elif len(current) + 1 + len(word) <= width:
            current += ' ' + word
        else:
            lines.append(current)
            current = subsequent_indent + word
    if current:
        lines.append(current)
    return lines


def fill(text, width=70, **options):
    return '\n'.join(wrap(text, width, **options))


def shorten(text, width, placeholder=' [...]', **options):
    words = text.split()
    if len(' '.join(words)) <= width:
        return ' '.join(words)
    while words and len(' '.join(words) + placeholder) > width:
        words.pop()
    return ' '.join(words) + placeholder if words else placeholder.strip()
