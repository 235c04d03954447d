# statistics
import math


class StatisticsError(ValueError):
    pass


def _data(data, least, what):
    values = list(data)
    if len(values) < least:
        raise StatisticsError(f'{what} requires at least {"one data point" if least == 1 else "two data points"}')
    return values


def mean(data):
    values = _data(data, 1, 'mean')
    total = math.fsum(values) if any(isinstance(v, float) for v in values) else sum(values)
    return total // len(values) if isinstance(total, int) and total % len(values) == 0 else total / len(values)


def fmean(data, weights=None):
    values = _data(data, 1, 'fmean')
    if weights is None:
        return math.fsum(values) / len(values)
    return math.fsum(v * w for v, w in zip(values, weights)) / math.fsum(weights)


def geometric_mean(data):
    values = _data(data, 1, 'geometric mean')
    return math.exp(math.fsum(math.log(v) for v in values) / len(values))


def harmonic_mean(data):
    values = _data(data, 1, 'harmonic_mean')
    return len(values) / math.fsum(1 / v for v in values)


def median(data):
    values = sorted(data)
    if not values:
        raise StatisticsError('no median for empty data')
    middle = len(values) // 2
    return values[middle] if len(values) % 2 else (values[middle - 1] + values[middle]) / 2


def median_low(data):
    values = sorted(data)
    return values[(len(values) - 1) // 2]


def median_high(data):
    values = sorted(data)
    return values[len(values) // 2]


def mode(data):
    counts = {}
    for value in data:
        counts[value] = counts.get(value, 0) + 1
    if not counts:
        raise StatisticsError('no mode for empty data')
    return max(counts, key=counts.get)


def _spread(values, divisor):
    """Whole numbers are computed exactly."""
    count = len(values)
    numerator = count * sum(v * v for v in values) - sum(values) ** 2
    result, rest = divmod(numerator, count * divisor)
    return result if rest == 0 else numerator / (count * divisor)


def pvariance(data, mu=None):
    values = _data(data, 1, 'pvariance')
    if mu is None and all(isinstance(v, int) for v in values):
        return _spread(values, len(values))
    center = math.fsum(values) / len(values) if mu is None else mu
    return math.fsum((v - center) ** 2 for v in values) / len(values)


def variance(data, xbar=None):
    values = _data(data, 2, 'variance')
    if xbar is None and all(isinstance(v, int) for v in values):
        return _spread(values, len(values) - 1)
    center = math.fsum(values) / len(values) if xbar is None else xbar
    return math.fsum((v - center) ** 2 for v in values) / (len(values) - 1)


def pstdev(data, mu=None):
    return math.sqrt(pvariance(data, mu))


def stdev(data, xbar=None):
    return math.sqrt(variance(data, xbar))


def quantiles(data, *, n=4, method='exclusive'):
    values = sorted(data)
    count = len(values)
    if count < 2:
        raise StatisticsError('must have at least two data points')
    result = []
    for i in range(1, n):
        if method == 'inclusive':
            j, delta = divmod(i * (count - 1), n)
            result.append((values[j] * (n - delta) + values[j + 1] * delta) / n)
        else:
            j = min(max(i * (count + 1) // n, 1), count - 1)
            delta = i * (count + 1) - j * n
            result.append((values[j - 1] * (n - delta) + values[j] * delta) / n)
    return result
