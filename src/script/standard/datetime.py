# datetime: dates and times without zones.
import time as _time

_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_NAMES = ('Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday')
_MONTHS = ('January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October',
           'November', 'December')
MINYEAR, MAXYEAR = 1, 9999


def _is_leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _days_in(year, month):
    return 29 if month == 2 and _is_leap(year) else _DAYS[month - 1]


def _to_days(year, month, day):
    before = year - 1
    days = before * 365 + before // 4 - before // 100 + before // 400
    return days + sum(_days_in(year, m) for m in range(1, month)) + day


def _from_days(days):
    year = days // 366 + 1
    while _to_days(year + 1, 1, 1) <= days:
        year += 1
    month = 1
    while month < 12 and _to_days(year, month + 1, 1) <= days:
        month += 1
    return year, month, days - _to_days(year, month, 1) + 1


class timedelta:
    def __init__(self, days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0):
        total = ((weeks * 7 + days) * 86400 + hours * 3600 + minutes * 60 + seconds) * 1000000
        self._total = round(total + milliseconds * 1000 + microseconds)

    @property
    def days(self):
        return self._total // 86400000000

    @property
    def seconds(self):
        return self._total // 1000000 % 86400

    @property
    def microseconds(self):
        return self._total % 1000000

    def total_seconds(self):
        return self._total / 1000000

    def __add__(self, other):
        return timedelta(microseconds=self._total + other._total) if isinstance(other, timedelta) else NotImplemented

    def __sub__(self, other):
        return timedelta(microseconds=self._total - other._total) if isinstance(other, timedelta) else NotImplemented

    def __neg__(self):
        return timedelta(microseconds=-self._total)

    def __mul__(self, number):
        return timedelta(microseconds=self._total * number)

    __rmul__ = __mul__

    def __truediv__(self, other):
        if isinstance(other, timedelta):
            return self._total / other._total
        return timedelta(microseconds=self._total / other)

    def __eq__(self, other):
        return isinstance(other, timedelta) and self._total == other._total

    def __lt__(self, other):
        return self._total < other._total

    def __le__(self, other):
        return self._total <= other._total

    def __gt__(self, other):
        return self._total > other._total

    def __ge__(self, other):
        return self._total >= other._total

    def __hash__(self):
        return hash(self._total)

    def __bool__(self):
        return self._total != 0

    def __str__(self):
        seconds = self.seconds
        text = f'{seconds // 3600}:{seconds // 60 % 60:02d}:{seconds % 60:02d}'
        if self.days:
            text = f"{self.days} day{'' if abs(self.days) == 1 else 's'}, {text}"
        return text + (f'.{self.microseconds:06d}' if self.microseconds else '')

    def __repr__(self):
        parts = [f'{name}={value}' for name, value in (('days', self.days), ('seconds', self.seconds), ('microseconds', self.microseconds)) if value]
        return f"datetime.timedelta({', '.join(parts) or '0'})"


class date:
    def __init__(self, year, month, day):
        if not 1 <= month <= 12:
            raise ValueError('month must be in 1..12')
        if not 1 <= day <= _days_in(year, month):
            raise ValueError('day is out of range for month')
        self.year, self.month, self.day = year, month, day

    @classmethod
    def today(cls):
        now = datetime.now()
        return date(now.year, now.month, now.day)

    @classmethod
    def fromisoformat(cls, text):
        return cls(*(int(part) for part in text.split('-')))

    @classmethod
    def fromordinal(cls, days):
        return cls(*_from_days(days))

    def toordinal(self):
        return _to_days(self.year, self.month, self.day)

    def weekday(self):
        return (self.toordinal() + 6) % 7

    def isoweekday(self):
        return self.weekday() + 1

    def isoformat(self):
        return f'{self.year:04d}-{self.month:02d}-{self.day:02d}'

    def strftime(self, format):
        return _strftime(datetime(self.year, self.month, self.day), format)

    def _key(self):
        return (self.year, self.month, self.day)

    def __add__(self, other):
        return date.fromordinal(self.toordinal() + other.days)

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return date.fromordinal(self.toordinal() - other.days)
        return timedelta(days=self.toordinal() - other.toordinal())

    def __eq__(self, other):
        return isinstance(other, date) and self._key() == other._key()

    def __lt__(self, other):
        return self._key() < other._key()

    def __le__(self, other):
        return self._key() <= other._key()

    def __gt__(self, other):
        return self._key() > other._key()

    def __ge__(self, other):
        return self._key() >= other._key()

    def __hash__(self):
        return hash(self._key())

    def __str__(self):
        return self.isoformat()

    def __repr__(self):
        return f'datetime.date({self.year}, {self.month}, {self.day})'


class timezone:
    def __init__(self, offset, name=None):
        self._offset, self._name = offset, name

    def __repr__(self):
        return 'datetime.timezone.utc' if not self._offset else f'datetime.timezone({self._offset!r})'


timezone.utc = timezone(timedelta(0), 'UTC')
UTC = timezone.utc


class datetime(date):
    def __init__(self, year, month, day, hour=0, minute=0, second=0, microsecond=0, tzinfo=None):
        super().__init__(year, month, day)
        self.hour, self.minute, self.second, self.microsecond, self.tzinfo = hour, minute, second, microsecond, tzinfo

    @classmethod
    def fromtimestamp(cls, timestamp, tz=None):
        total = round(timestamp * 1000000)
        days, rest = divmod(total, 86400000000)
        seconds, microsecond = divmod(rest, 1000000)
        year, month, day = _from_days(days + 719163)
        return cls(year, month, day, seconds // 3600, seconds // 60 % 60, seconds % 60, microsecond, tz)

    utcfromtimestamp = fromtimestamp

    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(_time.time(), tz)

    @classmethod
    def utcnow(cls):
        return cls.now()

    today = utcnow

    def _microseconds(self):
        seconds = self.toordinal() * 86400 + self.hour * 3600 + self.minute * 60 + self.second
        return seconds * 1000000 + self.microsecond

    def timestamp(self):
        return self._microseconds() / 1000000 - 719163 * 86400

    def date(self):
        return date(self.year, self.month, self.day)

    def replace(self, **changes):
        values = {name: getattr(self, name) for name in ('year', 'month', 'day', 'hour', 'minute', 'second', 'microsecond', 'tzinfo')}
        values.update(changes)
        return datetime(**values)

    def isoformat(self, sep='T', timespec='auto'):
        text = f'{super().isoformat()}{sep}{self.hour:02d}:{self.minute:02d}:{self.second:02d}'
        if timespec == 'auto' and self.microsecond or timespec == 'microseconds':
            text += f'.{self.microsecond:06d}'
        return text + ('+00:00' if self.tzinfo is not None else '')

    def strftime(self, format):
        return _strftime(self, format)

    def _key(self):
        return (self.year, self.month, self.day, self.hour, self.minute, self.second, self.microsecond)

    def __add__(self, other):
        return datetime.fromtimestamp((self._microseconds() + other._total) / 1000000 - 719163 * 86400, self.tzinfo)

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self + -other
        return timedelta(microseconds=self._microseconds() - other._microseconds())

    def __str__(self):
        return self.isoformat(' ')

    def __repr__(self):
        values = list(self._key())
        while len(values) > 5 and values[-1] == 0:
            values.pop()
        return f"datetime.datetime({', '.join(str(v) for v in values)})"


def _strftime(moment, format):
    weekday = moment.weekday()
    fields = {
        'Y': f'{moment.year:04d}', 'm': f'{moment.month:02d}', 'd': f'{moment.day:02d}', 'H': f'{moment.hour:02d}',
        'M': f'{moment.minute:02d}', 'S': f'{moment.second:02d}', 'f': f'{moment.microsecond:06d}',
        'y': f'{moment.year % 100:02d}', 'B': _MONTHS[moment.month - 1], 'b': _MONTHS[moment.month - 1][:3],
        'A': _NAMES[weekday], 'a': _NAMES[weekday][:3], 'I': f'{(moment.hour + 11) % 12 + 1:02d}',
        'p': 'AM' if moment.hour < 12 else 'PM', 'j': f'{moment.toordinal() - _to_days(moment.year, 1, 1) + 1:03d}',
        'F': moment.date().isoformat(), 'T': f'{moment.hour:02d}:{moment.minute:02d}:{moment.second:02d}', '%': '%',
    }
    text, i = '', 0
    while i < len(format):
        if format[i] == '%' and i + 1 < len(format):
            text += fields.get(format[i + 1], format[i:i + 2])
            i += 2
        else:
            text += format[i]
            i += 1
    return text
