# threading: one thread; a started one runs to its end at once.
import os


class Lock:
    def __init__(self):
        self._held = 0

    def acquire(self, blocking=True, timeout=-1):
        self._held += 1
        return True

    def release(self):
        if not self._held:
            raise RuntimeError('release unlocked lock')
        self._held -= 1

    def locked(self):
        return self._held > 0

    def __enter__(self):
        self.acquire()
        return True

    def __exit__(self, kind, value, traceback):
        self.release()


class RLock(Lock):
    pass


class Condition(Lock):
    def __init__(self, lock=None):
        super().__init__()

    def wait(self, timeout=None):
        return True

    def notify(self, n=1):
        pass

    def notify_all(self):
        pass


class Semaphore(Lock):
    def __init__(self, value=1):
        super().__init__()


BoundedSemaphore = Semaphore


class Event:
    def __init__(self):
        self._flag = False

    def is_set(self):
        return self._flag

    def set(self):
        self._flag = True

    def clear(self):
        self._flag = False

    def wait(self, timeout=None):
        return self._flag


class Barrier:
    def __init__(self, parties, action=None, timeout=None):
        self.parties = parties

    def wait(self, timeout=None):
        if self.parties > 1:
            raise NotImplementedError('one thread cannot wait for others here')
        return 0


class Thread:
    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, *, daemon=None):
        self._target, self._args, self._kwargs = target, args, kwargs or {}
        self.name = name or 'Thread-1'
        self.daemon = bool(daemon)
        self.ident = None

    def run(self):
        if self._target is not None:
            self._target(*self._args, **self._kwargs)

    def start(self):
        os._start_thread()
        self.ident = 1
        self.run()

    def join(self, timeout=None):
        pass

    def is_alive(self):
        return False


class local:
    pass


_main = Thread(name='MainThread')
_main.ident = 1


def current_thread():
    return _main


def main_thread():
    return _main


def get_ident():
    return 1


def active_count():
    return 1


def enumerate():
    return [_main]
