# pytest: marks, fixtures and parameters; main() and `tilewright run FILE.py --test` run a module's tests.
import _script
import importlib
import inspect
import itertools
import sys


class Skipped(Exception):
    def __init__(self, reason=''):
        super().__init__(reason)
        self.msg = reason


class Failed(AssertionError):
    pass


class XFailed(Exception):
    pass


def skip(reason='', *, allow_module_level=False, **options):
    raise Skipped(reason)


def fail(reason='', pytrace=True):
    raise Failed(reason)


def xfail(reason=''):
    raise XFailed(reason)


def exit(reason='', returncode=None):
    sys.exit(returncode or 0)


skip.Exception, fail.Exception = Skipped, Failed


class Mark:
    def __init__(self, name, args, kwargs):
        self.name, self.args, self.kwargs = name, args, kwargs


class MarkDecorator:
    def __init__(self, name, args=(), kwargs=None):
        self.name, self.args, self.kwargs = name, args, kwargs or {}

    def __call__(self, *args, **kwargs):
        if len(args) == 1 and not kwargs and callable(args[0]) and (self.name != 'parametrize' or self.args):
            target = args[0]
            target.pytestmark = [Mark(self.name, self.args, self.kwargs)] + list(getattr(target, 'pytestmark', []))
            return target
        return MarkDecorator(self.name, self.args + args, {**self.kwargs, **kwargs})


class _Marks:
    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        return MarkDecorator(name)


mark = _Marks()


class ParameterSet:
    def __init__(self, values, marks, id):
        self.values, self.marks, self.id = values, marks, id


def param(*values, marks=(), id=None):
    return ParameterSet(values, marks if isinstance(marks, (list, tuple)) else (marks,), id)


class _Fixture:
    def __init__(self, function, params, ids, scope, autouse, name):
        self.function, self.params, self.scope, self.autouse = function, params, scope, autouse
        self.name = name or function.__name__

    def __call__(self, *args, **kwargs):
        return self.function(*args, **kwargs)


def fixture(function=None, *, params=None, ids=None, scope='function', autouse=False, name=None):
    if callable(function):
        return _Fixture(function, params, ids, scope, autouse, name)
    return lambda inner: _Fixture(inner, params, ids, scope, autouse, name)


class ExceptionInfo:
    def __init__(self):
        self.value = self.type = None

    def match(self, pattern):
        import re
        assert re.search(pattern, str(self.value)), f'Regex pattern did not match.\n Regex: {pattern!r}\n Input: {str(self.value)!r}'
        return True

    def __str__(self):
        return repr(self.value)


class _Raises:
    def __init__(self, expected, pattern):
        self.expected, self.pattern, self.info = expected, pattern, ExceptionInfo()

    def __enter__(self):
        return self.info

    def __exit__(self, kind, value, traceback):
        if kind is None:
            raise Failed(f'DID NOT RAISE {self.expected!r}')
        if not issubclass(kind, self.expected):
            return False
        self.info.value, self.info.type = value, kind
        if self.pattern is not None:
            self.info.match(self.pattern)
        return True


def raises(expected, *args, match=None, **kwargs):
    context = _Raises(expected, match)
    if not args:
        return context
    with context as info:
        args[0](*args[1:], **kwargs)
    return info


class warns:
    def __init__(self, expected=Warning, match=None):
        pass

    def __enter__(self):
        return []

    def __exit__(self, kind, value, traceback):
        return False


deprecated_call = warns


class approx:
    def __init__(self, expected, rel=None, abs=None, nan_ok=False):
        self.expected, self.rel, self.abs, self.nan_ok = expected, rel, abs, nan_ok

    def _is_close(self, actual, expected):
        if actual == expected:
            return True
        if actual != actual and expected != expected:
            return self.nan_ok
        relative = 1e-6 if self.rel is None and self.abs is None else self.rel or 0.0
        tolerance = max(relative * _absolute(expected), 1e-12 if self.abs is None else self.abs)
        return _absolute(actual - expected) <= tolerance

    def __eq__(self, actual):
        expected = self.expected
        if isinstance(expected, dict):
            return expected.keys() == actual.keys() and all(self._is_close(actual[k], expected[k]) for k in expected)
        if isinstance(expected, (list, tuple)):
            return len(actual) == len(expected) and all(self._is_close(a, e) for a, e in zip(actual, expected))
        return self._is_close(actual, expected)

    def __ne__(self, actual):
        return not self == actual

    def __repr__(self):
        return f'approx({self.expected!r})'


_absolute = abs


def importorskip(modname, minversion=None, reason=None):
    import importlib
    try:
        return importlib.import_module(modname)
    except ImportError:
        raise Skipped(reason or f'could not import {modname!r}')


class MonkeyPatch:
    def __init__(self):
        self._undo = []

    def setattr(self, target, name, value, raising=True):
        self._undo.append((setattr, target, name, getattr(target, name, None)))
        setattr(target, name, value)

    def setitem(self, mapping, name, value):
        missing = object()
        before = mapping.get(name, missing)
        self._undo.append((self._restore, mapping, name, (before, before is missing)))
        mapping[name] = value

    def setenv(self, name, value, prepend=None):
        import os
        self.setitem(os.environ, name, value)

    def delenv(self, name, raising=True):
        import os
        os.environ.pop(name, None)

    @staticmethod
    def _restore(mapping, name, before):
        value, was_missing = before
        if was_missing:
            mapping.pop(name, None)
        else:
            mapping[name] = value

    def undo(self):
        while self._undo:
            function, target, name, value = self._undo.pop()
            function(target, name, value)


class _Capture:
    """capsys: what is printed while a test runs."""

    def __init__(self):
        self._before = sys.stdout, sys.stderr
        self._start()

    def _start(self):
        import io
        sys.stdout, sys.stderr = io.StringIO(), io.StringIO()

    def readouterr(self):
        import collections
        read = collections.namedtuple('CaptureResult', 'out err')(sys.stdout.getvalue(), sys.stderr.getvalue())
        self._start()
        return read

    def disabled(self):
        return _Released(self._before)

    def close(self):
        sys.stdout, sys.stderr = self._before


class _Released:
    def __init__(self, streams):
        self._streams = streams

    def __enter__(self):
        self._captured = sys.stdout, sys.stderr
        sys.stdout, sys.stderr = self._streams

    def __exit__(self, kind, value, traceback):
        sys.stdout, sys.stderr = self._captured
        return False


CaptureFixture = _Capture


class Parser:
    """What pytest_addoption of a conftest.py adds options to: argparse's arguments."""

    def __init__(self):
        import argparse
        self._parser = argparse.ArgumentParser('pytest', add_help=False)

    def addoption(self, *names, **attributes):
        self._parser.add_argument(*names, **attributes)

    def getgroup(self, name, description='', after=None):
        return self

    def addini(self, name, help, type=None, default=None):
        pass

    def parse(self, arguments):
        return self._parser.parse_known_args(arguments)[0]


class Config:
    def __init__(self, options):
        self.option = options

    def getoption(self, name, default=None, skip=False):
        return getattr(self.option, name.lstrip('-').replace('-', '_'), default)

    getvalue = getoption

    def addinivalue_line(self, name, line):
        pass

    def getini(self, name):
        return ''


class _Node:
    def __init__(self, test):
        self._test = test
        self.name = test.name.rpartition('::')[2]
        self.nodeid = test.name

    def get_closest_marker(self, name, default=None):
        return next((mark for mark in self._test.marks if mark.name == name), default)

    def iter_markers(self, name=None):
        return [mark for mark in self._test.marks if name is None or mark.name == name]


class FixtureRequest:
    def __init__(self, test, param=None):
        self._test, self.param = test, param
        self.config, self.node, self.function = test.runner.config, _Node(test), test.function
        self.module = test.runner.module
        self.instance = None if inspect.ismodule(test.owner) else test.owner
        self.cls = type(self.instance) if self.instance is not None else None

    def getfixturevalue(self, argname):
        return self._test.value_of(argname)

    def addfinalizer(self, finalizer):
        self._test._open.append(finalizer)


class _Test:
    """One function with one set of parameters."""

    def __init__(self, runner, name, function, values, marks, owner=None):
        self.runner, self.name, self.function, self.values, self.marks = runner, name, function, values, marks
        self.owner = owner  # the instance or module whose setup_method or setup_function goes before
        self._made, self._open, self._is_closed = {}, [], False

    def value_of(self, name):
        if name in self.values:
            return self.values[name]
        if name not in self._made:
            self._made[name] = self._make(name)
        return self._made[name]

    def _make(self, name):
        if name == 'monkeypatch':
            patch = MonkeyPatch()
            self._open.append(patch.undo)
            return patch
        if name == 'capsys':
            capture = _Capture()
            self._open.append(capture.close)
            return capture
        if name == 'tmp_path':
            return self.runner.temporary.mktemp(self.function.__name__)
        if name == 'tmp_path_factory':
            return self.runner.temporary
        if name == 'pytestconfig':
            return self.runner.config
        if name == 'request':
            return FixtureRequest(self)
        found = self.runner.fixtures.get(name)
        if found is None:
            raise LookupError(f"fixture '{name}' not found")
        param = self.values.get('request:' + name)
        if found.scope == 'function':
            return self._made_by(found, param, self._open)
        kept = self.runner.kept(found.scope)
        key = name, _text(param)
        if key not in kept.values:
            kept.values[key] = self._made_by(found, param, kept.open)
        return kept.values[key]

    def _made_by(self, found, param, opened):
        arguments = {}
        parameters = list(inspect.signature(found.function).parameters)
        if parameters and parameters[0] == 'self':  # a fixture that is a method of the test's class
            arguments['self'] = self.owner
            parameters = parameters[1:]
        for parameter in parameters:
            arguments[parameter] = FixtureRequest(self, param) if parameter == 'request' else self.value_of(parameter)
        made = found.function(**arguments)
        if not inspect.isgenerator(made):
            return made
        value = next(made)
        opened.append(lambda: next(made, None))
        return value

    def run(self):
        kind = 'function' if inspect.ismodule(self.owner) else 'method'
        _call_hook(self.owner, f'setup_{kind}', self.function)
        try:
            for found in self.runner.fixtures.values():
                if found.autouse:
                    self.value_of(found.name)
            for mark in self.marks:
                for name in mark.args if mark.name == 'usefixtures' else ():
                    self.value_of(name)
            arguments = {name: self.value_of(name) for name in inspect.signature(self.function).parameters}
            self.function(**arguments)
        finally:
            self.close()

    def close(self):
        """Takes down what the test opened, once; also of a test that a fault ended."""
        if self._is_closed:
            return
        self._is_closed = True
        while self._open:
            self._open.pop()()
        _call_hook(self.owner, f'teardown_{"function" if inspect.ismodule(self.owner) else "method"}', self.function)


class TempPathFactory:
    """Folders that no other test has; nothing of them is written to the disk."""

    def __init__(self):
        self._names = set()

    def getbasetemp(self):
        import pathlib
        return pathlib.Path('/tmp/pytest')

    def mktemp(self, basename, numbered=True):
        number, name = 0, f'{basename}0' if numbered else basename
        while name in self._names:
            if not numbered:
                raise FileExistsError(f'[Errno 17] File exists: {str(self.getbasetemp() / name)!r}')
            number += 1
            name = f'{basename}{number}'
        self._names.add(name)
        folder = self.getbasetemp() / name
        folder.mkdir(parents=True, exist_ok=True)
        return folder


class _Kept:
    """The values of fixtures of one scope, and what takes them down."""

    def __init__(self):
        self.values, self.open = {}, []

    def close(self):
        while self.open:
            self.open.pop()()
        self.values.clear()


def _state_of_torch():
    """What `with` blocks of torch change: where a fault leaves them, nothing puts it back."""
    torch = sys.modules.get('torch')
    if torch is None:
        return None
    return (torch.is_grad_enabled(), torch.get_default_dtype(), torch.is_autocast_enabled("cuda"),
            torch.get_autocast_dtype("cuda"))


def _put_back(state):
    torch = sys.modules.get('torch')
    if torch is None:
        return
    is_grad_enabled, dtype, is_autocast, autocast_dtype = state or (True, torch.float32, False, torch.float16)
    torch.set_grad_enabled(is_grad_enabled)
    torch.set_default_dtype(dtype)
    torch.set_autocast_enabled("cuda", is_autocast)
    torch.set_autocast_dtype("cuda", autocast_dtype)


def _call_hook(owner, name, argument):
    """setup_method(self) or setup_method(self, method), and its like of classes and modules."""
    hook = getattr(owner, name, None)
    if hook is not None:
        hook(argument) if inspect.signature(hook).parameters else hook()


def _is_meant(expression, name):
    """pytest's -k: words that a name holds, with and, or, not and parentheses."""
    words = expression.replace('(', ' ( ').replace(')', ' ) ').split()
    at = 0

    def either():
        nonlocal at
        found = both()
        while at < len(words) and words[at] == 'or':
            at += 1
            found = both() or found
        return found

    def both():
        nonlocal at
        found = one()
        while at < len(words) and words[at] == 'and':
            at += 1
            found = one() and found
        return found

    def one():
        nonlocal at
        if at == len(words):
            raise SystemExit(f'-k {expression}: a word is missing')
        word = words[at]
        at += 1
        if word == 'not':
            return not one()
        if word == '(':
            found = either()
            at += 1
            return found
        return word.lower() in name.lower()

    return either()


def _text(value):
    if isinstance(value, (str, int, float, bool)) or value is None:
        return str(value)
    return getattr(value, '__name__', str(value))


def _names(spec):
    return [name.strip() for name in spec.split(',')] if isinstance(spec, str) else list(spec)


def _cases(mark):
    """(values by name, id, marks) of one parametrize."""
    arguments = dict(zip(('argnames', 'argvalues'), mark.args))
    arguments.update(mark.kwargs)
    names, cases = _names(arguments['argnames']), []
    indirect = arguments.get('indirect', False)
    indirect = names if indirect is True else indirect or ()
    ids = arguments.get('ids')
    for number, item in enumerate(arguments['argvalues']):
        marks, label = (), None
        if isinstance(item, ParameterSet):
            values, marks, label = item.values, item.marks, item.id
        else:
            values = (item,) if len(names) == 1 else tuple(item)
        if label is None and isinstance(ids, (list, tuple)):
            label = ids[number]
        if label is None:
            label = '-'.join(ids(value) or _text(value) if callable(ids) else _text(value) for value in values)
        shown = ['request:' + name if name in indirect else name for name in names]
        cases.append((dict(zip(shown, values)), str(label), [Mark(m.name, m.args, m.kwargs) for m in marks]))
    return cases


def _holds(mark):
    """Whether the condition of an xfail mark, where it has one, is met."""
    return bool(mark.args[0] if mark.args else mark.kwargs.get('condition', True))


def _is_kind(error, kinds):
    return kinds is None or isinstance(error, kinds if isinstance(kinds, tuple) else (kinds,))


class Runner:
    def __init__(self, keyword=None, is_verbose=False, stops=False, arguments=()):
        self.fixtures, self.config, self.module, self.temporary = {}, None, None, TempPathFactory()
        self._arguments = list(arguments)
        self._kept = {}
        self.keyword, self.is_verbose, self.stops = keyword, is_verbose, stops
        self.passed, self.skipped, self.xfailed, self.xpassed, self.left_out = 0, 0, 0, 0, 0
        self.failures, self.undecided = [], []

    def kept(self, scope):
        return self._kept.setdefault(scope if scope in ('class', 'module') else 'session', _Kept())

    def _drop(self, scope):
        if scope in self._kept:
            self._kept.pop(scope).close()

    def _expand(self, name, function, marks, owner):
        sets = [_cases(mark) for mark in reversed(marks) if mark.name == 'parametrize']
        wanted = list(inspect.signature(function).parameters)
        for found in self.fixtures.values():
            if found.params is not None and (found.name in wanted or found.autouse):
                sets.append([({'request:' + found.name: p.values[0] if isinstance(p, ParameterSet) else p}, _text(p), [])
                             for p in found.params])
        for combination in itertools.product(*sets):
            values, labels, more = {}, [], []
            for case, label, case_marks in combination:
                values.update(case)
                labels.append(label)
                more.extend(case_marks)
            shown = f"{name}[{'-'.join(labels)}]" if labels else name
            yield _Test(self, shown, function, values, marks + more, owner)

    def _run(self, test):
        expected = next((mark for mark in test.marks if mark.name == 'xfail' and _holds(mark)), None)
        if any(mark.name == 'skip' or mark.name == 'skipif' and mark.args and mark.args[0] for mark in test.marks):
            return self._count(test, 'SKIPPED')
        if expected is not None and not expected.kwargs.get('run', True):
            return self._count(test, 'XFAIL')
        state = _state_of_torch()
        try:
            fault = _script.attempt(test.run, expected is not None)
            if fault is None and expected is not None and expected.kwargs.get('strict'):
                self.failures.append(f"{test.name} - [XPASS(strict)] {expected.kwargs.get('reason', '')}".rstrip())
                return self._count(test, 'FAILED')
            if fault is None:
                return self._count(test, 'PASSED' if expected is None else 'XPASS')
            _put_back(state)
            kind, message = fault
            is_ours = kind == 'unsupported'
            self._count(test, 'UNDECIDED' if is_ours else 'FAILED')
            (self.undecided if is_ours else self.failures).append(f'{test.name} - {kind}: {message}')
            _script.attempt(test.close)
        except Skipped:
            self._count(test, 'SKIPPED')
        except XFailed:
            self._count(test, 'XFAIL')
        except Exception as error:
            if expected is not None and _is_kind(error, expected.kwargs.get('raises')):
                return self._count(test, 'XFAIL')
            text = str(error).partition('\n')[0]
            self._count(test, 'FAILED')
            self.failures.append(f"{test.name} - {type(error).__name__}{': ' + text if text else ''}")

    def _count(self, test, outcome):
        self.passed += outcome == 'PASSED'
        self.skipped += outcome == 'SKIPPED'
        self.xfailed += outcome == 'XFAIL'
        self.xpassed += outcome == 'XPASS'
        if self.is_verbose:
            print(f'{test.name} {outcome}')

    def _read_conftests(self, module):
        """conftest.py of the folders between the first that is no package and the module's own."""
        parents = module.__name__.split('.')[:-1]
        found = []
        for depth in range(len(parents) + 1):
            name = '.'.join(parents[:depth] + ['conftest'])
            try:
                found.append(importlib.import_module(name))
            except ModuleNotFoundError as error:
                if error.name != name:
                    raise
        parser = Parser()
        for conftest in found:
            if hasattr(conftest, 'pytest_addoption'):
                conftest.pytest_addoption(parser)
        self.config = Config(parser.parse(self._arguments))
        for conftest in found:
            if hasattr(conftest, 'pytest_configure'):
                conftest.pytest_configure(self.config)
            self._find_fixtures(conftest)

    def _find_fixtures(self, module):
        for item in vars(module).values():
            if isinstance(item, _Fixture):
                self.fixtures[item.name] = item

    def _run_group(self, owner, tests, level):
        """The tests of a class or module between its setup and teardown, which are called where any test runs."""
        chosen = [test for test in tests if self.keyword is None or _is_meant(self.keyword, test.name)]
        self.left_out += len(tests) - len(chosen)
        if not chosen:
            return
        _call_hook(owner, f'setup_{level}', owner)
        for test in chosen:
            if self.stops and self.failures:
                break
            self._run(test)
        self._drop('class')
        _call_hook(owner, f'teardown_{level}', owner)

    def run(self, module):
        self.module = module
        self._read_conftests(module)
        self._find_fixtures(module)
        module_marks = getattr(module, 'pytestmark', [])
        module_marks = list(module_marks) if isinstance(module_marks, (list, tuple)) else [module_marks]
        _call_hook(module, 'setup_module', module)
        for name, item in dict(vars(module)).items():
            if name.startswith('test') and inspect.isfunction(item):
                marks = module_marks + list(getattr(item, 'pytestmark', []))
                self._run_group(None, list(self._expand(name, item, marks, module)), 'nothing')
            elif name.startswith('Test') and isinstance(item, type):
                tests = []
                self._find_fixtures(item)
                for method in dir(item):
                    if not method.startswith('test') or not callable(getattr(item, method)):
                        continue
                    owner = item()
                    bound = getattr(owner, method)
                    marks = list(getattr(bound, 'pytestmark', [])) + list(getattr(item, 'pytestmark', []))
                    tests.extend(self._expand(f'{name}::{method}', bound, module_marks + marks, owner))
                self._run_group(item, tests, 'class')
        self._drop('module')
        _call_hook(module, 'teardown_module', module)
        self._drop('session')

    def report(self):
        for failure in self.failures:
            print(f'FAILED {failure}')
        for undecided in self.undecided:
            print(f'UNDECIDED {undecided}')
        counts = [(len(self.failures), 'failed'), (len(self.undecided), 'undecided'), (self.passed, 'passed'), (self.skipped, 'skipped'),
                  (self.left_out, 'deselected'), (self.xfailed, 'xfailed'), (self.xpassed, 'xpassed')]
        print(', '.join(f'{count} {what}' for count, what in counts if count) or 'no tests ran')
        return 1 if self.failures else 3 if self.undecided else 0 if self.passed or self.skipped or self.xfailed or self.xpassed else 5


def _value_of_option(arguments, name):
    for place, argument in enumerate(arguments):
        if argument == name and place + 1 < len(arguments):
            return arguments[place + 1]
        if argument.startswith(name) and not argument.startswith('--') and len(argument) > len(name):
            return argument[len(name):].lstrip('=')
    return None


def run_module(module, arguments=None):
    """`arguments`: pytest's own, of which -k, -v, -x and what conftest.py adds are known; None: the command line's."""
    arguments = sys.argv[1:] if arguments is None else arguments
    is_verbose = any(argument in ('-v', '-vv', '--verbose', '-sv', '-vs') for argument in arguments)
    stops = any(argument in ('-x', '--exitfirst', '--maxfail=1') for argument in arguments)
    runner = Runner(_value_of_option(arguments, '-k'), is_verbose, stops, arguments)
    runner.run(module)
    return runner.report()


def main(args=None, plugins=None):
    return run_module(sys.modules['__main__'], list(args or []))
