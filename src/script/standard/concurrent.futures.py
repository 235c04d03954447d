# concurrent.futures: work is done when it is handed in.
import os


class Future:
    def __init__(self, function, args, kwargs):
        self._error = self._result = None
        try:
            self._result = function(*args, **kwargs)
        except Exception as error:
            self._error = error

    def result(self, timeout=None):
        if self._error is not None:
            raise self._error
        return self._result

    def exception(self, timeout=None):
        return self._error

    def done(self):
        return True

    def add_done_callback(self, function):
        function(self)


class Executor:
    def __init__(self, max_workers=None, **options):
        os._start_thread()

    def submit(self, fn, *args, **kwargs):
        return Future(fn, args, kwargs)

    def map(self, fn, *iterables, timeout=None, chunksize=1):
        return iter([fn(*items) for items in zip(*iterables)])

    def shutdown(self, wait=True, **options):
        pass

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        return False


ThreadPoolExecutor = ProcessPoolExecutor = Executor


def as_completed(futures, timeout=None):
    return iter(list(futures))


def wait(futures, timeout=None, return_when=None):
    return set(futures), set()
