# io: texts and bytes in memory.
SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2


class _Memory:
    _empty = ''

    def __init__(self, initial_value=None):
        self._value = self._empty if initial_value is None else initial_value
        self._at = 0
        self.closed = False

    def getvalue(self):
        return self._value

    def read(self, size=-1):
        end = len(self._value) if size is None or size < 0 else self._at + size
        piece = self._value[self._at:end]
        self._at += len(piece)
        return piece

    def readline(self):
        newline = '\n' if isinstance(self._value, str) else b'\n'
        end = self._value.find(newline, self._at)
        return self.read((len(self._value) if end < 0 else end + 1) - self._at)

    def readlines(self):
        return list(self)

    def __iter__(self):
        while True:
            line = self.readline()
            if not line:
                return
            yield line

    def write(self, data):
        self._value = self._value[:self._at] + data + self._value[self._at + len(data):]
        self._at += len(data)
        return len(data)

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def seek(self, offset, whence=0):
        self._at = offset + (0, self._at, len(self._value))[whence]
        return self._at

    def tell(self):
        return self._at

    def truncate(self, size=None):
        self._value = self._value[:self._at if size is None else size]
        return len(self._value)

    def flush(self):
        pass

    def close(self):
        self.closed = True

    def isatty(self):
        return False

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        self.close()
        return False


class StringIO(_Memory):
    def __init__(self, initial_value='', newline='\n'):
        super().__init__(initial_value)


class BytesIO(_Memory):
    _empty = b''

    def getbuffer(self):
        return self._value


class UnsupportedOperation(OSError, ValueError):
    pass
