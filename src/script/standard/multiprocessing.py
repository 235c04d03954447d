# multiprocessing: one process; its locks and queues are those of one thread.
import os
from queue import Queue, SimpleQueue
from threading import Barrier, BoundedSemaphore, Condition, Event, Lock, RLock, Semaphore

JoinableQueue = Queue


def cpu_count():
    return os.cpu_count()


class _MainProcess:
    name, pid, exitcode, daemon = 'MainProcess', 1, None, False

    def is_alive(self):
        return True


def current_process():
    return _MainProcess()


def parent_process():
    return None


def active_children():
    return []


def set_start_method(method, force=False):
    pass


def get_start_method(allow_none=False):
    return 'spawn'


def get_context(method=None):
    raise NotImplementedError('processes cannot be started here')


class Process:
    def __init__(self, *arguments, **options):
        raise NotImplementedError('processes cannot be started here')


class Pool:
    def __init__(self, *arguments, **options):
        raise NotImplementedError('processes cannot be started here')
