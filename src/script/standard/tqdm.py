# tqdm: the items without a bar.


class tqdm:
    def __init__(self, iterable=None, *args, total=None, **options):
        self.iterable, self.total, self.n = iterable, total, 0

    def __iter__(self):
        return iter(self.iterable)

    def __len__(self):
        return len(self.iterable) if self.iterable is not None else self.total

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        return False

    def update(self, n=1):
        self.n += n

    def close(self):
        pass

    def set_description(self, desc=None, refresh=True):
        pass

    def set_postfix(self, *args, **options):
        pass

    @staticmethod
    def write(text, file=None, end='\n', nolock=False):
        print(text, end=end)


def trange(*args, **options):
    return tqdm(range(*args), **options)
