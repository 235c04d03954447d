# getopt: options of a command line as C's getopt reads them.


class GetoptError(Exception):
    def __init__(self, msg, opt=''):
        self.msg, self.opt = msg, opt
        Exception.__init__(self, msg, opt)

    def __str__(self):
        return self.msg


error = GetoptError


def _long_option(given, longopts):
    found = [option for option in longopts if option.startswith(given)]
    if not found:
        raise GetoptError(f'option --{given} not recognized', given)
    if given in found:
        return given, False
    if given + '=' in found:
        return given, True
    if len(found) > 1:
        raise GetoptError(f'option --{given} not a unique prefix', given)
    return found[0].rstrip('='), found[0].endswith('=')


def _take_long(text, args, longopts, options):
    name, equals, value = text.partition('=')
    name, needs_value = _long_option(name, longopts)
    if needs_value and not equals:
        if not args:
            raise GetoptError(f'option --{name} requires argument', name)
        value = args.pop(0)
    if not needs_value and equals:
        raise GetoptError(f'option --{name} must not have an argument', name)
    options.append(('--' + name, value))


def _take_short(letters, args, shortopts, options):
    while letters:
        letter, letters = letters[0], letters[1:]
        at = shortopts.find(letter)
        if at < 0 or letter == ':':
            raise GetoptError(f'option -{letter} not recognized', letter)
        value = ''
        if shortopts.startswith(':', at + 1):
            if not letters and not args:
                raise GetoptError(f'option -{letter} requires argument', letter)
            value, letters = (letters, '') if letters else (args.pop(0), '')
        options.append(('-' + letter, value))


def getopt(args, shortopts, longopts=[]):
    options, args = [], list(args)
    longopts = [longopts] if isinstance(longopts, str) else list(longopts)
    while args and args[0].startswith('-') and args[0] != '-':
        first = args.pop(0)
        if first == '--':
            break
        if first.startswith('--'):
            _take_long(first[2:], args, longopts, options)
        else:
            _take_short(first[1:], args, shortopts, options)
    return options, args


def gnu_getopt(args, shortopts, longopts=[]):
    options, others, args = [], [], list(args)
    while args:
        if args[0] == '--':
            return options, others + args[1:]
        if args[0].startswith('-') and args[0] != '-':
            first = args.pop(0)
            if first.startswith('--'):
                _take_long(first[2:], args, [longopts] if isinstance(longopts, str) else longopts, options)
            else:
                _take_short(first[1:], args, shortopts.lstrip('+'), options)
        elif shortopts.startswith('+'):
            return options, args
        else:
            others.append(args.pop(0))
    return options, others
