# unittest: cases run in the order of their names; a failure is shown by its last line.
import sys

import _script


class SkipTest(Exception):
    pass


def skip(reason=''):
    if callable(reason):
        return skip('')(reason)

    def decorate(item):
        item.__unittest_skip__ = True
        return item

    return decorate


def skipIf(condition, reason=''):
    return skip(reason) if condition else (lambda item: item)


def skipUnless(condition, reason=''):
    return (lambda item: item) if condition else skip(reason)


def expectedFailure(item):
    return item


class _Raises:
    def __init__(self, case, expected, pattern=None):
        self.case, self.expected, self.pattern, self.exception = case, expected, pattern, None

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        if kind is None:
            name = getattr(self.expected, '__name__', str(self.expected))
            raise self.case.failureException(f'{name} not raised')
        self.exception = value
        if not issubclass(kind, self.expected):
            return False
        if self.pattern is not None:
            import re
            if not re.search(self.pattern, str(value)):
                raise self.case.failureException(f'"{self.pattern}" does not match "{value}"')
        return True


class _SubTest:
    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        return False


class TestCase:
    failureException = AssertionError
    maxDiff = 640
    longMessage = True

    def __init__(self, methodName='runTest'):
        self._testMethodName = methodName
        self._cleanups = []

    @classmethod
    def setUpClass(cls):
        pass

    @classmethod
    def tearDownClass(cls):
        pass

    def setUp(self):
        pass

    def tearDown(self):
        pass

    def addCleanup(self, function, *args, **kwargs):
        self._cleanups.append((function, args, kwargs))

    def id(self):
        return f'{type(self).__name__}.{self._testMethodName}'

    def subTest(self, msg=None, **params):
        return _SubTest()

    def skipTest(self, reason):
        raise SkipTest(reason)

    def fail(self, msg=None):
        raise self.failureException(msg)

    def _check(self, is_true, standard, msg):
        if not is_true:
            raise self.failureException(standard if msg is None else f'{standard} : {msg}')

    def assertTrue(self, expr, msg=None):
        self._check(expr, f'{expr!r} is not true', msg)

    def assertFalse(self, expr, msg=None):
        self._check(not expr, f'{expr!r} is not false', msg)

    def assertEqual(self, first, second, msg=None):
        self._check(first == second, f'{first!r} != {second!r}', msg)

    def assertNotEqual(self, first, second, msg=None):
        self._check(first != second, f'{first!r} == {second!r}', msg)

    assertListEqual = assertTupleEqual = assertDictEqual = assertSetEqual = assertSequenceEqual = assertEqual
    assertMultiLineEqual = assertEqual

    def assertAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        difference = abs(first - second)
        is_close = first == second or (difference <= delta if delta is not None else round(difference, 7 if places is None else places) == 0)
        within = f'{delta!r} delta' if delta is not None else f'{7 if places is None else places!r} places'
        self._check(is_close, f'{first!r} != {second!r} within {within} ({difference!r} difference)', msg)

    def assertIs(self, first, second, msg=None):
        self._check(first is second, f'{first!r} is not {second!r}', msg)

    def assertIsNot(self, first, second, msg=None):
        self._check(first is not second, f'unexpectedly identical: {first!r}', msg)

    def assertIsNone(self, obj, msg=None):
        self._check(obj is None, f'{obj!r} is not None', msg)

    def assertIsNotNone(self, obj, msg=None):
        self._check(obj is not None, 'unexpectedly None', msg)

    def assertIn(self, member, container, msg=None):
        self._check(member in container, f'{member!r} not found in {container!r}', msg)

    def assertNotIn(self, member, container, msg=None):
        self._check(member not in container, f'{member!r} unexpectedly found in {container!r}', msg)

    def assertIsInstance(self, obj, cls, msg=None):
        self._check(isinstance(obj, cls), f'{obj!r} is not an instance of {cls!r}', msg)

    def assertGreater(self, a, b, msg=None):
        self._check(a > b, f'{a!r} not greater than {b!r}', msg)

    def assertGreaterEqual(self, a, b, msg=None):
        self._check(a >= b, f'{a!r} not greater than or equal to {b!r}', msg)

    def assertLess(self, a, b, msg=None):
        self._check(a < b, f'{a!r} not less than {b!r}', msg)

    def assertLessEqual(self, a, b, msg=None):
        self._check(a <= b, f'{a!r} not less than or equal to {b!r}', msg)

    def assertCountEqual(self, first, second, msg=None):
        self._check(sorted(first) == sorted(second), 'Element counts were not equal', msg)

    def assertRegex(self, text, expected_regex, msg=None):
        import re
        self._check(re.search(expected_regex, text), f"Regex didn't match: {expected_regex!r} not found in {text!r}", msg)

    def assertRaises(self, expected, callable=None, *args, **kwargs):
        context = _Raises(self, expected)
        if callable is None:
            return context
        with context:
            callable(*args, **kwargs)

    def assertRaisesRegex(self, expected, expected_regex, callable=None, *args, **kwargs):
        context = _Raises(self, expected, expected_regex)
        if callable is None:
            return context
        with context:
            callable(*args, **kwargs)

    def run(self, result=None):
        result = TestResult() if result is None else result
        method = getattr(self, self._testMethodName)
        result.testsRun += 1
        if getattr(method, '__unittest_skip__', False) or getattr(type(self), '__unittest_skip__', False):
            result.skipped.append((self, ''))
            return result
        try:
            self.setUp()
            try:
                method()
            finally:
                self.tearDown()
                while self._cleanups:
                    function, args, kwargs = self._cleanups.pop()
                    function(*args, **kwargs)
        except SkipTest as error:
            result.skipped.append((self, str(error)))
        except AssertionError as error:
            result.failures.append((self, f'AssertionError: {error}'))
        except Exception as error:
            result.errors.append((self, f'{type(error).__name__}: {error}'))
            _script.note_refusal(error)
        return result


class TestResult:
    def __init__(self):
        self.testsRun = 0
        self.failures, self.errors, self.skipped = [], [], []

    def wasSuccessful(self):
        return not self.failures and not self.errors


class TestSuite:
    def __init__(self, tests=()):
        self._tests = list(tests)

    def addTest(self, test):
        self._tests.append(test)

    def addTests(self, tests):
        self._tests.extend(tests)

    def __iter__(self):
        return iter(self._tests)

    def run(self, result):
        seen = []
        for test in self._tests:
            cls = type(test)
            if isinstance(test, TestCase) and cls not in seen:
                seen.append(cls)
                cls.setUpClass()
            test.run(result)
        for cls in seen:
            cls.tearDownClass()
        return result


class TestLoader:
    testMethodPrefix = 'test'

    def getTestCaseNames(self, case):
        return sorted(name for name in dir(case) if name.startswith(self.testMethodPrefix) and callable(getattr(case, name)))

    def loadTestsFromTestCase(self, case):
        return TestSuite(case(name) for name in self.getTestCaseNames(case))

    def loadTestsFromModule(self, module, **options):
        suite = TestSuite()
        for name in vars(module):
            item = getattr(module, name)
            if isinstance(item, type) and issubclass(item, TestCase) and item is not TestCase:
                suite.addTests(self.loadTestsFromTestCase(item))
        return suite


defaultTestLoader = TestLoader()


class TextTestRunner:
    def __init__(self, stream=None, verbosity=1, **options):
        self.stream, self.verbosity = stream, verbosity

    def run(self, test):
        result = TestResult()
        test.run(result)
        write = (self.stream or sys.stderr).write
        for kind, found in (('ERROR', result.errors), ('FAIL', result.failures)):
            for case, message in found:
                write(f"{'=' * 70}\n{kind}: {case.id()}\n{'-' * 70}\n{message}\n\n")
        write(f"{'-' * 70}\nRan {result.testsRun} test{'' if result.testsRun == 1 else 's'}\n\n")
        counts = [f'{name}={len(found)}' for name, found in (('failures', result.failures), ('errors', result.errors), ('skipped', result.skipped)) if found]
        write(('OK' if result.wasSuccessful() else 'FAILED') + (f" ({', '.join(counts)})" if counts else '') + '\n')
        return result


def main(module='__main__', argv=None, exit=True, verbosity=1, testRunner=None, **options):
    result = TextTestRunner(verbosity=verbosity).run(defaultTestLoader.loadTestsFromModule(sys.modules[module]))
    if exit:
        sys.exit(not result.wasSuccessful())
    return result
