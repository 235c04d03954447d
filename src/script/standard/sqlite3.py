# sqlite3: databases on SQLite that live in memory; the same path names the same database while the script runs.
import os

import _sqlite

sqlite_version = _sqlite.version
sqlite_version_info = tuple(int(part) for part in sqlite_version.split('.'))
version, apilevel, threadsafety, paramstyle = '2.6.0', '2.0', 1, 'qmark'
PARSE_DECLTYPES, PARSE_COLNAMES = 1, 2


class Warning(Exception):
    pass


class Error(Exception):
    pass


class InterfaceError(Error):
    pass


class DatabaseError(Error):
    pass


class DataError(DatabaseError):
    pass


class OperationalError(DatabaseError):
    pass


class IntegrityError(DatabaseError):
    pass


class ProgrammingError(DatabaseError):
    pass


class Row:
    """A row whose columns have names, too."""

    def __init__(self, cursor, values):
        self._names, self._values = [column[0] for column in cursor.description], values

    def keys(self):
        return list(self._names)

    def __len__(self):
        return len(self._values)

    def __iter__(self):
        return iter(self._values)

    def __getitem__(self, key):
        if not isinstance(key, str):
            return self._values[key]
        for name, value in zip(self._names, self._values):
            if name.lower() == key.lower():
                return value
        raise IndexError('No item with that key')


class Cursor:
    def __init__(self, connection):
        self.connection, self.row_factory = connection, connection.row_factory
        self.description, self.rowcount, self.lastrowid, self.arraysize = None, -1, None, 1
        self._rows = []

    def _run(self, sql, parameters, is_script=False):
        database = self.connection._opened()
        rows, names, self.rowcount = _sqlite.execute(database, sql, parameters, is_script)
        self.description = tuple((name, None, None, None, None, None, None) for name in names) or None
        self.lastrowid = _sqlite.last_row(database)
        self._rows = [self.row_factory(self, row) for row in rows] if self.row_factory else rows
        return self

    def execute(self, sql, parameters=()):
        if isinstance(parameters, dict):
            raise NotImplementedError('sqlite3: parameters by name are not bound here')
        return self._run(sql, parameters)

    def executemany(self, sql, parameters):
        for each in parameters:
            self._run(sql, each)
        return self

    def executescript(self, script):
        return self._run(script, (), True)

    def fetchone(self):
        return self._rows.pop(0) if self._rows else None

    def fetchmany(self, size=None):
        count = self.arraysize if size is None else size
        taken, self._rows = self._rows[:count], self._rows[count:]
        return taken

    def fetchall(self):
        taken, self._rows = self._rows, []
        return taken

    def __iter__(self):
        while self._rows:
            yield self._rows.pop(0)

    def close(self):
        self._rows = []


class Connection:
    def __init__(self, database, **options):
        path = os.fspath(database)
        if path in ('', ':memory:'):
            self._database = _sqlite.open()
        else:
            path = os.path.abspath(path)
            if path not in _databases:
                if os.path.exists(path):
                    raise NotImplementedError('sqlite3: database files of a disk are not read here')
                _databases[path] = _sqlite.open()
            self._database = _databases[path]
        self.row_factory, self.isolation_level, self.in_transaction, self.total_changes = None, '', False, 0

    def _opened(self):
        if self._database is None:
            raise ProgrammingError('Cannot operate on a closed database.')
        return self._database

    def cursor(self, factory=Cursor):
        self._opened()
        return factory(self)

    def execute(self, sql, parameters=()):
        return self.cursor().execute(sql, parameters)

    def executemany(self, sql, parameters):
        return self.cursor().executemany(sql, parameters)

    def executescript(self, script):
        return self.cursor().executescript(script)

    def commit(self):
        self._opened()

    def rollback(self):
        raise NotImplementedError('sqlite3: each statement is committed at once here')

    def close(self):
        self._database = None

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        return False


_databases = {}


def connect(database, *arguments, **options):
    return Connection(database, **options)
