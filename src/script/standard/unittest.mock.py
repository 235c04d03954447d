# unittest.mock: Mock records calls and answers with itself; patch replaces an attribute for a while.


class Mock:
    def __init__(self, spec=None, return_value=None, side_effect=None, **attributes):
        self.__dict__.update(_children={}, _return=return_value, side_effect=side_effect, call_args_list=[])
        for name, value in attributes.items():
            setattr(self, name, value)

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        if name == 'return_value':
            if self._return is None:
                self._return = Mock()
            return self._return
        return self._children.setdefault(name, Mock())

    def __setattr__(self, name, value):
        self.__dict__['_return' if name == 'return_value' else name] = value

    @property
    def called(self):
        return bool(self.call_args_list)

    @property
    def call_count(self):
        return len(self.call_args_list)

    def __call__(self, *args, **kwargs):
        self.call_args_list.append((args, kwargs))
        effect = self.side_effect
        if isinstance(effect, BaseException) or (isinstance(effect, type) and issubclass(effect, BaseException)):
            raise effect
        if callable(effect):
            return effect(*args, **kwargs)
        return self.return_value

    def assert_called_once(self):
        assert self.call_count == 1, f'Expected to have been called once. Called {self.call_count} times.'


class MagicMock(Mock):
    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        return False

    def __len__(self):
        return 0

    def __iter__(self):
        return iter([])


class _Patch:
    def __init__(self, target, name, new):
        self.target, self.name, self.new = target, name, new

    def __enter__(self):
        self.before = getattr(self.target, self.name)
        new = MagicMock() if self.new is None else self.new
        setattr(self.target, self.name, new)
        return new

    def __exit__(self, kind, value, traceback):
        setattr(self.target, self.name, self.before)
        return False

    start = __enter__

    def stop(self):
        self.__exit__(None, None, None)

    def __call__(self, function):
        def wrapped(*args, **kwargs):
            with self:
                return function(*args, **kwargs)

        return wrapped


def _resolve(path):
    import importlib
    parts = path.split('.')
    for count in range(len(parts) - 1, 0, -1):
        try:
            holder = importlib.import_module('.'.join(parts[:count]))
        except ImportError:
            continue
        for part in parts[count:-1]:
            holder = getattr(holder, part)
        return holder, parts[-1]
    raise ImportError(path)


def patch(target, new=None, **options):
    holder, name = _resolve(target)
    return _Patch(holder, name, new)


def _patch_object(target, attribute, new=None, **options):
    return _Patch(target, attribute, new)


class _PatchDict:
    def __init__(self, target, values=(), clear=False):
        self.target, self.values, self.clear = target, dict(values), clear

    def __enter__(self):
        self.before = dict(self.target)
        if self.clear:
            self.target.clear()
        self.target.update(self.values)
        return self.target

    def __exit__(self, kind, value, traceback):
        self.target.clear()
        self.target.update(self.before)
        return False

    def __call__(self, function):
        def wrapped(*args, **kwargs):
            with self:
                return function(*args, **kwargs)

        return wrapped


patch.object = _patch_object
patch.dict = _PatchDict
