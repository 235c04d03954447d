# queue: one thread, so that nothing ever waits.


class Empty(Exception):
    pass


class Full(Exception):
    pass


class Queue:
    def __init__(self, maxsize=0):
        self.maxsize = maxsize
        self.queue = []

    def qsize(self):
        return len(self.queue)

    def empty(self):
        return not self.queue

    def full(self):
        return 0 < self.maxsize <= len(self.queue)

    def put(self, item, block=True, timeout=None):
        if self.full():
            raise Full
        self.queue.append(item)

    def get(self, block=True, timeout=None):
        if not self.queue:
            raise Empty
        return self.queue.pop(self._next())

    def _next(self):
        return 0

    def put_nowait(self, item):
        self.put(item)

    def get_nowait(self):
        return self.get()

    def task_done(self):
        pass

    def join(self):
        pass


class LifoQueue(Queue):
    def _next(self):
        return -1


class PriorityQueue(Queue):
    def _next(self):
        return self.queue.index(min(self.queue))


SimpleQueue = Queue
