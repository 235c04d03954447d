# heapq


def _sift_up(heap, position):
    item = heap[position]
    while position > 0:
        parent = (position - 1) >> 1
        if not item < heap[parent]:
            break
        heap[position] = heap[parent]
        position = parent
    heap[position] = item


def _sift_down(heap, position):
    item, size = heap[position], len(heap)
    child = 2 * position + 1
    while child < size:
        if child + 1 < size and not heap[child] < heap[child + 1]:
            child += 1
        if not heap[child] < item:
            break
        heap[position] = heap[child]
        position, child = child, 2 * child + 1
    heap[position] = item


def heappush(heap, item):
    heap.append(item)
    _sift_up(heap, len(heap) - 1)


def heappop(heap):
    last = heap.pop()
    if not heap:
        return last
    first, heap[0] = heap[0], last
    _sift_down(heap, 0)
    return first


def heapify(x):
    for position in range(len(x) // 2 - 1, -1, -1):
        _sift_down(x, position)


def heappushpop(heap, item):
    if heap and heap[0] < item:
        item, heap[0] = heap[0], item
        _sift_down(heap, 0)
    return item


def heapreplace(heap, item):
    first, heap[0] = heap[0], item
    _sift_down(heap, 0)
    return first


def nlargest(n, iterable, key=None):
    return sorted(iterable, key=key, reverse=True)[:n]


def nsmallest(n, iterable, key=None):
    return sorted(iterable, key=key)[:n]


def merge(*iterables, key=None, reverse=False):
    found = []
    for iterable in iterables:
        found.extend(iterable)
    yield from sorted(found, key=key, reverse=reverse)
