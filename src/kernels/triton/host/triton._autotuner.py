# triton._autotuner: what classes that extend triton.runtime.autotuner.Autotuner inherit. Choices are the native
# autotuner's; `cache` answers first, so that a class may fill it from elsewhere.
from triton import _host


class Autotuner:
    def __init__(self, fn, arg_names, configs, key, reset_to_zero, restore_value, pre_hook=None, post_hook=None,
                 prune_configs_by=None, warmup=None, rep=None, use_cuda_graph=False, do_bench=None,
                 cache_results=False):
        self.fn, self.arg_names, self.keys = fn, arg_names, key
        self.reset_to_zero, self.restore_value = list(reset_to_zero or []), list(restore_value or [])
        self._tuned = _host.autotune(configs=list(configs or []), key=list(key or []),
                                     reset_to_zero=self.reset_to_zero, restore_value=self.restore_value,
                                     prune_configs_by=prune_configs_by)(fn)
        self.configs = self._tuned.configs
        self.cache = {}
        self.user_defined_pre_hook, self.user_defined_post_hook = bool(pre_hook), bool(post_hook)
        self.pre_hook = pre_hook or (lambda kwargs, reset_only=False: 0)
        self.post_hook = post_hook or (lambda kwargs, exception: 0)
        self.cache_results = cache_results
        self.base_fn = fn
        while hasattr(self.base_fn, 'fn'):
            self.base_fn = self.base_fn.fn

    def _key(self, args, kwargs):
        named = {**dict(zip(self.arg_names, args)), **kwargs}
        named = {name: value for name, value in named.items() if name in self.arg_names}
        values = [named[name] for name in self.keys if name in named]
        return tuple(values + [str(value.dtype) for value in named.values() if hasattr(value, 'dtype')])

    def run(self, *args, grid, warmup=False, **kwargs):
        self.nargs = dict(zip(self.arg_names, args))
        key = self._key(args, kwargs) if len(self.configs) > 1 else None
        if key in self.cache:
            config = self.cache[key]
            if config.pre_hook is not None:
                config.pre_hook({**self.nargs, **kwargs, **config.all_kwargs()})
            result = self.fn.run(*args, grid=grid, warmup=warmup, **kwargs, **config.all_kwargs())
        else:
            result = self._tuned.run(*args, grid=grid, warmup=warmup, **kwargs)
            config = self._tuned.best_config
            if key is not None and not warmup:
                self.cache[key] = config
        self.best_config = config
        self.nargs = None
        return result

    # For classes with a run of their own: the chip model has chosen, so that one config is left to time.
    def prune_configs(self, kwargs, args=None):
        nargs = dict(self.nargs if args is None else zip(self.arg_names, args))
        options = {name: value for name, value in kwargs.items() if name != 'warmup'}
        return [self._tuned._choose(**nargs, **options)]

    def _bench(self, *args, config, **meta):
        """Milliseconds of the median and two quantiles: of the chosen config alone, so that no launch is timed."""
        milliseconds = _host.launch_seconds() * 1e3
        return [milliseconds, milliseconds, milliseconds]

    def warmup(self, *args, grid, **kwargs):
        return self.run(*args, grid=grid, warmup=True, **kwargs)

    def __getitem__(self, grid):
        return lambda *args, **kwargs: self.run(*args, grid=grid, warmup=False, **kwargs)


_host.extend(_host.Autotuner, Autotuner)
