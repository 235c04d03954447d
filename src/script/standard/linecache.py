# linecache
cache = {}


def getlines(filename, module_globals=None):
    if filename not in cache:
        try:
            with open(filename) as file:
                lines = file.readlines()
        except OSError:
            return []
        cache[filename] = (sum(len(line) for line in lines), None, lines, filename)
    return cache[filename][2]


def getline(filename, lineno, module_globals=None):
    lines = getlines(filename, module_globals)
    return lines[lineno - 1] if 1 <= lineno <= len(lines) else ''


def clearcache():
    cache.clear()


def checkcache(filename=None):
    pass
